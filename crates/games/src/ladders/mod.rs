//! Snakes and Ladders: the fewest rolls to the last square.
//!
//! Where the rules are silent: a board needs a side of at least 2; the die has as many faces
//! as the option `die` says, and a roll past the last square is not offered, however many
//! faces there are.

mod design;
mod jumps;
mod kernel;
mod puzzle;
mod rules;
mod squares;
#[cfg(test)]
mod tests;
mod text;
mod view;

use jumps::Jumps;
pub use rules::Roll;

/// A board: an n×n track, numbered here from 0 at the bottom left, each row up running the
/// other way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    side: u32,
    die: u32,
    jumps: Jumps,
    /// Where the player begins.
    from: u32,
}

impl Board {
    const JUDGES_DIE: u32 = 6;

    fn squares(&self) -> u32 {
        self.side * self.side
    }

    fn last(&self) -> u32 {
        self.squares() - 1
    }

    /// Where a player stands after landing on a square: one jump at the most.
    fn landing(&self, square: u32) -> u32 {
        self.jumps.end(square).unwrap_or(square)
    }

    /// The squares of the track as they lie on the table, row by row from the top.
    fn table(&self) -> impl Iterator<Item = impl Iterator<Item = u32> + use<>> + use<> {
        let side = self.side;
        (0..side)
            .rev()
            .map(move |row| (0..side).map(move |column| row * side + along(side, row, column)))
    }
}

/// The square of the track at an index of the matrix, which is written from the top row down.
fn winding(side: u32, index: u32) -> u32 {
    let row = side - 1 - index / side;
    row * side + along(side, row, index % side)
}

/// How far along its row of the track a column is: every other row runs from the right.
fn along(side: u32, row: u32, column: u32) -> u32 {
    if row.is_multiple_of(2) {
        column
    } else {
        side - 1 - column
    }
}
