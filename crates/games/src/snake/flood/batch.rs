//! The bodies of a batch in memory, and what is to be done with them at one time.

use std::ops::Range;

use fewest_search::{Books, Limit};

use super::Layer;
use super::chequer::Way;
use super::ground::Ground;
use super::rows::{RowsIn, RowsOut};
use super::seen::SeenFile;
use super::tide::{self, Reached, Sources, Targets};
use crate::snake::heads::Heads;
use crate::snake::shapes::back;

/// Bodies one after another, and those that moves lead to from them, by direction.
pub struct Batch<const W: usize> {
    pub sources: Layer<W>,
    pub targets: [Pool<W>; 4],
}

/// Bodies that moves in one direction lead to.
pub struct Pool<const W: usize> {
    pub next: Layer<W>,
    /// Where their heads have been, where that is kept on the disk.
    pub seen: Vec<Heads<W>>,
}

impl<const W: usize> Batch<W> {
    /// Room for so many bodies, and for so many that moves lead to.
    pub fn new(sources: usize, targets: [usize; 4], books: &mut Books) -> Result<Self, Limit> {
        let sources = Layer::new(sources, books)?;
        let mut pool = |direction: usize| {
            Ok::<_, Limit>(Pool {
                next: Layer::new(targets[direction], books)?,
                seen: Vec::new(),
            })
        };
        Ok(Batch {
            sources,
            targets: [pool(0)?, pool(1)?, pool(2)?, pool(3)?],
        })
    }

    pub fn make_room_for_seen(
        &mut self,
        targets: [usize; 4],
        books: &mut Books,
    ) -> Result<(), Limit> {
        for (pool, targets) in self.targets.iter_mut().zip(targets) {
            pool.seen = books.list(targets)?;
        }
        Ok(())
    }
}

/// A batch among the bodies that moves in one direction lead to.
#[derive(Clone)]
pub struct Part {
    pub number: usize,
    pub bodies: Range<usize>,
    /// The place of the first of them among all that have the same first step.
    pub place: usize,
}

impl Part {
    pub fn new<const W: usize>(
        ground: &Ground<W>,
        number: usize,
        chunks: Range<usize>,
        direction: usize,
    ) -> Self {
        let bodies = ground.register.targets(chunks, direction);
        let quarter = ground.register.marks().len() / 4;
        Part {
            number,
            place: bodies.start - back(direction) * quarter,
            bodies,
        }
    }
}

/// What is to be done at one time, by whoever is free.
#[allow(
    clippy::large_enum_variant,
    reason = "most of them are moves, the largest"
)]
pub enum Task<'t, 'a, const W: usize> {
    /// Read the heads of a batch.
    Read {
        rows: &'t mut RowsIn<'a, W>,
        first: usize,
        sources: &'t mut Layer<W>,
    },
    /// Write what one batch led to in one direction, and read where heads of another have been.
    Turn(Turn<'t, 'a, W>),
    /// Move a chunk.
    Move(Sources<'t, W>, [Targets<'t, W>; 4]),
}

/// A direction's files.
pub struct Turn<'t, 'a, const W: usize> {
    pub rows: &'t mut RowsOut<'a, W>,
    pub file: Option<&'t mut SeenFile<'a>>,
    pub write: Option<(Part, &'t Pool<W>)>,
    pub read: Option<(Part, &'t mut Vec<Heads<W>>)>,
}

/// What came of the tasks that one thread has done.
#[derive(Default)]
pub struct Sum {
    pub reached: [Reached; 4],
    pub failed: Option<Limit>,
}

impl Sum {
    pub fn add(&mut self, more: Sum) {
        for (sum, reached) in self.reached.iter_mut().zip(more.reached) {
            sum.add(reached);
        }
        self.failed = self.failed.take().or(more.failed);
    }
}

impl<const W: usize> Task<'_, '_, W> {
    pub fn run(self, ways: &[Way<W>; 4], sum: &mut Sum) {
        let done = match self {
            Task::Read {
                rows,
                first,
                sources,
            } => rows.fill(first, sources),
            Task::Turn(turn) => turn.run(),
            Task::Move(sources, targets) => {
                let reached = tide::step(ways, sources, targets);
                let failed = None;
                sum.add(Sum { reached, failed });
                Ok(())
            }
        };
        sum.failed = sum.failed.take().or(done.err());
    }
}

impl<const W: usize> Turn<'_, '_, W> {
    fn run(mut self) -> Result<(), Limit> {
        if let Some((part, pool)) = self.write {
            let mut any = false;
            let next = pool.next.awake.iter().zip(&pool.next.heads);
            for (body, (is_awake, heads)) in part.bodies.clone().zip(next) {
                if *is_awake {
                    any = true;
                    self.rows.push(body, heads)?;
                }
            }
            if let (true, Some(file)) = (any, &mut self.file) {
                file.write(part.number, part.place * W, pool.seen.as_flattened())?;
            }
        }
        if let (Some((part, seen)), Some(file)) = (self.read, self.file) {
            seen.resize(part.bodies.len(), [0; W]);
            file.read(part.number, part.place * W, seen.as_flattened_mut())?;
        }
        Ok(())
    }
}
