//! The exchange between the workers of a search: packed positions go to their owners, in rounds that
//! all workers end together with a message to all.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fewest_search::Limit;
use fewest_search::disk::{Growth, put_number, take_number};
use serde::{Deserialize, Serialize};
use timely::communication::Allocator;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange as Pact;
use timely::dataflow::operators::Probe as _;
use timely::dataflow::operators::generic::operator::Operator as _;
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::mesh::LostPeers;
use crate::messages::limit_fields;

/// Ends the part of a search that one process makes, and knows how far it is.
#[derive(Default)]
pub(crate) struct CancelToken {
    is_stopped: AtomicBool,
    /// The lines to the other processes.
    pub lost: LostPeers,
    pub progress: ProgressCounters,
}

/// How far the workers of a process are.
#[derive(Debug, Default)]
pub(crate) struct ProgressCounters {
    pub depth: AtomicU64,
    pub states: AtomicU64,
}

impl CancelToken {
    /// Ends the search with what it has found so far.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Ends the search at once. The other processes notice, because their lines break.
    pub fn cancel(&self) {
        self.lost.abandon();
    }

    /// Whether it was cancelled or a peer was lost: all that still arrives is worthless.
    pub fn is_cancelled(&self) -> bool {
        self.lost.is_broken()
    }
}

/// The search was cancelled or a peer was lost: nothing more will arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cancelled;

/// The message of a worker at the end of a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum RoundMessage {
    /// How many positions it has in each layer: the first message.
    Sizes(Vec<u64>),
    /// Whether its share of the layer is expanded, and its first win: a position and a move.
    Expanded { done: bool, won: Option<(u64, u32)> },
    /// How many new positions it keeps, and whether they should be committed.
    Kept { states: u64, due: bool },
    /// The position whose parent is looked for in the layer before, and the range of the parent.
    Seek { key: Vec<u8>, from: u64, to: u64 },
    /// A position of its share that leads there, and by which move.
    Leads { number: u64, choice: u32 },
    /// It has nothing to report.
    Nothing,
    /// It reached a limit and cannot continue.
    Limit(#[serde(with = "limit_fields")] Limit),
}

/// The limit of the first worker that reached one.
pub(crate) fn first_limit(messages: &[RoundMessage]) -> Option<Limit> {
    messages.iter().find_map(|message| match message {
        RoundMessage::Limit(limit) => Some(limit.clone()),
        _ => None,
    })
}

/// A run of bytes for one worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Packet {
    to: u32,
    from: u32,
    /// Whether it is the message at the end of a round, and not positions.
    is_message: bool,
    /// Copied as they are: a typed list would be encoded item by item.
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// One worker's place in the dataflow.
///
/// An epoch of the dataflow is a round. A layer takes as many rounds as its positions need, so that
/// what is in flight between the workers is never more than each may send in two of them.
pub(crate) struct Exchange<'a> {
    worker: Worker,
    input: Option<InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>>,
    probe: ProbeHandle<u64>,
    /// What has arrived, with its round. Some packets of the next round arrive early.
    arrived: Rc<RefCell<VecDeque<(u64, Packet)>>>,
    round: u64,
    /// Packets of the round after this one.
    early: Vec<Packet>,
    messages: Vec<Option<Vec<u8>>>,
    cancel: &'a CancelToken,
}

/// The longest time that a waiting worker sleeps before it checks whether it is cancelled.
const NAP: Duration = Duration::from_millis(20);

impl<'a> Exchange<'a> {
    /// Joins the dataflow. Each worker of the search does so on its own thread.
    pub fn new(allocator: Allocator, cancel: &'a CancelToken) -> Self {
        // Without a clock the worker would never sleep.
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
            messages: vec![None; peers],
            cancel,
        }
    }

    /// The index of this worker.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// The number of workers.
    pub fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends positions to their owner, and steps the dataflow so that they do not pile up.
    pub fn send(&mut self, to: usize, bytes: Vec<u8>) {
        self.put(to, false, bytes);
        self.worker.step();
    }

    fn put(&mut self, to: usize, is_message: bool, bytes: Vec<u8>) {
        let packet = Packet {
            to: to as u32,
            from: self.index() as u32,
            is_message,
            bytes,
        };
        let input = self.input.as_mut().expect("it is closed in the end only");
        input.send(packet);
        input.flush();
    }

    /// Hands over the positions that have arrived in this round, with the index of their sender.
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
            let from = packet.from as usize;
            match packet.is_message {
                true => self.messages[from] = Some(packet.bytes),
                false => take(from, &packet.bytes)?,
            }
        }
    }

    /// Sends a message to all workers, and waits until all have sent theirs and all that was sent in
    /// this round has arrived. Hands over the positions of it, and returns the messages in the order
    /// of the workers.
    pub fn end_round(
        &mut self,
        message: &RoundMessage,
        mut take: impl FnMut(usize, &[u8]),
    ) -> Result<Vec<RoundMessage>, Cancelled> {
        let mut take = |from: usize, bytes: &[u8]| {
            take(from, bytes);
            Ok::<(), Cancelled>(())
        };
        let bytes = serde_json::to_vec(message).expect("a message can always be written");
        for to in 0..self.peers() {
            self.put(to, true, bytes.clone());
        }
        let next = self.round + 1;
        let input = self.input.as_mut().expect("it is closed in the end only");
        input.advance_to(next);
        while self.probe.less_than(&next) {
            if self.cancel.is_cancelled() {
                return Err(Cancelled);
            }
            self.worker.step_or_park(Some(NAP));
            self.take(&mut take)?;
        }
        self.take(&mut take)?;
        let mut messages = Vec::with_capacity(self.peers());
        for worker in 0..self.peers() {
            let message = self.messages[worker].take();
            let message = message.and_then(|bytes| serde_json::from_slice(&bytes).ok());
            // Of a round that was broken off some have not arrived.
            let Some(message) = message else {
                return Err(self.cancel());
            };
            messages.push(message);
        }
        self.round = next;
        let mut arrived = self.arrived.borrow_mut();
        for packet in self.early.drain(..).rev() {
            arrived.push_front((next, packet));
        }
        Ok(messages)
    }

    /// Cancels the search for all. Needed before this worker leaves early: the others would take that
    /// for a regular end.
    pub fn cancel(&self) -> Cancelled {
        self.cancel.cancel();
        Cancelled
    }

    /// Leaves the dataflow: sends nothing more, and lets through what is in flight.
    pub fn close(mut self) {
        self.input = None;
        while self.worker.has_dataflows() && !self.cancel.is_cancelled() {
            self.worker.step_or_park(Some(NAP));
        }
    }
}

