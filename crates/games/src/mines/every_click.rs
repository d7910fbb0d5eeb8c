//! The fewest clicks where flags and chords count: the kernel of chords, put in the game's words.

#[cfg(test)]
mod tests;

use std::time::Instant;

use fewest_search::{Limit, Limits, Plan, Report, Stats, Terms, Verdict, Watch, Why};
use fewest_words::key;

use super::chords::{self, Act, Found};
use super::{Board, Clicks, Touch, is_mine, mines_around};
use crate::figure::Figure;
use crate::grid::{Grid, Square};

/// The board in the kernel's terms.
struct Laid {
    mines: Grid<bool>,
    open: Grid<bool>,
    flags: Grid<bool>,
}

impl Laid {
    fn new(board: &Board) -> Self {
        let mut flags = board.cells.map(|_| false);
        for &square in &board.flags {
            flags[square] = true;
        }
        Laid {
            mines: board.cells.map(|&cell| is_mine(cell)),
            open: board.cells.map(|&cell| is_open(cell)),
            flags,
        }
    }

    fn task(&self) -> chords::Task<'_> {
        chords::Task {
            mines: &self.mines,
            open: &self.open,
            flags: &self.flags,
        }
    }
}

fn is_open(cell: u8) -> bool {
    matches!(cell, b'B' | b'1'..=b'8')
}

/// Whether every digit says what is around it: the rules take them as they are, and the kernel as
/// they should be.
pub fn is_right(board: &Board) -> bool {
    let told = |cell: u8| if cell == b'B' { 0 } else { cell - b'0' };
    let cells = &board.cells;
    (0..cells.len())
        .filter(|&square| is_open(cells[square]))
        .all(|square| told(cells[square]) == mines_around(cells, square))
}

/// Whether a board is one for this kernel.
pub fn fits(board: &Board, terms: &Terms) -> bool {
    board.clicks == Clicks::All && board.is_known() && !terms.whole && is_right(board)
}

/// How it is gone about.
pub fn plan(_: &Board, terms: &Terms) -> Plan {
    let limits = &terms.limits;
    Plan {
        kernel: "chords",
        states: limits.states,
        bytes: limits.memory,
        // What there is not memory for is left out, and not kept elsewhere.
        needed: limits.memory,
        expected: None,
        why: Why::new(
            "flags follow from the chords: the best set of chords is looked for across the board",
        ),
    }
}

/// Finds the fewest clicks of all kinds, or the best that it can.
pub fn solve(board: &Board, terms: &Terms, watch: &mut dyn Watch) -> Report<Touch> {
    let limits = &terms.limits;
    let began = Instant::now();
    let (verdict, best, states) = match board.cells.squares().contains(&b'X') {
        true => (Verdict::Impossible, None, 0),
        false => match chords::fewest(&Laid::new(board).task(), limits, watch) {
            Ok(found) => settled(board, found, limits),
            Err(limit) => (gave_up(limit, 0), None, 0),
        },
    };
    Report {
        verdict,
        best,
        stats: Stats {
            states,
            elapsed: began.elapsed(),
            ..Stats::default()
        },
        plan: plan(board, terms),
    }
}

fn gave_up(limit: Limit, at_least: u64) -> Verdict<Touch> {
    Verdict::GaveUp { limit, at_least }
}

/// What was found, proven or not.
fn settled(
    board: &Board,
    found: Found,
    limits: &Limits,
) -> (Verdict<Touch>, Option<Vec<Touch>>, u64) {
    let moves: Vec<Touch> = found.acts.iter().map(|act| touch(board, *act)).collect();
    let cost = moves.len() as u64;
    let is_proven = found.at_least == cost;
    let (verdict, best) = match limits.cost {
        Some(most) if found.at_least > most => (gave_up(Limit::Cost, most + 1), None),
        _ if is_proven => (Verdict::Fewest { cost, moves }, None),
        _ => {
            let limit = found.limit.unwrap_or(Limit::Effort);
            (gave_up(limit, found.at_least), Some(moves))
        }
    };
    (verdict, best, found.states)
}

fn touch(board: &Board, act: Act) -> Touch {
    let place = |square: Square| board.cells.place(square);
    match act {
        Act::Open(square) => Touch::Open(place(square)),
        Act::Flag(square) => Touch::Flag(place(square)),
        Act::Chord(square) => Touch::Chord(place(square)),
    }
}

/// The customary figures of a board.
pub fn figures(
    board: &Board,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Vec<Figure>, Limit> {
    let chords::Figures {
        bbbv,
        openings,
        greedy,
        human,
    } = chords::figures(&Laid::new(board).task(), limits, watch)?;
    let figure = |name, words, value| Figure { name, words, value };
    Ok(vec![
        figure("3bv", key("3BV"), bbbv),
        figure("openings", key("openings"), openings),
        figure("zini_greedy", key("greedy ZiNi"), greedy),
        figure("zini_human", key("human ZiNi"), human),
    ])
}
