//! A worker's session with its leader: it follows the orders until the leader is gone. And the
//! folders in which a worker keeps its shards of searches.

use std::net::TcpStream;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};
use std::{fs, io};

use fewest_games::builtin;
use fewest_games::builtin::AnyLevel;
use fewest_search::disk::{Folder, Refusal, Scratch, Subject};

use crate::exchange::{CancelToken, Cancelled};
use crate::handshake::hex;
use crate::mesh::Mesh;
use crate::messages::{
    DiskError, HEARTBEAT, Order, Question, Reply, Search, SearchError, VERSION, WorkerFailure,
};
use crate::shard::{ShardOptions, TIER, Workers};
use crate::wire::{ConnectionError, Wire};
use crate::worker::{Run, Worker};

/// The most threads that a leader may ask for.
const MOST_THREADS: usize = 1024;

/// The time of one leader with a worker.
pub(crate) struct Session<'a> {
    worker: &'a Worker<'a>,
    wire: &'a Wire,
    /// Whether the leader is gone.
    is_over: AtomicBool,
}

/// What a worker does for its leader.
#[derive(Default)]
struct SessionState<'scope> {
    prepared: Option<Prepared>,
    running: Option<Running<'scope>>,
    questions: Option<Sender<(u64, Question)>>,
}

/// A search that the worker is ready to start.
struct Prepared {
    search: Search,
    level: AnyLevel,
    shares: Vec<Scratch>,
    /// The connections of the processes that call this one.
    callers: Receiver<(usize, TcpStream)>,
}

/// A search that was started. Its thread returns it in the end.
struct Running<'scope> {
    cancel: Arc<CancelToken>,
    thread: ScopedJoinHandle<'scope, Prepared>,
}

impl<'a> Session<'a> {
    pub fn new(worker: &'a Worker<'a>, wire: &'a Wire) -> Self {
        Session {
            worker,
            wire,
            is_over: AtomicBool::new(false),
        }
    }

    /// Follows orders until the leader is gone or silent for too long.
    pub fn serve(&self) {
        let threads = self.worker.settings.threads.get();
        if self.wire.send(&Reply::Hello { threads }).is_err() {
            return;
        }
        thread::scope(|scope| {
            let mut state = SessionState::default();
            let (mut silence, mut sent) = (Duration::ZERO, Instant::now());
            while !(self.worker.is_stopped)() {
                match self.wire.receive::<Order>(HEARTBEAT) {
                    Ok(Some(order)) => {
                        silence = Duration::ZERO;
                        if self.follow(order, &mut state, scope).is_err() {
                            break;
                        }
                    }
                    // Heartbeats are counted instead of time: a process that was itself suspended
                    // has not waited.
                    Ok(None) if silence < self.worker.settings.patience => silence += HEARTBEAT,
                    _ => break,
                }
                if sent.elapsed() >= HEARTBEAT {
                    sent = Instant::now();
                    if self.wire.send(&state.progress()).is_err() {
                        break;
                    }
                }
            }
            self.is_over.store(true, Ordering::Relaxed);
            self.worker.expect(None);
            if let Some(running) = &state.running {
                running.cancel.cancel();
            }
        });
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || (self.worker.is_stopped)()
    }

