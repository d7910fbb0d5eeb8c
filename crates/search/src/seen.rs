//! The states that were reached: their keys in the order of reaching, and an exact set that says
//! whether a key is among them.

use std::ops::Range;

use crate::budget::{Books, Chunks};
use crate::context::Limit;
use crate::puzzle::Key;

/// One parent in this many is written down.
const MARK: usize = 64;

/// The keys of all states reached, first come first.
///
/// A breadth-first search expands states in the order in which it reached them, so the
/// parents of the list are in ascending order too. It is enough to mark every 64th state's
/// parent: the parent of any other state lies between two marks and in the layer before, and
/// expanding the states there again finds it, and the move with it.
pub(crate) struct Trail<K> {
    keys: Chunks<K>,
    marks: Chunks<usize>,
    /// Where each layer begins.
    layers: Chunks<usize>,
}

impl<K: Key> Trail<K> {
    pub fn new() -> Self {
        Trail {
            keys: Chunks::new(),
            marks: Chunks::new(),
            layers: Chunks::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    pub fn get(&self, place: usize) -> &K {
        self.keys.get(place)
    }

    /// Adds a key that was first reached from the state at `parent`.
    #[inline]
    pub fn push(&mut self, key: K, parent: usize, budget: &mut Books) -> Result<(), Limit> {
        budget.admit_state(self.len())?;
        let owned = key.heap_bytes();
        if owned > 0 {
            budget.take(owned)?;
        }
        if self.len().is_multiple_of(MARK) {
            self.marks.push(parent, budget)?;
        }
        self.keys.push(key, budget)
    }

    /// The states pushed from here on are one move further than those before.
    pub fn begin_layer(&mut self, budget: &mut Books) -> Result<(), Limit> {
        // The report will have an entry for it as well.
        budget.take(size_of::<u64>() as u64)?;
        self.layers.push(self.len(), budget)
    }

    /// The places of a layer that has been begun, as far as it has come.
    pub fn layer(&self, depth: usize) -> Range<usize> {
        let end = if depth + 1 < self.layers.len() {
            *self.layers.get(depth + 1)
        } else {
            self.len()
        };
        *self.layers.get(depth)..end
    }

    /// The places among which the parent of the state at `place` of the layer `depth` is.
    pub fn parents(&self, place: usize, depth: usize) -> Range<usize> {
        let layer = self.layer(depth - 1);
        let first = *self.marks.get(place / MARK);
        let next_mark = place / MARK + 1;
        let end = if next_mark < self.marks.len() {
            *self.marks.get(next_mark) + 1
        } else {
            layer.end
        };
        layer.start.max(first)..layer.end.min(end)
    }

    /// Hands over the layers up to `depth` state by state, each with its layer and with those places
    /// of the layer before between which its parent is; what is handed over is freed. The layers
    /// beyond are dropped first.
    pub fn hand_over(
        mut self,
        depth: usize,
        mut take: impl FnMut(usize, K, (u64, u64)) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let end = self.layer(depth).end;
        let mut keys = std::mem::replace(&mut self.keys, Chunks::new());
        keys.truncate(end);
        let mut layer = 0;
        for (place, key) in keys.into_iter().enumerate() {
            while layer < depth && *self.layers.get(layer + 1) <= place {
                layer += 1;
            }
            let parent = match layer {
                0 => (0, 0),
                _ => {
                    let begin = *self.layers.get(layer - 1);
                    let parents = self.parents(place, layer);
                    let number = |place: usize| (place - begin) as u64;
                    (number(parents.start), number(parents.end - 1))
                }
            };
            take(layer, key, parent)?;
        }
        Ok(())
    }

    /// How many states each layer has; what it needs no more is freed first.
    pub fn into_layer_sizes(self) -> Vec<u64> {
        let end = self.len();
        drop((self.keys, self.marks));
        let ends = self.layers.iter().skip(1).copied().chain([end]);
        let mut sizes = Vec::with_capacity(self.layers.len());
        sizes.extend(
            self.layers
                .iter()
                .zip(ends)
                .map(|(begin, end)| (end - begin) as u64),
        );
        sizes
    }

    /// The most bytes that this number of states takes here, each in a layer of its own, without what
    /// their keys own elsewhere.
    pub const fn bytes(states: u64) -> u64 {
        let keys = Chunks::<K>::bytes(states);
        let marks = Chunks::<usize>::bytes(states.div_ceil(MARK as u64));
        // One more layer than there are states may be begun: the one that stays empty.
        let layers = Chunks::<usize>::bytes(states.saturating_add(1));
        let report = states
            .saturating_add(1)
            .saturating_mul(size_of::<u64>() as u64);
        keys.saturating_add(marks)
            .saturating_add(layers)
            .saturating_add(report)
    }
}

/// A visited set. The keys themselves stand in the trail, once.
pub(crate) trait Seen<K: Key> {
    /// Adds a key to the set and the trail, unless it is there already.
    fn admit(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        budget: &mut Books,
    ) -> Result<(), Limit>;

    /// Reads what admitting these keys will read, all of it at once, so that it is in the cache.
    fn prefetch<'k>(&self, keys: impl Iterator<Item = &'k K>, trail: &Trail<K>)
    where
        K: 'k;
}

/// One bit for every key of a dense space.
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub const fn bytes(space: u64) -> u64 {
        space.div_ceil(64) * 8
    }

