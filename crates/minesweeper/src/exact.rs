//! The exact weight of the layouts in which a cell holds a mine, in whole numbers.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::bignum;
use crate::constraints::ConstraintGraph;
use crate::diagram::{BINOMIALS, ComponentDiagram, Diagrams};
use crate::position::MineCount;

/// A type that ways are counted in.
trait Count: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn add_times(&mut self, other: &Self, times: u32);
    /// The bytes that it owns on the heap.
    fn heap_bytes(&self) -> u64;
}

impl Count for u128 {
    fn zero() -> Self {
        0
    }
    fn one() -> Self {
        1
    }
    fn add_times(&mut self, other: &Self, times: u32) {
        *self += other * u128::from(times);
    }
    fn heap_bytes(&self) -> u64 {
        0
    }
}

impl Count for BigUint {
    fn zero() -> Self {
        Zero::zero()
    }
    fn one() -> Self {
        One::one()
    }
    fn add_times(&mut self, other: &Self, times: u32) {
        *self += other * times;
    }
    fn heap_bytes(&self) -> u64 {
        self.bits() / 8
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

fn bytes_of(numbers: &[BigUint]) -> u64 {
    let bytes = |number: &BigUint| number.heap_bytes() + size_of::<BigUint>() as u64;
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
pub struct ExactWeights {
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
pub fn exact_weights<S>(
    graph: &ConstraintGraph,
    diagrams: &Diagrams,
    mines: MineCount,
    check: &mut dyn FnMut(u64) -> Result<(), S>,
) -> Result<ExactWeights, S> {
    let mut meter = Meter { held: 0, check };
    let forward = match graph.groups.iter().map(|group| group.size).sum::<u32>() {
        // The layouts of fewer than 128 cells fit into 128 bits.
        ..128 => forward::<u128, S>(graph, diagrams, &mut meter)?
            .into_iter()
            .map(BigUint::from)
            .collect(),
        _ => forward::<BigUint, S>(graph, diagrams, &mut meter)?,
    };
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
            counts: vec![One::one()],
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
            bytes: bytes_of(&self.groups) + 3 * layouts.heap_bytes(),
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
            bytes: bytes_of(&self.groups) + bytes_of(&all) + layouts.heap_bytes(),
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
            self.meter.hold(rest.heap_bytes())?;
            self.backward[state] = rest;
        }
        for step in component.steps.clone().rev() {
            let group = self.diagrams.steps[step].group as usize;
            let size = self.graph.groups[group].size as usize;
            for edge in self.diagrams.edges_of(step) {
                let to = std::mem::take(&mut self.backward[edge.to as usize]);
                let from = &mut self.backward[edge.from as usize];
                let before = from.heap_bytes();
                *from += &to * BINOMIALS[size][edge.mines as usize];
                self.meter.held += from.heap_bytes() - before;
                if edge.mines > 0 {
                    let with_one = BINOMIALS[size - 1][edge.mines as usize - 1];
                    self.groups[group] += &to * &self.forward[edge.from as usize] * with_one;
                }
                self.backward[edge.to as usize] = to;
                self.meter.poll()?;
            }
            self.meter.hold(self.groups[group].heap_bytes())?;
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
fn forward<C: Count, S>(
    graph: &ConstraintGraph,
    diagrams: &Diagrams,
    meter: &mut Meter<S>,
) -> Result<Vec<C>, S> {
    let mut forward = vec![C::zero(); diagrams.states as usize];
    for component in &diagrams.components {
        forward[component.start as usize] = C::one();
        for step in component.steps.clone() {
            let group = diagrams.steps[step].group as usize;
            let choose = &BINOMIALS[graph.groups[group].size as usize];
            for edge in diagrams.edges_of(step) {
                // Edges lead to higher states.
                let (from, to) = forward.split_at_mut(edge.to as usize);
                let before = to[0].heap_bytes();
                to[0].add_times(&from[edge.from as usize], choose[edge.mines as usize]);
                meter.hold(to[0].heap_bytes() - before)?;
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
        let ways = bignum::choose(all, some, &mut || meter.poll())?;
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