    fn follow<'scope>(
        &'scope self,
        order: Order,
        state: &mut SessionState<'scope>,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<(), ConnectionError> {
        match order {
            Order::Alive => {}
            Order::Prepare(search) => {
                self.release(state, false);
                match self.prepare(search) {
                    Ok(prepared) => {
                        let depths = common_depths(prepared.shares.iter().map(committed_depths));
                        state.prepared = Some(prepared);
                        self.wire.send(&Reply::Prepared { depths })?;
                    }
                    Err(error) => self.wire.send(&Reply::CannotSearch(error))?,
                }
            }
            Order::Start { from } => {
                if let Some(prepared) = state.prepared.take() {
                    match self.start(prepared, from, scope) {
                        Ok(running) => state.running = Some(running),
                        Err(error) => self.wire.send(&Reply::CannotSearch(error))?,
                    }
                }
            }
            Order::Stop => {
                if let Some(running) = &state.running {
                    running.cancel.stop();
                }
            }
            Order::Release { forget } => {
                self.release(state, forget);
                self.wire.send(&Reply::Released)?;
            }
            Order::Ask { number, question } => {
                let questions = state.questions.get_or_insert_with(|| self.answerers(scope));
                // The threads that answer end only with the session.
                let _ = questions.send((number, question));
            }
        }
        Ok(())
    }

    /// Prepares a search: reads the level, opens the folders, and lets the other processes call.
    fn prepare(&self, search: Search) -> Result<Prepared, SearchError> {
        let is_there = search.index < search.processes.len();
        if !is_there || search.threads == 0 || search.threads > MOST_THREADS {
            return Err(SearchError::InvalidOrder);
        }
        let levels = builtin::read_bytes(search.level.as_bytes(), None);
        let mut levels = levels.map_err(|error| SearchError::Level(error.message.clone()))?;
        let level = levels.pop().ok_or(SearchError::InvalidOrder)?;
        if let Some(missing) = level.missing() {
            return Err(SearchError::Level(missing));
        }
        remove_abandoned(&self.worker.settings.folder, Some(&search));
        let shares = open_shares(&search, &self.worker.settings.folder)?;
        let (sender, callers) = mpsc::channel();
        self.worker.expect(Some(Run {
            id: search.run,
            subject: search.subject(),
            index: search.index,
            called: vec![false; search.processes.len()],
            callers: sender,
        }));
        Ok(Prepared {
            search,
            level,
            shares,
            callers,
        })
    }

    fn start<'scope>(
        &'scope self,
        mut prepared: Prepared,
        from: Option<u64>,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<Running<'scope>, SearchError> {
        let mut shares = prepared.shares.iter();
        if from.is_none() && shares.any(|share| !share.found().layers.is_empty()) {
            // An earlier attempt has left layers there.
            let folder = &self.worker.settings.folder;
            forget_shares(prepared.shares, &prepared.search, folder);
            prepared.shares = open_shares(&prepared.search, folder)?;
        }
        let cancel = Arc::new(CancelToken::default());
        let token = Arc::clone(&cancel);
        let thread = scope.spawn(move || {
            let reply = self.search(&prepared, from, &token);
            // Fails only if the leader is gone.
            let _ = self.wire.send(&reply);
            prepared
        });
        Ok(Running { cancel, thread })
    }

    /// Makes this process's part of a search, and returns how it ended.
    fn search(&self, prepared: &Prepared, from: Option<u64>, cancel: &CancelToken) -> Reply {
        let settings = self.worker.settings;
        let Prepared {
            search,
            level,
            shares,
            callers,
        } = prepared;
        let mesh = Mesh {
            token: &settings.token,
            patience: settings.patience,
            run: search.run,
            subject: search.subject(),
            processes: &search.processes,
            index: search.index,
        };
        let mut streams = match mesh.connect(callers, cancel) {
            Ok(streams) => Some(streams),
            Err(lost) => return Reply::LostPeer(lost),
        };
        let memory = search.memory.unwrap_or(u64::MAX).min(settings.memory);
        let options = ShardOptions {
            whole: search.whole,
            memory: memory / search.threads as u64,
            states: search.states,
            from: from.map(|from| from as usize),
        };
        let mut ended = Ok(Err(Cancelled));
        // A panic of a worker ends its search, not the process.
        let caught = panic::catch_unwind(AssertUnwindSafe(|| {
            level.with_positions(&mut |positions| {
                let workers = Workers {
                    positions,
                    options,
                    scratches: shares,
                    cancel,
                };
                if let Some(streams) = streams.take() {
                    ended = workers.search(search.index, streams);
                }
            });
        }));
        match ended {
            _ if caught.is_err() => Reply::Failed(WorkerFailure::Panicked),
            Ok(Ok(outcome)) => Reply::Ended(outcome),
            Ok(Err(Cancelled)) => match cancel.lost.first() {
                Some(lost) => Reply::LostPeer(lost),
                None => Reply::Failed(WorkerFailure::Cancelled),
            },
            Err(error) => Reply::Failed(WorkerFailure::NoDataflow(error.to_string())),
        }
    }

    /// Leaves a search, and removes its files if they are not needed any more.
    fn release(&self, state: &mut SessionState, forget: bool) {
        self.worker.expect(None);
        let released = match state.running.take() {
            Some(running) => {
                running.cancel.cancel();
                running.thread.join().ok()
            }
            None => state.prepared.take(),
        };
        if forget {
            let folder = &self.worker.settings.folder;
            if let Some(Prepared { search, shares, .. }) = released {
                forget_shares(shares, &search, folder);
            }
            // Also what an attempt before this one has left.
            remove_abandoned(folder, None);
        }
    }

    /// Starts the threads that answer questions.
    fn answerers<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
    ) -> Sender<(u64, Question)> {
        let (sender, questions) = mpsc::channel::<(u64, Question)>();
        let questions = Arc::new(Mutex::new(questions));
        for _ in 0..self.worker.settings.threads.get() {
            let questions = Arc::clone(&questions);
            scope.spawn(move || {
                loop {
                    let next = {
                        let questions = questions.lock();
                        questions.unwrap_or_else(PoisonError::into_inner).recv()
                    };
                    let Ok((number, question)) = next else {
                        return;
                    };
                    let answer = (self.worker.answer)(&question, &|| self.is_over());
                    // An answer may have been cut short by the end of the session. The leader asks
                    // another worker then.
                    let reply = Reply::Answered { number, answer };
                    if self.is_over() || self.wire.send(&reply).is_err() {
                        return;
                    }
                }
            });
        }
        sender
    }
}

