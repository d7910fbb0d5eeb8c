//! A flood whose layers are on the disk: four files each, by the step after the head, so that
//! each is written from beginning to end, and all are read so one after another.
//!
//! The bodies go through memory in batches. While one is moved, the next is read, and what the
//! last one led to is written.

use std::num::NonZeroUsize;
use std::ops::Range;

use fewest_search::disk::{DiskError, Manifest, Scratch};
use fewest_search::{Books, Limit, SearchContext, SearchOptions};

use super::batch::{Batch, Part, Sum, Task, Turn};
use super::ground::{Ground, quarters};
use super::rows::{BYTES_A_BLOCK, RowsIn, RowsOut};
use super::seen::Seen;
use super::tide::{Reached, Targets};
use super::{BYTES_A_CHUNK, Flooded, crew, memory};
use crate::snake::shapes::back;

/// The name under which a manifest knows it.
pub const TIER: &str = "flood";

/// The bytes of the heads of a batch: a small part of the memory allowed.
pub fn share(options: &SearchOptions) -> usize {
    (memory(options) / 32).clamp(1 << 8, 1 << 22) as usize
}

/// A flood on the disk.
pub struct Deep<'a, const W: usize> {
    ground: &'a Ground<W>,
    scratch: &'a Scratch,
    threads: NonZeroUsize,
    /// Whether it goes on after the win, until nothing new is reached.
    whole: bool,
    cut: Cut,
    seen: Seen<'a, W>,
    /// The batch that is read, the one that is moved, and the one that is written.
    buffers: [Batch<W>; 3],
    /// Room for the blocks that are read, and for those of each file that is written.
    room: Vec<u8>,
    rooms: [Vec<u8>; 4],
    manifest: Manifest,
}

impl<'a, const W: usize> Deep<'a, W> {
    pub fn new(
        ground: &'a Ground<W>,
        scratch: &'a Scratch,
        whole: bool,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let share = share(&ctx.options);
        let (threads, books) = (ctx.options.threads, &mut ctx.budget);
        let cut = Cut::new(ground, share);
        let mut buffer = || Batch::new(cut.sources, cut.targets, books);
        let mut buffers = [buffer()?, buffer()?, buffer()?];
        let bytes_a_block = cut.bytes_a_block::<W>();
        let room = RowsIn::<W>::room(bytes_a_block, books)?;
        let mut out = || books.list(bytes_a_block);
        let rooms = [out()?, out()?, out()?, out()?];
        // What is left may be taken whole, but for a little.
        books.take(share as u64)?;
        let seen = Seen::new(ground, scratch, &cut, books)?;
        books.give_back(share as u64);
        if let Seen::Disk(_) = seen {
            for buffer in &mut buffers {
                buffer.make_room_for_seen(cut.targets, books)?;
            }
        }
        Ok(Deep {
            ground,
            scratch,
            threads,
            whole,
            cut,
            seen,
            buffers,
            room,
            rooms,
            manifest: Manifest::new(TIER),
        })
    }

    /// Goes on from where the folder says, or begins there.
    pub fn run(mut self, flooded: &mut Flooded, ctx: &mut SearchContext) -> Result<(), Limit> {
        self.go_on(flooded, ctx)?;
        flooded.files = self.manifest.files;
        Ok(())
    }

    fn go_on(&mut self, flooded: &mut Flooded, ctx: &mut SearchContext) -> Result<(), Limit> {
        let found = self.scratch.found();
        if found.tier == TIER {
            self.manifest = found.clone();
            resume(flooded, &self.manifest, &mut ctx.budget)?;
        } else {
            self.begin(flooded, &mut ctx.budget)?;
        }
        if self.is_over(flooded) {
            return Ok(());
        }
        flooded.show(ctx)?;
        self.remember(ctx)?;
        while !self.is_over(flooded) {
            flooded.show(ctx)?;
            self.step(flooded, ctx)?;
        }
        Ok(())
    }

    fn is_over(&self, flooded: &Flooded) -> bool {
        let is_exhausted = self.manifest.number(OVER).is_some();
        is_exhausted || flooded.cost.is_some() && !self.whole
    }

    /// The layer of the start alone.
    fn begin(&mut self, flooded: &mut Flooded, books: &mut Books) -> Result<(), Limit> {
        let (start, head) = self.ground.start;
        let mut rows = self.new_rows(0)?;
        let quarter = start / (self.ground.register.marks().len() / 4);
        rows[back(quarter)].push(start, &head.alone())?;
        let mut reached = [Reached::default(); 4];
        reached[back(quarter)].count = 1;
        self.commit(rows, reached, flooded, books)
    }

