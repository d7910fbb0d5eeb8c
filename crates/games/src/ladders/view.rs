//! How Snakes and Ladders looks: the numbered track, `2>15` for a jump, the player in brackets.

use super::{Board, winding};
use crate::grid::Grid;
use crate::rules::Look;
use crate::view::{Role, Tile, View};

impl Look for Board {
    fn view(&self, &player: &u32) -> View {
        let tile = |index| {
            let square = winding(self.side, index);
            let number = square + 1;
            let (text, role) = match self.jumps[square as usize] {
                Board::PLAIN if square == self.last() => (format!("{number}*"), Role::Goal),
                Board::PLAIN => (number.to_string(), Role::Plain),
                end if end >= square => (format!("{number}>{}", end + 1), Role::Lift),
                end => (format!("{number}>{}", end + 1), Role::Drop),
            };
            if square == player {
                Tile::new(format!("({text})"), Role::Player)
            } else {
                Tile::new(text, role)
            }
        };
        let tiles = (0..self.side * self.side).map(tile).collect();
        View {
            tiles: Grid::new(self.side as usize, tiles),
        }
    }
}
