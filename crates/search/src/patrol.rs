//! Looks at the clock and at whoever watches.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::limits::{Limit, Limits, Progress, Watch};

/// Looks at the clock and the watch now and then: often enough that nobody waits, seldom enough
/// that it costs nothing, however much work one step of a puzzle is. A game's own kernel walks
/// it as the generic search does.
pub struct Patrol<'w> {
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

    /// The clock starts.
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

    /// Tells the watch that the search for the fewest is over.
    pub fn move_on(&mut self) {
        self.watch.move_on();
    }

    /// Tells the watch that the search goes on with the disk.
    pub fn move_to_disk(&mut self, progress: Progress) {
        self.watch.move_to_disk(progress);
    }

    /// The time since it started.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}
