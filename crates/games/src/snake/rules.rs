//! How Snake is played: the head goes on, every other segment follows the one before it.

use fewest_words::say;

use super::Board;
use crate::grid::{Direction, Square};
use crate::rules::{Rules, Standing};

impl Rules for Board {
    /// Where the snake lies, from the head to the tail.
    type State = Vec<Square>;
    type Move = Direction;

    fn start(&self) -> Vec<Square> {
        self.snake.clone()
    }

    fn standing(&self, snake: &Vec<Square>) -> Standing {
        if snake[0] == self.apple {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &Vec<Square>) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, snake: &mut Vec<Square>, direction: Direction) -> Result<(), String> {
        let Some(ahead) = self.step(snake[0], direction) else {
            return Err(say!("the board ends there"));
        };
        if self.walls[ahead] {
            return Err(say!("a wall is there"));
        }
        // The tail leaves its square in the same moment, so that one does not count.
        let staying = &snake[..snake.len() - 1];
        if let Some(segment) = staying.iter().position(|&square| square == ahead) {
            return Err(say!(
                "segment {segment} of the snake is there",
                segment = segment + 1
            ));
        }
        snake.pop();
        snake.insert(0, ahead);
        Ok(())
    }
}
