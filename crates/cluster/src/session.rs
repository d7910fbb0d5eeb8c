//! A worker under its leader: what it is told, it does, until the leader is gone.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use fewest_games::game::Level;
use fewest_games::registry;
use fewest_search::disk::Scratch;
use fewest_words::say;

use crate::crew::Crew;
use crate::folders;
use crate::mesh::{Mesh, Missing};
use crate::messages::{Order, Question, Reply, Search};
use crate::outcome::Outcome;
use crate::reins::Reins;
use crate::round::{Halt, Task};
use crate::wire::Wire;
use crate::worker::{Post, Run};

/// How often each side says that it is still there.
pub(crate) const BEAT: Duration = Duration::from_millis(250);

/// One leader's time with a worker.
pub(crate) struct Session<'a> {
    post: &'a Post<'a>,
    wire: &'a Wire,
    /// Whether the leader is gone.
    is_over: AtomicBool,
}

/// A search that the worker is ready for.
struct Prepared {
    search: Search,
    level: Box<dyn Level>,
    shares: Vec<Scratch>,
    id: [u8; 16],
    callers: Receiver<(usize, std::net::TcpStream)>,
}

/// A search that goes on.
struct Running<'scope> {
    search: Search,
    reins: Arc<Reins>,
    /// Gives the shares back in the end.
    thread: ScopedJoinHandle<'scope, Vec<Scratch>>,
}

impl<'a> Session<'a> {
    pub fn new(post: &'a Post<'a>, wire: &'a Wire) -> Self {
        Session {
            post,
            wire,
            is_over: AtomicBool::new(false),
        }
    }

    /// Does what it is told until the leader is gone, or silent for too long.
    pub fn serve(&self) {
        let threads = self.post.settings.threads.get();
        if self.wire.send(&Reply::Hello { threads }).is_err() {
            return;
        }
        thread::scope(|scope| {
            let mut duty = Duty::default();
            let (mut silence, mut said) = (Duration::ZERO, Instant::now());
            while !(self.post.is_stopped)() {
                match self.wire.receive::<Order>(BEAT) {
                    Ok(Some(order)) => {
                        silence = Duration::ZERO;
                        if self.obey(order, &mut duty, scope).is_err() {
                            break;
                        }
                    }
                    // Beats are counted, and no clock is read: one that was itself stopped has not
                    // waited.
                    Ok(None) if silence < self.post.settings.patience => silence += BEAT,
                    _ => break,
                }
                if said.elapsed() >= BEAT {
                    said = Instant::now();
                    if self.wire.send(&duty.progress()).is_err() {
                        break;
                    }
                }
            }
            self.is_over.store(true, Ordering::Relaxed);
            self.post.expect(None);
            if let Some(running) = &duty.running {
                running.reins.cut();
            }
        });
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || (self.post.is_stopped)()
    }

    fn obey<'scope>(
        &'scope self,
        order: Order,
        duty: &mut Duty<'scope>,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<(), crate::broken::Broken> {
        match order {
            Order::Alive => Ok(()),
            Order::Prepare(search) => {
                self.release(duty, false);
                match self.prepare(search) {
                    Ok(prepared) => {
                        let depths = common(prepared.shares.iter().map(folders::depths));
                        duty.prepared = Some(prepared);
                        self.wire.send(&Reply::Prepared { depths })
                    }
                    Err(why) => self.wire.send(&Reply::Refused { why }),
                }
            }
            Order::Go { from } => {
                let Some(prepared) = duty.prepared.take() else {
                    return Ok(());
                };
                match self.go(prepared, from, scope) {
                    Ok(running) => {
                        duty.running = Some(running);
                        Ok(())
                    }
                    Err(why) => self.wire.send(&Reply::Refused { why }),
                }
            }
            Order::Stop => {
                if let Some(running) = &duty.running {
                    running.reins.stop();
                }
                Ok(())
            }
            Order::Release { forget } => {
                self.release(duty, forget);
                self.wire.send(&Reply::Released)
            }
            Order::Ask { number, question } => {
                let clerks = duty.clerks.get_or_insert_with(|| self.clerks(scope));
                // They answer until nobody asks any more.
                let _ = clerks.send((number, question));
                Ok(())
            }
        }
    }

    /// Gets ready for a search: reads the level, opens the folders, and lets the others call.
    fn prepare(&self, search: Search) -> Result<Prepared, String> {
        let senseless = || say!("the leader asks for something that makes no sense");
        let id = search.run;
        let is_there = search.index < search.processes.len();
        if !is_there || search.threads == 0 || search.threads > MOST_THREADS {
            return Err(senseless());
        }
        let mut levels = registry::read_bytes(search.level.as_bytes(), None)
            .map_err(|error| error.message.clone())?;
        let level = levels.pop().ok_or_else(senseless)?;
        if let Some(what) = level.missing() {
            return Err(what);
        }
        folders::tidy(&self.post.settings.folder, Some(&search));
        let shares = folders::open(&search, &self.post.settings.folder)?;
        let (sender, callers) = mpsc::channel();
        self.post.expect(Some(Run {
            id,
            subject: search.subject(),
            index: search.index,
            called: vec![false; search.processes.len()],
            callers: sender,
        }));
        Ok(Prepared {
            search,
            level,
            shares,
            id,
            callers,
        })
    }

    fn go<'scope>(
        &'scope self,
        prepared: Prepared,
        from: Option<u64>,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<Running<'scope>, String> {
        let Prepared {
            search,
            level,
            mut shares,
            id,
            callers,
        } = prepared;
        if from.is_none() {
            let folder = &self.post.settings.folder;
            shares = folders::begin_anew(shares, &search, folder)?;
        }
        let reins = Arc::new(Reins::default());
        let (seen, held) = (search.clone(), Arc::clone(&reins));
        let thread = scope.spawn(move || {
            let part = Part {
                session: self,
                search: &seen,
                level: &*level,
                shares: &shares,
                reins: &held,
            };
            let language = self.post.language;
            let reply = language.speak(|| part.run(id, from, &callers));
            // Where the leader is gone, nobody is to be told.
            let _ = self.wire.send(&reply);
            shares
        });
        Ok(Running {
            search,
            reins,
            thread,
        })
    }

    /// Is done with a search, and removes what is on the disk if it is to.
    fn release(&self, duty: &mut Duty, forget: bool) {
        self.post.expect(None);
        let done = match (duty.running.take(), duty.prepared.take()) {
            (Some(running), _) => {
                running.reins.cut();
                running
                    .thread
                    .join()
                    .ok()
                    .map(|shares| (running.search, shares))
            }
            (None, Some(prepared)) => Some((prepared.search, prepared.shares)),
            (None, None) => None,
        };
        if forget {
            let folder = &self.post.settings.folder;
            if let Some((search, shares)) = done {
                folders::forget(shares, &search, folder);
            }
            // What an attempt before this one has left as well.
            folders::tidy(folder, None);
        }
    }

    /// Threads that answer questions.
    fn clerks<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> Sender<(u64, Question)> {
        let (sender, questions) = mpsc::channel::<(u64, Question)>();
        let questions = Arc::new(Mutex::new(questions));
        for _ in 0..self.post.settings.threads.get() {
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
                    let answer = (self.post.clerk)(&question, &|| self.is_over());
                    if self.is_over() {
                        // It may have been cut short, and is asked again of somebody else.
                        return;
                    }
                    let reply = Reply::Answered { number, answer };
                    if self.wire.send(&reply).is_err() {
                        return;
                    }
                }
            });
        }
        sender
    }
}

