//! What those who make Minesweeper boards ask.

use super::{Board, Field};
use crate::rules::Design;

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
}
