//! The portal maze for the search: a state is a square, and its key is its number.

use std::ops::ControlFlow;

use fewest_search::{Puzzle, Space};

use super::Board;
use crate::grid::{Direction, Square};
use crate::puzzle::Placed;

/// The board as a puzzle. A portal is a fixed map from the square stepped on to the square
/// arrived at, so the squares alone are the states.
pub(super) struct Walk<'a>(pub &'a Board);

impl Puzzle for Walk<'_> {
    type State = Square;
    type Move = Direction;
    type Key = Square;

    fn start(&self) -> Square {
        self.0.birth()
    }

    fn is_won(&self, &player: &Square) -> bool {
        self.0.is_goal(player)
    }

    fn expand(
        &self,
        &player: &Square,
        mut visit: impl FnMut(Direction, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Walk(board) = self;
        if board.maze.is_wall(player) {
            return ControlFlow::Continue(());
        }
        for direction in Direction::ALL {
            if let Some(ahead) = board.maze.glyphs.step(player, direction)
                && !board.maze.is_wall(ahead)
            {
                visit(direction, board.arrival(ahead))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pack(&self, &player: &Square) -> Square {
        player
    }

    fn unpack(&self, &key: &Square) -> Square {
        key
    }

    fn space(&self) -> Space {
        Space::Dense(u64::from(self.0.maze.glyphs.len()))
    }
}

impl Placed for Walk<'_> {
    fn player(&self, &player: &Square) -> Option<Square> {
        Some(player)
    }
}
