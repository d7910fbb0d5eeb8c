//! Layers of states on the disk: every key once over all layers, in the order of reaching.
//!
//! A layer grows out of the one before. Its states are read in their order, whoever knows the rules
//! adds what each leads to, and what was added is sorted, compared with everything there is, put
//! back in the order of reaching, and kept. The comparison is with all layers before: where moves
//! lead one way only, the last two are not enough.

mod growth;
mod keeping;
mod saving;

use std::time::Instant;

use super::error::DiskError;
use super::layers::{LayerReader, LayerWriter, read_table};
use super::manifest::LayerEntry;
use super::merging::Order;
use super::runs::Runs;
use super::scratch::Scratch;
use super::shares::Shares;
use super::sorting::Sorter;
use super::table::{Mark, Table};
use crate::books::Books;
use crate::chunks::Chunks;
use crate::context::SearchContext;
use crate::limits::Limit;
pub use growth::Growth;

/// What layers are kept for.
#[derive(Clone, Copy, Debug)]
pub struct Foundation {
    /// Who keeps them, in one word.
    pub tier: &'static str,
    /// Whether no state of a layer is ever met again in a later one, so that they need not be
    /// compared.
    pub is_graded: bool,
    /// The memory allowed.
    pub memory: Option<u64>,
}

/// Layers of states on the disk.
///
/// Begun anew, they are told the first layers by [`Strata::push`] and [`Strata::end_layer`], and
/// then [`settle`](Strata::settle). After that [`Strata::grow`] and [`Strata::keep`] add one layer
/// after another. What is kept is committed after every layer that is large, and after small ones
/// now and then. Once anything has failed, only [`Strata::save`] may still be called.
pub struct Strata<'a> {
    scratch: &'a Scratch,
    foundation: Foundation,
    shares: Shares,
    /// What was entered in the books.
    taken: u64,
    sorter: Sorter<'a>,
    runs: Runs<'a>,
    files: Vec<LayerEntry>,
    /// The number of the first layer of each file.
    firsts: Vec<usize>,
    /// The table of one of the files.
    table: Option<(usize, Table)>,
    open: LayerWriter<'a>,
    /// The states of each layer, and of all.
    sizes: Chunks<u64>,
    states: u64,
    /// The length of all keys of the last layer.
    key_bytes: u64,
    /// About how long a key is.
    key_length: usize,
    notes: Vec<(String, u64)>,
    saved: Instant,
    /// Whether a layer is half written, or the runs are let go: nothing is saved any more.
    is_torn: bool,
}

/// Where a state is.
struct Found {
    /// The file, unless it is in none yet.
    file: Option<usize>,
    mark: Mark,
    next: Option<Mark>,
}

impl<'a> Strata<'a> {
    /// The least memory that is enough. With very long keys more is needed: one may take a
    /// thousandth of it.
    pub const LEAST_MEMORY: u64 = Shares::LEAST;

    /// The memory that must be free to begin: what is held until they are settled.
    pub const fn memory_to_begin(memory: u64) -> u64 {
        memory / 16
    }

    /// Begins anew, without a layer.
    pub fn begin(scratch: &'a Scratch, foundation: Foundation) -> Result<Self, Limit> {
        let memory = foundation.memory.unwrap_or(Shares::UNASKED);
        let shares = Shares::of(memory, 0)?;
        scratch.has_room(0)?;
        Ok(Self::empty(scratch, foundation, shares))
    }

    fn empty(scratch: &'a Scratch, foundation: Foundation, shares: Shares) -> Self {
        Strata {
            scratch,
            foundation,
            shares,
            taken: 0,
            sorter: Sorter::new(scratch, &shares),
            runs: Runs::new(scratch, &shares),
            files: Vec::new(),
            firsts: Vec::new(),
            table: None,
            // Until they are settled there is no memory for them but a block.
            open: LayerWriter::new(scratch, &shares, 0, 0),
            sizes: Chunks::new(),
            states: 0,
            key_bytes: 0,
            key_length: 0,
            notes: Vec::new(),
            saved: Instant::now(),
            is_torn: false,
        }
    }

