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
use diagram::NoDiagram;
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
    /// The chance of a mine in a cell of each box, and in one of the sea.
    boxes: Vec<Ratio<BigUint>>,
    sea_chance: Ratio<BigUint>,
    near: Neighbours,
}

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

impl Position {
    /// Counts the layouts that fit.
    pub fn chances(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Chances, NoChances> {
        let mut patrol = Patrol::new(limits, watch);
        let at_hand = u64::from(self.cells.len()) * BYTES_A_CELL;
        let mut guard = |bytes: u64| {
            if limits.memory.is_some_and(|memory| at_hand + bytes > memory) {
                return Err(Limit::Memory);
            }
            patrol.step(STEPS_A_LOOK, || Progress {
                depth: 0,
                states: 0,
            })
        };
        guard(0).map_err(NoChances::GaveUp)?;
        let near = Neighbours::new(&self.cells);
        let mut reading = Reading::default();
        match reading.read(self, &near, &mut guard) {
            Ok(()) => {}
            Err(NoDiagram::Contradiction) => {
                let found = contradiction::find(self, &near, &mut reading, &mut guard)?;
                return Err(NoChances::Contradiction(found));
            }
            Err(NoDiagram::TooWide) => return Err(NoChances::OutOfReach),
            Err(NoDiagram::Stopped(limit)) => return Err(NoChances::GaveUp(limit)),
        }
        let Reading { web, diagrams } = reading;
        let exact = exact::exact(&web, &diagrams, self.mines, &mut guard);
        let exact = exact.map_err(NoChances::GaveUp)?;
        // A fraction in its lowest terms takes a while where there are a great many layouts.
        let mut boxes = Vec::with_capacity(web.boxes.len());
        for (cells, mines) in web.boxes.iter().zip(exact.boxes) {
            boxes.push(Ratio::new(
                mines,
                exact.all[cells.component as usize].clone(),
            ));
            guard(0).map_err(NoChances::GaveUp)?;
        }
        let (in_sea, all) = exact.sea;
        Ok(Chances {
            layouts: exact.layouts,
            sea: web.sea,
            known: web.known,
            boxes,
            sea_chance: Ratio::new(in_sea, all),
            near,
        })
    }
}

/// What a cell takes in the books of a position.
const BYTES_A_CELL: u64 = 80;
/// What the guard counts as looked at, each time.
const STEPS_A_LOOK: u32 = 1 << 10;

impl Chances {
    /// The chance of a mine in a covered cell; nothing where a cell is not covered.
    pub fn mine(&self, square: Square) -> Option<Ratio<BigUint>> {
        match self.known[square as usize] {
            Known::Open => None,
            Known::Safe => Some(Ratio::from_integer(BigUint::ZERO)),
            Known::Mine => Some(Ratio::from_integer(1u32.into())),
            Known::Sea => Some(self.sea_chance.clone()),
            Known::Boxed(cells) => Some(self.boxes[cells as usize].clone()),
        }
    }

    /// Whether a covered cell surely holds no mine.
    pub fn is_safe(&self, square: Square) -> bool {
        self.mine(square).is_some_and(|chance| chance.is_zero())
    }

    /// Whether a covered cell surely holds one.
    pub fn is_mine(&self, square: Square) -> bool {
        self.mine(square).is_some_and(|chance| chance.is_one())
    }

    /// The squares around one.
    pub fn around(&self, square: Square) -> &[Square] {
        self.near.of(square)
    }
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
