//! The exact mine probabilities of a position: in how many of the layouts that fit it a cell holds a
//! mine.
//!
//! ```text
//! Position ─▶ ConstraintGraph ─▶ Diagrams ─┬▶ ExactWeights: whole numbers
//!                                          └▶ FloatProbabilities: floating point, for the player
//! ```

use fewest_search::{Limit, SearchContext};
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::constraints::{CellState, ConstraintGraph};
use crate::decision_diagram::{BINOMIALS, ComponentDiagram, DiagramError, Diagrams};
use crate::grid::Square;
use crate::position::{Cell, MineCount, Neighbours, Position};

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
            let value = fraction(mines.clone(), all.clone(), &mut || check(bytes))?;
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

    /// The first of the covered cells that are least likely a mine; `None` if all are mines.
    ///
    /// # Errors
    /// Fails if a limit is reached.
    pub fn safest(&self, context: &mut SearchContext) -> Result<Option<Square>, Limit> {
        let mut first = vec![None; self.values.len()];
        for square in 0..self.states.len() as Square {
            check_limits(context, self.bytes())?;
            if let Some(value) = self.value_of(square) {
                first[value].get_or_insert(square);
            }
        }
        let mut best = None;
        for (value, first) in self.values.iter().zip(first) {
            check_limits(context, self.bytes())?;
            if let Some(square) = first.filter(|_| !value.is_one())
                && best.is_none_or(|best| (value, square) < best)
            {
                best = Some((value, square));
            }
        }
        Ok(best.map(|(_, square)| square))
    }

    /// The bytes that are held for the position: its cells, the probabilities and the number of
    /// layouts.
    pub fn bytes(&self) -> u64 {
        self.states.len() as u64 * BYTES_A_CELL + self.bytes
    }
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
        self.graph.read(position.cells.squares(), near)?;
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

/// The number of ways for each number of mines, from `least` on.
#[derive(Clone, Debug)]
struct Ways {
    least: u32,
    counts: Vec<BigUint>,
}

impl Ways {
    fn numbered(&self) -> impl Iterator<Item = (u32, &BigUint)> {
        (self.least..).zip(&self.counts)
    }

    fn get(&self, mines: u32) -> Option<&BigUint> {
        self.counts.get(mines.checked_sub(self.least)? as usize)
    }

    fn most(&self) -> u32 {
        self.least + self.counts.len() as u32 - 1
    }

    fn times<S>(&self, other: &Ways, meter: &mut Meter<S>) -> Result<Ways, S> {
        let mut counts = vec![BigUint::ZERO; self.counts.len() + other.counts.len() - 1];
        for (at, one) in self.counts.iter().enumerate() {
            for (more, other) in other.counts.iter().enumerate() {
                meter.poll()?;
                counts[at + more] += one * other;
            }
        }
        let ways = Ways {
            least: self.least + other.least,
            counts,
        };
        meter.hold(ways.bytes())?;
        Ok(ways)
    }

    fn bytes(&self) -> u64 {
        bytes_of(&self.counts)
    }
}

/// The bytes that a number owns on the heap.
fn heap_bytes(number: &BigUint) -> u64 {
    number.bits() / 8
}

fn bytes_of(numbers: &[BigUint]) -> u64 {
    let bytes = |number: &BigUint| heap_bytes(number) + size_of::<BigUint>() as u64;
    numbers.iter().map(bytes).sum()
}

/// Polls the check, and counts the bytes that are held.
struct Meter<'a, S> {
    held: u64,
    check: &'a mut dyn FnMut(u64) -> Result<(), S>,
}

impl<S> Meter<'_, S> {
    fn poll(&mut self) -> Result<(), S> {
        (self.check)(self.held)
    }

    /// Counts bytes that were allocated.
    fn hold(&mut self, bytes: u64) -> Result<(), S> {
        self.held += bytes;
        self.poll()
    }

    /// Counts bytes that were freed.
    fn free(&mut self, bytes: u64) {
        self.held -= bytes;
    }
}

