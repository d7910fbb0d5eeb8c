//! What a search holds, written down before it is taken.

use crate::limits::{Limit, Limits};

/// The books of one search: states and bytes are asked for here before they are taken. A game's
/// own kernel keeps them as the generic search does.
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

    /// Enters `bytes` that are about to be allocated, or refuses them.
    pub fn take(&mut self, bytes: u64) -> Result<(), Limit> {
        let held = self.held.checked_add(bytes).ok_or(Limit::Memory)?;
        if held > self.allowed {
            return Err(Limit::Memory);
        }
        self.held = held;
        self.most = self.most.max(held);
        Ok(())
    }

    /// An empty list with room for just so many items, entered before it is allocated.
    pub fn list<T>(&mut self, items: usize) -> Result<Vec<T>, Limit> {
        self.take((items as u64).saturating_mul(size_of::<T>() as u64))?;
        let mut list = Vec::new();
        list.try_reserve_exact(items).map_err(|_| Limit::Memory)?;
        Ok(list)
    }

    /// A list of so many equal items, entered before it is allocated. Zeros cost nothing until
    /// they are written to: the system hands such pages out as they are touched.
    pub fn filled<T: Clone>(&mut self, items: usize, item: T) -> Result<Vec<T>, Limit> {
        const WORTH_ASKING: usize = 1 << 20;
        if items.saturating_mul(size_of::<T>()) >= WORTH_ASKING {
            // `vec!` would abort where there is nothing to be had, so that is asked first.
            let asked: Vec<T> = self.list(items)?;
            // Otherwise the optimiser may leave out an allocation that nobody uses.
            std::hint::black_box(&asked);
        } else {
            self.take((items * size_of::<T>()) as u64)?;
        }
        Ok(vec![item; items])
    }

    /// Adds an item to a list that came from these books.
    #[inline]
    pub fn push<T>(&mut self, list: &mut Vec<T>, item: T) -> Result<(), Limit> {
        self.make_room(list, 1)?;
        list.push(item);
        Ok(())
    }

    /// Sees to it that a list that came from these books has room for so many more items. A list
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

    /// Frees a list that came from these books.
    pub fn forget<T>(&mut self, list: Vec<T>) {
        self.give_back((list.capacity() * size_of::<T>()) as u64);
    }

    /// Strikes out `bytes` that were freed.
    pub fn give_back(&mut self, bytes: u64) {
        self.held -= bytes;
    }

    /// Strikes out everything: all of it was freed.
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
