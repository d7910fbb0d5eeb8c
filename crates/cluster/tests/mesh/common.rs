//! Workers on threads of this process, at ports of their own, and leaders for them.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fewest_cluster::worker::{self, WorkerEvent, serve};
use fewest_cluster::{Answer, Cluster, Hosts, Question, Settings, Token, Work};
use fewest_games::builtin;
use fewest_games::builtin::AnyLevel;
use fewest_games::source::Source;

pub const PATIENCE: Duration = Duration::from_secs(20);

/// Whether anybody computes: who waits for a moment only must not have to share the machine.
static MACHINE: RwLock<()> = RwLock::new(());

/// For tests that take all of the machine.
pub fn busy() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// For tests that have little patience.
pub fn quiet() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

/// A worker on a thread of its own.
pub struct Worker {
    pub address: SocketAddr,
    pub events: Arc<std::sync::Mutex<Vec<WorkerEvent>>>,
    pub folder: PathBuf,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub fn start(token: &Token) -> Self {
        Worker::start_in(token, folder(), "127.0.0.1:0")
    }

    pub fn start_in(token: &Token, folder: PathBuf, listen: &str) -> Self {
        Worker::start_with(token, folder, listen, PATIENCE)
    }

    /// One that waits no longer for others than this.
    pub fn start_with(token: &Token, folder: PathBuf, listen: &str, patience: Duration) -> Self {
        let settings = worker::Settings {
            listen: listen.to_string(),
            token: token.clone(),
            patience,
            threads: NonZeroUsize::new(2).expect("it is not zero"),
            memory: 64 << 20,
            folder: folder.clone(),
        };
        let events: Arc<std::sync::Mutex<Vec<WorkerEvent>>> = Arc::default();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (ready, is_ready) = mpsc::channel();
        let (stopped, heard) = (Arc::clone(&is_stopped), Arc::clone(&events));
        let thread = thread::spawn(move || {
            let served = serve(
                &settings,
                &echo,
                &|| stopped.load(Ordering::Relaxed),
                &mut |address| ready.send(address).expect("somebody waits"),
                &|event| heard.lock().expect("nobody panics").push(event.clone()),
            );
            served.expect("it can listen");
        });
        Worker {
            address: is_ready.recv().expect("it is ready"),
            events,
            folder,
            is_stopped,
            thread: Some(thread),
        }
    }

    /// How many searches it has left something of.
    pub fn shares(&self) -> usize {
        self.shares_kept().count()
    }

    /// Removes what searches have left.
    pub fn forget(&self) {
        for share in self.shares_kept() {
            std::fs::remove_dir_all(share).expect("it can be removed");
        }
    }

    fn shares_kept(&self) -> impl Iterator<Item = PathBuf> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten();
        let entries = entries.map(|entry| entry.expect("it can be listed").path());
        entries.filter(|entry| entry.is_dir())
    }

    /// Ends it in the middle of whatever it does, and leaves its folder as it is.
    pub fn fall(&mut self) {
        self.stop();
        self.folder = PathBuf::new();
    }

    fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it does not panic");
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A folder that nobody else has.
pub fn folder() -> PathBuf {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let name = format!("fewest-cluster-test-{}-{number}", std::process::id());
    std::env::temp_dir().join(name)
}

/// Answers with what it was asked.
fn echo(question: &Question, _: &(dyn Fn() -> bool + Sync)) -> Answer {
    if question.how == "slow" {
        thread::sleep(Duration::from_millis(30));
    }
    Answer {
        out: format!("{}: {}", question.name, question.text),
        exit: 0,
        remarks: Vec::new(),
    }
}

pub fn token() -> Token {
    Token::random().expect("there is chance")
}

/// The leader of some workers.
pub fn leader(workers: &[Worker], token: &Token) -> Cluster {
    let addresses = workers.iter().map(|worker| worker.address);
    leader_of(addresses, token, PATIENCE)
}

pub fn leader_of(
    addresses: impl Iterator<Item = SocketAddr>,
    token: &Token,
    patience: Duration,
) -> Cluster {
    let text: String = addresses.map(|address| format!("{address}\n")).collect();
    let source = Source::new(text.as_bytes()).expect("it is text");
    let hosts = Hosts::read(source).expect("they are addresses");
    let settings = Settings {
        token: token.clone(),
        patience,
        restarts: 3,
    };
    Cluster::at(&hosts, settings)
}

pub fn work(threads: usize) -> Work {
    Work {
        whole: false,
        time: None,
        states: None,
        memory: Some(6 << 20),
        threads: NonZeroUsize::new(threads),
        is_kept: false,
    }
}

/// Every level that is shipped, with the name of its file.
pub fn levels() -> Vec<(String, AnyLevel)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut found = Vec::new();
    for game in std::fs::read_dir(folder).expect("there are levels") {
        let game = game.expect("it can be listed").path();
        for file in std::fs::read_dir(game).expect("every game has some") {
            let file = file.expect("it can be listed").path();
            let bytes = std::fs::read(&file).expect("it can be read");
            let levels = builtin::read_bytes(&bytes, None).expect("it is right");
            let name = file.display().to_string();
            found.extend(levels.into_iter().map(|level| (name.clone(), level)));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

/// A snake on an open board: on 48 squares a side, 4,418,566 positions.
pub fn lawn(side: usize) -> AnyLevel {
    let mut rows = vec![".".repeat(side); side];
    rows[2].replace_range(2..6, "4321");
    rows[3].replace_range(2..6, "5678");
    rows[side - 1].replace_range(side - 1.., "@");
    let text = format!("game: snake\n\n{}\n", rows.join("\n"));
    let mut levels = builtin::read_bytes(text.as_bytes(), None).expect("it is right");
    levels.pop().expect("there is one")
}
