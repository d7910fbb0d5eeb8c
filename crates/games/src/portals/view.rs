//! How the portal maze looks: as it is written, the player as `@`, the goal as `*`.

use super::Board;
use crate::grid::{Direction, Square};
use crate::rules::Look;
use crate::view::{Ground, Piece, Role, Tile, Trace, View};

impl Look for Board {
    fn size(&self) -> (u32, u32) {
        (self.maze.glyphs.rows(), self.maze.glyphs.columns())
    }

    fn view(&self, &player: &Square) -> View {
        let mut tiles = self.maze.glyphs.map(|&glyph| match glyph {
            b'#' => Tile::new("#", Role::Wall).on(Ground::Wall),
            b'.' => Tile::new(".", Role::Plain),
            letter => Tile::new(letter as char, Role::Lift)
                .on(Ground::Ring)
                .labelled(letter as char),
        });
        let goal = &mut tiles[self.goal];
        (goal.text, goal.role) = ("*".to_string(), Role::Goal);
        // A goal that is a wall can never be reached, and looks it.
        if goal.ground != Ground::Wall {
            goal.ground = Ground::Flag;
        }
        tiles[player].taken("@", Piece::Pawn);
        View::new(tiles)
    }

    /// One step, and the portal that takes it further.
    fn trace(&self, &player: &Square, direction: Direction) -> Trace {
        let ahead = self.maze.glyphs.step(player, direction);
        let end = ahead.map(|ahead| self.arrival(ahead));
        Trace {
            steps: std::iter::once(player).chain(ahead).collect(),
            jump: end.filter(|_| end != ahead),
        }
    }
}
