//! What those who make Minesweeper boards ask.

#[cfg(test)]
mod tests;

use fewest_search::{Limit, Limits, Relay, Verdict, Watch};
use fewest_words::{key, say};

use super::{Board, Field, clicks, is_hidden, survey};
use crate::grid::{Place, Square};
use crate::layers::Layers;
use crate::rules::{Change, Design, Rules as _, Solve as _};

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

    /// The cells of all openings, and the digits that touch none.
    fn keeping(
        &self,
        _fewest: u64,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Place>, Limit> {
        survey::first_clicks(&self.cells, limits, watch)
    }

    /// The clicks that are left after one on each cell.
    fn distances(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<(Square, u64)>, Limit> {
        let relay = Relay::new(limits);
        let cost = match self.solve(limits, watch).verdict {
            Verdict::Fewest { cost, .. } => cost,
            Verdict::Impossible => return Ok(Vec::new()),
            Verdict::GaveUp { limit, .. } => return Err(limit),
        };
        // Both are in reading order.
        let limits = relay.next(watch)?;
        let mut keeping = self.keeping(cost, &limits, watch)?.into_iter().peekable();
        let left = |place: Place| {
            let square = place.row * self.cells.columns() + place.column;
            let is_best = keeping.next_if_eq(&place).is_some();
            (square, cost - u64::from(is_best))
        };
        let moves = match cost {
            0 => Vec::new(),
            _ => self.moves(&self.start()),
        };
        Ok(moves.into_iter().map(left).collect())
    }

    /// One layer a click, with what it reveals: the positions are too many to be gone through.
    fn layers(&self, limits: &Limits, watch: &mut dyn Watch) -> Layers {
        clicks::layers(self, limits, watch)
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
        let place = self.cells.place(square);
        let what = match self.cells[square] {
            b'M' => say!("remove the mine at {place}", place),
            _ => say!("set a mine at {place}", place),
        };
        Change {
            group: key("mine"),
            square,
            what,
        }
    }
}
