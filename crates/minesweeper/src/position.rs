//! What a player sees of a board: its cells in rows and columns, and the neighbours of each.

use crate::grid::{Grid, Square};

/// The neighbours of every square, stored for fast access.
#[derive(Clone, Debug)]
pub struct Neighbours {
    squares: Vec<[Square; 8]>,
    counts: Vec<u8>,
}

impl Neighbours {
    /// The neighbours on a board of this size.
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

    /// The neighbours of a square, in reading order.
    #[inline]
    pub fn of(&self, square: Square) -> &[Square] {
        &self.squares[square as usize][..usize::from(self.counts[square as usize])]
    }
}

/// One cell as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// An open cell: the number of mines around it.
    Number(u8),
    /// An open cell whose number is unknown or ignored.
    Unnumbered,
    /// A covered cell.
    Covered,
    /// A covered cell that is promised to hold no mine, as a first click can be.
    Promised,
    /// A mine that is known. Numbers count it, [`MineCount`] does not.
    Mine,
}

impl Cell {
    /// Whether this is an open cell with a number.
    pub fn is_number(self) -> bool {
        matches!(self, Cell::Number(_))
    }
}

/// What is known about the number of covered mines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MineCount {
    /// The number of covered mines. All layouts with as many mines are equally likely.
    Total(u32),
    /// Each cell holds a mine with probability `mines / of`, independently of the others. `mines` is
    /// neither 0 nor `of`.
    Density {
        /// The numerator.
        mines: u32,
        /// The denominator.
        of: u32,
    },
}

/// What a player sees. Flags are not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The cells.
    pub cells: Grid<Cell>,
    /// The number of covered mines.
    pub mines: MineCount,
}

impl Position {
    /// The covered cells.
    pub fn covered(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.cells.len())
            .filter(|&square| matches!(self.cells[square], Cell::Covered | Cell::Promised))
    }
}
