//! What is counted over all positions of a part of the board.

use std::ops::Add;

use fewest_search::Limit;
use num_bigint::BigUint;

use super::abacus::{Abacus, Factor};

/// The positions of some cells, and the cells that are hidden in them, added up.
#[derive(Clone, Default)]
pub struct Tally {
    pub positions: BigUint,
    /// The hidden cells, each counted once for every position in which it is hidden.
    pub moves: BigUint,
    /// Those of them that are blank or lone digits.
    pub best: BigUint,
}

impl Tally {
    /// One position, and nothing hidden.
    pub fn one() -> Self {
        Tally {
            positions: BigUint::from(1u32),
            ..Tally::default()
        }
    }

    /// Rim digits that are free to be hidden or not. Of all their positions each is hidden in
    /// half.
    pub fn of_rim(digits: u32, abacus: &mut Abacus) -> Result<Self, Limit> {
        let bytes = u64::from(digits) / 8 + 64;
        abacus.books.take(4 * bytes)?;
        let rim = Tally {
            positions: BigUint::from(1u32) << digits,
            moves: BigUint::from(digits) << digits >> 1,
            best: BigUint::ZERO,
        };
        abacus.books.give_back(4 * bytes);
        Ok(rim)
    }

    /// Lone digits.
    pub fn of_lone(digits: u32, abacus: &mut Abacus) -> Result<Self, Limit> {
        let free = Tally::of_rim(digits, abacus)?;
        Ok(Tally {
            best: free.moves.clone(),
            ..free
        })
    }

    /// The same positions with some blank cells that are hidden in all of them.
    pub fn with_blank(mut self, cells: u32) -> Self {
        let hidden = &self.positions * cells;
        self.moves += &hidden;
        self.best += hidden;
        self
    }
}

/// Positions of either kind.
impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            positions: self.positions + other.positions,
            moves: self.moves + other.moves,
            best: self.best + other.best,
        }
    }
}

/// Positions of two parts of the board that have nothing to do with each other: any of one with
/// any of the other.
impl Factor for Tally {
    fn times(&self, other: &Self, abacus: &mut Abacus) -> Result<Self, Limit> {
        let mut both = |one: &BigUint, two: &BigUint| -> Result<BigUint, Limit> {
            Ok(abacus.times(one, &other.positions)? + abacus.times(two, &self.positions)?)
        };
        Ok(Tally {
            moves: both(&self.moves, &other.moves)?,
            best: both(&self.best, &other.best)?,
            positions: abacus.times(&self.positions, &other.positions)?,
        })
    }

    fn bytes(&self) -> u64 {
        self.positions.bytes() + self.moves.bytes() + self.best.bytes()
    }
}
