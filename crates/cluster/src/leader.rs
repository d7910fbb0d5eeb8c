//! The leader of a cluster: it gives the workers a search, hears how far they are, and starts again
//! when one of them is lost.

use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use fewest_games::game::Level;
use fewest_search::{Limit, Plan, Progress, Report, Stats, Verdict, Watch, Why};
use fewest_words::say;

use crate::broken::Broken;
use crate::greeting::{Greeter, Purpose, Refusal, Refused};
use crate::hex::hex;
use crate::hosts::Hosts;
use crate::local::Local;
use crate::mesh::reach;
use crate::messages::{Order, Reply, Search, VERSION};
use crate::outcome::{Found, Outcome};
use crate::session::{BEAT, common};
use crate::token::{Token, random};
use crate::wire::{Wire, steady};

/// How the processes of a cluster deal with each other.
#[derive(Debug)]
pub struct Settings {
    /// What all of them know.
    pub token: Token,
    /// How long it waits for one that does not connect or answer.
    pub patience: Duration,
    /// How often it starts again when one is lost.
    pub restarts: u32,
}

impl Settings {
    /// Connects to a worker, and hears how many threads it offers.
    fn connect(
        &self,
        address: &str,
        deadline: Instant,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(Wire, usize), Refused> {
        let greeter = Greeter {
            token: &self.token,
            version: VERSION,
            deadline,
        };
        let stream = loop {
            let stream: TcpStream = reach(address, deadline, is_over)?;
            steady(&stream, self.patience)?;
            match greeter.call(&stream, &Purpose::Lead) {
                Ok(()) => break stream,
                // It may not have noticed yet that its last leader is gone.
                Err(Refused::Denied(Refusal::Busy))
                    if Instant::now() + PAUSE < deadline && !is_over() =>
                {
                    thread::sleep(PAUSE);
                }
                Err(why) => return Err(why),
            }
        };
        let wire = Wire::new(stream)?;
        let left = deadline.saturating_duration_since(Instant::now());
        match wire.receive(left) {
            Ok(Some(Reply::Hello { threads })) => Ok((wire, threads)),
            Ok(Some(_)) => Err(Refused::NotAGreeting),
            Ok(None) => Err(Refused::Broken(Broken::TooSlow)),
            Err(broken) => Err(Refused::Broken(broken)),
        }
    }
}

/// On what terms the processes search.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Whether every position is visited, past the win too.
    pub whole: bool,
    /// How long it may take.
    pub time: Option<Duration>,
    /// The most positions that all may keep together.
    pub states: Option<u64>,
    /// The bytes that each process may hold; nothing leaves it to them.
    pub memory: Option<u64>,
    /// How many threads each process has; nothing: as many as the one that offers fewest.
    pub threads: Option<NonZeroUsize>,
    /// Whether what they have on their disks is kept when the search is not over, to be resumed.
    pub is_kept: bool,
}

/// Why a cluster did not do its work, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It never began.
    CannotBegin(String),
    /// A worker was lost on the way, and there are no more restarts.
    Lost(String),
}

/// Several processes that search together.
pub struct Cluster {
    place: Place,
    settings: Settings,
}

enum Place {
    Hosts(Vec<String>),
    Here(Local),
}

/// Why an attempt failed.
pub(crate) enum Setback {
    /// Trying again would not help.
    Hopeless(String),
    /// One of the processes cannot be reached, or was lost: which one, and why.
    Lost { process: usize, why: String },
}

/// How often a worker that is busy is asked again.
const PAUSE: Duration = Duration::from_millis(20);

/// What has come from one of the workers.
pub(crate) type Heard = (usize, Result<Reply, Broken>);

impl Cluster {
    /// The workers that run at these addresses.
    pub fn at(hosts: &Hosts, settings: Settings) -> Self {
        Cluster {
            place: Place::Hosts(hosts.addresses().to_vec()),
            settings,
        }
    }

    /// Workers on this machine, each a process that `start` makes the command for, given its index
    /// and its folder.
    pub fn here(
        processes: NonZeroUsize,
        folder: PathBuf,
        settings: Settings,
        start: Box<dyn Fn(usize, &std::path::Path) -> Command>,
    ) -> Self {
        let token = settings.token.clone();
        Cluster {
            place: Place::Here(Local::new(processes, folder, token, start)),
            settings,
        }
    }

