//! The dataflow between the workers of a search: packets go to whom they are for, in rounds that
//! all workers end together.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use timely::communication::Allocator;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange as Pact;
use timely::dataflow::operators::Probe as _;
use timely::dataflow::operators::generic::operator::Operator as _;
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::reins::Reins;

/// A run of bytes for one worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Packet {
    to: u32,
    from: u32,
    kind: Kind,
    /// Typed lists would be coded item by item; bytes are copied as they are.
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    /// Positions, for the one who owns them.
    Positions,
    /// What a worker says to all at the end of a round.
    Word,
}

/// The search was cut short: nothing more will come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut;

/// One worker's place in the dataflow.
///
/// An epoch of the dataflow is a round. A layer takes as many as its positions need, so that what
/// is under way between the workers is never more than each may send in two of them.
pub(crate) struct Exchange<'a> {
    worker: Worker,
    input: Option<InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>>,
    probe: ProbeHandle<u64>,
    /// What has arrived, with its round: some of the next one before this one is over.
    arrived: Rc<RefCell<VecDeque<(u64, Packet)>>>,
    round: u64,
    /// Packets and words of the round after this one.
    early: Vec<Packet>,
    words: Vec<Option<Vec<u8>>>,
    reins: &'a Reins,
}

/// How long a worker that waits sleeps at the most before it asks whether to go on.
const NAP: Duration = Duration::from_millis(20);

impl<'a> Exchange<'a> {
    /// Takes its place. All workers of a search do, each on its own thread.
    pub fn new(allocator: Allocator, reins: &'a Reins) -> Self {
        // Without a clock it would never sleep.
        let now = Some(Instant::now());
        let mut worker = Worker::new(timely::WorkerConfig::default(), allocator, now);
        let mut input = InputHandle::new();
        let arrived = Rc::new(RefCell::new(VecDeque::new()));
        let inbox = Rc::clone(&arrived);
        let probe = worker.dataflow::<u64, _, _>(|scope| {
            let packets = input.to_stream(scope);
            let pact = Pact::new(|packet: &Packet| u64::from(packet.to));
            let consumed = packets.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                pact,
                "take in",
                |_, _| {
                    move |input, _| {
                        input.for_each(|time, packets: &mut Vec<Packet>| {
                            let round = *time.time();
                            let mut inbox = inbox.borrow_mut();
                            inbox.extend(packets.drain(..).map(|packet| (round, packet)));
                        });
                    }
                },
            );
            consumed.probe().0
        });
        let peers = worker.peers();
        Exchange {
            worker,
            input: Some(input),
            probe,
            arrived,
            round: 0,
            early: Vec::new(),
            words: vec![None; peers],
            reins,
        }
    }

    /// Which of the workers this is.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many workers there are.
    pub fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends positions to their owner, and lets the dataflow move: what nobody takes in piles up.
    pub fn send(&mut self, to: usize, bytes: Vec<u8>) {
        self.put(to, Kind::Positions, bytes);
        self.worker.step();
    }

    fn put(&mut self, to: usize, kind: Kind, bytes: Vec<u8>) {
        let packet = Packet {
            to: to as u32,
            from: self.index() as u32,
            kind,
            bytes,
        };
        let input = self.input.as_mut().expect("it is closed in the end only");
        input.send(packet);
        input.flush();
    }

    /// Hands over the positions that have arrived in this round, with the number of who sent them.
    pub fn take<E>(
        &mut self,
        mut take: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let next = self.arrived.borrow_mut().pop_front();
            let Some((round, packet)) = next else {
                return Ok(());
            };
            if round > self.round {
                self.early.push(packet);
                continue;
            }
            match packet.kind {
                Kind::Word => self.words[packet.from as usize] = Some(packet.bytes),
                Kind::Positions => take(packet.from as usize, &packet.bytes)?,
            }
        }
    }

    /// Says a word to all, and waits until all have said theirs and everything that was sent in
    /// this round has arrived. Hands over the positions among it, and returns the words in the
    /// order of the workers.
    pub fn end_round<W: Serialize + DeserializeOwned, E: From<Cut>>(
        &mut self,
        word: &W,
        mut take: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<Vec<W>, E> {
        let bytes = serde_json::to_vec(word).expect("a word can always be written");
        for to in 0..self.peers() {
            self.put(to, Kind::Word, bytes.clone());
        }
        let next = self.round + 1;
        let input = self.input.as_mut().expect("it is closed in the end only");
        input.advance_to(next);
        while self.probe.less_than(&next) {
            if self.reins.is_cut() {
                return Err(self.cut().into());
            }
            self.worker.step_or_park(Some(NAP));
            self.take(&mut take)?;
        }
        self.take(&mut take)?;
        let mut words = Vec::with_capacity(self.peers());
        for word in &mut self.words {
            let word = word.take();
            let word = word.and_then(|word| serde_json::from_slice(&word).ok());
            // Of a round that was cut short not all have arrived.
            words.push(word.ok_or_else(|| self.reins.cut()).map_err(|()| Cut)?);
        }
        self.round = next;
        let mut arrived = self.arrived.borrow_mut();
        for packet in self.early.drain(..).rev() {
            arrived.push_front((next, packet));
        }
        Ok(words)
    }

    /// Ends it for all, before this place is left: they would take that for a farewell.
    pub fn cut(&self) -> Cut {
        self.reins.cut();
        Cut
    }

    /// Takes leave of the others: nothing is sent any more, and what is under way is let through.
    pub fn close(mut self) {
        self.input = None;
        while self.worker.has_dataflows() && !self.reins.is_cut() {
            self.worker.step_or_park(Some(NAP));
        }
    }
}
