//! How a board lies in rows of bits: as it is or turned, whichever is less work.

use super::row::{Row, Wide};
use crate::grid::{Grid, Square};

/// A board's size, and how it lies.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    board_rows: u32,
    board_columns: u32,
    is_turned: bool,
}

/// What is done with rows of some kind.
pub trait WithRows {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<R: Row + 'static>(self) -> Self::Output;
}

impl Shape {
    /// The most columns, where there are more rows, or the most rows, where there are more columns.
    pub const MOST: u32 = 2048;

    /// The shape of boards of a size.
    pub fn new(rows: u32, columns: u32) -> Self {
        // Where either would fit into the narrowest rows, fewer rows are better.
        let is_turned = match rows.max(columns) <= u32::WIDTH {
            true => rows > columns,
            false => rows < columns,
        };
        Shape {
            board_rows: rows,
            board_columns: columns,
            is_turned,
        }
    }

    /// How many squares the board has.
    pub fn squares(&self) -> u32 {
        self.board_rows * self.board_columns
    }

    /// How many rows of bits there are.
    pub fn rows(&self) -> u32 {
        if self.is_turned {
            self.board_columns
        } else {
            self.board_rows
        }
    }

    /// How many bits a row has.
    pub fn columns(&self) -> u32 {
        if self.is_turned {
            self.board_rows
        } else {
            self.board_columns
        }
    }

    /// The row and the column where a square of the board lies.
    pub fn place(&self, square: Square) -> (u32, u32) {
        let (row, column) = (square / self.board_columns, square % self.board_columns);
        if self.is_turned {
            (column, row)
        } else {
            (row, column)
        }
    }

    /// A board's mines as rows.
    pub fn rows_of<R: Row>(&self, mines: &Grid<bool>) -> Vec<R> {
        let mut rows = vec![R::NONE; self.rows() as usize];
        for square in (0..mines.len()).filter(|&square| mines[square]) {
            let (row, column) = self.place(square);
            rows[row as usize] = rows[row as usize] | R::cell(column);
        }
        rows
    }

    /// The board whose mines are these.
    pub fn board_of<R: Row>(&self, rows: &[R]) -> Grid<bool> {
        let is_mine = |square| {
            let (row, column) = self.place(square);
            rows[row as usize].has(column)
        };
        let squares = (0..self.squares()).map(is_mine).collect();
        Grid::new(self.board_columns as usize, squares)
    }

    /// Does something with rows that are wide enough for the board; nothing where none are.
    pub fn with_rows<W: WithRows>(&self, work: W) -> Option<W::Output> {
        match self.columns() {
            0..=32 => Some(work.with::<u32>()),
            33..=64 => Some(work.with::<u64>()),
            65..=256 => Some(work.with::<Wide<4>>()),
            257..=Self::MOST => Some(work.with::<Wide<32>>()),
            _ => None,
        }
    }
}
