//! The workers of one process: each is a thread with a place in the dataflow and a shard, the
//! positions whose keys fall to it, layer by layer on its disk.
//!
//! All workers do the same at the same time: they expand their shards of the last layer, send each
//! position to its owner, keep what is new, and tell each other how much that is. What one decides,
//! all decide, because they get the same messages.

use std::io;
use std::net::TcpStream;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::thread;

use fewest_search::disk::{Foundation, Growth, Scratch, Strata};
use fewest_search::{Limit, Positions, Progress, Reached, SearchContext, SearchOptions};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};

use crate::exchange::{
    CancelToken, Cancelled, Exchange, Outbox, RoundMessage, bytes_in_a_round, first_limit,
    memory_for_layers, owner, split_number, unpack,
};
use crate::mesh::Line;
use crate::messages::{DiskError, Found, Outcome};

/// The name of the tier that wrote the layers.
pub(crate) const TIER: &str = "cluster";
/// The notes about a win that was passed: its layer, the owner of the position before it, the number
/// of that position, and the number of the move.
const WON: [&str; 4] = ["won-depth", "won-worker", "won-number", "won-choice"];

/// How all workers search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShardOptions {
    /// Whether every position is visited, also after the win.
    pub whole: bool,
    /// The bytes that each worker may hold.
    pub memory: u64,
    /// The most positions that all may keep together.
    pub states: Option<u64>,
    /// The layer to resume from, which all have committed.
    pub from: Option<usize>,
}

/// Why a worker's search ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShardError {
    /// Nothing more arrives from one of the others.
    Cancelled,
    /// One of the workers reached a limit. All know it.
    Limit(Limit),
}

impl From<Cancelled> for ShardError {
    fn from(_: Cancelled) -> Self {
        ShardError::Cancelled
    }
}

/// The workers of this process, one for each scratch folder.
pub(crate) struct Workers<'a> {
    pub positions: &'a dyn Positions,
    pub options: ShardOptions,
    pub scratches: &'a [Scratch],
    pub cancel: &'a CancelToken,
}

