//! Mine probabilities in floating point: fast, for a player that evaluates thousands of positions.

use std::convert::Infallible;

use crate::constraints::{CellState, ConstraintGraph};
use crate::decision_diagram::{BINOMIALS, DiagramError, Diagrams};
use crate::grid::Square;
use crate::position::{Cell, MineCount, Neighbours};

/// The mine probabilities of a position. It can be reused for the next position without allocating.
#[derive(Default)]
pub struct FloatProbabilities {
    /// The constraint graph of the position.
    pub graph: ConstraintGraph,
    /// All layouts of its components.
    pub diagrams: Diagrams,
    /// The probability of a mine in a cell of each group.
    pub groups: Vec<f64>,
    /// The probability of a mine in an unconstrained cell.
    pub unconstrained: f64,
    /// The natural logarithm of the weight of all layouts: of their number, if the total is known.
    pub log_weight: f64,
    /// Whether any layout has a mine in each group.
    pub may_be_mine: Vec<bool>,
    /// The probability that exactly one of two cells of each group holds a mine.
    pub pairs: Vec<f64>,
    /// Whether any layout has a cell without a mine in each group.
    pub may_be_safe: Vec<bool>,
    /// Whether any layout has an unconstrained mine.
    pub unconstrained_may_be_mine: bool,
    /// Whether any layout has an unconstrained cell without a mine.
    pub unconstrained_may_be_safe: bool,

    /// For each state, the number of ways to it, and the weight of the ways on from it.
    forward: Vec<f64>,
    backward: Vec<f64>,
    /// The ways of each component, of all before it, and the weight of all from it on, by the number
    /// of mines in those before.
    ways: Vec<Ways>,
    before: Vec<Ways>,
    behind: Vec<Ways>,
    logs: Logs,
}

/// The number of ways for each number of mines, from `least` on.
#[derive(Clone, Default, Debug)]
struct Ways {
    least: u32,
    counts: Vec<f64>,
}

impl Ways {
    fn one() -> Self {
        Ways {
            least: 0,
            counts: vec![1.0],
        }
    }

    fn most(&self) -> u32 {
        self.least + self.counts.len() as u32 - 1
    }

    fn get(&self, mines: u32) -> f64 {
        match mines.checked_sub(self.least) {
            Some(at) => self.counts.get(at as usize).copied().unwrap_or(0.0),
            None => 0.0,
        }
    }
}

/// Logarithms of factorials.
#[derive(Default)]
struct Logs(Vec<f64>);

impl Logs {
    fn reach(&mut self, number: u32) {
        if self.0.is_empty() {
            self.0.push(0.0);
        }
        while self.0.len() <= number as usize {
            let last = self.0[self.0.len() - 1];
            self.0.push(last + (self.0.len() as f64).ln());
        }
    }

    /// The logarithm of a binomial coefficient.
    fn choose(&self, all: u32, some: u32) -> f64 {
        self.0[all as usize] - self.0[some as usize] - self.0[(all - some) as usize]
    }
}

impl FloatProbabilities {
    /// Computes the probabilities of a board of at most some thousand cells.
    ///
    /// # Errors
    /// Fails if no layout fits, or if too many numbers depend on each other.
    pub fn read(
        &mut self,
        cells: &[Cell],
        near: &Neighbours,
        mines: MineCount,
    ) -> Result<(), DiagramError<Infallible>> {
        self.read_checked(cells, near, mines, |_| Ok(()))
    }

    /// Does the same. `check` gets the number of bytes held, and can stop the work.
    ///
    /// # Errors
    /// Fails as [`read`](Self::read) does, and if the check fails.
    pub fn read_checked<S>(
        &mut self,
        cells: &[Cell],
        near: &Neighbours,
        mines: MineCount,
        check: impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), DiagramError<S>> {
        self.graph.read(cells, near)?;
        self.diagrams.build(&self.graph, check)?;
        self.count_ways();
        self.combine(mines)?;
        self.spread();
        Ok(())
    }

