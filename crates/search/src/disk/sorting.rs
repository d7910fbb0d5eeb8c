//! Sorts more than fits the memory: one arena of fixed size, spilled as sorted files of records
//! whenever it is full, and the files read as one.

use std::cmp::Ordering;

use super::BufferSizes;
use super::blocks::{
    FileEntry, Pages, Place, Reader, Sink, put_key, put_number, take_key, take_number,
};
use super::folder::DiskError;
use super::runs::Index;
use super::scratch::Scratch;
use crate::context::Limit;

/// The order of reaching: the parent's number in its layer, and the place among its children.
pub(super) type Reached = (u64, u32);

/// Whether records are bare keys, or say when they were reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Keys,
    Candidates,
}

/// Records that are being written.
pub(super) struct RecordWriter<'a> {
    sink: Sink<'a>,
    kind: Kind,
    /// How long a block becomes at the most.
    longest: usize,
    block: Vec<u8>,
    first: Vec<u8>,
    last: Vec<u8>,
    records: u64,
    index: Option<Index>,
}

impl<'a> RecordWriter<'a> {
    pub fn new(sink: Sink<'a>, kind: Kind, longest: usize, index: Option<Index>) -> Self {
        RecordWriter {
            sink,
            kind,
            longest,
            block: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
            records: 0,
            index,
        }
    }

    pub fn push(&mut self, key: &[u8], reached: Reached) -> Result<(), DiskError> {
        if !self.block.is_empty() && self.block.len() + key.len() + ROOM > self.longest {
            self.end_block()?;
        }
        if self.block.is_empty() {
            self.last.clear();
            self.first.clear();
            self.first.extend_from_slice(key);
        }
        put_key(&mut self.block, &self.last, key);
        if self.kind == Kind::Candidates {
            put_number(&mut self.block, reached.0);
            put_number(&mut self.block, u64::from(reached.1));
        }
        self.last.clear();
        self.last.extend_from_slice(key);
        self.records += 1;
        Ok(())
    }

    pub fn finish(mut self) -> Result<(Pages, Option<Index>), DiskError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        Ok((self.sink.finish(self.records)?, self.index))
    }

    fn end_block(&mut self) -> Result<(), DiskError> {
        let place = self.sink.block(&self.block)?;
        self.block.clear();
        if let Some(index) = &mut self.index {
            index.push(&self.first, place);
        }
        Ok(())
    }
}

/// What a record takes beside its key at the most.
pub(super) const ROOM: usize = 32;

/// Records that are being read.
pub(super) struct RecordReader<'a> {
    reader: Reader<'a>,
    kind: Kind,
    /// Where the next record begins in the block, and where the block begins.
    at: usize,
    block: Option<u64>,
    key: Vec<u8>,
    reached: Reached,
}

impl<'a> RecordReader<'a> {
    pub fn new(reader: Reader<'a>, kind: Kind) -> Self {
        RecordReader {
            reader,
            kind,
            at: 0,
            block: None,
            key: Vec::new(),
            reached: (0, 0),
        }
    }

    /// Goes to the next record, if there is one.
    #[inline]
    pub fn advance(&mut self) -> Result<bool, DiskError> {
        if self.is_at_block_end() && !self.load()? {
            return Ok(false);
        }
        let bytes = self.reader.bytes();
        let mut read = take_key(bytes, &mut self.at, &mut self.key);
        if self.kind == Kind::Candidates {
            let parent = take_number(bytes, &mut self.at);
            let child = take_number(bytes, &mut self.at);
            let child = child.and_then(|child| u32::try_from(child).ok());
            read = read.and(parent.zip(child).map(|reached| self.reached = reached));
        }
        read.map(|()| true).ok_or_else(|| self.reader.damaged())
    }

    fn load(&mut self) -> Result<bool, DiskError> {
        let place = self.reader.place();
        self.block = None;
        if !self.reader.advance()? {
            return Ok(false);
        }
        self.block = Some(place.0);
        self.restart();
        Ok(true)
    }

    fn restart(&mut self) {
        self.at = 0;
        self.key.clear();
    }

    /// The next record is the first one of the block at a place.
    pub fn jump(&mut self, place: Place) -> Result<(), DiskError> {
        if self.block == Some(place.0) {
            self.restart();
            return Ok(());
        }
        self.block = None;
        self.reader.jump(place)
    }

    /// Whether the next record is in another block than the last one.
    pub fn is_at_block_end(&self) -> bool {
        self.block.is_none() || self.at == self.reader.bytes().len()
    }

    /// Where the block begins that is read next.
    pub fn next_block(&self) -> Place {
        self.reader.place()
    }

    #[inline]
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    #[inline]
    pub fn reached(&self) -> Reached {
        self.reached
    }

    pub fn damaged(&self) -> DiskError {
        self.reader.damaged()
    }
}

