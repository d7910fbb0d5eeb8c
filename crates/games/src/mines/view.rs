//! How Minesweeper looks: as it is written.

use super::{Board, Field};
use crate::rules::Look;
use crate::view::{Role, Tile, View};

impl Look for Board {
    fn view(&self, field: &Field) -> View {
        let tiles = field.cells().map(|&cell| {
            let role = match cell {
                b'E' => Role::Hidden,
                b'M' | b'X' => Role::Danger,
                b'B' => Role::Plain,
                _ => Role::Count,
            };
            Tile::new(cell as char, role)
        });
        View { tiles }
    }

    fn size(&self) -> (u32, u32) {
        (self.cells.rows(), self.cells.columns())
    }
}