    /// Searches one level together. `tell` hears when a worker was lost and it starts again.
    pub fn solve(
        &mut self,
        level: &dyn Level,
        work: &Work,
        watch: &mut dyn Watch,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Report<u32>, Trouble> {
        let mut journey = Journey {
            began: Instant::now(),
            work: *work,
            level: level.level_text(),
            stopped: None,
            watch,
        };
        let mut is_won = false;
        level.with_positions(&mut |positions| {
            positions.begin(&mut |start| is_won = start.is_won);
        });
        if is_won {
            let found = Found::Won {
                choices: Vec::new(),
            };
            let outcome = Outcome {
                found,
                layers: vec![1],
                bytes: 0,
            };
            return Ok(journey.report(outcome, 0));
        }
        for attempt in 0.. {
            let setback = match self.attempt(&mut journey, attempt > 0, tell) {
                Ok(report) => return Ok(report),
                Err(setback) => setback,
            };
            let (process, why) = match setback {
                Setback::Hopeless(why) => return Err(Trouble::CannotBegin(why)),
                Setback::Lost { process, why } => (process, why),
            };
            let lost = self.lost_in_words(process, &why);
            if attempt >= self.settings.restarts {
                return Err(Trouble::Lost(lost));
            }
            let (number, most) = (attempt + 1, self.settings.restarts);
            let again = say!("it starts again ({number} of {most})", number, most);
            tell(&format!("{lost}; {again}"));
        }
        unreachable!("attempts are counted")
    }

    pub(crate) fn lost_in_words(&mut self, process: usize, why: &str) -> String {
        match &mut self.place {
            Place::Hosts(addresses) => say!(
                "worker {number} at {address} was lost: {why}",
                number = process,
                address = addresses[process],
                why
            ),
            Place::Here(local) => match local.end_of(process) {
                Some(status) => say!(
                    "process {number} was lost: {why}",
                    number = process,
                    why = status
                ),
                None => say!("process {number} was lost: {why}", number = process, why),
            },
        }
    }

    /// The addresses of all processes; those on this machine are started if they are not there.
    pub(crate) fn addresses(&mut self) -> Result<Vec<String>, Setback> {
        match &mut self.place {
            Place::Hosts(addresses) => Ok(addresses.clone()),
            Place::Here(local) => local.addresses(self.settings.patience),
        }
    }

    pub(crate) fn patience(&self) -> Duration {
        self.settings.patience
    }

    /// Connects to all, and hears how many threads each offers.
    pub(crate) fn connect(
        &self,
        addresses: &[String],
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<(Wire, usize)>, Setback> {
        let deadline = Instant::now() + self.settings.patience;
        let settings = &self.settings;
        let connected: Vec<_> = thread::scope(|scope| {
            let calls = addresses
                .iter()
                .map(|address| scope.spawn(move || settings.connect(address, deadline, is_over)));
            let calls: Vec<_> = calls.collect();
            let calls = calls.into_iter().map(|call| call.join());
            calls
                .map(|call| call.unwrap_or(Err(Refused::NotAGreeting)))
                .collect()
        });
        let mut wires = Vec::with_capacity(connected.len());
        for (process, connected) in connected.into_iter().enumerate() {
            let setback = |why: Refused| match why {
                Refused::Broken(_) | Refused::Denied(_) => Setback::Lost {
                    process,
                    why: why.to_string(),
                },
                _ => Setback::Hopeless(say!(
                    "worker {number} at {address}: {why}",
                    number = process,
                    address = addresses[process],
                    why
                )),
            };
            wires.push(connected.map_err(setback)?);
        }
        Ok(wires)
    }

    fn attempt(
        &mut self,
        journey: &mut Journey,
        is_again: bool,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Report<u32>, Setback> {
        let addresses = self.addresses()?;
        let wires = self.connect(&addresses, &|| false);
        // One that was never there is no loss.
        let wires = wires.map_err(|setback| match setback {
            Setback::Lost { process, why } if !is_again => Setback::Hopeless(say!(
                "worker {number} at {address} cannot be reached: {why}",
                number = process,
                address = addresses[process],
                why
            )),
            setback => setback,
        })?;
        let offered = wires.iter().map(|(_, threads)| *threads).min();
        let offered = offered.and_then(NonZeroUsize::new);
        let threads = journey
            .work
            .threads
            .or(offered)
            .unwrap_or(NonZeroUsize::MIN);
        // What is on the disks is for just so many.
        journey.work.threads = Some(threads);
        let wires: Vec<Wire> = wires.into_iter().map(|(wire, _)| wire).collect();
        let ended = thread::scope(|scope| {
            let (sender, heard) = mpsc::channel::<Heard>();
            for (process, wire) in wires.iter().enumerate() {
                let (wire, sender) = (wire.clone(), sender.clone());
                scope.spawn(move || listen(process, &wire, &sender));
            }
            let mut watchkeeping = Watchkeeping {
                wires: &wires,
                heard: &heard,
                patience: self.settings.patience,
                last: vec![Instant::now(); wires.len()],
                said: Instant::now(),
                progress: vec![(0, 0); wires.len()],
            };
            let ended = watchkeeping.lead(journey, &addresses, is_again, tell);
            wires.iter().for_each(Wire::close);
            ended
        });
        let outcome = ended?;
        Ok(journey.report(outcome, addresses.len() * threads.get()))
    }
}

/// Hears one worker until its connection is closed.
pub(crate) fn listen(process: usize, wire: &Wire, sender: &mpsc::Sender<Heard>) {
    loop {
        let heard = match wire.receive(Duration::from_secs(3600)) {
            Ok(Some(reply)) => Ok(reply),
            Ok(None) => continue,
            Err(broken) => Err(broken),
        };
        let is_broken = heard.is_err();
        if sender.send((process, heard)).is_err() || is_broken {
            return;
        }
    }
}

/// A search over all its attempts.
struct Journey<'a> {
    began: Instant,
    work: Work,
    level: String,
    /// Why the workers were told to stop.
    stopped: Option<Limit>,
    watch: &'a mut dyn Watch,
}

impl Journey<'_> {
    /// Looks at the clock and at whoever watches; says whether the search should go on.
    fn look(&mut self, progress: Progress) -> ControlFlow<Limit> {
        if self
            .work
            .time
            .is_some_and(|time| self.began.elapsed() >= time)
        {
            return ControlFlow::Break(Limit::Time);
        }
        match self.watch.look(progress) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Limit::Stopped),
        }
    }

    fn report(&self, outcome: Outcome, workers: usize) -> Report<u32> {
        let verdict = match outcome.found {
            Found::Won { choices } => Verdict::Fewest {
                cost: choices.len() as u64,
                moves: choices,
            },
            Found::Impossible => Verdict::Impossible,
            Found::GaveUp { limit, at_least } => {
                let limit = Limit::ALL.get(limit).copied().unwrap_or(Limit::Stopped);
                let limit = match (limit, self.stopped) {
                    (Limit::Stopped, Some(why)) => why,
                    (limit, _) => limit,
                };
                Verdict::GaveUp { limit, at_least }
            }
        };
        let why = Why::new("the positions are shared out among {workers} workers by their keys")
            .with("workers", workers as u64);
        Report {
            verdict,
            stats: Stats {
                states: outcome.layers.iter().sum(),
                layers: outcome.layers,
                bytes: outcome.bytes,
                elapsed: self.began.elapsed(),
            },
            plan: Plan {
                kernel: "cluster",
                states: None,
                bytes: None,
                needed: None,
                why,
            },
        }
    }
}

