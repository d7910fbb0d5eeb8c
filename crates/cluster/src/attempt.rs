//! What a leader does with its workers: it lets them make one attempt at a search after another, or
//! spreads questions about many levels over them. It finds out which worker is lost.

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use fewest_search::{Limit, Plan, Progress, Report, SearchContext, Stats, Verdict, Why};

use crate::cluster::{Cluster, ClusterError, ClusterEvent, LossCause, Work, is_loss};
use crate::handshake::{HandshakeError, random};
use crate::mesh::LostPeer;
use crate::messages::{Answer, Found, HEARTBEAT, Order, Outcome, Question, Reply, Search};
use crate::session::common_depths;
use crate::wire::{ConnectionError, Wire};

/// A search over all its attempts.
pub(crate) struct SearchRun<'a> {
    pub work: Work,
    /// The level, as level text.
    pub level: String,
    /// The clock and the observer.
    pub ctx: SearchContext<'a>,
    /// Why the workers were told to stop.
    pub stopped: Option<Limit>,
}

impl SearchRun<'_> {
    /// Polls the clock and the observer, and keeps the limit that they report. Returns whether the
    /// search is to be given up.
    pub fn is_stopped(&mut self, progress: Progress) -> bool {
        if self.stopped.is_none() {
            self.stopped = self.ctx.step(u32::MAX, || progress).err();
        }
        self.stopped.is_some()
    }

    /// What to report if the search was stopped before it began.
    pub fn gave_up(&self) -> Option<Outcome> {
        let limit = self.stopped.clone()?;
        let found = Found::GaveUp { limit, at_least: 1 };
        Some(Outcome::of(found, Vec::new()))
    }

    pub fn report(&self, outcome: Outcome, processes: usize) -> Report<u32> {
        let verdict = match outcome.found {
            Found::Won { choices } => Verdict::Fewest {
                cost: choices.len() as u64,
                moves: choices,
            },
            Found::Impossible => Verdict::Impossible,
            Found::GaveUp { limit, at_least } => {
                let limit = match (limit, self.stopped.clone()) {
                    // The workers do not know why they were told to stop.
                    (Limit::Stopped, Some(limit)) => limit,
                    (limit, _) => limit,
                };
                Verdict::GaveUp { limit, at_least }
            }
        };
        let threads = self.work.threads.map_or(1, NonZeroUsize::get);
        let why = Why::new(
            "the positions are shared out by their keys among {processes} processes, {threads} threads each",
        )
        .with("processes", processes as u64)
        .with("threads", threads as u64);
        Report {
            verdict,
            best: None,
            stats: Stats {
                states: outcome.layers.iter().sum(),
                layers: outcome.layers,
                bytes: outcome.bytes,
                elapsed: self.ctx.elapsed(),
            },
            plan: Plan {
                kernel: "cluster",
                states: None,
                bytes: None,
                needed: None,
                expected: None,
                why,
            },
        }
    }
}

/// Why an attempt failed.
#[derive(Debug)]
pub(crate) enum AttemptError {
    /// Another attempt would fail too.
    Fatal(ClusterError),
    /// A worker cannot be reached, or was lost.
    Lost { worker: usize, cause: LossCause },
}

/// What has arrived from one of the workers.
pub(crate) type Heard = (usize, Result<Reply, ConnectionError>);

/// Receives from one worker until its connection is closed or it is silent for too long, and tells
/// it now and then that the leader is still there. On a thread of its own, so that the leader may wait
/// for something else meanwhile, such as for the reader of the answers.
pub(crate) fn listen(worker: usize, wire: &Wire, patience: Duration, sender: &Sender<Heard>) {
    let (mut silence, mut sent) = (Duration::ZERO, Instant::now());
    loop {
        let received = wire.receive(HEARTBEAT).and_then(|received| {
            if sent.elapsed() >= HEARTBEAT {
                sent = Instant::now();
                wire.send(&Order::Alive)?;
            }
            Ok(received)
        });
        let received = match received {
            Ok(Some(reply)) => {
                silence = Duration::ZERO;
                Ok(reply)
            }
            // Heartbeats are counted instead of time: a process that was itself suspended has not
            // waited.
            Ok(None) if silence < patience => {
                silence += HEARTBEAT;
                continue;
            }
            Ok(None) => Err(ConnectionError::TimedOut),
            Err(error) => Err(error),
        };
        let is_broken = received.is_err();
        if sender.send((worker, received)).is_err() || is_broken {
            return;
        }
    }
}

/// One attempt, with a connection to each worker.
pub(crate) struct Attempt<'a> {
    wires: &'a [Wire],
    heard: &'a Receiver<Heard>,
    /// The depth and the positions of each worker.
    progress: Vec<(u64, u64)>,
}

