//! Who may end a search before its time, and how far it has come.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::losses::Losses;
use crate::round::Gauge;

/// The reins of one process's part of a search.
#[derive(Default)]
pub(crate) struct Reins {
    is_stopped: AtomicBool,
    /// The lines to the other processes.
    pub losses: Losses,
    /// How far the workers have come.
    pub gauge: Gauge,
}

impl Reins {
    /// Ends the search with what it has: the time is up, or somebody does not want to wait.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it is to end with what it has.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Ends it at once. The other processes notice: their lines break.
    pub fn cut(&self) {
        self.losses.abandon();
    }

    /// Whether nothing that still arrives is worth anything.
    pub fn is_cut(&self) -> bool {
        self.losses.is_lost()
    }
}
