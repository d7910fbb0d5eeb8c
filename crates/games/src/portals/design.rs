//! What those who make portal mazes ask.

use super::Board;
use crate::grid::Square;
use crate::rules::Design;

impl Design for Board {
    /// One who stands on a portal has come through it, so is born at its other end. That end is
    /// not the goal: whoever comes to either end of such a portal has won.
    fn at(&self, &player: &Square) -> Self {
        let start = match self.maze.twin(player) {
            Some(twin) if player != self.goal => twin,
            _ => player,
        };
        Board {
            start,
            ..self.clone()
        }
    }

    /// The way to the goal as if there were no walls and no portals.
    fn careless(&self) -> u64 {
        let grid = &self.maze.glyphs;
        let (start, goal) = (grid.place(self.start), grid.place(self.goal));
        let rows = start.row.abs_diff(goal.row);
        let columns = start.column.abs_diff(goal.column);
        u64::from(rows) + u64::from(columns)
    }
}
