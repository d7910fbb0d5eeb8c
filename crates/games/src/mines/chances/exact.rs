//! The same chances in whole numbers: how many layouts there are, and in how many a cell holds a
//! mine.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::big;
use super::diagram::Diagrams;
use super::position::Mines;
use super::web::Web;

/// A number that ways are counted in.
trait Count: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn add_times(&mut self, other: &Self, times: u32);
    /// The bytes that it owns.
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

/// In how many ways so many of at most eight can be chosen.
const CHOOSE: [[u32; 9]; 9] = {
    let mut table = [[0; 9]; 9];
    let mut all = 0;
    while all < 9 {
        table[all][0] = 1;
        let mut some = 1;
        while some <= all {
            table[all][some] = table[all - 1][some - 1] + table[all - 1][some];
            some += 1;
        }
        all += 1;
    }
    table
};

/// How many ways there are for each number of mines, from `least` on.
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

/// Polls, and counts the bytes that are held.
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

/// In how much weight of layouts a cell holds a mine: their number, where the total is known.
pub struct Exact {
    /// For each component, the weight of all layouts that its boxes are compared with; that of
    /// [all of them](Self::sea) where the total is known.
    pub all: Vec<BigUint>,
    /// For each box, the weight with a mine in one cell of it.
    pub boxes: Vec<BigUint>,
    /// The weight with a mine in one cell of the sea, and of all layouts, or numbers of the same
    /// ratio.
    pub sea: (BigUint, BigUint),
    /// How many layouts there are.
    pub layouts: BigUint,
    /// The bytes that all of this holds.
    pub bytes: u64,
}

impl Exact {
    /// The weight of all layouts that the boxes of a component are compared with.
    pub fn all_of(&self, component: u32) -> &BigUint {
        self.all.get(component as usize).unwrap_or(&self.sea.1)
    }
}

/// Every chance of a web whose diagrams have been drawn, and how many layouts there are. Tells
/// `check` at every step how many bytes that holds.
pub fn exact<S>(
    web: &Web,
    diagrams: &Diagrams,
    mines: Mines,
    check: &mut dyn FnMut(u64) -> Result<(), S>,
) -> Result<Exact, S> {
    let mut meter = Meter { held: 0, check };
    let forward = match web.boxes.iter().map(|cells| cells.count).sum::<u32>() {
        // So many cells have no more layouts than fit.
        ..128 => forward::<u128, S>(web, diagrams, &mut meter)?
            .into_iter()
            .map(BigUint::from)
            .collect(),
        _ => forward::<BigUint, S>(web, diagrams, &mut meter)?,
    };
    let mut ways = Vec::with_capacity(diagrams.parts.len());
    for part in 0..diagrams.parts.len() {
        let of_part = ways_of(diagrams, part, &forward);
        meter.hold(of_part.bytes())?;
        ways.push(of_part);
    }
    let sums = Sums {
        web,
        diagrams,
        forward,
        ways,
        boxes: vec![BigUint::ZERO; web.boxes.len()],
        backward: vec![BigUint::ZERO; diagrams.states as usize],
        meter,
    };
    match mines {
        Mines::Total(total) => sums.with_total(total - web.mines.len() as u32),
        Mines::Density { mines, all } => sums.with_density(mines, all),
    }
}

/// What is summed up.
struct Sums<'a, S> {
    web: &'a Web,
    diagrams: &'a Diagrams,
    /// The ways that lead to each state, and the weight of those that lead on from it.
    forward: Vec<BigUint>,
    backward: Vec<BigUint>,
    /// The ways of each component.
    ways: Vec<Ways>,
    boxes: Vec<BigUint>,
    meter: Meter<'a, S>,
}

