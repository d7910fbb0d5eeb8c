//! The hardest boards that were seen, of those that are alike one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::make::{Make, alike};

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

impl<'a, B: Make> Top<'a, B> {
    /// As many are kept, however many there are.
    const MOST: usize = 100_000;

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
        if self.boards.len() < Self::MOST {
            let (key, board) = alike(&board());
            self.boards.insert(key, board);
        } else if !self.is_full {
            let (key, _) = alike(&board());
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
        while self.boards.len() > Self::MOST {
            self.boards.pop_last();
            self.is_full = true;
        }
    }
}
