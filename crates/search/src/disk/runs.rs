//! Every state of the layers so far, sorted: few runs, each at least twice as long as the next, so
//! that asking whether a key is among them asks few, and adding to them rewrites little.

use super::BufferSizes;
use super::blocks::{FileEntry, Pages, Place, Sink};
use super::folder::DiskError;
use super::scratch::Scratch;
use super::sorting::{Kind, Merge, Order, RecordReader, RecordWriter};
use crate::context::{Limit, SearchContext};

/// A sorted list of keys.
pub(super) struct Run<'a> {
    pages: Pages,
    index: Index,
    /// Where it was read last.
    cursor: Option<RecordReader<'a>>,
    slot: usize,
    /// Whether the cursor is behind the beginning of its slot as the keys asked for are: not at the
    /// beginning of a pass.
    is_passing: bool,
}

impl<'a> Run<'a> {
    fn new(pages: Pages, index: Index) -> Self {
        Run {
            pages,
            index,
            cursor: None,
            slot: 0,
            is_passing: false,
        }
    }

    /// Whether a key is here. In one pass, keys are asked for in ascending order.
    fn holds(&mut self, key: &[u8], scratch: &'a Scratch) -> Result<bool, DiskError> {
        let Some(slot) = self.index.find(key, self.slot) else {
            return Ok(false);
        };
        let cursor = match &mut self.cursor {
            Some(cursor) => cursor,
            None => {
                self.is_passing = false;
                let reader = RecordReader::new(self.pages.open(scratch)?, Kind::Keys);
                self.cursor.insert(reader)
            }
        };
        if !self.is_passing || slot != self.slot {
            let place = self.index.place(slot).expect("an entry was found");
            cursor.jump(place)?;
            (self.slot, self.is_passing) = (slot, true);
            if !cursor.advance()? {
                return Err(cursor.damaged());
            }
        }
        let end = self.index.place(slot + 1).map(|place| place.0);
        while cursor.key() < key {
            let is_end = cursor.is_at_block_end() && Some(cursor.next_block().0) == end;
            if is_end || !cursor.advance()? {
                return Ok(false);
            }
        }
        Ok(cursor.key() == key)
    }

    fn bytes(&self) -> u64 {
        self.pages.entry.bytes
    }
}

/// All runs, the longest first.
pub(super) struct Runs<'a> {
    scratch: &'a Scratch,
    buffers: BufferSizes,
    runs: Vec<Run<'a>>,
    made: u64,
}

impl<'a> Runs<'a> {
    pub fn new(scratch: &'a Scratch, buffers: &BufferSizes) -> Self {
        Runs {
            scratch,
            buffers: *buffers,
            runs: Vec::new(),
            made: 0,
        }
    }

    /// Those that are found on the disk: they are read once, to know where what is.
    pub fn found(
        scratch: &'a Scratch,
        buffers: &BufferSizes,
        files: &[FileEntry],
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let mut found = Runs::new(scratch, buffers);
        for file in files {
            let mut reader = RecordReader::new(scratch.open(file)?, Kind::Keys);
            let mut index = Index::new(buffers.index);
            let mut records = 0;
            let mut before = Vec::new();
            loop {
                let place = reader.is_at_block_end().then(|| reader.next_block());
                if !reader.advance()? {
                    break;
                }
                if let Some(place) = place {
                    index.push(reader.key(), place);
                }
                if records > 0 && *before >= *reader.key() {
                    return Err(reader.damaged().into());
                }
                before.clear();
                before.extend_from_slice(reader.key());
                records += 1;
                ctx.work(1)?;
            }
            if records != file.records {
                return Err(reader.damaged().into());
            }
            found.runs.push(Run::new(Pages::of(file.clone()), index));
        }
        found.number_after(files);
        Ok(found)
    }

    /// New ones are named after those that are found, which are not read.
    pub fn number_after(&mut self, files: &[FileEntry]) {
        let numbers = files.iter().map(number_behind);
        self.made = numbers.max().unwrap_or(0).max(self.made);
    }

    /// How many states there are.
    pub fn records(&self) -> u64 {
        self.runs.iter().map(|run| run.pages.entry.records).sum()
    }

