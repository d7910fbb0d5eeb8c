//! The fewest slides by A*: states in the order of a lower bound on any win through them, each
//! kept once under its exact key.
//!
//! The bound lets robots stop wherever they like along a slide and pass through each other. Robot 0
//! must come to the target in some direction, and where no wall stops it there in that direction,
//! another robot must come to the square behind. No move changes the bound by more than one, so a
//! state is first taken up after the fewest moves that lead to it.
//!
//! Once the number of moves is known, a search in the order of the moves, which is left wherever
//! the bound or a shorter way forbids it, finds the solution that the generic search returns.

use fewest_search::{
    Books, Limit, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};

use super::puzzle::{MOST_KEPT, Robots, Stops, shift};
use super::{Board, LABELS, Slide};
use crate::game::Game as _;
use crate::grid::{Direction, Square};

/// How many bits of a name's first word hold the number of moves.
const COUNT_BITS: u32 = 16;
/// Marks a state from which the solution does not go on.
const DEAD: u64 = 1 << 63;
/// One more than the number of moves is kept, so that no name is zero.
const MOST_MOVES: u64 = (1 << (COUNT_BITS - 1)) - 2;
const COUNT_SHIFT: u32 = 64 - COUNT_BITS;
const KEY_MASK: u64 = (1 << COUNT_SHIFT) - 1;

/// How many bits a square takes.
fn square_bits(board: &Board) -> u32 {
    u32::BITS - (board.ice.len() - 1).leading_zeros()
}

/// How many words a name takes.
fn words(board: &Board) -> usize {
    let bits = square_bits(board).max(1);
    let first = COUNT_SHIFT / bits;
    let more = (board.robots.len() as u32).saturating_sub(first);
    1 + more.div_ceil(64 / bits) as usize
}

/// Returns whether the kernel supports a board. A single robot has few states, which are numbered:
/// the generic search is as fast.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    !options.whole && board.robots.len() > 1 && board.ice.len() <= MOST_KEPT && words(board) <= 8
}

pub fn plan(_: &Board, options: &SearchOptions) -> Plan {
    Plan {
        kernel: "bounded",
        states: options.limits.states,
        bytes: options.limits.memory,
        needed: None,
        expected: None,
        why: Why::new(
            "a bound on the slides that are left leaves out most positions, and the others are \
             kept as whole keys",
        ),
    }
}

/// Solves by the kernel, and by the generic search on the disk where the memory does not suffice.
pub fn solve(board: &Board, ctx: &mut SearchContext) -> Report<Slide> {
    let report = match words(board) {
        1 => Search::<1>::solve(board, &mut ctx.fresh()),
        2 => Search::<2>::solve(board, &mut ctx.fresh()),
        3..=4 => Search::<4>::solve(board, &mut ctx.fresh()),
        _ => Search::<8>::solve(board, &mut ctx.fresh()),
    };
    match report.verdict {
        Verdict::GaveUp {
            limit: Limit::Memory,
            ..
        } if ctx.options.scratch.is_some() => board.puzzle().solve(&mut ctx.fresh()),
        _ => report,
    }
}

/// A lower bound on the moves that are left, by the direction of the last one.
struct Bound {
    target: Square,
    /// For each square of robot 0, the fewest moves to the target if it may stop anywhere.
    arrival: Vec<[u8; 4]>,
    /// For each square of another robot, the fewest moves to where it stops robot 0.
    support: Vec<[u8; 4]>,
    /// By the direction of the last move, zero where robot 0 needs no other to stop it on the target,
    /// and [`NEVER`] where it does.
    unaided: [u8; 4],
}

/// No number of moves is enough.
const NEVER: u8 = u8::MAX;
/// Longer ways count as so many moves: a sum of two is still less than [`NEVER`].
const LONGEST: u8 = 120;

impl Bound {
    fn new(board: &Board, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let squares = board.ice.len() as usize;
        // Two layers of squares, while they grow.
        let layers = 4 * (squares * size_of::<Square>()) as u64;
        ctx.budget.take(layers)?;
        let mut bound = Bound {
            target: board.target,
            arrival: ctx.budget.filled(squares, [NEVER; 4])?,
            support: ctx.budget.filled(squares, [0; 4])?,
            unaided: [0; 4],
        };
        for direction in Direction::ALL {
            let column = direction as usize;
            // Where a slide to the target in this direction may begin.
            let back = opposite(direction);
            let mut starts = Vec::new();
            ray(board, board.target, back, |square| starts.push(square));
            spread(board, starts, 1, ctx, |square, moves| {
                bound.arrival[square as usize][column] = moves;
            })?;
            if !board.passing && board.is_open(board.target, direction) {
                bound.support.iter_mut().for_each(|it| it[column] = NEVER);
                bound.unaided[column] = NEVER;
                let behind = board.ice.step(board.target, direction);
                let behind = vec![behind.expect("it is open")];
                spread(board, behind, 0, ctx, |square, moves| {
                    bound.support[square as usize][column] = moves;
                })?;
            }
        }
        ctx.budget.give_back(layers);
        Ok(bound)
    }

