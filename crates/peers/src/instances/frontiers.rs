//! Minesweeper positions on Expert boards where reasoning has come to an end, with many covered
//! cells beside open ones.

use fewest_games::grid::Square;
use fewest_games::making::chance::Chance;
use fewest_games::mines::chances::{COVERED, Mines, Position};
use fewest_games::mines::player::deal;
use fewest_games::mines::reveal;
use fewest_search::{Limits, Unwatched};

use super::SEED;
use super::expert::{self, EXPERT};

/// So many covered cells at least have an open one beside them.
pub const LONG: usize = 40;

/// What the positions are called.
pub fn name(quick: bool) -> String {
    expert::name(&format!("{} long frontiers", count(quick)))
}

fn count(quick: bool) -> usize {
    if quick { 4 } else { 40 }
}

/// The positions: the first of all random games that come to such an end.
pub fn all(quick: bool) -> Vec<Position> {
    (0..)
        .map(stuck)
        .filter(|position| frontier(position) >= LONG)
        .take(count(quick))
        .collect()
}

/// How many covered cells have an open one beside them.
pub fn frontier(position: &Position) -> usize {
    let is_open = |square: Square| position.cells[square] != COVERED;
    let is_beside = |&square: &Square| position.cells.around(square).any(is_open);
    position.covered().filter(is_beside).count()
}

/// Where a random game is after every cell has been opened that can be known to be safe.
fn stuck(number: u64) -> Position {
    let mut chance = Chance::new(SEED + number);
    let grid = expert::grid();
    let board = deal(&grid, EXPERT.mines, EXPERT.click, EXPERT.first, &mut chance);
    let board = board.expect("there is room for the mines");
    let mut letters = board.map(|&is_mine| if is_mine { b'M' } else { b'E' });
    reveal(&mut letters, EXPERT.click);
    loop {
        let position = Position {
            cells: letters.map(|&letter| seen(letter)),
            mines: Mines::Total(EXPERT.mines),
        };
        let chances = position.chances(&Limits::default(), &mut Unwatched);
        let chances = chances.unwrap_or_else(|_| unreachable!("the board itself fits"));
        let is_safe = |&square: &Square| chances.is_safe(square);
        let safe: Vec<Square> = position.covered().filter(is_safe).collect();
        if safe.is_empty() {
            return position;
        }
        safe.iter().for_each(|&square| reveal(&mut letters, square));
    }
}

/// What a player sees of the judge's letter.
fn seen(letter: u8) -> u8 {
    match letter {
        b'B' => 0,
        b'1'..=b'8' => letter - b'0',
        _ => COVERED,
    }
}
