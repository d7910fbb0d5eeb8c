//! All that matters, in the middle of a sweep, of the chords decided on so far.

use super::net::NONE;
use super::steps::Step;

/// How many rings a label can tell apart.
const RINGS: usize = 8;

/// Chorded cells and openings that open each other, and wait for the first of them to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Ring {
    /// Those of them that a chord may yet open.
    entries: u64,
    /// What is open once one of them is, themselves too.
    opens: u64,
}

/// What a choice of chords comes to so far. Slots are told in [`super::steps`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Label {
    /// The mines that are flagged.
    flags: u64,
    /// Of the cells that are yet to be decided on those that are certain to be open by then; of the
    /// others those that have nothing more to gain.
    good: u64,
    rings: [Ring; RINGS],
    count: u32,
    /// The acts so far.
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

    /// Whether two labels promise the same from here on.
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

    /// How much it has that may be of use.
    pub fn wealth(&self) -> u32 {
        self.flags.count_ones() + self.good.count_ones()
    }

    /// Whether this can be made as good as another, whatever comes, by flags and clicks that cost
    /// no more than the other costs more. More of what opens something never does harm: it adds
    /// arrows, and no arrow adds a group of nodes that nothing opens.
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

    /// A label that has everything that this and another have, for the lower cost of both: nothing
    /// that follows from one of them is cheaper than what follows from that.
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

    /// Adds a ring. If there are too many to tell apart, the last is taken as open: what that leads
    /// to is a bound all the same, for it is only too cheap.
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

    /// The order of the rings means nothing, so it is always the same.
    fn sort(&mut self) {
        self.rings_mut().sort_unstable_by_key(|ring| ring.entries);
    }

    /// Some cells are open for certain, and with them the rings that they are entries of.
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

    /// The chord is not chosen: now the cell only needs to be open in the end.
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
        // What neither waits for its decision nor opens anything itself is just covered.
        let rings = self.rings().iter();
        let alive = rings.fold(step.waiting, |alive, ring| alive | ring.entries);
        self.good |= step.opens & !alive;
        let own = 1 << step.slot;
        self.add_arrows(Ring {
            entries: own,
            opens: step.opens & !self.good | own,
        });
    }

    /// Adds a ring that may open others and be opened by them; with some it may become one.
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

    /// What no chord opens any more needs a click, unless something else opens it.
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

    /// An entry of a ring is of no use where another one is opened by as much and more.
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

    /// What a ring of another label opens, and nothing here does in its place.
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
        // An entry that opens nothing here waits to be opened as it does there.
        while wanted != 0 && entries != 0 {
            let entry = entries & entries.wrapping_neg();
            lacking |= wanted & !entry;
            entries &= !entry;
        }
        lacking
    }
}