/// The weight of the layouts in which a cell holds a mine: their number, if the total is known.
struct ExactWeights {
    /// For each component the weight of all layouts that its groups are compared with. Empty if the
    /// total is known: then that is the weight of all layouts.
    all: Vec<BigUint>,
    /// For each group, the weight with a mine in one of its cells.
    pub groups: Vec<BigUint>,
    /// The weight with a mine in one unconstrained cell, and of all layouts; or numbers of the same
    /// ratio.
    pub unconstrained: (BigUint, BigUint),
    /// The number of layouts.
    pub layouts: BigUint,
    /// The bytes that this holds.
    pub bytes: u64,
}

impl ExactWeights {
    /// The weight of all layouts that the groups of a component are compared with.
    pub fn all_of(&self, component: u32) -> &BigUint {
        self.all
            .get(component as usize)
            .unwrap_or(&self.unconstrained.1)
    }
}

/// Computes the weights of a position from its diagrams. `check` gets the number of bytes held at every
/// step, and can stop the work.
fn exact_weights<S>(
    graph: &ConstraintGraph,
    diagrams: &Diagrams,
    mines: MineCount,
    check: &mut dyn FnMut(u64) -> Result<(), S>,
) -> Result<ExactWeights, S> {
    let mut meter = Meter { held: 0, check };
    let forward = forward(graph, diagrams, &mut meter)?;
    let mut ways = Vec::with_capacity(diagrams.components.len());
    for component in &diagrams.components {
        let of_component = ways_of(diagrams, component, &forward);
        meter.hold(of_component.bytes())?;
        ways.push(of_component);
    }
    let sums = Sums {
        graph,
        diagrams,
        forward,
        ways,
        groups: vec![BigUint::ZERO; graph.groups.len()],
        backward: vec![BigUint::ZERO; diagrams.states as usize],
        meter,
    };
    match mines {
        MineCount::Total(total) => sums.with_total(total - graph.mines.len() as u32),
        MineCount::Density { mines, of } => sums.with_density(mines, of),
    }
}

/// The sums in progress.
struct Sums<'a, S> {
    graph: &'a ConstraintGraph,
    diagrams: &'a Diagrams,
    /// For each state, the number of ways to it, and the weight of the ways on from it.
    forward: Vec<BigUint>,
    backward: Vec<BigUint>,
    /// The ways of each component.
    ways: Vec<Ways>,
    groups: Vec<BigUint>,
    meter: Meter<'a, S>,
}

