//! All bodies of one length, numbered in ascending order of their steps, so that a move needs no
//! table.
//!
//! A move in one direction puts one and the same step before those of a body and drops its last.
//! So the bodies that moves in this direction lead to are in the order of those that they lead
//! from, and only bodies that differ in their last step alone, which stand side by side, lead to
//! the same one. One walk through all bodies, and four through those that moves lead to, meet
//! everything once.

use std::num::NonZeroUsize;
use std::ops::Range;

use fewest_search::{Books, Limit, SearchContext};

use super::crew;
use crate::snake::shapes::{Shapes, back};

/// Walks that never meet themselves, of one step, two, and so on.
const WALKS: [u64; 20] = [
    4,
    12,
    36,
    100,
    284,
    780,
    2172,
    5916,
    16_268,
    44_100,
    120_292,
    324_932,
    881_500,
    2_374_444,
    6_416_596,
    17_245_332,
    46_466_676,
    124_658_732,
    335_116_620,
    897_697_164,
];

/// How many bodies snakes of so many segments have; nothing where they are not numbered here.
pub fn bodies(segments: usize) -> Option<u64> {
    WALKS.get(segments.checked_sub(3)?).copied()
}

/// What is known of one body: its lowest four bits are the directions that it leaves free.
#[derive(Clone, Copy)]
pub struct Mark(u8);

impl Mark {
    /// It differs from the one before in its last step alone.
    const IS_TWIN: u8 = 1 << 4;
    /// No move leads to it: its end is shut in, so that no tail can have been behind it.
    const IS_ORPHAN: u8 = 1 << 5;

    #[inline(always)]
    pub fn is_free(self, direction: usize) -> bool {
        self.0 >> direction & 1 == 1
    }

    #[inline(always)]
    pub fn is_twin(self) -> bool {
        self.0 & Mark::IS_TWIN != 0
    }

    #[inline(always)]
    pub fn is_orphan(self) -> bool {
        self.0 & Mark::IS_ORPHAN != 0
    }
}

/// Some bodies one after another, and those that moves lead to from them.
#[derive(Clone, Copy)]
pub struct Chunk {
    pub begin: usize,
    /// Where they begin for each direction; they end where those of the next chunk begin.
    pub targets: [usize; 4],
}

/// The bodies of snakes of one length.
pub struct Register {
    marks: Vec<Mark>,
    /// The last one only says where the one before it ends.
    chunks: Vec<Chunk>,
}

impl Register {
    /// Numbers the bodies of snakes of so many segments, in chunks of about so many; says which
    /// numbers those with the steps asked about have.
    pub fn new<const N: usize>(
        segments: usize,
        chunk: usize,
        asked: [&[usize]; N],
        ctx: &mut SearchContext,
    ) -> Result<(Self, [usize; N]), Limit> {
        let bodies = bodies(segments).ok_or(Limit::Memory)? as usize;
        let steps = segments - 2;
        /// How many of its steps the bodies of one task share.
        const IN_COMMON: usize = 5;
        /// How many bodies are worth starting another thread.
        const WORTH_SHARING: usize = 1 << 16;
        let beginnings = Shapes::table(2 + IN_COMMON.min(steps - 1));
        let threads = match bodies {
            ..WORTH_SHARING => NonZeroUsize::MIN,
            _ => ctx.options.threads,
        };
        // The tasks' own lists are there until they are all put together; they may have more
        // room than they need.
        let tasks = 2 * bodies as u64;
        ctx.budget.take(tasks)?;
        let parts = crew::share(
            threads,
            0..beginnings.bodies(),
            |parts: &mut Vec<_>, number| {
                let mut walk = Walk::new(steps, asked.map(Shapes::code));
                walk.all_that_begin(beginnings.steps(number as u32));
                parts.push((number, walk.marks, walk.found));
            },
            || ctx.work(1 << 12),
        )?;
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_by_key(|(number, ..)| *number);
        let mut marks: Vec<Mark> = ctx.budget.list(bodies)?;
        let mut numbers = [0; N];
        for (_, part, found) in parts {
            for (number, found) in numbers.iter_mut().zip(found) {
                *number = found.map_or(*number, |found| marks.len() + found);
            }
            marks.extend(part);
        }
        ctx.budget.give_back(tasks);
        let chunks = chunks(&marks, chunk, &mut ctx.budget)?;
        Ok((Register { marks, chunks }, numbers))
    }

    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// How many chunks there are.
    pub fn chunks(&self) -> usize {
        self.chunks.len() - 1
    }

