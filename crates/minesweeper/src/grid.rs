//! Squares in rows and columns, written once for every game.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// A square's number: row by row from the top left, from 0.
pub type Square = u32;

/// A rectangle of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    rows: u32,
    columns: u32,
    squares: Vec<T>,
}

impl<T> Grid<T> {
    /// The most squares a grid can have: each has a number of 32 bits, and one is kept free.
    pub const MOST: usize = u32::MAX as usize - 1;

    /// A grid from its squares, row by row.
    ///
    /// # Panics
    /// If the squares do not fill whole rows, or are more than [`Grid::MOST`].
    pub fn new(columns: usize, squares: Vec<T>) -> Self {
        assert!(
            columns > 0 && squares.len().is_multiple_of(columns) && squares.len() <= Self::MOST
        );
        Grid {
            rows: (squares.len() / columns) as u32,
            columns: columns as u32,
            squares,
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many squares there are.
    #[allow(clippy::len_without_is_empty, reason = "a grid is never empty")]
    pub fn len(&self) -> u32 {
        self.squares.len() as u32
    }

    /// The squares, row by row.
    pub fn squares(&self) -> &[T] {
        &self.squares
    }

    /// The squares, row by row, to be changed.
    pub fn squares_mut(&mut self) -> &mut [T] {
        &mut self.squares
    }

    /// The square at a row and a column, if it is on the board.
    pub fn at(&self, row: u32, column: u32) -> Option<Square> {
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    /// A square's row and column.
    pub fn coordinates(&self, square: Square) -> (u32, u32) {
        (square / self.columns, square % self.columns)
    }

    /// The same as a place.
    pub fn place(&self, square: Square) -> Place {
        Place {
            row: square / self.columns,
            column: square % self.columns,
        }
    }

    /// The next square in a direction; nothing past the edge.
    #[inline]
    pub fn step(&self, square: Square, direction: Direction) -> Option<Square> {
        match direction {
            Direction::Up => square.checked_sub(self.columns),
            Direction::Down => {
                let below = square + self.columns;
                (below < self.len()).then_some(below)
            }
            Direction::Left => (!square.is_multiple_of(self.columns)).then(|| square - 1),
            Direction::Right => {
                let right = square + 1;
                (!right.is_multiple_of(self.columns)).then_some(right)
            }
        }
    }

    /// The next square in a direction on a torus: past an edge comes the one across.
    pub fn step_around(&self, square: Square, direction: Direction) -> Square {
        self.step(square, direction)
            .unwrap_or_else(|| match direction {
                Direction::Up => square + (self.len() - self.columns),
                Direction::Down => square - (self.len() - self.columns),
                Direction::Left => square + (self.columns - 1),
                Direction::Right => square - (self.columns - 1),
            })
    }

    /// The squares from one, which is not among them, to the edge, the nearest first.
    #[inline]
    pub fn ray(
        &self,
        square: Square,
        direction: Direction,
    ) -> impl Iterator<Item = Square> + use<T> {
        let Place { row, column } = self.place(square);
        let (squares, stride) = match direction {
            Direction::Up => (row, self.columns.wrapping_neg()),
            Direction::Down => (self.rows - 1 - row, self.columns),
            Direction::Left => (column, 1u32.wrapping_neg()),
            Direction::Right => (self.columns - 1 - column, 1),
        };
        (0..squares).scan(square, move |at, _| {
            *at = at.wrapping_add(stride);
            Some(*at)
        })
    }

    /// The up to eight squares around one, in reading order.
    #[inline]
    pub fn around(&self, square: Square) -> impl Iterator<Item = Square> + Clone + use<T> {
        let Place { row, column } = self.place(square);
        let mut near = [0; 8];
        let mut count = 0;
        for row in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
            for column in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                let other = row * self.columns + column;
                if other != square {
                    near[count] = other;
                    count += 1;
                }
            }
        }
        near.into_iter().take(count)
    }

    /// The same grid with every square's content replaced.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Grid<U> {
        Grid {
            rows: self.rows,
            columns: self.columns,
            squares: self.squares.iter().map(change).collect(),
        }
    }
}

impl<T> std::ops::Index<Square> for Grid<T> {
    type Output = T;
    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.squares[square as usize]
    }
}

impl<T> std::ops::IndexMut<Square> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.squares[square as usize]
    }
}

impl fmt::Display for Grid<char> {
    /// One line a row, each ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.squares.chunks(self.columns as usize) {
            writeln!(f, "{}", row.iter().collect::<String>())?;
        }
        Ok(())
    }
}

/// A row and a column, from 0 at the top left; written `row,column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The row.
    pub row: u32,
    /// The column.
    pub column: u32,
}

impl Place {
    /// Reads `row,column`.
    pub fn read(text: &str) -> Option<Self> {
        let (row, column) = text.split_once(',')?;
        Some(Place {
            row: digits(row.trim())?,
            column: digits(column.trim())?,
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// One of the four ways to a side-neighbour, in the order in which moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// `U`
    Up,
    /// `D`
    Down,
    /// `L`
    Left,
    /// `R`
    Right,
}

impl Direction {
    /// All four, in the order in which moves are tried.
    pub const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
    ];

    /// `U`, `D`, `L` or `R`.
    pub fn letter(self) -> &'static str {
        match self {
            Direction::Up => "U",
            Direction::Down => "D",
            Direction::Left => "L",
            Direction::Right => "R",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

/// A number written in digits alone: no sign, no spaces.
pub fn digits<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}