impl<'a> Attempt<'a> {
    pub fn new(wires: &'a [Wire], heard: &'a Receiver<Heard>) -> Self {
        Attempt {
            wires,
            heard,
            progress: vec![(0, 0); wires.len()],
        }
    }

    /// Lets the workers search, and returns what all of them found.
    pub fn lead(
        &mut self,
        run: &mut SearchRun,
        addresses: &[String],
        is_again: bool,
        report: &mut dyn FnMut(&ClusterEvent),
    ) -> Result<Outcome, AttemptError> {
        let no_randomness = |error: std::io::Error| ClusterError::NoRandomness(error.to_string());
        let id: [u8; 16] = random().map_err(|error| AttemptError::Fatal(no_randomness(error)))?;
        for index in 0..self.wires.len() {
            let work = &run.work;
            let search = Search {
                run: id,
                level: run.level.clone(),
                whole: work.whole,
                processes: addresses.to_vec(),
                index,
                threads: work.threads.map_or(1, NonZeroUsize::get),
                memory: work.memory,
                states: work.states,
                is_kept: work.is_kept,
            };
            self.send(index, &Order::Prepare(search))?;
        }
        let prepared = self.gather(run, |reply| match reply {
            Reply::Prepared { depths } => Some(depths),
            _ => None,
        })?;
        if let Some(outcome) = run.gave_up() {
            self.release(run, false);
            return Ok(outcome);
        }
        let from = common_depths(prepared.into_iter()).into_iter().max();
        if let (Some(layer), true) = (from, is_again) {
            report(&ClusterEvent::Resuming(layer));
        }
        self.send_all(&Order::Start { from })?;
        let ended = self.gather(run, |reply| match reply {
            Reply::Ended(outcome) => Some(outcome),
            _ => None,
        })?;
        let outcome = combine(&ended, report)?;
        let is_over = !matches!(outcome.found, Found::GaveUp { .. });
        self.release(run, is_over);
        Ok(outcome)
    }

    /// Lets the workers leave the search. One that is lost now does not matter any more.
    fn release(&mut self, run: &mut SearchRun, is_over: bool) {
        let forget = is_over || !run.work.is_kept;
        let sent = self.send_all(&Order::Release { forget });
        let _ = sent.and_then(|()| {
            self.gather(run, |reply| match reply {
                Reply::Released => Some(()),
                _ => None,
            })
        });
    }

    fn send(&self, worker: usize, order: &Order) -> Result<(), AttemptError> {
        let sent = self.wires[worker].send(order);
        sent.map_err(|error| lost_connection(worker, error))
    }

    fn send_all(&self, order: &Order) -> Result<(), AttemptError> {
        (0..self.wires.len()).try_for_each(|worker| self.send(worker, order))
    }

