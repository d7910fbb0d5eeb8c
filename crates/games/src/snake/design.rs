//! What those who make Snake levels ask.

#[cfg(test)]
mod tests;

use fewest_words::{key, say};

use super::Board;
use crate::grid::Square;
use crate::rules::{Change, Design};

/// A change of a single square.
#[derive(Clone, Copy)]
pub enum Edit {
    /// A wall set here, or removed where one is.
    Wall(Square),
    /// The apple moved here.
    Apple(Square),
}

impl Board {
    fn has_snake_or_apple(&self, square: Square) -> bool {
        square == self.apple || self.snake.contains(&square)
    }
}

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

    type Edit = Edit;

    /// The walls, and then the apple: it goes to any floor where the snake is not.
    fn edits(&self) -> impl Iterator<Item = Edit> + Send {
        let all = 0..self.walls.len();
        let open = all.filter(|&square| !self.has_snake_or_apple(square));
        let floor = open.clone().filter(|&square| !self.walls[square]);
        open.map(Edit::Wall).chain(floor.map(Edit::Apple))
    }

    fn edited(&self, edit: Edit) -> Self {
        let mut board = self.clone();
        match edit {
            Edit::Wall(square) => board.walls[square] = !self.walls[square],
            Edit::Apple(square) => board.apple = square,
        }
        board
    }

    fn describe(&self, edit: Edit) -> Change {
        let (Edit::Wall(square) | Edit::Apple(square)) = edit;
        let place = self.walls.place(square);
        let (group, what) = match edit {
            Edit::Wall(_) if self.walls[square] => {
                (key("wall"), say!("remove the wall at {place}", place))
            }
            Edit::Wall(_) => (key("wall"), say!("set a wall at {place}", place)),
            Edit::Apple(_) => (key("apple"), say!("move the apple to {place}", place)),
        };
        Change {
            group,
            square,
            what,
            by: None,
        }
    }
}
