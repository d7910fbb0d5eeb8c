//! `fewest solve --jobs`: many levels, several at a time, and a line of JSON for each in its place.
//!
//! Each thread reads its levels, solves them and writes their lines by itself. What is wrong with one
//! level is told in its place and takes nothing else along.

mod belt;
mod share;
mod task;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use fewest_words::{Lang, say};

use crate::args::SolveArgs;
use crate::desk::{Desk, Headway, Levels};
use crate::ended::{Exit, Failure};
use crate::keeper::Keeper;
use crate::levels;
use crate::solve::telling;

use belt::{Belt, Next};
use share::Named;
use task::Task;

/// How long whoever asks to stop waits at the most, or whoever reads along for what is done.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Solves the levels, so many at a time. A desk is not asked to admit each of them: one that refuses
/// levels does not offer this.
pub fn run(
    args: &SolveArgs,
    jobs: NonZeroUsize,
    desk: &mut dyn Desk,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut keeper = args.into.as_deref().map(Keeper::open).transpose()?;
    let game = args.levels.game.as_deref().map(levels::game);
    let texts = share::read(&args.levels, desk)?;
    let bytes = texts.iter().map(Named::len).sum();
    let texts: Vec<_> = texts.iter().map(|text| text.levels(game)).collect();
    let shares: Vec<_> = texts
        .iter()
        .flat_map(|levels| levels.shares(share::grain(bytes, jobs), jobs))
        .collect();
    let threads = NonZeroUsize::new(shares.len()).map_or(jobs, |shares| jobs.min(shares));
    let task = Task {
        limits: desk.limits(&args.limits, threads),
        whole: args.effort.whole,
        is_kept: keeper.is_some(),
        game,
        belt: Belt::new(shares.len()),
        shares,
    };
    let belt = &task.belt;
    let all = task.shares.iter().map(|share| share.levels()).sum();
    let lang = Lang::spoken();
    let written = thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (task, at_work) = (&task, belt.begin());
            // Where no more threads are to be had, those that are do it all.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                let _at_work = at_work;
                lang.speak(|| task.work());
            });
        }
        let mut watcher = desk.watch(telling(args));
        let written = hand_over(belt, keeper.as_mut(), out, &mut |(done, errors)| {
            let of = all;
            let levels = Levels { done, of, errors };
            watcher.look_at(Headway::Levels(levels)).is_continue()
        });
        // Nobody waits for what is not written any more.
        belt.stop();
        written
    });
    written?;
    if desk.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    match belt.is_empty() {
        true => Ok(belt.worst()),
        false => Err(Failure::plain(say!("no thread could be started"))),
    }
}

/// Writes what comes, in its order, until all is there, or nobody wants more.
fn hand_over(
    belt: &Belt,
    mut keeper: Option<&mut Keeper>,
    out: &mut dyn Write,
    goes_on: &mut dyn FnMut((u64, u64)) -> bool,
) -> Result<(), Failure> {
    loop {
        match belt.next(BETWEEN_LOOKS) {
            Next::Made(made) => {
                if let Some(keeper) = &mut keeper {
                    keeper.keep(&made.entries)?;
                }
                out.write_all(&made.lines)?;
            }
            // Whoever reads along has what there is.
            Next::Nothing => out.flush()?,
            Next::End => {
                goes_on(belt.count());
                return Ok(());
            }
        }
        if !goes_on(belt.count()) {
            belt.stop();
        }
    }
}
