//! How it is searched: small states, exact keys, no allocation for a position.

use std::ops::ControlFlow;

use fewest_search::{Puzzle, Space};

use super::{Board, gap};
use crate::grid::{Direction, Square};
use crate::rules::{Placed, Solve, Task};

/// How many arrangements there are: 9!
pub const ARRANGEMENTS: u32 = 362_880;

/// The board as a puzzle. A key is the place of an arrangement among all, as in a dictionary.
pub struct Sliding<'a>(pub &'a Board);

impl Puzzle for Sliding<'_> {
    type State = [u8; 9];
    type Move = Direction;
    type Key = u32;

    fn start(&self) -> [u8; 9] {
        self.0.tiles.squares().try_into().expect("nine squares")
    }

    fn is_won(&self, tiles: &[u8; 9]) -> bool {
        *tiles == Board::GOAL
    }

    fn expand(
        &self,
        tiles: &[u8; 9],
        mut visit: impl FnMut(Direction, [u8; 9]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let gap = gap(tiles);
        for direction in Direction::ALL {
            if let Some(next) = self.0.tiles.step(gap, direction) {
                let mut after = *tiles;
                after.swap(gap as usize, next as usize);
                visit(direction, after)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pack(&self, tiles: &[u8; 9]) -> u32 {
        (0..9).fold(0, |key, at| {
            let later = tiles[at + 1..].iter();
            let smaller = later.filter(|&&tile| tile < tiles[at]).count();
            key * (9 - at as u32) + smaller as u32
        })
    }

    fn unpack(&self, &key: &u32) -> [u8; 9] {
        arrangement(key)
    }

    fn space(&self) -> Space {
        Space::Dense(ARRANGEMENTS.into())
    }
}

impl Placed for Sliding<'_> {
    fn player(&self, tiles: &[u8; 9]) -> Option<Square> {
        Some(gap(tiles))
    }
}

impl Solve for Board {
    fn with_puzzle<T: Task<Direction>>(&self, task: T) -> T::Output {
        task.run(&Sliding(self))
    }
}

/// The arrangement that has a key.
pub fn arrangement(mut key: u32) -> [u8; 9] {
    let mut tiles = [0; 9];
    for at in (0..9).rev() {
        let left = 9 - at as u32;
        let tile = (key % left) as u8;
        key /= left;
        // The later ones were numbered without it.
        for later in &mut tiles[at + 1..] {
            *later += u8::from(*later >= tile);
        }
        tiles[at] = tile;
    }
    tiles
}
