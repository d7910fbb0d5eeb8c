//! `fewest solve` by several processes: workers of other machines, or processes that are started here.
//! One level is searched by all of them together; of many levels, each is solved by one of them.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use fewest_cluster::{
    Cluster, ClusterError, ClusterEvent, Hosts, Question, Settings, Token, Work, process_folder,
};
use fewest_games::source::Source;
use fewest_search::Verdict;
use fewest_search::disk::Folder;
use fewest_verbs::args::{ClusterArgs, ProgressMode, SolveArgs};
use fewest_verbs::host::{Host as _, limits, search_within};
use fewest_verbs::levels::Entry;
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::solve::{self, Explained};
use fewest_verbs::{exit, scratch};
use fewest_words::{Lang, say};

use crate::progress::{self, going_on};
use crate::terminal::{Terminal, for_large_files};
use crate::worker::RemoteRequest;

/// The most threads that all processes of one machine may have together: each talks to all others.
const MOST_HERE: NonZeroUsize = NonZeroUsize::new(512).expect("it is not zero");

/// Solves the levels.
pub fn solve(args: &SolveArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (entries, whole) = solve::read_levels(args, &mut Terminal)?;
    if scratch::is_forbidden(&args.effort) {
        return Err(Failure::plain(say!(
            "--scratch none is for one process: several keep what they find on their disks"
        )));
    }
    let threads = threads(args, Terminal.threads());
    if let Some((processes, threads)) = args.cluster.processes.zip(threads)
        && processes.saturating_mul(threads) > MOST_HERE
    {
        return Err(Failure::plain(say!(
            "{processes} processes of {threads} threads are too many for one machine: {most} in all are not",
            processes,
            threads,
            most = MOST_HERE
        )));
    }
    match entries.as_slice() {
        [entry] => solve_one(args, entry, whole, threads, out),
        entries => solve_many(args, entries, whole, threads, out),
    }
}

