//! Snakes and Ladders for the generic search: a state is a square's number, which is its key.

use std::ops::ControlFlow;

use fewest_search::{Puzzle, Space};

use super::{Board, Overshoot, Roll, laid};
use crate::grid::Square;
use crate::puzzle::Placed;

/// The track with every jump folded in.
pub(super) struct Track<'a> {
    pub board: &'a Board,
    /// Where a player stands who lands on a square, by its number.
    pub landings: Vec<u32>,
    pub faces: u32,
}

impl Puzzle for Track<'_> {
    type State = u32;
    type Move = Roll;
    type Key = u32;

    fn start(&self) -> u32 {
        self.board.from
    }

    fn is_won(&self, &number: &u32) -> bool {
        number == self.board.squares()
    }

    fn expand(
        &self,
        &number: &u32,
        mut visit: impl FnMut(Roll, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let ahead = &self.landings[number as usize + 1..];
        for (roll, &landing) in (1..=self.faces).zip(ahead) {
            visit(Roll(roll), landing)?;
        }
        let left = ahead.len() as u32;
        for roll in left + 1..=self.faces {
            let end = match self.board.overshoot {
                Overshoot::Offered => break,
                Overshoot::Stay => number,
                Overshoot::Win => self.board.squares(),
                Overshoot::Bounce => self.landings[self.board.bounced(roll - left) as usize],
            };
            visit(Roll(roll), end)?;
        }
        ControlFlow::Continue(())
    }

    fn pack(&self, &number: &u32) -> u32 {
        number
    }

    fn unpack(&self, &key: &u32) -> u32 {
        key
    }

    fn space(&self) -> Space {
        Space::Dense(self.landings.len() as u64)
    }
}

impl Placed for Track<'_> {
    fn player(&self, &number: &u32) -> Option<Square> {
        let square = number.checked_sub(1)?;
        Some(laid(self.board.side, square))
    }
}
