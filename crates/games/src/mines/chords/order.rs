//! In which order the chords are decided on: so that little is in play at any time.
//!
//! A good order is found by taking next what adds least to what is in play, then by moving cells to
//! and fro for a while. The weights say by how many sixteenths of a doubling each thing in play
//! multiplies the labels; they were fitted to sweeps over boards of 16 × 16 with 40 mines.

use super::effort::{Effort, Halt};
use super::net::{Net, Node};

const MINE: u32 = 5;
const UNIT: u32 = 11;
const OPENING: u32 = 9;
const RIM: u32 = 7;

/// The two-to-the-power-of-a-sixteenth.
const SIXTEENTH: f64 = 1.044_273_782_427_413_8;

/// How much is done for a good order.
#[derive(Clone, Copy)]
pub struct Care {
    /// From how many cells an order is grown, about.
    pub beginnings: usize,
    /// How often cells are moved.
    pub moves: u32,
}

/// An order for all chords that may be worth it.
pub fn order(net: &Net, columns: u32, care: Care, effort: &mut Effort) -> Result<Vec<Node>, Halt> {
    let chords: Vec<Node> = (0..net.len()).filter(|&node| net.may_chord(node)).collect();
    let weights = Weights::new(net, &chords);
    let all = 0..chords.len() as u32;
    let by_column = |&chord: &u32| {
        let square = net.squares[chords[chord as usize] as usize];
        (square % columns, square)
    };
    let mut down: Vec<u32> = all.clone().collect();
    down.sort_by_key(by_column);
    let mut best = Moving::new(&weights, down);
    let stride = chords.len().div_ceil(care.beginnings).max(1);
    let beginnings = all.clone().step_by(stride);
    for order in [Ok(all.collect())]
        .into_iter()
        .chain(beginnings.map(|first| {
            effort.spend(chords.len() as u32)?;
            Ok(weights.grow(first))
        }))
    {
        let other = Moving::new(&weights, order?);
        if other.total < best.total {
            best = other;
        }
    }
    let best = best.improve(care.moves, effort)?;
    Ok(best.iter().map(|&chord| chords[chord as usize]).collect())
}

/// What is in play for each chord, and how heavy that is.
struct Weights {
    /// Each thing: its weight, and the chords that it is in play for.
    things: Vec<(u32, Vec<u32>)>,
    /// The things that concern each chord.
    of: Vec<Vec<u32>>,
    /// The powers of two by sixteenths.
    powers: Vec<f64>,
}

impl Weights {
    fn new(net: &Net, chords: &[Node]) -> Self {
        let mut things: Vec<(u32, Vec<u32>)> = Vec::new();
        let place = |chord: Node| chords.binary_search(&chord).expect("it is a chord") as u32;
        for mine in 0..net.mine_squares.len() as u32 {
            things.push((MINE, net.chords_near(mine).map(place).collect()));
        }
        for node in (0..net.len()).filter(|&node| !net.open[node as usize]) {
            let own = net.may_chord(node).then_some(node);
            let weight = match net.units[node as usize] {
                _ if net.is_opening(node) => OPENING,
                true => UNIT,
                false if own.is_some() => RIM,
                false => continue,
            };
            let chords = net.chords_onto(node).chain(own);
            things.push((weight, chords.map(place).collect()));
        }
        things.retain(|(_, chords)| chords.len() > 1);
        let mut of = vec![Vec::new(); chords.len()];
        for (thing, (_, chords)) in (0..).zip(&things) {
            for &chord in chords {
                of[chord as usize].push(thing);
            }
        }
        let powers = std::iter::successors(Some(1.0), |power| Some(power * SIXTEENTH));
        Weights {
            things,
            of,
            powers: powers.take(1 << 10).collect(),
        }
    }

    fn power(&self, weight: u32) -> f64 {
        self.powers[(weight as usize).min(self.powers.len() - 1)]
    }

    /// The order that begins with a chord and goes on with what adds least to what is in play, or
    /// rather takes most of it away.
    fn grow(&self, first: u32) -> Vec<u32> {
        let mut left: Vec<u32> = (self.things.iter())
            .map(|(_, chords)| chords.len() as u32)
            .collect();
        let mut is_done = vec![false; self.of.len()];
        let mut near: Vec<u32> = Vec::new();
        let mut order = Vec::with_capacity(self.of.len());
        let mut rest = 0..self.of.len() as u32;
        let mut next = Some(first);
        while let Some(chord) = next {
            is_done[chord as usize] = true;
            order.push(chord);
            for &thing in &self.of[chord as usize] {
                left[thing as usize] -= 1;
                near.extend(&self.things[thing as usize].1);
            }
            near.retain(|&chord| !is_done[chord as usize]);
            near.sort_unstable();
            near.dedup();
            let adds = |&chord: &u32| self.adds(chord, &left);
            let least = near.iter().copied().min_by_key(adds);
            next = least.or_else(|| rest.find(|&chord| !is_done[chord as usize]));
        }
        order
    }

