//! Questions about many levels, spread over the workers: each is answered whole by one of them.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use fewest_words::say;

use crate::attempt::{Heard, listen};
use crate::broken::Broken;
use crate::cluster::{Cluster, Setback, Trouble};
use crate::messages::{Answer, Order, Question, Reply};
use crate::session::BEAT;
use crate::wire::Wire;

/// How many questions a worker has for each of its threads, so that none waits for the leader.
const AHEAD: usize = 2;

impl Cluster {
    /// Has questions answered by whoever is free, and hands the answers over in the order of the
    /// questions. Those of a worker that is lost are asked again; `tell` hears of it, and `look` is
    /// asked now and then whether to go on.
    pub fn spread(
        &mut self,
        questions: &[Question],
        look: &mut dyn FnMut() -> ControlFlow<()>,
        tell: &mut dyn FnMut(&str),
        hand_over: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        let cannot_begin = |setback| match setback {
            Setback::Hopeless(why) | Setback::Lost { why, .. } => Trouble::CannotBegin(why),
        };
        let addresses = self.addresses().map_err(cannot_begin)?;
        let mut is_over = false;
        let connected = self.connect(&addresses, &mut || {
            is_over |= look().is_break();
            match is_over {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if is_over {
            return Ok(());
        }
        let mut desks = Vec::with_capacity(connected.len());
        for (process, connected) in connected.into_iter().enumerate() {
            match connected {
                Ok((wire, threads)) => desks.push(Desk::new(process, wire, threads)),
                Err(Setback::Hopeless(why)) => return Err(Trouble::CannotBegin(why)),
                // The others can do without it.
                Err(Setback::Lost { why, .. }) => tell(&say!(
                    "worker {number} at {address} cannot be reached: {why}; the others do its work",
                    number = process,
                    address = addresses[process],
                    why
                )),
            }
        }
        if desks.is_empty() {
            return Err(Trouble::CannotBegin(say!("no worker can be reached")));
        }
        thread::scope(|scope| {
            let (sender, heard) = mpsc::channel::<Heard>();
            for (place, desk) in desks.iter().enumerate() {
                let (wire, sender) = (desk.wire.clone(), sender.clone());
                scope.spawn(move || listen(place, &wire, &sender));
            }
            let mut open: VecDeque<usize> = (0..questions.len()).collect();
            let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
            let (mut next, mut said) = (0, Instant::now());
            let mut ended = Ok(());
            while next < questions.len() {
                let mut lost = desks
                    .iter_mut()
                    .enumerate()
                    .find_map(|(process, desk)| Some((process, desk.ask(&mut open, questions)?)));
                match heard.recv_timeout(BEAT / 4) {
                    Ok((process, Ok(reply))) => {
                        desks[process].last = Instant::now();
                        if let Reply::Answered { number, answer } = reply {
                            let number = number as usize;
                            desks[process].asked.retain(|asked| *asked != number);
                            answers.insert(number, answer);
                        }
                    }
                    Ok((process, Err(broken))) => lost = lost.or(Some((process, broken))),
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                }
                if said.elapsed() >= BEAT {
                    said = Instant::now();
                    for (process, desk) in desks.iter_mut().enumerate() {
                        if let (Some(broken), None) = (desk.keep_in_touch(self.patience()), &lost) {
                            lost = Some((process, broken));
                        }
                    }
                }
                if let Some((process, broken)) = lost.filter(|(at, _)| !desks[*at].is_lost) {
                    desks[process].lose(&mut open);
                    let told = self.lost_in_words(desks[process].process, &broken.to_string());
                    if desks.iter().all(|desk| desk.is_lost) {
                        ended = Err(Trouble::Lost(told));
                        break;
                    }
                    tell(&told);
                }
                let mut is_over = look().is_break();
                while let (Some(answer), false) = (answers.remove(&next), is_over) {
                    next += 1;
                    is_over = hand_over(answer).is_break();
                }
                if is_over {
                    break;
                }
            }
            desks.iter().for_each(|desk| desk.wire.close());
            ended
        })
    }
}

/// A worker that answers questions.
struct Desk {
    /// Which process it is.
    process: usize,
    wire: Wire,
    /// How many questions it is given at a time.
    most: usize,
    asked: Vec<usize>,
    last: Instant,
    is_lost: bool,
}

impl Desk {
    fn new(process: usize, wire: Wire, threads: usize) -> Self {
        Desk {
            process,
            wire,
            most: threads.saturating_mul(AHEAD).max(1),
            asked: Vec::new(),
            last: Instant::now(),
            is_lost: false,
        }
    }

    /// Gives it as many questions as it takes; says how its connection broke, if it did.
    fn ask(&mut self, open: &mut VecDeque<usize>, questions: &[Question]) -> Option<Broken> {
        while !self.is_lost && self.asked.len() < self.most {
            let number = open.pop_front()?;
            self.asked.push(number);
            let order = Order::Ask {
                number: number as u64,
                question: questions[number].clone(),
            };
            if let Err(broken) = self.wire.send(&order) {
                return Some(broken);
            }
        }
        None
    }

    /// Says that the leader is still there; says how its connection broke, if it did.
    fn keep_in_touch(&mut self, patience: std::time::Duration) -> Option<Broken> {
        if self.is_lost {
            return None;
        }
        if self.last.elapsed() > patience {
            return Some(Broken::TooSlow);
        }
        self.wire.send(&Order::Alive).err()
    }

    /// It is gone: what it was asked is asked again.
    fn lose(&mut self, open: &mut VecDeque<usize>) {
        self.is_lost = true;
        self.wire.close();
        for number in self.asked.drain(..).rev() {
            open.push_front(number);
        }
    }
}
