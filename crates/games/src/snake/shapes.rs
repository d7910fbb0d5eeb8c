//! The shapes a snake's body can lie in, numbered, and what every move makes of them.
//!
//! Whether a snake is in its own way depends on its body alone, that is, all of it but the tail,
//! which leaves its square in the same moment. A move leads from a body to a body. The shape that
//! all of the snake has then, its tail too, comes from this one body by this one direction only.
//!
//! [`Shapes`] has a table of the moves. [`BodyIndex`] needs none: a move in one direction puts one and
//! the same step before those of a body and drops its last, so the bodies that moves in this direction
//! lead to are in the order of those that they lead from. Only bodies that differ in their last step
//! alone, which stand side by side, lead to the same one. One walk through all bodies, and four through
//! those that moves lead to, meet everything once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::OnceLock;

use fewest_search::{Books, Limit, SearchContext};

use super::Board;
use super::flood::share_tasks;
use crate::grid::Direction;

/// No body: the snake is in its own way.
pub const BLOCKED: u32 = u32::MAX;
/// A move that nobody has asked about yet.
const UNKNOWN: u32 = u32::MAX - 1;

/// Up to so many segments all shapes are numbered at once, and kept for levels to come.
/// Beyond, there are too many, and they are numbered as they come up.
const MOST_AT_ONCE: usize = 12;

/// The most segments whose steps fit a number.
pub const MOST_SEGMENTS: usize = 32;

/// The shapes of snakes of one length.
#[derive(Clone)]
pub struct Shapes {
    /// How many steps it is from a body's head to its end: two fewer than there are segments.
    steps: u32,
    /// The steps of each body, each a direction, the one at the head in the highest place.
    codes: Vec<u64>,
    /// What each body becomes by a move in each direction: a body, or why not.
    moves: Vec<[u32; 4]>,
    /// The numbers of the bodies by their steps, where they are numbered as they come up.
    /// Otherwise the codes are in ascending order.
    numbers: HashMap<u64, u32>,
}

/// The way back along a direction: up and down, left and right stand side by side.
pub fn back(direction: usize) -> usize {
    direction ^ 1
}