impl<S> Sums<'_, S> {
    /// Where `left` mines are left, the mines of one component are missing in the others.
    fn with_total(mut self, left: u32) -> Result<ExactWeights, S> {
        let mut before = vec![Ways {
            least: 0,
            counts: vec![BigUint::one()],
        }];
        for ways in &self.ways {
            let next = before[before.len() - 1].times(ways, &mut self.meter)?;
            before.push(next);
        }
        let all = &before[self.ways.len()];
        let unconstrained = self.graph.unconstrained;
        // The ways of the unconstrained cells for each number of mines in the components.
        let first = all.least.max(left.saturating_sub(unconstrained));
        let last = all.most().min(left);
        let mut choices = Choices::new(unconstrained, left - first, &mut self.meter)?;
        let mut behind = Ways {
            least: first,
            counts: Vec::with_capacity((last - first) as usize + 1),
        };
        for used in first..=last {
            let count = choices.at(left - used).clone();
            self.meter.hold(bytes_of(std::slice::from_ref(&count)))?;
            behind.counts.push(count);
        }
        let mut in_unconstrained = BigUint::ZERO;
        if unconstrained > 0 && left > first && !self.ways.is_empty() {
            // With a mine in one unconstrained cell.
            let mut choices = Choices::new(unconstrained - 1, left - first - 1, &mut self.meter)?;
            for used in (first..=last).take_while(|&used| used < left) {
                self.meter.poll()?;
                in_unconstrained +=
                    all.get(used).expect("it is between them") * choices.at(left - used - 1);
            }
        }
        for number in (0..self.ways.len()).rev() {
            let before = &before[number];
            self.spread(number, |total, meter| {
                let rest = before.numbered();
                let rest =
                    rest.filter_map(|(used, count)| Some((count, behind.get(used + total)?)));
                sum_of_products(rest, meter)
            })?;
            let ways = &self.ways[number];
            let mut counts = Vec::with_capacity(before.counts.len());
            for used in before.least..=before.most() {
                let rest = ways.numbered();
                let rest =
                    rest.filter_map(|(mines, count)| Some((count, behind.get(used + mines)?)));
                counts.push(sum_of_products(rest, &mut self.meter)?);
            }
            let next = Ways {
                least: before.least,
                counts,
            };
            self.meter.hold(next.bytes())?;
            self.meter.free(behind.bytes());
            behind = next;
        }
        let layouts = behind.counts.swap_remove(0);
        // If no number sees a cell, the fraction needs no long division.
        let unconstrained = match self.ways.is_empty() {
            true => (left.into(), unconstrained.max(1).into()),
            false => (in_unconstrained, layouts.clone()),
        };
        Ok(ExactWeights {
            bytes: bytes_of(&self.groups) + 3 * heap_bytes(&layouts),
            all: Vec::new(),
            groups: self.groups,
            unconstrained,
            layouts,
        })
    }

    /// Where cells hold mines independently, the components do not depend on each other.
    fn with_density(mut self, mines: u32, of: u32) -> Result<ExactWeights, S> {
        let mut all = Vec::with_capacity(self.ways.len());
        let mut layouts = BigUint::from(1u32) << self.graph.unconstrained;
        for number in 0..self.ways.len() {
            let groups = &self.graph.groups[self.graph.component(number)];
            let cells: u32 = groups.iter().map(|group| group.size).sum();
            let weight = |used: u32| {
                BigUint::from(mines).pow(used) * BigUint::from(of - mines).pow(cells - used)
            };
            self.spread(number, |used, _| Ok(weight(used)))?;
            let (mut sum, mut ways) = (BigUint::ZERO, BigUint::ZERO);
            for (used, count) in self.ways[number].numbered() {
                self.meter.poll()?;
                sum += weight(used) * count;
                ways += count;
            }
            self.meter.hold(bytes_of(std::slice::from_ref(&sum)))?;
            all.push(sum);
            layouts *= ways;
        }
        Ok(ExactWeights {
            bytes: bytes_of(&self.groups) + bytes_of(&all) + heap_bytes(&layouts),
            all,
            groups: self.groups,
            unconstrained: (mines.into(), of.into()),
            layouts,
        })
    }

    /// Sums the groups of a component, given the weight of the rest for each number of mines in it.
    fn spread(
        &mut self,
        number: usize,
        rest: impl Fn(u32, &mut Meter<S>) -> Result<BigUint, S>,
    ) -> Result<(), S> {
        let component = &self.diagrams.components[number];
        for (state, total) in self.diagrams.ends_of(component) {
            let rest = rest(total, &mut self.meter)?;
            self.meter.hold(heap_bytes(&rest))?;
            self.backward[state] = rest;
        }
        for step in component.steps.clone().rev() {
            let group = self.diagrams.steps[step].group as usize;
            let size = self.graph.groups[group].size as usize;
            for edge in self.diagrams.edges_of(step) {
                let to = std::mem::take(&mut self.backward[edge.to as usize]);
                let from = &mut self.backward[edge.from as usize];
                let before = heap_bytes(from);
                *from += &to * BINOMIALS[size][edge.mines as usize];
                self.meter.held += heap_bytes(from) - before;
                if edge.mines > 0 {
                    let with_one = BINOMIALS[size - 1][edge.mines as usize - 1];
                    self.groups[group] += &to * &self.forward[edge.from as usize] * with_one;
                }
                self.backward[edge.to as usize] = to;
                self.meter.poll()?;
            }
            self.meter.hold(heap_bytes(&self.groups[group]))?;
        }
        Ok(())
    }
}