    /// Keys are asked for from the smallest on again.
    pub fn begin_pass(&mut self) {
        for run in &mut self.runs {
            run.is_passing = false;
        }
    }

    /// Whether a key is in any of them. In one pass, keys are asked for in ascending order.
    #[inline]
    pub fn hold(&mut self, key: &[u8]) -> Result<bool, DiskError> {
        for run in self.runs.iter_mut().rev() {
            if run.holds(key, self.scratch)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Begins a new run, to be added when it is finished.
    pub fn writer(&mut self) -> RecordWriter<'a> {
        self.writer_holding(self.buffers.runs / 2)
    }

    fn writer_holding(&mut self, most: usize) -> RecordWriter<'a> {
        let name = format!("run-{}", self.made);
        self.made += 1;
        let sink = Sink::new(self.scratch, name, most);
        let index = Index::new(self.buffers.index);
        RecordWriter::new(sink, Kind::Keys, self.buffers.block, Some(index))
    }

    /// Adds a run.
    pub fn add(&mut self, writer: RecordWriter<'a>) -> Result<(), DiskError> {
        let run = Self::finished(writer)?;
        self.runs.push(run);
        Ok(())
    }

    fn finished(writer: RecordWriter<'a>) -> Result<Run<'a>, DiskError> {
        let (pages, index) = writer.finish()?;
        Ok(Run::new(pages, index.expect("a run has an index")))
    }

    /// Whether those that are in no file have grown too long to stay there.
    pub fn are_due(&self) -> bool {
        let held = self.runs.iter().filter(|run| run.pages.is_held());
        let newest_is_filed = self.runs.last().is_some_and(|run| !run.pages.is_held());
        let bytes = held.map(Run::bytes).sum::<u64>();
        bytes > self.buffers.runs as u64 / 2 || (bytes > 0 && newest_is_filed)
    }

    /// Merges those in no file until each is at least twice as long as the next.
    pub fn tidy_held(&mut self) -> Result<(), Limit> {
        let first_held = self.runs.iter().position(|run| run.pages.is_held());
        let from = self.first_to_merge(first_held.unwrap_or(self.runs.len()), self.runs.len());
        self.merge_from(from, self.buffers.runs, || Ok(()))
    }

    /// Brings all of them to the disk.
    pub fn file(&mut self) -> Result<(), Limit> {
        let held = self.runs.iter().position(|run| run.pages.is_held());
        match held {
            Some(first) if first + 1 < self.runs.len() => self.merge_from(first, 0, || Ok(())),
            Some(first) => Ok(self.runs[first].pages.file(self.scratch)?),
            None => Ok(()),
        }
    }

    /// Merges until each is at least twice as long as the next, all on the disk.
    pub fn tidy(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        let from = self.first_to_merge(0, self.runs.len());
        self.merge_from(from, 0, || ctx.work(1))
    }

    /// From which run on all are merged into one; none is before `least`.
    fn first_to_merge(&self, least: usize, len: usize) -> usize {
        let mut from = len;
        let mut merged = 0;
        for number in (least..len).rev() {
            let bytes = self.runs[number].bytes();
            if number + 1 < len && bytes >= 2 * merged {
                break;
            }
            (from, merged) = (number, merged + bytes);
        }
        from
    }

    /// Puts one run in place of all from a number on.
    fn merge_from(
        &mut self,
        from: usize,
        most: usize,
        mut poll: impl FnMut() -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        if self.runs.len() - from < 2 {
            return Ok(());
        }
        let mut files = Vec::with_capacity(self.runs.len() - from);
        for run in &mut self.runs[from..] {
            run.cursor = None;
            files.push(RecordReader::new(run.pages.open(self.scratch)?, Kind::Keys));
        }
        let mut merge = Merge::new(Order::Key, files)?;
        let mut writer = self.writer_holding(most);
        while merge.advance()? {
            writer.push(merge.key(), (0, 0))?;
            poll()?;
        }
        let merged = Self::finished(writer)?;
        self.runs.truncate(from);
        self.runs.push(merged);
        Ok(())
    }

    /// The files, as a manifest names them.
    pub fn files(&self) -> Vec<FileEntry> {
        let entries = self.runs.iter().map(|run| run.pages.entry.clone());
        entries.collect()
    }
}

/// The number that comes after the one of a file.
fn number_behind(file: &FileEntry) -> u64 {
    let number = file.name.rsplit('-').next();
    let number = number.and_then(|number| number.parse::<u64>().ok());
    number.map_or(0, |number| number.saturating_add(1))
}

/// The first keys of blocks, in ascending order. Once it is full, every second one is dropped, and
/// from then on only every second block is entered: a coarser index finds as well, and reads more.
pub(super) struct Index {
    keys: Vec<u8>,
    entries: Vec<Entry>,
    /// The bytes it may take.
    most: usize,
    /// Every `stride`th block is entered.
    stride: u64,
    blocks: u64,
}

struct Entry {
    /// Where its key ends.
    end: usize,
    place: Place,
}

impl Index {
    pub fn new(most: usize) -> Self {
        Index {
            keys: Vec::new(),
            entries: Vec::new(),
            most,
            stride: 1,
            blocks: 0,
        }
    }

