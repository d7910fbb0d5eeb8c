//! Layers of states on the disk: every key once over all layers, in the order of reaching.
//!
//! A layer grows out of the one before. Its states are read in their order, the caller, which
//! knows the rules, adds what each leads to, and what was added is sorted, compared with
//! everything there is, put back in the order of reaching, and kept. The comparison is with all
//! layers before: where moves lead one way only, the last two are not enough.

use std::time::{Duration, Instant};

use super::BufferSizes;
use super::folder::DiskError;
use super::layers::{LayerReader, LayerWriter, Mark, Table, read_table};
use super::runs::Runs;
use super::scratch::{LayerEntry, Manifest, Scratch};
use super::sorting::{Order, Reached, Sorter, Spilled};
use crate::budget::{Books, Chunks};
use crate::context::{Limit, Progress, SearchContext};

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
/// A new store gets its first layers by [`Strata::push`] and [`Strata::end_layer`], and
/// then [`settle`](Strata::settle). After that [`Strata::grow`] and [`Strata::keep`] add one layer
/// after another. What is kept is committed after every layer that is large, and after small ones
/// now and then. Once anything has failed, only [`Strata::save`] may still be called.
pub struct Strata<'a> {
    scratch: &'a Scratch,
    foundation: Foundation,
    buffers: BufferSizes,
    /// What was charged to the budget.
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
    pub const LEAST_MEMORY: u64 = BufferSizes::LEAST;

    /// The memory that must be free to begin: what is held until they are settled.
    pub const fn memory_to_begin(memory: u64) -> u64 {
        memory / 16
    }

    /// Begins anew, without a layer.
    pub fn begin(scratch: &'a Scratch, foundation: Foundation) -> Result<Self, Limit> {
        let memory = foundation.memory.unwrap_or(BufferSizes::UNASKED);
        let buffers = BufferSizes::of(memory, 0)?;
        scratch.has_room(0)?;
        Ok(Self::empty(scratch, foundation, buffers))
    }

    fn empty(scratch: &'a Scratch, foundation: Foundation, buffers: BufferSizes) -> Self {
        Strata {
            scratch,
            foundation,
            buffers,
            taken: 0,
            sorter: Sorter::new(scratch, &buffers),
            runs: Runs::new(scratch, &buffers),
            files: Vec::new(),
            firsts: Vec::new(),
            table: None,
            // Until they are settled there is no memory for them but a block.
            open: LayerWriter::new(scratch, &buffers, 0, 0),
            sizes: Chunks::new(),
            states: 0,
            key_bytes: 0,
            key_length: 0,
            notes: Vec::new(),
            saved: Instant::now(),
            is_torn: false,
        }
    }

    fn take(&mut self, budget: &mut Books) -> Result<(), Limit> {
        budget.take(self.buffers.sum)?;
        self.taken = self.buffers.sum;
        Ok(())
    }

    fn next_writer(&self) -> LayerWriter<'a> {
        let first = self.sizes.len();
        LayerWriter::new(self.scratch, &self.buffers, first, self.buffers.layers / 2)
    }

    /// Adds the next state of the first layers, whose parent is between two states of
    /// the layer before.
    pub fn push(&mut self, key: &[u8], parent: (u64, u64)) -> Result<(), Limit> {
        if !self.is_torn {
            self.open.begin_layer();
            (self.is_torn, self.key_bytes) = (true, 0);
        }
        self.key_bytes += key.len() as u64;
        self.open.push(key, parent)
    }

    /// Ends one of the first layers. Its size is entered when all are settled.
    pub fn end_layer(&mut self) -> Result<(), DiskError> {
        self.open.end_layer()?;
        self.is_torn = false;
        if self.open.has_long_table() {
            let first = self.open.first + self.open.table.sizes().len();
            let next = LayerWriter::new(self.scratch, &self.buffers, first, 0);
            self.file_layers(next)?;
            self.table = None;
        }
        Ok(())
    }

    /// Ends the first layers. The memory is free now: sorts what is there, and commits it.
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

    /// A number that the caller has noted.
    pub fn note(&self, name: &str) -> Option<u64> {
        let note = self.notes.iter().find(|note| note.0 == name);
        note.map(|note| note.1)
    }

    /// Notes a number, for a search that is resumed.
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
        self.key_length.min(self.buffers.longest_key())
    }

    /// Sets the expected length of a key, for a shard that may be empty so far.
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
    fn enter(&mut self, states: u64, budget: &mut Books) -> Result<(), Limit> {
        while let Err(limit) = self.sizes.push(states, budget) {
            let freed = self.sorter.shrink().ok_or(limit)?;
            budget.give_back(freed);
            self.taken -= freed;
        }
        self.states += states;
        Ok(())
    }

    fn locate(&mut self, depth: usize, number: u64) -> Result<Found, DiskError> {
        let (file, first, table) = if depth >= self.open.first {
            (None, self.open.first, &self.open.table)
        } else {
            let file = self.firsts.partition_point(|first| *first <= depth) - 1;
            if self.table.as_ref().is_none_or(|table| table.0 != file) {
                self.table = None;
                self.table = Some((file, read_table(self.scratch, &self.files[file])?));
            }
            let table = self.table.as_ref().map(|table| &table.1);
            (Some(file), self.firsts[file], table.expect("it was read"))
        };
        match table.marks(depth - first, number) {
            (Some(&mark), next) => Ok(Found {
                file,
                mark,
                next: next.copied(),
            }),
            (None, _) => Err(self.damaged(depth)),
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
        self.taken.saturating_sub(self.buffers.while_reading())
    }

    /// Lets go of the memory that only growing needs: the layers are still read, but neither grown
    /// nor saved any more.
    pub fn stop_growing(&mut self, budget: &mut Books) {
        let freed = self.memory_to_grow();
        // Without its runs a manifest would be another one.
        self.is_torn = true;
        self.sorter = Sorter::new(self.scratch, &self.buffers);
        self.runs = Runs::new(self.scratch, &self.buffers);
        budget.give_back(freed);
        self.taken -= freed;
    }
}

