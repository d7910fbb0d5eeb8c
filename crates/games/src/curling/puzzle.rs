//! Curling for the search: a key is the stone's square and the squares of the broken blocks.

use fewest_search::{Puzzle, Space};

use super::{Board, Ice, Slide};
use crate::grid::Direction;
use crate::rules::{Rules, Solve, Task};

/// The board as a puzzle. Throws that lose are not offered.
struct Rink<'a>(&'a Board);

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

    fn expand(&self, ice: &Ice, mut visit: impl FnMut(Direction, Ice)) {
        let Rink(board) = self;
        if board.is_spent(ice) {
            return;
        }
        for direction in Direction::ALL {
            match board.slide(ice, direction) {
                Slide::Blocked | Slide::Off => {}
                Slide::Goal => visit(
                    direction,
                    Ice {
                        stone: board.goal,
                        broken: ice.broken.clone(),
                    },
                ),
                Slide::Stopped { at, block } => {
                    let next = board.stopped(ice, at, block);
                    if !board.is_spent(&next) {
                        visit(direction, next);
                    }
                }
            }
        }
    }

    fn pack(&self, ice: &Ice) -> Box<[u32]> {
        let mut key = Vec::with_capacity(ice.broken.len() + 1);
        key.push(ice.stone);
        key.extend_from_slice(&ice.broken);
        key.into_boxed_slice()
    }

    fn unpack(&self, key: &Box<[u32]>) -> Ice {
        Ice {
            stone: key[0],
            broken: key[1..].to_vec(),
        }
    }

    fn space(&self) -> Space {
        Space::Sparse
    }
}

impl Solve for Board {
    fn with_puzzle<T: Task<Direction>>(&self, task: T) -> T::Output {
        task.run(&Rink(self))
    }
}