impl Shapes {
    /// The shapes of snakes of so many segments, at least two. Where they are numbered as they
    /// come up, `first` is the body to begin with.
    pub fn of(
        segments: usize,
        first: u64,
        books: &mut Books,
    ) -> Result<Cow<'static, Shapes>, Limit> {
        if segments <= MOST_AT_ONCE {
            return Ok(Cow::Borrowed(Shapes::table(segments)));
        }
        Ok(Cow::Owned(Shapes::beginning(segments, first, books)?))
    }

    /// All shapes of snakes of so many segments, at most [`MOST_AT_ONCE`].
    pub fn table(segments: usize) -> &'static Shapes {
        static TABLES: [OnceLock<Shapes>; MOST_AT_ONCE + 1] =
            [const { OnceLock::new() }; MOST_AT_ONCE + 1];
        TABLES[segments].get_or_init(|| Shapes::all(segments))
    }

    /// How many shapes and bodies snakes of so many segments have; nothing where there are too
    /// many to number them all at once.
    pub fn counts(segments: usize) -> Option<[u64; 2]> {
        let walks = |steps: usize| steps.checked_sub(1).map_or(1, |place| WALKS[place]);
        (segments <= MOST_AT_ONCE).then(|| [walks(segments - 1), walks(segments - 2)])
    }

    /// Steps as a number, the first in the highest place.
    pub fn code(steps: &[usize]) -> u64 {
        steps.iter().fold(0, |code, &step| code << 2 | step as u64)
    }

    fn all(segments: usize) -> Shapes {
        let steps = segments - 2;
        let (mut codes, mut all_free) = (Vec::new(), Vec::new());
        Walk::new(steps).each_that_begins([].into_iter(), &mut |walk, _, code| {
            codes.push(code);
            all_free.push(walk.free(walk.centre));
        });
        let mut shapes = Shapes {
            steps: steps as u32,
            moves: vec![[BLOCKED; 4]; codes.len()],
            codes,
            numbers: HashMap::new(),
        };
        // In this order the bodies that moves lead to are ascending too.
        let mut body = 0;
        for toward_old_head in 0..4 {
            let direction = back(toward_old_head);
            for (from, free) in all_free.iter().enumerate() {
                if free >> direction & 1 == 1 {
                    let code = shapes.moved(from as u32, direction);
                    while shapes.codes[body] < code {
                        body += 1;
                    }
                    shapes.moves[from][direction] = body as u32;
                }
            }
        }
        shapes
    }

    pub(super) fn beginning(
        segments: usize,
        first: u64,
        books: &mut Books,
    ) -> Result<Shapes, Limit> {
        let mut shapes = Shapes {
            steps: segments as u32 - 2,
            codes: Vec::new(),
            moves: Vec::new(),
            numbers: HashMap::new(),
        };
        shapes.number_or_add(first, books)?;
        Ok(shapes)
    }

    /// How many bodies have numbers.
    pub fn bodies(&self) -> usize {
        self.codes.len()
    }

    /// The number of the body with these steps.
    pub fn number(&self, code: u64) -> Option<u32> {
        if self.numbers.is_empty() {
            let found = self.codes.binary_search(&code).ok();
            return found.map(|number| number as u32);
        }
        self.numbers.get(&code).copied()
    }

    /// The steps of a body, from its head to its end.
    pub fn steps(&self, body: u32) -> impl DoubleEndedIterator<Item = usize> {
        let code = self.codes[body as usize];
        (0..self.steps)
            .rev()
            .map(move |place| (code >> (2 * place) & 3) as usize)
    }

    /// The number that the first segments of a body have as a body of their own.
    pub fn prefix(&self, body: u32, of: &Shapes) -> u32 {
        let code = self.codes[body as usize] >> (2 * (self.steps - of.steps));
        of.number(code).expect("a part of a body is a body")
    }

    /// What a body becomes by a move; nothing where nobody has asked yet.
    #[inline(always)]
    pub fn known(&self, body: u32, direction: usize) -> Option<u32> {
        let moved = self.moves[body as usize][direction];
        (moved != UNKNOWN).then_some(moved)
    }

    /// Works out a move that nobody has asked about yet.
    pub fn work_out(
        &mut self,
        body: u32,
        direction: usize,
        books: &mut Books,
    ) -> Result<u32, Limit> {
        let mut moved = BLOCKED;
        if self.is_free(body, direction) {
            moved = self.number_or_add(self.moved(body, direction), books)?;
        }
        self.moves[body as usize][direction] = moved;
        Ok(moved)
    }

    fn number_or_add(&mut self, code: u64, books: &mut Books) -> Result<u32, Limit> {
        /// The most that an entry of the map takes: less than half of it may be full, and while
        /// it grows there are two.
        const BYTES_A_NUMBER: u64 = 64;
        if let Some(&number) = self.numbers.get(&code) {
            return Ok(number);
        }
        let number = self.codes.len() as u32;
        books.take(BYTES_A_NUMBER)?;
        self.numbers.insert(code, number);
        books.push(&mut self.codes, code)?;
        books.push(&mut self.moves, [UNKNOWN; 4])?;
        Ok(number)
    }

    /// The steps of the body that a body becomes by a move.
    fn moved(&self, body: u32, direction: usize) -> u64 {
        match self.steps {
            0 => 0,
            steps => {
                let first = (back(direction) as u64) << (2 * (steps - 1));
                first | self.codes[body as usize] >> 2
            }
        }
    }

    /// Whether a body leaves the square ahead of its head free.
    fn is_free(&self, body: u32, direction: usize) -> bool {
        let ahead = offset(direction);
        let mut at = (0, 0);
        self.steps(body).all(|step| {
            let step = offset(step);
            at = (at.0 + step.0, at.1 + step.1);
            at != ahead
        })
    }

    /// The bodies that become this one by some move, each with the direction from its head after
    /// the move to its head before.
    pub fn sources(&self, body: u32) -> impl Iterator<Item = (u32, usize)> {
        let code = self.codes[body as usize];
        let (toward, lasts, rest) = match self.steps {
            // Nothing tells where the head came from.
            0 => (0..4, 0..1, 0),
            steps => {
                let toward = (code >> (2 * (steps - 1))) as usize;
                let all = !(u64::MAX << (2 * steps - 1) << 1);
                (toward..toward + 1, 0..4, code << 2 & all)
            }
        };
        toward.flat_map(move |toward| {
            lasts.clone().filter_map(move |last| {
                let from = self.number(rest | last)?;
                let moved = self.known(from, back(toward))?;
                (moved != BLOCKED).then_some((from, toward))
            })
        })
    }
}