/// By what records are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By their keys; equal ones by when they were reached.
    Key,
    /// By when they were reached.
    Reached,
}

/// All records of several sorted files, in order.
pub(super) struct Merge<'a> {
    order: Order,
    sources: Vec<RecordReader<'a>>,
    /// Those that have not ended, as a heap: none is before the one at half its place.
    heap: Vec<usize>,
    has_begun: bool,
}

impl<'a> Merge<'a> {
    pub fn new(order: Order, files: Vec<RecordReader<'a>>) -> Result<Self, DiskError> {
        let mut merge = Merge {
            order,
            heap: Vec::with_capacity(files.len()),
            sources: files,
            has_begun: false,
        };
        for (source, file) in merge.sources.iter_mut().enumerate() {
            if file.advance()? {
                merge.heap.push(source);
            }
        }
        for at in (0..merge.heap.len() / 2).rev() {
            merge.sink(at);
        }
        Ok(merge)
    }

    /// Goes to the next record, if there is one.
    pub fn advance(&mut self) -> Result<bool, DiskError> {
        if !self.has_begun {
            self.has_begun = true;
        } else if let Some(&first) = self.heap.first() {
            if !self.sources[first].advance()? {
                self.heap.swap_remove(0);
            }
            self.sink(0);
        }
        Ok(!self.heap.is_empty())
    }

    pub fn key(&self) -> &[u8] {
        self.sources[self.heap[0]].key()
    }

    pub fn reached(&self) -> Reached {
        self.sources[self.heap[0]].reached()
    }

    /// Lets a source sink to where it belongs.
    fn sink(&mut self, mut at: usize) {
        loop {
            let children = 2 * at + 1..self.heap.len().min(2 * at + 3);
            let Some(first) = children.min_by(|a, b| self.compare(*a, *b)) else {
                return;
            };
            if self.compare(at, first) != Ordering::Greater {
                return;
            }
            self.heap.swap(at, first);
            at = first;
        }
    }

    fn compare(&self, one: usize, other: usize) -> Ordering {
        let [one, other] = [one, other].map(|at| &self.sources[self.heap[at]]);
        let by_reached = || one.reached().cmp(&other.reached());
        match self.order {
            Order::Key => one.key().cmp(other.key()).then_with(by_reached),
            Order::Reached => by_reached(),
        }
    }
}

/// One record in the arena.
#[derive(Clone, Copy)]
struct Entry {
    /// The first eight bytes of the key, as a number; zeros where it is shorter.
    prefix: u64,
    parent: u64,
    child: u32,
    /// Where the key's length and the key are; or, for a key that is no longer than its prefix,
    /// the length itself.
    at: u32,
}

const SHORT: u32 = 1 << 31;
const PREFIX: usize = 8;
/// What the length of a long key takes.
const LENGTH: usize = 4;

/// Keys and when they were reached, to be sorted.
pub(super) struct Sorter<'a> {
    scratch: &'a Scratch,
    buffers: BufferSizes,
    entries: Vec<Entry>,
    keys: Vec<u8>,
    order: Order,
    /// The sorted files, each with how often its records were merged already; never ascending.
    spills: Vec<(u32, FileEntry)>,
    made: u64,
}

impl<'a> Sorter<'a> {
    /// An empty one; the arena is made once it is known how long keys are.
    pub fn new(scratch: &'a Scratch, buffers: &BufferSizes) -> Self {
        Sorter {
            scratch,
            buffers: *buffers,
            entries: Vec::new(),
            keys: Vec::new(),
            order: Order::Key,
            spills: Vec::new(),
            made: 0,
        }
    }

    /// Makes the arena for keys of about this length, unless the one there will do.
    pub fn expect(&mut self, key: usize) -> Result<(), Limit> {
        let arena = self.buffers.arena;
        let bytes = if key > PREFIX { LENGTH + key } else { 0 };
        let record = size_of::<Entry>() + bytes;
        let least = LENGTH + self.buffers.longest_key();
        let entries = (arena - least) / record;
        let keys = least + entries * bytes;
        let near = |has: usize, needs: usize| has >= needs / 4 * 3;
        let has_room = near(self.entries.capacity(), entries) && near(self.keys.capacity(), keys);
        self.clear(Order::Key);
        if !has_room {
            (self.entries, self.keys) = (Vec::new(), Vec::new());
            let made = self.entries.try_reserve_exact(entries);
            made.map_err(|_| Limit::Memory)?;
            let made = self.keys.try_reserve_exact(keys);
            made.map_err(|_| Limit::Memory)?;
        }
        Ok(())
    }

