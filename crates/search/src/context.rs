//! What a search is given: its options, the memory it may take, the clock, and the observer.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::books::Books;
use crate::disk::Scratch;
use crate::limits::{Limit, Limits, Progress, Watch};
use crate::patrol::Patrol;

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

/// The former name of [`SearchOptions`].
pub type Terms<'a> = SearchOptions<'a>;

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

    /// The limits, with what is left of the time.
    pub fn limits_left(&self) -> Limits {
        Limits {
            time: self.stop.time_left(),
            ..self.options.limits
        }
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
