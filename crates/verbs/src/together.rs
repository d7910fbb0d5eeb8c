//! `fewest solve` by several processes: one level is searched by all of them together, and of many
//! levels each by one of them.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::Verdict;
use fewest_words::say;

use crate::args::{ClusterArgs, SolveArgs, Telling};
use crate::crew::{Answer, Crew, Question, Share, Trouble, Work};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::errand::How;
use crate::levels::Entry;
use crate::solve::{self, Explained};
use crate::{exit, scratch};

/// How many threads all processes of one machine may have together: each talks to all others.
const MOST_HERE: NonZeroUsize = NonZeroUsize::new(512).expect("it is not zero");

/// Whether other processes were asked for.
pub fn is_asked(asked: &ClusterArgs) -> bool {
    asked.processes.is_some() || asked.hosts.is_some()
}

/// Solves the levels.
pub fn run(
    args: &SolveArgs,
    entries: &[Entry],
    whole: bool,
    desk: &mut dyn Desk,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if scratch::is_forbidden(&args.effort) {
        return Err(Failure::plain(say!(
            "--scratch none is for one process: several keep what they find on their disks"
        )));
    }
    let workers = args.cluster.processes.zip(threads(args, desk));
    if let Some((processes, threads)) = workers
        && processes.saturating_mul(threads) > MOST_HERE
    {
        return Err(Failure::plain(say!(
            "{processes} processes of {threads} threads are too many for one machine: {most} in all are not",
            processes,
            threads,
            most = MOST_HERE
        )));
    }
    match entries {
        [entry] => one(args, entry, whole, desk, out),
        entries => many(args, entries, whole, desk, out),
    }
}

/// Solves one level by all processes together.
fn one(
    args: &SolveArgs,
    entry: &Entry,
    whole: bool,
    desk: &mut dyn Desk,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (effort, level) = (&args.effort, &entry.level);
    let limits = limits(desk, &args.limits);
    let memory = match args.cluster.processes {
        Some(processes) => limits.memory.map(|bytes| bytes / processes.get() as u64),
        // Other machines have their own.
        None => args.limits.memory,
    };
    let share = Share {
        threads: threads(args, desk),
        memory,
    };
    let folder = scratch::kept_at(effort);
    let mut crew = desk.crew(&args.cluster, share, folder)?;
    let shared = shared_among(crew.as_ref(), share);
    let is_new = folder.is_some_and(|folder| !scratch::holds_search(folder));
    let scratch = match folder {
        Some(_) => scratch::open(effort, desk, level, whole, Some(&shared))?,
        None => None,
    };
    let work = Work {
        whole,
        time: limits.time,
        states: limits.states,
        share,
        is_kept: folder.is_some(),
    };
    let solved = crew.solve(level, &work, desk.watch(solve::telling(args)).as_mut());
    let go_on = |desk: &mut dyn Desk| {
        if let Some(folder) = folder {
            let command = scratch::command(folder) + &words(args, share);
            desk.tell(&say!("to go on from what is kept: {command}", command));
        }
    };
    let report = match solved {
        Ok(report) => report,
        Err(Trouble::Lost(why)) => {
            desk.tell_error(&why);
            go_on(desk);
            return Ok(Exit::GaveUp);
        }
        Err(trouble) => {
            // Where nothing has begun there is nothing to go on with.
            if let (true, Some(scratch)) = (is_new, &scratch) {
                scratch::leave(scratch, desk);
            }
            return Err(failure(trouble));
        }
    };
    let plan = args.explain.then_some(&report.plan);
    if let (Some(plan), false) = (plan, args.json) {
        solve::explain(out, plan, false)?;
    }
    // Whatever the memory, what is found is kept on disks.
    let plan = plan.map(|plan| Explained::new(plan, true));
    let mut watch = desk.watch(Telling::None);
    let figures = solve::figures(level, &mut search_within(limits, watch.as_mut()));
    drop(watch);
    solve::answer(out, args, entry, whole, &report, plan, &figures)?;
    // What is kept is needed until the answer is handed over.
    out.flush()?;
    match &report.verdict {
        Verdict::GaveUp { .. } => go_on(desk),
        Verdict::Fewest { .. } | Verdict::Impossible => {
            crew.forget();
            if let Some(scratch) = &scratch {
                scratch::close(scratch, &report, desk);
            }
        }
    }
    match desk.is_stopped() {
        true => Ok(Exit::Interrupted),
        false => Ok(exit(&report.verdict)),
    }
}

