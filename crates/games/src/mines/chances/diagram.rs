//! All ways to put mines into the boxes of a component, as a diagram: box by box, the ways that
//! leave the same numbers wanting the same are one state.
//!
//! A number is *open* from the first of its boxes to the last. A state is what each open number
//! still needs, and how many mines have been put down. The boxes go in an order that keeps few
//! numbers open, so that the states of a long frontier stay few: their number does not grow with
//! its length.

use std::ops::Range;

use super::order::Order;
use super::web::{NONE, Web, Wrong, numbers};

/// From a state of one layer to a state of the next, by so many mines in the box between them.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The state it comes from, and the one it leads to.
    pub from: u32,
    pub to: u32,
    /// How many mines are in the box.
    pub mines: u32,
}

/// One box of a diagram, in its order.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The box.
    pub cells: u32,
    /// Where its edges begin; they end where those of the next step begin.
    pub edges: u32,
}

/// One component's diagram.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its steps.
    pub steps: Range<usize>,
    /// Its first state, and the states of its last layer.
    pub start: u32,
    pub ends: Range<u32>,
    /// Where the mines of the last layer's states stand in [`Diagrams::totals`].
    pub totals: usize,
}

/// The diagrams of all components, one after another; their states are numbered over all of them.
/// Kept to be used again.
#[derive(Default)]
pub struct Diagrams {
    pub parts: Vec<Part>,
    pub steps: Vec<Step>,
    pub edges: Vec<Edge>,
    /// How many mines each state of a last layer has.
    pub totals: Vec<u32>,
    /// How many states there are.
    pub states: u32,

    here: Vec<u128>,
    next: Vec<u128>,
    table: Vec<u32>,
    order: Order,
    slot: Vec<u8>,
    room: Vec<u8>,
    free: Vec<u8>,
}

/// Why there is no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDiagram<S> {
    /// No layout is left.
    Contradiction,
    /// More numbers are open at a time than a state has room for, or a component has more cells.
    TooWide,
    /// Whoever watches has had enough.
    Stopped(S),
}

impl<S> From<Wrong> for NoDiagram<S> {
    fn from(_: Wrong) -> Self {
        NoDiagram::Contradiction
    }
}

/// Bits of a state's key that count its mines; the others are four for each open number.
const TOTAL_BITS: usize = 16;
const SLOTS: usize = (128 - TOTAL_BITS) / 4;

/// States that are gone through before the guard is asked again.
const STATES_A_LOOK: usize = 1 << 12;

/// What it takes to count the ways to a state and from it.
const BYTES_A_STATE: usize = 64;

impl Diagrams {
    /// Draws the diagram of every component.
    /// Now and then it tells the guard how many bytes that took.
    pub fn draw<S>(
        &mut self,
        web: &Web,
        mut guard: impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), NoDiagram<S>> {
        self.parts.clear();
        self.steps.clear();
        self.edges.clear();
        self.totals.clear();
        self.states = 0;
        self.order.read(web);
        self.slot.clear();
        self.slot.resize(web.numbers.len(), 0);
        self.room.clear();
        self.room.resize(web.numbers.len(), 0);
        for (here, seen_by) in web.seen_by.iter().enumerate() {
            for number in numbers(seen_by) {
                self.room[number as usize] += web.boxes[here].count as u8;
            }
        }
        for component in 0..web.count() {
            self.draw_one(web, component, &mut guard)?;
        }
        Ok(())
    }

    fn draw_one<S>(
        &mut self,
        web: &Web,
        component: usize,
        guard: &mut impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), NoDiagram<S>> {
        let boxes = web.component(component);
        let cells: u32 = web.boxes[boxes.clone()]
            .iter()
            .map(|cells| cells.count)
            .sum();
        if cells >= 1 << TOTAL_BITS {
            return Err(NoDiagram::TooWide);
        }
        let first_step = self.steps.len();
        self.free.clear();
        self.free.extend((0..SLOTS as u8).rev());
        self.here.clear();
        self.here.push(0);
        let start = self.states;
        let mut from = self.states;
        self.states += 1;
        self.order.begin(web, boxes.clone());
        for _ in boxes {
            let cells = self.order.next(web);
            self.steps.push(Step {
                cells,
                edges: self.edges.len() as u32,
            });
            self.step(web, cells, from, guard)?;
            if self.next.is_empty() {
                return Err(NoDiagram::Contradiction);
            }
            guard(self.bytes()).map_err(NoDiagram::Stopped)?;
            from = self.states;
            self.states += self.next.len() as u32;
            std::mem::swap(&mut self.here, &mut self.next);
        }
        let totals = self.totals.len();
        let mask = (1 << TOTAL_BITS) - 1;
        self.totals
            .extend(self.here.iter().map(|key| (key & mask) as u32));
        self.parts.push(Part {
            steps: first_step..self.steps.len(),
            start,
            ends: from..self.states,
            totals,
        });
        Ok(())
    }