/// One attempt, as the leader sees it.
struct Watchkeeping<'a> {
    wires: &'a [Wire],
    heard: &'a Receiver<Heard>,
    patience: Duration,
    /// When each worker was heard last.
    last: Vec<Instant>,
    /// When the workers heard the leader last.
    said: Instant,
    /// The depth and the positions of each.
    progress: Vec<(u64, u64)>,
}

impl Watchkeeping<'_> {
    fn lead(
        &mut self,
        journey: &mut Journey,
        addresses: &[String],
        is_again: bool,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Outcome, Setback> {
        let run: [u8; 16] = random().map_err(|error| Setback::Hopeless(error.to_string()))?;
        for (index, wire) in self.wires.iter().enumerate() {
            let work = &journey.work;
            let search = Search {
                run: hex(&run),
                level: journey.level.clone(),
                whole: work.whole,
                processes: addresses.to_vec(),
                index,
                threads: work.threads.map_or(1, NonZeroUsize::get),
                memory: work.memory,
                states: work.states,
                is_kept: work.is_kept,
            };
            self.send(index, wire, &Order::Prepare(search))?;
        }
        let prepared = self.gather(journey, |reply| match reply {
            Reply::Prepared { depths } => Ok(Some(depths)),
            Reply::Refused { why } => Err(why),
            _ => Ok(None),
        })?;
        let from = common(prepared.into_iter()).into_iter().max();
        if let (Some(from), true) = (from, is_again) {
            tell(&say!("going on from layer {number}", number = from));
        }
        self.send_all(&Order::Go { from })?;
        let ended = self.gather(journey, |reply| match reply {
            Reply::Ended { outcome, fault } => Ok(Some((outcome, fault))),
            Reply::Refused { why } => Err(why),
            _ => Ok(None),
        })?;
        let outcome = agreed(&ended, tell)?;
        let is_over = !matches!(outcome.found, Found::GaveUp { .. });
        let forget = is_over || !journey.work.is_kept;
        self.send_all(&Order::Release { forget })?;
        self.gather(journey, |reply| match reply {
            Reply::Released => Ok(Some(())),
            _ => Ok(None),
        })?;
        Ok(outcome)
    }

    fn send(&self, process: usize, wire: &Wire, order: &Order) -> Result<(), Setback> {
        wire.send(order).map_err(|broken| Setback::Lost {
            process,
            why: broken.to_string(),
        })
    }

    fn send_all(&self, order: &Order) -> Result<(), Setback> {
        let mut wires = self.wires.iter().enumerate();
        wires.try_for_each(|(process, wire)| self.send(process, wire, order))
    }

    /// Hears all workers until each has said what it is asked for, or one is lost. Whoever watches
    /// is asked meanwhile, and the workers are told to stop if it does not want to go on.
    fn gather<T>(
        &mut self,
        journey: &mut Journey,
        mut pick: impl FnMut(Reply) -> Result<Option<T>, String>,
    ) -> Result<Vec<T>, Setback> {
        let mut picked: Vec<Option<T>> = Vec::new();
        picked.resize_with(self.wires.len(), || None);
        while picked.iter().any(Option::is_none) {
            match self.heard.recv_timeout(BEAT / 4) {
                Ok((process, Ok(reply))) => {
                    self.last[process] = Instant::now();
                    match reply {
                        Reply::Alive { depth, states } => {
                            self.progress[process] = (depth, states);
                        }
                        Reply::Lost { process: lost, why } => {
                            return Err(self.blame(process, lost, why));
                        }
                        reply => match pick(reply) {
                            Ok(Some(found)) => picked[process] = Some(found),
                            Ok(None) => {}
                            Err(why) => {
                                return Err(Setback::Hopeless(say!(
                                    "worker {number} cannot search: {why}",
                                    number = process,
                                    why
                                )));
                            }
                        },
                    }
                }
                Ok((process, Err(broken))) => {
                    let why = broken.to_string();
                    return Err(Setback::Lost { process, why });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let why = Broken::Closed.to_string();
                    return Err(Setback::Lost { process: 0, why });
                }
            }
            self.keep_in_touch()?;
            if journey.stopped.is_none() {
                let progress = Progress {
                    depth: self.progress.iter().map(|seen| seen.0).max().unwrap_or(0),
                    states: self.progress.iter().map(|seen| seen.1).sum(),
                };
                if let ControlFlow::Break(limit) = journey.look(progress) {
                    journey.stopped = Some(limit);
                    self.send_all(&Order::Stop)?;
                }
            }
        }
        Ok(picked.into_iter().flatten().collect())
    }

    /// Says that the leader is still there, and looks who of the workers is not.
    fn keep_in_touch(&mut self) -> Result<(), Setback> {
        if self.said.elapsed() >= BEAT {
            self.said = Instant::now();
            self.send_all(&Order::Alive)?;
        }
        let silent = self
            .last
            .iter()
            .position(|last| last.elapsed() > self.patience);
        match silent {
            Some(process) => Err(Setback::Lost {
                process,
                why: Broken::TooSlow.to_string(),
            }),
            None => Ok(()),
        }
    }

    /// Finds out who was lost, where a worker says that another one was: the one whose connection
    /// to the leader breaks within a moment, if there is one.
    fn blame(&self, told_by: usize, lost: Option<usize>, why: String) -> Setback {
        let mut accused = (lost.unwrap_or(told_by), why);
        let until = Instant::now() + 2 * BEAT;
        while let Ok((process, heard)) = self
            .heard
            .recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            match heard {
                Err(broken) => {
                    let why = broken.to_string();
                    return Setback::Lost { process, why };
                }
                // One that failed by itself knows better than those who only lost it.
                Ok(Reply::Lost { process: None, why }) => accused = (process, why),
                Ok(_) => {}
            }
        }
        let (process, why) = accused;
        Setback::Lost { process, why }
    }
}

/// What all workers say; that they do is what the whole thing rests on.
fn agreed(
    ended: &[(Outcome, Option<String>)],
    tell: &mut dyn FnMut(&str),
) -> Result<Outcome, Setback> {
    let mut outcome = ended[0].0.clone();
    for (process, (other, fault)) in ended.iter().enumerate() {
        if (&other.found, &other.layers) != (&outcome.found, &outcome.layers) {
            let why = say!("the workers do not agree on what they found");
            return Err(Setback::Hopeless(why));
        }
        if let (Found::GaveUp { .. }, Some(fault)) = (&other.found, fault) {
            tell(&say!("worker {number}: {fault}", number = process, fault));
        }
    }
    outcome.bytes = ended
        .iter()
        .fold(0, |sum, (other, _)| sum.saturating_add(other.bytes));
    Ok(outcome)
}
