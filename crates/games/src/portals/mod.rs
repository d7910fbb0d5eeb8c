//! The portal maze: the fewest seconds from the first square to the last.
//!
//! Where the rules are silent: a start that is a wall makes the goal unreachable even on a
//! board of one square. With the options `start` and `goal` any two squares can be asked
//! about; a player born on the goal has won at time 0, portal or not.

mod design;
mod doors;
mod front;
mod info;
mod kernel;
mod make;
mod movingai;
mod patches;
mod puzzle;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod way;

use std::sync::{Arc, OnceLock};

use crate::grid::{Grid, Square};

/// A board: the maze, where the player is born, and where it wants to be.
#[derive(Clone, Debug)]
pub struct Board {
    /// Shared by all queries about one maze.
    maze: Arc<Maze>,
    start: Square,
    goal: Square,
}

/// Walls `#`, floor `.` and portals `A`–`Z`.
#[derive(Debug)]
struct Maze {
    glyphs: Grid<u8>,
    /// The two squares of each letter, where it is used.
    portals: [Option<[Square; 2]>; 26],
    /// Which squares are no wall, as the kernel's words: laid out by the first search, for all.
    floor: OnceLock<Vec<u64>>,
}

impl Maze {
    fn new(glyphs: Grid<u8>, portals: [Option<[Square; 2]>; 26]) -> Self {
        Maze {
            glyphs,
            portals,
            floor: OnceLock::new(),
        }
    }

    fn is_wall(&self, square: Square) -> bool {
        self.glyphs[square] == b'#'
    }

    /// The other square of a portal; nothing where there is none.
    fn twin(&self, square: Square) -> Option<Square> {
        let letter = self.glyphs[square];
        if !letter.is_ascii_uppercase() {
            return None;
        }
        let [one, other] = self.portals[usize::from(letter - b'A')]?;
        Some(if square == one { other } else { one })
    }
}

impl Board {
    /// Where a player ends who touches a square that is no wall: on the goal if it is the goal,
    /// otherwise at the far end of a portal, otherwise right there.
    fn arrival(&self, square: Square) -> Square {
        if square == self.goal {
            return square;
        }
        self.maze.twin(square).unwrap_or(square)
    }

    /// Where the player stands at time 0. One born in a wall stays there and cannot win.
    fn birth(&self) -> Square {
        if self.maze.is_wall(self.start) {
            self.start
        } else {
            self.arrival(self.start)
        }
    }

    /// A player cannot stand on a goal that is a wall, unless it was born there: no win.
    fn is_goal(&self, square: Square) -> bool {
        square == self.goal && !self.maze.is_wall(square)
    }
}