    /// The edges of one box, whose layer begins with the state `from`.
    fn step<S>(
        &mut self,
        web: &Web,
        cells: u32,
        from: u32,
        guard: &mut impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), NoDiagram<S>> {
        let seen_by = &web.seen_by[cells as usize];
        let count = web.boxes[cells as usize].count;
        // What the numbers that it opens need; one for each number that sees it; and for each of these,
        // where it stands in a key and how many of its cells come later.
        let mut opened = 0u128;
        let mut change = 0u128;
        let mut needs = [(0u32, 0u32); 8];
        let mut seen = 0;
        let mut closed = [0u8; 8];
        let mut closing = 0;
        for number in numbers(seen_by) {
            let at = number as usize;
            if self.order.is_first(number, cells) {
                let slot = self.free.pop().ok_or(NoDiagram::TooWide)?;
                self.slot[at] = slot;
                opened |= u128::from(web.needs[at]) << (TOTAL_BITS + 4 * slot as usize);
            }
            let shift = TOTAL_BITS + 4 * self.slot[at] as usize;
            change += 1 << shift;
            self.room[at] -= count as u8;
            needs[seen] = (shift as u32, u32::from(self.room[at]));
            seen += 1;
            if self.room[at] == 0 {
                closed[closing] = self.slot[at];
                closing += 1;
            }
        }
        // A mine takes one from each number that sees it, and is one more in the total.
        self.next.clear();
        let mut bits = 6;
        self.clear_table(bits);
        let to = from + self.here.len() as u32;
        for at in 0..self.here.len() {
            if at % STATES_A_LOOK == STATES_A_LOOK - 1 {
                guard(self.bytes()).map_err(NoDiagram::Stopped)?;
            }
            let key = self.here[at] + opened;
            let mut most = count;
            let mut least = 0;
            for &(shift, room) in &needs[..seen] {
                let need = (key >> shift) as u32 & 15;
                most = most.min(need);
                least = least.max(need.saturating_sub(room));
            }
            for mines in least..=most {
                let key = key - change * u128::from(mines) + u128::from(mines);
                let index = self.find(key, &mut bits);
                self.edges.push(Edge {
                    from: from + at as u32,
                    to: to + index,
                    mines,
                });
            }
        }
        self.free.extend(&closed[..closing]);
        Ok(())
    }

    /// The number of a state in the next layer, to which it is added where it is not in it yet. The
    /// table has two to the power of `bits` places.
    fn find(&mut self, key: u128, bits: &mut u32) -> u32 {
        let mut place = hash(key, *bits);
        loop {
            match self.table[place] {
                NONE => break,
                index if self.next[index as usize] == key => return index,
                _ => place = (place + 1) & ((1 << *bits) - 1),
            }
        }
        let index = self.next.len() as u32;
        self.next.push(key);
        self.table[place] = index;
        if self.next.len() * 2 > 1 << *bits {
            *bits += 2;
            self.clear_table(*bits);
            for (index, &key) in self.next.iter().enumerate() {
                let mut place = hash(key, *bits);
                while self.table[place] != NONE {
                    place = (place + 1) & ((1 << *bits) - 1);
                }
                self.table[place] = index as u32;
            }
        }
        index
    }

    fn clear_table(&mut self, bits: u32) {
        self.table.clear();
        self.table.resize(1 << bits, NONE);
    }

    /// What the diagrams take, and what will be taken to count with them.
    pub fn bytes(&self) -> u64 {
        let states = self.states as usize + self.next.len();
        let layers = (self.here.len() + self.next.len()) * size_of::<u128>();
        let edges = self.edges.len() * size_of::<Edge>();
        (edges + layers + self.table.len() * size_of::<u32>() + states * BYTES_A_STATE) as u64
    }

    /// The edges of a step.
    pub fn edges_of(&self, step: usize) -> &[Edge] {
        let begin = self.steps[step].edges as usize;
        let end = self
            .steps
            .get(step + 1)
            .map_or(self.edges.len(), |next| next.edges as usize);
        &self.edges[begin..end]
    }
}

#[inline]
fn hash(key: u128, bits: u32) -> usize {
    let mixed = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - bits)) as usize
}
