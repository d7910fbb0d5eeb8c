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

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use ethnum::U256;
use fewest_search::{
    Limit, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};

use super::puzzle::{MOST_KEPT, Robots, Stops, placed, square_bits};
use super::{Board, LABELS, Slide};
use crate::game::Game as _;
use crate::grid::{Direction, Square};

/// The number of moves, above a key in its name, has so many bits.
const RANK_BITS: u32 = 16;
/// The greatest number of moves that there is room for.
const MOST_MOVES: u64 = (1 << (RANK_BITS - 1)) - 2;

/// How many bits the key of a state has.
fn key_bits(board: &Board) -> u32 {
    square_bits(board) * board.robots.len() as u32
}

/// Returns whether the kernel supports a board. A single robot has few states, which are numbered:
/// the generic search is as fast.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    let is_short = key_bits(board) + RANK_BITS <= U256::BITS;
    !options.whole && board.robots.len() > 1 && board.ice.len() <= MOST_KEPT && is_short
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
    let report = match key_bits(board) + RANK_BITS {
        ..=u64::BITS => Search::<u64>::solve(board, &mut ctx.fresh()),
        _ => Search::<U256>::solve(board, &mut ctx.fresh()),
    };
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

/// A state and a number of moves that lead to it: the key, with robot 0 in the lowest bits, and
/// above it the [`rank`]. Zero is no name.
trait Name:
    Copy
    + Ord
    + Default
    + From<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The lowest bits.
    fn low(self) -> u64;
    /// A word that depends on all bits.
    fn folded(self) -> u64;

    /// So many low bits.
    #[inline(always)]
    fn mask(bits: u32) -> Self {
        !(!Self::default() << bits)
    }

    fn of(robots: &[Square], bits: u32) -> Self {
        let robots = robots.iter().rev();
        robots.fold(Self::default(), |key, &square| {
            key << bits | Self::from(u64::from(square))
        })
    }

    #[inline(always)]
    fn read_into(self, robots: &mut [Square], bits: u32) {
        let mut name = self;
        for square in robots {
            *square = (name.low() & u64::mask(bits)) as Square;
            name = name >> bits;
        }
    }
}

impl Name for u64 {
    #[inline(always)]
    fn low(self) -> u64 {
        self
    }
    #[inline(always)]
    fn folded(self) -> u64 {
        self
    }
}

impl Name for U256 {
    fn low(self) -> u64 {
        self.as_u64()
    }
    fn folded(self) -> u64 {
        let fold = |half: u128| half as u64 ^ ((half >> 64) as u64).rotate_left(29);
        let (high, low) = self.into_words();
        fold(low) ^ fold(high).rotate_left(13)
    }
}

/// Of two names of a state the one of the lower rank is kept: that with fewer moves, or else the
/// one from which the solution was looked for. No rank is zero.
fn rank(moves: u64, is_entered: bool) -> u64 {
    2 * moves + 2 - u64::from(is_entered)
}

/// What a move leads to.
#[derive(Clone, Copy, Default)]
struct Next<N> {
    name: N,
    /// How many moves a win through it takes at least.
    bound: u64,
    /// The number of the move among the four of each robot.
    number: usize,
}

struct Search<'s, 'a, 'c, N> {
    stops: Stops<'a>,
    ctx: &'s mut SearchContext<'c>,
    bound: Bound,
    /// The visited states: a table with open addressing, at most three quarters full.
    table: Vec<N>,
    states: usize,
    /// How many bits a square takes, and a key.
    bits: u32,
    key_bits: u32,
    /// No win takes fewer moves.
    at_least: u64,
}

/// The slots of the smallest table.
const LEAST: usize = 1 << 10;