    /// Counts the ways to each state, and those of each component by its mines.
    fn count_ways(&mut self) {
        let diagrams = &self.diagrams;
        reset(&mut self.forward, diagrams.states as usize, 0.0);
        self.ways
            .resize_with(diagrams.components.len(), Ways::default);
        for (component, ways) in diagrams.components.iter().zip(&mut self.ways) {
            self.forward[component.start as usize] = 1.0;
            for step in component.steps.clone() {
                let group = diagrams.steps[step].group as usize;
                let choose = &BINOMIALS[self.graph.groups[group].size as usize];
                for edge in diagrams.edges_of(step) {
                    self.forward[edge.to as usize] +=
                        self.forward[edge.from as usize] * f64::from(choose[edge.mines as usize]);
                }
            }
            let (least, most) = diagrams.range_of(component);
            ways.least = least;
            reset(&mut ways.counts, (most - least) as usize + 1, 0.0);
            for (state, total) in diagrams.ends_of(component) {
                ways.counts[(total - least) as usize] = self.forward[state];
            }
        }
    }

    /// Weighs each number of mines in a component by the other components and unconstrained cells.
    fn combine<S>(&mut self, mines: MineCount) -> Result<(), DiagramError<S>> {
        let count = self.ways.len();
        self.before.resize_with(count + 1, Ways::default);
        self.behind.resize_with(count + 1, Ways::default);
        self.before[0] = Ways::one();
        for number in 0..count {
            let (done, rest) = self.before.split_at_mut(number + 1);
            multiply(&done[number], &self.ways[number], &mut rest[0]);
        }
        let all = &self.before[count];
        let (least, most) = (all.least, all.most());
        let unconstrained = self.graph.unconstrained;
        let found = self.graph.mines.len() as u32;
        // The weight of the unconstrained cells for each number of mines in all components.
        let last = &mut self.behind[count];
        last.least = least;
        last.counts.clear();
        let scale = match mines {
            MineCount::Total(total) => {
                let left = total
                    .checked_sub(found)
                    .ok_or(DiagramError::Contradiction)?;
                self.logs.reach(unconstrained);
                let first = least.max(left.saturating_sub(unconstrained));
                let end = most.min(left);
                if first > end {
                    return Err(DiagramError::Contradiction);
                }
                last.least = first;
                let logs = &self.logs;
                let top = (first..=end)
                    .map(|used| logs.choose(unconstrained, left - used))
                    .fold(f64::MIN, f64::max);
                last.counts.extend(
                    (first..=end).map(|used| (logs.choose(unconstrained, left - used) - top).exp()),
                );
                top
            }
            MineCount::Density { mines, of } => {
                let ratio = f64::from(mines) / f64::from(of - mines);
                last.counts
                    .extend((least..=most).map(|used| ratio.powi((used - least) as i32)));
                f64::from(found + least) * ratio.ln() + f64::from(unconstrained) * ratio.ln_1p()
            }
        };
        let last = last.clone();
        // The weighted number of unconstrained mines.
        let mut total = 0.0;
        let mut in_unconstrained = 0.0;
        for (at, weight) in (last.least..).zip(&last.counts) {
            let weight = weight * all.get(at);
            total += weight;
            if let MineCount::Total(mines) = mines {
                in_unconstrained += weight * f64::from(mines - found - at);
            }
        }
        if total <= 0.0 {
            return Err(DiagramError::Contradiction);
        }
        self.unconstrained = match mines {
            MineCount::Total(_) if unconstrained > 0 => {
                in_unconstrained / total / f64::from(unconstrained)
            }
            MineCount::Total(_) => 0.0,
            MineCount::Density { mines, of } => f64::from(mines) / f64::from(of),
        };
        (
            self.unconstrained_may_be_mine,
            self.unconstrained_may_be_safe,
        ) = match mines {
            MineCount::Total(mines) => {
                let left = mines - found;
                let used = |at: &u32| last.get(*at) > 0.0 && all.get(*at) > 0.0;
                let mut possible = (last.least..=last.most()).filter(used);
                let first = possible.next();
                let end = possible.next_back().or(first);
                (
                    first.is_some_and(|used| left > used),
                    end.is_some_and(|used| left - used < unconstrained),
                )
            }
            MineCount::Density { .. } => (true, true),
        };
        self.log_weight = scale + total.ln();
        for number in (0..count).rev() {
            let ways = &self.ways[number];
            let before = &self.before[number];
            let (rest, done) = self.behind.split_at_mut(number + 1);
            let (behind, here) = (&done[0], &mut rest[number]);
            // With `used` mines in the components before this one.
            here.least = before.least;
            here.counts.clear();
            for used in before.least..=before.most() {
                let weight: f64 = (ways.least..)
                    .zip(&ways.counts)
                    .map(|(mines, &count)| count * behind.get(used + mines))
                    .sum();
                here.counts.push(weight);
            }
        }
        // Probabilities are shares of one.
        let unit = 1.0 / total;
        for ways in &mut self.behind {
            for count in &mut ways.counts {
                *count *= unit;
            }
        }
        Ok(())
    }

