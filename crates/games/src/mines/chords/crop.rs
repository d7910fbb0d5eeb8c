//! A part of a board, cut out to be looked at on its own.

use super::Task;
use super::net::{Net, numbers};
use crate::grid::{Grid, Square};

/// A rectangle of cells.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub top: u32,
    pub left: u32,
    /// The row below the last.
    pub bottom: u32,
    /// The column behind the last.
    pub right: u32,
}

impl Area {
    /// The area and so many cells around it, as far as the board goes.
    pub fn grown<T>(&self, by: u32, board: &Grid<T>) -> Area {
        Area {
            top: self.top.saturating_sub(by),
            left: self.left.saturating_sub(by),
            bottom: (self.bottom + by).min(board.rows()),
            right: (self.right + by).min(board.columns()),
        }
    }

    pub fn has(&self, row: u32, column: u32) -> bool {
        (self.top..self.bottom).contains(&row) && (self.left..self.right).contains(&column)
    }
}

/// The cells of an area, each with its square on the whole board.
pub struct Crop {
    pub squares: Grid<Square>,
    pub mines: Grid<bool>,
    pub open: Grid<bool>,
    pub flags: Grid<bool>,
}

impl Crop {
    /// Cuts out an area. Wrong flags are gone.
    pub fn new(task: &Task, area: Area) -> Self {
        let columns = task.mines.columns();
        let row = |row: u32| (area.left..area.right).map(move |column| row * columns + column);
        let squares = (area.top..area.bottom).flat_map(row).collect();
        let squares = Grid::new((area.right - area.left) as usize, squares);
        Crop {
            mines: squares.map(|&square| task.mines[square]),
            open: squares.map(|&square| task.open[square]),
            flags: squares.map(|&square| task.flags[square] && task.mines[square]),
            squares,
        }
    }

    /// Opens a cell, and all that follows if it is blank.
    pub fn open(&mut self, numbers: &Grid<u8>, square: Square) {
        let mut to_open = vec![square];
        while let Some(square) = to_open.pop() {
            if !self.open[square] && !self.mines[square] {
                self.open[square] = true;
                if numbers[square] == 0 {
                    to_open.extend(numbers.around(square));
                }
            }
        }
    }

    /// How many mines are around each cell, as far as they are in the crop.
    pub fn numbers(&self) -> Grid<u8> {
        numbers(&self.mines)
    }

    pub fn net(&self) -> Net {
        Net::new(&Task {
            mines: &self.mines,
            open: &self.open,
            flags: &self.flags,
        })
    }
}