    /// Lets half of the arena go. Returns how much that is, or `None` if too little would be left.
    pub fn shrink(&mut self) -> Option<u64> {
        let arena = self.buffers.arena / 2;
        if arena < 4 * self.buffers.block {
            return None;
        }
        let freed = (self.buffers.arena - arena) as u64;
        self.buffers.arena = arena;
        (self.entries, self.keys) = (Vec::new(), Vec::new());
        Some(freed)
    }

    /// Forgets everything, for records in this order.
    pub fn clear(&mut self, order: Order) {
        self.entries.clear();
        self.keys.clear();
        self.spills.clear();
        self.order = order;
    }

    /// Adds a record; spills what is there where there is no room.
    pub fn push(&mut self, key: &[u8], (parent, child): Reached) -> Result<(), Limit> {
        let long = if key.len() > PREFIX {
            LENGTH + key.len()
        } else {
            0
        };
        let is_full = self.entries.len() == self.entries.capacity()
            || self.keys.capacity() - self.keys.len() < long
            || self.keys.len() + long >= SHORT as usize;
        if is_full {
            if key.len() > self.buffers.longest_key() || self.entries.is_empty() {
                return Err(Limit::Memory);
            }
            self.spill()?;
        }
        let mut prefix = [0; PREFIX];
        let same = key.len().min(PREFIX);
        prefix[..same].copy_from_slice(&key[..same]);
        let at = match long {
            0 => SHORT | key.len() as u32,
            _ => {
                let at = self.keys.len() as u32;
                let length = (key.len() as u32).to_le_bytes();
                self.keys.extend_from_slice(&length);
                self.keys.extend_from_slice(key);
                at
            }
        };
        self.entries.push(Entry {
            prefix: u64::from_be_bytes(prefix),
            parent,
            child,
            at,
        });
        Ok(())
    }

    /// Whether all records are still in the arena.
    pub fn is_held(&self) -> bool {
        self.spills.is_empty()
    }

    /// Sorts what is in the arena; of equal keys only the one reached first stays, where that is
    /// what they are sorted by.
    pub fn sort(&mut self, order: Order) {
        self.order = order;
        let (entries, keys) = (&mut self.entries, &self.keys[..]);
        match order {
            Order::Reached => entries.sort_unstable_by_key(|entry| (entry.parent, entry.child)),
            Order::Key => {
                entries.sort_unstable_by(|a, b| {
                    let reached = || (a.parent, a.child).cmp(&(b.parent, b.child));
                    compare(keys, a, b).then_with(reached)
                });
                entries.dedup_by(|next, kept| compare(keys, next, kept) == Ordering::Equal);
            }
        }
    }

    /// How many records are in the arena.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// A record of the arena.
    pub fn get<'k>(&'k self, place: usize, short: &'k mut [u8; 8]) -> (&'k [u8], Reached) {
        let entry = &self.entries[place];
        (key(&self.keys, entry, short), (entry.parent, entry.child))
    }

    /// Keeps only the records of the arena for which `keep` returns true.
    pub fn retain(
        &mut self,
        mut keep: impl FnMut(&[u8]) -> Result<bool, Limit>,
    ) -> Result<(), Limit> {
        let mut kept = 0;
        for place in 0..self.entries.len() {
            let entry = self.entries[place];
            if keep(key(&self.keys, &entry, &mut [0; 8]))? {
                self.entries[kept] = entry;
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        Ok(())
    }

    /// Writes the arena as a sorted file, and empties it.
    fn spill(&mut self) -> Result<(), DiskError> {
        self.sort(self.order);
        let mut writer = self.writer();
        for place in 0..self.entries.len() {
            let mut short = [0; 8];
            let (key, reached) = self.get(place, &mut short);
            writer.push(key, reached)?;
        }
        let entry = writer.finish()?.0.entry;
        self.spills.push((0, entry));
        self.entries.clear();
        self.keys.clear();
        // As many as can be merged at once become one: so each record is merged seldom.
        while let Some(&(level, _)) = self.spills.last()
            && self
                .spills
                .iter()
                .rev()
                .take_while(|s| s.0 == level)
                .count()
                >= self.buffers.fan_in
        {
            self.merge_last(self.buffers.fan_in)?;
        }
        Ok(())
    }

    fn merge_last(&mut self, files: usize) -> Result<(), DiskError> {
        let last = self.spills.split_off(self.spills.len() - files);
        let level = last.iter().map(|spill| spill.0).max().unwrap_or(0) + 1;
        let mut merge = self.open(&last)?;
        let mut writer = self.writer();
        let mut before = None;
        while merge.advance()? {
            let is_new = self.order == Order::Reached || before.as_deref() != Some(merge.key());
            if is_new {
                writer.push(merge.key(), merge.reached())?;
                let before = before.get_or_insert_with(Vec::new);
                before.clear();
                before.extend_from_slice(merge.key());
            }
        }
        drop(merge);
        let entry = writer.finish()?.0.entry;
        self.spills.push((level, entry));
        for (_, file) in last {
            self.scratch.remove(&file.name)?;
        }
        Ok(())
    }

    fn writer(&mut self) -> RecordWriter<'a> {
        let name = format!("sort-{}", self.made);
        self.made += 1;
        let sink = Sink::passing(self.scratch, name);
        RecordWriter::new(sink, Kind::Candidates, self.buffers.block, None)
    }

    fn open(&self, spills: &[(u32, FileEntry)]) -> Result<Merge<'a>, DiskError> {
        let open = |(_, file): &(u32, FileEntry)| {
            let reader = self.scratch.open(file)?;
            Ok(RecordReader::new(reader, Kind::Candidates))
        };
        let files = spills.iter().map(open).collect::<Result<_, DiskError>>()?;
        Merge::new(self.order, files)
    }

    /// Hands over all records in the order in which they are spilled, be they or not.
    pub fn each(
        &mut self,
        order: Order,
        mut take: impl FnMut(&[u8], Reached) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        if self.is_held() {
            self.sort(order);
            let mut short = [0; 8];
            return (0..self.len()).try_for_each(|place| {
                let (key, reached) = self.get(place, &mut short);
                take(key, reached)
            });
        }
        let mut spilled = self.merged()?;
        while spilled.merge.advance()? {
            take(spilled.merge.key(), spilled.merge.reached())?;
        }
        Ok(spilled.remove()?)
    }

    /// All records in order, where some were spilled; the arena is then empty. Of equal keys the
    /// first is the one reached first.
    pub fn merged(&mut self) -> Result<Spilled<'a>, DiskError> {
        if !self.entries.is_empty() {
            self.spill()?;
        }
        while self.spills.len() > self.buffers.fan_in {
            self.merge_last(self.buffers.fan_in)?;
        }
        let spills = std::mem::take(&mut self.spills);
        Ok(Spilled {
            scratch: self.scratch,
            merge: self.open(&spills)?,
            files: spills,
        })
    }
}