impl<S> Sums<'_, S> {
    /// Where so many mines are left, what is in one component leaves the others and the sea less.
    fn with_total(mut self, left: u32) -> Result<Exact, S> {
        let mut before = vec![nothing()];
        for ways in &self.ways {
            let next = before[before.len() - 1].times(ways, &mut self.meter)?;
            before.push(next);
        }
        let all = &before[self.ways.len()];
        let sea = self.web.sea;
        // What the sea makes of each number of mines in the components.
        let first = all.least.max(left.saturating_sub(sea));
        let last = all.most().min(left);
        let mut choices = Choices::new(sea, left - first, &mut self.meter)?;
        let mut behind = Ways {
            least: first,
            counts: Vec::with_capacity((last - first) as usize + 1),
        };
        for used in first..=last {
            let count = choices.at(left - used).clone();
            self.meter.hold(bytes_of(std::slice::from_ref(&count)))?;
            behind.counts.push(count);
        }
        let mut in_sea = BigUint::ZERO;
        if sea > 0 && left > first && !self.ways.is_empty() {
            // With one cell of the sea taken.
            let mut choices = Choices::new(sea - 1, left - first - 1, &mut self.meter)?;
            for used in (first..=last).take_while(|&used| used < left) {
                self.meter.poll()?;
                in_sea += all.get(used).expect("it is between them") * choices.at(left - used - 1);
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
        // Where no number sees a cell, its fraction needs no long division.
        let sea = match self.ways.is_empty() {
            true => (left.into(), sea.max(1).into()),
            false => (in_sea, layouts.clone()),
        };
        Ok(Exact {
            bytes: bytes_of(&self.boxes) + 3 * layouts.heap_bytes(),
            all: Vec::new(),
            boxes: self.boxes,
            sea,
            layouts,
        })
    }

    /// Where each cell holds a mine by itself, no component minds the others.
    fn with_density(mut self, mines: u32, of: u32) -> Result<Exact, S> {
        let mut all = Vec::with_capacity(self.ways.len());
        let mut layouts = BigUint::from(1u32) << self.web.sea;
        for number in 0..self.ways.len() {
            let boxes = &self.web.boxes[self.web.component(number)];
            let cells: u32 = boxes.iter().map(|cells| cells.count).sum();
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
        Ok(Exact {
            bytes: bytes_of(&self.boxes) + bytes_of(&all) + layouts.heap_bytes(),
            all,
            boxes: self.boxes,
            sea: (mines.into(), of.into()),
            layouts,
        })
    }

    /// Sums up the boxes of a component, where the rest weighs so much for each number of mines in it.
    fn spread(
        &mut self,
        number: usize,
        rest: impl Fn(u32, &mut Meter<S>) -> Result<BigUint, S>,
    ) -> Result<(), S> {
        let part = &self.diagrams.parts[number];
        let totals = &self.diagrams.totals[part.totals..part.totals + part.ends.len()];
        for (&total, state) in totals.iter().zip(part.ends.clone()) {
            let rest = rest(total, &mut self.meter)?;
            self.meter.hold(rest.heap_bytes())?;
            self.backward[state as usize] = rest;
        }
        for step in part.steps.clone().rev() {
            let cells = self.diagrams.steps[step].cells as usize;
            let size = self.web.boxes[cells].count as usize;
            for edge in self.diagrams.edges_of(step) {
                let to = std::mem::take(&mut self.backward[edge.to as usize]);
                let from = &mut self.backward[edge.from as usize];
                let before = from.heap_bytes();
                *from += &to * CHOOSE[size][edge.mines as usize];
                self.meter.held += from.heap_bytes() - before;
                if edge.mines > 0 {
                    let with_one = CHOOSE[size - 1][edge.mines as usize - 1];
                    self.boxes[cells] += &to * &self.forward[edge.from as usize] * with_one;
                }
                self.backward[edge.to as usize] = to;
                self.meter.poll()?;
            }
            self.meter.hold(self.boxes[cells].heap_bytes())?;
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

fn nothing() -> Ways {
    Ways {
        least: 0,
        counts: vec![One::one()],
    }
}

/// The ways that lead to each state.
fn forward<C: Count, S>(web: &Web, diagrams: &Diagrams, meter: &mut Meter<S>) -> Result<Vec<C>, S> {
    let mut forward = vec![C::zero(); diagrams.states as usize];
    for part in &diagrams.parts {
        forward[part.start as usize] = C::one();
        for step in part.steps.clone() {
            let choose = &CHOOSE[web.boxes[diagrams.steps[step].cells as usize].count as usize];
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

fn ways_of(diagrams: &Diagrams, part: usize, forward: &[BigUint]) -> Ways {
    let part = &diagrams.parts[part];
    let totals = &diagrams.totals[part.totals..part.totals + part.ends.len()];
    let least = *totals.iter().min().expect("a diagram has an end");
    let most = *totals.iter().max().expect("a diagram has an end");
    let mut counts = vec![BigUint::ZERO; (most - least) as usize + 1];
    for (&total, state) in totals.iter().zip(part.ends.clone()) {
        counts[(total - least) as usize] = forward[state as usize].clone();
    }
    Ways { least, counts }
}

/// In how many ways fewer and fewer of all can be chosen.
struct Choices {
    all: u32,
    some: u32,
    ways: BigUint,
}

impl Choices {
    fn new<S>(all: u32, some: u32, meter: &mut Meter<S>) -> Result<Self, S> {
        let ways = big::choose(all, some, &mut || meter.poll())?;
        Ok(Choices { all, some, ways })
    }

    /// The ways for so many, which must not be more than before.
    fn at(&mut self, some: u32) -> &BigUint {
        while self.some > some {
            self.ways *= self.some;
            self.ways /= self.all - self.some + 1;
            self.some -= 1;
        }
        &self.ways
    }
}
