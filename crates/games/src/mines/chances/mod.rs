//! The chances of a position of Minesweeper, exactly: how many layouts of the mines fit what can be
//! seen, and in how many of them a cell holds one.
//!
//! ```text
//! Position ─▶ web (boxes, components) ─▶ diagrams ─▶ exact: whole numbers, for people
//!                                            └─────▶ look: floating point, for the player
//! ```
//!
//! Every layout is as likely as any other where the total is known. Where only a density is known,
//! each cell holds a mine by itself, and layouts weigh more or less with their mines.

mod big;
mod contradiction;
mod diagram;
mod exact;
mod look;
mod order;
mod position;
mod reading;
#[cfg(test)]
mod tests;
mod web;

use fewest_search::{Limit, Limits, Patrol, Progress, Watch};
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

use crate::grid::{Grid, Square};
pub use contradiction::Contradiction;
pub use diagram::NoDiagram;
pub use look::Look;
pub use position::{COVERED, MINE, Mines, Neighbours, PROMISED, Position, UNTOLD};
use reading::Reading;
pub use web::{Known, Web};

/// All that can be said for certain of a position.
pub struct Chances {
    /// How many layouts fit.
    pub layouts: BigUint,
    /// How many covered cells no number sees.
    pub sea: u32,
    known: Vec<Known>,
    /// The chances of a mine that cells have: none, certainty, that of the sea, that of each box.
    shares: Vec<Ratio<BigUint>>,
    /// The bytes that the chances and the number of layouts hold.
    bytes: u64,
    near: Neighbours,
}

const SAFE: usize = 0;
const SURE: usize = 1;
const SEA: usize = 2;
const FIRST_BOX: usize = 3;

/// Why there are no chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoChances {
    /// No layout fits.
    Contradiction(Contradiction),
    /// A limit was met.
    GaveUp(Limit),
    /// More numbers hang together at a time than can be followed.
    OutOfReach,
}

impl From<Limit> for NoChances {
    fn from(limit: Limit) -> Self {
        NoChances::GaveUp(limit)
    }
}

/// Polls the clock and cancellation while a position is examined, and checks the bytes held.
pub struct Guard<'w> {
    patrol: Patrol<'w>,
    allowed: u64,
}

impl<'w> Guard<'w> {
    /// The clock starts.
    pub fn new(limits: &Limits, watch: &'w mut dyn Watch) -> Self {
        Guard {
            patrol: Patrol::new(limits, watch),
            allowed: limits.memory.unwrap_or(u64::MAX),
        }
    }

    /// Fails if a limit is reached, or if more than the allowed bytes are held.
    pub fn check(&mut self, bytes: u64) -> Result<(), Limit> {
        if bytes > self.allowed {
            return Err(Limit::Memory);
        }
        let nothing = || Progress {
            depth: 0,
            states: 0,
        };
        self.patrol.step(STEPS_A_CHECK, nothing)
    }
}

impl Position {
    /// Counts the layouts that fit.
    pub fn chances(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Chances, NoChances> {
        self.chances_under(&mut Guard::new(limits, watch))
    }

    /// Counts the layouts that fit, as long as the guard agrees.
    pub fn chances_under(&self, guard: &mut Guard) -> Result<Chances, NoChances> {
        let at_hand = u64::from(self.cells.len()) * BYTES_A_CELL;
        let mut check = |bytes: u64| guard.check(at_hand + bytes);
        check(0)?;
        let near = Neighbours::new(&self.cells);
        let mut reading = Reading::default();
        match reading.read(self, &near, &mut check) {
            Ok(()) => {}
            Err(NoDiagram::Contradiction) => {
                let found = contradiction::find(self, &near, &mut reading, &mut check)?;
                return Err(NoChances::Contradiction(found));
            }
            Err(NoDiagram::TooWide) => return Err(NoChances::OutOfReach),
            Err(NoDiagram::Stopped(limit)) => return Err(NoChances::GaveUp(limit)),
        }
        let Reading { web, diagrams } = reading;
        let drawn = diagrams.bytes();
        let exact = exact::exact(&web, &diagrams, self.mines, &mut |bytes| {
            check(drawn + bytes)
        })?;
        drop(diagrams);
        let mut bytes = exact.bytes;
        let integer = |number: u32| Ratio::from_integer(BigUint::from(number));
        let (in_sea, of_sea) = &exact.sea;
        let mut fraction = |mines: &BigUint, all: &BigUint| {
            let share = big::fraction(mines.clone(), all.clone(), &mut || check(bytes))?;
            bytes += (share.numer().bits() + share.denom().bits()) / 8;
            check(bytes).map(|()| share)
        };
        let mut shares = vec![integer(0), integer(1), fraction(in_sea, of_sea)?];
        for (cells, mines) in web.boxes.iter().zip(&exact.boxes) {
            shares.push(fraction(mines, exact.all_of(cells.component))?);
        }
        Ok(Chances {
            layouts: exact.layouts,
            sea: web.sea,
            known: web.known,
            shares,
            bytes,
            near,
        })
    }
}

/// What a position takes for each cell, until its chances are written.
const BYTES_A_CELL: u64 = 80;
/// What a check counts as: between two looks at the clock there may be so many fewer.
const STEPS_A_CHECK: u32 = 1 << 6;

impl Chances {
    /// The chances of a mine that cells have, each once; [`Chances::share_of`] tells which.
    pub fn shares(&self) -> &[Ratio<BigUint>] {
        &self.shares
    }

    /// The place among the [shares](Self::shares) of a covered cell's chance; `None` if the cell
    /// is not covered.
    pub fn share_of(&self, square: Square) -> Option<usize> {
        match self.known[square as usize] {
            Known::Open => None,
            Known::Safe => Some(SAFE),
            Known::Mine => Some(SURE),
            Known::Sea => Some(SEA),
            Known::Boxed(cells) => Some(FIRST_BOX + cells as usize),
        }
    }

    /// The chance of a mine in a covered cell; `None` if the cell is not covered.
    pub fn mine(&self, square: Square) -> Option<&Ratio<BigUint>> {
        self.share_of(square).map(|share| &self.shares[share])
    }

    /// Whether a covered cell surely holds no mine.
    pub fn is_safe(&self, square: Square) -> bool {
        self.mine(square).is_some_and(|chance| chance.is_zero())
    }

    /// Whether a covered cell surely holds one.
    pub fn is_mine(&self, square: Square) -> bool {
        self.mine(square).is_some_and(|chance| chance.is_one())
    }

    /// The bytes that are held for a position: its cells, the chances and the number of layouts.
    pub fn bytes(&self) -> u64 {
        self.known.len() as u64 * BYTES_A_CELL + self.bytes
    }

    /// The squares around one.
    pub fn around(&self, square: Square) -> &[Square] {
        self.near.of(square)
    }
}

/// Writes a number in decimal digits, as long as the guard agrees.
pub fn digits(number: &BigUint, bytes: u64, guard: &mut Guard) -> Result<String, Limit> {
    big::decimal(number, &mut || guard.check(bytes))
}

/// The chances as a grid, for pictures: nothing where a cell is not covered.
pub fn decimals(chances: &Chances, cells: &Grid<u8>) -> Grid<Option<f64>> {
    use num_traits::ToPrimitive as _;
    let decimal = |square| chances.mine(square).and_then(|chance| chance.to_f64());
    Grid::new(
        cells.columns() as usize,
        (0..cells.len()).map(decimal).collect(),
    )
}
