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
    Limit, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};

use super::puzzle::{MOST_KEPT, Robots, Squares as _, Stops, placed, square_bits};
use super::{Board, LABELS, Slide};
use crate::game::Game as _;
use crate::grid::{Direction, Square};

/// A key has at most so many bits, so that a word has room for the number of moves too.
const MOST_BITS: u32 = 48;
/// The greatest number of moves that there is room for.
const MOST_MOVES: u64 = (1 << (u64::BITS - MOST_BITS - 1)) - 2;

/// Returns whether the kernel supports a board. A single robot has few states, which are numbered:
/// the generic search is as fast.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    let robots = board.robots.len() as u32;
    let is_short = square_bits(board) * robots <= MOST_BITS;
    !options.whole && robots > 1 && board.ice.len() <= MOST_KEPT && is_short
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
    let report = Search::solve(board, &mut ctx.fresh());
    match report.verdict {
        Verdict::GaveUp {
            limit: Limit::Memory,
            ..
        } if ctx.options.scratch.is_some() => board.puzzle().solve(&mut ctx.fresh()),
        _ => report,
    }
}

/// A number of moves for each direction of the last one: in the bytes of a word, which are reckoned
/// with all at once. None is more than [`NEVER`].
type Moves = u32;

/// A lower bound on the moves that are left.
struct Bound {
    target: Square,
    /// For each square of robot 0, the fewest moves to the target if it may stop anywhere.
    arrival: Vec<Moves>,
    /// For each square of another robot, the fewest moves to where it stops robot 0.
    support: Vec<Moves>,
    /// Zero where robot 0 needs no other to stop it on the target, and [`NEVER`] where it does.
    unaided: Moves,
}

/// No number of moves is enough.
const NEVER: u8 = 127;
const ALL_NEVER: Moves = Moves::from_le_bytes([NEVER; 4]);
/// Longer ways count as so many moves: a sum of two is still less than [`NEVER`].
const LONGEST: u8 = 60;

impl Bound {
    fn new(board: &Board, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let squares = board.ice.len() as usize;
        let mut bound = Bound {
            target: board.target,
            arrival: ctx.budget.filled(squares, ALL_NEVER)?,
            support: ctx.budget.filled(squares, 0)?,
            unaided: 0,
        };
        for direction in Direction::ALL {
            let shift = u8::BITS * direction as u32;
            // Where a slide to the target in this direction may begin.
            let back = Direction::ALL[direction as usize ^ 1];
            let starts = std::iter::successors(Some(board.target), |&at| board.next(at, back));
            spread(board, starts.skip(1), 1, ctx, |square, moves| {
                bound.arrival[square as usize] ^= u32::from(moves ^ NEVER) << shift;
            })?;
            let behind = board.next(board.target, direction);
            if let Some(behind) = behind.filter(|_| !board.passing) {
                let never = u32::from(NEVER) << shift;
                bound.support.iter_mut().for_each(|it| *it |= never);
                bound.unaided |= never;
                spread(board, [behind].into_iter(), 0, ctx, |square, moves| {
                    bound.support[square as usize] ^= u32::from(moves ^ NEVER) << shift;
                })?;
            }
        }
        Ok(bound)
    }

    /// The bound where robot 0 is on a square and the other robots are so far away; [`NEVER`] if no
    /// win can be reached.
    #[inline]
    fn of(&self, first: Square, support: Moves) -> u8 {
        if first == self.target {
            return 0;
        }
        let sums = (self.arrival[first as usize] + support).to_le_bytes();
        let [up, down, left, right] = sums;
        up.min(down).min(left.min(right)).min(NEVER)
    }
}

/// The smaller numbers.
#[inline]
fn nearer(one: Moves, other: Moves) -> Moves {
    const HIGH: u32 = 0x8080_8080;
    // The high bits of the bytes in which the other number is not the greater one.
    let high = ((one | HIGH) - other) & HIGH;
    one ^ ((one ^ other) & (high - (high >> 7)))
}

