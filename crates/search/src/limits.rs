//! What a search may use, and who watches it: limits, the memory books, progress, cancelling.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What a search may use. Nothing set means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Different states stored. A win that ends the search is counted, but not stored.
    pub states: Option<u64>,
    /// Bytes for the visited set and the trail of states.
    pub memory: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// The greatest cost looked at.
    pub cost: Option<u64>,
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As many states as allowed were stored.
    States,
    /// The next piece of memory would have passed what is allowed, or was not to be had.
    Memory,
    /// The time was up.
    Time,
    /// Every state within the allowed cost was looked at.
    Cost,
    /// The watch asked to stop (Ctrl-C, for one).
    Stopped,
}

impl Limit {
    /// The limit's name, in one word.
    pub fn name(self) -> &'static str {
        match self {
            Limit::States => "states",
            Limit::Memory => "memory",
            Limit::Time => "time",
            Limit::Cost => "cost",
            Limit::Stopped => "stopped",
        }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The cost of the states being expanded. No win is cheaper than `depth + 1`.
    pub depth: u64,
    /// Different states reached so far.
    pub states: u64,
}

/// Is told of progress now and then, inside layers too, and may stop the search.
pub trait Watch {
    /// Looks at the progress; [`ControlFlow::Break`] ends the search.
    fn look(&mut self, progress: Progress) -> ControlFlow<()>;
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

/// The books of one search: states and bytes are asked for here before they are taken.
#[derive(Debug)]
pub(crate) struct Books {
    states: u64,
    allowed: u64,
    held: u64,
    most: u64,
}

impl Books {
    pub fn new(limits: &Limits) -> Self {
        Books {
            states: limits.states.unwrap_or(u64::MAX),
            allowed: limits.memory.unwrap_or(u64::MAX),
            held: 0,
            most: 0,
        }
    }

    /// Lowers the number of states allowed to what a store can hold.
    pub fn hold_at_most(&mut self, states: u64) {
        self.states = self.states.min(states);
    }

    /// Refuses one more state where `states` are stored already and no more are allowed.
    #[inline]
    pub fn admit_state(&self, states: usize) -> Result<(), Limit> {
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

    /// Strikes out `bytes` that were freed.
    pub fn give_back(&mut self, bytes: u64) {
        self.held -= bytes;
    }

    pub fn most(&self) -> u64 {
        self.most
    }
}

/// Looks at the clock and the watch now and then: often enough that nobody waits, seldom enough
/// that it costs nothing, however much work one step of a puzzle is.
pub(crate) struct Patrol<'w> {
    began: Instant,
    looked: Instant,
    time: Option<Duration>,
    watch: &'w mut dyn Watch,
    work: u32,
    round: u32,
}

impl<'w> Patrol<'w> {
    const LONGEST_ROUND: u32 = 4096;
    const SHORT: Duration = Duration::from_millis(1);
    const LONG: Duration = Duration::from_millis(5);

    pub fn new(limits: &Limits, watch: &'w mut dyn Watch) -> Self {
        let now = Instant::now();
        Patrol {
            began: now,
            looked: now,
            time: limits.time,
            watch,
            work: 0,
            round: 1,
        }
    }

    /// Counts `steps` of work and, once a round is full, looks.
    #[inline]
    pub fn step(&mut self, steps: u32, progress: impl FnOnce() -> Progress) -> Result<(), Limit> {
        self.work = self.work.saturating_add(steps);
        if self.work < self.round {
            return Ok(());
        }
        self.look(progress())
    }

    #[cold]
    fn look(&mut self, progress: Progress) -> Result<(), Limit> {
        let now = Instant::now();
        let took = now - self.looked;
        if took > Self::LONG {
            self.round = (self.round / 4).max(1);
        } else if took < Self::SHORT {
            self.round = (self.round * 2).min(Self::LONGEST_ROUND);
        }
        (self.work, self.looked) = (0, now);
        if self.time.is_some_and(|time| now - self.began >= time) {
            return Err(Limit::Time);
        }
        match self.watch.look(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Limit::Stopped),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}