impl Workers<'_> {
    /// Searches together with the other processes, over a connection to each; there is none at the
    /// index of this process. Returns what all found, unless the search was cancelled.
    pub fn search(
        &self,
        index: usize,
        streams: Vec<Option<TcpStream>>,
    ) -> io::Result<Result<Outcome, Cancelled>> {
        let threads = self.scratches.len();
        let workers = index * threads..(index + 1) * threads;
        let mut lines = Vec::with_capacity(streams.len());
        for (peer, stream) in streams.into_iter().enumerate() {
            let line = |stream| Line::new(stream, peer, workers.clone(), &self.cancel.lost);
            lines.push(stream.map(line).transpose()?);
        }
        let hooks = Hooks::default();
        let builders = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let (builders, guard) =
            initialize_networking_from_sockets(builders, lines, index, threads, hooks)?;
        let ends: Vec<Result<Outcome, Cancelled>> = thread::scope(|scope| {
            let workers = builders.into_iter().zip(self.scratches);
            let workers: Vec<_> = workers
                .map(|(builder, scratch)| scope.spawn(|| self.work(builder, scratch)))
                .collect();
            let ends = workers.into_iter().map(|worker| worker.join());
            ends.map(|end| end.unwrap_or(Err(Cancelled))).collect()
        });
        drop(guard);
        let ends: Result<Vec<Outcome>, Cancelled> = ends.into_iter().collect();
        Ok(ends.map(|mut outcomes| {
            // All found the same, but each held memory of its own.
            let bytes = outcomes
                .iter()
                .fold(0, |sum: u64, end| sum.saturating_add(end.bytes));
            let disk_error = outcomes.iter_mut().find_map(|end| end.disk_error.take());
            let outcome = outcomes.swap_remove(0);
            Outcome {
                bytes,
                disk_error,
                ..outcome
            }
        }))
    }

    /// Searches one worker's shard, and returns what all workers found.
    fn work(&self, builder: TcpBuilder, scratch: &Scratch) -> Result<Outcome, Cancelled> {
        let Workers {
            positions,
            options,
            cancel,
            ..
        } = *self;
        let _cancel_on_drop = CancelOnDrop(cancel);
        let mut exchange = Exchange::new(Allocator::Tcp(builder.build()), cancel);
        let mut watch = |_: Progress| match cancel.is_cancelled() || cancel.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let memory = memory_for_layers(options.memory);
        let search_options = SearchOptions::new().memory(memory);
        let mut ctx = SearchContext::new(&search_options).observed_by(&mut watch);
        let strata = match self.open(&exchange, scratch, &mut ctx) {
            Ok(strata) => strata,
            // The others wait for a message.
            Err(limit) => {
                let mut disk_error = None;
                let message = limit_message(limit.clone(), &mut disk_error);
                let messages = exchange.end_round(&message, |_, _| ())?;
                exchange.close();
                let limit = first_limit(&messages).unwrap_or(limit);
                return Ok(Outcome {
                    found: Found::GaveUp { limit, at_least: 1 },
                    layers: Vec::new(),
                    bytes: ctx.budget.most(),
                    disk_error,
                });
            }
        };
        let mut shard = Shard {
            positions,
            options,
            exchange,
            strata,
            ctx,
            cancel,
            layers: Vec::new(),
            states: 0,
            won: None,
            pending_limit: None,
            disk_error: None,
        };
        let ended = shard.run();
        if matches!(&ended, Err(ShardError::Limit(limit)) if !matches!(limit, Limit::Disk(_))) {
            // If this fails, what was committed before stands.
            let _ = shard.strata.save();
        }
        let depth = shard.layers.len().saturating_sub(1);
        let at_least = shard.won.map_or(depth, |win| win.depth) as u64 + 1;
        let found = match ended {
            Ok(found) => found,
            Err(ShardError::Limit(limit)) => Found::GaveUp { limit, at_least },
            Err(ShardError::Cancelled) => return Err(Cancelled),
        };
        let Shard {
            exchange,
            layers,
            ctx,
            disk_error,
            ..
        } = shard;
        exchange.close();
        Ok(Outcome {
            found,
            layers,
            bytes: ctx.budget.most(),
            disk_error,
        })
    }

    /// Opens the layers of a shard: those of an earlier search, or the start alone.
    fn open<'s>(
        &self,
        exchange: &Exchange,
        scratch: &'s Scratch,
        ctx: &mut SearchContext,
    ) -> Result<Strata<'s>, Limit> {
        let Workers {
            positions, options, ..
        } = *self;
        let foundation = Foundation {
            tier: TIER,
            is_graded: positions.is_graded(),
            memory: Some(memory_for_layers(options.memory)),
        };
        if let Some(depth) = options.from {
            return Strata::resume_at(scratch, foundation, Some(depth), ctx);
        }
        let mut strata = Strata::begin(scratch, foundation)?;
        let mut pushed = Ok(());
        let mut length = 0;
        positions.begin(&mut |start| {
            length = start.key.len();
            if owner(start.hash, exchange.peers()) == exchange.index() {
                pushed = strata.push(start.key, (0, 0));
            }
        });
        pushed?;
        strata.end_layer()?;
        strata.settle(ctx)?;
        strata.expect_keys(length);
        Ok(strata)
    }
}

/// Cancels the search if a worker panics: the others would wait for it for ever.
struct CancelOnDrop<'a>(&'a CancelToken);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cancel();
        }
    }
}

/// A move that wins, and the position that it is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Win {
    /// The layer of the position.
    depth: usize,
    /// The owner of the position, and its number there.
    worker: usize,
    number: u64,
    choice: u32,
}

/// One worker's part of the search.
struct Shard<'a, 's, 'w> {
    positions: &'a dyn Positions,
    options: ShardOptions,
    exchange: Exchange<'a>,
    strata: Strata<'s>,
    ctx: SearchContext<'w>,
    cancel: &'a CancelToken,
    /// The positions of each layer, over all workers.
    layers: Vec<u64>,
    /// The positions of all layers.
    states: u64,
    /// A win that was passed, because every position is visited.
    won: Option<Win>,
    /// A limit that the others do not know of yet.
    pending_limit: Option<Limit>,
    /// What went wrong with the disk of this worker.
    disk_error: Option<DiskError>,
}

/// The message of a limit that this worker reached; the error of its disk is kept.
fn limit_message(limit: Limit, disk_error: &mut Option<DiskError>) -> RoundMessage {
    if let Limit::Disk(error) = &limit {
        disk_error.get_or_insert_with(|| DiskError(error.clone()));
    }
    RoundMessage::Limit(limit)
}

