//! Several processes that search together: where they are, how they are reached, and that it starts
//! again when one of them is lost.

use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use fewest_games::game::Level;
use fewest_search::{Report, Watch};
use fewest_words::say;

use crate::attempt::{Attempt, Heard, listen};
use crate::broken::Broken;
use crate::greeting::{Greeter, Purpose, Refusal, Refused};
use crate::hosts::Hosts;
use crate::journey::Journey;
use crate::local::{Local, Start};
use crate::mesh::reach;
use crate::messages::{Order, Reply, VERSION};
use crate::outcome::{Found, Outcome};
use crate::session::BEAT;
use crate::token::Token;
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
        let mut before = None;
        loop {
            match self.try_to_connect(address, deadline, is_over) {
                // It may not have noticed yet that its last leader is gone, it may be on its way
                // to end and to be started again, or too many strangers may be at its door.
                Err(why @ (Refused::Denied(Refusal::Busy) | Refused::Broken(Broken::Closed)))
                    if Instant::now() + PAUSE < deadline && !is_over() =>
                {
                    before = Some(why);
                    thread::sleep(PAUSE);
                }
                // There was no time left to hear the same once more.
                Err(why @ Refused::Broken(Broken::TooSlow)) => return Err(before.unwrap_or(why)),
                ended => return ended,
            }
        }
    }

    fn try_to_connect(
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
        let stream: TcpStream = reach(address, deadline, is_over)?;
        steady(&stream, self.patience)?;
        greeter.call(&stream, &Purpose::Lead)?;
        let wire = Wire::new(stream)?;
        let left = deadline.saturating_duration_since(Instant::now());
        match wire.receive(left) {
            Ok(Some(Reply::Hello { threads })) => Ok((wire, threads)),
            Ok(Some(_)) => Err(Refused::NotAGreeting),
            Ok(None) => Err(Refused::Broken(Broken::TooSlow)),
            Err(broken) => Err(Refused::Broken(broken)),
        }
    }

    /// Has a worker remove what it keeps for a search that nobody goes on with, if it is there.
    fn clear_away(&self, address: &str) {
        let deadline = Instant::now() + FAREWELL.min(self.patience);
        if let Ok((wire, _)) = self.connect(address, deadline, &|| false) {
            // Where it does not hear it, its next search clears it away.
            let _ = wire.send(&Order::Release { forget: true });
            while let Ok(Some(Reply::Alive { .. })) = wire.receive(FAREWELL) {}
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
/// How long it takes leave of the workers where one was lost for good.
const FAREWELL: Duration = Duration::from_secs(1);

impl Cluster {
    /// The workers that run at these addresses.
    pub fn at(hosts: &Hosts, settings: Settings) -> Self {
        Cluster {
            place: Place::Hosts(hosts.addresses().to_vec()),
            settings,
        }
    }

    /// Workers on this machine, each a process that `start` makes the command for.
    pub fn here(
        processes: NonZeroUsize,
        folder: PathBuf,
        settings: Settings,
        start: Start,
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
            return Ok(journey.report(outcome, self.processes()));
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
            // It would not go on, whoever was lost.
            if let Some(outcome) = journey.gave_up() {
                return Ok(journey.report(outcome, self.processes()));
            }
            let lost = self.lost_in_words(process, &why);
            if attempt >= self.settings.restarts {
                if !work.is_kept {
                    self.clear_away();
                }
                return Err(Trouble::Lost(lost));
            }
            let (number, most) = (attempt + 1, self.settings.restarts);
            let again = say!("it starts again ({number} of {most})", number, most);
            tell(&format!("{lost}; {again}"));
        }
        unreachable!("attempts are counted")
    }

    /// Has the workers that are left remove what they have; those of this machine end with it.
    fn clear_away(&self) {
        if let Place::Hosts(addresses) = &self.place {
            let settings = &self.settings;
            thread::scope(|scope| {
                for address in addresses {
                    scope.spawn(|| settings.clear_away(address));
                }
            });
        }
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

    fn processes(&self) -> usize {
        match &self.place {
            Place::Hosts(addresses) => addresses.len(),
            Place::Here(local) => local.processes(),
        }
    }

    pub(crate) fn patience(&self) -> Duration {
        self.settings.patience
    }

    /// Connects to all, and hears how many threads each offers.
    pub(crate) fn connect(
        &self,
        addresses: &[String],
        look: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Vec<Result<(Wire, usize), Setback>> {
        let deadline = Instant::now() + self.settings.patience;
        let (settings, is_over) = (&self.settings, &AtomicBool::new(false));
        // Those who are there wait for the others, and must not take the leader for gone.
        let waiting = &Mutex::new(Vec::<Wire>::new());
        let connected: Vec<_> = thread::scope(|scope| {
            let calls = addresses.iter().map(|address| {
                let is_over = || is_over.load(Ordering::Relaxed);
                scope.spawn(move || {
                    let (wire, threads) = settings.connect(address, deadline, &is_over)?;
                    let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
                    waiting.push(wire.clone());
                    Ok((wire, threads))
                })
            });
            let calls: Vec<_> = calls.collect();
            let mut said = Instant::now();
            while calls.iter().any(|call| !call.is_finished()) {
                thread::sleep(PAUSE / 4);
                if said.elapsed() >= BEAT {
                    said = Instant::now();
                    let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
                    for wire in waiting.iter() {
                        // Whoever is gone by now is found to be.
                        let _ = wire.send(&Order::Alive);
                    }
                }
                if look().is_break() {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
            let calls = calls.into_iter().map(|call| call.join());
            calls
                .map(|call| call.unwrap_or(Err(Refused::NotAGreeting)))
                .collect()
        });
        let connected = connected.into_iter().enumerate();
        let connected = connected.map(|(process, connected)| {
            connected.map_err(|why| match why {
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
            })
        });
        connected.collect()
    }

    fn attempt(
        &mut self,
        journey: &mut Journey,
        is_again: bool,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Report<u32>, Setback> {
        let addresses = self.addresses();
        // Ctrl-C reaches a process that is just being started, too: then it is no failure.
        let _ = journey.look_out();
        if let Some(outcome) = journey.gave_up() {
            return Ok(journey.report(outcome, self.processes()));
        }
        let addresses = addresses?;
        let wires = self.connect(&addresses, &mut || journey.look_out());
        if let Some(outcome) = journey.gave_up() {
            return Ok(journey.report(outcome, self.processes()));
        }
        // One that was never there is no loss.
        let wires: Result<Vec<_>, _> = wires.into_iter().collect();
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
                let (sender, patience) = (sender.clone(), self.settings.patience);
                scope.spawn(move || listen(process, wire, patience, &sender));
            }
            let mut attempt = Attempt::new(&wires, &heard);
            let ended = attempt.lead(journey, &addresses, is_again, tell);
            wires.iter().for_each(Wire::close);
            ended
        });
        let outcome = ended?;
        Ok(journey.report(outcome, addresses.len()))
    }
}