    /// The bound of a state; [`NEVER`] if no win can be reached.
    #[inline]
    fn of(&self, robots: &[Square]) -> u8 {
        if robots[0] == self.target {
            return 0;
        }
        let mut nearest = self.unaided;
        for &robot in &robots[1..] {
            let support = self.support[robot as usize];
            for (nearest, support) in nearest.iter_mut().zip(support) {
                *nearest = (*nearest).min(support);
            }
        }
        let arrival = self.arrival[robots[0] as usize];
        let both = arrival.iter().zip(nearest);
        let sums = both.map(|(arrival, support)| arrival.saturating_add(support));
        sums.min().expect("there are four directions")
    }
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

/// Visits the squares that a robot slides over, its own left out.
fn ray(board: &Board, from: Square, direction: Direction, mut visit: impl FnMut(Square)) {
    let mut at = from;
    while board.is_open(at, direction) {
        at = board.ice.step(at, direction).expect("it is open");
        visit(at);
    }
}

/// Counts the moves from some squares to all others, for a robot that stops where it likes.
fn spread(
    board: &Board,
    mut layer: Vec<Square>,
    first: u8,
    ctx: &mut SearchContext,
    mut tell: impl FnMut(Square, u8),
) -> Result<(), Limit> {
    const KNOWN: u8 = 1;
    // What of a square was looked at: nobody has to go along a row or a column twice.
    let lines = [
        (2, [Direction::Up, Direction::Down]),
        (4, [Direction::Left, Direction::Right]),
    ];
    let mut seen: Vec<u8> = ctx.budget.filled(board.ice.len() as usize, 0)?;
    for &square in &layer {
        seen[square as usize] = KNOWN;
        tell(square, first);
    }
    let mut moves = first;
    while !layer.is_empty() {
        moves = (moves + 1).min(LONGEST);
        let mut next = Vec::new();
        for square in layer {
            let mut steps = 1;
            for (line, directions) in lines {
                if seen[square as usize] & line != 0 {
                    continue;
                }
                for direction in directions {
                    ray(board, square, direction, |square| {
                        steps += 1;
                        let seen = &mut seen[square as usize];
                        if *seen & KNOWN == 0 {
                            tell(square, moves);
                            next.push(square);
                        }
                        *seen |= KNOWN | line;
                    });
                }
            }
            ctx.work(steps)?;
        }
        layer = next;
    }
    ctx.budget.forget(seen);
    Ok(())
}

/// A state and a number of moves: the squares of the robots, the others ascending, and in the
/// highest bits of the first word one more than the number. Zero is no name.
type Name<const W: usize> = [u64; W];

/// Where the visited states are kept: a table with open addressing, at most three quarters full.
struct Table<const W: usize> {
    slots: Vec<Name<W>>,
    len: usize,
}

impl<const W: usize> Table<W> {
    const LEAST: usize = 1 << 10;

    fn new(books: &mut Books) -> Result<Self, Limit> {
        Ok(Table {
            slots: books.filled(Self::LEAST, [0; W])?,
            len: 0,
        })
    }