/// Counts the moves from some squares to all others, for a robot that stops where it likes.
fn spread(
    board: &Board,
    from: impl Iterator<Item = Square>,
    first: u8,
    ctx: &mut SearchContext,
    mut tell: impl FnMut(Square, u8),
) -> Result<(), Limit> {
    let mut known = ctx.budget.filled(board.ice.len() as usize, NEVER)?;
    let mut queue = ctx.budget.list(board.ice.len() as usize)?;
    for square in from {
        known[square as usize] = first;
        queue.push(square);
    }
    let mut done = 0;
    while let Some(&square) = queue.get(done) {
        let moves = known[square as usize];
        tell(square, moves);
        done += 1;
        for direction in Direction::ALL {
            let mut at = square;
            // Squares beyond one that is as near are reached from there.
            while let Some(next) = board.next(at, direction)
                && known[next as usize] > moves
            {
                if known[next as usize] == NEVER {
                    known[next as usize] = (moves + 1).min(LONGEST);
                    queue.push(next);
                }
                ctx.work(1)?;
                at = next;
            }
        }
        ctx.work(1)?;
    }
    ctx.budget.forget(known);
    ctx.budget.forget(queue);
    Ok(())
}

/// A state and a number of moves that lead to it: the key, and above it the [`rank`].
type Name = u64;

/// Of two names of a state the one of the lower rank is kept: that with fewer moves, or else the
/// one from which the solution was looked for. No rank is zero.
fn rank(moves: u64, is_entered: bool) -> u64 {
    2 * moves + 2 - u64::from(is_entered)
}

/// What a move leads to.
#[derive(Clone, Copy, Default)]
struct Next {
    name: Name,
    /// How many moves a win through it takes at least.
    bound: u64,
    /// The number of the move among the four of each robot.
    number: usize,
}

struct Search<'s, 'a, 'c> {
    stops: Stops<'a>,
    ctx: &'s mut SearchContext<'c>,
    bound: Bound,
    /// The visited states: a table with open addressing, at most three quarters full.
    table: Vec<Name>,
    states: usize,
    /// How many bits a square takes, and a key.
    bits: u32,
    key_bits: u32,
    /// No win takes fewer moves.
    at_least: u64,
}

/// The slots of the smallest table.
const LEAST: usize = 1 << 10;