impl<'a> Strata<'a> {
    /// Begins the next layer: the last one is read, and what its states lead to is added.
    pub fn grow(&mut self) -> Result<Growth<'_, 'a>, Limit> {
        // Candidates, sorted states and the layer, each about as large as the last layer.
        self.scratch.has_room(self.key_bytes.saturating_mul(4))?;
        let longest = self.buffers.longest_key();
        self.sorter.expect(self.expected_key())?;
        let (states, sorter) = self.layer_and_sorter(self.depth())?;
        Ok(Growth {
            states,
            sorter,
            longest,
            parent: 0,
            child: 0,
        })
    }
}

/// A layer that is growing: the states of the one before, and what they lead to.
pub struct Growth<'s, 'a> {
    /// Nothing where the layer before is empty.
    states: Option<LayerReader<'s>>,
    sorter: &'s mut Sorter<'a>,
    longest: usize,
    parent: u64,
    child: u32,
}

impl Growth<'_, '_> {
    /// The number and the key of the next state of the layer before, if there is one.
    pub fn state(&mut self) -> Result<Option<(u64, &[u8])>, Limit> {
        let Some(states) = &mut self.states else {
            return Ok(None);
        };
        let number = states.advance()?;
        Ok(number.map(|number| (number, states.key())))
    }

    /// The error where a state that was read is none.
    pub fn damaged(&self) -> DiskError {
        let empty = || DiskError::damaged("manifest");
        self.states
            .as_ref()
            .map_or_else(empty, LayerReader::damaged)
    }

    /// Adds what a state leads to: parents in their order, and the children of each in the order
    /// of the moves.
    pub fn add(&mut self, parent: u64, key: &[u8]) -> Result<(), Limit> {
        if parent != self.parent {
            (self.parent, self.child) = (parent, 0);
        }
        self.add_child(parent, self.child, key)?;
        self.child = self.child.checked_add(1).ok_or(Limit::Memory)?;
        Ok(())
    }

    /// Adds what a state leads to by its move of this number, in any order.
    pub fn add_child(&mut self, parent: u64, child: u32, key: &[u8]) -> Result<(), Limit> {
        if key.len() > self.longest {
            return Err(Limit::Memory);
        }
        self.sorter.push(key, (parent, child))
    }
}

