//! The fewest clicks of all kinds against the plain rules, and against what is known.

mod known;
mod large;
mod limits;
mod plain;
mod subsets;

use fastrand::Rng;

use super::Task;
use crate::grid::Grid;

const SEED: u64 = 3;

/// A board in progress that owns what it is made of.
struct Board {
    mines: Grid<bool>,
    open: Grid<bool>,
    flags: Grid<bool>,
}

impl Board {
    /// A board on which nothing is played yet.
    fn new(mines: Grid<bool>) -> Self {
        Board {
            open: mines.map(|_| false),
            flags: mines.map(|_| false),
            mines,
        }
    }

    /// A board whose mines are stars.
    fn read(text: &str) -> Self {
        let columns = text.lines().next().expect("there is a row").trim().len();
        let cells = text.chars().filter(|cell| !cell.is_whitespace());
        Board::new(Grid::new(columns, cells.map(|cell| cell == '*').collect()))
    }

    /// A board of so many rows and columns, in a hundred cells so many mines.
    fn random(rows: usize, columns: usize, mines: u32, rng: &mut Rng) -> Self {
        let cells = 0..rows * columns;
        let mines = cells.map(|_| rng.u32(..100) < mines).collect();
        Board::new(Grid::new(columns, mines))
    }

    /// The same with some cells open and some flagged, a few of them wrongly.
    fn in_progress(mut self, rng: &mut Rng) -> Self {
        for square in 0..self.mines.len() {
            let is_mine = self.mines[square];
            self.open[square] = !is_mine && rng.u32(..6) == 0;
            let flagged = rng.u32(..if is_mine { 6 } else { 18 }) == 0;
            self.flags[square] = flagged && !self.open[square];
        }
        self
    }

    fn task(&self) -> Task<'_> {
        Task {
            mines: &self.mines,
            open: &self.open,
            flags: &self.flags,
        }
    }

    /// The board as text: `*` a mine, `F` a flagged one, `o` open, `f` wrongly flagged.
    fn text(&self) -> String {
        let squares: Vec<char> = (0..self.mines.len())
            .map(|square| match (self.mines[square], self.flags[square]) {
                (true, true) => 'F',
                (true, false) => '*',
                (false, true) => 'f',
                (false, false) if self.open[square] => 'o',
                (false, false) => '.',
            })
            .collect();
        Grid::new(self.mines.columns() as usize, squares).to_string()
    }
}
