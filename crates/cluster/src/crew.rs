//! The workers of one process: a thread for each, with its shard and its place in the dataflow.

use std::io;
use std::net::TcpStream;
use std::ops::ControlFlow;
use std::thread;

use fewest_search::disk::Scratch;
use fewest_search::{Positions, Progress};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};

use crate::exchange::Exchange;
use crate::line::Line;
use crate::outcome::Outcome;
use crate::reins::Reins;
use crate::round::{Halt, Task};
use crate::shard;

/// The workers of a process.
pub(crate) struct Crew<'a> {
    /// The positions that are searched.
    pub positions: &'a dyn Positions,
    /// What all workers are told.
    pub task: Task,
    /// A folder for each worker of this process.
    pub scratches: &'a [Scratch],
    /// Who may end it.
    pub reins: &'a Reins,
}

impl Crew<'_> {
    /// Searches together with the other processes, over a connection to each: none to the one of
    /// this index, which is this process. Says what all found, unless it was cut short.
    pub fn search(
        &self,
        index: usize,
        streams: Vec<Option<TcpStream>>,
    ) -> io::Result<Result<Outcome, Halt>> {
        let threads = self.scratches.len();
        let workers = index * threads..(index + 1) * threads;
        let mut lines = Vec::with_capacity(streams.len());
        for (peer, stream) in streams.into_iter().enumerate() {
            let line = |stream| Line::new(stream, peer, workers.clone(), &self.reins.losses);
            lines.push(stream.map(line).transpose()?);
        }
        let hooks = Hooks::default();
        let builders = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let (builders, guard) =
            initialize_networking_from_sockets(builders, lines, index, threads, hooks)?;
        let mut ends = thread::scope(|scope| {
            let crew = builders.into_iter().zip(self.scratches);
            let crew: Vec<_> = crew
                .map(|(builder, scratch)| scope.spawn(|| self.work(builder, scratch)))
                .collect();
            let ends = crew.into_iter().map(|worker| worker.join());
            let ends: Vec<_> = ends.map(|end| end.unwrap_or(Err(Halt::Cut))).collect();
            ends
        });
        drop(guard);
        // All say the same, but each held memory of its own.
        let sum = |bytes: u64, end: &Result<Outcome, Halt>| match end {
            Ok(outcome) => bytes.saturating_add(outcome.bytes),
            Err(_) => bytes,
        };
        let bytes = ends.iter().fold(0, sum);
        let end = match ends.iter().find_map(|end| end.as_ref().err()) {
            Some(halt) => Err(*halt),
            None => ends.swap_remove(0),
        };
        Ok(end.map(|outcome| Outcome { bytes, ..outcome }))
    }

    fn work(&self, builder: TcpBuilder, scratch: &Scratch) -> Result<Outcome, Halt> {
        let reins = self.reins;
        let _fall = Fall(reins);
        let exchange = Exchange::new(Allocator::Tcp(builder.build()), reins);
        let mut watch = |_: Progress| match reins.is_cut() || reins.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let gauge = &reins.gauge;
        shard::search(
            self.positions,
            self.task,
            exchange,
            scratch,
            gauge,
            &mut watch,
        )
    }
}

/// A worker that falls takes the others along: they would wait for ever.
struct Fall<'a>(&'a Reins);

impl Drop for Fall<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cut();
        }
    }
}
