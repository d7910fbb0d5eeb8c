//! What a player sees of a board.

use crate::grid::{Grid, Square};

/// A covered cell. What is below it is a number that can be seen.
pub const COVERED: u8 = 9;
/// A mine that can be seen.
pub const MINE: u8 = 10;
/// An open cell whose number is left out of account.
pub const UNTOLD: u8 = 11;
/// A covered cell that is promised to hold no mine, on a board of which nothing is open.
pub const PROMISED: u8 = 12;

/// What is known of the mines in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mines {
    /// How many there are, those that can be seen left out.
    Total(u32),
    /// Only that each cell holds one in `mines` of `all` cases, whatever the others hold.
    Density {
        /// Not 0, and fewer than all.
        mines: u32,
        /// All cases.
        all: u32,
    },
}

/// What a player sees: for each cell a number, [`COVERED`], [`MINE`], [`UNTOLD`] or [`PROMISED`]. Flags are the
/// player's own business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The cells.
    pub cells: Grid<u8>,
    /// The mines.
    pub mines: Mines,
}

impl Position {
    /// The covered cells.
    pub fn covered(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.cells.len()).filter(|&square| matches!(self.cells[square], COVERED | PROMISED))
    }
}

/// The neighbours of every square, looked up often.
#[derive(Clone, Debug)]
pub struct Neighbours {
    squares: Vec<[Square; 8]>,
    counts: Vec<u8>,
}

impl Neighbours {
    /// Those of a board.
    pub fn new<T>(grid: &Grid<T>) -> Self {
        let mut squares = Vec::with_capacity(grid.len() as usize);
        let mut counts = Vec::with_capacity(grid.len() as usize);
        for square in 0..grid.len() {
            let mut near = [0; 8];
            let mut count = 0;
            for (at, other) in grid.around(square).enumerate() {
                near[at] = other;
                count += 1;
            }
            squares.push(near);
            counts.push(count);
        }
        Neighbours { squares, counts }
    }

    /// The squares around one, in reading order.
    #[inline]
    pub fn of(&self, square: Square) -> &[Square] {
        &self.squares[square as usize][..usize::from(self.counts[square as usize])]
    }
}