    /// The bodies of a chunk.
    pub fn sources(&self, chunk: usize) -> Range<usize> {
        self.chunks[chunk].begin..self.chunks[chunk + 1].begin
    }

    /// Those that moves in a direction lead to from a chunk.
    pub fn targets(&self, chunk: usize, direction: usize) -> Range<usize> {
        self.chunks[chunk].targets[direction]..self.chunks[chunk + 1].targets[direction]
    }

    /// Those that moves in a direction lead to from all bodies.
    pub fn all_targets(&self, direction: usize) -> Range<usize> {
        self.chunks[0].targets[direction]..self.chunks[self.chunks()].targets[direction]
    }
}

/// Moves a place among those that moves in a direction lead to past all that they lead to from
/// some bodies.
fn advance(marks: &[Mark], bodies: Range<usize>, direction: usize, target: &mut usize) {
    let mut is_met = false;
    for mark in &marks[bodies] {
        is_met &= mark.is_twin();
        if mark.is_free(direction) && !is_met {
            is_met = true;
            while marks[*target].is_orphan() {
                *target += 1;
            }
            *target += 1;
        }
    }
}

/// Cuts the bodies into chunks, each a few more than `size` so that twins stay together.
fn chunks(marks: &[Mark], size: usize, books: &mut Books) -> Result<Vec<Chunk>, Limit> {
    let quarter = marks.len() / 4;
    let mut targets = [0, 1, 2, 3].map(|direction| back(direction) * quarter);
    let mut chunks = Vec::new();
    let mut begin = 0;
    while begin < marks.len() {
        books.push(&mut chunks, Chunk { begin, targets })?;
        let mut end = (begin + size).min(marks.len());
        while marks.get(end).is_some_and(|mark| mark.is_twin()) {
            end += 1;
        }
        for (direction, target) in targets.iter_mut().enumerate() {
            advance(marks, begin..end, direction, target);
        }
        begin = end;
    }
    let targets = [0, 1, 2, 3].map(|direction| (back(direction) + 1) * quarter);
    books.push(&mut chunks, Chunk { begin, targets })?;
    Ok(chunks)
}

/// A walk that never meets itself, as it grows.
struct Walk<const N: usize> {
    marks: Vec<Mark>,
    /// The walks asked about, and where they are among the marks.
    asked: [u64; N],
    found: [Option<usize>; N],
    steps: usize,
    centre: usize,
    beside: [isize; 4],
    taken: Vec<bool>,
}

impl<const N: usize> Walk<N> {
    fn new(steps: usize, asked: [u64; N]) -> Self {
        let side = 2 * steps + 5;
        let centre = side * side / 2;
        let mut taken = vec![false; side * side];
        taken[centre] = true;
        let side = side as isize;
        Walk {
            marks: Vec::new(),
            asked,
            found: [None; N],
            steps,
            centre,
            beside: [-side, side, -1, 1],
            taken,
        }
    }

    /// Marks all that begin with these steps, and have at least one more.
    fn all_that_begin(&mut self, steps: impl Iterator<Item = usize>) {
        let (mut at, mut code, mut left) = (self.centre, 0, self.steps);
        for step in steps {
            at = at.wrapping_add_signed(self.beside[step]);
            self.taken[at] = true;
            code = code << 2 | step as u64;
            left -= 1;
        }
        self.lengthen(at, code, left);
    }

    fn lengthen(&mut self, at: usize, code: u64, left: usize) {
        let mut twin = 0;
        for step in 0..4 {
            let next = at.wrapping_add_signed(self.beside[step]);
            if self.taken[next] {
                continue;
            }
            let code = code << 2 | step as u64;
            self.taken[next] = true;
            if left == 1 {
                self.mark(next, code, twin);
                twin = Mark::IS_TWIN;
            } else {
                self.lengthen(next, code, left - 1);
            }
            self.taken[next] = false;
        }
    }

    fn mark(&mut self, end: usize, code: u64, twin: u8) {
        for (asked, found) in self.asked.iter().zip(&mut self.found) {
            if *asked == code {
                *found = Some(self.marks.len());
            }
        }
        let mut mark = twin;
        if self.free(end) == 0 {
            mark |= Mark::IS_ORPHAN;
        }
        self.marks.push(Mark(mark | self.free(self.centre)));
    }

    /// The directions in which the square beside one is free.
    fn free(&self, square: usize) -> u8 {
        let is_free = |step: usize| !self.taken[square.wrapping_add_signed(self.beside[step])];
        (0..4).fold(0, |free, step| free | u8::from(is_free(step)) << step)
    }
}
