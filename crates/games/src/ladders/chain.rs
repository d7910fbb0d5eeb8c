//! The dice at random as a chain: by how many faces a roll leads from one square to another.
//!
//! A die may have more faces than can be counted, so all rolls from a square are looked at together.

use std::ops::Range;

use fewest_search::{Limit, NEVER, SearchContext, distances};
use fewest_words::say;

use super::odds::count_work;
use super::{Board, Overshoot};
use crate::odds::NoOdds;

/// Whether the dice have anything left to decide.
pub enum Fate {
    /// Play begins on the last square.
    Won,
    /// No roll leads to the last square, proven.
    Impossible,
    /// They do.
    Open(Chain),
}

/// The squares that can be stood on and that can still win, from the last one down, and the ways
/// between them. Whoever leaves them has won, or is on squares from which nobody wins.
///
/// In this order nearly all ways lead to an earlier square: only snakes lead to a later one.
pub struct Chain {
    /// Where the ways of each square begin; those of the last one end at the end.
    begins: Vec<usize>,
    /// Squares that a roll leads to, each once, and by how many faces.
    ways: Vec<(u32, u32)>,
    /// How many faces can be rolled on each square, all equally likely.
    faces: Vec<u32>,
    /// How many of them win.
    wins: Vec<u32>,
    /// Where play begins.
    pub start: usize,
    /// Whether nobody ever leaves but by winning: the game is won sooner or later.
    pub certain: bool,
}

/// Boards with more ways than this are not looked at.
const MOST_WAYS: u64 = 1 << 28;
/// No place among the squares of a chain.
const NONE: u32 = u32::MAX;

impl Chain {
    /// The chain of a board.
    pub fn of(board: &Board, ctx: &mut SearchContext) -> Result<Fate, NoOdds> {
        if board.from == board.squares() {
            return Ok(Fate::Won);
        }
        let squares = reached(board, ctx)?;
        if count_ways(board, &squares) > MOST_WAYS {
            return Err(NoOdds::OutOfReach(say!(
                "so many rolls on so many squares are too many to follow"
            )));
        }
        let mut chain = Chain::among(board, &squares, ctx)?;
        let can_win = chain.winners(ctx)?;
        if !can_win[chain.start] {
            return Ok(Fate::Impossible);
        }
        if can_win.contains(&false) {
            let winners = squares.iter().zip(can_win).filter(|(_, can_win)| *can_win);
            let winners: Vec<u32> = winners.map(|(&number, _)| number).collect();
            chain.forget(ctx);
            chain = Chain::among(board, &winners, ctx)?;
            chain.certain = false;
        }
        Ok(Fate::Open(chain))
    }

    /// Gives back what it holds.
    fn forget(self, ctx: &mut SearchContext) {
        ctx.budget.forget(self.begins);
        ctx.budget.forget(self.ways);
        ctx.budget.forget(self.faces);
        ctx.budget.forget(self.wins);
    }

    /// How many squares it has.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// How many ways there are between them.
    pub fn entries(&self) -> usize {
        self.ways.len()
    }

    /// The squares that a roll leads to from one, and by how many faces.
    pub fn ways(&self, square: usize) -> &[(u32, u32)] {
        &self.ways[self.row(square)]
    }

    /// How many faces can be rolled on a square.
    pub fn faces(&self, square: usize) -> u32 {
        self.faces[square]
    }

    /// How many faces win from a square.
    pub fn wins(&self, square: usize) -> u32 {
        self.wins[square]
    }

    /// Whether somebody can come by a square a second time, and so for ever.
    pub fn goes_round(&self) -> bool {
        let mut arrivals = vec![0_u32; self.len()];
        for &(to, _) in &self.ways {
            arrivals[to as usize] += 1;
        }
        let mut free: Vec<usize> = (0..self.len())
            .filter(|&square| arrivals[square] == 0)
            .collect();
        let mut passed = 0;
        while let Some(square) = free.pop() {
            passed += 1;
            for &(to, _) in self.ways(square) {
                arrivals[to as usize] -= 1;
                if arrivals[to as usize] == 0 {
                    free.push(to as usize);
                }
            }
        }
        passed < self.len()
    }

    fn row(&self, square: usize) -> Range<usize> {
        let end = self.begins.get(square + 1).copied();
        self.begins[square]..end.unwrap_or(self.ways.len())
    }

    /// The chain of some squares of a board, given by their numbers, the greatest first. Rolls that
    /// lead elsewhere are left out.
    fn among(board: &Board, squares: &[u32], ctx: &mut SearchContext) -> Result<Self, Limit> {
        let mut places = ctx.budget.filled(board.squares() as usize, NONE)?;
        for (place, &number) in (0..).zip(squares) {
            places[number as usize] = place;
        }
        let mut chain = Chain {
            begins: ctx.budget.list(squares.len())?,
            ways: Vec::new(),
            faces: ctx.budget.list(squares.len())?,
            wins: ctx.budget.list(squares.len())?,
            start: places[board.from as usize] as usize,
            certain: true,
        };
        // By how many faces a roll leads to each square, while one row is written.
        let mut by_faces = ctx.budget.filled(squares.len(), 0)?;
        for &number in squares {
            let begin = chain.ways.len();
            let (mut faces, mut wins, mut room) = (0, 0, Ok(()));
            ways(board, number, |end, by| {
                faces += by;
                if end == board.squares() {
                    wins += by;
                    return;
                }
                let to = places[end as usize];
                if to == NONE {
                    return;
                }
                let sum: &mut u32 = &mut by_faces[to as usize];
                if *sum == 0 && room.is_ok() {
                    room = ctx.budget.push(&mut chain.ways, (to, 0));
                }
                *sum += by;
            });
            room?;
            for (to, by) in &mut chain.ways[begin..] {
                *by = std::mem::take(&mut by_faces[*to as usize]);
            }
            count_work(ctx, chain.ways.len() - begin, 0, chain.len())?;
            chain.begins.push(begin);
            chain.faces.push(faces);
            chain.wins.push(wins);
        }
        ctx.budget.forget(by_faces);
        ctx.budget.forget(places);
        Ok(chain)
    }