/// The threads of each process; those that are started here share the processors.
fn threads(args: &SolveArgs, available: NonZeroUsize) -> Option<NonZeroUsize> {
    args.effort.threads.or_else(|| {
        let threads = available.get() / args.cluster.processes?;
        Some(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
    })
}

/// Solves one level by all processes together.
fn solve_one(
    args: &SolveArgs,
    entry: &Entry,
    whole: bool,
    threads: Option<NonZeroUsize>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (host, effort, level) = (&mut Terminal, &args.effort, &entry.level);
    let limits = limits(host, &args.limits);
    let memory = match args.cluster.processes {
        Some(processes) => limits.memory.map(|bytes| bytes / processes.get() as u64),
        // Other machines have their own.
        None => args.limits.memory,
    };
    let folder = scratch::kept_at(effort);
    let mut led = Led::new(&args.cluster, threads, memory, folder)?;
    // The workers of other machines may have any number of threads.
    let shared = match threads {
        Some(threads) => format!("{} × {threads}", led.processes),
        None => led.processes.to_string(),
    };
    let is_new = folder.is_some_and(|folder| !scratch::holds_search(folder));
    let scratch = match folder {
        Some(_) => scratch::open(effort, host, level, whole, Some(&shared))?,
        None => None,
    };
    let work = Work {
        whole,
        time: limits.time,
        states: limits.states,
        memory,
        threads,
        is_kept: folder.is_some(),
    };
    let mut watch = host.watch(solve::progress_mode(args));
    let found = led
        .cluster
        .solve(level, &work, watch.as_mut(), &mut report_event);
    drop(watch);
    let go_on = || {
        if let Some(folder) = folder {
            let command = scratch::command(folder) + &words(args, threads);
            Terminal.tell(&say!("to go on from what is kept: {command}", command));
        }
    };
    let adopted = match found {
        Ok(report) => level.adopt(report).map_err(Failure::Internal),
        Err(ClusterError::Lost(lost)) => {
            host.tell_error(&lost.to_string());
            go_on();
            return Ok(Exit::GaveUp);
        }
        Err(error) => Err(Failure::plain(error.to_string())),
    };
    let report = adopted.inspect_err(|_| {
        // Where nothing has begun there is nothing to go on with.
        if let (true, Some(scratch)) = (is_new, &scratch) {
            scratch::leave(scratch, &mut Terminal);
        }
    })?;
    let plan = args.explain.then_some(&report.plan);
    if let (Some(plan), false) = (plan, args.json) {
        solve::explain(out, plan, false)?;
    }
    // Whatever the memory, what is found is kept on disks.
    let plan = plan.map(|plan| Explained::new(plan, true));
    let mut watch = host.watch(ProgressMode::None);
    let figures = solve::figures(level, &mut search_within(limits, watch.as_mut()));
    drop(watch);
    solve::answer(out, args, entry, whole, &report, plan, &figures)?;
    // What is kept is needed until the answer is handed over.
    out.flush()?;
    match &report.verdict {
        Verdict::GaveUp { .. } => go_on(),
        Verdict::Fewest { .. } | Verdict::Impossible => {
            // The processes end before their folders go.
            let processes = led.processes.get();
            drop(led);
            if let Some(folder) = folder {
                // What somebody else has put there stays, and so does the folder.
                for index in 0..processes {
                    let _ = fs::remove_dir(process_folder(folder, index));
                }
            }
            if let Some(scratch) = &scratch {
                scratch::close(scratch, &report, host);
            }
        }
    }
    match host.is_stopped() {
        true => Ok(Exit::Interrupted),
        false => Ok(exit(&report.verdict)),
    }
}

/// Has each of many levels solved by one process.
fn solve_many(
    args: &SolveArgs,
    entries: &[Entry],
    whole: bool,
    threads: Option<NonZeroUsize>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let host = &mut Terminal;
    let memory = args.cluster.processes.and_then(|processes| {
        // Each thread has a level of its own, which may take what was asked for.
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        let each = host.limits(&args.limits, processes.saturating_mul(threads));
        let all = |bytes: u64| bytes.saturating_mul(threads.get() as u64);
        each.memory.map(all)
    });
    let mut led = Led::new(&args.cluster, threads, memory, None)?;
    let how = RemoteRequest::new(args, whole).written();
    let question = |entry: &Entry| Question {
        name: entry.name.clone(),
        text: entry.level.level_text(),
        how: how.clone(),
    };
    let questions: Vec<_> = entries.iter().map(question).collect();
    progress::catch_interrupts();
    let (mut worst, mut written) = (Exit::Done, Ok(()));
    let mut is_stopped = || going_on().is_break();
    let spread = led.cluster.spread(
        &questions,
        &mut is_stopped,
        &mut report_event,
        &mut |answer| {
            worst = worst.max(Exit::of_code(answer.exit));
            // Each level as soon as it is there.
            written = out
                .write_all(answer.out.as_bytes())
                .and_then(|()| out.flush());
            for (is_error, remark) in &answer.remarks {
                match is_error {
                    true => host.tell_error(remark),
                    false => host.tell(remark),
                }
            }
            match written.is_err() || worst == Exit::Interrupted {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        },
    );
    written?;
    match spread {
        Ok(()) => {}
        Err(ClusterError::Lost(lost)) => {
            Terminal.tell_error(&lost.to_string());
            worst = worst.max(Exit::GaveUp);
        }
        Err(error) => return Err(Failure::plain(error.to_string())),
    }
    match Terminal.is_stopped() {
        true => Ok(Exit::Interrupted),
        false => Ok(worst),
    }
}

/// What is typed to have the same processes again.
fn words(args: &SolveArgs, threads: Option<NonZeroUsize>) -> String {
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
    if let Some(threads) = threads {
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

/// A cluster that is led from here.
struct Led {
    processes: NonZeroUsize,
    /// Ends before its folder does.
    cluster: Cluster,
    /// The temporary directory of local processes.
    _folder: Option<Folder>,
}

impl Led {
    /// The cluster that was asked for; no worker is called or started yet. Local processes keep what they
    /// find in `kept`, or else in a temporary directory.
    fn new(
        asked: &ClusterArgs,
        threads: Option<NonZeroUsize>,
        memory: Option<u64>,
        kept: Option<&Path>,
    ) -> Result<Self, Failure> {
        let settings = |token| Settings {
            token,
            patience: asked.patience,
            restarts: asked.restarts,
        };
        if let Some(file) = &asked.hosts {
            let token = Token::read(asked.token_file.as_deref());
            let token = token.map_err(|why| Failure::plain(why.to_string()))?;
            let hosts = read_hosts(file)?;
            let processes = NonZeroUsize::new(hosts.addresses().len());
            return Ok(Led {
                processes: processes.unwrap_or(NonZeroUsize::MIN),
                cluster: Cluster::at(&hosts, settings(token)),
                _folder: None,
            });
        }
        let processes = asked.processes.unwrap_or(NonZeroUsize::MIN);
        let cannot = |why| {
            Failure::plain(say!(
                "the processes of a cluster cannot be started: {why}",
                why
            ))
        };
        let token = Token::random().map_err(cannot)?;
        let program = std::env::current_exe().map_err(cannot)?;
        let temporary = match kept {
            Some(_) => None,
            None => Some(Folder::fleeting(&for_large_files()).map_err(cannot)?),
        };
        let below = temporary.as_ref().map(Folder::path).or(kept);
        let below = below.expect("one of them is there").to_path_buf();
        let patience = asked.patience;
        let start = move |folder: &Path| {
            let mut command = Command::new(&program);
            command.args(["worker", "--local", "--lang", Lang::spoken().code()]);
            command.arg("--scratch").arg(folder);
            command.args(["--patience", &format!("{}ms", patience.as_millis())]);
            if let Some(threads) = threads {
                command.args(["--threads", &threads.to_string()]);
            }
            if let Some(memory) = memory {
                command.args(["--memory", &memory.to_string()]);
            }
            command
        };
        Ok(Led {
            processes,
            cluster: Cluster::local(processes, below, settings(token), Box::new(start)),
            _folder: temporary,
        })
    }
}

/// Reads a file of workers.
pub fn read_hosts(file: &Path) -> Result<Hosts, Failure> {
    let name = file.display().to_string();
    let bytes =
        fs::read(file).map_err(|why| Failure::plain(say!("{name}: {told}", name, told = why)))?;
    let hosts = Source::new(&bytes).and_then(Hosts::read);
    hosts.map_err(|error| Failure::text(&name, &bytes, error))
}

/// Prints an event of the cluster.
fn report_event(event: &ClusterEvent) {
    progress::tell_beside_the_bar(&event.to_string());
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use fewest_verbs::Verb;

    use super::*;
    use crate::args::{Args, Command as Typed};

    fn typed(words: &str) -> SolveArgs {
        let words = format!("fewest {words}");
        match Args::try_parse_from(words.split(' ')).map(|args| args.command) {
            Ok(Typed::Ask(Verb::Solve(args))) => args,
            _ => panic!("{words} asks for a solution"),
        }
    }

    #[test]
    fn the_same_processes_are_asked_for_again() {
        let words = |line: &str| {
            let args = typed(line);
            words(&args, threads(&args, NonZeroUsize::MIN))
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
        let args = typed("solve --processes 2 --scratch none sample:snake/lawn");
        let ended = solve(&args, &mut Vec::new());
        assert!(matches!(ended, Err(Failure::BadInput(_))));
    }
}