fn offset(direction: usize) -> (i32, i32) {
    match Direction::ALL[direction] {
        Direction::Up => (-1, 0),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
        Direction::Right => (0, 1),
    }
}

const _: () = assert!(MOST_SEGMENTS < Board::SEGMENTS.len());

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
pub fn body_count(segments: usize) -> Option<u64> {
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
pub struct BodyIndex {
    marks: Vec<Mark>,
    /// The last one only says where the one before it ends.
    chunks: Vec<Chunk>,
}

impl BodyIndex {
    /// Numbers the bodies of snakes of so many segments, in chunks of about so many; says which
    /// numbers those with the steps asked about have.
    pub fn new<const N: usize>(
        segments: usize,
        chunk: usize,
        asked: [&[usize]; N],
        ctx: &mut SearchContext,
    ) -> Result<(Self, [usize; N]), Limit> {
        let bodies = body_count(segments).ok_or(Limit::Memory)? as usize;
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
        let parts = share_tasks(
            threads,
            0..beginnings.bodies(),
            |parts: &mut Vec<_>, number| {
                let asked = asked.map(Shapes::code);
                let (mut marks, mut found) = (Vec::new(), [None; N]);
                let mut twin = None;
                let beginning = beginnings.steps(number as u32);
                Walk::new(steps).each_that_begins(beginning, &mut |walk, end, code| {
                    for (asked, found) in asked.iter().zip(&mut found) {
                        if *asked == code {
                            *found = Some(marks.len());
                        }
                    }
                    let mut mark = walk.free(walk.centre);
                    if twin.replace(code >> 2) == Some(code >> 2) {
                        mark |= Mark::IS_TWIN;
                    }
                    if walk.free(end) == 0 {
                        mark |= Mark::IS_ORPHAN;
                    }
                    marks.push(Mark(mark));
                });
                parts.push((number, marks, found));
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
        Ok((BodyIndex { marks, chunks }, numbers))
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
struct Walk {
    steps: usize,
    centre: usize,
    beside: [isize; 4],
    taken: Vec<bool>,
}

impl Walk {
    fn new(steps: usize) -> Self {
        let side = 2 * steps + 5;
        let centre = side * side / 2;
        let mut taken = vec![false; side * side];
        taken[centre] = true;
        let side = side as isize;
        Walk {
            steps,
            centre,
            beside: [-side, side, -1, 1],
            taken,
        }
    }

    /// Shows all that begin with these steps, in ascending order: each with its end and its code.
    fn each_that_begins(
        &mut self,
        steps: impl Iterator<Item = usize>,
        show: &mut impl FnMut(&Self, usize, u64),
    ) {
        let (mut at, mut code, mut left) = (self.centre, 0, self.steps);
        for step in steps {
            at = at.wrapping_add_signed(self.beside[step]);
            self.taken[at] = true;
            code = code << 2 | step as u64;
            left -= 1;
        }
        match left {
            0 => show(self, at, code),
            _ => self.lengthen(at, code, left, show),
        }
    }

    fn lengthen(
        &mut self,
        at: usize,
        code: u64,
        left: usize,
        show: &mut impl FnMut(&Self, usize, u64),
    ) {
        for step in 0..4 {
            let next = at.wrapping_add_signed(self.beside[step]);
            if self.taken[next] {
                continue;
            }
            let code = code << 2 | step as u64;
            self.taken[next] = true;
            match left {
                1 => show(self, next, code),
                _ => self.lengthen(next, code, left - 1, show),
            }
            self.taken[next] = false;
        }
    }

    /// The directions in which the square beside one is free.
    fn free(&self, square: usize) -> u8 {
        let is_free = |step: usize| !self.taken[square.wrapping_add_signed(self.beside[step])];
        (0..4).fold(0, |free, step| free | u8::from(is_free(step)) << step)
    }
}
