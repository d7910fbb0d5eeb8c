//! A bound for a board that is too wide for one sweep: the sum over tiles that share no cell.
//!
//! Every act is on a cell of one tile. So for a tile all acts elsewhere are free: all cells outside
//! are open, all mines there flagged, and what a chord or an opening outside could open is open
//! too. What the rest of the tile needs is needed.

use super::Task;
use super::crop::{Area, Crop};
use super::effort::{Effort, Halt};
use super::order::{Care, order};
use super::steps::Steps;
use super::sweep::bound;

/// How high and how wide a tile is.
const SIZE: (u32, u32) = (16, 48);

/// How many labels are kept apart.
const WIDTH: usize = 1000;

pub struct Tiles<'a> {
    task: &'a Task<'a>,
    rows: u32,
    columns: u32,
}

impl<'a> Tiles<'a> {
    pub fn new(task: &'a Task<'a>) -> Self {
        Tiles::of(task, SIZE)
    }

    /// Tiles of so many rows and columns.
    pub fn of(task: &'a Task<'a>, (rows, columns): (u32, u32)) -> Self {
        Tiles {
            task,
            rows,
            columns,
        }
    }

    /// So many acts are needed, without the wrong flags. If it cannot go on to the last tile, the
    /// sum of some is a bound as well.
    pub fn bound(&self, effort: &mut Effort) -> (u32, Result<(), Halt>) {
        let board = self.task.mines;
        let mut sum = 0;
        for top in (0..board.rows()).step_by(self.rows as usize) {
            for left in (0..board.columns()).step_by(self.columns as usize) {
                let area = Area {
                    top,
                    left,
                    bottom: (top + self.rows).min(board.rows()),
                    right: (left + self.columns).min(board.columns()),
                };
                match self.tile(area, effort) {
                    Ok(acts) => sum += acts,
                    Err(halt) => return (sum, Err(halt)),
                }
            }
        }
        (sum, Ok(()))
    }

    fn tile(&self, area: Area, effort: &mut Effort) -> Result<u32, Halt> {
        let board = self.task.mines;
        let mut crop = Crop::new(self.task, area.grown(1, board));
        let numbers = crop.numbers();
        for square in 0..crop.squares.len() {
            let place = board.place(crop.squares[square]);
            if !area.has(place.row, place.column) {
                crop.flags[square] = crop.mines[square];
                crop.open[square] = !crop.mines[square];
                for near in crop.mines.around(square) {
                    let place = board.place(crop.squares[near]);
                    if area.has(place.row, place.column) {
                        crop.open(&numbers, near);
                    }
                }
            }
        }
        let net = crop.net();
        let care = Care {
            beginnings: 16,
            moves: 4000,
        };
        let order = order(&net, crop.squares.columns(), care, effort)?;
        match Steps::new(&net, &order) {
            Some(steps) => bound(&steps, u32::MAX, WIDTH, effort),
            None => Ok(0),
        }
    }
}
