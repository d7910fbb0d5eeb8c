//! A sweep over the board: step by step every chord is chosen or not, and of all choices that lead to
//! the same label the cheapest is kept.

use std::cmp::Reverse;

use super::graph::Node;
use super::steps::{Step, Steps};
use super::{Effort, NONE, Stop};

/// The result of a sweep.
pub struct Swept {
    /// The cheapest choice of chords and its cost, if that is less than was asked for. It may cost more
    /// than this, if a label could not tell enough rings apart.
    pub best: Option<(u32, Vec<Node>)>,
    /// Whether no label was dropped: then nothing is cheaper.
    pub is_whole: bool,
}

/// What a sweep does when there are too many labels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Surplus {
    /// It continues with the most promising, and finds something good, if not the best.
    Dropped,
    /// It stops: only the best is of interest.
    Refused,
}

/// Sweeps for a choice that costs less than `below`, with at most `width` labels at a time.
pub fn sweep(
    steps: &Steps,
    below: u32,
    width: usize,
    surplus: Surplus,
    effort: &mut Effort,
) -> Result<Swept, Stop> {
    let mut layer = Layer::new(Label::new(steps.clicks), below);
    let mut trail = Vec::with_capacity(steps.steps.len());
    let mut is_whole = true;
    for step in &steps.steps {
        layer.advance(step, effort)?;
        if layer.labels.len() > width {
            if surplus == Surplus::Refused {
                return Err(Stop::Enough);
            }
            is_whole = false;
            layer.cut(width);
        }
        // The label that each came from, and whether the chord is chosen.
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

/// A lower bound of the actions, at most `below`, found with at most `width` labels at a time. Where
/// there would be more, all labels at a narrow place before are merged into one that has what each of
/// them has: what follows from that is never too expensive.
pub fn bound(steps: &Steps, below: u32, width: usize, effort: &mut Effort) -> Result<u32, Stop> {
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

/// The number of labels that each other label is compared with.
const RIVALS: usize = 64;

/// The labels after a step.
struct Layer {
    /// Labels that cost as much or more are dropped.
    below: u32,
    labels: Vec<Label>,
    /// The labels of the next layer.
    next: Vec<Label>,
    /// A hash table of them.
    table: Vec<u32>,
}

const FREE: u32 = u32::MAX;

/// The bytes that a sweep takes for each label of its width: the layer, the next one twice as wide, and
/// the table.
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

    fn advance(&mut self, step: &Step, effort: &mut Effort) -> Result<(), Stop> {
        self.next.clear();
        self.table.clear();
        let room = (self.labels.len() * 4).next_power_of_two();
        self.table.resize(room, FREE);
        for at in 0..self.labels.len() {
            effort.count_label()?;
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

    /// Keeps the labels that no other beats. Those that beat often are compared first.
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

/// The number of rings that a label can tell apart.
const RINGS: usize = 8;

/// Chorded cells and openings that open each other (a strongly connected component), and wait for the
/// first of them to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Ring {
    /// Those that a later chord may open.
    entries: u64,
    /// What is open once one of them is, including themselves.
    opens: u64,
}

/// All that matters of the chords chosen so far. The bits are the slots of [`super::steps`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Label {
    /// The mines that are flagged.
    flags: u64,
    /// Of the undecided cells those that are certainly open by then; of the others those that have
    /// nothing more to gain.
    good: u64,
    rings: [Ring; RINGS],
    count: u32,
    /// The number of actions so far.
    pub cost: u32,
    /// The label that it came from, in the layer before.
    pub from: u32,
    /// Whether the last chord is chosen.
    pub chosen: bool,
}

impl Label {
    pub fn new(cost: u32) -> Self {
        Label {
            cost,
            ..Label::default()
        }
    }

    /// The label after a step, with the chord or without.
    pub fn after(&self, step: &Step, chosen: bool) -> Self {
        let mut label = *self;
        label.chosen = chosen;
        label.bring_in(step);
        if chosen {
            label.chord(step);
        } else {
            label.pass(step);
        }
        label.settle(step);
        label.drop_spare(step);
        label.clear(step);
        label
    }

    /// Whether two labels have the same future.
    pub fn is_like(&self, other: &Label) -> bool {
        self.flags == other.flags && self.good == other.good && self.rings() == other.rings()
    }

    pub fn hash(&self) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let rings = self.rings().iter();
        let words = rings.flat_map(|ring| [ring.entries, ring.opens]);
        let mix = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(ODD);
        let hash = [self.flags, self.good].into_iter().chain(words);
        let hash = hash.fold(ODD, mix);
        hash ^ hash >> 32
    }

    /// The number of its useful bits.
    pub fn wealth(&self) -> u32 {
        self.flags.count_ones() + self.good.count_ones()
    }

    /// Whether this is at least as good as another, whatever follows: flags and clicks that cost no more
    /// than the other costs more make up for what it lacks. More that opens something does no harm: it
    /// adds arrows, and no arrow adds a group of nodes that nothing opens.
    pub fn beats(&self, other: &Label) -> bool {
        let Some(spare) = other.cost.checked_sub(self.cost) else {
            return false;
        };
        let flags = (other.flags & !self.flags).count_ones();
        let mut lacking = other.good & !self.good;
        if flags + lacking.count_ones() > spare {
            return false;
        }
        for ring in other.rings() {
            lacking |= self.lacks(ring);
        }
        flags + lacking.count_ones() <= spare
    }

    /// A label that has everything that this and another have, for the lower cost of both: a lower bound
    /// of both.
    pub fn merged(mut self, other: &Label) -> Self {
        self.cost = self.cost.min(other.cost);
        self.flags |= other.flags;
        self.open(other.good);
        for &ring in other.rings() {
            if ring.entries & self.good == 0 {
                self.add_arrows(ring);
            } else {
                self.open(ring.opens);
            }
        }
        self.sort();
        self
    }

    fn rings(&self) -> &[Ring] {
        &self.rings[..self.count as usize]
    }

    fn rings_mut(&mut self) -> &mut [Ring] {
        &mut self.rings[..self.count as usize]
    }

    fn remove(&mut self, at: usize) {
        let count = self.count as usize;
        self.rings.copy_within(at + 1..count, at);
        self.rings[count - 1] = Ring::default();
        self.count -= 1;
    }

    /// Adds a ring. If there are too many to tell apart, the last is treated as open: that is still a
    /// lower bound.
    fn push(&mut self, ring: Ring) {
        if self.count as usize == RINGS {
            self.open(self.rings[RINGS - 1].entries);
        }
        let ring = Ring {
            entries: ring.entries & !self.good,
            opens: ring.opens & !self.good,
        };
        if ring.entries != 0 {
            self.rings[self.count as usize] = ring;
            self.count += 1;
        }
    }

    /// Sorts the rings, so that equal labels are identical.
    fn sort(&mut self) {
        self.rings_mut().sort_unstable_by_key(|ring| ring.entries);
    }

    /// Marks cells as certainly open, and with them the rings that they are entries of.
    fn open(&mut self, cells: u64) {
        let hit = self.rings().iter().filter(|ring| ring.entries & cells != 0);
        self.good |= hit.fold(cells, |opened, ring| opened | ring.opens);
        let mut at = 0;
        while at < self.count as usize {
            let ring = &mut self.rings[at];
            ring.entries &= !self.good;
            ring.opens &= !self.good;
            if ring.entries == 0 {
                self.remove(at);
            } else {
                at += 1;
            }
        }
    }

    fn bring_in(&mut self, step: &Step) {
        for &opening in &step.new_openings {
            self.push(Ring {
                entries: 1 << opening,
                opens: 1 << opening,
            });
        }
        for &(number, rim_of) in &step.new_numbers {
            if self.good & rim_of != 0 {
                self.good |= 1 << number;
                continue;
            }
            for ring in self.rings_mut() {
                if ring.opens & rim_of != 0 {
                    ring.opens |= 1 << number;
                }
            }
        }
    }

    /// The chord is not chosen: the cell only has to be open in the end.
    fn pass(&mut self, step: &Step) {
        if step.slot == NONE {
            return;
        }
        let own = 1 << step.slot;
        let mut is_opened = step.is_rim;
        for ring in self.rings_mut() {
            is_opened |= ring.opens & own != 0;
            ring.opens &= !own;
        }
        if is_opened {
            self.good |= own;
        }
    }

    fn chord(&mut self, step: &Step) {
        self.cost += 1 + (step.mines & !self.flags).count_ones();
        self.flags |= step.mines;
        if step.slot == NONE || self.good >> step.slot & 1 == 1 {
            self.open(step.opens);
            return;
        }
        // A cell that is decided and opens nothing itself only has to be covered.
        let rings = self.rings().iter();
        let alive = rings.fold(step.waiting, |alive, ring| alive | ring.entries);
        self.good |= step.opens & !alive;
        let own = 1 << step.slot;
        self.add_arrows(Ring {
            entries: own,
            opens: step.opens & !self.good | own,
        });
    }

    /// Adds a ring that may open others and be opened by them, and may merge with some.
    fn add_arrows(&mut self, ring: Ring) {
        let Ring { entries, mut opens } = ring;
        for other in self.rings() {
            if other.entries & ring.opens != 0 {
                opens |= other.opens;
            }
        }
        let mut whole = Ring { entries, opens };
        let mut at = 0;
        while at < self.count as usize {
            let other = &mut self.rings[at];
            if other.opens & entries != 0 {
                other.opens |= opens;
                if other.entries & opens != 0 {
                    whole.entries |= other.entries;
                    self.remove(at);
                    continue;
                }
            }
            at += 1;
        }
        self.push(whole);
    }

    /// What no later chord opens needs a click, unless something else opens it.
    fn settle(&mut self, step: &Step) {
        let mut gone = step.gone;
        while gone != 0 {
            let own = gone & gone.wrapping_neg();
            gone &= !own;
            if self.good & own != 0 {
                continue;
            }
            let is_own = |ring: &Ring| ring.entries & own != 0;
            let Some(at) = self.rings().iter().position(is_own) else {
                self.cost += 1;
                continue;
            };
            if self.rings[at].entries != own {
                self.rings[at].entries &= !own;
                continue;
            }
            let is_opened = |ring: &Ring| ring.opens & own != 0;
            if self.rings().iter().filter(|ring| is_opened(ring)).count() > 1 {
                self.remove(at);
            } else {
                self.cost += 1;
                self.open(own);
            }
        }
    }

    /// An entry of a ring is useless if another one is opened by as much or more.
    fn drop_spare(&mut self, step: &Step) {
        for &(slot, others) in &step.spare {
            let own = 1 << slot;
            let is_spare = |ring: &Ring| ring.entries & own != 0 && ring.entries & others != 0;
            if let Some(at) = self.rings().iter().position(is_spare) {
                self.rings[at].entries &= !own;
                self.good |= own;
                for ring in self.rings_mut() {
                    ring.opens &= !own;
                }
            }
        }
    }

    fn clear(&mut self, step: &Step) {
        self.good &= !step.gone;
        self.flags &= !step.gone_mines;
        for ring in self.rings_mut() {
            ring.opens &= !step.gone;
        }
        self.sort();
    }

    /// What a ring of another label opens, and nothing of this label does instead.
    fn lacks(&self, ring: &Ring) -> u64 {
        let wanted = ring.opens & !self.good;
        let mut lacking = 0;
        let mut entries = ring.entries;
        for own in self.rings() {
            if own.entries & entries != 0 {
                lacking |= wanted & !own.opens;
                entries &= !own.entries;
            }
        }
        // An entry that opens nothing here still waits to be opened, as it does there.
        while wanted != 0 && entries != 0 {
            let entry = entries & entries.wrapping_neg();
            lacking |= wanted & !entry;
            entries &= !entry;
        }
        lacking
    }
}