impl<'s, 'a, 'c> Search<'s, 'a, 'c> {
    fn solve(board: &'a Board, ctx: &'s mut SearchContext<'c>) -> Report<Slide> {
        let options = ctx.options;
        let (verdict, states) = match Search::new(board, ctx) {
            Ok(mut search) => {
                let verdict = search.run().unwrap_or_else(|limit| Verdict::GaveUp {
                    limit,
                    at_least: search.at_least,
                });
                (verdict, search.states as u64)
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
        let bits = square_bits(board);
        Ok(Search {
            stops: Stops::new(board),
            bound: Bound::new(board, ctx)?,
            table: ctx.budget.filled(LEAST, 0)?,
            states: 0,
            ctx,
            bits,
            key_bits: bits * board.robots.len() as u32,
            at_least: 1,
        })
    }

    fn run(&mut self) -> Result<Verdict<Slide>, Limit> {
        let robots = self.stops.board.sorted();
        let others = robots[1..].iter();
        let support = others.fold(self.bound.unaided, |nearest, &robot| {
            nearer(nearest, self.bound.support[robot as usize])
        });
        let key = u64::of(&robots, self.bits);
        let cost = match self.bound.of(robots[0], support) {
            NEVER => None,
            first => self.fewest(key, u64::from(first))?,
        };
        let Some(cost) = cost else {
            return Ok(Verdict::Impossible);
        };
        let moves = self.solution(key, cost)?;
        let moves = self.stops.named(moves);
        Ok(Verdict::Fewest { cost, moves })
    }

    /// How many moves lead to a state, by its name.
    #[inline]
    fn moves(&self, name: Name) -> u64 {
        ((name >> self.key_bits) - 1) / 2
    }

    /// Where the search for a state begins in a table of so many slots.
    #[inline]
    fn slot(&self, slots: usize, name: Name) -> usize {
        let key = name << (u64::BITS - self.key_bits);
        let product = u128::from(key) * u128::from(0xD1B5_4A32_D192_ED03_u64);
        (product ^ (product >> 64)) as usize & (slots - 1)
    }

    /// The place of a state in a table, or where it would be.
    #[inline]
    fn place(&self, table: &[Name], name: Name) -> usize {
        let above = u64::BITS - self.key_bits;
        let mask = table.len() - 1;
        let mut place = self.slot(table.len(), name);
        while table[place] != 0 && (table[place] ^ name) << above != 0 {
            place = (place + 1) & mask;
        }
        place
    }

    /// Keeps a state unless it is kept under a name that is as good. Says whether it is kept now.
    #[inline]
    fn keep(&mut self, name: Name) -> Result<bool, Limit> {
        let place = self.place(&self.table, name);
        let known = self.table[place];
        if known == 0 {
            let limits = self.ctx.options.limits;
            if limits.states.is_some_and(|most| self.states as u64 >= most) {
                return Err(Limit::States);
            }
            self.table[place] = name;
            self.states += 1;
            if self.states > self.table.len() / 4 * 3 {
                self.grow()?;
            }
            return Ok(true);
        }
        if name < known {
            self.table[place] = name;
        }
        Ok(name < known)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Limit> {
        let mut table = self.ctx.budget.filled(self.table.len() * 2, 0)?;
        for names in self.table.chunks(1 << 12) {
            self.ctx.work(names.len() as u32)?;
            for &name in names.iter().filter(|&&name| name != 0) {
                let place = self.place(&table, name);
                table[place] = name;
            }
        }
        let old = std::mem::replace(&mut self.table, table);
        self.ctx.budget.forget(old);
        Ok(())
    }

    /// Writes what the moves of a state lead to, in their order, unless no win can be reached from
    /// there. Returns how many there are.
    #[inline(never)]
    fn expand(&self, name: Name, next: &mut [Next], is_entered: bool) -> usize {
        let mut all: Robots = [0; LABELS.len()];
        let count = self.stops.board.robots.len();
        name.read_into(&mut all[..count], self.bits);
        // The usual numbers of robots have code of their own.
        match count {
            3 => self.expand_all(name, &all[..3], next, is_entered),
            4 => self.expand_all(name, &all[..4], next, is_entered),
            5 => self.expand_all(name, &all[..5], next, is_entered),
            _ => self.expand_all(name, &all[..count], next, is_entered),
        }
    }

    #[inline(always)]
    fn expand_all(
        &self,
        name: Name,
        robots: &[Square],
        next: &mut [Next],
        is_entered: bool,
    ) -> usize {
        let mut written = 0;
        let bits = self.bits;
        let key = name & ((1 << self.key_bits) - 1);
        let moves = self.moves(name) + 1;
        let rank = rank(moves, is_entered) << self.key_bits;
        let mut supports: [Moves; LABELS.len()] = [ALL_NEVER; LABELS.len()];
        for place in 1..robots.len() {
            supports[place] = self.bound.support[robots[place] as usize];
        }
        for place in 0..robots.len() {
            let mut support = self.bound.unaided;
            for (other, &moves) in supports[..robots.len()].iter().enumerate().skip(1) {
                if other != place {
                    support = nearer(support, moves);
                }
            }
            // The key without the robot.
            let below = (1 << (place as u32 * bits)) - 1;
            let rest = key & below | key >> bits & !below;
            for (direction, to) in self.stops.ends(robots, place).into_iter().enumerate() {
                let (mut shift, left) = match place {
                    0 => (0, self.bound.of(to, support)),
                    _ => {
                        let support = nearer(support, self.bound.support[to as usize]);
                        (bits, self.bound.of(robots[0], support))
                    }
                };
                if place > 0 {
                    for (other, &square) in robots.iter().enumerate().skip(1) {
                        let is_before = other != place && square < to;
                        shift += if is_before { bits } else { 0 };
                    }
                }
                let below = (1 << shift) - 1;
                let key = rest & below | u64::from(to) << shift | (rest & !below) << bits;
                next[written] = Next {
                    name: rank | key,
                    bound: moves + u64::from(left),
                    number: 4 * place + direction,
                };
                // Without a branch, which could not be foreseen.
                written += usize::from((to != robots[place]) & (left != NEVER));
            }
        }
        written
    }

    /// The fewest moves; `None` if no win can be reached.
    fn fewest(&mut self, start: u64, first: u64) -> Result<Option<u64>, Limit> {
        // What is to be expanded, by the bound on a win through it: a move adds at most two.
        let mut open: [Vec<Name>; 3] = Default::default();
        let limits = self.ctx.options.limits;
        let most = 4 * self.stops.board.robots.len();
        let mut next = self.ctx.budget.filled(most + 1, Next::default())?;
        let target = u64::from(self.stops.board.target);
        let name = rank(0, false) << self.key_bits | start;
        self.keep(name)?;
        let mut bound = first;
        self.ctx.budget.push(&mut open[bound as usize % 3], name)?;
        while open.iter().any(|names| !names.is_empty()) {
            self.at_least = bound.max(1);
            if limits.cost.is_some_and(|cost| bound > cost) {
                return Err(Limit::Cost);
            }
            while let Some(name) = open[bound as usize % 3].pop() {
                self.ctx.stop.progress = Progress {
                    depth: self.at_least - 1,
                    states: self.states as u64,
                    at_least: self.at_least,
                };
                self.ctx.work(most as u32)?;
                if self.table[self.place(&self.table, name)] != name {
                    // Fewer moves lead there.
                    continue;
                }
                let moves = self.moves(name);
                if name & ((1 << self.bits) - 1) == target {
                    return Ok(Some(moves));
                }
                if moves == MOST_MOVES {
                    return Err(Limit::Memory);
                }
                let written = self.expand(name, &mut next, false);
                // All slots are fetched at once, before any is waited for.
                for it in &next[..written] {
                    std::hint::black_box(self.table[self.slot(self.table.len(), it.name)]);
                }
                for Next { name, bound, .. } in &next[..written] {
                    if self.keep(*name)? {
                        self.ctx
                            .budget
                            .push(&mut open[*bound as usize % 3], *name)?;
                    }
                }
            }
            bound += 1;
        }
        Ok(None)
    }

    /// The first solution in the order of the moves, each of which is named by the place of its
    /// robot.
    fn solution(&mut self, start: u64, cost: u64) -> Result<Vec<Slide>, Limit> {
        let target = u64::from(self.stops.board.target);
        let most = 4 * self.stops.board.robots.len();
        let mut next = self.ctx.budget.filled(most + 1, Next::default())?;
        let mut moves = self.ctx.budget.list(cost as usize)?;
        // What is to be entered, each with the move that leads there, the first on top.
        let mut open = Vec::new();
        let start = rank(0, true) << self.key_bits | start;
        self.ctx.budget.push(&mut open, (start, None))?;
        while let Some((name, step)) = open.pop() {
            self.ctx.work(most as u32)?;
            if !self.keep(name)? {
                continue;
            }
            moves.truncate((self.moves(name) as usize).saturating_sub(1));
            moves.extend(step);
            if name & ((1 << self.bits) - 1) == target {
                break;
            }
            let written = self.expand(name, &mut next, true);
            for it in next[..written].iter().rev().filter(|it| it.bound <= cost) {
                let step = placed(it.number / 4, Direction::ALL[it.number % 4]);
                self.ctx.budget.push(&mut open, (it.name, Some(step)))?;
            }
        }
        Ok(moves)
    }
}
