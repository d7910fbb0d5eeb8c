//! How it is played: the law that every answer is replayed by, plain before it is fast.

use fewest_words::say;

use super::{Board, gap};
use crate::grid::{Direction, Grid};
use crate::rules::{Rules, Standing};

impl Rules for Board {
    type State = Grid<u8>;
    type Move = Direction;

    fn start(&self) -> Grid<u8> {
        self.tiles.clone()
    }

    fn standing(&self, tiles: &Grid<u8>) -> Standing {
        match tiles.squares() == Board::GOAL {
            true => Standing::Won,
            false => Standing::Playing,
        }
    }

    fn candidates(&self, _: &Grid<u8>) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, tiles: &mut Grid<u8>, direction: Direction) -> Result<(), String> {
        let gap = gap(tiles.squares());
        let Some(next) = tiles.step(gap, direction) else {
            return Err(say!("the board ends there"));
        };
        tiles.squares_mut().swap(gap as usize, next as usize);
        Ok(())
    }
}
