//! Where the rolls from a square lead, all at once: a die may have more faces than can be counted.

use fewest_search::{Limit, SearchContext};

use super::count_work;

use crate::ladders::{Board, Overshoot};

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