/// The bits of a position's number in its layer and shard.
const NUMBER_BITS: u32 = 44;

/// Numbers a position of a layer over all workers, in an order that is the same for all.
pub(crate) fn global_number(worker: usize, number: u64) -> u64 {
    (worker as u64) << NUMBER_BITS | number
}

/// The worker that owns a position with a [`global_number`], and the position's number there.
pub(crate) fn split_number(number: u64) -> (usize, u64) {
    (
        (number >> NUMBER_BITS) as usize,
        number & ((1 << NUMBER_BITS) - 1),
    )
}

/// The worker that owns the positions with this hash.
pub(crate) fn owner(hash: u64, workers: usize) -> usize {
    ((u128::from(hash) * workers as u128) >> u64::BITS) as usize
}

/// The part of a worker's memory that is for its layers. The rest is for what is in flight.
pub(crate) fn memory_for_layers(memory: u64) -> u64 {
    memory / 4 * 3
}

/// How many bytes a worker sends in a round: an eighth of the memory that is left for them, because
/// those of the next round arrive early, and each is held once by the sender and once by the owner.
pub(crate) fn bytes_in_a_round(memory: u64) -> usize {
    const LEAST: u64 = 1 << 14;
    const MOST: u64 = 1 << 23;
    (memory / 32).clamp(LEAST, MOST) as usize
}

/// Positions that wait to be sent, for each worker.
pub(crate) struct Outbox {
    boxes: Vec<Vec<u8>>,
    /// The number of the last packed parent for each worker.
    last: Vec<u64>,
    full: Vec<usize>,
    packet: usize,
}

impl Outbox {
    /// Boxes that together hold no more than the bytes of a round.
    pub fn new(workers: usize, budget: usize) -> Self {
        const LEAST: usize = 1 << 10;
        const MOST: usize = 1 << 16;
        Outbox {
            boxes: vec![Vec::new(); workers],
            last: vec![0; workers],
            full: Vec::new(),
            packet: (budget / workers / 2).clamp(LEAST, MOST),
        }
    }

    /// Adds a position that was reached from the parent with this number by the move with this
    /// number. Returns how many bytes that took.
    pub fn put(&mut self, to: usize, parent: u64, choice: u32, key: &[u8]) -> usize {
        let bytes = &mut self.boxes[to];
        let before = bytes.len();
        if before == 0 {
            self.last[to] = 0;
        }
        put_number(bytes, parent - self.last[to]);
        put_number(bytes, u64::from(choice));
        put_number(bytes, key.len() as u64);
        bytes.extend_from_slice(key);
        self.last[to] = parent;
        if before < self.packet && bytes.len() >= self.packet {
            self.full.push(to);
        }
        bytes.len() - before
    }

    /// Empties a box that is full.
    pub fn take_full(&mut self) -> Option<(usize, Vec<u8>)> {
        let to = self.full.pop()?;
        let capacity = self.boxes[to].capacity();
        let bytes = std::mem::replace(&mut self.boxes[to], Vec::with_capacity(capacity));
        Some((to, bytes))
    }

    /// Empties a box that is not empty.
    pub fn take_any(&mut self) -> Option<(usize, Vec<u8>)> {
        let to = self.boxes.iter().position(|bytes| !bytes.is_empty())?;
        self.full.retain(|full| *full != to);
        Some((to, std::mem::take(&mut self.boxes[to])))
    }
}

/// Adds the positions that a worker packed to the layer that grows.
pub(crate) fn unpack(from: usize, bytes: &[u8], growth: &mut Growth) -> Result<(), Limit> {
    let (mut parent, mut at) = (0, 0);
    while at < bytes.len() {
        let record = take_record(bytes, &mut at);
        // The sender is the same build and knows the token.
        let (gap, choice, key) = record.expect("a packet holds whole positions");
        parent += gap;
        growth.add_child(global_number(from, parent), choice, key)?;
    }
    Ok(())
}

fn take_record<'b>(bytes: &'b [u8], at: &mut usize) -> Option<(u64, u32, &'b [u8])> {
    let gap = take_number(bytes, at)?;
    let choice = u32::try_from(take_number(bytes, at)?).ok()?;
    let length = usize::try_from(take_number(bytes, at)?).ok()?;
    let key = bytes.get(*at..at.checked_add(length)?)?;
    *at += length;
    Some((gap, choice, key))
}
