//! How it looks: a text that tells all by itself, a role for colours, a ground for pictures.

use super::{Board, gap};
use crate::grid::{Direction, Grid};
use crate::rules::Look;
use crate::view::{Ground, Role, Tile, Trace, View};

impl Look for Board {
    fn size(&self) -> (u32, u32) {
        (self.tiles.rows(), self.tiles.columns())
    }

    /// The gap is what the player moves.
    fn view(&self, tiles: &Grid<u8>) -> View {
        View::new(tiles.map(|&tile| match tile {
            Board::GAP => Tile::new(".", Role::Player),
            _ => {
                let number = tile.to_string();
                let tile = Tile::new(number.clone(), Role::Plain);
                tile.on(Ground::Count).labelled(number)
            }
        }))
    }

    fn trace(&self, tiles: &Grid<u8>, direction: Direction) -> Trace {
        let gap = gap(tiles.squares());
        let next = tiles.step(gap, direction);
        Trace::walk(std::iter::once(gap).chain(next).collect())
    }
}
