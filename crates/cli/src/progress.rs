//! Watches a search for a person: a bar on a terminal once it takes longer than a second, and
//! Ctrl-C.

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fewest_search::{Progress, Watch};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{count, rate};

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

/// Watches one search.
pub struct Bar {
    began: Instant,
    wanted: bool,
    drawn: Duration,
    bar: Option<ProgressBar>,
}

impl Bar {
    const PATIENCE: Duration = Duration::from_secs(1);
    const BETWEEN: Duration = Duration::from_millis(100);

    /// A bar that appears only if it is wanted, there is a terminal, and the search is slow.
    pub fn new(wanted: bool) -> Self {
        Bar {
            began: Instant::now(),
            wanted: wanted && io::stderr().is_terminal(),
            drawn: Duration::ZERO,
            bar: None,
        }
    }

    fn draw(&mut self, progress: Progress, elapsed: Duration) {
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}").expect("it is well formed");
            ProgressBar::new_spinner().with_style(style)
        });
        bar.set_message(format!(
            "depth {} · {} positions · {}",
            progress.depth,
            count(progress.states),
            rate(progress.states, elapsed)
        ));
        bar.tick();
    }
}

impl Watch for Bar {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        let elapsed = self.began.elapsed();
        if self.wanted && elapsed > Self::PATIENCE && elapsed - self.drawn > Self::BETWEEN {
            self.drawn = elapsed;
            self.draw(progress, elapsed);
        }
        if interrupted() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
