//! The chances of a position in floating point, fast: what the player looks at thousands of times.

use std::convert::Infallible;

use super::diagram::{Diagrams, NoDiagram};
use super::position::{Mines, Neighbours};
use super::web::{Known, Web};
use crate::grid::Square;

/// The chances of a position. Kept to be used again: nothing is allocated anew.
#[derive(Default)]
pub struct Look {
    /// What the numbers say.
    pub web: Web,
    /// All ways to put the mines.
    pub diagrams: Diagrams,
    /// The chance of a mine in each cell of a box.
    pub boxes: Vec<f64>,
    /// The chance of a mine in each cell of the sea.
    pub sea: f64,
    /// The logarithm of the weight of all layouts; of their number, where the total is known.
    pub weight: f64,
    /// Whether any layout has a mine in a box.
    pub may_be_mine: Vec<bool>,
    /// The chance that just one of two cells of a box holds a mine.
    pub pairs: Vec<f64>,
    /// Whether any layout has a cell without a mine in a box.
    pub may_be_safe: Vec<bool>,
    /// Whether any layout has a mine in the sea.
    pub sea_may_be_mine: bool,
    /// Whether any layout has a cell without a mine in the sea.
    pub sea_may_be_safe: bool,

    /// For each state, the ways that lead to it, and the weight of those that lead on from it.
    forward: Vec<f64>,
    backward: Vec<f64>,
    /// The ways of each component, of all before it, and the weight of all behind it by the mines
    /// that are in those before.
    ways: Vec<Ways>,
    before: Vec<Ways>,
    behind: Vec<Ways>,
    logs: Logs,
}

/// How many ways there are for each number of mines, from `least` on.
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

    /// In how many ways so many of all can be chosen.
    fn choose(&self, all: u32, some: u32) -> f64 {
        self.0[all as usize] - self.0[some as usize] - self.0[(all - some) as usize]
    }
}

/// In how many ways so many of at most eight can be chosen.
const CHOOSE: [[f64; 9]; 9] = {
    let mut table = [[0.0; 9]; 9];
    let mut all = 0;
    while all < 9 {
        table[all][0] = 1.0;
        let mut some = 1;
        while some <= all {
            table[all][some] = table[all - 1][some - 1]
                + if some < all {
                    table[all - 1][some]
                } else {
                    0.0
                };
            some += 1;
        }
        all += 1;
    }
    table
};

impl Look {
    /// Looks at a position of a board that is not huge: of some thousand cells at most.
    pub fn at(
        &mut self,
        cells: &[u8],
        near: &Neighbours,
        mines: Mines,
    ) -> Result<(), NoDiagram<Infallible>> {
        self.at_under(cells, near, mines, |_| Ok(()))
    }

    /// The same, as long as `check` agrees, which is told the bytes that are held.
    pub fn at_under<S>(
        &mut self,
        cells: &[u8],
        near: &Neighbours,
        mines: Mines,
        check: impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), NoDiagram<S>> {
        self.web.read(cells, near)?;
        self.diagrams.draw(&self.web, check)?;
        self.count();
        self.combine(mines)?;
        self.spread();
        Ok(())
    }

    /// The ways that lead to each state, and those of each component by its mines.
    fn count(&mut self) {
        let diagrams = &self.diagrams;
        self.forward.clear();
        self.forward.resize(diagrams.states as usize, 0.0);
        self.ways.resize_with(diagrams.parts.len(), Ways::default);
        for (part, ways) in diagrams.parts.iter().zip(&mut self.ways) {
            self.forward[part.start as usize] = 1.0;
            for step in part.steps.clone() {
                let choose =
                    &CHOOSE[self.web.boxes[diagrams.steps[step].cells as usize].count as usize];
                for edge in diagrams.edges_of(step) {
                    self.forward[edge.to as usize] +=
                        self.forward[edge.from as usize] * choose[edge.mines as usize];
                }
            }
            let totals = &diagrams.totals[part.totals..part.totals + part.ends.len()];
            let least = *totals.iter().min().expect("there is one");
            let most = *totals.iter().max().expect("there is one");
            ways.least = least;
            ways.counts.clear();
            ways.counts.resize((most - least) as usize + 1, 0.0);
            for (&total, state) in totals.iter().zip(part.ends.clone()) {
                ways.counts[(total - least) as usize] = self.forward[state as usize];
            }
        }
    }

