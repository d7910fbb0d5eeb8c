//! The leader of a cluster: it connects to the workers, starts a search again when one of them is
//! lost, and reports what happens.

use std::fmt;
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use fewest_games::builtin::AnyLevel;
use fewest_search::{Progress, Report, SearchContext, SearchOptions, Watch};
use fewest_words::say;

use crate::attempt::{Attempt, AttemptError, Heard, SearchRun, listen};
use crate::handshake::{Denial, Handshake, HandshakeError, SessionKind, Token};
use crate::hosts::{Hosts, LocalProcesses, Start, StartError};
use crate::mesh::reach;
use crate::messages::{
    DiskError, Found, HEARTBEAT, Order, Outcome, Reply, SearchError, VERSION, WorkerFailure,
};
use crate::wire::{ConnectionError, Wire, configure};

/// How the processes of a cluster communicate.
#[derive(Debug)]
pub struct Settings {
    /// The secret that all of them know.
    pub token: Token,
    /// How long to wait for a process that does not connect or answer.
    pub patience: Duration,
    /// How often to start again when a worker is lost.
    pub restarts: u32,
}

/// How the processes search.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Whether every position is visited, also after the win.
    pub whole: bool,
    /// The longest time that it may take.
    pub time: Option<Duration>,
    /// The most positions that all processes may keep together.
    pub states: Option<u64>,
    /// The bytes that each process may hold; `None` lets each choose.
    pub memory: Option<u64>,
    /// The number of threads in each process; `None` takes the smallest number that one offers.
    pub threads: Option<NonZeroUsize>,
    /// Whether the files of an unfinished search are kept, to resume it.
    pub is_kept: bool,
}

/// Why a cluster did not finish its work.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The process with this index cannot be started on this machine.
    #[error("{}", say!("process {number} cannot be started: {why}", number = .0, why = .1))]
    NotStarted(usize, StartError),
    /// A worker cannot be reached, or its handshake failed.
    #[error("{0}")]
    Unreachable(UnreachableWorker),
    /// None of the workers can be reached.
    #[error("{}", say!("no worker can be reached"))]
    NoWorker,
    /// The worker with this index cannot make the search.
    #[error("{}", say!("worker {number} cannot search: {why}", number = .0, why = .1))]
    CannotSearch(usize, SearchError),
    /// The workers report different results.
    #[error("{}", say!("the workers do not agree on what they found"))]
    Disagreement,
    /// The system has no random numbers: what it reported.
    #[error("{0}")]
    NoRandomness(String),
    /// A worker was lost, and there are no restarts left.
    #[error("{0}")]
    Lost(LostWorker),
}

/// A worker that was not there when the work began.
#[derive(Debug)]
pub struct UnreachableWorker {
    /// Its index.
    pub worker: usize,
    /// Its address.
    pub address: String,
    /// Why it cannot be reached.
    pub error: HandshakeError,
}

/// A worker that was lost after the search had begun.
#[derive(Debug)]
pub struct LostWorker {
    /// Its index.
    pub worker: usize,
    /// Its address; `None` for a process of this machine.
    pub address: Option<String>,
    /// Why it was lost.
    pub cause: LossCause,
}

/// Why a worker was lost.
#[derive(Debug)]
pub enum LossCause {
    /// The connection between it and the leader broke or could not be made.
    Connection(HandshakeError),
    /// Another worker cannot reach it or has lost it.
    ReportedBy {
        /// The index of the other worker.
        reporter: usize,
        /// What happened to the connection between them.
        error: HandshakeError,
    },
    /// It broke off the search by itself.
    Failed(WorkerFailure),
    /// Its process has ended.
    Exited(ExitStatus),
}

/// What a leader reports while the work goes on.
#[derive(Debug)]
pub enum ClusterEvent {
    /// A worker was lost, and the search starts again.
    Restarting {
        /// The worker.
        lost: LostWorker,
        /// The number of this restart, from 1.
        restart: u32,
        /// The most restarts.
        most: u32,
    },
    /// The search goes on from this layer, which all workers have committed.
    Resuming(u64),
    /// The disk of the worker with this index ended the search.
    DiskFailed(usize, DiskError),
    /// A worker cannot be reached, and the others do its work.
    Missing(UnreachableWorker),
    /// A worker was lost, and the others do its work.
    Lost(LostWorker),
}

impl fmt::Display for UnreachableWorker {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (number, address, why) = (self.worker, &self.address, &self.error);
        f.write_str(&match is_loss(why) {
            true => say!(
                "worker {number} at {address} cannot be reached: {why}",
                number,
                address,
                why
            ),
            false => say!("worker {number} at {address}: {why}", number, address, why),
        })
    }
}

