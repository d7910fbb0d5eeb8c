//! The memory that a search takes, charged before it is allocated.

use crate::context::{Limit, Limits};

/// The memory budget of one search: states and bytes are charged here before they are taken.
#[derive(Debug)]
pub struct Books {
    states: u64,
    allowed: u64,
    held: u64,
    most: u64,
}

impl Books {
    /// Nothing is held yet.
    pub fn new(limits: &Limits) -> Self {
        Books {
            states: limits.states.unwrap_or(u64::MAX),
            allowed: limits.memory.unwrap_or(u64::MAX),
            held: 0,
            most: 0,
        }
    }

    /// Lowers the number of states allowed to what a store can hold.
    pub(crate) fn hold_at_most(&mut self, states: u64) {
        self.states = self.states.min(states);
    }

    /// Refuses one more state where `states` are stored already and no more are allowed.
    #[inline]
    pub(crate) fn admit_state(&self, states: usize) -> Result<(), Limit> {
        if states as u64 >= self.states {
            return Err(Limit::States);
        }
        Ok(())
    }

    /// Charges `bytes` that are about to be allocated, or refuses them.
    pub fn take(&mut self, bytes: u64) -> Result<(), Limit> {
        let held = self.held.checked_add(bytes).ok_or(Limit::Memory)?;
        if held > self.allowed {
            return Err(Limit::Memory);
        }
        self.held = held;
        self.most = self.most.max(held);
        Ok(())
    }

    /// Returns an empty list with room for exactly this number of items, charged before it is
    /// allocated.
    pub fn list<T>(&mut self, items: usize) -> Result<Vec<T>, Limit> {
        self.take((items as u64).saturating_mul(size_of::<T>() as u64))?;
        let mut list = Vec::new();
        list.try_reserve_exact(items).map_err(|_| Limit::Memory)?;
        Ok(list)
    }

    /// Returns a list of equal items, charged before it is allocated. Zeros cost nothing until
    /// they are written to: the system hands such pages out as they are touched.
    pub fn filled<T: Clone>(&mut self, items: usize, item: T) -> Result<Vec<T>, Limit> {
        const WORTH_ASKING: usize = 1 << 20;
        if items.saturating_mul(size_of::<T>()) >= WORTH_ASKING {
            // `vec!` would abort where there is nothing to be had, so that is asked first.
            let asked: Vec<T> = self.list(items)?;
            // Otherwise the optimiser may leave out an allocation that is not used.
            std::hint::black_box(&asked);
        } else {
            self.take((items * size_of::<T>()) as u64)?;
        }
        Ok(vec![item; items])
    }

    /// Adds an item to a list that came from this budget.
    #[inline]
    pub fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), Limit> {
        self.make_room(list, 1)?;
        list.push(item);
        Ok(())
    }

    /// Makes sure that a list that came from this budget has room for `more` items. A list
    /// without room moves to one at least twice as long; for that moment both are held.
    #[inline]
    pub fn make_room<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        if list.capacity() - list.len() < more {
            self.lengthen(list, more)?;
        }
        Ok(())
    }

    /// The room that a list grows to at the least.
    pub const LEAST_ROOM: usize = 64;

    #[cold]
    fn lengthen<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        let bytes = |room: usize| (room as u64).saturating_mul(size_of::<T>() as u64);
        let before = list.capacity();
        let doubled = before.saturating_mul(2).max(Self::LEAST_ROOM);
        let room = doubled.max(list.len().saturating_add(more));
        self.take(bytes(room))?;
        let added = list.try_reserve_exact(room - list.len());
        self.give_back(bytes(if added.is_ok() { before } else { room }));
        added.map_err(|_| Limit::Memory)
    }

    /// Frees a list that came from this budget.
    pub fn forget<T>(&mut self, list: Vec<T>) {
        self.give_back((list.capacity() * size_of::<T>()) as u64);
    }

    /// Takes back `bytes` that were freed.
    pub fn give_back(&mut self, bytes: u64) {
        self.held -= bytes;
    }

    /// Takes back everything: all of it was freed.
    pub fn start_afresh(&mut self) {
        self.held = 0;
    }

    /// How much more may be held.
    pub fn left(&self) -> u64 {
        self.allowed - self.held
    }

    /// The most that was held at one time.
    pub fn most(&self) -> u64 {
        self.most
    }
}

/// Items in a chunk.
const CHUNK: usize = 1 << 12;

/// A list in chunks of one size. Growing needs no second copy, so the budget can be exact.
pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Chunks<T> {
    /// What a chunk takes in the list of chunks, which doubles as it grows: for a moment the old
    /// list and one twice as long are held, three entries for each chunk.
    const ENTRY: u64 = 3 * size_of::<Vec<T>>() as u64;

    /// Nothing is held yet.
    #[allow(clippy::new_without_default, reason = "as the other stores are made")]
    pub fn new() -> Self {
        Chunks {
            chunks: Vec::new(),
            len: 0,
        }
    }

    /// How many items there are.
    #[allow(clippy::len_without_is_empty, reason = "nobody asks whether it is")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The item at a place.
    #[inline]
    pub fn get(&self, place: usize) -> &T {
        &self.chunks[place / CHUNK][place % CHUNK]
    }

    /// Adds an item at the end, unless the budget has no room for it.
    #[inline]
    pub fn push(&mut self, item: T, budget: &mut Books) -> Result<(), Limit> {
        if self.len.is_multiple_of(CHUNK) {
            self.add_chunk(budget)?;
        }
        self.chunks[self.len / CHUNK].push(item);
        self.len += 1;
        Ok(())
    }

    /// Drops all items from a place on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.chunks.truncate(len.div_ceil(CHUNK));
        if let Some(last) = self.chunks.get_mut(len / CHUNK) {
            last.truncate(len % CHUNK);
        }
        self.len = self.len.min(len);
    }

    /// Hands over all items in their order; each chunk is freed as soon as it is empty.
    pub(crate) fn into_iter(self) -> impl Iterator<Item = T> {
        self.chunks.into_iter().flatten()
    }

    /// All items in their order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// The bytes that this number of items takes, without what they own elsewhere.
    pub const fn bytes(items: u64) -> u64 {
        let chunks = items.div_ceil(CHUNK as u64);
        chunks.saturating_mul((CHUNK * size_of::<T>()) as u64 + Self::ENTRY)
    }

    #[cold]
    fn add_chunk(&mut self, budget: &mut Books) -> Result<(), Limit> {
        budget.take(Self::ENTRY)?;
        self.chunks.try_reserve(1).map_err(|_| Limit::Memory)?;
        self.chunks.push(budget.list(CHUNK)?);
        Ok(())
    }
}
