//! How the portal maze looks: as it is written, the player as `@`, the goal as `*`.

use super::Board;
use crate::grid::Square;
use crate::rules::Look;
use crate::view::{Role, Tile, View};

impl Look for Board {
    fn view(&self, &player: &Square) -> View {
        let mut tiles = self.maze.glyphs.map(|&glyph| match glyph {
            b'#' => Tile::new("#", Role::Wall),
            b'.' => Tile::new(".", Role::Plain),
            letter => Tile::new(letter as char, Role::Lift),
        });
        tiles[self.goal] = Tile::new("*", Role::Goal);
        tiles[player] = Tile::new("@", Role::Player);
        View { tiles }
    }

    fn size(&self) -> (u32, u32) {
        (self.maze.glyphs.rows(), self.maze.glyphs.columns())
    }
}