    /// Receives from all workers until `pick` has taken a reply of each, or one is lost. Watches the
    /// progress meanwhile, and tells the workers to stop if the search is to end.
    fn gather<T>(
        &mut self,
        run: &mut SearchRun,
        mut pick: impl FnMut(Reply) -> Option<T>,
    ) -> Result<Vec<T>, AttemptError> {
        let mut picked: Vec<Option<T>> = Vec::new();
        picked.resize_with(self.wires.len(), || None);
        while picked.iter().any(Option::is_none) {
            match self.heard.recv_timeout(HEARTBEAT / 4) {
                Ok((worker, Ok(Reply::Alive { depth, states }))) => {
                    self.progress[worker] = (depth, states);
                }
                Ok((worker, Ok(Reply::LostPeer(lost)))) => {
                    return Err(self.blame(reported(worker, lost)));
                }
                Ok((worker, Ok(Reply::Failed(failure)))) => {
                    return Err(self.blame((worker, LossCause::Failed(failure))));
                }
                Ok((worker, Ok(Reply::CannotSearch(error)))) => {
                    return Err(AttemptError::Fatal(ClusterError::CannotSearch(
                        worker, error,
                    )));
                }
                Ok((worker, Ok(reply))) => {
                    if let Some(found) = pick(reply) {
                        picked[worker] = Some(found);
                    }
                }
                Ok((worker, Err(error))) => return Err(lost_connection(worker, error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(lost_connection(0, ConnectionError::Closed));
                }
            }
            if run.stopped.is_none() {
                let depth = self.progress.iter().map(|seen| seen.0).max().unwrap_or(0);
                let progress = Progress {
                    depth,
                    at_least: depth.saturating_add(1),
                    states: self.progress.iter().map(|seen| seen.1).sum(),
                };
                if run.is_stopped(progress) {
                    self.send_all(&Order::Stop)?;
                }
            }
        }
        Ok(picked.into_iter().flatten().collect())
    }

    /// Finds out which worker was lost after one has reported a loss: the one whose connection to the
    /// leader breaks within a moment, if there is one.
    fn blame(&self, mut accused: (usize, LossCause)) -> AttemptError {
        let until = Instant::now() + 2 * HEARTBEAT;
        let left = || until.saturating_duration_since(Instant::now());
        while let Ok((worker, heard)) = self.heard.recv_timeout(left()) {
            match heard {
                Err(error) => return lost_connection(worker, error),
                // A worker that failed by itself knows better than those that only lost it.
                Ok(Reply::Failed(failure)) => accused = (worker, LossCause::Failed(failure)),
                // Workers that lose a peer close all their lines, so a closed line may be a
                // consequence, and any other error is the cause.
                Ok(Reply::LostPeer(lost)) if is_closed_line(&accused.1) => {
                    accused = reported(worker, lost);
                }
                Ok(_) => {}
            }
        }
        let (worker, cause) = accused;
        AttemptError::Lost { worker, cause }
    }
}

/// The worker that another one reports as lost. The leader reaches both, so the connection between
/// them is broken.
fn reported(reporter: usize, LostPeer { peer, error }: LostPeer) -> (usize, LossCause) {
    (peer, LossCause::ReportedBy { reporter, error })
}

fn is_closed_line(cause: &LossCause) -> bool {
    let closed = HandshakeError::Connection(ConnectionError::Closed);
    matches!(cause, LossCause::ReportedBy { error, .. } if *error == closed)
}

fn lost_connection(worker: usize, error: ConnectionError) -> AttemptError {
    let cause = LossCause::Connection(error.into());
    AttemptError::Lost { worker, cause }
}

/// Checks that all workers found the same, and returns it.
fn combine(
    ended: &[Outcome],
    report: &mut dyn FnMut(&ClusterEvent),
) -> Result<Outcome, AttemptError> {
    let mut outcome = ended[0].clone();
    for (worker, other) in ended.iter().enumerate() {
        if (&other.found, &other.layers) != (&outcome.found, &outcome.layers) {
            return Err(AttemptError::Fatal(ClusterError::Disagreement));
        }
        if let (Found::GaveUp { .. }, Some(error)) = (&other.found, &other.disk_error) {
            report(&ClusterEvent::DiskFailed(worker, error.clone()));
        }
    }
    let bytes = ended.iter().map(|outcome| outcome.bytes);
    outcome.bytes = bytes.fold(0, u64::saturating_add);
    Ok(outcome)
}

/// The number of questions that a worker has for each of its threads, so that none waits for the
/// leader.
const AHEAD: usize = 2;

impl Cluster {
    /// Lets the workers answer questions, each by one that is free, and hands over the answers in the
    /// order of the questions. The questions of a lost worker are asked again. `is_stopped` is called
    /// now and then.
    pub fn spread(
        &mut self,
        questions: &[Question],
        is_stopped: &mut dyn FnMut() -> bool,
        report: &mut dyn FnMut(&ClusterEvent),
        hand_over: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<(), ClusterError> {
        let addresses = match self.addresses() {
            Ok(addresses) => addresses,
            // Ctrl-C also reaches a process that is just being started.
            Err(_) if is_stopped() => return Ok(()),
            Err(error) => return Err(error),
        };
        let mut is_over = false;
        let connected = self.connect(&addresses, &mut || {
            is_over |= is_stopped();
            is_over
        });
        if is_over {
            return Ok(());
        }
        let mut workers = Vec::with_capacity(connected.len());
        for (index, connected) in connected.into_iter().enumerate() {
            match connected {
                Ok((wire, threads)) => workers.push(AskedWorker {
                    index,
                    wire,
                    most: threads.saturating_mul(AHEAD).max(1),
                    asked: Vec::new(),
                    is_lost: false,
                }),
                // The others can do without one that may be there later.
                Err(unreachable) if is_loss(&unreachable.error) => {
                    report(&ClusterEvent::Missing(unreachable));
                }
                Err(unreachable) => return Err(ClusterError::Unreachable(unreachable)),
            }
        }
        if workers.is_empty() {
            return Err(ClusterError::NoWorker);
        }
        let patience = self.settings.patience;
        thread::scope(|scope| {
            let (sender, heard) = mpsc::channel::<Heard>();
            for (place, worker) in workers.iter().enumerate() {
                let (wire, sender) = (worker.wire.clone(), sender.clone());
                scope.spawn(move || listen(place, &wire, patience, &sender));
            }
            let mut open: VecDeque<usize> = (0..questions.len()).collect();
            let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
            let (mut next, mut ended) = (0, Ok(()));
            while next < questions.len() {
                let asked = workers.iter_mut().enumerate();
                let asked = asked
                    .filter_map(|(place, worker)| Some((place, worker.ask(&mut open, questions)?)));
                let mut lost: Vec<_> = asked.collect();
                match heard.recv_timeout(HEARTBEAT / 4) {
                    Ok((place, Ok(Reply::Answered { number, answer }))) => {
                        let number = number as usize;
                        workers[place].asked.retain(|asked| *asked != number);
                        answers.insert(number, answer);
                    }
                    Ok((place, Err(error))) => lost.push((place, error)),
                    Ok((_, Ok(_))) | Err(_) => {}
                }
                for (place, error) in lost {
                    if workers[place].is_lost {
                        continue;
                    }
                    workers[place].lose(&mut open);
                    let cause = LossCause::Connection(error.into());
                    let lost = self.lost(workers[place].index, cause);
                    match workers.iter().all(|worker| worker.is_lost) {
                        true => ended = Err(ClusterError::Lost(lost)),
                        false => report(&ClusterEvent::Lost(lost)),
                    }
                }
                if ended.is_err() {
                    break;
                }
                let mut is_over = is_stopped();
                while let (Some(answer), false) = (answers.remove(&next), is_over) {
                    next += 1;
                    is_over = hand_over(answer).is_break();
                }
                if is_over {
                    break;
                }
            }
            workers.iter().for_each(|worker| worker.wire.close());
            ended
        })
    }
}

/// A worker that answers questions.
struct AskedWorker {
    index: usize,
    wire: Wire,
    /// The most questions that it has at the same time.
    most: usize,
    asked: Vec<usize>,
    is_lost: bool,
}

impl AskedWorker {
    /// Asks it as many questions as it takes. Returns the error of its connection, if that broke.
    fn ask(
        &mut self,
        open: &mut VecDeque<usize>,
        questions: &[Question],
    ) -> Option<ConnectionError> {
        while !self.is_lost && self.asked.len() < self.most {
            let number = open.pop_front()?;
            self.asked.push(number);
            let order = Order::Ask {
                number: number as u64,
                question: questions[number].clone(),
            };
            if let Err(error) = self.wire.send(&order) {
                return Some(error);
            }
        }
        None
    }

