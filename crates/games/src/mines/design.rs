//! What those who make Minesweeper boards ask.

#[cfg(test)]
mod tests;

use super::{Board, Field, is_hidden};
use crate::grid::Square;
use crate::rules::{Change, Design};

impl Design for Board {
    fn at(&self, field: &Field) -> Self {
        Board {
            cells: field.cells().clone(),
            click: None,
        }
    }

    /// Without mines one click opens everything.
    fn careless(&self) -> u64 {
        u64::from(self.cells.squares().contains(&b'E'))
    }

    /// The cell where a mine is set, or removed where one is.
    type Edit = Square;

    /// Every hidden cell, except beside a digit or a blank: what is revealed there tells how many
    /// mines are around it, and would be wrong.
    fn edits(&self) -> impl Iterator<Item = Square> + Send {
        let tells = |near: Square| matches!(self.cells[near], b'B' | b'1'..=b'8');
        (0..self.cells.len()).filter(move |&square| {
            is_hidden(self.cells[square]) && !self.cells.around(square).any(tells)
        })
    }

    fn edited(&self, square: Square) -> Self {
        let mut board = self.clone();
        board.cells[square] = match self.cells[square] {
            b'M' => b'E',
            _ => b'M',
        };
        board
    }

    fn describe(&self, square: Square) -> Change {
        let what = match self.cells[square] {
            b'M' => "remove the mine at",
            _ => "set a mine at",
        };
        Change {
            group: "mine",
            square,
            what: format!("{what} {}", self.cells.place(square)),
        }
    }
}
