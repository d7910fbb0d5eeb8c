//! `fewest worker`: one of the workers of a cluster, until it is asked to end.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, thread};

use clap::ValueHint;
use fewest_cluster::worker::{self, Settings};
use fewest_cluster::{Answer, Question, Token};
use fewest_search::{Limits, Progress, Unwatched, Watch};
use fewest_verbs::args::{EffortArgs, LimitArgs, ProgressMode, SolveArgs};
use fewest_verbs::host::{BatchProgress, Host, HostObserver};
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::{Verb, bytes, patience};
use fewest_words::{Lang, say};
use serde::{Deserialize, Serialize};

use crate::cluster::read_hosts;
use crate::make::thread_count;
use crate::messages::tell;
use crate::terminal::{self, for_large_files};

#[derive(clap::Args)]
pub struct WorkerArgs {
    /// The file that names all workers, a host:port on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "index",
          required_unless_present_any = ["bind", "local"])]
    pub hosts: Option<PathBuf>,
    /// Which of them this is, counted from 0: it listens there
    #[arg(long, value_name = "I", requires = "hosts")]
    pub index: Option<usize>,
    /// Listen at this host:port instead, where others reach it by another one
    #[arg(long, value_name = "ADDRESS")]
    pub bind: Option<String>,
    /// Read the secret that all workers know from this file [default: the variable FEWEST_TOKEN]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,
    /// Search on so many threads, unless the leader says how many [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = fewest_verbs::threads())]
    pub threads: Option<NonZeroUsize>,
    /// Use at most this much memory, besides the boards [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Keep what is found in this folder [default: one below $TMPDIR or /var/tmp]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub scratch: Option<PathBuf>,
    /// Wait so long for others that do not connect or answer
    #[arg(long, value_name = "TIME", value_parser = patience, default_value = "30s")]
    pub patience: Duration,
    /// One of the processes that `solve --processes` starts: it says on standard output where it
    /// listens, and ends with its standard input
    #[arg(long, hide = true, conflicts_with_all = ["hosts", "bind", "token_file"])]
    pub local: bool,
}

static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// How long a process has to end once its leader is gone.
const FAREWELL: Duration = Duration::from_secs(10);

pub fn run(args: &WorkerArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let listen = address(args)?;
    let token = Token::read(args.token_file.as_deref());
    let token = token.map_err(|why| Failure::plain(why.to_string()))?;
    let cannot = |why: io::Error| {
        let address = &listen;
        Failure::plain(say!("cannot work at {address}: {why}", address, why))
    };
    match args.local {
        true => end_with_input(),
        false => fewest_server::when_asked_to_end(stop).map_err(cannot)?,
    }
    let settings = Settings {
        threads: thread_count(args.threads),
        memory: args.memory.unwrap_or_else(terminal::default_memory),
        folder: folder(args, &listen)?,
        patience: args.patience,
        listen: listen.clone(),
        token,
    };
    let memory = settings.memory / settings.threads.get() as u64;
    let folder = settings.folder.clone();
    let language = Lang::spoken();
    worker::serve(
        &settings,
        &move |question, is_over| answer(memory, &folder, question, is_over),
        &|| IS_STOPPED.load(Ordering::Relaxed),
        &mut |address| match args.local {
            // Whoever does not read it has gone, and is noticed to have.
            true => drop(writeln!(out, "{address}").and_then(|()| out.flush())),
            false => tell(&say!("ready at {address}", address)),
        },
        &|event| {
            if !args.local {
                language.speak(|| tell(&event.to_string()));
            }
        },
    )
    .map_err(cannot)?;
    if args.scratch.is_none() {
        // What can be resumed stays, and so does the folder.
        let _ = fs::remove_dir(&settings.folder);
    }
    Ok(Exit::Done)
}

fn stop() {
    IS_STOPPED.store(true, Ordering::Relaxed);
}

/// Ends with the standard input, which the leader holds: no process outlives it. Ctrl-C is for the
/// leader alone.
fn end_with_input() {
    // Where no handler can be set, the leader finds its processes ended.
    let _ = ctrlc::set_handler(|| {});
    thread::spawn(|| {
        // What comes is nothing to anybody, and an error is an end as well.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        stop();
        thread::sleep(FAREWELL);
        std::process::exit(i32::from(Exit::Interrupted.code()));
    });
}