impl<'s, 'a, 'c, N: Name> Search<'s, 'a, 'c, N> {
    fn solve(board: &'a Board, ctx: &'s mut SearchContext<'c>) -> Report<Slide> {
        let options = ctx.options;
        let (verdict, states) = match Search::<N>::new(board, ctx) {
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
            table: ctx.budget.filled(LEAST, N::default())?,
            states: 0,
            ctx,
            bits,
            key_bits: key_bits(board),
            at_least: 1,
        })
    }

    fn run(&mut self) -> Result<Verdict<Slide>, Limit> {
        let robots = self.stops.board.sorted();
        let others = robots[1..].iter();
        let support = others.fold(self.bound.unaided, |nearest, &robot| {
            nearer(nearest, self.bound.support[robot as usize])
        });
        let key = N::of(&robots, self.bits);
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
    fn moves(&self, name: N) -> u64 {
        ((name >> self.key_bits).low() - 1) / 2
    }

    /// Where the search for a state begins in a table of so many slots.
    #[inline]
    fn slot(&self, slots: usize, name: N) -> usize {
        let key = name & N::mask(self.key_bits);
        let product = u128::from(key.folded()) * u128::from(0xD1B5_4A32_D192_ED03_u64);
        (product ^ (product >> 64)) as usize & (slots - 1)
    }

    /// The place of a state in a table, or where it would be.
    #[inline]
    fn place(&self, table: &[N], name: N) -> usize {
        let key_mask = N::mask(self.key_bits);
        let mask = table.len() - 1;
        let mut place = self.slot(table.len(), name);
        let none = N::default();
        while table[place] != none && (table[place] ^ name) & key_mask != none {
            place = (place + 1) & mask;
        }
        place
    }

    /// Keeps a state unless it is kept under a name that is as good. Says whether it is kept now.
    #[inline]
    fn keep(&mut self, name: N) -> Result<bool, Limit> {
        let place = self.place(&self.table, name);
        let known = self.table[place];
        if known == N::default() {
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
        let mut table = self.ctx.budget.filled(self.table.len() * 2, N::default())?;
        for names in self.table.chunks(1 << 12) {
            self.ctx.work(names.len() as u32)?;
            for &name in names.iter().filter(|&&name| name != N::default()) {
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
    fn expand(&self, name: N, next: &mut [Next<N>], is_entered: bool) -> usize {
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
        name: N,
        robots: &[Square],
        next: &mut [Next<N>],
        is_entered: bool,
    ) -> usize {
        let mut written = 0;
        let bits = self.bits;
        let key = name & N::mask(self.key_bits);
        let moves = self.moves(name) + 1;
        let rank = N::from(rank(moves, is_entered)) << self.key_bits;
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
            let below = N::mask(place as u32 * bits);
            let rest = key & below | (key >> bits) & !below;
            for (direction, to) in self.stops.ends(robots, place).into_iter().enumerate() {
                let moved = to != robots[place];
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
                let below = N::mask(shift);
                let to = N::from(u64::from(to)) << shift;
                let key = rest & below | to | (rest & !below) << bits;
                next[written] = Next {
                    name: rank | key,
                    bound: moves + u64::from(left),
                    number: 4 * place + direction,
                };
                // Without a branch, which could not be foreseen.
                written += usize::from(moved & (left != NEVER));
            }
        }
        written
    }

    /// The fewest moves; `None` if no win can be reached.
    fn fewest(&mut self, start: N, first: u64) -> Result<Option<u64>, Limit> {
        // What is to be expanded, by the bound on a win through it: a move adds at most two.
        let mut open: [Vec<N>; 3] = Default::default();
        let limits = self.ctx.options.limits;
        let most = 4 * self.stops.board.robots.len();
        let mut next = self.ctx.budget.filled(most + 1, Next::<N>::default())?;
        let target = u64::from(self.stops.board.target);
        let name = N::from(rank(0, false)) << self.key_bits | start;
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
                if name.low() & u64::mask(self.bits) == target {
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
    fn solution(&mut self, start: N, cost: u64) -> Result<Vec<Slide>, Limit> {
        let target = u64::from(self.stops.board.target);
        let most = 4 * self.stops.board.robots.len();
        let mut next = self.ctx.budget.filled(most + 1, Next::<N>::default())?;
        let mut moves = self.ctx.budget.list(cost as usize)?;
        // What is to be entered, each with the move that leads there, the first on top.
        let mut open = Vec::new();
        let start = N::from(rank(0, true)) << self.key_bits | start;
        self.ctx.budget.push(&mut open, (start, None))?;
        while let Some((name, step)) = open.pop() {
            self.ctx.work(most as u32)?;
            if !self.keep(name)? {
                continue;
            }
            moves.truncate((self.moves(name) as usize).saturating_sub(1));
            moves.extend(step);
            if name.low() & u64::mask(self.bits) == target {
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
