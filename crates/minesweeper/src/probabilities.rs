//! The exact mine probabilities of a position: in how many of the layouts that fit it a cell holds a
//! mine.
//!
//! ```text
//! Position ─▶ ConstraintGraph ─▶ Diagrams ─┬▶ exact weights: whole numbers
//!                                          └▶ FloatProbabilities: floating point, for the player
//! ```

use fewest_search::{Limit, SearchContext};
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::bignum;
use crate::constraints::{CellState, ConstraintGraph};
use crate::diagram::{DiagramError, Diagrams};
use crate::exact::exact_weights;
use crate::position::{Cell, MineCount, Position};
use crate::position::{Neighbours, Square};

/// The mine probabilities of a position.
pub struct Probabilities {
    /// The number of layouts that fit.
    pub layouts: BigUint,
    /// The number of covered cells that no number sees.
    pub unconstrained: u32,
    states: Vec<CellState>,
    /// The different probabilities: 0, 1, that of unconstrained cells, and that of each group.
    values: Vec<Ratio<BigUint>>,
    /// The bytes that the probabilities and the number of layouts hold.
    bytes: u64,
}

const SAFE: usize = 0;
const MINE: usize = 1;
const UNCONSTRAINED: usize = 2;
const FIRST_GROUP: usize = 3;

/// Why there are no probabilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbabilityError {
    /// No layout fits.
    Contradiction(Contradiction),
    /// A limit was reached.
    GaveUp(Limit),
    /// Too many numbers depend on each other.
    TooWide,
}

impl From<Limit> for ProbabilityError {
    fn from(limit: Limit) -> Self {
        ProbabilityError::GaveUp(limit)
    }
}

/// A minimal set of numbers that contradict each other: without any one of them a layout would fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The squares of the numbers.
    pub numbers: Vec<Square>,
    /// Whether they contradict each other only together with the total number of mines.
    pub with_total: bool,
}

/// Polls the clock and the observer, and checks that `held` bytes are within the memory that the context has
/// left. Long work calls it in every loop.
///
/// # Errors
/// Fails if a limit is reached.
pub fn check_limits(context: &mut SearchContext, held: u64) -> Result<(), Limit> {
    if held > context.budget.left() {
        return Err(Limit::Memory);
    }
    context.work(STEPS_A_CHECK)
}

/// The bytes for each cell of a position, until its probabilities are written.
const BYTES_A_CELL: u64 = 80;
/// The steps that a check counts as.
const STEPS_A_CHECK: u32 = 1 << 6;

impl Position {
    /// Computes the mine probabilities.
    ///
    /// # Errors
    /// Fails if no layout fits, or if a limit is reached.
    pub fn probabilities(
        &self,
        context: &mut SearchContext,
    ) -> Result<Probabilities, ProbabilityError> {
        let at_hand = u64::from(self.cells.len()) * BYTES_A_CELL;
        let mut check = |bytes: u64| check_limits(context, at_hand + bytes);
        check(0)?;
        let near = Neighbours::new(&self.cells);
        let mut reader = Reader::default();
        match reader.read(self, &near, &mut check) {
            Ok(()) => {}
            Err(DiagramError::Contradiction) => {
                let found = reader.contradiction(self, &near, &mut check)?;
                return Err(ProbabilityError::Contradiction(found));
            }
            Err(DiagramError::TooWide) => return Err(ProbabilityError::TooWide),
            Err(DiagramError::Stopped(limit)) => return Err(limit.into()),
        }
        let Reader { graph, diagrams } = reader;
        let held = diagrams.bytes();
        let weights = exact_weights(&graph, &diagrams, self.mines, &mut |bytes| {
            check(held + bytes)
        })?;
        drop(diagrams);
        let mut bytes = weights.bytes;
        let integer = |number: u32| Ratio::from_integer(BigUint::from(number));
        let mut fraction = |mines: &BigUint, all: &BigUint| {
            let value = bignum::fraction(mines.clone(), all.clone(), &mut || check(bytes))?;
            bytes += (value.numer().bits() + value.denom().bits()) / 8;
            check(bytes).map(|()| value)
        };
        let (mines, all) = &weights.unconstrained;
        let mut values = vec![integer(0), integer(1), fraction(mines, all)?];
        for (group, mines) in graph.groups.iter().zip(&weights.groups) {
            values.push(fraction(mines, weights.all_of(group.component))?);
        }
        Ok(Probabilities {
            layouts: weights.layouts,
            unconstrained: graph.unconstrained,
            states: graph.states,
            values,
            bytes,
        })
    }
}

impl Probabilities {
    /// The different probabilities; [`value_of`](Self::value_of) returns the index of a cell's.
    pub fn values(&self) -> &[Ratio<BigUint>] {
        &self.values
    }

