//! What those who make Snake levels ask.

use super::Board;
use crate::grid::Square;
use crate::rules::Design;

impl Design for Board {
    fn at(&self, snake: &Vec<Square>) -> Self {
        Board {
            snake: snake.clone(),
            ..self.clone()
        }
    }

    /// The way to the apple as if there were no walls and no body.
    fn careless(&self) -> u64 {
        let grid = &self.walls;
        let (head, apple) = (grid.place(self.snake[0]), grid.place(self.apple));
        let along = |one: u32, other: u32, side: u32| {
            let straight = one.abs_diff(other);
            match self.wrap {
                true => straight.min(side - straight),
                false => straight,
            }
        };
        let rows = along(head.row, apple.row, grid.rows());
        let columns = along(head.column, apple.column, grid.columns());
        u64::from(rows) + u64::from(columns)
    }
}
