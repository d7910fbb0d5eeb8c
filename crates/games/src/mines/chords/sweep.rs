//! A sweep over the board: step by step every chord is chosen or not, and of all choices that come
//! to the same the cheapest is kept.

use std::cmp::Reverse;

use super::effort::{Effort, Halt};
use super::label::Label;
use super::net::Node;
use super::steps::{Step, Steps};

/// What a sweep comes to.
pub struct Swept {
    /// The cheapest choice of chords and what it costs, if that is less than was asked for. It may
    /// cost more than this says, where a label could not tell enough rings apart.
    pub best: Option<(u32, Vec<Node>)>,
    /// Whether no label was dropped: then nothing is cheaper.
    pub is_whole: bool,
}

/// What becomes of a sweep when there are too many labels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Surplus {
    /// It goes on with the most promising: something good is found, if not the best.
    Dropped,
    /// It is given up: only the best is of interest.
    Refused,
}

/// Sweeps for what costs less than so many acts, with so many labels at a time at the most.
pub fn sweep(
    steps: &Steps,
    below: u32,
    width: usize,
    surplus: Surplus,
    effort: &mut Effort,
) -> Result<Swept, Halt> {
    let mut layer = Layer::new(Label::new(steps.clicks), below);
    let mut trail = Vec::with_capacity(steps.steps.len());
    let mut is_whole = true;
    for step in &steps.steps {
        layer.advance(step, effort)?;
        if layer.labels.len() > width {
            if surplus == Surplus::Refused {
                return Err(Halt::Enough);
            }
            is_whole = false;
            layer.cut(width);
        }
        // Where each label came from, and whether the chord is chosen.
        let from = layer.labels.iter();
        let from = from.map(|label| label.from << 1 | u32::from(label.chosen));
        trail.push(from.collect::<Vec<_>>());
    }
    let best = layer.cheapest().map(|cheapest| {
        let mut at = cheapest;
        let mut chosen = Vec::new();
        for (step, trail) in steps.steps.iter().zip(&trail).rev() {
            let from = trail[at];
            if from & 1 == 1 {
                chosen.push(step.node);
            }
            at = (from >> 1) as usize;
        }
        (layer.labels[cheapest].cost, chosen)
    });
    Ok(Swept { best, is_whole })
}

/// The fewest acts that are needed at the least, found with so many labels at a time; no more than
/// `below`. Where there would be more labels, all at a narrow place before are merged to one that
/// has what each of them has: what follows from that is never too dear.
pub fn bound(steps: &Steps, below: u32, width: usize, effort: &mut Effort) -> Result<u32, Halt> {
    let mut label = Label::new(steps.clicks);
    let mut rest = &steps.steps[..];
    loop {
        let mut layer = Layer::new(label, below);
        let mut sizes = Vec::new();
        for step in rest {
            layer.advance(step, effort)?;
            if layer.labels.len() > width {
                break;
            }
            sizes.push(layer.labels.len());
        }
        if sizes.len() == rest.len() {
            let cheapest = layer.cheapest();
            return Ok(cheapest.map_or(below, |cheapest| layer.labels[cheapest].cost));
        }
        let narrow = (sizes.len() / 2..sizes.len()).min_by_key(|&at| (sizes[at], Reverse(at)));
        let narrow = narrow.map_or(1, |at| at + 1);
        let mut layer = Layer::new(label, below);
        for step in &rest[..narrow] {
            layer.advance(step, effort)?;
        }
        let merged = layer
            .labels
            .into_iter()
            .reduce(|one, other| one.merged(&other));
        let Some(merged) = merged else {
            return Ok(below);
        };
        (label, rest) = (merged, &rest[narrow..]);
    }
}

/// How many labels each other label is compared with.
const RIVALS: usize = 64;

/// The labels after a step.
struct Layer {
    /// Labels that cost as much are of no use.
    below: u32,
    labels: Vec<Label>,
    /// Those in the making.
    next: Vec<Label>,
    /// Where those are, by their hashes.
    table: Vec<u32>,
}

const FREE: u32 = u32::MAX;

/// The bytes that a sweep takes for each label of its width: the layer, twice as many in the making,
/// and the table.
pub const LABEL: u64 = 3 * size_of::<Label>() as u64 + 8 * size_of::<u32>() as u64;

impl Layer {
    fn new(label: Label, below: u32) -> Self {
        Layer {
            below,
            labels: vec![label],
            next: Vec::new(),
            table: Vec::new(),
        }
    }

    fn cheapest(&self) -> Option<usize> {
        (0..self.labels.len()).min_by_key(|&at| self.labels[at].cost)
    }

    fn advance(&mut self, step: &Step, effort: &mut Effort) -> Result<(), Halt> {
        self.next.clear();
        self.table.clear();
        let room = (self.labels.len() * 4).next_power_of_two();
        self.table.resize(room, FREE);
        for at in 0..self.labels.len() {
            effort.look_at_label()?;
            for chosen in [false, true] {
                let mut label = self.labels[at].after(step, chosen);
                label.from = at as u32;
                if label.cost < self.below {
                    self.enter(label);
                }
            }
        }
        self.keep_unbeaten();
        Ok(())
    }

    fn enter(&mut self, label: Label) {
        let mask = self.table.len() - 1;
        let mut at = label.hash() as usize & mask;
        while self.table[at] != FREE {
            let other = &mut self.next[self.table[at] as usize];
            if other.is_like(&label) {
                if label.cost < other.cost {
                    *other = label;
                }
                return;
            }
            at = (at + 1) & mask;
        }
        self.table[at] = self.next.len() as u32;
        self.next.push(label);
    }

    /// Leaves out labels that others beat. Those that beat often are asked first.
    fn keep_unbeaten(&mut self) {
        let ranks = (0..).zip(&self.next);
        let ranks = ranks.map(|(at, label)| (label.cost, Reverse(label.wealth()), at));
        let mut order: Vec<(u32, Reverse<u32>, u32)> = ranks.collect();
        order.sort_unstable();
        self.labels.clear();
        let mut rivals: Vec<u32> = Vec::with_capacity(RIVALS);
        let mut newest = 0;
        for (_, _, at) in order {
            let label = &self.next[at as usize];
            let beats = |&rival: &u32| self.labels[rival as usize].beats(label);
            if let Some(at) = rivals.iter().position(beats) {
                rivals.swap(at, at / 2);
                continue;
            }
            let index = self.labels.len() as u32;
            if rivals.len() < RIVALS {
                rivals.push(index);
            } else {
                rivals[RIVALS / 2 + newest % (RIVALS / 2)] = index;
                newest += 1;
            }
            self.labels.push(*label);
        }
    }

    /// Drops all but the most promising.
    fn cut(&mut self, width: usize) {
        let rank = |label: &Label| 2 * i64::from(label.cost) - i64::from(label.wealth());
        self.labels.sort_by_key(rank);
        self.labels.truncate(width);
    }
}
