//! fewest against itself: on one thread and on two, in memory and on the disk, over whole spaces.

use std::num::NonZeroUsize;

use fewest_games::builtin::AnyLevel;
use fewest_search::disk::Scratch;
use fewest_search::{Limits, SearchContext, SearchOptions};

use crate::instances::scale;
use crate::measure::{Contest, Disagreement};
use crate::ours;
use crate::run::Run;
use crate::textbook::Found;

/// What the rows are called that this part brings.
pub const GAME: &str = "scale";
/// All of it in memory, one thread.
pub const ONE: &str = "in memory, 1 thread";
/// All of it in memory, two threads.
pub const TWO: &str = "in memory, 2 threads";
/// So little memory that it goes to the disk, two threads.
pub const DISK: &str = "on the disk, 2 threads";

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    for instance in scale::all(run.quick) {
        let level = ours::level(&instance.text);
        let mut contest = Contest::new(GAME, &*instance.name);
        contest.explores = true;
        contest.add(TWO, TWO, || explore(&level, 2, None));
        contest.add(ONE, TWO, || explore(&level, 1, None));
        if instance.memory.is_some() {
            contest.add(DISK, TWO, || explore(&level, 2, instance.memory));
        }
        run.hold(contest)?;
    }
    Ok(())
}

/// Visits everything; on the disk where it is said how little memory takes it there.
fn explore(level: &AnyLevel, threads: usize, memory: Option<u64>) -> Found {
    let scratch = Scratch::fleeting(&std::env::temp_dir());
    let limits = Limits {
        memory,
        ..Limits::default()
    };
    let options = SearchOptions {
        limits,
        threads: NonZeroUsize::new(threads).expect("at least one"),
        scratch: memory.map(|_| &scratch),
        whole: true,
    };
    let report = level.solve(&mut SearchContext::new(&options));
    let report = report.expect("the rules accept the answer");
    Found {
        fewest: report.verdict.fewest(),
        positions: report.stats.states,
    }
}
