//! Shows how far a search is: a bar on a terminal once it takes longer than a second, or lines of JSON.
//! Ctrl-C asks it to stop.

use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fewest_games::advise::Tally;
use fewest_search::{Progress, Watch};
use fewest_verbs::host::{BatchProgress, Bound, HostObserver, Levels};
use fewest_verbs::output::{count, rate};
use fewest_words::say;
use serde::Serialize;

use crate::messages::tell;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C asks searches to stop; a second one ends the process at once.
pub fn catch_interrupts() {
    // Where no handler can be set, Ctrl-C ends the process, as it does without one.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Whether Ctrl-C was pressed. A search that is over too soon to look does not say so itself.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Whether to go on, as far as Ctrl-C is concerned.
pub fn going_on() -> ControlFlow<()> {
    match interrupted() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// A remark while a bar may be there: it takes the bar's line, and the bar the next.
pub fn tell_beside_the_bar(remark: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "{}", Bar::CLEAR);
    }
    tell(remark);
}

/// Watches one search: a line on standard error that is written over again and again.
pub struct Bar {
    began: Instant,
    wanted: bool,
    drawn: Option<Duration>,
    bound: Bound,
    is_on_disk: bool,
}

impl Bar {
    const PATIENCE: Duration = Duration::from_secs(1);
    const BETWEEN: Duration = Duration::from_millis(100);
    /// To the line's beginning, and all of it gone.
    const CLEAR: &str = "\r\x1b[2K";

    /// A bar that appears only if it is wanted, there is a terminal, and the search is slow.
    pub fn new(wanted: bool) -> Self {
        Bar {
            began: Instant::now(),
            wanted: wanted && io::stderr().is_terminal(),
            drawn: None,
            bound: Bound::default(),
            is_on_disk: false,
        }
    }

    /// Takes the line away, if there is one.
    pub fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(io::stderr(), "{}", Self::CLEAR);
        }
    }

    /// Writes a line if it is time for one; says whether to go on.
    pub fn show(&mut self, line: impl FnOnce(Duration) -> String) -> ControlFlow<()> {
        const SPINNER: [char; 4] = ['|', '/', '-', '\\'];
        let elapsed = self.began.elapsed();
        let is_time = self.drawn.map_or(elapsed > Self::PATIENCE, |drawn| {
            elapsed - drawn > Self::BETWEEN
        });
        if self.wanted && is_time {
            let turn = elapsed.as_millis() / Self::BETWEEN.as_millis();
            let spinner = SPINNER[turn as usize % SPINNER.len()];
            // Whoever cannot be told does without.
            let _ = write!(io::stderr(), "{}{spinner} {}", Self::CLEAR, line(elapsed));
            self.drawn = Some(elapsed);
        }
        going_on()
    }
}

impl Watch for Bar {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self.bound.raise(progress);
        let (bound, is_on_disk) = (self.bound, self.is_on_disk);
        self.show(|elapsed| {
            let positions = count(progress.states);
            let rate = rate(progress.states, elapsed);
            let bound = bound.at_least().filter(|_| !bound.is_settled());
            let mut line = match bound {
                Some(bound) => say!(
                    "at least {bound} · {positions} positions · {rate}",
                    bound,
                    positions,
                    rate
                ),
                None => say!(
                    "depth {depth} · {positions} positions · {rate}",
                    depth = progress.depth,
                    positions,
                    rate
                ),
            };
            if is_on_disk {
                line = say!("{line} · on the disk", line);
            }
            line
        })
    }

    fn move_on(&mut self) {
        self.bound.settle();
    }

    fn move_to_disk(&mut self, _: Progress) {
        self.is_on_disk = true;
    }
}

impl HostObserver for Bar {
    fn on_batch_progress(&mut self, headway: BatchProgress) -> ControlFlow<()> {
        self.show(|elapsed| match headway {
            BatchProgress::Changes(Tally { tried, of }) => {
                let (tried, all) = (count(tried), count(of));
                say!("{tried} of {all} changes", tried, all)
            }
            BatchProgress::Levels(levels) => in_a_line(levels, elapsed),
        })
    }
}

/// How far many levels are.
fn in_a_line(levels: Levels, elapsed: Duration) -> String {
    let Levels { done, of, errors } = levels;
    let (rate, done, all) = (rate(done, elapsed), count(done), count(of));
    match errors {
        0 => say!("{done} of {all} levels · {rate}", done, all, rate),
        _ => say!(
            "{done} of {all} levels · {rate} · {errors} wrong",
            done,
            all,
            rate,
            errors = count(errors)
        ),
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What standard error tells of one search: whenever the bound rises, and now and then between.
pub struct Events {
    began: Instant,
    told: Option<Instant>,
    /// Nothing shorter wins: as far as was told.
    bound: Bound,
    /// How many levels were done when that was told.
    levels: Option<Levels>,
}

/// What is told, when.
#[derive(Serialize)]
struct Event<T> {
    event: &'static str,
    #[serde(flatten)]
    what: T,
    seconds: f64,
}

#[derive(Serialize)]
struct Searched {
    at_least: u64,
    states: u64,
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

    /// Writes an event in one piece; whoever cannot be told does without.
    fn write(&mut self, event: &'static str, what: impl Serialize) {
        let now = Instant::now();
        self.told = Some(now);
        let seconds = (now - self.began).as_secs_f64();
        let event = Event {
            event,
            what,
            seconds,
        };
        let line = serde_json::to_string(&event).expect("it is made of numbers");
        let _ = io::stderr().write_all((line + "\n").as_bytes());
    }

    fn tell(&mut self, event: &'static str, progress: Progress) {
        self.bound.raise(progress);
        let searched = Searched {
            at_least: self.bound.at_least().unwrap_or(0),
            states: progress.states,
        };
        self.write(event, searched);
    }

    fn is_time(&self) -> bool {
        self.told.is_none_or(|told| told.elapsed() > Self::BETWEEN)
    }
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

impl HostObserver for Events {
    fn on_batch_progress(&mut self, headway: BatchProgress) -> ControlFlow<()> {
        match headway {
            BatchProgress::Levels(levels) => {
                let is_time = self.is_time() || levels.done == levels.of;
                if is_time && self.levels != Some(levels) {
                    self.levels = Some(levels);
                    self.write("levels", levels);
                }
            }
            // No verb that tries changes tells of them in JSON.
            BatchProgress::Changes(_) => {}
        }
        going_on()
    }
}