    /// The squares from which the last one can be reached.
    fn winners(&self, ctx: &mut SearchContext) -> Result<Vec<bool>, Limit> {
        let won = (0..self.len()).filter(|&square| self.wins[square] > 0);
        let leads = |from: u32, tell: &mut dyn FnMut(u32)| {
            let ways = self.ways(from as usize).iter();
            ways.for_each(|&(to, _)| tell(to));
        };
        let squares = self.len() as u32;
        let distances = distances(squares, won.map(|square| square as u32), &leads, ctx)?;
        let can_win = distances
            .iter()
            .map(|&distance| distance != NEVER)
            .collect();
        ctx.budget.forget(distances);
        Ok(can_win)
    }
}

/// The numbers of the squares that can be stood on, but for the last one, the greatest first.
///
/// Each square is landed on only once here, whatever the die: the next one that nobody has landed
/// on is looked up.
pub fn reached(board: &Board, ctx: &mut SearchContext) -> Result<Vec<u32>, Limit> {
    let most = ctx.options.limits.states.unwrap_or(u64::MAX);
    let last = board.squares();
    let mut is_reached = ctx.budget.filled(last as usize + 1, false)?;
    // A square at or after each on which nobody has landed, if it is its own; one to spare.
    let mut fresh: Vec<u32> = ctx.budget.list(last as usize + 2)?;
    fresh.extend(0..=last + 1);
    let mut open = ctx.budget.list(1)?;
    is_reached[board.from as usize] = true;
    open.push(board.from);
    let mut count = 1;
    while let Some(number) = open.pop() {
        for (first, end) in touched(board, number) {
            let mut square = find(&mut fresh, first);
            while square <= end {
                fresh[square as usize] = square + 1;
                let landing = board.landing(square);
                if landing != last && !std::mem::replace(&mut is_reached[landing as usize], true) {
                    count += 1;
                    ctx.budget.push(&mut open, landing)?;
                }
                count_work(ctx, 1, 0, count)?;
                square = find(&mut fresh, square);
            }
        }
        if count as u64 > most {
            return Err(Limit::States);
        }
    }
    let mut squares = ctx.budget.list(count)?;
    squares.extend(
        (0..last)
            .rev()
            .filter(|&number| is_reached[number as usize]),
    );
    ctx.budget.forget(is_reached);
    ctx.budget.forget(fresh);
    ctx.budget.forget(open);
    Ok(squares)
}

/// The first square at or after one on which nobody has landed; shortens the way to it.
fn find(fresh: &mut [u32], square: u32) -> u32 {
    let mut end = square;
    while fresh[end as usize] != end {
        end = fresh[end as usize];
    }
    let mut at = square;
    while fresh[at as usize] != end {
        at = std::mem::replace(&mut fresh[at as usize], end);
    }
    end
}

/// The squares that a roll from one can land on, by their numbers: the first and the last of
/// those ahead, and of those that a bounce comes by. There are none where the last is before the
/// first.
fn touched(board: &Board, number: u32) -> [(u32, u32); 2] {
    let left = board.squares() - number;
    let ahead = (number + 1, number + board.die.min(left));
    let past = match board.overshoot {
        Overshoot::Bounce => board.die.saturating_sub(left).min(board.last()),
        _ => 0,
    };
    [ahead, (board.squares() - past, board.last())]
}

/// How many ways there are between some squares of a board, at the most.
pub fn count_ways(board: &Board, squares: &[u32]) -> u64 {
    let count = |(first, end): (u32, u32)| u64::from((end + 1).saturating_sub(first));
    let from = |&number: &u32| touched(board, number).into_iter().map(count).sum::<u64>();
    squares.iter().map(from).sum()
}

/// Visits where the rolls from a square end, by its number, and by how many faces; one square
/// maybe several times.
pub fn ways(board: &Board, number: u32, mut visit: impl FnMut(u32, u32)) {
    let left = board.squares() - number;
    for touched in number + 1..=number + board.die.min(left) {
        visit(board.landing(touched), 1);
    }
    let Some(past @ 1..) = board.die.checked_sub(left) else {
        return;
    };
    match board.overshoot {
        Overshoot::Offered => {}
        Overshoot::Stay => visit(number, past),
        Overshoot::Win => visit(board.squares(), past),
        Overshoot::Bounce => {
            // To and fro: after that all comes again.
            let round = board.last().saturating_mul(2);
            for one in 1..=past.min(round) {
                visit(board.landing(board.bounced(one)), (past - one) / round + 1);
            }
        }
    }
}