/// Has each of many levels solved by one process.
fn many(
    args: &SolveArgs,
    entries: &[Entry],
    whole: bool,
    desk: &mut dyn Desk,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let threads = threads(args, desk);
    let memory = args.cluster.processes.and_then(|processes| {
        // Each thread has a level of its own, which may take what was asked for.
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        let each = desk.limits(&args.limits, processes.saturating_mul(threads));
        let all = |bytes: u64| bytes.saturating_mul(threads.get() as u64);
        each.memory.map(all)
    });
    let mut crew = desk.crew(&args.cluster, Share { threads, memory }, None)?;
    let how = How::new(args, whole).written();
    let question = |entry: &Entry| Question {
        name: entry.name.clone(),
        text: entry.level.level_text(),
        how: how.clone(),
    };
    let (mut worst, mut written) = (Exit::Done, Ok(()));
    let spread = crew.spread(entries.iter().map(question).collect(), &mut |answer| {
        worst = worst.max(Exit::of_code(answer.exit));
        written = write(out, &answer);
        for (is_error, remark) in &answer.remarks {
            match is_error {
                true => desk.tell_error(remark),
                false => desk.tell(remark),
            }
        }
        match written.is_err() || worst == Exit::Interrupted {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    written?;
    match spread {
        Ok(()) => {}
        Err(Trouble::Lost(why)) => {
            desk.tell_error(&why);
            worst = worst.max(Exit::GaveUp);
        }
        Err(trouble) => return Err(failure(trouble)),
    }
    match desk.is_stopped() {
        true => Ok(Exit::Interrupted),
        false => Ok(worst),
    }
}

/// Each level as soon as it is there.
fn write(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    out.write_all(answer.out.as_bytes())?;
    out.flush()
}

fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::CannotBegin(why) | Trouble::Lost(why) => Failure::plain(why),
        Trouble::Internal(disagreement) => Failure::Internal(disagreement),
    }
}

/// How many threads each process has; those that are started here share the processors.
fn threads(args: &SolveArgs, desk: &dyn Desk) -> Option<NonZeroUsize> {
    args.effort.threads.or_else(|| {
        let threads = desk.threads().get() / args.cluster.processes?;
        Some(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
    })
}

/// Among how many a search is shared out: `4 × 2`, or `4` where the workers have as many threads as
/// they have.
fn shared_among(crew: &dyn Crew, share: Share) -> String {
    let processes = crew.processes();
    match share.threads {
        Some(threads) => format!("{processes} × {threads}"),
        None => processes.to_string(),
    }
}

/// What is typed to have the same processes again.
fn words(args: &SolveArgs, share: Share) -> String {
    let ClusterArgs {
        processes,
        hosts,
        token_file,
        ..
    } = &args.cluster;
    let mut words = String::new();
    if let Some(processes) = processes {
        words += &format!(" --processes {processes}");
    }
    if let Some(threads) = share.threads {
        words += &format!(" --threads {threads}");
    }
    if let Some(file) = hosts {
        words += &format!(" --hosts {}", scratch::quoted(file));
    }
    if let Some(file) = token_file {
        words += &format!(" --token-file {}", scratch::quoted(file));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Nobody;

    #[test]
    fn the_same_processes_are_asked_for_again() {
        let words = |line: &str| {
            let args = SolveArgs::typed(line);
            words(
                &args,
                Share {
                    threads: threads(&args, &Nobody::default()),
                    memory: None,
                },
            )
        };
        let local = "solve --processes 3 --threads 2 level.txt";
        assert_eq!(words(local), " --processes 3 --threads 2");
        assert_eq!(words("solve --processes 3"), " --processes 3 --threads 1");
        assert_eq!(words("solve --hosts a&b"), " --hosts 'a&b'");
        let remote = "solve --hosts hosts --token-file token --threads 4";
        let expected = " --threads 4 --hosts hosts --token-file token";
        assert_eq!(words(remote), expected);
    }

    #[test]
    fn several_processes_need_their_disks() {
        let args = SolveArgs::typed("solve --processes 2 --scratch none level.txt");
        let ended = run(&args, &[], false, &mut Nobody::default(), &mut Vec::new());
        assert!(matches!(ended, Err(Failure::BadInput(_))));
    }
}
