//! Curling for the generic search: a key is the stone's square and those of the broken blocks.

use std::ops::ControlFlow;

use fewest_search::{Puzzle, Space};

use super::{Board, Ice, Slide};
use crate::game::Game as _;
use crate::grid::{Direction, Square};
use crate::puzzle::Placed;

/// The board as a puzzle. Throws that lose are not offered.
pub(super) struct Rink<'a>(pub &'a Board);

impl Rink<'_> {
    /// The words of one bit for each square of the board.
    fn bitmap_words(&self) -> usize {
        self.0.blocks.len().div_ceil(32) as usize
    }
}

impl Puzzle for Rink<'_> {
    type State = Ice;
    type Move = Direction;
    type Key = Box<[u32]>;

    fn start(&self) -> Ice {
        self.0.start()
    }

    fn is_won(&self, ice: &Ice) -> bool {
        ice.stone == self.0.goal
    }

    fn expand(
        &self,
        ice: &Ice,
        mut visit: impl FnMut(Direction, Ice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Rink(board) = self;
        if board.is_spent(ice.broken.len()) {
            return ControlFlow::Continue(());
        }
        // A last throw that only breaks a block loses the game.
        let may_stop = !board.is_spent(ice.broken.len() + 1);
        for direction in Direction::ALL {
            match board.slide(ice, direction) {
                Slide::Goal => visit(direction, ice.moved(board.goal))?,
                Slide::Stopped { at, block } if may_stop => {
                    let mut next = ice.moved(at);
                    next.breaks(block);
                    visit(direction, next)?;
                }
                Slide::Stopped { .. } | Slide::Blocked | Slide::Off => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// The stone's square, and then the broken blocks: their squares in ascending order, or one
    /// bit for each square of the board where that is no longer. The length tells which.
    fn pack(&self, ice: &Ice) -> Box<[u32]> {
        let words = self.bitmap_words();
        let mut key = Vec::with_capacity(1 + words.min(ice.broken.len()));
        key.push(ice.stone);
        if ice.broken.len() < words {
            key.extend_from_slice(&ice.broken);
        } else {
            key.resize(1 + words, 0);
            for &block in &ice.broken {
                key[1 + block as usize / 32] |= 1 << (block % 32);
            }
        }
        key.into_boxed_slice()
    }

    fn unpack(&self, key: &Box<[u32]>) -> Ice {
        let (stone, blocks) = (key[0], &key[1..]);
        let broken = if blocks.len() < self.bitmap_words() {
            blocks.to_vec()
        } else {
            let is_broken =
                |&square: &Square| blocks[square as usize / 32] >> (square % 32) & 1 == 1;
            (0..self.0.blocks.len()).filter(is_broken).collect()
        };
        Ice { stone, broken }
    }

    fn space(&self) -> Space {
        Space::Sparse
    }

    /// A throw that does not win breaks one block: their number is the number of throws.
    fn is_graded(&self) -> bool {
        true
    }
}

impl Placed for Rink<'_> {
    fn player(&self, ice: &Ice) -> Option<Square> {
        Some(ice.stone)
    }

    /// The throws that leave the board, and with the last throw allowed those that break a block.
    fn losing_moves(&self, ice: &Ice) -> u64 {
        let Rink(board) = self;
        let is_last = board.is_spent(ice.broken.len() + 1);
        let loses = |&direction: &Direction| match board.slide(ice, direction) {
            Slide::Off => true,
            Slide::Stopped { .. } => is_last,
            Slide::Goal | Slide::Blocked => false,
        };
        Direction::ALL.iter().filter(|way| loses(way)).count() as u64
    }
}