impl Shard<'_, '_, '_> {
    fn run(&mut self) -> Result<Found, ShardError> {
        self.sum_sizes()?;
        self.find_win();
        loop {
            let depth = self.layers.len() - 1;
            let counters = &self.cancel.progress;
            counters.depth.store(depth as u64, Ordering::Relaxed);
            if self.options.states.is_some_and(|most| self.states > most) {
                return Err(ShardError::Limit(Limit::States));
            }
            let win = self.expand_layer()?;
            if let (Some(win), false) = (win, self.options.whole) {
                let choices = self.walk_back(win)?;
                // The win is counted, but not kept.
                self.layers.push(1);
                return Ok(Found::Won { choices });
            }
            if let (Some(win), None) = (win, self.won) {
                self.pass_win(win);
            }
            if self.keep_layer()? == 0 {
                return match self.won {
                    Some(win) => self.walk_back(win).map(|choices| Found::Won { choices }),
                    None => Ok(Found::Impossible),
                };
            }
        }
    }

    /// Sends a message to all workers, or the limit that this one reached, and returns the messages
    /// of all.
    fn end_round(
        &mut self,
        message: Result<RoundMessage, Limit>,
    ) -> Result<Vec<RoundMessage>, ShardError> {
        let message = message.unwrap_or_else(|limit| limit_message(limit, &mut self.disk_error));
        let messages = self.exchange.end_round(&message, |_, _| ())?;
        match first_limit(&messages) {
            Some(limit) => Err(ShardError::Limit(limit)),
            None => Ok(messages),
        }
    }

    /// Sums up the positions that all workers have in each layer.
    fn sum_sizes(&mut self) -> Result<(), ShardError> {
        let sizes: Vec<u64> = self.strata.sizes().collect();
        let mut layers = vec![0; sizes.len()];
        for message in self.end_round(Ok(RoundMessage::Sizes(sizes)))? {
            if let RoundMessage::Sizes(sizes) = message {
                let sums = layers.iter_mut().zip(sizes);
                sums.for_each(|(sum, size)| *sum += size);
            }
        }
        self.layers = layers;
        self.states = self.layers.iter().sum();
        let states = self.strata.states();
        let counters = &self.cancel.progress;
        counters.states.fetch_add(states, Ordering::Relaxed);
        Ok(())
    }

    /// Reads the notes about a win that was passed before the search was resumed. A win in a layer
    /// that was left out does not count.
    fn find_win(&mut self) {
        let [depth, worker, number, choice] = WON.map(|name| self.strata.note(name));
        let (Some(depth), Some(worker), Some(number), Some(choice)) =
            (depth, worker, number, choice)
        else {
            return;
        };
        if (depth as usize) + 1 < self.layers.len() {
            self.won = Some(Win {
                depth: depth as usize,
                worker: worker as usize,
                number,
                choice: choice as u32,
            });
        }
    }

    /// Notes a win and continues, also for a search that is resumed.
    fn pass_win(&mut self, win: Win) {
        let numbers = [
            win.depth as u64,
            win.worker as u64,
            win.number,
            u64::from(win.choice),
        ];
        for (name, number) in WON.iter().zip(numbers) {
            self.strata.write_note(name, number);
        }
        self.won = Some(win);
    }

    /// Expands all workers' shards of the last layer, and gathers the positions of this one. Returns
    /// the first win: the first one of the first worker that has one.
    fn expand_layer(&mut self) -> Result<Option<Win>, ShardError> {
        let depth = self.layers.len() - 1;
        let progress = Progress {
            depth: depth as u64,
            states: self.strata.states(),
            at_least: self.won.map_or(depth, |win| win.depth) as u64 + 1,
        };
        let me = self.exchange.index();
        let budget = bytes_in_a_round(self.options.memory);
        let mut outbox = Outbox::new(self.exchange.peers(), budget);
        let (mut first, mut reached_limit) = (None::<Win>, None);
        let mut is_done = false;
        let growth = match self.pending_limit.take() {
            Some(limit) => Err(limit),
            None => self.strata.grow(),
        };
        let mut growth = match growth {
            Ok(growth) => Some(growth),
            Err(limit) => {
                reached_limit = Some(limit);
                None
            }
        };
        loop {
            let mut won = None;
            // Once another worker has won, only those before it can have an earlier win. They keep
            // looking, but the positions that they reach are not needed.
            let is_over = !self.options.whole && first.is_some();
            let may_be_first = first.is_none_or(|win| me < win.worker);
            if let (Some(growth), true) = (&mut growth, !is_done && (may_be_first || !is_over)) {
                let mut expansion = Expansion {
                    positions: self.positions,
                    growth,
                    outbox: &mut outbox,
                    exchange: &mut self.exchange,
                    is_over,
                    whole: self.options.whole,
                    won: None,
                };
                match expansion.run(budget, &mut self.ctx, progress) {
                    Ok(is_all) => is_done = is_all,
                    Err(limit) => reached_limit = Some(limit),
                }
                won = expansion.won;
            } else {
                is_done = true;
            }
            is_done |= won.is_some() && !self.options.whole;
            let message = match &reached_limit {
                Some(limit) => limit_message(limit.clone(), &mut self.disk_error),
                None => RoundMessage::Expanded { done: is_done, won },
            };
            let messages = self.exchange.end_round(&message, |from, bytes| {
                if let (Some(growth), None) = (&mut growth, &reached_limit) {
                    reached_limit = unpack(from, bytes, growth).err();
                }
            })?;
            if let Some(limit) = first_limit(&messages) {
                return Err(ShardError::Limit(limit));
            }
            let mut all_done = true;
            for (worker, message) in messages.iter().enumerate() {
                let RoundMessage::Expanded { done, won } = message else {
                    return Err(self.exchange.cancel().into());
                };
                if let (Some((number, choice)), true) =
                    (won, first.is_none_or(|win| worker < win.worker))
                {
                    first = Some(Win {
                        depth,
                        worker,
                        number: *number,
                        choice: *choice,
                    });
                }
                let counts = self.options.whole || first.is_none_or(|win| worker < win.worker);
                all_done &= *done || !counts;
            }
            if all_done {
                // What arrived after the message was sent may have been too much. Then that is the
                // next message.
                self.pending_limit = reached_limit;
                return Ok(first);
            }
        }
    }

    /// Keeps the positions that are new. Returns their number over all workers.
    fn keep_layer(&mut self) -> Result<u64, ShardError> {
        let kept = match self.pending_limit.take() {
            Some(limit) => Err(limit),
            None => self.strata.keep_share(&mut self.ctx),
        };
        let message = kept.map(|states| RoundMessage::Kept {
            states,
            due: self.strata.is_due(),
        });
        let (mut sum, mut is_due) = (0, false);
        for message in self.end_round(message)? {
            if let RoundMessage::Kept { states, due } = message {
                sum += states;
                is_due |= due;
            }
        }
        if sum == 0 {
            return Ok(0);
        }
        // All workers count this layer, even if this one fails to commit it.
        self.states += sum;
        self.layers.push(sum);
        let states = self.strata.last_size();
        let counters = &self.cancel.progress;
        counters.states.fetch_add(states, Ordering::Relaxed);
        let committed = match is_due {
            true => self.strata.commit(&mut self.ctx),
            false => self.strata.tidy(),
        };
        self.pending_limit = committed.err();
        Ok(sum)
    }

    /// Walks back from a win to the start, layer by layer, and returns the numbers of the moves, the
    /// first one first. All workers walk together: the owner of a position tells what is looked for,
    /// and the worker that finds a position that leads to it answers.
    fn walk_back(&mut self, win: Win) -> Result<Vec<u32>, ShardError> {
        let mut choices = vec![win.choice];
        let (mut owner, mut number) = (win.worker, win.number);
        for depth in (1..=win.depth).rev() {
            let message = match owner == self.exchange.index() {
                true => self.seek_parent(depth, number),
                false => Ok(RoundMessage::Nothing),
            };
            let messages = self.end_round(message)?;
            let Some(RoundMessage::Seek { key, from, to }) = messages.get(owner) else {
                return Err(self.exchange.cancel().into());
            };
            let message = self.find_parent(depth - 1, (*from, *to), key);
            let messages = self.end_round(message)?;
            let mut messages = messages.into_iter().enumerate();
            let found = messages.find_map(|(worker, message)| match message {
                RoundMessage::Leads { number, choice } => Some((worker, number, choice)),
                _ => None,
            });
            let Some((worker, parent, choice)) = found else {
                // Every position but the start was reached from one before it.
                let damaged = self.strata.damaged(depth - 1);
                self.disk_error.get_or_insert(DiskError(damaged.clone()));
                return Err(ShardError::Limit(damaged.into()));
            };
            choices.push(choice);
            (owner, number) = (worker, parent);
        }
        choices.reverse();
        Ok(choices)
    }

    /// Describes the parent of one of this worker's positions.
    fn seek_parent(&mut self, depth: usize, number: u64) -> Result<RoundMessage, Limit> {
        let (from, to) = self.strata.parents(depth, number)?;
        let mut state = self.strata.read(depth, number)?;
        let key = match state.advance()? {
            Some(_) => state.key().to_vec(),
            None => return Err(state.damaged().into()),
        };
        Ok(RoundMessage::Seek { key, from, to })
    }

    /// Looks for a parent of this key among the positions of this worker that are in the range.
    fn find_parent(
        &mut self,
        depth: usize,
        (from, to): (u64, u64),
        key: &[u8],
    ) -> Result<RoundMessage, Limit> {
        let me = self.exchange.index();
        let ((first, low), (last, high)) = (split_number(from), split_number(to));
        let low = if me == first { low } else { 0 };
        let high = if me == last { high } else { u64::MAX };
        if me < first || me > last || low >= self.strata.size(depth) {
            return Ok(RoundMessage::Nothing);
        }
        let mut states = self.strata.read(depth, low)?;
        let mut buffer = Vec::new();
        while let Some(number) = states.advance()?
            && number <= high
        {
            let (mut choice, mut found) = (0, None);
            let mut visit = |next: Reached| {
                if next.key == key {
                    found = Some(choice);
                    return ControlFlow::Break(());
                }
                choice += 1;
                ControlFlow::Continue(())
            };
            if !self.positions.expand(states.key(), &mut buffer, &mut visit) {
                return Err(states.damaged().into());
            }
            if let Some(choice) = found {
                return Ok(RoundMessage::Leads { number, choice });
            }
        }
        Ok(RoundMessage::Nothing)
    }
}

