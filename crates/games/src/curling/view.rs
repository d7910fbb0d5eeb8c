//! How Curling looks: as it is written, with `x` where a block was broken.

use super::{Board, Ice, Slide};
use crate::grid::{Direction, Square};
use crate::rules::Look;
use crate::view::{Ground, Piece, Role, Tile, Trace, View};

impl Look for Board {
    fn size(&self) -> (u32, u32) {
        (self.blocks.rows(), self.blocks.columns())
    }

    fn view(&self, ice: &Ice) -> View {
        let mut tiles = self.blocks.map(|&block| match block {
            true => Tile::new("#", Role::Wall).on(Ground::Block),
            false => Tile::new(".", Role::Plain),
        });
        for &square in &ice.broken {
            tiles[square] = Tile::new("x", Role::Plain).on(Ground::Rubble);
        }
        tiles[self.goal] = Tile::new("G", Role::Goal).on(Ground::Target);
        if ice.stone != Ice::OFF {
            tiles[ice.stone].taken("S", Piece::Stone);
        }
        View::new(tiles)
    }

    /// The slide, to the edge where the stone leaves the board.
    fn trace(&self, ice: &Ice, direction: Direction) -> Trace {
        let end = match self.slide(ice, direction) {
            Slide::Blocked => Some(ice.stone),
            Slide::Goal => Some(self.goal),
            Slide::Stopped { at, .. } => Some(at),
            Slide::Off => None,
        };
        let mut steps = vec![ice.stone];
        if end != Some(ice.stone) {
            let past = |&next: &Square| Some(next) != end;
            steps.extend(self.blocks.ray(ice.stone, direction).take_while(past));
            steps.extend(end);
        }
        Trace::walk(steps)
    }
}
