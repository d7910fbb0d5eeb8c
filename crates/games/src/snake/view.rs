//! How Snake looks: as it is written.

use super::Board;
use crate::grid::{Direction, Square};
use crate::rules::Look;
use crate::view::{Ground, Role, Tile, Trace, View};

impl Look for Board {
    fn size(&self) -> (u32, u32) {
        (self.walls.rows(), self.walls.columns())
    }

    fn view(&self, snake: &Vec<Square>) -> View {
        let mut tiles = self.walls.map(|&wall| match wall {
            true => Tile::new("#", Role::Wall).on(Ground::Wall),
            false => Tile::new(".", Role::Plain),
        });
        tiles[self.apple] = Tile::new("@", Role::Goal).on(Ground::Apple);
        for (number, glyph) in Board::SEGMENTS.chars().take(snake.len()).enumerate() {
            let role = if number == 0 {
                Role::Player
            } else {
                Role::Body
            };
            tiles[snake[number]] = Tile::new(glyph, role);
        }
        View {
            body: snake.clone(),
            ..View::new(tiles)
        }
    }

    /// One step of the head.
    fn trace(&self, snake: &Vec<Square>, direction: Direction) -> Trace {
        let ahead = self.step(snake[0], direction);
        Trace::walk(std::iter::once(snake[0]).chain(ahead).collect())
    }
}
