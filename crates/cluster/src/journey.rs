//! A search over all its attempts: what it may use, who watches it, and its report.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use fewest_search::{Limit, Plan, Progress, Report, Stats, Verdict, Watch, Why};

use crate::cluster::Work;
use crate::outcome::{Found, Outcome, limit_of, number_of};

/// A search over all its attempts.
pub(crate) struct Journey<'a> {
    pub began: Instant,
    pub work: Work,
    /// The level, as level text.
    pub level: String,
    /// Why the workers were told to stop.
    pub stopped: Option<Limit>,
    pub watch: &'a mut dyn Watch,
}

impl Journey<'_> {
    /// Looks at the clock and at whoever watches; says whether the search should go on.
    pub fn look(&mut self, progress: Progress) -> ControlFlow<Limit> {
        if self
            .work
            .time
            .is_some_and(|time| self.began.elapsed() >= time)
        {
            return ControlFlow::Break(Limit::Time);
        }
        match self.watch.look(progress) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Limit::Stopped),
        }
    }

    /// Looks, while no worker has begun.
    pub fn look_out(&mut self) -> ControlFlow<()> {
        if self.stopped.is_none() {
            let nothing_yet = Progress {
                depth: 0,
                states: 0,
            };
            if let ControlFlow::Break(limit) = self.look(nothing_yet) {
                self.stopped = Some(limit);
            }
        }
        match self.stopped {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// What there is to tell where it was stopped before it began.
    pub fn gave_up(&self) -> Option<Outcome> {
        self.stopped.map(|_| Outcome {
            found: Found::GaveUp {
                limit: number_of(Limit::Stopped),
                at_least: 1,
            },
            layers: Vec::new(),
            bytes: 0,
        })
    }

    pub fn report(&self, outcome: Outcome, processes: usize) -> Report<u32> {
        let verdict = match outcome.found {
            Found::Won { choices } => Verdict::Fewest {
                cost: choices.len() as u64,
                moves: choices,
            },
            Found::Impossible => Verdict::Impossible,
            Found::GaveUp { limit, at_least } => {
                let limit = match (limit_of(limit), self.stopped) {
                    (Limit::Stopped, Some(why)) => why,
                    (limit, _) => limit,
                };
                Verdict::GaveUp { limit, at_least }
            }
        };
        let threads = self.work.threads.map_or(1, NonZeroUsize::get);
        let why = Why::new(
            "the positions are shared out by their keys among {processes} processes, {threads} threads each",
        )
        .with("processes", processes as u64)
        .with("threads", threads as u64);
        Report {
            verdict,
            best: None,
            stats: Stats {
                states: outcome.layers.iter().sum(),
                layers: outcome.layers,
                bytes: outcome.bytes,
                elapsed: self.began.elapsed(),
            },
            plan: Plan {
                kernel: "cluster",
                states: None,
                bytes: None,
                needed: None,
                expected: None,
                why,
            },
        }
    }
}
