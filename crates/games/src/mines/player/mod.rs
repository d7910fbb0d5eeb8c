//! A player that sees no more than a player sees, and wins as often as it can.
//!
//! What is surely safe is opened. Where nothing is, and few layouts are left, every way to play on
//! is searched (`endgame`). Otherwise it guesses (`guess`): for each cell that is nearly as safe
//! as the safest, what each number there would leave to go on with.

mod advice;
mod bench;
mod closed;
mod deal;
mod endgame;
mod guess;
mod layouts;
#[cfg(test)]
mod tests;

use crate::grid::{Grid, Square};

use super::chances::{COVERED, Look, Mines, Neighbours};
pub use advice::{Advice, Move, Reason};
pub use bench::{Contest, Score};
use closed::Closed;
pub use deal::{deal, relocate};
use endgame::{Endgame, GoOn};

/// A board's size and mines, and what is looked up about them.
pub struct Table {
    /// The neighbours.
    pub near: Neighbours,
    closed: Closed,
    grid: Grid<()>,
    mines: Mines,
}

impl Table {
    /// For boards of this size with such mines.
    pub fn new(rows: u32, columns: u32, mines: Mines) -> Self {
        let grid = Grid::new(columns as usize, vec![(); (rows * columns) as usize]);
        let near = Neighbours::new(&grid);
        let closed = Closed::new(&grid, &near);
        Table {
            near,
            closed,
            grid,
            mines,
        }
    }

    /// The board without anything on it.
    pub fn grid(&self) -> &Grid<()> {
        &self.grid
    }
}

/// Where so few layouts are left, or fewer, every way to play on is searched.
const FEW_LAYOUTS: f64 = 2_000.0;
/// How much is looked at for a move, at the most: so many cells in so many layouts.
const MOST_WORK: u64 = 100_000_000;

/// The player. Kept to be used again.
#[derive(Default)]
pub struct Player {
    /// The position, and what a guess may make of it.
    look: Look,
    next: Look,
    endgame: Endgame,
    chosen: Vec<Square>,
}

impl Player {
    /// The cells to open next in a position that some layout fits: all that are surely safe, or the
    /// one to guess at. The cells are as they were afterwards.
    ///
    /// # Panics
    /// If no layout fits, or if all covered cells are mines.
    pub fn choose(&mut self, table: &Table, cells: &mut [u8]) -> &[Square] {
        let look = &mut self.look;
        look.web.read(cells, &table.near).expect("some layout fits");
        self.chosen.clear();
        self.chosen.extend(&look.web.safe);
        if !self.chosen.is_empty() {
            return &self.chosen;
        }
        if look.at(cells, &table.near, table.mines).is_err() {
            // More numbers hang together than can be followed: one must be opened all the same.
            let mut covered = 0..cells.len() as Square;
            let is_open = |square: &Square| {
                cells[*square as usize] == COVERED && !look.web.mines.contains(square)
            };
            self.chosen.extend(covered.find(is_open));
            return &self.chosen;
        }
        let is_safe =
            |&square: &Square| cells[square as usize] == COVERED && look.chance(square) == 0.0;
        self.chosen
            .extend((0..cells.len() as Square).filter(is_safe));
        if self.chosen.is_empty() {
            let best = self.search(table, cells);
            let best = best.unwrap_or_else(|| self.think(table, cells, &mut |_| true)[0].square);
            self.chosen.push(best);
        }
        &self.chosen
    }

    /// The cell that wins most often, where few layouts are left.
    fn search(&mut self, table: &Table, cells: &[u8]) -> Option<Square> {
        if self.look.weight > FEW_LAYOUTS.ln() {
            return None;
        }
        self.take_up(table, cells, &mut |_| true)?;
        let (best, _) = self.endgame.best(MOST_WORK, &mut |_| true).ok()?;
        Some(best)
    }

    /// In how many layouts each cell wins, where few enough are left that no more than so much is to
    /// be looked at.
    fn search_all(
        &mut self,
        table: &Table,
        cells: &[u8],
        work: u64,
        go_on: GoOn,
    ) -> Option<Vec<(Square, u32)>> {
        self.take_up(table, cells, go_on)?;
        self.endgame.every(work, go_on).ok()
    }

    fn take_up(&mut self, table: &Table, cells: &[u8], go_on: GoOn) -> Option<usize> {
        match table.mines {
            Mines::Total(total) => {
                let near = &table.near;
                self.endgame.begin(cells, near, total, &self.look, go_on)
            }
            // Layouts with more mines weigh less there: they cannot be counted one by one.
            Mines::Density { .. } => None,
        }
    }
}
