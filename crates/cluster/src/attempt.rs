//! One attempt at a search, as the leader sees it: it gives the orders, hears how far the workers
//! are, and finds out who is lost.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use fewest_search::Progress;
use fewest_words::say;

use crate::broken::Broken;
use crate::cluster::Setback;
use crate::journey::Journey;
use crate::messages::{Order, Reply, Search};
use crate::outcome::{Found, Outcome};
use crate::session::{BEAT, common};
use crate::token::random;
use crate::wire::Wire;

/// What has come from one of the workers.
pub(crate) type Heard = (usize, Result<Reply, Broken>);

/// Hears one worker until its connection is closed or it is silent for too long, and tells it now
/// and then that the leader is still there. Whoever leads may meanwhile wait for something else,
/// such as for somebody who reads the answers.
pub(crate) fn listen(process: usize, wire: &Wire, patience: Duration, sender: &Sender<Heard>) {
    let (mut silence, mut said) = (Duration::ZERO, Instant::now());
    loop {
        let heard = wire.receive(BEAT).and_then(|heard| {
            if said.elapsed() >= BEAT {
                said = Instant::now();
                wire.send(&Order::Alive)?;
            }
            Ok(heard)
        });
        let heard = match heard {
            Ok(Some(reply)) => {
                silence = Duration::ZERO;
                Ok(reply)
            }
            // Beats are counted, and no clock is read: one that was itself stopped has not waited.
            Ok(None) if silence < patience => {
                silence += BEAT;
                continue;
            }
            Ok(None) => Err(Broken::TooSlow),
            Err(broken) => Err(broken),
        };
        let is_broken = heard.is_err();
        if sender.send((process, heard)).is_err() || is_broken {
            return;
        }
    }
}

/// One attempt, with a connection to each worker.
pub(crate) struct Attempt<'a> {
    wires: &'a [Wire],
    heard: &'a Receiver<Heard>,
    /// The depth and the positions of each.
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

    /// Has the workers search, and says what all of them found.
    pub fn lead(
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
                run,
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
        if let Some(outcome) = journey.gave_up() {
            self.release(journey, false);
            return Ok(outcome);
        }
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
        self.release(journey, is_over);
        Ok(outcome)
    }

    /// The workers are done with the search. What was found is found: who is lost now is not
    /// missed.
    fn release(&mut self, journey: &mut Journey, is_over: bool) {
        let forget = is_over || !journey.work.is_kept;
        let told = self.send_all(&Order::Release { forget });
        let _ = told.and_then(|()| {
            self.gather(journey, |reply| match reply {
                Reply::Released => Ok(Some(())),
                _ => Ok(None),
            })
        });
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
                Ok((process, Ok(reply))) => match reply {
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
                },
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

    /// Finds out who was lost, where a worker says that another one was: the one whose connection
    /// to the leader breaks within a moment, if there is one.
    fn blame(&self, told_by: usize, lost: Option<usize>, why: String) -> Setback {
        // Those who lose one another hang up on all the rest, who know no better than that.
        let hung_up = Broken::Closed.to_string();
        let mut accused = (told_by, lost, why);
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
                Ok(Reply::Lost { process: None, why }) => accused = (process, None, why),
                Ok(Reply::Lost { process: lost, why })
                    if accused.1.is_some() && accused.2 == hung_up =>
                {
                    accused = (process, lost, why);
                }
                Ok(_) => {}
            }
        }
        let (told_by, lost, why) = accused;
        match lost {
            // The leader reaches both: what is broken is between them.
            Some(process) => Setback::Lost {
                process,
                why: say!("worker {number} says: {why}", number = told_by, why),
            },
            None => Setback::Lost {
                process: told_by,
                why,
            },
        }
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