impl SessionState<'_> {
    fn progress(&self) -> Reply {
        let counters = self
            .running
            .as_ref()
            .map(|running| &running.cancel.progress);
        Reply::Alive {
            depth: counters.map_or(0, |counters| counters.depth.load(Ordering::Relaxed)),
            states: counters.map_or(0, |counters| counters.states.load(Ordering::Relaxed)),
        }
    }
}

/// The depths that are in all lists.
pub(crate) fn common_depths(lists: impl Iterator<Item = Vec<u64>>) -> Vec<u64> {
    let common = lists.reduce(|mut common, list| {
        common.retain(|entry| list.contains(entry));
        common
    });
    common.unwrap_or_default()
}

/// The beginnings of the names of folders: of searches that another leader may resume, and of those
/// that only the leader that began them continues.
const KEPT: &str = "kept-";
const TEMPORARY: &str = "run-";

/// Takes a worker's folder. Two workers cannot share one, because each removes what it takes for the
/// files of abandoned searches.
pub(crate) fn claim_folder(folder: &Path) -> io::Result<Folder> {
    Folder::new(folder).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => {
            let folder = folder.display().to_string();
            io::Error::new(error.kind(), SearchError::FolderInUse { folder })
        }
        _ => error,
    })
}

/// The folder of a search below a worker's own.
fn folder_of(search: &Search, below: &Path) -> PathBuf {
    let kind = if search.is_kept { KEPT } else { TEMPORARY };
    let name = hex(&search.subject()[..16]);
    below.join(format!("{kind}{name}"))
}

/// Opens a folder for each worker of this process, with what an earlier attempt has left there.
fn open_shares(search: &Search, below: &Path) -> Result<Vec<Scratch>, SearchError> {
    let folder = folder_of(search, below);
    let first = search.index * search.threads;
    let shares: Range<usize> = first..first + search.threads;
    let open = |share: usize| {
        let at = folder.join(share.to_string());
        let part = |name: &str, value: String| (name.to_string(), value);
        let subject = Subject(vec![
            part("version", VERSION.to_string()),
            part("search", hex(&search.subject())),
            part("share", share.to_string()),
        ]);
        let opened = match Scratch::resume(&at, subject.clone()) {
            Err(Refusal::Nothing) => Scratch::begin(&at, subject),
            opened => opened,
        };
        let folder = at.display().to_string();
        opened.map_err(|refusal| match refusal {
            Refusal::Locked => SearchError::FolderInUse { folder },
            Refusal::Disk(error) => SearchError::Disk {
                folder,
                error: DiskError(error),
            },
            _ => SearchError::OtherSearch { folder },
        })
    };
    shares.map(open).collect()
}

/// Removes the files of a search.
fn forget_shares(shares: Vec<Scratch>, search: &Search, below: &Path) {
    drop(shares);
    // The next search finds what cannot be removed now.
    let _ = fs::remove_dir_all(folder_of(search, below));
}

/// Removes the files of searches that nobody can resume, except those of this one.
fn remove_abandoned(below: &Path, except: Option<&Search>) {
    let except = except.map(|search| folder_of(search, below));
    for entry in fs::read_dir(below).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_one = name.strip_prefix(TEMPORARY).is_some_and(|digits| {
            digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        if is_one && except.as_ref() != Some(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The committed layers of a share: each was the last one when a manifest was written.
pub(crate) fn committed_depths(share: &Scratch) -> Vec<u64> {
    let found = share.found();
    if found.tier != TIER {
        return Vec::new();
    }
    let layers = found.layers.iter().scan(0_u64, |sum, entry| {
        *sum = sum.saturating_add(entry.layers);
        Some(*sum)
    });
    layers.filter_map(|sum| sum.checked_sub(1)).collect()
}