impl Strata<'_> {
    /// Ends the layer: keeps the states that are new, and returns their number. If there
    /// are none, there is no such layer. If there are more than `room`, it gives up for them.
    pub fn keep(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        let states = self.keep_new(room, ctx)?;
        if states > 0 {
            self.enter_layer(states, ctx)?;
            match self.is_due() {
                true => self.commit(ctx)?,
                false => self.runs.tidy_held()?,
            }
        }
        Ok(states)
    }

    /// Keeps what is new as this shard's part of a layer, which exists even if it is empty. It is not
    /// committed: the caller that knows all shards does that. It must, before the shard grows again,
    /// if it [is due](Strata::is_due).
    pub fn keep_share(&mut self, ctx: &mut SearchContext) -> Result<u64, Limit> {
        let states = self.keep_new(u64::MAX, ctx)?;
        if states == 0 {
            (self.is_torn, self.key_bytes) = (true, 0);
            self.open.begin_layer();
            self.open.end_layer()?;
        }
        self.enter_layer(states, ctx)?;
        Ok(states)
    }

    fn keep_new(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        match self.sorter.is_held() {
            true => self.keep_held(room, ctx),
            false => self.keep_spilled(room, ctx),
        }
    }

    fn enter_layer(&mut self, states: u64, ctx: &mut SearchContext) -> Result<(), Limit> {
        self.enter(states, &mut ctx.budget)?;
        if states > 0 {
            self.key_length = self.average_key();
        }
        self.is_torn = false;
        Ok(())
    }

    fn keep_held(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        self.sift_held(|| ctx.work(1))?;
        let states = self.sorter.len();
        if states as u64 > room {
            return Err(Limit::States);
        }
        if states == 0 {
            return Ok(0);
        }
        if !self.foundation.is_graded {
            let mut run = self.runs.writer();
            for place in 0..states {
                run.push(self.sorter.get(place, &mut [0; 8]).0, (0, 0))?;
                ctx.work(1)?;
            }
            self.runs.add(run)?;
        }
        self.write_layer(ctx)?;
        Ok(states as u64)
    }

    /// Sorts what is in the arena, and drops what is not new.
    fn sift_held(&mut self, mut poll: impl FnMut() -> Result<(), Limit>) -> Result<(), Limit> {
        self.sorter.sort(Order::Key);
        if !self.foundation.is_graded {
            self.runs.begin_pass();
            let runs = &mut self.runs;
            self.sorter.retain(|key| {
                poll()?;
                Ok(!runs.hold(key)?)
            })?;
        }
        Ok(())
    }

    fn write_layer(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        (self.is_torn, self.key_bytes) = (true, 0);
        let (open, key_bytes) = (&mut self.open, &mut self.key_bytes);
        open.begin_layer();
        self.sorter.each(Order::Reached, |key, (parent, _)| {
            *key_bytes += key.len() as u64;
            open.push(key, (parent, parent))?;
            ctx.work(1)
        })?;
        Ok(open.end_layer()?)
    }

    fn keep_spilled(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        let mut run = (!self.foundation.is_graded).then(|| self.runs.writer());
        let mut spilled = self.sorter.merged()?;
        self.sorter.clear(Order::Reached);
        let (runs, sorter) = (&mut self.runs, &mut self.sorter);
        let mut states = 0;
        sift_spilled(
            &mut spilled,
            runs,
            || ctx.work(1),
            |key, reached| {
                states += 1;
                if states > room {
                    return Err(Limit::States);
                }
                if let Some(run) = &mut run {
                    run.push(key, (0, 0))?;
                }
                sorter.push(key, reached)
            },
        )?;
        spilled.remove()?;
        if states == 0 {
            return Ok(0);
        }
        if let Some(run) = run {
            self.runs.add(run)?;
        }
        self.write_layer(ctx)?;
        Ok(states)
    }

    /// How many of the states that were added are new; none of them is kept. If there are more than
    /// `room`, it gives up for them.
    pub fn count(&mut self, room: u64) -> Result<u64, Limit> {
        let states = if self.sorter.is_held() {
            self.sift_held(|| Ok(()))?;
            self.sorter.len() as u64
        } else {
            let mut spilled = self.sorter.merged()?;
            let mut states = 0;
            sift_spilled(
                &mut spilled,
                &mut self.runs,
                || Ok(()),
                |_, _| {
                    states += 1;
                    Ok(())
                },
            )?;
            spilled.remove()?;
            states
        };
        match states > room {
            true => Err(Limit::States),
            false => Ok(states),
        }
    }
}

/// Hands over what is new among the keys that were spilled: each once, as it was reached first.
fn sift_spilled(
    spilled: &mut Spilled,
    runs: &mut Runs,
    mut poll: impl FnMut() -> Result<(), Limit>,
    mut hand_over: impl FnMut(&[u8], Reached) -> Result<(), Limit>,
) -> Result<(), Limit> {
    runs.begin_pass();
    let mut before = None::<Vec<u8>>;
    while spilled.merge.advance()? {
        poll()?;
        let key = spilled.merge.key();
        if before.as_deref() == Some(key) || runs.hold(key)? {
            continue;
        }
        hand_over(key, spilled.merge.reached())?;
        let before = before.get_or_insert_with(Vec::new);
        before.clear();
        before.extend_from_slice(key);
    }
    Ok(())
}

/// How long small layers are not on the disk at the most, once another one is whole.
const UNSAVED: Duration = Duration::from_secs(2);

