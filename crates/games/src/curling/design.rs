//! What those who make Curling levels ask.

use super::{Board, Ice};
use crate::rules::Design;

impl Design for Board {
    /// The broken blocks are gone, and their throws used up. A stone that has left the board
    /// stands on its first square with no throw left: as lost as it was.
    fn at(&self, ice: &Ice) -> Self {
        let mut board = self.clone();
        for &block in &ice.broken {
            board.blocks[block] = false;
        }
        if ice.stone == Ice::OFF {
            board.throws = Some(0);
        } else {
            board.stone = ice.stone;
            board.throws = self.throws.map(|throws| throws - ice.broken.len() as u32);
        }
        board
    }

    /// Straight there, or once round a corner.
    fn careless(&self) -> u64 {
        let (stone, goal) = (self.blocks.place(self.stone), self.blocks.place(self.goal));
        u64::from(stone.row != goal.row) + u64::from(stone.column != goal.column)
    }
}