    /// Enters the next block.
    pub fn push(&mut self, first: &[u8], place: Place) {
        if self.blocks.is_multiple_of(self.stride) {
            // Lists double as they grow.
            while 2 * (self.bytes() + first.len()) > self.most && self.entries.len() > 1 {
                self.thin();
            }
            if self.blocks.is_multiple_of(self.stride) {
                self.keys.extend_from_slice(first);
                let end = self.keys.len();
                self.entries.push(Entry { end, place });
            }
        }
        self.blocks += 1;
    }

    fn thin(&mut self) {
        let mut thinned = Index::new(self.most);
        for slot in (0..self.entries.len()).step_by(2) {
            thinned.keys.extend_from_slice(self.key(slot));
            let (end, place) = (thinned.keys.len(), self.entries[slot].place);
            thinned.entries.push(Entry { end, place });
        }
        (self.keys, self.entries) = (thinned.keys, thinned.entries);
        self.stride *= 2;
    }

    fn bytes(&self) -> usize {
        self.keys.len() + (self.entries.len() + 1) * size_of::<Entry>()
    }

    #[inline]
    fn key(&self, slot: usize) -> &[u8] {
        let begin = slot.checked_sub(1).map_or(0, |slot| self.entries[slot].end);
        &self.keys[begin..self.entries[slot].end]
    }

    /// The entry after which a key must be, if it is anywhere; it is likely to be near `hint`.
    #[inline]
    pub fn find(&self, key: &[u8], hint: usize) -> Option<usize> {
        for slot in hint..self.entries.len().min(hint + 2) {
            let is_behind = self.key(slot) <= key;
            if is_behind && (slot + 1 == self.entries.len() || key < self.key(slot + 1)) {
                return Some(slot);
            }
        }
        self.search(key)
    }

    fn search(&self, key: &[u8]) -> Option<usize> {
        let (mut from, mut to) = (0, self.entries.len());
        while from < to {
            let middle = from.midpoint(to);
            match self.key(middle) <= key {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        from.checked_sub(1)
    }

    /// Where the block of an entry begins, if there is such an entry.
    pub fn place(&self, slot: usize) -> Option<Place> {
        self.entries.get(slot).map(|entry| entry.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_behind_the_last_entry_that_is_not_beyond_it() {
        for most in [usize::MAX, 4000, 500, 1] {
            let mut index = Index::new(most);
            for block in 1..=300_u32 {
                index.push(&(block * 10).to_be_bytes(), (u64::from(block), block));
            }
            assert_eq!(index.find(&9_u32.to_be_bytes(), 0), None);
            for number in 10..3010_u32 {
                let key = number.to_be_bytes();
                let slot = index.find(&key, number as usize % 7).expect("an entry");
                assert_eq!(Some(slot), index.search(&key));
                let place = index.place(slot).expect("an entry");
                assert!(place.1 * 10 <= number);
                let next = index.place(slot + 1);
                assert!(next.is_none_or(|next| next.1 * 10 > number));
            }
            if most == usize::MAX {
                assert_eq!(index.stride, 1);
            }
        }
    }
}
