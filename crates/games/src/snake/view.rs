//! How Snake looks: as it is written.

use super::Board;
use crate::grid::Square;
use crate::rules::Look;
use crate::view::{Role, Tile, View};

impl Look for Board {
    fn view(&self, snake: &Vec<Square>) -> View {
        let mut tiles = self.walls.map(|&wall| match wall {
            true => Tile::new("#", Role::Wall),
            false => Tile::new(".", Role::Plain),
        });
        tiles[self.apple] = Tile::new("@", Role::Goal);
        for (number, glyph) in Board::SEGMENTS.chars().take(snake.len()).enumerate() {
            let role = if number == 0 {
                Role::Player
            } else {
                Role::Body
            };
            tiles[snake[number]] = Tile::new(glyph, role);
        }
        View { tiles }
    }

    fn size(&self) -> (u32, u32) {
        (self.walls.rows(), self.walls.columns())
    }
}