impl fmt::Display for LostWorker {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (number, why) = (self.worker, &self.cause);
        f.write_str(&match &self.address {
            Some(address) => say!(
                "worker {number} at {address} was lost: {why}",
                number,
                address,
                why
            ),
            None => say!("process {number} was lost: {why}", number, why),
        })
    }
}

impl fmt::Display for LossCause {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LossCause::Connection(error) => error.fmt(f),
            LossCause::ReportedBy {
                reporter: number,
                error: why,
            } => f.write_str(&say!("worker {number} says: {why}", number, why)),
            LossCause::Failed(failure) => failure.fmt(f),
            LossCause::Exited(status) => status.fmt(f),
        }
    }
}

impl fmt::Display for ClusterEvent {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ClusterEvent::Restarting {
                lost,
                restart: number,
                most,
            } => {
                let again = say!("it starts again ({number} of {most})", number, most);
                write!(f, "{lost}; {again}")
            }
            ClusterEvent::Resuming(number) => {
                f.write_str(&say!("going on from layer {number}", number))
            }
            ClusterEvent::DiskFailed(number, fault) => {
                f.write_str(&say!("worker {number}: {fault}", number, fault))
            }
            ClusterEvent::Missing(UnreachableWorker {
                worker: number,
                address,
                error: why,
            }) => f.write_str(&say!(
                "worker {number} at {address} cannot be reached: {why}; the others do its work",
                number,
                address,
                why
            )),
            ClusterEvent::Lost(lost) => lost.fmt(f),
        }
    }
}

/// Whether a worker that failed like this may be there later: it is lost. Otherwise it is not a worker
/// of this cluster, and another attempt would fail too.
pub(crate) fn is_loss(error: &HandshakeError) -> bool {
    matches!(
        error,
        HandshakeError::Connection(_) | HandshakeError::Denied(_)
    )
}

/// The time between two attempts to reach a worker that is busy.
const PAUSE: Duration = Duration::from_millis(20);
/// The time to take leave of the workers after one was lost for good.
const FAREWELL: Duration = Duration::from_secs(1);

