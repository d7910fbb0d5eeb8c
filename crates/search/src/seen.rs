//! Exact visited sets: one bit a state, or a table of whole keys.

use crate::books::Books;
use crate::limits::Limit;
use crate::puzzle::Key;
use crate::trail::Trail;

/// A visited set. The keys themselves stand in the trail, once.
pub(crate) trait Seen<K: Key> {
    /// Adds a key to the set and the trail, unless it is there already.
    fn admit(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        books: &mut Books,
    ) -> Result<(), Limit>;

    /// Reads what admitting these keys will read, all of it at once: memory is far away, but
    /// answers many questions in the time of one.
    fn approach<'k>(&self, keys: impl Iterator<Item = &'k K>, trail: &Trail<K>)
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
        // Otherwise the optimiser may leave out an allocation that nobody uses.
        std::hint::black_box(&words);
        reserved
    }

    pub fn new(space: u64, books: &mut Books) -> Result<Self, Limit> {
        Ok(Bits {
            words: books.filled(space.div_ceil(64) as usize, 0)?,
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
        books: &mut Books,
    ) -> Result<(), Limit> {
        let index = key.index().expect("a dense space has integer keys") as usize;
        let word = &mut self.words[index / 64];
        let bit = 1 << (index % 64);
        if *word & bit != 0 {
            return Ok(());
        }
        *word |= bit;
        trail.push(key, parent, books)
    }

    fn approach<'k>(&self, keys: impl Iterator<Item = &'k K>, _: &Trail<K>)
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

    pub fn new(books: &mut Books) -> Result<Self, Limit> {
        // A place must fit a slot, and one value says "empty".
        books.hold_at_most(u64::from(Self::EMPTY));
        Ok(KeyTable {
            slots: Self::empty_slots(Self::FIRST, books)?,
        })
    }

    /// The bytes that so many states take here at most: once it has grown, the table is at least
    /// three eighths full.
    pub const fn bytes(states: u64) -> u64 {
        let slots = states.saturating_mul(8) / 3 + Self::FIRST as u64;
        slots.saturating_mul(size_of::<u32>() as u64)
    }

    /// Frees the old slots before the new ones are taken: they can be filled from the trail.
    fn grow<K: Key>(&mut self, trail: &Trail<K>, books: &mut Books) -> Result<(), Limit> {
        let len = self.slots.len();
        books.give_back((len * size_of::<u32>()) as u64);
        self.slots = Vec::new();
        self.slots = Self::empty_slots(len.checked_mul(2).ok_or(Limit::Memory)?, books)?;
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

    fn empty_slots(len: usize, books: &mut Books) -> Result<Vec<u32>, Limit> {
        let mut slots = books.list(len)?;
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
        books: &mut Books,
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
            self.grow(trail, books)?;
            slot = self.empty_slot(&key);
        }
        let place = trail.len();
        self.slots[slot] = place as u32;
        trail.push(key, parent, books)?;
        Ok(place)
    }

    /// The table is needed no more.
    pub fn close(self, books: &mut Books) {
        books.forget(self.slots);
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
        books: &mut Books,
    ) -> Result<(), Limit> {
        self.place_of(key, parent, trail, books)?;
        Ok(())
    }

    fn approach<'k>(&self, keys: impl Iterator<Item = &'k K>, trail: &Trail<K>)
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