    /// Computes the probabilities of the groups.
    fn spread(&mut self) {
        let diagrams = &self.diagrams;
        let count = self.graph.groups.len();
        reset(&mut self.backward, diagrams.states as usize, 0.0);
        reset(&mut self.groups, count, 0.0);
        reset(&mut self.pairs, count, 0.0);
        reset(&mut self.may_be_mine, count, false);
        reset(&mut self.may_be_safe, count, false);
        for (number, component) in diagrams.components.iter().enumerate() {
            for (state, total) in diagrams.ends_of(component) {
                let (before, behind) = (&self.before[number], &self.behind[number + 1]);
                self.backward[state] = (before.least..)
                    .zip(&before.counts)
                    .map(|(used, &count)| count * behind.get(used + total))
                    .sum();
            }
            for step in component.steps.clone().rev() {
                let group = diagrams.steps[step].group as usize;
                let size = self.graph.groups[group].size;
                let choose = &BINOMIALS[size as usize];
                let mut mines = 0.0;
                let mut pairs = 0.0;
                let (mut mine, mut safe) = (false, false);
                for edge in diagrams.edges_of(step) {
                    let ways =
                        f64::from(choose[edge.mines as usize]) * self.backward[edge.to as usize];
                    self.backward[edge.from as usize] += ways;
                    if ways > 0.0 {
                        let share = self.forward[edge.from as usize] * ways;
                        mines += share * f64::from(edge.mines);
                        pairs += share * f64::from(edge.mines * (size - edge.mines));
                        mine |= edge.mines > 0;
                        safe |= edge.mines < size;
                    }
                }
                self.groups[group] = mines / f64::from(size);
                if size > 1 {
                    self.pairs[group] = 2.0 * pairs / f64::from(size * (size - 1));
                }
                self.may_be_mine[group] = mine;
                self.may_be_safe[group] = safe;
            }
        }
    }

    /// The probability of a mine in a covered cell. It is 0 or 1 exactly if that is certain.
    pub fn mine(&self, square: Square) -> f64 {
        match self.graph.states[square as usize] {
            CellState::Open | CellState::Safe => 0.0,
            CellState::Mine => 1.0,
            CellState::Unconstrained => match (
                self.unconstrained_may_be_mine,
                self.unconstrained_may_be_safe,
            ) {
                (false, _) => 0.0,
                (_, false) => 1.0,
                _ => self.unconstrained,
            },
            CellState::Grouped(group) => {
                let group = group as usize;
                match (self.may_be_mine[group], self.may_be_safe[group]) {
                    (false, _) => 0.0,
                    (_, false) => 1.0,
                    _ => self.groups[group],
                }
            }
        }
    }
}

/// Makes a list of `len` equal items, in place.
fn reset<T: Clone>(list: &mut Vec<T>, len: usize, item: T) {
    list.clear();
    list.resize(len, item);
}

fn multiply(one: &Ways, other: &Ways, product: &mut Ways) {
    product.least = one.least + other.least;
    reset(
        &mut product.counts,
        one.counts.len() + other.counts.len() - 1,
        0.0,
    );
    for (at, a) in one.counts.iter().enumerate() {
        for (more, b) in other.counts.iter().enumerate() {
            product.counts[at + more] += a * b;
        }
    }
}