fn sum_of_products<'a, S>(
    pairs: impl Iterator<Item = (&'a BigUint, &'a BigUint)>,
    meter: &mut Meter<S>,
) -> Result<BigUint, S> {
    let mut sum = BigUint::ZERO;
    for (one, other) in pairs {
        meter.poll()?;
        sum += one * other;
    }
    Ok(sum)
}

/// The number of ways to each state.
fn forward<S>(
    graph: &ConstraintGraph,
    diagrams: &Diagrams,
    meter: &mut Meter<S>,
) -> Result<Vec<BigUint>, S> {
    let mut forward = vec![BigUint::ZERO; diagrams.states as usize];
    for component in &diagrams.components {
        forward[component.start as usize] = BigUint::one();
        for step in component.steps.clone() {
            let group = diagrams.steps[step].group as usize;
            let choose = &BINOMIALS[graph.groups[group].size as usize];
            for edge in diagrams.edges_of(step) {
                // Edges lead to higher states.
                let (from, to) = forward.split_at_mut(edge.to as usize);
                let before = heap_bytes(&to[0]);
                to[0] += &from[edge.from as usize] * choose[edge.mines as usize];
                meter.hold(heap_bytes(&to[0]) - before)?;
            }
        }
    }
    Ok(forward)
}

fn ways_of(diagrams: &Diagrams, component: &ComponentDiagram, forward: &[BigUint]) -> Ways {
    let (least, most) = diagrams.range_of(component);
    let mut counts = vec![BigUint::ZERO; (most - least) as usize + 1];
    for (state, total) in diagrams.ends_of(component) {
        counts[(total - least) as usize] = forward[state].clone();
    }
    Ways { least, counts }
}

/// A binomial coefficient whose lower index decreases.
struct Choices {
    all: u32,
    some: u32,
    ways: BigUint,
}

impl Choices {
    fn new<S>(all: u32, some: u32, meter: &mut Meter<S>) -> Result<Self, S> {
        let ways = choose(all, some, &mut || meter.poll())?;
        Ok(Choices { all, some, ways })
    }

    /// The coefficient for a lower index that is not greater than before.
    fn at(&mut self, some: u32) -> &BigUint {
        while self.some > some {
            self.ways *= self.some;
            self.ways /= self.all - self.some + 1;
            self.some -= 1;
        }
        &self.ways
    }
}

/// The number of ways to choose `some` of `all`.
fn choose<S>(all: u32, some: u32, poll: &mut dyn FnMut() -> Result<(), S>) -> Result<BigUint, S> {
    let mut ways = BigUint::one();
    for chosen in 0..some.min(all - some) {
        poll()?;
        ways *= all - chosen;
        ways /= chosen + 1;
    }
    Ok(ways)
}

/// Longer fractions are brought to lowest terms in steps.
const SHORT_BITS: u64 = 1 << 13;

/// The fraction in its lowest terms.
fn fraction<S>(
    numerator: BigUint,
    denominator: BigUint,
    poll: &mut dyn FnMut() -> Result<(), S>,
) -> Result<Ratio<BigUint>, S> {
    if denominator.bits() <= SHORT_BITS || numerator.is_zero() {
        return Ok(Ratio::new(numerator, denominator));
    }
    let divisor = common_divisor(numerator.clone(), denominator.clone(), poll)?;
    Ok(Ratio::new_raw(numerator / &divisor, denominator / divisor))
}