/// Where it listens.
fn address(args: &WorkerArgs) -> Result<String, Failure> {
    let named = match (&args.hosts, args.index) {
        (Some(file), Some(index)) => {
            let hosts = read_hosts(file)?;
            let address = hosts.addresses().get(index).cloned();
            let none = || {
                Failure::plain(say!(
                    "there is no worker {index} in {name}, which names {workers}: they are counted from 0",
                    index,
                    name = file.display(),
                    workers = hosts.addresses().len()
                ))
            };
            Some(address.ok_or_else(none)?)
        }
        _ => None,
    };
    let any = || "127.0.0.1:0".to_string();
    Ok(args.bind.clone().or(named).unwrap_or_else(any))
}

/// The folder in which it keeps its shares; nobody else may look into it where it is made.
fn folder(args: &WorkerArgs, listen: &str) -> Result<PathBuf, Failure> {
    let port = listen.rsplit(':').next().unwrap_or_default();
    let usual = || for_large_files().join(format!("fewest-worker-{port}"));
    let folder = args.scratch.clone().unwrap_or_else(usual);
    let made = match &args.scratch {
        // Who may look into a folder that was there is not for a worker to change.
        Some(named) => make(named),
        None => make_own(&folder),
    };
    match made {
        Ok(()) => Ok(folder),
        Err(why) => {
            let name = folder.display();
            Err(Failure::plain(say!("{name}: {told}", name, told = why)))
        }
    }
}

/// Makes a folder that nobody else may look into, where there is none.
fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// The same under a name that anybody can guess: a folder that is there has to be one's own, and
/// is closed to others.
fn make_own(folder: &Path) -> io::Result<()> {
    match make(folder) {
        Err(why) if why.kind() != io::ErrorKind::AlreadyExists => return Err(why),
        _ => {}
    }
    if !fs::symlink_metadata(folder)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Nobody can do this with a folder of somebody else.
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// What a leader asks about each of many levels. It travels as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteRequest {
    json: bool,
    quiet: bool,
    explain: bool,
    whole: bool,
    limits: LimitArgs,
    language: String,
}

impl RemoteRequest {
    /// What was typed.
    pub fn new(args: &SolveArgs, whole: bool) -> Self {
        RemoteRequest {
            json: args.json,
            quiet: args.quiet,
            explain: args.explain,
            whole,
            limits: args.limits.clone(),
            language: Lang::spoken().code().to_string(),
        }
    }

    /// The request as JSON.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("it is made of numbers")
    }

    /// The same, asked of one process.
    fn args(self) -> SolveArgs {
        SolveArgs {
            limits: self.limits,
            effort: EffortArgs {
                whole: self.whole,
                ..EffortArgs::default()
            },
            explain: self.explain,
            json: self.json,
            quiet: self.quiet,
            ..SolveArgs::default()
        }
    }
}

/// Answers a question about one level as a command of its own would, in the language of the leader. A
/// question that breaks the program does not take others along.
fn answer(
    memory: u64,
    folder: &Path,
    question: &Question,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Answer {
    let mut host = WorkerHost {
        memory,
        folder,
        question,
        is_over,
        remarks: Vec::new(),
    };
    let answered = catch_unwind(AssertUnwindSafe(|| solve(&mut host)));
    let (out, exit) = answered.unwrap_or_else(|_| {
        let why = say!("the answer was broken off");
        host.tell_error(&say!("{name}: {told}", name = question.name, told = why));
        (String::new(), Exit::Broken)
    });
    Answer {
        out,
        exit: exit.code(),
        remarks: host.remarks,
    }
}

/// What is printed, and how the command ends.
fn solve(host: &mut WorkerHost) -> (String, Exit) {
    let Ok(request) = serde_json::from_str::<RemoteRequest>(&host.question.how) else {
        host.tell_error(&say!("the leader asks for something that makes no sense"));
        return (String::new(), Exit::Broken);
    };
    let language = Lang::find(&request.language).unwrap_or_default();
    language.speak(|| {
        let mut out = Vec::new();
        let ended = fewest_verbs::run(&Verb::Solve(request.args()), host, &mut out);
        let exit = ended.unwrap_or_else(|failure| {
            host.tell_error(&failure.to_string());
            Exit::Broken
        });
        (String::from_utf8_lossy(&out).into_owned(), exit)
    })
}

/// Where one question is answered, by one thread.
struct WorkerHost<'a> {
    /// The most bytes of memory.
    memory: u64,
    /// Below which folder a search goes on once they are used up.
    folder: &'a Path,
    question: &'a Question,
    is_over: &'a (dyn Fn() -> bool + Sync),
    remarks: Vec<(bool, String)>,
}

