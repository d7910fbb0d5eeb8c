//! The same chances in whole numbers: how many layouts there are, and in how many a cell holds a
//! mine.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::diagram::Diagrams;
use super::position::Mines;
use super::web::Web;

/// A number that ways are counted in.
trait Count: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn add_times(&mut self, other: &Self, times: u32);
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

    fn times(&self, other: &Ways) -> Ways {
        let mut counts = vec![BigUint::ZERO; self.counts.len() + other.counts.len() - 1];
        for (at, one) in self.counts.iter().enumerate() {
            for (more, other) in other.counts.iter().enumerate() {
                counts[at + more] += one * other;
            }
        }
        Ways {
            least: self.least + other.least,
            counts,
        }
    }
}

/// In how much weight of layouts a cell holds a mine: their number, where the total is known.
pub struct Exact {
    /// For each component, the weight of all layouts that its boxes are compared with.
    pub all: Vec<BigUint>,
    /// For each box, the weight with a mine in one cell of it.
    pub boxes: Vec<BigUint>,
    /// The weight with a mine in one cell of the sea, and of all layouts.
    pub sea: (BigUint, BigUint),
    /// How many layouts there are.
    pub layouts: BigUint,
}

/// Every chance of a web whose diagrams have been drawn, and how many layouts there are. Now and then
/// it tells the guard how many bytes that took.
pub fn exact<S>(
    web: &Web,
    diagrams: &Diagrams,
    mines: Mines,
    guard: &mut impl FnMut(u64) -> Result<(), S>,
) -> Result<Exact, S> {
    let forward = match web.boxes.iter().map(|cells| cells.count).sum::<u32>() {
        // So many cells have no more layouts than fit.
        ..128 => forward::<u128>(web, diagrams)
            .into_iter()
            .map(BigUint::from)
            .collect(),
        _ => forward::<BigUint>(web, diagrams),
    };
    guard(0)?;
    let parts = 0..diagrams.parts.len();
    let ways = parts
        .map(|part| ways_of(diagrams, part, &forward))
        .collect();
    let mut sums = Sums {
        web,
        diagrams,
        forward,
        ways,
        boxes: vec![BigUint::ZERO; web.boxes.len()],
        backward: vec![BigUint::ZERO; diagrams.states as usize],
    };
    match mines {
        Mines::Total(total) => sums.with_total(total - web.mines.len() as u32, guard),
        Mines::Density { mines, all } => sums.with_density(mines, all, guard),
    }
}

/// What is summed up.
struct Sums<'a> {
    web: &'a Web,
    diagrams: &'a Diagrams,
    /// The ways that lead to each state, and the weight of those that lead on from it.
    forward: Vec<BigUint>,
    backward: Vec<BigUint>,
    /// The ways of each component.
    ways: Vec<Ways>,
    boxes: Vec<BigUint>,
}

