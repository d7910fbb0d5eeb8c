//! Minesweeper: the fewest clicks that reveal every cell without a mine, the mines being known.
//!
//! Where the rules are silent: a revealed mine `X` counts as a mine for its neighbours, and a
//! board that has one is lost. Digits that stand on the board already are taken as they are,
//! right or wrong, as the judge takes them. The option `click` is the judge's question and
//! means nothing to `solve`; a level without one is written for the judge with a click on its
//! first hidden cell.

mod bits;
mod clicks;
mod design;
mod json;
mod kernel;
mod letters;
mod make;
mod mbf;
mod opening;
mod openings;
#[cfg(test)]
mod plain_tests;
mod puzzle;
mod reveal;
mod rules;
mod survey;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use reveal::reveal;
pub use rules::Field;

use crate::grid::{Grid, Square};

/// A board of the judge's letters, and the click that the judge asks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: Grid<u8>,
    click: Option<Square>,
}

impl Board {
    /// The cells, in the judge's letters.
    pub fn cells(&self) -> &Grid<u8> {
        &self.cells
    }

    /// The click that the judge asks about; every case of the judge's has one.
    pub fn click(&self) -> Option<Square> {
        self.click
    }
}

fn is_mine(cell: u8) -> bool {
    cell == b'M' || cell == b'X'
}

fn is_hidden(cell: u8) -> bool {
    cell == b'M' || cell == b'E'
}

/// How many mines are around a cell.
fn mines_around(cells: &Grid<u8>, square: Square) -> u8 {
    cells
        .around(square)
        .filter(|&near| is_mine(cells[near]))
        .count() as u8
}
