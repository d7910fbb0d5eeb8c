//! Curling 2.0: the fewest throws that bring the stone to the goal.
//!
//! Where the rules are silent: a game whose last allowed throw does not win is lost, and so is
//! one whose stone has left the board. `throws: none` lifts the limit; every throw that does
//! not win breaks a block, so even then a game has at most one throw more than blocks.

mod ahead;
mod bits;
mod copies;
mod deep;
mod design;
mod hardest;
mod info;
mod kernel;
mod layers;
mod make;
mod narrow;
mod puzzle;
mod rules;
mod sheet;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod wide;

use crate::grid::{Direction, Grid, Square};

/// A board: blocks, the stone, the goal, and how many throws are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    blocks: Grid<bool>,
    stone: Square,
    goal: Square,
    throws: Option<u32>,
}

/// Where the stone is, and which blocks are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ice {
    /// [`Ice::OFF`] once it has left the board.
    stone: Square,
    /// The squares of the broken blocks, ascending. Every throw that does not end the game
    /// breaks one, so this also counts the throws.
    broken: Vec<Square>,
}

impl Ice {
    const OFF: Square = Square::MAX;

    /// The same blocks broken, the stone elsewhere.
    fn moved(&self, stone: Square) -> Self {
        Ice {
            stone,
            broken: self.broken.clone(),
        }
    }

    /// One more block is gone.
    fn breaks(&mut self, block: Square) {
        let place = self.broken.partition_point(|&broken| broken < block);
        self.broken.insert(place, block);
    }
}

/// How a throw ends.
enum Slide {
    /// A block right beside the stone: no throw.
    Blocked,
    /// At the goal.
    Goal,
    /// Before a block, which breaks.
    Stopped { at: Square, block: Square },
    /// Off the board.
    Off,
}

impl Board {
    const JUDGES_THROWS: u32 = 10;

    /// Slides the stone square by square, past the squares where blocks are broken.
    fn slide(&self, ice: &Ice, direction: Direction) -> Slide {
        let mut at = ice.stone;
        for next in self.blocks.ray(ice.stone, direction) {
            if self.blocks[next] && ice.broken.binary_search(&next).is_err() {
                return match at == ice.stone {
                    true => Slide::Blocked,
                    false => Slide::Stopped { at, block: next },
                };
            }
            if next == self.goal {
                return Slide::Goal;
            }
            at = next;
        }
        Slide::Off
    }

    /// Whether the throws are used up by so many broken blocks, in a position that is not won.
    fn is_spent(&self, broken: usize) -> bool {
        self.throws.is_some_and(|throws| broken >= throws as usize)
    }
}