    /// Marks it as lost. Its questions are asked again.
    fn lose(&mut self, open: &mut VecDeque<usize>) {
        self.is_lost = true;
        self.wire.close();
        for number in self.asked.drain(..).rev() {
            open.push_front(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::messages::WorkerFailure;

    /// The worker that is blamed after worker 1 has accused worker 2, and then this is received.
    fn blamed(first: ConnectionError, then: Vec<Heard>) -> (usize, String) {
        let (sender, heard) = mpsc::channel();
        for received in then {
            sender.send(received).expect("it is received");
        }
        // Nothing more comes, so nothing is waited for.
        drop(sender);
        let (peer, error) = (2, first.into());
        let accused = reported(1, LostPeer { peer, error });
        match Attempt::new(&[], &heard).blame(accused) {
            AttemptError::Lost { worker, cause } => (worker, cause.to_string()),
            AttemptError::Fatal(error) => panic!("{error}"),
        }
    }

    fn lost_peer(reporter: usize, peer: usize, error: ConnectionError) -> Heard {
        let error = error.into();
        (reporter, Ok(Reply::LostPeer(LostPeer { peer, error })))
    }

    #[test]
    fn the_cause_of_a_loss_is_told_from_its_consequences() {
        use ConnectionError::{Closed, TimedOut};
        let closed = "the connection was closed";
        let late = "the other side did not answer in time";
        let failed = || (0, Ok(Reply::Failed(WorkerFailure::Panicked)));
        for (first, then, worker, cause) in [
            (Closed, vec![], 2, format!("worker 1 says: {closed}")),
            // A closed line is explained by the loss that another worker reports.
            (
                Closed,
                vec![lost_peer(0, 3, TimedOut), lost_peer(3, 0, Closed)],
                3,
                format!("worker 0 says: {late}"),
            ),
            (
                TimedOut,
                vec![lost_peer(0, 3, Closed)],
                2,
                format!("worker 1 says: {late}"),
            ),
            (TimedOut, vec![failed()], 0, "a worker failed".to_string()),
            (
                Closed,
                vec![failed(), (3, Err(Closed))],
                3,
                closed.to_string(),
            ),
        ] {
            assert_eq!(blamed(first, then), (worker, cause));
        }
    }
}
