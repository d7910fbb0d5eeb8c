//! What a search is given: its limits and options, the memory it may take, the clock, and the
//! observer.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::budget::Books;
use crate::disk::{DiskError, Scratch};

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
    /// The greatest cost to search.
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
    /// Every state within the allowed cost was searched.
    Cost,
    /// The disk is full, or failed, or does not hold what was written to it.
    Disk(DiskError),
    /// The observer asked to stop, for instance because of Ctrl-C.
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

/// Observes a search: is shown the progress now and then, inside layers too, and may stop it.
pub trait Watch {
    /// Receives the progress; [`ControlFlow::Break`] ends the search.
    fn look(&mut self, progress: Progress) -> ControlFlow<()>;

    /// The search for the fewest is over, and something else begins: from here on the
    /// depth says nothing about how cheap a win is.
    fn move_on(&mut self) {}

    /// The memory is used up, and the search continues on the disk.
    fn move_to_disk(&mut self, _progress: Progress) {}
}

/// Observes nothing.
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

/// How to search: within which limits, on how many threads, with which disk.
///
/// ```
/// # use std::time::Duration;
/// use fewest_search::SearchOptions;
///
/// let options = SearchOptions::new().memory(1 << 30).time(Duration::from_secs(60));
/// assert_eq!(options.limits.memory, Some(1 << 30));
/// ```
#[derive(Clone, Copy)]
pub struct SearchOptions<'a> {
    /// Upper bounds on states, memory, time and cost.
    pub limits: Limits,
    /// Number of threads to search with. It does not change the report.
    pub threads: NonZeroUsize,
    /// Where the search continues once its memory is used up, and from where it can be resumed.
    pub scratch: Option<&'a Scratch>,
    /// Whether every reachable position is visited, also past the first win.
    pub whole: bool,
}

impl<'a> SearchOptions<'a> {
    /// No limits, one thread, no disk, up to the first win.
    pub const fn new() -> Self {
        SearchOptions {
            limits: Limits::NONE,
            threads: NonZeroUsize::MIN,
            scratch: None,
            whole: false,
        }
    }

    /// Sets all four limits.
    pub const fn limits(self, limits: Limits) -> Self {
        SearchOptions { limits, ..self }
    }

    /// Sets the maximum number of stored states.
    pub const fn states(mut self, states: u64) -> Self {
        self.limits.states = Some(states);
        self
    }

    /// Sets the memory limit, in bytes.
    pub const fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Sets the time limit.
    pub const fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Sets the greatest cost to search.
    pub const fn cost(mut self, cost: u64) -> Self {
        self.limits.cost = Some(cost);
        self
    }

    /// Sets the number of threads.
    pub const fn threads(self, threads: NonZeroUsize) -> Self {
        SearchOptions { threads, ..self }
    }

    /// Sets the directory in which the search continues once its memory is used up.
    pub fn scratch<'b>(self, scratch: &'b Scratch) -> SearchOptions<'b>
    where
        'a: 'b,
    {
        SearchOptions {
            scratch: Some(scratch),
            ..self
        }
    }

    /// Sets whether the search visits every reachable position, also past the first win.
    pub const fn whole(self, whole: bool) -> Self {
        SearchOptions { whole, ..self }
    }
}

impl Default for SearchOptions<'_> {
    fn default() -> Self {
        SearchOptions::new()
    }
}

impl From<&Limits> for SearchOptions<'_> {
    fn from(limits: &Limits) -> Self {
        SearchOptions::new().limits(*limits)
    }
}

/// Everything that a search needs beside the puzzle. The clock starts when it is made.
///
/// A context is for one search. [`fresh`](SearchContext::fresh) and
/// [`next_search`](SearchContext::next_search) give one for another search within the same time.
pub struct SearchContext<'a> {
    /// The options. To lower a limit, use [`within_cost`](SearchContext::within_cost) or
    /// [`within_states`](SearchContext::within_states).
    pub options: SearchOptions<'a>,
    /// The memory that the search may take, charged before it is allocated.
    pub budget: Books,
    /// The clock and the observer, polled now and then.
    pub stop: Patrol<'a>,
}

impl<'a> SearchContext<'a> {
    /// Starts the clock. Nothing observes the search.
    pub fn new(options: &SearchOptions<'a>) -> Self {
        SearchContext {
            options: *options,
            budget: Books::new(&options.limits),
            stop: Patrol::unobserved(&options.limits),
        }
    }

