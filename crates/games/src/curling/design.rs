//! What those who make Curling levels ask.

#[cfg(test)]
mod tests;

use fewest_words::{key, say};

use super::{Board, Ice};
use crate::grid::Square;
use crate::rules::{Change, Design};

/// A change of a single square.
#[derive(Clone, Copy)]
pub enum Edit {
    /// A block set here, or removed where one is.
    Block(Square),
    /// The stone moved here.
    Stone(Square),
    /// The goal moved here.
    Goal(Square),
}

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

    type Edit = Edit;

    /// The blocks, the stone, and then the goal. The two go to any free ice, never on each other.
    fn edits(&self) -> impl Iterator<Item = Edit> + Send {
        let all = 0..self.blocks.len();
        let open = all.filter(|&square| square != self.stone && square != self.goal);
        let ice = open.clone().filter(|&square| !self.blocks[square]);
        let moved = ice.clone().map(Edit::Stone).chain(ice.map(Edit::Goal));
        open.map(Edit::Block).chain(moved)
    }

    fn edited(&self, edit: Edit) -> Self {
        let mut board = self.clone();
        match edit {
            Edit::Block(square) => board.blocks[square] = !self.blocks[square],
            Edit::Stone(square) => board.stone = square,
            Edit::Goal(square) => board.goal = square,
        }
        board
    }

    fn describe(&self, edit: Edit) -> Change {
        let (Edit::Block(square) | Edit::Stone(square) | Edit::Goal(square)) = edit;
        let place = self.blocks.place(square);
        let (group, what) = match edit {
            Edit::Block(_) if self.blocks[square] => {
                (key("block"), say!("remove the block at {place}", place))
            }
            Edit::Block(_) => (key("block"), say!("set a block at {place}", place)),
            Edit::Stone(_) => (key("stone"), say!("move the stone to {place}", place)),
            Edit::Goal(_) => (key("goal"), say!("move the goal to {place}", place)),
        };
        Change {
            group,
            square,
            what,
            by: None,
        }
    }
}
