//! What those who make portal mazes ask.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use fewest_words::{key, say};

use super::{Board, Maze};
use crate::grid::Square;
use crate::rules::{Change, Design};

/// A change of a single square.
#[derive(Clone, Copy)]
pub enum Edit {
    /// A wall set here, or removed where one is.
    Wall(Square),
    /// The start moved here.
    Start(Square),
    /// The goal moved here.
    Goal(Square),
    /// One square of a portal moved from here to there.
    Portal(Square, Square),
}

impl Board {
    pub(super) fn is_floor(&self, square: Square) -> bool {
        self.maze.glyphs[square] == b'.'
    }

    pub(super) fn is_end(&self, square: Square) -> bool {
        square == self.start || square == self.goal
    }

    /// Whether a wall here can be set or removed.
    pub(super) fn may_wall(&self, square: Square) -> bool {
        self.maze.is_wall(square) || self.is_floor(square) && !self.is_end(square)
    }

    /// Whether the start or the goal can be moved here.
    fn may_end(&self, square: Square) -> bool {
        !self.maze.is_wall(square) && !self.is_end(square)
    }

    /// The squares of the portals, letter by letter.
    pub(super) fn doors(&self) -> impl Iterator<Item = Square> {
        self.maze.portals.iter().flatten().flatten().copied()
    }
}

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

    type Edit = Edit;

    /// The walls, the start, the goal, and then each square of a portal, to any floor.
    ///
    /// What says nothing about the maze is left out: a wall on the start or on the goal makes it
    /// impossible, and the two on one square are won at once.
    fn edits(&self) -> impl Iterator<Item = Edit> + Send {
        let all = 0..self.maze.glyphs.len();
        let walls = all.clone().filter(|&square| self.may_wall(square));
        let ends = all.clone().filter(|&square| self.may_end(square));
        let doors = self.doors().flat_map(move |from| {
            let floor = all.clone().filter(|&square| self.is_floor(square));
            floor.map(move |to| Edit::Portal(from, to))
        });
        let moved = ends.clone().map(Edit::Start).chain(ends.map(Edit::Goal));
        walls.map(Edit::Wall).chain(moved).chain(doors)
    }

    fn count_edits(&self) -> u64 {
        let (mut walls, mut ends, mut floor) = (0, 0, 0);
        for square in 0..self.maze.glyphs.len() {
            walls += u64::from(self.may_wall(square));
            ends += u64::from(self.may_end(square));
            floor += u64::from(self.is_floor(square));
        }
        walls + 2 * ends + self.doors().count() as u64 * floor
    }

    fn edited(&self, edit: Edit) -> Self {
        let mut board = self.clone();
        match edit {
            Edit::Start(square) => board.start = square,
            Edit::Goal(square) => board.goal = square,
            Edit::Wall(square) => {
                let mut glyphs = self.maze.glyphs.clone();
                glyphs[square] = if self.maze.is_wall(square) {
                    b'.'
                } else {
                    b'#'
                };
                board.maze = Arc::new(Maze::new(glyphs, self.maze.portals));
            }
            Edit::Portal(from, to) => {
                let mut glyphs = self.maze.glyphs.clone();
                let mut portals = self.maze.portals;
                glyphs.squares_mut().swap(from as usize, to as usize);
                for pair in portals.iter_mut().flatten() {
                    *pair = pair.map(|square| if square == from { to } else { square });
                    // As they are when a board is read.
                    pair.sort_unstable();
                }
                board.maze = Arc::new(Maze::new(glyphs, portals));
            }
        }
        board
    }

    fn describe(&self, edit: Edit) -> Change {
        let glyphs = &self.maze.glyphs;
        let (Edit::Wall(square)
        | Edit::Start(square)
        | Edit::Goal(square)
        | Edit::Portal(_, square)) = edit;
        let place = glyphs.place(square);
        let by = match edit {
            Edit::Portal(from, _) => Some((glyphs[from] as char, glyphs.place(from))),
            _ => None,
        };
        let (group, what) = match edit {
            Edit::Wall(_) if self.maze.is_wall(square) => {
                (key("wall"), say!("remove the wall at {place}", place))
            }
            Edit::Wall(_) => (key("wall"), say!("set a wall at {place}", place)),
            Edit::Start(_) => (key("start"), say!("move the start to {place}", place)),
            Edit::Goal(_) => (key("goal"), say!("move the goal to {place}", place)),
            Edit::Portal(from, _) => {
                let (letter, from) = (glyphs[from] as char, glyphs.place(from));
                let what = say!(
                    "move portal {letter} from {from} to {place}",
                    letter,
                    from,
                    place
                );
                (key("portal"), what)
            }
        };
        Change {
            group,
            square,
            what,
            by: by.map(|(letter, from)| format!("{letter} {from}")),
        }
    }
}
