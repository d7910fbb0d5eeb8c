//! How Snakes and Ladders looks: the numbered track, `2>15` for a jump, the player in brackets.

use super::Board;
use crate::grid::Grid;
use crate::rules::Look;
use crate::view::{Role, Tile, View};

impl Look for Board {
    fn view(&self, &player: &u32) -> View {
        let tile = |square| {
            let number = square + 1;
            let (text, role) = match self.jumps.end(square) {
                None if square == self.last() => (format!("{number}*"), Role::Goal),
                None => (number.to_string(), Role::Plain),
                Some(end) if end >= square => (format!("{number}>{}", end + 1), Role::Lift),
                Some(end) => (format!("{number}>{}", end + 1), Role::Drop),
            };
            if number == player {
                Tile::new(format!("({text})"), Role::Player)
            } else {
                Tile::new(text, role)
            }
        };
        let tiles = self.table().flatten().map(tile).collect();
        View {
            tiles: Grid::new(self.side as usize, tiles),
        }
    }

    fn size(&self) -> (u32, u32) {
        (self.side, self.side)
    }
}