    /// What the other components and the sea make of each number of mines in a component.
    fn combine<S>(&mut self, mines: Mines) -> Result<(), NoDiagram<S>> {
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
        let sea = self.web.sea;
        let found = self.web.mines.len() as u32;
        // The sea's weight for each number of mines in all components.
        let last = &mut self.behind[count];
        last.least = least;
        last.counts.clear();
        let scale = match mines {
            Mines::Total(total) => {
                let left = total.checked_sub(found).ok_or(NoDiagram::Contradiction)?;
                self.logs.reach(sea);
                let first = least.max(left.saturating_sub(sea));
                let end = most.min(left);
                if first > end {
                    return Err(NoDiagram::Contradiction);
                }
                last.least = first;
                let logs = &self.logs;
                let top = (first..=end)
                    .map(|used| logs.choose(sea, left - used))
                    .fold(f64::MIN, f64::max);
                last.counts
                    .extend((first..=end).map(|used| (logs.choose(sea, left - used) - top).exp()));
                top
            }
            Mines::Density { mines, all } => {
                let ratio = f64::from(mines) / f64::from(all - mines);
                last.counts
                    .extend((least..=most).map(|used| ratio.powi((used - least) as i32)));
                f64::from(found + least) * ratio.ln() + f64::from(sea) * ratio.ln_1p()
            }
        };
        let last = last.clone();
        // How many of the sea's cells are mines, weighed.
        let mut total = 0.0;
        let mut in_sea = 0.0;
        for (at, weight) in (last.least..).zip(&last.counts) {
            let weight = weight * all.get(at);
            total += weight;
            if let Mines::Total(mines) = mines {
                in_sea += weight * f64::from(mines - found - at);
            }
        }
        if total <= 0.0 {
            return Err(NoDiagram::Contradiction);
        }
        self.sea = match mines {
            Mines::Total(_) if sea > 0 => in_sea / total / f64::from(sea),
            Mines::Total(_) => 0.0,
            Mines::Density { mines, all } => f64::from(mines) / f64::from(all),
        };
        (self.sea_may_be_mine, self.sea_may_be_safe) = match mines {
            Mines::Total(mines) => {
                let left = mines - found;
                let used = |at: &u32| last.get(*at) > 0.0 && all.get(*at) > 0.0;
                let mut possible = (last.least..=last.most()).filter(used);
                let first = possible.next();
                let end = possible.next_back().or(first);
                (
                    first.is_some_and(|used| left > used),
                    end.is_some_and(|used| left - used < sea),
                )
            }
            Mines::Density { .. } => (true, true),
        };
        self.weight = scale + total.ln();
        for number in (0..count).rev() {
            let ways = &self.ways[number];
            let before = &self.before[number];
            let (rest, done) = self.behind.split_at_mut(number + 1);
            let (behind, here) = (&done[0], &mut rest[number]);
            // Where `used` mines are in the components before this one.
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
        // All chances are shares of one.
        let unit = 1.0 / total;
        for ways in &mut self.behind {
            for count in &mut ways.counts {
                *count *= unit;
            }
        }
        Ok(())
    }

    /// The chances of the boxes.
    fn spread(&mut self) {
        let diagrams = &self.diagrams;
        self.backward.clear();
        self.backward.resize(diagrams.states as usize, 0.0);
        let count = self.web.boxes.len();
        self.boxes.clear();
        self.boxes.resize(count, 0.0);
        self.pairs.clear();
        self.pairs.resize(count, 0.0);
        self.may_be_mine.clear();
        self.may_be_mine.resize(count, false);
        self.may_be_safe.clear();
        self.may_be_safe.resize(count, false);
        for (number, part) in diagrams.parts.iter().enumerate() {
            let totals = &diagrams.totals[part.totals..part.totals + part.ends.len()];
            for (&total, state) in totals.iter().zip(part.ends.clone()) {
                let (before, behind) = (&self.before[number], &self.behind[number + 1]);
                self.backward[state as usize] = (before.least..)
                    .zip(&before.counts)
                    .map(|(used, &count)| count * behind.get(used + total))
                    .sum();
            }
            for step in part.steps.clone().rev() {
                let cells = diagrams.steps[step].cells as usize;
                let size = self.web.boxes[cells].count;
                let choose = &CHOOSE[size as usize];
                let mut mines = 0.0;
                let mut pairs = 0.0;
                let (mut mine, mut safe) = (false, false);
                for edge in diagrams.edges_of(step) {
                    let ways = choose[edge.mines as usize] * self.backward[edge.to as usize];
                    self.backward[edge.from as usize] += ways;
                    if ways > 0.0 {
                        let share = self.forward[edge.from as usize] * ways;
                        mines += share * f64::from(edge.mines);
                        pairs += share * f64::from(edge.mines * (size - edge.mines));
                        mine |= edge.mines > 0;
                        safe |= edge.mines < size;
                    }
                }
                self.boxes[cells] = mines / f64::from(size);
                if size > 1 {
                    self.pairs[cells] = 2.0 * pairs / f64::from(size * (size - 1));
                }
                self.may_be_mine[cells] = mine;
                self.may_be_safe[cells] = safe;
            }
        }
    }

    /// The chance of a mine in a covered cell.
    pub fn chance(&self, square: Square) -> f64 {
        match self.web.known[square as usize] {
            Known::Open | Known::Safe => 0.0,
            Known::Mine => 1.0,
            Known::Sea => match (self.sea_may_be_mine, self.sea_may_be_safe) {
                (false, _) => 0.0,
                (_, false) => 1.0,
                _ => self.sea,
            },
            Known::Boxed(cells) => {
                let cells = cells as usize;
                match (self.may_be_mine[cells], self.may_be_safe[cells]) {
                    (false, _) => 0.0,
                    (_, false) => 1.0,
                    _ => self.boxes[cells],
                }
            }
        }
    }
}

fn multiply(one: &Ways, other: &Ways, product: &mut Ways) {
    product.least = one.least + other.least;
    product.counts.clear();
    product
        .counts
        .resize(one.counts.len() + other.counts.len() - 1, 0.0);
    for (at, a) in one.counts.iter().enumerate() {
        for (more, b) in other.counts.iter().enumerate() {
            product.counts[at + more] += a * b;
        }
    }
}
