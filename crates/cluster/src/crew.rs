//! The workers of one process: a thread for each, with its shard and its place in the dataflow.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fewest_search::disk::Scratch;
use fewest_search::{Positions, Progress};
use timely::communication::{Allocator, AllocatorBuilder, initialize_from};

use crate::exchange::Exchange;
use crate::outcome::Outcome;
use crate::shard::{self, Gauge, Halt, Task};

/// Hands the positions of a puzzle to a search, on whichever thread it is made.
pub(crate) type Source = Box<dyn Fn(&mut dyn FnMut(&dyn Positions)) + Send + Sync>;

/// Who may end a search before its time, and how far it has come.
#[derive(Default)]
pub(crate) struct Reins {
    /// The search is to end with what it has: the time is up, or somebody does not want to wait.
    is_stopped: AtomicBool,
    /// Nothing more comes from one of the workers.
    is_cut: AtomicBool,
    /// How far the workers have come.
    pub gauge: Gauge,
}

impl Reins {
    /// Ends the search with what it has.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Ends it at once: a worker is lost.
    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// The workers of a process, before they begin.
pub(crate) struct Crew {
    /// The positions that are searched.
    pub source: Source,
    /// What all workers are told.
    pub task: Task,
    /// A folder for each worker of this process.
    pub scratches: Arc<Vec<Scratch>>,
    /// Who may end it.
    pub reins: Arc<Reins>,
}

impl Crew {
    /// Searches, with a worker for each builder, and says how each of them ended: all the same,
    /// unless they are cut off. `others` are the threads between the processes.
    pub fn search(
        self,
        builders: Vec<AllocatorBuilder>,
        others: Box<dyn Any + Send>,
    ) -> Vec<Result<Outcome, Halt>> {
        let threads = builders.len();
        let work = move |allocator: Allocator| self.work(allocator, threads);
        match initialize_from(builders, others, work) {
            Ok(workers) => {
                let ends = workers.join().into_iter();
                ends.map(|end| end.unwrap_or(Err(Halt::Cut))).collect()
            }
            // A thread that cannot be had.
            Err(_) => vec![Err(Halt::Cut)],
        }
    }

    fn work(&self, allocator: Allocator, threads: usize) -> Result<Outcome, Halt> {
        let _fall = Fall(&self.reins);
        let reins = &self.reins;
        let is_cut = || reins.is_cut();
        let exchange = Exchange::new(allocator, &is_cut);
        let scratch = &self.scratches[exchange.index() % threads];
        let mut watch = |_: Progress| match reins.is_cut() || reins.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let (mut exchange, mut ended) = (Some(exchange), Err(Halt::Cut));
        (self.source)(&mut |positions| {
            if let Some(exchange) = exchange.take() {
                let (task, gauge) = (self.task, &reins.gauge);
                ended = shard::search(positions, task, exchange, scratch, gauge, &mut watch);
            }
        });
        ended
    }
}

/// A worker that falls takes those beside it along: they would wait for ever.
struct Fall<'a>(&'a Reins);

impl Drop for Fall<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.cut();
        }
    }
}
