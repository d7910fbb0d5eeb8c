//! Watches a search for a program: JSON on standard error, an object a line.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest_search::{Progress, Watch};
use fewest_verbs::bound::Bound;
use fewest_verbs::desk::{Headway, Levels, Watcher};
use serde::Serialize;

use crate::progress::going_on;

/// What standard error tells of one search: whenever the bound rises, and now and then between.
pub struct Events {
    began: Instant,
    told: Option<Instant>,
    /// Nothing shorter wins: as far as was told.
    bound: Bound,
    /// How many levels were done when that was told.
    levels: Option<Levels>,
}

#[derive(Serialize)]
struct Event {
    event: &'static str,
    at_least: u64,
    states: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct ManyEvent {
    event: &'static str,
    #[serde(flatten)]
    levels: Levels,
    seconds: f64,
}

impl Events {
    const BETWEEN: Duration = Duration::from_millis(100);

    /// The clock starts.
    pub fn new() -> Self {
        Events {
            began: Instant::now(),
            told: None,
            bound: Bound::default(),
            levels: None,
        }
    }

    fn tell(&mut self, event: &'static str, progress: Progress) {
        let now = Instant::now();
        self.told = Some(now);
        self.bound.raise(progress);
        let event = Event {
            event,
            at_least: self.bound.at_least().unwrap_or(0),
            states: progress.states,
            seconds: (now - self.began).as_secs_f64(),
        };
        write(&event);
    }

    fn tell_levels(&mut self, levels: Levels) {
        let now = Instant::now();
        self.told = Some(now);
        self.levels = Some(levels);
        write(&ManyEvent {
            event: "levels",
            levels,
            seconds: (now - self.began).as_secs_f64(),
        });
    }

    fn is_time(&self) -> bool {
        self.told.is_none_or(|told| told.elapsed() > Self::BETWEEN)
    }
}

/// Writes an event in one piece; whoever cannot be told does without.
fn write(event: &impl Serialize) {
    let line = serde_json::to_string(event).expect("it is made of numbers");
    let _ = io::stderr().write_all((line + "\n").as_bytes());
}

impl Watch for Events {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        let mut bound = self.bound;
        bound.raise(progress);
        if self.is_time() || bound != self.bound {
            self.tell("progress", progress);
        }
        going_on()
    }

    fn move_on(&mut self) {
        self.bound.settle();
    }

    fn move_to_disk(&mut self, progress: Progress) {
        self.tell("moved-to-disk", progress);
    }
}

impl Watcher for Events {
    fn look_at(&mut self, headway: Headway) -> ControlFlow<()> {
        match headway {
            Headway::Levels(levels) => {
                let is_time = self.is_time() || levels.done == levels.of;
                if is_time && self.levels != Some(levels) {
                    self.tell_levels(levels);
                }
            }
            // No verb that tries changes tells of them in JSON.
            Headway::Changes(_) => {}
        }
        going_on()
    }
}