/// A shard of a layer that is being expanded: each position goes to its owner.
struct Expansion<'a, 'e, 's, 'g> {
    positions: &'a dyn Positions,
    growth: &'a mut Growth<'s, 'g>,
    outbox: &'a mut Outbox,
    exchange: &'a mut Exchange<'e>,
    /// Whether another worker has won, so that the positions are not needed.
    is_over: bool,
    whole: bool,
    won: Option<(u64, u32)>,
}

impl Expansion<'_, '_, '_, '_> {
    /// Expands until the bytes of a round are sent. Returns whether that was the whole shard.
    fn run(
        &mut self,
        budget: usize,
        ctx: &mut SearchContext,
        progress: Progress,
    ) -> Result<bool, Limit> {
        let peers = self.exchange.peers();
        let (mut done, mut buffer, mut position) = (0, Vec::new(), Vec::new());
        while done < budget {
            let Some((number, key)) = self.growth.state()? else {
                while let Some((to, bytes)) = self.outbox.take_any() {
                    self.deliver(to, bytes)?;
                }
                return Ok(true);
            };
            position.clear();
            position.extend_from_slice(key);
            let (mut choice, mut outcome) = (0, Ok(()));
            let positions = self.positions;
            let is_one = positions.expand(&position, &mut buffer, &mut |next| {
                if self.won.is_none() && next.is_won {
                    self.won = Some((number, choice));
                }
                if self.whole || (self.won.is_none() && !self.is_over) {
                    let to = owner(next.hash, peers);
                    done += self.outbox.put(to, number, choice, next.key);
                }
                choice += 1;
                outcome = self.deliver_full().and_then(|()| ctx.step(1, || progress));
                let is_settled = self.won.is_some() && !self.whole;
                match outcome.is_ok() && !is_settled {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            if !is_one {
                return Err(self.growth.damaged().into());
            }
            done += 1;
            if self.won.is_some() && !self.whole {
                return Ok(true);
            }
            outcome?;
            ctx.step(1, || progress)?;
        }
        Ok(false)
    }

    /// Delivers the boxes that are full enough to be worth sending.
    fn deliver_full(&mut self) -> Result<(), Limit> {
        while let Some((to, bytes)) = self.outbox.take_full() {
            self.deliver(to, bytes)?;
        }
        Ok(())
    }

    /// Delivers positions to their owner, and takes in what has arrived meanwhile.
    fn deliver(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Limit> {
        let growth = &mut *self.growth;
        if to == self.exchange.index() {
            return unpack(to, &bytes, growth);
        }
        self.exchange.send(to, bytes);
        self.exchange
            .take(|from, bytes| unpack(from, bytes, growth))
    }
}
