//! `fewest worker`: one of the workers of a cluster, until it is asked to end.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, thread};

use clap::ValueHint;
use fewest_cluster::Token;
use fewest_cluster::worker::{self, Settings};
use fewest_verbs::ended::{Exit, Failure};
use fewest_verbs::{bytes, patience};
use fewest_words::{Lang, say};

use crate::clerk::Clerk;
use crate::cluster::read_hosts;
use crate::desk::for_large_files;
use crate::exit::tell;
use crate::make::threads;
use crate::memory;

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
        threads: threads(args.threads),
        memory: args.memory.unwrap_or_else(memory::default_limit),
        folder: folder(args, &listen)?,
        patience: args.patience,
        listen: listen.clone(),
        token,
    };
    let clerk = Clerk {
        memory: settings.memory / settings.threads.get() as u64,
        folder: settings.folder.clone(),
    };
    let language = Lang::spoken();
    worker::serve(
        &settings,
        &move |question, is_over| clerk.answer(question, is_over),
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

#[cfg(all(test, unix))]
mod tests {
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
