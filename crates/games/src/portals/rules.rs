//! How the portal maze is played: a step a second, and a portal has no choice.

use fewest_words::say;

use super::Board;
use crate::grid::{Direction, Square};
use crate::rules::{Rules, Standing};

impl Rules for Board {
    /// Where the player stands.
    type State = Square;
    type Move = Direction;

    fn start(&self) -> Square {
        self.birth()
    }

    fn standing(&self, &player: &Square) -> Standing {
        if self.is_goal(player) {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &Square) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, player: &mut Square, direction: Direction) -> Result<(), String> {
        if self.maze.is_wall(*player) {
            return Err(say!("the player is walled in"));
        }
        let Some(ahead) = self.maze.glyphs.step(*player, direction) else {
            return Err(say!("the board ends there"));
        };
        if self.maze.is_wall(ahead) {
            return Err(say!("a wall is there"));
        }
        *player = self.arrival(ahead);
        Ok(())
    }
}