    fn take(&mut self, books: &mut Books) -> Result<(), Limit> {
        books.take(self.shares.sum)?;
        self.taken = self.shares.sum;
        Ok(())
    }

    fn next_writer(&self) -> LayerWriter<'a> {
        let first = self.sizes.len();
        LayerWriter::new(self.scratch, &self.shares, first, self.shares.layers / 2)
    }

    /// Adds the next state of the layer that is being told, whose parent is between two states of
    /// the layer before.
    pub fn push(&mut self, key: &[u8], parent: (u64, u64)) -> Result<(), Limit> {
        if !self.is_torn {
            self.open.begin_layer();
            (self.is_torn, self.key_bytes) = (true, 0);
        }
        self.key_bytes += key.len() as u64;
        self.open.push(key, parent)
    }

    /// The layer that is being told is whole; its size has to be entered when all are settled.
    pub fn end_layer(&mut self) -> Result<(), DiskError> {
        self.open.end_layer()?;
        self.is_torn = false;
        if self.open.has_long_table() {
            let first = self.open.first() + self.open.table().sizes().len();
            let next = LayerWriter::new(self.scratch, &self.shares, first, 0);
            self.file_layers(next)?;
            self.table = None;
        }
        Ok(())
    }

    /// All first layers are told, and the memory is free: sorts what is there, and commits it.
    pub fn settle(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        self.take(&mut ctx.budget)?;
        if !self.open.is_empty() {
            self.file_layers(self.next_writer())?;
        }
        for file in 0..self.files.len() {
            let table = read_table(self.scratch, &self.files[file])?;
            for &size in table.sizes() {
                self.enter(size, &mut ctx.budget)?;
            }
        }
        self.open = self.next_writer();
        self.key_length = self.average_key();
        if !self.foundation.is_graded {
            self.sort_all(ctx)?;
        }
        self.save()
    }

    /// Makes the first run of all states there are.
    fn sort_all(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        if self.states == 0 {
            return Ok(());
        }
        self.sorter.expect(self.expected_key())?;
        for depth in 0..self.sizes.len() {
            let (states, sorter) = self.layer_and_sorter(depth)?;
            let Some(mut states) = states else {
                continue;
            };
            while states.advance()?.is_some() {
                sorter.push(states.key(), (0, 0))?;
                ctx.work(1)?;
            }
        }
        let mut run = self.runs.writer();
        self.sorter.each(Order::Key, |key, _| {
            run.push(key, (0, 0))?;
            ctx.work(1)
        })?;
        Ok(self.runs.add(run)?)
    }

    /// The number of the last layer.
    pub fn depth(&self) -> usize {
        self.sizes.len() - 1
    }

    /// How many states the last layer has.
    pub fn last_size(&self) -> u64 {
        self.size(self.depth())
    }

    /// How many states a layer has.
    pub fn size(&self, depth: usize) -> u64 {
        *self.sizes.get(depth)
    }

    /// How many states all layers have.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// How many states each layer has.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.sizes.iter().copied()
    }

    /// A number that whoever keeps the layers wrote down.
    pub fn note(&self, name: &str) -> Option<u64> {
        let note = self.notes.iter().find(|note| note.0 == name);
        note.map(|note| note.1)
    }

    /// Writes down a number, for whoever goes on with the layers.
    pub fn write_note(&mut self, name: &str, number: u64) {
        self.notes.retain(|note| note.0 != name);
        self.notes.push((name.to_string(), number));
    }

    /// About how long a key of the last layer is.
    fn average_key(&self) -> usize {
        let states = self.last_size().max(1);
        usize::try_from(self.key_bytes.div_ceil(states)).unwrap_or(usize::MAX)
    }

    /// How long a key is thought to be, for the arena.
    fn expected_key(&self) -> usize {
        self.key_length.min(self.shares.longest_key())
    }

    /// Says about how long a key is, where this is a share of the layers that may be empty so far.
    pub fn expect_keys(&mut self, length: usize) {
        self.key_length = length;
    }

    fn layer_and_sorter(
        &mut self,
        depth: usize,
    ) -> Result<(Option<LayerReader<'_>>, &mut Sorter<'a>), DiskError> {
        let size = *self.sizes.get(depth);
        if size == 0 {
            return Ok((None, &mut self.sorter));
        }
        let found = self.locate(depth, 0)?;
        let reader = match found.file {
            Some(file) => self.scratch.open(&self.files[file].file)?,
            None => self.open.read_held(),
        };
        let states = LayerReader::new(reader, found.mark.place, 0, size)?;
        Ok((Some(states), &mut self.sorter))
    }

    /// Enters the size of a layer. The list of them may be long: the arena makes room for it.
    fn enter(&mut self, states: u64, books: &mut Books) -> Result<(), Limit> {
        while let Err(limit) = self.sizes.push(states, books) {
            let freed = self.sorter.shrink().ok_or(limit)?;
            books.give_back(freed);
            self.taken -= freed;
        }
        self.states += states;
        Ok(())
    }

    fn locate(&mut self, depth: usize, number: u64) -> Result<Found, DiskError> {
        let (file, first, table) = if depth >= self.open.first() {
            (None, self.open.first(), self.open.table())
        } else {
            let file = self.firsts.partition_point(|first| *first <= depth) - 1;
            if self.table.as_ref().is_none_or(|table| table.0 != file) {
                self.table = None;
                self.table = Some((file, read_table(self.scratch, &self.files[file])?));
            }
            let table = self.table.as_ref().map(|table| &table.1);
            (Some(file), self.firsts[file], table.expect("it was read"))
        };
        let layer = depth - first;
        let mark = table.mark(layer, number).copied();
        let next = table.next_mark(layer, number).copied();
        match mark {
            Some(mark) => Ok(Found { file, mark, next }),
            None => Err(self.damaged(depth)),
        }
    }

    /// The states of a layer, from the one with this number on.
    pub fn read(&mut self, depth: usize, from: u64) -> Result<LayerReader<'_>, DiskError> {
        let found = self.locate(depth, from)?;
        let reader = match found.file {
            Some(file) => self.scratch.open(&self.files[file].file)?,
            None => self.open.read_held(),
        };
        let (mark, size) = (&found.mark, *self.sizes.get(depth));
        let mut states = LayerReader::new(reader, mark.place, mark.number, size)?;
        states.skip_to(from)?;
        Ok(states)
    }

    /// Between which states of the layer before the parent of a state is. It is the first of them
    /// that leads to it.
    pub fn parents(&mut self, depth: usize, number: u64) -> Result<(u64, u64), DiskError> {
        let found = self.locate(depth, number)?;
        let to = found.next.map_or(u64::MAX, |next| next.parent.1);
        Ok((found.mark.parent.0, to))
    }

    /// The error where a layer does not hold what it should.
    pub fn damaged(&self, depth: usize) -> DiskError {
        let file = self.firsts.partition_point(|first| *first <= depth);
        let entry = file.checked_sub(1).map(|file| &self.files[file].file.name);
        let name = entry.map_or("manifest", |name| name.as_str());
        DiskError::damaged(name)
    }

    /// The memory that only growing needs.
    pub fn memory_to_grow(&self) -> u64 {
        self.taken.saturating_sub(self.shares.while_reading())
    }

    /// Lets go of the memory that only growing needs: the layers are still read, but neither grown
    /// nor saved any more.
    pub fn stop_growing(&mut self, books: &mut Books) {
        let freed = self.memory_to_grow();
        // Without its runs a manifest would be another one.
        self.is_torn = true;
        self.sorter = Sorter::new(self.scratch, &self.shares);
        self.runs = Runs::new(self.scratch, &self.shares);
        books.give_back(freed);
        self.taken -= freed;
    }
}
