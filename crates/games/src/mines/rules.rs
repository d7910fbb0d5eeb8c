//! How Minesweeper is played: one click, and everything it reveals.

use fewest_words::say;

use super::{Board, is_hidden, is_mine};
use crate::grid::{Grid, Place, Square};
use crate::rules::{Rules, Standing};

/// The board as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    cells: Grid<u8>,
    /// How many empty cells are still hidden.
    hidden: usize,
    exploded: bool,
}

impl Field {
    fn new(cells: Grid<u8>) -> Self {
        let count = |what| cells.squares().iter().filter(|&&cell| cell == what).count();
        Field {
            hidden: count(b'E'),
            exploded: count(b'X') > 0,
            cells,
        }
    }

    /// The cells, in the judge's letters.
    pub(super) fn cells(&self) -> &Grid<u8> {
        &self.cells
    }

    /// Clicks on a hidden cell, and tells every empty cell that this reveals.
    pub(super) fn click(&mut self, square: Square, mut tell: impl FnMut(Square)) {
        if self.cells[square] == b'M' {
            self.cells[square] = b'X';
            self.exploded = true;
            return;
        }
        let mut to_reveal = vec![square];
        while let Some(square) = to_reveal.pop() {
            // A cell waits here once for each neighbour that opened it; only the first counts.
            if self.cells[square] != b'E' {
                continue;
            }
            self.hidden -= 1;
            tell(square);
            let around = self.cells.around(square);
            let mines = around
                .clone()
                .filter(|&near| is_mine(self.cells[near]))
                .count();
            if mines > 0 {
                self.cells[square] = b'0' + mines as u8;
            } else {
                self.cells[square] = b'B';
                to_reveal.extend(around.filter(|&near| self.cells[near] == b'E'));
            }
        }
    }
}

impl Rules for Board {
    type State = Field;
    type Move = Place;

    fn start(&self) -> Field {
        Field::new(self.cells.clone())
    }

    fn standing(&self, field: &Field) -> Standing {
        if field.exploded {
            Standing::Lost
        } else if field.hidden == 0 {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, field: &Field) -> Vec<Place> {
        (0..field.cells.len())
            .filter(|&square| is_hidden(field.cells[square]))
            .map(|square| field.cells.place(square))
            .collect()
    }

    /// Every hidden cell but the mines: no need to click on each of them to know.
    fn moves(&self, field: &Field) -> Vec<Place> {
        let mut moves = self.candidates(field);
        let is_safe = |place: &Place| {
            let square = field.cells.at(place.row, place.column);
            square.is_some_and(|square| field.cells[square] == b'E')
        };
        moves.retain(is_safe);
        moves
    }

    fn play(&self, field: &mut Field, place: Place) -> Result<(), String> {
        let Some(square) = field.cells.at(place.row, place.column) else {
            return Err(say!("it is outside the board"));
        };
        if !is_hidden(field.cells[square]) {
            return Err(say!("that cell is already revealed"));
        }
        field.click(square, |_| {});
        Ok(())
    }
}