    /// Begins the files of a layer, by the directions that lead to their bodies.
    fn new_rows(&mut self, depth: usize) -> Result<[RowsOut<'a, W>; 4], Limit> {
        let mut rows = |direction: usize| {
            let name = format!("layer-{depth}-{}", back(direction));
            let room = std::mem::take(&mut self.rooms[direction]);
            RowsOut::new(self.scratch, &name, room)
        };
        Ok([rows(0)?, rows(1)?, rows(2)?, rows(3)?])
    }

    /// A layer is whole: from here on the search can be resumed after it.
    fn commit(
        &mut self,
        rows: [RowsOut<W>; 4],
        reached: [Reached; 4],
        flooded: &mut Flooded,
        books: &mut Books,
    ) -> Result<(), Limit> {
        let mut sum = Reached::default();
        let mut files = Vec::new();
        for (direction, (rows, reached)) in rows.into_iter().zip(reached).enumerate() {
            let (file, room) = rows.finish(reached.count)?;
            self.rooms[direction] = room;
            sum.add(reached);
            files.push(file);
        }
        // In the order of the bodies.
        files.swap(0, back(0));
        files.swap(2, back(2));
        let numbers = &mut self.manifest.numbers;
        if flooded.add(sum, books)? {
            self.manifest.files.extend(files);
            let known = [(BEFORE, flooded.before), (LEAST, flooded.least as u64)];
            let cost = flooded.cost.map(|cost| (COST, cost as u64));
            let known = known.into_iter().chain(cost);
            *numbers = known
                .map(|(name, number)| (name.to_string(), number))
                .collect();
        } else {
            numbers.push((OVER.to_string(), 1));
        }
        Ok(self.scratch.commit(&self.manifest)?)
    }

    /// Remembers all that the layers hold.
    fn remember(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        let (ground, scratch) = (self.ground, self.scratch);
        let bodies = ground.register.marks().len();
        for (place, file) in self.manifest.files.iter().enumerate() {
            let (depth, direction) = (place / 4, back(place % 4));
            let room = std::mem::take(&mut self.room);
            let mut rows = RowsIn::<W>::new(scratch, [file], room);
            let colour = ground.colour(depth);
            for (batch, chunks) in self.cut.batches(ground).enumerate() {
                ctx.work(1 << 10)?;
                let part = Part::new(ground, batch, chunks, direction);
                match &mut self.seen {
                    Seen::Memory(seen) => {
                        let seen = &mut seen[colour][part.bodies.clone()];
                        rows.remember(part.bodies.start, seen)?;
                    }
                    Seen::Disk(seen) => {
                        let file = &mut seen[colour][direction];
                        let seen = &mut self.buffers[0].targets[direction].seen;
                        seen.resize(part.bodies.len(), [0; W]);
                        file.read(part.number, part.place * W, seen.as_flattened_mut())?;
                        if rows.remember(part.bodies.start, seen)? {
                            file.write(part.number, part.place * W, seen.as_flattened())?;
                        }
                    }
                }
            }
            if rows.next_below(bodies)?.is_some() {
                return Err(DiskError::damaged(&file.name).into());
            }
            self.room = rows.into_room();
        }
        Ok(())
    }