impl Sums<'_> {
    /// Where so many mines are left, what is in one component leaves the others and the sea less.
    fn with_total<S>(
        &mut self,
        left: u32,
        guard: &mut impl FnMut(u64) -> Result<(), S>,
    ) -> Result<Exact, S> {
        let mut bytes = 0;
        let mut before = vec![nothing()];
        for ways in &self.ways {
            let next = before[before.len() - 1].times(ways);
            bytes += next
                .counts
                .iter()
                .map(|count| count.bits() / 8 + 32)
                .sum::<u64>();
            before.push(next);
            guard(bytes)?;
        }
        let all = &before[self.ways.len()];
        let sea = self.web.sea;
        // What the sea makes of each number of mines in the components.
        let first = all.least.max(left.saturating_sub(sea));
        let last = all.most().min(left);
        let mut choices = Choices::new(sea, left - first);
        let counts = (first..=last).map(|used| choices.at(left - used).clone());
        let mut behind = Ways {
            least: first,
            counts: counts.collect(),
        };
        let mut in_sea = BigUint::ZERO;
        if sea > 0 && left > first {
            // With one cell of the sea taken.
            let mut choices = Choices::new(sea - 1, left - first - 1);
            for used in (first..=last).take_while(|&used| used < left) {
                in_sea += all.get(used).expect("it is between them") * choices.at(left - used - 1);
            }
        }
        for number in (0..self.ways.len()).rev() {
            let before = &before[number];
            self.spread(number, |total| {
                let rest = before.numbered();
                let rest = rest.filter_map(|(used, count)| Some(count * behind.get(used + total)?));
                rest.sum()
            });
            let ways = &self.ways[number];
            let counts = (before.least..=before.most()).map(|used| {
                let rest = ways.numbered();
                let rest =
                    rest.filter_map(|(mines, count)| Some(count * behind.get(used + mines)?));
                rest.sum()
            });
            behind = Ways {
                least: before.least,
                counts: counts.collect(),
            };
            guard(bytes)?;
        }
        let all = behind.counts.swap_remove(0);
        Ok(Exact {
            all: vec![all.clone(); self.ways.len()],
            boxes: std::mem::take(&mut self.boxes),
            sea: (in_sea, all.clone()),
            layouts: all,
        })
    }

    /// Where each cell holds a mine by itself, no component minds the others.
    fn with_density<S>(
        &mut self,
        mines: u32,
        of: u32,
        guard: &mut impl FnMut(u64) -> Result<(), S>,
    ) -> Result<Exact, S> {
        let mut all = Vec::new();
        let mut layouts = BigUint::from(1u32) << self.web.sea;
        for number in 0..self.ways.len() {
            let boxes = &self.web.boxes[self.web.component(number)];
            let cells: u32 = boxes.iter().map(|cells| cells.count).sum();
            let weight = |used: u32| {
                BigUint::from(mines).pow(used) * BigUint::from(of - mines).pow(cells - used)
            };
            self.spread(number, weight);
            let ways = self.ways[number].numbered();
            all.push(ways.map(|(used, count)| weight(used) * count).sum());
            layouts *= self.ways[number].counts.iter().sum::<BigUint>();
            guard(layouts.bits() / 8)?;
        }
        Ok(Exact {
            all,
            boxes: std::mem::take(&mut self.boxes),
            sea: (mines.into(), of.into()),
            layouts,
        })
    }

    /// Sums up the boxes of a component, where the rest weighs so much for each number of mines in it.
    fn spread(&mut self, number: usize, rest: impl Fn(u32) -> BigUint) {
        let part = &self.diagrams.parts[number];
        let totals = &self.diagrams.totals[part.totals..part.totals + part.ends.len()];
        for (&total, state) in totals.iter().zip(part.ends.clone()) {
            self.backward[state as usize] = rest(total);
        }
        for step in part.steps.clone().rev() {
            let cells = self.diagrams.steps[step].cells as usize;
            let size = self.web.boxes[cells].count as usize;
            for edge in self.diagrams.edges_of(step) {
                let to = std::mem::take(&mut self.backward[edge.to as usize]);
                self.backward[edge.from as usize] += &to * CHOOSE[size][edge.mines as usize];
                if edge.mines > 0 {
                    let with_one = CHOOSE[size - 1][edge.mines as usize - 1];
                    self.boxes[cells] += &to * &self.forward[edge.from as usize] * with_one;
                }
                self.backward[edge.to as usize] = to;
            }
        }
    }
}

fn nothing() -> Ways {
    Ways {
        least: 0,
        counts: vec![One::one()],
    }
}

/// The ways that lead to each state.
fn forward<C: Count>(web: &Web, diagrams: &Diagrams) -> Vec<C> {
    let mut forward = vec![C::zero(); diagrams.states as usize];
    for part in &diagrams.parts {
        forward[part.start as usize] = C::one();
        for step in part.steps.clone() {
            let choose = &CHOOSE[web.boxes[diagrams.steps[step].cells as usize].count as usize];
            for edge in diagrams.edges_of(step) {
                // Edges lead to higher states.
                let (from, to) = forward.split_at_mut(edge.to as usize);
                to[0].add_times(&from[edge.from as usize], choose[edge.mines as usize]);
            }
        }
    }
    forward
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
    fn new(all: u32, some: u32) -> Self {
        let few = some.min(all - some);
        let mut ways: BigUint = One::one();
        for chosen in 0..few {
            ways *= all - chosen;
            ways /= chosen + 1;
        }
        Choices { all, some, ways }
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