    /// What a chord adds to what is in play; something that few others wait for counts a little.
    fn adds(&self, chord: u32, left: &[u32]) -> i32 {
        let things = self.of[chord as usize].iter();
        let adds = things.map(|&thing| {
            let (weight, chords) = &self.things[thing as usize];
            let (weight, left) = (10 * *weight as i32, left[thing as usize]);
            let enters = if left == chords.len() as u32 {
                weight
            } else {
                -weight / 10 / left as i32
            };
            enters - if left == 1 { weight } else { 0 }
        });
        adds.sum()
    }
}

/// An order in which cells are moved to and fro.
struct Moving<'a> {
    weights: &'a Weights,
    order: Vec<u32>,
    /// Where each chord is.
    places: Vec<u32>,
    /// What is in play after each chord.
    in_play: Vec<u32>,
    /// How many labels that makes, about, all steps together.
    total: f64,
}

impl<'a> Moving<'a> {
    fn new(weights: &'a Weights, order: Vec<u32>) -> Self {
        let chords = order.len();
        let mut moving = Moving {
            weights,
            order,
            places: vec![0; chords],
            in_play: vec![0; chords],
            total: 0.0,
        };
        if chords > 0 {
            moving.count(0, chords - 1);
            let in_play = moving.in_play.iter();
            moving.total = in_play.map(|&weight| weights.power(weight)).sum();
        }
        moving
    }

    /// Counts what is in play from one place to another.
    fn count(&mut self, from: usize, to: usize) {
        for place in from..=to {
            self.places[self.order[place] as usize] = place as u32;
        }
        let mut in_play = if from == 0 { 0 } else { self.in_play[from - 1] };
        for place in from..=to {
            for &thing in &self.weights.of[self.order[place] as usize] {
                let (weight, chords) = &self.weights.things[thing as usize];
                let places = || chords.iter().map(|&chord| self.places[chord as usize]);
                let here = place as u32;
                if places().all(|place| place >= here) {
                    in_play += weight;
                } else if places().all(|place| place <= here) {
                    in_play -= weight;
                }
            }
            self.in_play[place] = in_play;
        }
    }

    /// Moves a chord elsewhere, and tells what changes in total.
    fn shift(&mut self, from: usize, to: usize) -> f64 {
        let (first, last) = (from.min(to), from.max(to));
        let power = |weight: &u32| self.weights.power(*weight);
        let before: f64 = self.in_play[first..=last].iter().map(power).sum();
        if from < to {
            self.order[first..=last].rotate_left(1);
        } else {
            self.order[first..=last].rotate_right(1);
        }
        self.count(first, last);
        let power = |weight: &u32| self.weights.power(*weight);
        let after: f64 = self.in_play[first..=last].iter().map(power).sum();
        after - before
    }

    /// Tries so many moves, takes those that are not much worse, ever less so, and keeps the best.
    fn improve(mut self, moves: u32, effort: &mut Effort) -> Result<Vec<u32>, Halt> {
        let mut best = (self.total, self.order.clone());
        if self.order.len() < 3 {
            return Ok(best.1);
        }
        let mut dice = Dice(0x2545_F491_4F6C_DD1D);
        for step in 0..moves {
            effort.spend(1)?;
            let from = dice.roll(self.order.len());
            let to = self.elsewhere(from, &mut dice);
            if from == to {
                continue;
            }
            let change = self.shift(from, to);
            // At first one in two may be two fifths worse, one in four four fifths, and so on.
            let mercy = 0.4 * f64::from(dice.next().leading_zeros());
            let left = f64::from(moves - step) / f64::from(moves);
            if change <= self.total * mercy * left {
                self.total += change;
                if self.total < best.0 {
                    best = (self.total, self.order.clone());
                }
            } else {
                self.shift(to, from);
            }
        }
        Ok(best.1)
    }

    /// A place near another chord with which something is shared, or not far away.
    fn elsewhere(&self, from: usize, dice: &mut Dice) -> usize {
        let last = self.order.len() - 1;
        let things = &self.weights.of[self.order[from] as usize];
        if dice.roll(2) == 0 && !things.is_empty() {
            let thing = things[dice.roll(things.len())];
            let chords = &self.weights.things[thing as usize].1;
            let other = chords[dice.roll(chords.len())];
            let place = self.places[other as usize] as usize;
            return (place + dice.roll(2)).min(last);
        }
        let far = 1 + dice.roll(12);
        if dice.roll(2) == 0 {
            from.saturating_sub(far)
        } else {
            (from + far).min(last)
        }
    }
}

/// Numbers that are as good as random, the same each time.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn roll(&mut self, sides: usize) -> usize {
        (self.next() >> 16) as usize % sides
    }
}
