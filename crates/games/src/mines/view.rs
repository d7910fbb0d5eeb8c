//! How Minesweeper looks: as it is written.

use super::{Board, Field, Touch};
use crate::rules::Look;
use crate::view::{Ground, Piece, Role, Tile, Trace, View};

impl Look for Board {
    fn size(&self) -> (u32, u32) {
        (self.cells.rows(), self.cells.columns())
    }

    fn view(&self, field: &Field) -> View {
        View::new(field.cells().map(|&cell| {
            let tile = |role| Tile::new(cell as char, role);
            match cell {
                b'E' | b'?' => tile(Role::Hidden).on(Ground::Lid),
                b'f' | b'!' => tile(Role::Hidden).on(Ground::Lid).with(Piece::Marker),
                b'F' => tile(Role::Danger).on(Ground::Lid).with(Piece::Marker),
                b'M' => tile(Role::Danger).on(Ground::Lid).with(Piece::Mine),
                b'X' => tile(Role::Danger).with(Piece::Blast),
                b'B' => tile(Role::Plain),
                _ => tile(Role::Count).on(Ground::Count).labelled(cell as char),
            }
        }))
    }

    /// The one cell that is touched.
    fn trace(&self, _: &Field, touch: Touch) -> Trace {
        let place = touch.place();
        let square = self.cells.at(place.row, place.column);
        Trace::walk(square.into_iter().collect())
    }
}
