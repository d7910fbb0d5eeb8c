//! How Curling looks: as it is written, with `x` where a block was broken.

use super::{Board, Ice};
use crate::rules::Look;
use crate::view::{Role, Tile, View};

impl Look for Board {
    fn view(&self, ice: &Ice) -> View {
        let mut tiles = self.blocks.map(|&block| match block {
            true => Tile::new("#", Role::Wall),
            false => Tile::new(".", Role::Plain),
        });
        for &square in &ice.broken {
            tiles[square] = Tile::new("x", Role::Plain);
        }
        tiles[self.goal] = Tile::new("G", Role::Goal);
        if ice.stone != Ice::OFF {
            tiles[ice.stone] = Tile::new("S", Role::Player);
        }
        View { tiles }
    }

    fn size(&self) -> (u32, u32) {
        (self.blocks.rows(), self.blocks.columns())
    }
}
