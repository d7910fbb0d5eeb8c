//! Watches a search, or many, for a person: a bar on a terminal once it takes longer than a second,
//! and Ctrl-C.

use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fewest_games::advise::Tally;
use fewest_search::{Progress, Watch};

use fewest_verbs::bound::Bound;
use fewest_verbs::desk::{Headway, Levels, Watcher};
use fewest_verbs::output::{count, rate};
use fewest_words::say;

use crate::exit::tell;

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

impl Watcher for Bar {
    fn look_at(&mut self, headway: Headway) -> ControlFlow<()> {
        self.show(|elapsed| match headway {
            Headway::Changes(Tally { tried, of }) => {
                let (tried, all) = (count(tried), count(of));
                say!("{tried} of {all} changes", tried, all)
            }
            Headway::Levels(levels) => in_a_line(levels, elapsed),
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
