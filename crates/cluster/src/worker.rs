//! A worker process: it listens, turns strangers away, and serves one leader at a time.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fewest_search::disk::Disk as _;
use fewest_words::{Lang, say};

use crate::handshake::{Denial, Handshake, HandshakeError, SessionKind, Token};
use crate::messages::{Answer, Question, VERSION};
use crate::session::{Session, claim_folder};
use crate::wire::{Wire, configure};

/// The settings of a worker process.
#[derive(Debug)]
pub struct Settings {
    /// The address to listen at, as `host:port`.
    pub listen: String,
    /// The secret of the cluster.
    pub token: Token,
    /// How long to wait for others.
    pub patience: Duration,
    /// The number of threads to offer.
    pub threads: NonZeroUsize,
    /// The bytes that the worker may hold.
    pub memory: u64,
    /// The folder for its shards.
    pub folder: PathBuf,
}

/// Answers a question about a level. The second argument tells whether the answer is still wanted.
pub type AnswerFn = dyn Fn(&Question, &(dyn Fn() -> bool + Sync)) -> Answer + Sync;

/// What a worker reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEvent {
    /// A leader has connected.
    LeaderArrived(SocketAddr),
    /// The leader is gone.
    LeaderLeft(SocketAddr),
    /// A caller was refused, and why.
    TurnedAway(SocketAddr, HandshakeError),
}

impl fmt::Display for WorkerEvent {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&match self {
            WorkerEvent::LeaderArrived(address) => say!("{address} leads", address),
            WorkerEvent::LeaderLeft(address) => say!("{address} leads no more", address),
            WorkerEvent::TurnedAway(address, error) => {
                say!("{address} was turned away: {why}", address, why = error)
            }
        })
    }
}

/// The most handshakes at the same time.
const MOST_HANDSHAKES: usize = 64;
/// The longest time that a handshake may take.
const HANDSHAKE_TIME: Duration = Duration::from_secs(5);
/// The time between two looks whether somebody has connected.
const PAUSE: Duration = Duration::from_millis(10);

/// Serves leaders until it is stopped. `ready` gets the address, and `report` the events.
pub fn serve(
    settings: &Settings,
    answer: &AnswerFn,
    is_stopped: &(dyn Fn() -> bool + Sync),
    ready: &mut dyn FnMut(SocketAddr),
    report: &(dyn Fn(&WorkerEvent) + Sync),
) -> io::Result<()> {
    let home = claim_folder(&settings.folder)?;
    let listener = TcpListener::bind(&settings.listen)?;
    listener.set_nonblocking(true)?;
    ready(listener.local_addr()?);
    let worker = &Worker {
        settings,
        answer,
        is_stopped,
        report,
        language: Lang::spoken(),
        state: Mutex::default(),
        handshakes: AtomicUsize::new(0),
    };
    thread::scope(|scope| {
        while !is_stopped() {
            match listener.accept() {
                Ok((stream, from)) => {
                    // A caller that comes during too many handshakes has to try again, and so does
                    // one for which there is no thread.
                    let is_free =
                        worker.handshakes.fetch_add(1, Ordering::Relaxed) < MOST_HANDSHAKES;
                    let receive = move || worker.language.speak(|| worker.receive(stream, from));
                    let spawn = || thread::Builder::new().spawn_scoped(scope, receive);
                    if !is_free || spawn().is_err() {
                        worker.handshakes.fetch_sub(1, Ordering::Relaxed);
                    }
                }
                // Nobody has connected, or somebody who is gone again.
                Err(_) => thread::sleep(PAUSE),
            }
        }
    });
    // Files that cannot be removed do no harm.
    let _ = home.leave();
    Ok(())
}

/// A worker that listens.
pub(crate) struct Worker<'a> {
    pub settings: &'a Settings,
    pub answer: &'a AnswerFn,
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    report: &'a (dyn Fn(&WorkerEvent) + Sync),
    /// The language of this process.
    language: Lang,
    state: Mutex<WorkerState>,
    handshakes: AtomicUsize,
}

/// What a worker is busy with.
#[derive(Default)]
struct WorkerState {
    has_leader: bool,
    run: Option<Run>,
}

/// A search that other processes may call for.
pub(crate) struct Run {
    pub id: [u8; 16],
    pub subject: [u8; 32],
    pub index: usize,
    /// Which of the processes have called.
    pub called: Vec<bool>,
    pub callers: Sender<(usize, TcpStream)>,
}

