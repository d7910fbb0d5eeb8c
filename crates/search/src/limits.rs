//! What a search may use, and who watches it: limits, progress, cancelling.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::disk::DiskError;

/// What a search may use. Nothing set means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Different states stored. A win that ends the search is counted, but not stored.
    pub states: Option<u64>,
    /// Bytes for the search: the visited set, the trail of states, the report. The puzzle's own
    /// tables are there before and are not counted.
    pub memory: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// The greatest cost looked at.
    pub cost: Option<u64>,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        states: None,
        memory: None,
        time: None,
        cost: None,
    };

    /// What is left of them once so much time is gone: the same, but for the time.
    pub fn after(&self, gone: Duration) -> Self {
        Limits {
            time: self.time.map(|time| time.saturating_sub(gone)),
            ..*self
        }
    }
}

/// Why a search stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As many states as allowed were stored.
    States,
    /// The next piece of memory would have passed what is allowed, or was not to be had.
    Memory,
    /// The time was up.
    Time,
    /// Every state within the allowed cost was looked at.
    Cost,
    /// The disk is full, or failed, or does not hold what was written to it.
    Disk(DiskError),
    /// The watch asked to stop (Ctrl-C, for one).
    Stopped,
    /// Nothing was searched: the board does not say what a search must know.
    Unknown,
    /// As much was tried as a game's own kernel tries where no time is set.
    Effort,
}

impl Limit {
    /// The name and the sentence of every reason.
    pub const TEXTS: [(&'static str, &'static str); 8] = [
        ("states", "gave up at the limit of states"),
        ("memory", "gave up at the limit of memory"),
        ("time", "gave up at the limit of time"),
        ("cost", "gave up at the limit of cost"),
        ("disk", "gave up at the limit of the disk"),
        ("stopped", "interrupted"),
        (
            "unknown",
            "gave up: the board does not say what a search must know",
        ),
        ("effort", "gave up after the usual effort"),
    ];

    /// The reason's name, in one word.
    pub fn name(&self) -> &'static str {
        self.texts().0
    }

    /// Why the search stopped, in words.
    pub fn in_words(&self) -> &'static str {
        self.texts().1
    }

    fn texts(&self) -> (&'static str, &'static str) {
        let number = match self {
            Limit::States => 0,
            Limit::Memory => 1,
            Limit::Time => 2,
            Limit::Cost => 3,
            Limit::Disk(_) => 4,
            Limit::Stopped => 5,
            Limit::Unknown => 6,
            Limit::Effort => 7,
        };
        Self::TEXTS[number]
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The cost of the states being expanded.
    pub depth: u64,
    /// Different states reached so far.
    pub states: u64,
    /// The lower bound on any win proven so far; 0 where the search proves none.
    pub at_least: u64,
}

/// Is told of progress now and then, inside layers too, and may stop the search.
pub trait Watch {
    /// Looks at the progress; [`ControlFlow::Break`] ends the search.
    fn look(&mut self, progress: Progress) -> ControlFlow<()>;

    /// Hears that the search for the fewest is over, and something else begins: from here on the
    /// depth says nothing about how cheap a win is.
    fn move_on(&mut self) {}

    /// Hears that the memory is used up, and the search goes on with the disk.
    fn move_to_disk(&mut self, _progress: Progress) {}
}

/// Several searches one after another within one limit of time. A search that is over at once
/// looks at no clock and at no watch: so they are looked at between the searches.
pub struct Relay<'a> {
    began: Instant,
    limits: &'a Limits,
}

impl<'a> Relay<'a> {
    /// The clock starts.
    pub fn new(limits: &'a Limits) -> Self {
        Relay {
            began: Instant::now(),
            limits,
        }
    }

    /// What the next search may use, unless it is over. It is another one than the first, and so
    /// about something else.
    pub fn next(&self, watch: &mut dyn Watch) -> Result<Limits, Limit> {
        let left = self.limits.after(self.began.elapsed());
        if left.time == Some(Duration::ZERO) {
            return Err(Limit::Time);
        }
        let nothing_yet = Progress {
            depth: 0,
            states: 0,
            at_least: 0,
        };
        watch.move_on();
        match watch.look(nothing_yet) {
            ControlFlow::Continue(()) => Ok(left),
            ControlFlow::Break(()) => Err(Limit::Stopped),
        }
    }
}

/// Nobody watches.
pub struct Unwatched;

impl Watch for Unwatched {
    fn look(&mut self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(Progress) -> ControlFlow<()>> Watch for F {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self(progress)
    }
}
