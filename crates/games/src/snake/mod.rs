//! Snake: the fewest moves until the head is on the apple.
//!
//! Where the rules are silent: with `wrap: yes` the board is a torus, so on a board of one row
//! `U` and `D` lead back to the same square, which a snake of one segment may do and a longer
//! one may not (its second segment would be in the way of the first). A snake of two segments
//! may turn round, since its head enters the square that its tail is leaving.

mod bound;
mod design;
mod farthest;
mod flood;
mod hardest;
mod heads;
mod info;
mod kernel;
mod make;
mod placements;
mod plan;
mod puzzle;
mod reach;
mod rules;
mod shapes;
mod sweep;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod way;

pub use kernel::Ask;

use fewest_search::{Report, Terms, Watch};

use crate::grid::{Direction, Grid, Square};
use crate::rules::{Searching, Solve as _};

/// A board: walls, where the snake lies, and the apple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    walls: Grid<bool>,
    /// From the head to the tail.
    snake: Vec<Square>,
    apple: Square,
    wrap: bool,
}

impl Board {
    /// The glyphs of the segments, from the head on.
    const SEGMENTS: &'static str = "123456789abcdefghijklmnopqrstuvwxyz";

    /// The next square in a direction, wall or not; nothing past the edge.
    fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        if self.wrap {
            Some(self.walls.step_around(from, direction))
        } else {
            self.walls.step(from, direction)
        }
    }

    /// Searches as it is asked to; [`Solve::solve`](crate::rules::Solve) asks for the moves and
    /// leaves out what it can.
    pub fn search<'a>(
        &self,
        ask: Ask,
        terms: impl Into<Terms<'a>>,
        watch: &mut dyn Watch,
    ) -> Report<Direction> {
        let terms = &terms.into();
        if kernel::fits(self, terms) {
            kernel::solve_by(ask, self, terms, watch)
        } else {
            self.with_puzzle(Searching { terms, watch })
        }
    }

    /// The directions from each segment to the next.
    fn steps(&self) -> impl Iterator<Item = Direction> {
        self.snake.windows(2).map(|pair| {
            let leads = |direction: &Direction| self.step(pair[0], *direction) == Some(pair[1]);
            let mut directions = Direction::ALL.into_iter();
            directions
                .find(leads)
                .expect("consecutive segments share a side")
        })
    }
}
