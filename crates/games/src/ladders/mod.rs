//! Snakes and Ladders: the fewest rolls to the last square.
//!
//! Where the rules are silent: a board needs a side of at least 2; the die has as many faces
//! as the option `die` says, and a roll past the last square is not offered, however many
//! faces there are.

mod puzzle;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use rules::Roll;

/// A board: an n×n track, numbered here from 0 at the bottom left, each row up running the
/// other way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    side: u32,
    die: u32,
    /// For each square of the track where a jump takes the player; [`Board::PLAIN`] for none.
    jumps: Vec<u32>,
}

impl Board {
    const PLAIN: u32 = u32::MAX;
    const JUDGES_DIE: u32 = 6;

    fn last(&self) -> u32 {
        self.jumps.len() as u32 - 1
    }

    /// Where a player stands after landing on a square: one jump at the most.
    fn landing(&self, square: u32) -> u32 {
        match self.jumps[square as usize] {
            Self::PLAIN => square,
            end => end,
        }
    }
}

/// The square of the track at an index of the matrix, which is written from the top row down.
fn winding(side: u32, index: u32) -> u32 {
    let (row, column) = (side - 1 - index / side, index % side);
    let along = if row.is_multiple_of(2) {
        column
    } else {
        side - 1 - column
    };
    row * side + along
}
