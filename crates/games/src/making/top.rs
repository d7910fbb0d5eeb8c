//! The hardest boards that were seen, of those that are alike one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::make::alike;
use crate::game::Game;

/// The hardest boards so far, of those that one thread has seen.
pub struct Top<'a, B> {
    /// One more than the greatest par that any thread has seen; 0 for none.
    bar: &'a AtomicU64,
    /// Their par; nothing while there are none.
    pub par: Option<u64>,
    /// By what all that are alike have in common.
    pub boards: BTreeMap<String, B>,
    /// Whether there were more.
    pub is_full: bool,
}

impl<'a, B: Game> Top<'a, B> {
    /// As many are kept, however many there are.
    const MOST: usize = 100_000;
    /// Fewer are kept if their texts are longer than this together.
    const MOST_BYTES: usize = 8 << 20;

    /// How many boards with such texts are kept.
    fn capacity(key: &str) -> usize {
        (Self::MOST_BYTES / key.len().max(1)).clamp(1, Self::MOST)
    }

    /// None yet.
    pub fn new(bar: &'a AtomicU64) -> Self {
        Top {
            bar,
            par: None,
            boards: BTreeMap::new(),
            is_full: false,
        }
    }

    /// The least par that a board must have to be among them.
    pub fn bar(&self) -> u64 {
        self.bar.load(Ordering::Relaxed).saturating_sub(1)
    }

    /// A board of such a par.
    pub fn offer(&mut self, par: u64, board: impl FnOnce() -> B) {
        let above = par.saturating_add(1);
        if self.bar.fetch_max(above, Ordering::Relaxed) > above {
            return;
        }
        if self.par != Some(par) {
            self.par = Some(par);
            self.boards.clear();
            self.is_full = false;
        }
        if self.is_full {
            return;
        }
        let (key, board) = alike(&board());
        if self.boards.len() < Self::capacity(&key) {
            self.boards.insert(key, board);
        } else {
            self.is_full = !self.boards.contains_key(&key);
        }
    }

    /// Those of another thread, too.
    pub fn join(&mut self, other: Self) {
        if other.par < self.par {
            return;
        }
        if other.par > self.par {
            self.boards.clear();
            self.is_full = false;
            self.par = other.par;
        }
        self.boards.extend(other.boards);
        self.is_full |= other.is_full;
        let first = self.boards.keys().next();
        let most = first.map_or(Self::MOST, |key| Self::capacity(key));
        while self.boards.len() > most {
            self.boards.pop_last();
            self.is_full = true;
        }
    }
}
