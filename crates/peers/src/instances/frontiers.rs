//! Minesweeper positions on Expert boards where reasoning has come to an end, with many covered
//! cells beside open ones.

use fewest_minesweeper::{Cell, Grid, MineCount, Position, Square, split_mix_64};
use fewest_search::SearchContext;

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
    let is_open = |square: Square| position.cells[square] != Cell::Covered;
    let is_beside = |&square: &Square| position.cells.around(square).any(is_open);
    position.covered().filter(is_beside).count()
}

/// Where a random game is after every cell has been opened that can be known to be safe.
fn stuck(number: u64) -> Position {
    let is_mine = EXPERT.board(&mut split_mix_64(SEED + number));
    let mut position = Position {
        cells: is_mine.map(|_| Cell::Covered),
        mines: MineCount::Total(EXPERT.mines),
    };
    open(&mut position.cells, &is_mine, EXPERT.click);
    loop {
        let exact = position.probabilities(&mut SearchContext::default());
        let exact = exact.unwrap_or_else(|_| unreachable!("the board itself fits"));
        let is_safe = |&square: &Square| exact.is_safe(square);
        let safe: Vec<Square> = position.covered().filter(is_safe).collect();
        if safe.is_empty() {
            return position;
        }
        for square in safe {
            open(&mut position.cells, &is_mine, square);
        }
    }
}

/// Opens a cell, and with a zero its neighbours.
fn open(cells: &mut Grid<Cell>, is_mine: &Grid<bool>, square: Square) {
    if cells[square] == Cell::Covered {
        let mines = is_mine.around(square).filter(|&near| is_mine[near]).count();
        cells[square] = Cell::Number(mines as u8);
        if mines == 0 {
            for near in is_mine.around(square) {
                open(cells, is_mine, near);
            }
        }
    }
}