impl Worker<'_> {
    fn state(&self) -> MutexGuard<'_, WorkerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the other processes call for a search, or for none.
    pub fn expect(&self, run: Option<Run>) {
        self.state().run = run;
    }

    /// Makes the handshake with a caller, and lets it do what it came for.
    fn receive(&self, stream: TcpStream, from: SocketAddr) {
        let handshake = Handshake {
            token: &self.settings.token,
            version: VERSION,
            deadline: Instant::now() + HANDSHAKE_TIME.min(self.settings.patience),
        };
        let mut leader = None;
        let result = configure(&stream, self.settings.patience)
            .map_err(Into::into)
            .and_then(|()| handshake.answer(&stream, |kind| self.allow(kind, &mut leader)));
        self.handshakes.fetch_sub(1, Ordering::Relaxed);
        match result {
            Ok(SessionKind::Lead) => {
                if let Ok(wire) = Wire::new(stream) {
                    (self.report)(&WorkerEvent::LeaderArrived(from));
                    Session::new(self, &wire).serve();
                    wire.close();
                    (self.report)(&WorkerEvent::LeaderLeft(from));
                }
            }
            Ok(SessionKind::Mesh { run, from, .. }) => self.hand_on(run, from, stream),
            Err(error) => (self.report)(&WorkerEvent::TurnedAway(from, error)),
        }
        drop(leader);
    }

    /// Hands a line of the mesh to the search that it was made for. Closes it if that search has
    /// ended or been replaced meanwhile.
    fn hand_on(&self, id: [u8; 16], from: usize, stream: TcpStream) {
        if let Some(run) = self.state().run.as_ref().filter(|run| run.id == id) {
            let _ = run.callers.send((from, stream));
        }
    }

    /// Whether a caller that knows the token may do what it came for.
    fn allow<'w>(
        &'w self,
        kind: &SessionKind,
        leader: &mut Option<LeaderGuard<'w>>,
    ) -> Result<(), Denial> {
        let mut state = self.state();
        match kind {
            SessionKind::Lead if state.has_leader => Err(Denial::Busy),
            SessionKind::Lead => {
                state.has_leader = true;
                *leader = Some(LeaderGuard(self));
                Ok(())
            }
            SessionKind::Mesh {
                run: id,
                subject,
                from,
                to,
            } => {
                let run = state.run.as_mut().filter(|run| run.id == *id);
                let run = run.ok_or(Denial::UnknownRun)?;
                if run.subject != *subject {
                    return Err(Denial::OtherSearch);
                }
                // Each process behind this one calls once.
                let is_expected = *to == run.index && *from > run.index;
                match run.called.get_mut(*from) {
                    Some(called) if is_expected && !*called => {
                        *called = true;
                        Ok(())
                    }
                    _ => Err(Denial::UnknownRun),
                }
            }
        }
    }
}

/// The worker has a leader until this is dropped.
struct LeaderGuard<'a>(&'a Worker<'a>);

impl Drop for LeaderGuard<'_> {
    fn drop(&mut self) {
        *self.0.state() = WorkerState::default();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Asks a worker that expects the run `[1; 16]` about `[2; 32]`, as the second of three
    /// processes; who calls comes out at the other end.
    fn with_worker<T>(ask: impl FnOnce(&Worker, &mpsc::Receiver<(usize, TcpStream)>) -> T) -> T {
        let settings = Settings {
            listen: String::new(),
            token: Token::random().expect("there is chance"),
            patience: Duration::ZERO,
            threads: NonZeroUsize::MIN,
            memory: 0,
            folder: PathBuf::new(),
        };
        let answer =
            |_: &Question, _: &(dyn Fn() -> bool + Sync)| unreachable!("there are no questions");
        let worker = Worker {
            settings: &settings,
            answer: &answer,
            is_stopped: &|| false,
            report: &|_| (),
            language: Lang::En,
            state: Mutex::default(),
            handshakes: AtomicUsize::new(0),
        };
        let (callers, called) = mpsc::channel();
        worker.expect(Some(Run {
            id: [1; 16],
            subject: [2; 32],
            index: 1,
            called: vec![false; 3],
            callers,
        }));
        ask(&worker, &called)
    }

    /// Whether it lets somebody in.
    fn answers(kinds: &[SessionKind]) -> Vec<Result<(), Denial>> {
        with_worker(|worker, _| {
            let mut leads = None;
            let allowed = kinds.iter();
            allowed.map(|kind| worker.allow(kind, &mut leads)).collect()
        })
    }

    #[test]
    fn a_line_of_a_search_that_is_over_is_none_of_the_next() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it has one");
        let line = || TcpStream::connect(address).expect("it listens");
        with_worker(|worker, called| {
            worker.hand_on([9; 16], 2, line());
            assert!(called.try_recv().is_err());
            worker.hand_on([1; 16], 2, line());
            assert_eq!(called.try_recv().map(|(from, _)| from), Ok(2));
        });
    }

    fn mesh(run: u8, subject: u8, from: usize, to: usize) -> SessionKind {
        SessionKind::Mesh {
            run: [run; 16],
            subject: [subject; 32],
            from,
            to,
        }
    }

    #[test]
    fn only_those_who_belong_to_the_search_are_let_in() {
        let refused = [
            (mesh(9, 2, 2, 1), Denial::UnknownRun),
            (mesh(1, 9, 2, 1), Denial::OtherSearch),
            // Those before this one are called, and do not call.
            (mesh(1, 2, 0, 1), Denial::UnknownRun),
            (mesh(1, 2, 1, 1), Denial::UnknownRun),
            (mesh(1, 2, 3, 1), Denial::UnknownRun),
            (mesh(1, 2, usize::MAX, 1), Denial::UnknownRun),
            (mesh(1, 2, 2, 0), Denial::UnknownRun),
        ];
        for (kind, why) in refused {
            assert_eq!(answers(&[kind]), [Err(why)]);
        }
        let caller = mesh(1, 2, 2, 1);
        let once = [Ok(()), Err(Denial::UnknownRun)];
        assert_eq!(answers(&[caller.clone(), caller]), once);
    }

    #[test]
    fn one_leads_at_a_time() {
        let busy = [Ok(()), Err(Denial::Busy)];
        assert_eq!(answers(&[SessionKind::Lead, SessionKind::Lead]), busy);
    }
}