/// The greatest common divisor of long numbers, for which the plain one takes seconds and cannot be
/// stopped: by Lehmer's method: the leading 63 bits of both tell many steps of
/// Euclid's at once.
fn common_divisor<S>(
    mut one: BigUint,
    mut other: BigUint,
    poll: &mut dyn FnMut() -> Result<(), S>,
) -> Result<BigUint, S> {
    if one < other {
        std::mem::swap(&mut one, &mut other);
    }
    while other.bits() > SHORT_BITS {
        poll()?;
        let shift = one.bits() - 63;
        let lead = |number: &BigUint| (number >> shift).to_i128().expect("63 bits");
        let (mut x, mut y) = (lead(&one), lead(&other));
        // The two as sums of multiples of what they were.
        let (mut a, mut b, mut c, mut d) = (1i128, 0i128, 0i128, 1i128);
        while y + c != 0 && y + d != 0 {
            let share = (x + a) / (y + c);
            if share != (x + b) / (y + d) {
                break;
            }
            (a, c) = (c, a - share * c);
            (b, d) = (d, b - share * d);
            (x, y) = (y, x - share * y);
        }
        if b == 0 {
            let rest = one % &other;
            one = std::mem::replace(&mut other, rest);
            continue;
        }
        let sum = |a: i128, b: i128| {
            let (first, second) = (&one * a.unsigned_abs(), &other * b.unsigned_abs());
            // The two differ in sign, and the sum is not negative.
            match b > 0 {
                true => second - first,
                false => first - second,
            }
        };
        (one, other) = (sum(a, b), sum(c, d));
    }
    Ok(one.gcd(&other))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use fastrand::Rng;
    use num_integer::binomial;

    use super::*;

    fn go_on() -> Result<(), Infallible> {
        Ok(())
    }

    fn number(rng: &mut Rng, bits: u32) -> BigUint {
        let words = (0..bits.div_ceil(32)).map(|_| match rng.u8(..4) {
            // Long runs of equal bits try the carries.
            0 => 0,
            1 => u32::MAX,
            _ => rng.u32(..),
        });
        BigUint::new(words.collect()) >> (bits.next_multiple_of(32) - bits)
    }

    #[test]
    fn choose_equals_the_plain_binomial() {
        for all in [0, 1, 2, 30, 1100, 2500] {
            for some in (0..=all).step_by(if all > 100 { 83 } else { 1 }) {
                let plain = binomial(BigUint::from(all), BigUint::from(some));
                assert_eq!(choose(all, some, &mut go_on), Ok(plain), "{all} {some}");
            }
        }
    }

    #[test]
    fn fractions_equal_the_plain_ones() {
        let mut rng = Rng::with_seed(1);
        for round in 0..300 {
            let most = if round % 50 == 0 { 200_000 } else { 30_000 };
            let (one, other) = (rng.u32(1..most), rng.u32(1..most));
            let (one, other) = (number(&mut rng, one), number(&mut rng, other) + 1u32);
            let common = number(&mut rng, most / 10) + 1u32;
            let (one, other) = (one * &common, other * common);
            let lowest = fraction(one.clone(), other.clone(), &mut go_on);
            assert_eq!(lowest, Ok(Ratio::new(one, other)), "{round}");
        }
    }

    #[test]
    fn fractions_and_binomials_stop_when_the_poll_fails() {
        let mut rng = Rng::with_seed(3);
        let (one, other) = (number(&mut rng, 900_000), number(&mut rng, 899_000));
        for polls in [0, 1, 5] {
            let stops_after = |polls: i32| {
                let mut left = polls;
                move || {
                    left -= 1;
                    if left < 0 { Err("enough") } else { Ok(()) }
                }
            };
            let stopped = fraction(one.clone(), other.clone(), &mut stops_after(polls));
            assert_eq!(stopped, Err("enough"));
            assert_eq!(
                choose(100_000, 20_000, &mut stops_after(polls)),
                Err("enough")
            );
        }
    }
}
