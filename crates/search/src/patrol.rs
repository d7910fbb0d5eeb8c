//! Looks at the clock and at whoever watches.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::limits::{Limit, Limits, Progress, Watch};

/// Looks at the clock and the watch now and then: often enough that nobody waits, seldom enough
/// that it costs nothing, however much work one step of a puzzle is. A game's own kernel walks
/// it as the generic search does.
pub struct Patrol<'w> {
    began: Instant,
    deadline: Option<Instant>,
    observer: Option<&'w mut dyn Watch>,
    /// What the observer is shown at the next poll.
    pub progress: Progress,
    /// The observer is shown no higher bound than this.
    highest_bound: u64,
    polled: Instant,
    work: u32,
    round: u32,
}

impl<'w> Patrol<'w> {
    const LONGEST_ROUND: u32 = 4096;
    const SHORT: Duration = Duration::from_millis(1);
    const LONG: Duration = Duration::from_millis(5);

    /// The clock starts.
    pub fn new(limits: &Limits, watch: &'w mut dyn Watch) -> Self {
        Patrol::unobserved(limits).observed_by(watch)
    }

    /// Starts the clock. Nothing observes the search.
    pub(crate) fn unobserved(limits: &Limits) -> Self {
        let now = Instant::now();
        Patrol {
            began: now,
            deadline: limits.time.and_then(|time| now.checked_add(time)),
            observer: None,
            progress: Progress::default(),
            highest_bound: u64::MAX,
            polled: now,
            work: 0,
            round: 1,
        }
    }

    pub(crate) fn observed_by<'b>(self, observer: &'b mut dyn Watch) -> Patrol<'b> {
        Patrol {
            observer: Some(observer),
            began: self.began,
            deadline: self.deadline,
            progress: self.progress,
            highest_bound: self.highest_bound,
            polled: self.polled,
            work: self.work,
            round: self.round,
        }
    }

    /// The same deadline and observer for a search that begins now.
    pub(crate) fn fresh(&mut self) -> Patrol<'_> {
        let now = Instant::now();
        Patrol {
            began: now,
            deadline: self.deadline,
            progress: Progress::default(),
            highest_bound: self.highest_bound,
            polled: now,
            work: 0,
            round: 1,
            observer: self.observer(),
        }
    }

    /// Polls before a further search begins, which is about something else.
    pub(crate) fn next(&mut self) -> Result<Patrol<'_>, Limit> {
        self.move_on();
        self.check(Instant::now(), Progress::default())?;
        let mut next = self.fresh();
        next.highest_bound = 0;
        Ok(next)
    }

    /// Counts `steps` of work and, once a round is full, polls. The progress is asked for only then.
    #[inline]
    pub fn step(&mut self, steps: u32, progress: impl FnOnce() -> Progress) -> Result<(), Limit> {
        self.work = self.work.saturating_add(steps);
        if self.work < self.round {
            return Ok(());
        }
        self.progress = progress();
        self.poll()
    }

    /// Counts `steps` of work as [`step`](Patrol::step) does; the progress stays as it is.
    #[inline]
    pub fn work(&mut self, steps: u32) -> Result<(), Limit> {
        self.work = self.work.saturating_add(steps);
        if self.work < self.round {
            return Ok(());
        }
        self.poll()
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Limit> {
        let now = Instant::now();
        let took = now - self.polled;
        if took > Self::LONG {
            self.round = (self.round / 4).max(1);
        } else if took < Self::SHORT {
            self.round = (self.round * 2).min(Self::LONGEST_ROUND);
        }
        (self.work, self.polled) = (0, now);
        self.check(now, self.progress)
    }

    fn check(&mut self, now: Instant, mut progress: Progress) -> Result<(), Limit> {
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Limit::Time);
        }
        progress.at_least = progress.at_least.min(self.highest_bound);
        let told = self
            .observer
            .as_mut()
            .map(|observer| observer.look(progress));
        match told {
            Some(ControlFlow::Break(())) => Err(Limit::Stopped),
            _ => Ok(()),
        }
    }

    /// Shows the observer no higher bound than this from here on: what is searched further is past
    /// a win, or about something else.
    pub fn hold_bound(&mut self, at_least: u64) {
        self.highest_bound = self.highest_bound.min(at_least);
        self.move_on();
    }

    /// Tells the watch that the search for the fewest is over.
    pub fn move_on(&mut self) {
        if let Some(observer) = &mut self.observer {
            observer.move_on();
        }
    }

    /// Tells the observer that the search continues on the disk.
    pub fn move_to_disk(&mut self, progress: Progress) {
        self.progress = progress;
        if let Some(observer) = &mut self.observer {
            observer.move_to_disk(progress);
        }
    }

    /// The time since it started.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The time until the deadline, where there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    pub(crate) fn observer(&mut self) -> Option<&mut dyn Watch> {
        match &mut self.observer {
            Some(observer) => Some(&mut **observer),
            None => None,
        }
    }
}