    /// Sets the observer, which is shown the progress and may stop the search.
    pub fn observed_by<'b>(self, observer: &'b mut dyn Watch) -> SearchContext<'b>
    where
        'a: 'b,
    {
        SearchContext {
            options: self.options,
            budget: self.budget,
            stop: self.stop.observed_by(observer),
        }
    }

    /// Counts `steps` of work and now and then polls the clock and the observer.
    ///
    /// # Errors
    ///
    /// Returns why the search must stop: the time is up, or the observer asked for it.
    #[inline]
    pub fn step(&mut self, steps: u32, progress: impl FnOnce() -> Progress) -> Result<(), Limit> {
        self.stop.step(steps, progress)
    }

    /// Counts `steps` of work as [`step`](SearchContext::step) does. The observer is shown the
    /// progress that was set last: by `step`, or in [`stop`](SearchContext::stop).
    ///
    /// # Errors
    ///
    /// As [`step`](SearchContext::step).
    #[inline]
    pub fn work(&mut self, steps: u32) -> Result<(), Limit> {
        self.stop.work(steps)
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.stop.elapsed()
    }

    /// Returns a context for a search with the same options, deadline and observer, but its own
    /// memory budget and statistics.
    pub fn fresh(&mut self) -> SearchContext<'_> {
        SearchContext {
            options: self.options,
            budget: Books::new(&self.options.limits),
            stop: self.stop.fresh(),
        }
    }

    /// Polls the clock and the observer, and returns a context for the next of several searches:
    /// as [`fresh`](SearchContext::fresh), but the observer learns no bound from it, because it is
    /// about another puzzle than the first.
    ///
    /// # Errors
    ///
    /// Returns why no further search may begin.
    pub fn next_search(&mut self) -> Result<SearchContext<'_>, Limit> {
        Ok(SearchContext {
            options: self.options,
            budget: Books::new(&self.options.limits),
            stop: self.stop.next()?,
        })
    }

    /// Lowers the limit of cost.
    pub fn within_cost(mut self, cost: u64) -> Self {
        let limits = &mut self.options.limits;
        limits.cost = Some(limits.cost.map_or(cost, |most| most.min(cost)));
        self
    }

    /// Lowers the limit of states.
    pub fn within_states(mut self, states: u64) -> Self {
        let limits = &mut self.options.limits;
        limits.states = Some(limits.states.map_or(states, |most| most.min(states)));
        self.budget.hold_at_most(states);
        self
    }
}

impl Default for SearchContext<'_> {
    /// No limits, and no observer.
    fn default() -> Self {
        SearchContext::new(&SearchOptions::new())
    }
}

/// Polls the clock and the observer now and then: often enough to stop in time, seldom enough to
/// cost nothing, however much work one step of a puzzle is.
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

    /// Starts the clock.
    pub fn new(limits: &Limits, observer: &'w mut dyn Watch) -> Self {
        Patrol::unobserved(limits).observed_by(observer)
    }

    fn unobserved(limits: &Limits) -> Self {
        let now = Instant::now();
        let deadline = limits.time.and_then(|time| now.checked_add(time));
        Patrol::begun(now, deadline, u64::MAX, None)
    }

    fn begun(
        began: Instant,
        deadline: Option<Instant>,
        highest_bound: u64,
        observer: Option<&'w mut dyn Watch>,
    ) -> Self {
        Patrol {
            began,
            deadline,
            observer,
            progress: Progress::default(),
            highest_bound,
            polled: began,
            work: 0,
            round: 1,
        }
    }

    fn observed_by<'b>(self, observer: &'b mut dyn Watch) -> Patrol<'b> {
        Patrol::begun(
            self.began,
            self.deadline,
            self.highest_bound,
            Some(observer),
        )
    }

    /// The same deadline and observer for a search that begins now.
    fn fresh(&mut self) -> Patrol<'_> {
        let (deadline, highest_bound) = (self.deadline, self.highest_bound);
        Patrol::begun(Instant::now(), deadline, highest_bound, self.observer())
    }

    /// Polls before a further search begins, which is about something else.
    fn next(&mut self) -> Result<Patrol<'_>, Limit> {
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
        match &mut self.observer {
            Some(observer) => match observer.look(progress) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Limit::Stopped),
            },
            None => Ok(()),
        }
    }

    /// Shows the observer no higher bound than this from here on: what is searched further is past
    /// a win, or about something else.
    pub fn hold_bound(&mut self, at_least: u64) {
        self.highest_bound = self.highest_bound.min(at_least);
        self.move_on();
    }

    /// Tells the observer that the search for the fewest is over.
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

    fn observer(&mut self) -> Option<&mut dyn Watch> {
        match &mut self.observer {
            Some(observer) => Some(&mut **observer),
            None => None,
        }
    }
}