    /// The place of a state, or where it would be.
    #[inline]
    fn place(slots: &[Name<W>], name: &Name<W>) -> usize {
        let mut hash = 0;
        let mut mix = |word: u64| {
            let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15)
                * u128::from(0xD1B5_4A32_D192_ED03_u64);
            hash = (product ^ (product >> 64)) as u64;
        };
        mix(name[0] & KEY_MASK);
        name[1..].iter().for_each(|&word| mix(word));
        let mask = slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = &slots[place];
            let is_same = (slot[0] ^ name[0]) & KEY_MASK == 0 && slot[1..] == name[1..];
            if slot[0] == 0 || is_same {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// The slot of a state; one that is zero if it is new.
    #[inline]
    fn slot(&mut self, name: &Name<W>) -> &mut Name<W> {
        let place = Self::place(&self.slots, name);
        &mut self.slots[place]
    }

    /// Makes room for another state.
    #[inline]
    fn make_room(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        match self.len < self.slots.len() / 4 * 3 {
            true => Ok(()),
            false => self.grow(ctx),
        }
    }

    #[cold]
    fn grow(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        let mut slots = ctx.budget.filled(self.slots.len() * 2, [0; W])?;
        for names in self.slots.chunks(1 << 12) {
            ctx.work(names.len() as u32)?;
            for name in names.iter().filter(|name| name[0] != 0) {
                let place = Self::place(&slots, name);
                slots[place] = *name;
            }
        }
        ctx.budget.forget(std::mem::replace(&mut self.slots, slots));
        Ok(())
    }
}

struct Search<'s, 'a, 'c, const W: usize> {
    board: &'a Board,
    stops: Stops<'a>,
    ctx: &'s mut SearchContext<'c>,
    bound: Bound,
    table: Table<W>,
    bits: u32,
    /// No win takes fewer moves.
    at_least: u64,
}

impl<'s, 'a, 'c, const W: usize> Search<'s, 'a, 'c, W> {
    fn solve(board: &'a Board, ctx: &'s mut SearchContext<'c>) -> Report<Slide> {
        let options = ctx.options;
        let (verdict, states) = match Search::<W>::new(board, ctx) {
            Ok(mut search) => {
                let verdict = search.run().unwrap_or_else(|limit| Verdict::GaveUp {
                    limit,
                    at_least: search.at_least,
                });
                (verdict, search.table.len as u64)
            }
            Err(limit) => (Verdict::GaveUp { limit, at_least: 1 }, 0),
        };
        Report {
            verdict,
            best: None,
            stats: Stats {
                states: states.max(1),
                layers: Vec::new(),
                bytes: ctx.budget.most(),
                elapsed: ctx.elapsed(),
            },
            plan: plan(board, &options),
        }
    }

    fn new(board: &'a Board, ctx: &'s mut SearchContext<'c>) -> Result<Self, Limit> {
        ctx.budget.take(Stops::bytes(board))?;
        Ok(Search {
            board,
            stops: Stops::new(board),
            bound: Bound::new(board, ctx)?,
            table: Table::new(&mut ctx.budget)?,
            ctx,
            bits: square_bits(board),
            at_least: 1,
        })
    }

    fn run(&mut self) -> Result<Verdict<Slide>, Limit> {
        let mut robots = self.board.robots.clone();
        robots[1..].sort_unstable();
        let cost = match self.bound.of(&robots) {
            NEVER => None,
            first => self.fewest(&robots, first)?,
        };
        let Some(cost) = cost else {
            return Ok(Verdict::Impossible);
        };
        let moves = self.solution(&robots, cost)?;
        let moves = self.stops.named(moves);
        Ok(Verdict::Fewest { cost, moves })
    }

    /// The name of a state that so many moves reach.
    #[inline]
    fn name(&self, robots: &[Square], moves: u64) -> Name<W> {
        let mut name = [0; W];
        let (mut word, mut shift, mut end) = (0, 0, COUNT_SHIFT);
        for &square in robots {
            if shift + self.bits > end {
                (word, shift, end) = (word + 1, 0, u64::BITS);
            }
            name[word] |= u64::from(square) << shift;
            shift += self.bits;
        }
        name[0] |= (moves + 1) << COUNT_SHIFT;
        name
    }

    /// The inverse of [`Search::name`].
    #[inline]
    fn read(&self, name: &Name<W>) -> (Robots, u64) {
        let mut robots = [0; LABELS.len()];
        let (mut word, mut shift, mut end) = (0, 0, COUNT_SHIFT);
        for square in &mut robots[..self.board.robots.len()] {
            if shift + self.bits > end {
                (word, shift, end) = (word + 1, 0, u64::BITS);
            }
            *square = (name[word] >> shift) as Square & ((1 << self.bits) - 1);
            shift += self.bits;
        }
        (robots, moves_of(name))
    }

    /// Keeps a state in the slot that it has, or in a new one.
    #[inline]
    fn keep(&mut self, name: Name<W>) -> Result<(), Limit> {
        let kept = self.table.len as u64;
        let slot = self.table.slot(&name);
        if slot[0] == 0 {
            if self
                .ctx
                .options
                .limits
                .states
                .is_some_and(|most| kept >= most)
            {
                return Err(Limit::States);
            }
            *slot = name;
            self.table.len += 1;
            return self.table.make_room(self.ctx);
        }
        *slot = name;
        Ok(())
    }

