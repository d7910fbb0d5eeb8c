//! Snakes and Ladders: the fewest rolls to the last square.
//!
//! Where the rules are silent: a board needs a side of at least 2; the die has as many faces
//! as the option `die` says, and a roll past the last square is not offered, however many
//! faces there are.

mod kernel;
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
    /// The squares without a jump, one bit each; not the last one, where play ends. The search
    /// asks for this far more often than for where a jump leads. There is a word to spare, so
    /// that there always is a next one.
    plain: Vec<u64>,
}

impl Board {
    const PLAIN: u32 = u32::MAX;
    const JUDGES_DIE: u32 = 6;

    fn new(side: u32, die: u32, jumps: Vec<u32>) -> Self {
        let bits = |squares: &[u32]| {
            let is_plain = squares.iter().map(|&end| u64::from(end == Self::PLAIN));
            (0..)
                .zip(is_plain)
                .fold(0, |bits, (at, plain)| bits | plain << at)
        };
        let mut plain: Vec<u64> = jumps.chunks(64).map(bits).collect();
        let last = jumps.len() - 1;
        plain[last / 64] ^= 1 << (last % 64);
        plain.push(0);
        Board {
            side,
            die,
            jumps,
            plain,
        }
    }

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