impl Settings {
    /// Connects to a worker. Returns the number of threads that it offers too.
    fn connect(
        &self,
        address: &str,
        deadline: Instant,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(Wire, usize), HandshakeError> {
        let mut before = None;
        loop {
            match self.try_to_connect(address, deadline, is_over) {
                // It may not have noticed yet that its last leader is gone, it may be ending to be
                // started again, or too many strangers may be in their handshakes.
                Err(
                    error @ (HandshakeError::Denied(Denial::Busy)
                    | HandshakeError::Connection(ConnectionError::Closed)),
                ) if Instant::now() + PAUSE < deadline && !is_over() => {
                    before = Some(error);
                    thread::sleep(PAUSE);
                }
                // There was no time left to get the same error once more.
                Err(error @ HandshakeError::Connection(ConnectionError::TimedOut)) => {
                    return Err(before.unwrap_or(error));
                }
                result => return result,
            }
        }
    }

    fn try_to_connect(
        &self,
        address: &str,
        deadline: Instant,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(Wire, usize), HandshakeError> {
        let handshake = Handshake {
            token: &self.token,
            version: VERSION,
            deadline,
        };
        let stream: TcpStream = reach(address, deadline, is_over)?;
        configure(&stream, self.patience)?;
        handshake.call(&stream, &SessionKind::Lead)?;
        let wire = Wire::new(stream)?;
        let left = deadline.saturating_duration_since(Instant::now());
        match wire.receive(left)? {
            Some(Reply::Hello { threads }) => Ok((wire, threads)),
            Some(_) => Err(HandshakeError::OtherProtocol),
            None => Err(ConnectionError::TimedOut.into()),
        }
    }

    /// Lets a worker remove the files of a search that nobody resumes, if it can be reached. If it
    /// cannot, its next search removes them.
    fn clear(&self, address: &str) {
        let deadline = Instant::now() + FAREWELL.min(self.patience);
        if let Ok((wire, _)) = self.connect(address, deadline, &|| false) {
            let _ = wire.send(&Order::Release { forget: true });
            while let Ok(Some(Reply::Alive { .. })) = wire.receive(FAREWELL) {}
        }
    }
}

/// Several processes that search together.
pub struct Cluster {
    place: Place,
    pub(crate) settings: Settings,
}

/// Where the processes are.
enum Place {
    Hosts(Vec<String>),
    Local(LocalProcesses),
}

impl Cluster {
    /// The workers that run at these addresses.
    pub fn at(hosts: &Hosts, settings: Settings) -> Self {
        Cluster {
            place: Place::Hosts(hosts.addresses().to_vec()),
            settings,
        }
    }

    /// Workers on this machine. `start` makes the command of each process.
    pub fn local(
        processes: NonZeroUsize,
        folder: PathBuf,
        settings: Settings,
        start: Start,
    ) -> Self {
        let token = settings.token.clone();
        let processes = LocalProcesses::new(processes, folder, token, start);
        Cluster {
            place: Place::Local(processes),
            settings,
        }
    }

    /// Searches one level together. `report` gets the losses and the restarts.
    pub fn solve(
        &mut self,
        level: &AnyLevel,
        work: &Work,
        watch: &mut dyn Watch,
        report: &mut dyn FnMut(&ClusterEvent),
    ) -> Result<Report<u32>, ClusterError> {
        let mut options = SearchOptions::new();
        options.limits.time = work.time;
        let mut run = SearchRun {
            work: *work,
            level: level.level_text(),
            ctx: SearchContext::new(&options).observed_by(watch),
            stopped: None,
        };
        let mut is_won = false;
        level.with_positions(&mut |positions| {
            positions.begin(&mut |start| is_won = start.is_won);
        });
        if is_won {
            let choices = Vec::new();
            let outcome = Outcome::of(Found::Won { choices }, vec![1]);
            return Ok(run.report(outcome, self.processes()));
        }
        let most = self.settings.restarts;
        for attempt in 0.. {
            let (worker, cause) = match self.attempt(&mut run, attempt > 0, report) {
                Ok(outcome) => return Ok(run.report(outcome, self.processes())),
                Err(AttemptError::Fatal(error)) => return Err(error),
                Err(AttemptError::Lost { worker, cause }) => (worker, cause),
            };
            // A search that was stopped does not start again.
            if let Some(outcome) = run.gave_up() {
                return Ok(run.report(outcome, self.processes()));
            }
            let lost = self.lost(worker, cause);
            if attempt >= most {
                if !work.is_kept {
                    self.clear();
                }
                return Err(ClusterError::Lost(lost));
            }
            report(&ClusterEvent::Restarting {
                lost,
                restart: attempt + 1,
                most,
            });
        }
        unreachable!("attempts are counted")
    }

    fn attempt(
        &mut self,
        run: &mut SearchRun,
        is_again: bool,
        report: &mut dyn FnMut(&ClusterEvent),
    ) -> Result<Outcome, AttemptError> {
        let addresses = self.addresses();
        // Ctrl-C also reaches a process that is just being started: then it is no failure.
        run.is_stopped(Progress::default());
        if let Some(outcome) = run.gave_up() {
            return Ok(outcome);
        }
        let addresses = addresses.map_err(AttemptError::Fatal)?;
        let connected = self.connect(&addresses, &mut || run.is_stopped(Progress::default()));
        if let Some(outcome) = run.gave_up() {
            return Ok(outcome);
        }
        let mut wires = Vec::with_capacity(addresses.len());
        let mut offered = None::<usize>;
        for connected in connected {
            let UnreachableWorker { worker, error, .. } = match connected {
                Ok((wire, threads)) => {
                    wires.push(wire);
                    offered = Some(offered.map_or(threads, |least| least.min(threads)));
                    continue;
                }
                // A worker that was never there is not lost.
                Err(unreachable) if !is_again || !is_loss(&unreachable.error) => {
                    return Err(AttemptError::Fatal(ClusterError::Unreachable(unreachable)));
                }
                Err(unreachable) => unreachable,
            };
            let cause = LossCause::Connection(error);
            return Err(AttemptError::Lost { worker, cause });
        }
        let offered = offered.and_then(NonZeroUsize::new);
        // The files are for exactly this number, also in the attempts that follow.
        run.work.threads = run.work.threads.or(offered).or(Some(NonZeroUsize::MIN));
        thread::scope(|scope| {
            let (sender, heard) = mpsc::channel::<Heard>();
            for (worker, wire) in wires.iter().enumerate() {
                let (sender, patience) = (sender.clone(), self.settings.patience);
                scope.spawn(move || listen(worker, wire, patience, &sender));
            }
            let mut attempt = Attempt::new(&wires, &heard);
            let ended = attempt.lead(run, &addresses, is_again, report);
            wires.iter().for_each(Wire::close);
            ended
        })
    }

    /// Lets the workers that are left remove their files. Processes of this machine end with it.
    fn clear(&self) {
        if let Place::Hosts(addresses) = &self.place {
            let settings = &self.settings;
            thread::scope(|scope| {
                for address in addresses {
                    scope.spawn(|| settings.clear(address));
                }
            });
        }
    }

    /// Describes a lost worker: a process of this machine by its exit status, if it has ended.
    pub(crate) fn lost(&mut self, worker: usize, cause: LossCause) -> LostWorker {
        let (address, exited) = match &mut self.place {
            Place::Hosts(addresses) => (Some(addresses[worker].clone()), None),
            Place::Local(processes) => (None, processes.exit_status(worker)),
        };
        LostWorker {
            worker,
            address,
            cause: exited.map_or(cause, LossCause::Exited),
        }
    }

    /// The addresses of all processes. Starts those of this machine that are not running.
    pub(crate) fn addresses(&mut self) -> Result<Vec<String>, ClusterError> {
        match &mut self.place {
            Place::Hosts(addresses) => Ok(addresses.clone()),
            Place::Local(processes) => processes
                .addresses(self.settings.patience)
                .map_err(|(process, error)| ClusterError::NotStarted(process, error)),
        }
    }

    fn processes(&self) -> usize {
        match &self.place {
            Place::Hosts(addresses) => addresses.len(),
            Place::Local(processes) => processes.count(),
        }
    }

    /// Connects to all workers. `is_stopped` is called now and then.
    pub(crate) fn connect(
        &self,
        addresses: &[String],
        is_stopped: &mut dyn FnMut() -> bool,
    ) -> Vec<Result<(Wire, usize), UnreachableWorker>> {
        let deadline = Instant::now() + self.settings.patience;
        let (settings, is_over) = (&self.settings, &AtomicBool::new(false));
        // The workers that are connected while others are not must not give up the leader.
        let waiting = &Mutex::new(Vec::<Wire>::new());
        let waiting_wires = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            let calls = addresses.iter().map(|address| {
                scope.spawn(move || {
                    let is_over = || is_over.load(Ordering::Relaxed);
                    let (wire, threads) = settings.connect(address, deadline, &is_over)?;
                    let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
                    waiting.push(wire.clone());
                    Ok((wire, threads))
                })
            });
            let calls: Vec<_> = calls.collect();
            let mut sent = Instant::now();
            while calls.iter().any(|call| !call.is_finished()) {
                thread::sleep(PAUSE / 4);
                if sent.elapsed() >= HEARTBEAT {
                    sent = Instant::now();
                    for wire in waiting_wires().iter() {
                        // A worker that is gone by now is noticed later.
                        let _ = wire.send(&Order::Alive);
                    }
                }
                if is_stopped() {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
            let called = calls.into_iter().zip(addresses).enumerate();
            let called = called.map(|(worker, (call, address))| {
                let connected = call.join().unwrap_or(Err(HandshakeError::OtherProtocol));
                connected.map_err(|error| UnreachableWorker {
                    worker,
                    address: address.clone(),
                    error,
                })
            });
            called.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_lost_worker_is_described_by_its_place_and_its_cause() {
        let words = |address: Option<&str>, cause: LossCause| {
            let address = address.map(str::to_string);
            let worker = 1;
            let lost = LostWorker {
                worker,
                address,
                cause,
            };
            lost.to_string()
        };
        let closed = || HandshakeError::Connection(ConnectionError::Closed);
        assert_eq!(
            words(Some("a:7"), LossCause::Connection(closed())),
            "worker 1 at a:7 was lost: the connection was closed"
        );
        let (reporter, error) = (0, closed());
        assert_eq!(
            words(Some("a:7"), LossCause::ReportedBy { reporter, error }),
            "worker 1 at a:7 was lost: worker 0 says: the connection was closed"
        );
        assert_eq!(
            words(None, LossCause::Failed(WorkerFailure::Panicked)),
            "process 1 was lost: a worker failed"
        );
    }

    #[test]
    fn a_worker_that_was_never_there_is_described_by_its_error() {
        let words = |error: HandshakeError| {
            let (worker, address) = (1, "a:7".to_string());
            let unreachable = UnreachableWorker {
                worker,
                address,
                error,
            };
            ClusterError::Unreachable(unreachable).to_string()
        };
        assert_eq!(
            words(HandshakeError::Denied(Denial::Busy)),
            "worker 1 at a:7 cannot be reached: the worker is busy with another search"
        );
        assert_eq!(
            words(HandshakeError::WrongToken),
            "worker 1 at a:7: the other side has another token"
        );
        let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
        let text = refused.to_string();
        assert_eq!(
            words(refused.into()),
            format!("worker 1 at a:7 cannot be reached: the connection failed: {text}")
        );
    }
}
