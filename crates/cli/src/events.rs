//! Watches a search for a program: JSON on standard error, an object a line.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest_games::advice::Tally;
use fewest_search::{Progress, Watch};
use fewest_verbs::desk::Watcher;
use serde::Serialize;

use crate::progress::going_on;

/// What standard error tells of one search: whenever the bound rises, and now and then between.
pub struct Events {
    began: Instant,
    told: Option<Instant>,
    /// Nothing shorter wins: as far as was told, and 0 before.
    at_least: u64,
    /// Whether the bound stays as it is: what is done from here on is about something else.
    is_settled: bool,
}

#[derive(Serialize)]
struct Event {
    event: &'static str,
    at_least: u64,
    states: u64,
    seconds: f64,
}

impl Events {
    const BETWEEN: Duration = Duration::from_millis(100);

    /// The clock starts.
    pub fn new() -> Self {
        Events {
            began: Instant::now(),
            told: None,
            at_least: 0,
            is_settled: false,
        }
    }

    fn tell(&mut self, event: &'static str, progress: Progress) {
        let now = Instant::now();
        self.told = Some(now);
        self.at_least = self.bound(progress);
        let event = Event {
            event,
            at_least: self.at_least,
            states: progress.states,
            seconds: (now - self.began).as_secs_f64(),
        };
        let line = serde_json::to_string(&event).expect("it is made of numbers");
        // In one piece; whoever cannot be told does without.
        let _ = io::stderr().write_all((line + "\n").as_bytes());
    }

    fn bound(&self, progress: Progress) -> u64 {
        match self.is_settled {
            true => self.at_least,
            false => self.at_least.max(progress.depth + 1),
        }
    }
}

impl Watch for Events {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        let is_time = self.told.is_none_or(|told| told.elapsed() > Self::BETWEEN);
        if is_time || self.bound(progress) > self.at_least {
            self.tell("progress", progress);
        }
        going_on()
    }

    fn move_on(&mut self) {
        self.is_settled = true;
    }

    fn move_to_disk(&mut self, progress: Progress) {
        self.tell("moved-to-disk", progress);
    }
}

impl Watcher for Events {
    /// No verb that tries changes tells of them in JSON.
    fn look_at_changes(&mut self, _: Tally) -> ControlFlow<()> {
        going_on()
    }
}