impl Host for WorkerHost<'_> {
    fn read(&mut self, _: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        let Question { name, text, .. } = self.question;
        Ok((name.clone(), text.clone().into_bytes()))
    }

    fn limits(&self, asked: &LimitArgs, _: NonZeroUsize) -> Limits {
        let most = self.memory;
        Limits {
            states: asked.states,
            memory: Some(asked.memory.map_or(most, |asked| asked.min(most))),
            time: asked.time,
            cost: None,
        }
    }

    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        let limits = self.limits(&LimitArgs::default(), NonZeroUsize::MIN);
        (limits, Box::new(Unwatched))
    }

    fn scratch(&self) -> Option<PathBuf> {
        Some(self.folder.to_path_buf())
    }

    fn watch(&self, _: ProgressMode) -> Box<dyn HostObserver + '_> {
        Box::new(IsOver(self.is_over))
    }

    fn is_stopped(&self) -> bool {
        (self.is_over)()
    }

    fn tell(&mut self, remark: &str) {
        self.remarks.push((false, remark.to_string()));
    }

    fn tell_error(&mut self, why: &str) {
        self.remarks.push((true, why.to_string()));
    }

    fn hand_over(&mut self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Stops a search once nobody waits for it.
struct IsOver<'a>(&'a (dyn Fn() -> bool + Sync));

impl Watch for IsOver<'_> {
    fn look(&mut self, _: Progress) -> ControlFlow<()> {
        match (self.0)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl HostObserver for IsOver<'_> {
    fn on_batch_progress(&mut self, _: BatchProgress) -> ControlFlow<()> {
        // A worker is asked about one level.
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod request_tests {
    use super::*;

    #[test]
    fn what_is_asked_of_others_is_what_was_asked() {
        let args = SolveArgs {
            json: true,
            explain: true,
            limits: LimitArgs {
                time: Some(Duration::from_secs(3)),
                memory: Some(2 << 20),
                states: Some(7),
            },
            ..SolveArgs::default()
        };
        let request = RemoteRequest::new(&args, true);
        let read: RemoteRequest =
            serde_json::from_str(&request.written()).expect("it is read again");
        assert_eq!(read, request);
        let again = read.args();
        assert!(again.json && again.explain && again.effort.whole && !again.quiet);
        assert_eq!(again.limits.time, Some(Duration::from_secs(3)));
        assert_eq!(again.limits.memory, Some(2 << 20));
        assert_eq!(again.limits.states, Some(7));
        assert!(!again.cluster.is_asked());
    }

    #[test]
    fn what_makes_no_sense_is_answered_too() {
        let request = RemoteRequest::new(&SolveArgs::default(), false).written();
        for how in ["", "{}", &request] {
            let question = Question {
                name: "level".to_string(),
                text: String::new(),
                how: how.to_string(),
            };
            let answer = answer(1 << 20, Path::new("."), &question, &|| false);
            assert_eq!((&*answer.out, answer.exit), ("", Exit::Broken.code()));
            assert_eq!(answer.remarks.len(), 1, "{how}");
        }
    }
}

#[cfg(all(test, unix))]
mod folder_tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_folder_of_somebody_stays_as_open_as_it_was() {
        let below = std::env::temp_dir().join(format!("fewest-folders-{}", std::process::id()));
        let mode = |folder: &Path| {
            let there = fs::metadata(folder).expect("it is there");
            there.permissions().mode() & 0o777
        };
        make(&below).expect("it is made");
        assert_eq!(mode(&below), 0o700);
        fs::set_permissions(&below, fs::Permissions::from_mode(0o755)).expect("it is ours");
        make(&below).expect("it is there");
        assert_eq!(mode(&below), 0o755);
        make_own(&below).expect("it is ours");
        assert_eq!(mode(&below), 0o700);
        let link = below.join("link");
        std::os::unix::fs::symlink(&below, &link).expect("it is made");
        make(&link).expect("whoever names it means what it leads to");
        make_own(&link).expect_err("somebody may have put it there");
        fs::remove_dir_all(&below).expect("it is ours");
    }
}