    /// The index in [`values`](Self::values) of a cell's probability; `None` if the cell is not
    /// covered.
    pub fn value_of(&self, square: Square) -> Option<usize> {
        match self.states[square as usize] {
            CellState::Open => None,
            CellState::Safe => Some(SAFE),
            CellState::Mine => Some(MINE),
            CellState::Unconstrained => Some(UNCONSTRAINED),
            CellState::Grouped(group) => Some(FIRST_GROUP + group as usize),
        }
    }

    /// The probability of a mine in a cell; `None` if the cell is not covered.
    pub fn mine(&self, square: Square) -> Option<&Ratio<BigUint>> {
        self.value_of(square).map(|value| &self.values[value])
    }

    /// The same as a floating-point number.
    pub fn mine_f64(&self, square: Square) -> Option<f64> {
        self.mine(square).and_then(Ratio::to_f64)
    }

    /// Whether a covered cell certainly holds no mine.
    pub fn is_safe(&self, square: Square) -> bool {
        self.mine(square).is_some_and(|mine| mine.is_zero())
    }

    /// Whether a covered cell certainly holds a mine.
    pub fn is_mine(&self, square: Square) -> bool {
        self.mine(square).is_some_and(|mine| mine.is_one())
    }

    /// The bytes that are held for the position: its cells, the probabilities and the number of
    /// layouts.
    pub fn bytes(&self) -> u64 {
        self.states.len() as u64 * BYTES_A_CELL + self.bytes
    }
}

/// Writes a number in decimal digits, while `bytes` other bytes are held.
///
/// # Errors
/// Fails if a limit is reached.
pub fn decimal_digits(
    number: &BigUint,
    bytes: u64,
    context: &mut SearchContext,
) -> Result<String, Limit> {
    bignum::decimal(number, &mut || check_limits(context, bytes))
}

/// Reads positions, before anything is counted.
#[derive(Default)]
struct Reader {
    graph: ConstraintGraph,
    diagrams: Diagrams,
}

impl Reader {
    /// Reads a position, and checks that some layout fits it.
    fn read<S>(
        &mut self,
        position: &Position,
        near: &Neighbours,
        check: &mut (impl FnMut(u64) -> Result<(), S> + ?Sized),
    ) -> Result<(), DiagramError<S>> {
        check(0).map_err(DiagramError::Stopped)?;
        self.graph.read(position.cells.cells(), near)?;
        self.diagrams.build(&self.graph, &mut *check)?;
        let MineCount::Total(total) = position.mines else {
            return Ok(());
        };
        let left = total.checked_sub(self.graph.mines.len() as u32);
        let left = left.ok_or(DiagramError::Contradiction)?;
        let unconstrained = self.graph.unconstrained;
        match self.diagrams.feasible_totals(left, unconstrained, check) {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(DiagramError::Contradiction),
            Err(stopped) => Err(DiagramError::Stopped(stopped)),
        }
    }

    /// Finds the contradiction of a position that no layout fits.
    fn contradiction(
        &mut self,
        position: &Position,
        near: &Neighbours,
        check: &mut dyn FnMut(u64) -> Result<(), Limit>,
    ) -> Result<Contradiction, ProbabilityError> {
        let mut trial = position.clone();
        let mut contradicts = |trial: &Position| match self.read(trial, near, check) {
            Ok(()) => Ok(false),
            Err(DiagramError::Contradiction) => Ok(true),
            Err(DiagramError::TooWide) => Err(ProbabilityError::TooWide),
            Err(DiagramError::Stopped(limit)) => Err(limit.into()),
        };
        // With any number of mines.
        trial.mines = MineCount::Density { mines: 1, of: 2 };
        let with_total = !contradicts(&trial)?;
        if with_total {
            trial.mines = position.mines;
        }
        let mut numbers: Vec<Square> = (0..trial.cells.len())
            .filter(|&square| trial.cells[square].is_number())
            .collect();
        // Numbers are left out while a contradiction remains: large slices first, single ones last.
        let mut length = numbers.len().next_power_of_two();
        while length > 0 {
            let mut kept = Vec::new();
            for slice in numbers.chunks(length) {
                let cells: Vec<Cell> = slice.iter().map(|&square| trial.cells[square]).collect();
                for &square in slice {
                    trial.cells[square] = Cell::Unnumbered;
                }
                if !contradicts(&trial)? {
                    for (&square, &cell) in slice.iter().zip(&cells) {
                        trial.cells[square] = cell;
                    }
                    kept.extend_from_slice(slice);
                }
            }
            numbers = kept;
            length /= 2;
        }
        Ok(Contradiction {
            numbers,
            with_total,
        })
    }
}