/// The numbers of a manifest that are no notes.
const OURS: [&str; 3] = ["block", "key-bytes", "key-length"];

impl<'a> Strata<'a> {
    /// Resumes with the layers that the directory holds; there is at least one.
    pub fn resume(
        scratch: &'a Scratch,
        foundation: Foundation,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        Self::resume_at(scratch, foundation, None, ctx)
    }

    /// The same, but with the layers up to a depth alone: one that was the last when it was
    /// committed.
    pub fn resume_at(
        scratch: &'a Scratch,
        foundation: Foundation,
        depth: Option<usize>,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let found = scratch.found();
        let memory = foundation.memory.unwrap_or(BufferSizes::UNASKED);
        let block = found.number("block").unwrap_or(0);
        let buffers = BufferSizes::of(memory, usize::try_from(block).unwrap_or(usize::MAX))?;
        let mut strata = Self::empty(scratch, foundation, buffers);
        strata.take(&mut ctx.budget)?;
        let layers = depth.map_or(usize::MAX, |depth| depth.saturating_add(1));
        for entry in &found.layers {
            if strata.sizes.len() >= layers {
                break;
            }
            strata.firsts.push(strata.sizes.len());
            let table = read_table(scratch, entry)?;
            for &size in table.sizes() {
                strata.enter(size, &mut ctx.budget)?;
            }
            strata.files.push(entry.clone());
        }
        if depth.is_some() && strata.sizes.len() != layers {
            return Err(DiskError::damaged("manifest").into());
        }
        strata.open = strata.next_writer();
        ctx.stop.progress = Progress {
            depth: strata.sizes.len().saturating_sub(1) as u64,
            states: strata.states,
            at_least: strata.sizes.len() as u64,
        };
        strata.key_bytes = found.number("key-bytes").unwrap_or(0);
        strata.key_length = match found.number("key-length") {
            Some(length) => usize::try_from(length).unwrap_or(usize::MAX),
            None => strata.average_key(),
        };
        let is_ours = |name: &str| OURS.contains(&name);
        let notes = found.numbers.iter().filter(|note| !is_ours(&note.0));
        strata.notes = notes.cloned().collect();
        if strata.files.len() < found.layers.len() {
            // What is sorted holds the layers that are left out, too.
            strata.runs.number_after(&found.files);
            if !foundation.is_graded {
                strata.sort_all(ctx)?;
            }
            strata.save()?;
        } else if !foundation.is_graded {
            strata.runs = Runs::found(scratch, &buffers, &found.files, ctx)?;
            if strata.runs.records() != strata.states {
                return Err(DiskError::damaged("manifest").into());
            }
        }
        Ok(strata)
    }

    /// Whether what was kept should be committed now: it is too large to be held, or has been for
    /// long.
    pub fn is_due(&self) -> bool {
        self.open.is_due() || self.runs.are_due() || self.saved.elapsed() >= UNSAVED
    }

    /// Commits everything that is kept.
    pub fn commit(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        self.runs.tidy(ctx)?;
        self.file()?;
        Ok(self.write_manifest()?)
    }

    /// Makes what is kept, and need not be committed yet, quick to ask.
    pub fn tidy(&mut self) -> Result<(), Limit> {
        self.runs.tidy_held()
    }

    /// Brings everything that is whole to the disk.
    pub fn save(&mut self) -> Result<(), Limit> {
        if self.is_torn {
            // What was committed before stands.
            return Ok(());
        }
        self.file()?;
        Ok(self.write_manifest()?)
    }

    fn file(&mut self) -> Result<(), Limit> {
        if !self.open.is_empty() {
            self.file_layers(self.next_writer())?;
        }
        self.runs.file()
    }

    pub(super) fn file_layers(&mut self, next: LayerWriter<'a>) -> Result<(), DiskError> {
        self.firsts.push(self.open.first);
        let open = std::mem::replace(&mut self.open, next);
        let (entry, table) = open.file(self.scratch)?;
        self.files.push(entry);
        self.table = Some((self.files.len() - 1, table));
        Ok(())
    }

    fn write_manifest(&mut self) -> Result<(), DiskError> {
        let mut manifest = Manifest::new(self.foundation.tier);
        manifest.layers = self.files.clone();
        manifest.files = self.runs.files();
        let ours = [
            self.buffers.block as u64,
            self.key_bytes,
            self.key_length as u64,
        ];
        let ours = OURS.iter().zip(ours);
        manifest.numbers = ours.map(|(name, n)| (name.to_string(), n)).collect();
        manifest.numbers.extend(self.notes.iter().cloned());
        self.scratch.commit(&manifest)?;
        self.saved = Instant::now();
        Ok(())
    }
}