/// Sorted files that are read as one.
pub(super) struct Spilled<'a> {
    scratch: &'a Scratch,
    pub merge: Merge<'a>,
    files: Vec<(u32, FileEntry)>,
}

impl Spilled<'_> {
    /// They are needed no more.
    pub fn remove(self) -> Result<(), DiskError> {
        drop(self.merge);
        for (_, file) in self.files {
            self.scratch.remove(&file.name)?;
        }
        Ok(())
    }
}

fn long_key<'k>(keys: &'k [u8], entry: &Entry) -> &'k [u8] {
    let at = entry.at as usize;
    let begin = at + LENGTH;
    let length = [keys[at], keys[at + 1], keys[at + 2], keys[at + 3]];
    &keys[begin..begin + u32::from_le_bytes(length) as usize]
}

fn key<'k>(keys: &'k [u8], entry: &Entry, short: &'k mut [u8; 8]) -> &'k [u8] {
    match entry.at & SHORT {
        0 => long_key(keys, entry),
        _ => {
            *short = entry.prefix.to_be_bytes();
            &short[..(entry.at & !SHORT) as usize]
        }
    }
}

/// Compares two keys as their bytes compare.
fn compare(keys: &[u8], one: &Entry, other: &Entry) -> Ordering {
    // A short key that is equal to the beginning of another one is its beginning, zeros or not.
    one.prefix
        .cmp(&other.prefix)
        .then_with(|| match (one.at & SHORT, other.at & SHORT) {
            (0, 0) => long_key(keys, one).cmp(long_key(keys, other)),
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => one.at.cmp(&other.at),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of short and long keys, zeros among them, compares as bytes do.
    #[test]
    fn entries_compare_as_their_keys_do() {
        let mut all = Vec::new();
        for length in 0..12 {
            for byte in [0, 1, 255] {
                let mut key = vec![0; length];
                all.push(key.clone());
                if let Some(last) = key.last_mut() {
                    *last = byte;
                    all.push(key.clone());
                }
                all.push(vec![byte; length]);
            }
        }
        let scratch = Scratch::fleeting(std::path::Path::new("nowhere"));
        let buffers = BufferSizes::of(BufferSizes::LEAST, 0).expect("enough");
        let mut sorter = Sorter::new(&scratch, &buffers);
        sorter.expect(12).expect("enough");
        for key in &all {
            sorter.push(key, (0, 0)).expect("enough");
        }
        for (one, key) in all.iter().enumerate() {
            assert_eq!(sorter.get(one, &mut [0; 8]).0, key);
            for (other, other_key) in all.iter().enumerate() {
                let [one, other] = [one, other].map(|place| &sorter.entries[place]);
                let compared = compare(&sorter.keys, one, other);
                assert_eq!(compared, key.cmp(other_key), "{key:?} {other_key:?}");
            }
        }
    }
}
