//! Questions about many levels, spread over the workers: each is answered whole by one of them.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

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
        let addresses = match self.addresses() {
            Ok(addresses) => addresses,
            // Ctrl-C reaches a process that is just being started, too.
            Err(_) if look().is_break() => return Ok(()),
            Err(setback) => return Err(cannot_begin(setback)),
        };
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
        let patience = self.patience();
        thread::scope(|scope| {
            let (sender, heard) = mpsc::channel::<Heard>();
            for (place, desk) in desks.iter().enumerate() {
                let (wire, sender) = (desk.wire.clone(), sender.clone());
                scope.spawn(move || listen(place, &wire, patience, &sender));
            }
            let mut open: VecDeque<usize> = (0..questions.len()).collect();
            let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
            let (mut next, mut ended) = (0, Ok(()));
            while next < questions.len() {
                let asked = desks.iter_mut().enumerate();
                let asked = asked
                    .filter_map(|(place, desk)| Some((place, desk.ask(&mut open, questions)?)));
                let mut lost: Vec<_> = asked.collect();
                match heard.recv_timeout(BEAT / 4) {
                    Ok((place, Ok(Reply::Answered { number, answer }))) => {
                        let number = number as usize;
                        desks[place].asked.retain(|asked| *asked != number);
                        answers.insert(number, answer);
                    }
                    Ok((_, Ok(_))) => {}
                    Ok((place, Err(broken))) => lost.push((place, broken)),
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                }
                for (place, broken) in lost {
                    if desks[place].is_lost {
                        continue;
                    }
                    desks[place].lose(&mut open);
                    let told = self.lost_in_words(desks[place].process, &broken.to_string());
                    match desks.iter().all(|desk| desk.is_lost) {
                        true => ended = Err(Trouble::Lost(told)),
                        false => tell(&told),
                    }
                }
                if ended.is_err() {
                    break;
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
    is_lost: bool,
}

impl Desk {
    fn new(process: usize, wire: Wire, threads: usize) -> Self {
        Desk {
            process,
            wire,
            most: threads.saturating_mul(AHEAD).max(1),
            asked: Vec::new(),
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

    /// It is gone: what it was asked is asked again.
    fn lose(&mut self, open: &mut VecDeque<usize>) {
        self.is_lost = true;
        self.wire.close();
        for number in self.asked.drain(..).rev() {
            open.push_front(number);
        }
    }
}