    /// The fewest moves; `None` if no win can be reached.
    fn fewest(&mut self, start: &[Square], first: u8) -> Result<Option<u64>, Limit> {
        // What is to be expanded, by the bound on a win through it: a move adds at most two.
        let mut open: [Vec<Name<W>>; 3] = Default::default();
        let limits = self.ctx.options.limits;
        let count = start.len();
        let name = self.name(start, 0);
        self.keep(name)?;
        let mut bound = u64::from(first);
        self.ctx.budget.push(&mut open[bound as usize % 3], name)?;
        while open.iter().any(|names| !names.is_empty()) {
            self.at_least = bound.max(1);
            if limits.cost.is_some_and(|cost| bound > cost) {
                return Err(Limit::Cost);
            }
            while let Some(name) = open[bound as usize % 3].pop() {
                self.ctx.stop.progress = Progress {
                    depth: self.at_least - 1,
                    states: self.table.len as u64,
                    at_least: self.at_least,
                };
                self.ctx.work(4 * count as u32)?;
                if self.table.slot(&name)[0] != name[0] {
                    // Fewer moves lead there.
                    continue;
                }
                let (mut robots, moves) = self.read(&name);
                let robots = &mut robots[..count];
                if robots[0] == self.board.target {
                    return Ok(Some(moves));
                }
                if moves == MOST_MOVES {
                    return Err(Limit::Memory);
                }
                for place in 0..count {
                    let from = robots[place];
                    for direction in Direction::ALL {
                        let to = self.stops.slide(robots, place, direction);
                        if to == from {
                            continue;
                        }
                        let moved = shift(robots, place, to);
                        let left = self.bound.of(robots);
                        let next = self.name(robots, moves + 1);
                        shift(robots, moved, from);
                        if left == NEVER {
                            continue;
                        }
                        let known = self.table.slot(&next);
                        if known[0] != 0 && moves_of(known) <= moves + 1 {
                            continue;
                        }
                        self.keep(next)?;
                        let bound = moves + 1 + u64::from(left);
                        self.ctx.budget.push(&mut open[bound as usize % 3], next)?;
                    }
                }
            }
            bound += 1;
        }
        Ok(None)
    }

    /// The first solution in the order of the moves, each of which is named by the place of its
    /// robot.
    fn solution(&mut self, start: &[Square], cost: u64) -> Result<Vec<Slide>, Limit> {
        let count = start.len();
        let mut moves = self.ctx.budget.list(cost as usize)?;
        // The states on the way, each with the number of its next move.
        let mut way: Vec<(Name<W>, usize)> = self.ctx.budget.list(cost as usize + 1)?;
        way.push((self.name(start, 0), 0));
        while moves.len() < cost as usize {
            let (name, first) = way.pop().expect("there is a solution");
            let (mut robots, made) = self.read(&name);
            let robots = &mut robots[..count];
            self.ctx.work(1)?;
            let mut entered = None;
            for number in first..4 * count {
                let (place, direction) = (number / 4, Direction::ALL[number % 4]);
                let from = robots[place];
                let to = self.stops.slide(robots, place, direction);
                if to == from {
                    continue;
                }
                let moved = shift(robots, place, to);
                let left = self.bound.of(robots);
                let next = self.name(robots, made + 1);
                shift(robots, moved, from);
                if left == NEVER || made + 1 + u64::from(left) > cost {
                    continue;
                }
                let known = self.table.slot(&next);
                let is_later = known[0] != 0 && moves_of(known) < made + 1;
                if is_later || known[0] == next[0] | DEAD {
                    continue;
                }
                self.keep(next)?;
                entered = Some((number, next));
                break;
            }
            match entered {
                Some((number, next)) => {
                    let robot = Some(LABELS.as_bytes()[number / 4]);
                    let direction = Direction::ALL[number % 4];
                    moves.push(Slide { robot, direction });
                    way.push((name, number + 1));
                    way.push((next, 0));
                }
                None => {
                    self.table.slot(&name)[0] |= DEAD;
                    moves.pop();
                }
            }
        }
        Ok(moves)
    }
}

/// How many moves lead to a state, by its name.
#[inline]
fn moves_of<const W: usize>(name: &Name<W>) -> u64 {
    ((name[0] & !DEAD) >> COUNT_SHIFT) - 1
}