    /// Whether the system has that much to give.
    pub fn can_be_had(space: u64) -> bool {
        let Ok(len) = usize::try_from(space.div_ceil(64)) else {
            return false;
        };
        let mut words = Vec::<u64>::new();
        let reserved = words.try_reserve_exact(len).is_ok();
        // Otherwise the optimiser may leave out an allocation that is not used.
        std::hint::black_box(&words);
        reserved
    }

    pub fn new(space: u64, budget: &mut Books) -> Result<Self, Limit> {
        Ok(Bits {
            words: budget.filled(space.div_ceil(64) as usize, 0)?,
        })
    }
}

impl<K: Key> Seen<K> for Bits {
    #[inline]
    fn admit(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        budget: &mut Books,
    ) -> Result<(), Limit> {
        let index = key.index().expect("a dense space has integer keys") as usize;
        let word = &mut self.words[index / 64];
        let bit = 1 << (index % 64);
        if *word & bit != 0 {
            return Ok(());
        }
        *word |= bit;
        trail.push(key, parent, budget)
    }

    fn prefetch<'k>(&self, keys: impl Iterator<Item = &'k K>, _: &Trail<K>)
    where
        K: 'k,
    {
        let index = |key: &K| key.index().expect("a dense space has integer keys") as usize;
        let words = keys.map(|key| self.words[index(key) / 64]);
        std::hint::black_box(words.fold(0, u64::wrapping_add));
    }
}

/// Open addressing over places in the trail: a slot names a state, the trail holds its key.
pub(crate) struct KeyTable {
    slots: Vec<u32>,
}

impl KeyTable {
    const EMPTY: u32 = u32::MAX;
    const FIRST: usize = 1 << 10;

    pub fn new(budget: &mut Books) -> Result<Self, Limit> {
        // A place must fit a slot, and one value says "empty".
        budget.hold_at_most(u64::from(Self::EMPTY));
        Ok(KeyTable {
            slots: Self::empty_slots(Self::FIRST, budget)?,
        })
    }

    /// The most bytes that this number of states takes here: once it has grown, the table is at least
    /// three eighths full.
    pub const fn bytes(states: u64) -> u64 {
        let slots = states.saturating_mul(8) / 3 + Self::FIRST as u64;
        slots.saturating_mul(size_of::<u32>() as u64)
    }

    /// Frees the old slots before the new ones are taken: they can be filled from the trail.
    fn grow<K: Key>(&mut self, trail: &Trail<K>, budget: &mut Books) -> Result<(), Limit> {
        let len = self.slots.len();
        budget.give_back((len * size_of::<u32>()) as u64);
        self.slots = Vec::new();
        self.slots = Self::empty_slots(len.checked_mul(2).ok_or(Limit::Memory)?, budget)?;
        for place in 0..trail.len() {
            let slot = self.empty_slot(trail.get(place));
            self.slots[slot] = place as u32;
        }
        Ok(())
    }

    /// Where a key goes that is known not to be there.
    fn empty_slot<K: Key>(&self, key: &K) -> usize {
        let mut slot = self.home(key);
        while self.slots[slot] != Self::EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    fn empty_slots(len: usize, budget: &mut Books) -> Result<Vec<u32>, Limit> {
        let mut slots = budget.list(len)?;
        slots.resize(len, Self::EMPTY);
        Ok(slots)
    }

    /// The place of a key in the trail, where it is added unless it is there already.
    #[inline]
    pub fn place_of<K: Key>(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        budget: &mut Books,
    ) -> Result<usize, Limit> {
        let mut slot = self.home(&key);
        while self.slots[slot] != Self::EMPTY {
            let place = self.slots[slot] as usize;
            if *trail.get(place) == key {
                return Ok(place);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        if trail.len() >= self.slots.len() / 4 * 3 {
            self.grow(trail, budget)?;
            slot = self.empty_slot(&key);
        }
        let place = trail.len();
        self.slots[slot] = place as u32;
        trail.push(key, parent, budget)?;
        Ok(place)
    }

    /// The table is needed no more.
    pub fn close(self, budget: &mut Books) {
        budget.forget(self.slots);
    }

    /// The slot where the search for a key begins. The length is a power of two.
    fn home<K: Key>(&self, key: &K) -> usize {
        key.hash() as usize & (self.slots.len() - 1)
    }
}

impl<K: Key> Seen<K> for KeyTable {
    #[inline]
    fn admit(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        budget: &mut Books,
    ) -> Result<(), Limit> {
        self.place_of(key, parent, trail, budget)?;
        Ok(())
    }

    fn prefetch<'k>(&self, keys: impl Iterator<Item = &'k K>, trail: &Trail<K>)
    where
        K: 'k,
    {
        let found = keys.filter(|key| match self.slots[self.home(*key)] {
            Self::EMPTY => false,
            place => trail.get(place as usize) == *key,
        });
        std::hint::black_box(found.count());
    }
}