    /// Moves the last layer.
    fn step(&mut self, flooded: &mut Flooded, ctx: &mut SearchContext) -> Result<(), Limit> {
        let ground = self.ground;
        let depth = flooded.layers.len() - 1;
        let last = &self.manifest.files[4 * depth..];
        // From one body three are reached, and some rows become longer.
        let bytes: u64 = last.iter().map(|file| file.bytes).sum();
        self.scratch.has_room(bytes.saturating_mul(4))?;
        let room = std::mem::take(&mut self.room);
        let mut rows_in = RowsIn::new(self.scratch, last, room);
        let mut rows_out = self.new_rows(depth + 1)?;
        let other = ground.colour(depth + 1);
        let (mut in_memory, mut on_disk) = match &mut self.seen {
            Seen::Memory(seen) => (Some(quarters(&mut seen[other])), None),
            Seen::Disk(files) => (None, Some(&mut files[other])),
        };
        let ways = ground.chequer.ways(ground.colour(depth));
        let mut sum = Sum::default();
        let mut leads_to_start = false;
        for round in 0..self.cut.batches(ground).len() + 2 {
            self.buffers.rotate_right(1);
            let [reading, moving, writing] = &mut self.buffers;
            let cut = &self.cut;
            let batch = |late: usize| {
                let number = round.checked_sub(late)?;
                Some((number, cut.batches(ground).nth(number)?))
            };
            let mut tasks = Vec::new();
            if let Some((_, chunks)) = batch(0) {
                let bodies = ground.register.sources(chunks);
                reading.sources.resize(bodies.len());
                tasks.push(Task::Read {
                    rows: &mut rows_in,
                    first: bodies.start,
                    sources: &mut reading.sources,
                });
            }
            let mut files = on_disk.iter_mut().flat_map(|files| files.iter_mut());
            let read = reading.targets.iter_mut();
            let rows = rows_out.iter_mut().zip(read).zip(&writing.targets);
            for (direction, ((rows, read), write)) in rows.enumerate() {
                let part = |(number, chunks)| Part::new(ground, number, chunks, direction);
                tasks.push(Task::Turn(Turn {
                    rows,
                    file: files.next(),
                    write: batch(2).map(|batch| (part(batch), write)),
                    read: batch(0).map(|batch| {
                        let part = part(batch);
                        read.next.resize(part.bodies.len());
                        (part, &mut read.seen)
                    }),
                }));
            }
            if let Some((_, chunks)) = batch(1) {
                let Batch { sources, targets } = moving;
                let bodies = ground.register.sources(chunks.clone());
                leads_to_start |= ground.leads_to_start(depth, bodies.start, sources);
                let mut pools = targets.iter_mut().enumerate();
                let mut in_memory = in_memory.iter_mut().flat_map(|seen| seen.iter_mut());
                let mut targets = [(); 4].map(|()| {
                    let (direction, pool) = pools.next().expect("one for each direction");
                    let bodies = ground.register.targets(chunks.clone(), direction);
                    let seen = match in_memory.next() {
                        Some(rest) => rest.split_off_mut(..bodies.len()),
                        None => Some(&mut pool.seen[..]),
                    };
                    Targets {
                        marks: &ground.register.marks()[bodies],
                        seen: seen.expect("there are so many"),
                        awake: &mut pool.next.awake,
                        heads: &mut pool.next.heads,
                    }
                });
                for chunk in chunks {
                    let sources = ground.sources(chunk, bodies.start, sources);
                    tasks.push(Task::Move(sources, ground.cut(&mut targets, chunk)));
                }
            }
            let sums = crew::share(
                self.threads,
                tasks.into_iter(),
                |sum: &mut Sum, task: Task<W>| task.run(ways, sum),
                || ctx.work(1 << 10),
            )?;
            for done in sums {
                sum.add(done);
            }
            if let Some(limit) = sum.failed.take() {
                return Err(limit);
            }
        }
        self.room = rows_in.into_room();
        let start = &mut sum.reached[ground.toward_start];
        start.count -= u64::from(leads_to_start);
        self.commit(rows_out, sum.reached, flooded, &mut ctx.budget)
    }
}

/// How the bodies are cut into batches.
pub struct Cut {
    /// How many chunks a batch has.
    chunks: usize,
    /// How many bodies at the most, and how many that moves lead to, by direction.
    pub sources: usize,
    pub targets: [usize; 4],
    share: usize,
}

impl Cut {
    fn of_share(share: usize) -> Self {
        Cut {
            chunks: (share / BYTES_A_CHUNK).max(1),
            sources: 0,
            targets: [0; 4],
            share,
        }
    }

    /// Batches whose heads take about so many bytes.
    pub fn new<const W: usize>(ground: &Ground<W>, share: usize) -> Self {
        let mut cut = Cut::of_share(share);
        for chunks in cut.batches(ground) {
            cut.sources = cut
                .sources
                .max(ground.register.sources(chunks.clone()).len());
            for (direction, most) in cut.targets.iter_mut().enumerate() {
                *most = ground
                    .register
                    .targets(chunks.clone(), direction)
                    .len()
                    .max(*most);
            }
        }
        cut
    }

    /// The chunks of each batch.
    pub fn batches<const W: usize>(
        &self,
        ground: &Ground<W>,
    ) -> impl ExactSizeIterator<Item = Range<usize>> + use<W> {
        let (all, chunks) = (ground.register.chunks(), self.chunks);
        (0..all.div_ceil(chunks)).map(move |number| {
            let begin = number * chunks;
            begin..(begin + chunks).min(all)
        })
    }

    /// How many bytes a block of rows has at the most.
    pub fn bytes_a_block<const W: usize>(&self) -> usize {
        (self.share / 8).clamp(RowsOut::<W>::LEAST_BLOCK, BYTES_A_BLOCK)
    }
}

const BEFORE: &str = "before";
const LEAST: &str = "least";
const COST: &str = "cost";
const OVER: &str = "over";

/// How far a search had come that is resumed.
fn resume(flooded: &mut Flooded, manifest: &Manifest, books: &mut Books) -> Result<(), Limit> {
    flooded.before = manifest.number(BEFORE).unwrap_or(0);
    flooded.least = manifest.number(LEAST).unwrap_or(0) as usize;
    flooded.cost = manifest.number(COST).map(|cost| cost as usize);
    for files in manifest.files.chunks(4) {
        let states = files.iter().map(|file| file.records).sum();
        books.push(&mut flooded.layers, states)?;
    }
    Ok(())
}
