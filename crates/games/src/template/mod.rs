//! What a board is, and where the rules are silent, what was decided. Copy this folder to begin a game.
//!
//! The eight-puzzle: the fewest slides that bring eight tiles into order. It is compiled for the tests
//! alone, and held to the contract like the games that are played; docs/adding-a-game.md walks through
//! it. A move is the way that the gap goes, and the gap ends at the bottom right.

mod design;
mod info;
mod make;
mod puzzle;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod view;

use crate::grid::{Grid, Square};

/// A board: the tiles where play begins. All of them may move, so they are the state as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    tiles: Grid<u8>,
}

impl Board {
    const SIDE: u32 = 3;
    const GAP: u8 = 0;
    const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, Self::GAP];

    fn new(tiles: [u8; 9]) -> Self {
        Board {
            tiles: Grid::new(Self::SIDE as usize, tiles.to_vec()),
        }
    }
}

/// Where the gap is.
fn gap(tiles: &[u8]) -> Square {
    let gap = tiles.iter().position(|&tile| tile == Board::GAP);
    gap.expect("there is a gap") as Square
}