/// The most threads that a leader may ask for.
const MOST_THREADS: usize = 1024;

/// What a worker does for its leader.
#[derive(Default)]
struct Duty<'scope> {
    prepared: Option<Prepared>,
    running: Option<Running<'scope>>,
    clerks: Option<Sender<(u64, Question)>>,
}

impl Duty<'_> {
    fn progress(&self) -> Reply {
        let gauge = self.running.as_ref().map(|running| &running.reins.gauge);
        Reply::Alive {
            depth: gauge.map_or(0, |gauge| gauge.depth.load(Ordering::Relaxed)),
            states: gauge.map_or(0, |gauge| gauge.states.load(Ordering::Relaxed)),
        }
    }
}

/// What all of some lists have.
pub(crate) fn common(lists: impl Iterator<Item = Vec<u64>>) -> Vec<u64> {
    let shared = lists.reduce(|mut shared, list| {
        shared.retain(|entry| list.contains(entry));
        shared
    });
    shared.unwrap_or_default()
}

/// A process's part of a search.
struct Part<'a> {
    session: &'a Session<'a>,
    search: &'a Search,
    level: &'a dyn Level,
    shares: &'a [Scratch],
    reins: &'a Reins,
}

impl Part<'_> {
    fn run(
        &self,
        id: [u8; 16],
        from: Option<u64>,
        callers: &Receiver<(usize, std::net::TcpStream)>,
    ) -> Reply {
        let settings = self.session.post.settings;
        let mesh = Mesh {
            token: &settings.token,
            patience: settings.patience,
            run: id,
            subject: self.search.subject(),
            processes: &self.search.processes,
            index: self.search.index,
        };
        let streams = match mesh.meet(callers, self.reins) {
            Ok(streams) => streams,
            Err(Missing { process, why }) => {
                let process = Some(process);
                return Reply::Lost { process, why };
            }
        };
        let memory = self.search.memory.unwrap_or(u64::MAX);
        let task = Task {
            whole: self.search.whole,
            memory: memory.min(settings.memory) / self.search.threads as u64,
            states: self.search.states,
            from: from.map(|from| from as usize),
        };
        let mut ended = Ok(Err(Halt::Cut));
        let (mut streams, index) = (Some(streams), self.search.index);
        // A panic of a worker ends its search, not the process.
        let done = panic::catch_unwind(AssertUnwindSafe(|| {
            self.level.with_positions(&mut |positions| {
                let crew = Crew {
                    positions,
                    task,
                    scratches: self.shares,
                    reins: self.reins,
                };
                if let Some(streams) = streams.take() {
                    ended = crew.search(index, streams);
                }
            });
        }));
        self.reply(done.ok().map(|()| ended))
    }

    fn reply(&self, ended: Option<std::io::Result<Result<Outcome, Halt>>>) -> Reply {
        let lost = |why: String| Reply::Lost { process: None, why };
        match ended {
            Some(Ok(Ok(outcome))) => {
                let fault = self.shares.iter().find_map(Scratch::fault);
                let fault = fault.map(|fault| folders::fault_in_words(&fault));
                Reply::Ended { outcome, fault }
            }
            Some(Ok(Err(_))) => match self.reins.losses.first() {
                Some(loss) => Reply::Lost {
                    process: Some(loss.peer),
                    why: loss.why.to_string(),
                },
                None => lost(say!("the search was cut short")),
            },
            Some(Err(error)) => lost(error.to_string()),
            None => lost(say!("a worker failed")),
        }
    }
}
