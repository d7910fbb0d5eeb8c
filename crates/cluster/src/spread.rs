//! Questions about many levels, each answered by one of the workers.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;

use crate::attempt::{Heard, listen};
use crate::cluster::{Cluster, ClusterError, ClusterEvent, LossCause, UnreachableWorker, is_loss};
use crate::messages::{Answer, HEARTBEAT, Order, Question, Reply};
use crate::wire::{ConnectionError, Wire};

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
        for (worker, connected) in connected.into_iter().enumerate() {
            let error = match connected {
                Ok((wire, threads)) => {
                    workers.push(AskedWorker::new(worker, wire, threads));
                    continue;
                }
                Err(error) => error,
            };
            // The others can do without one that may be there later.
            let can_do_without = is_loss(&error);
            let unreachable = UnreachableWorker {
                worker,
                address: addresses[worker].clone(),
                error,
            };
            match can_do_without {
                true => report(&ClusterEvent::Missing(unreachable)),
                false => return Err(ClusterError::Unreachable(unreachable)),
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
    fn new(index: usize, wire: Wire, threads: usize) -> Self {
        AskedWorker {
            index,
            wire,
            most: threads.saturating_mul(AHEAD).max(1),
            asked: Vec::new(),
            is_lost: false,
        }
    }

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
