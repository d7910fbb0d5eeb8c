//! An ordered parallel map: several threads work on items, one thread hears the results in the
//! order of the items.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// Tells the threads of an [`ordered_map`] whether to stop.
#[derive(Default)]
pub struct StopFlag(AtomicBool);

impl StopFlag {
    /// Breaks once the map is stopped.
    pub fn flow(&self) -> ControlFlow<()> {
        match self.0.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Works on items on several threads, and hands the results to `hear` in the order of the items.
///
/// `hear` runs on the calling thread. Besides the results it gets `None`: once before the first
/// item, and then every 10 milliseconds. When it breaks, no item is begun any more, the flag of
/// those that are under way is set, and results that it has not heard are dropped.
///
/// At most 64 items for each thread are ahead of the result that is due, so a slow item holds up
/// no other, and what waits for its turn is bounded. Where the system has no thread to give, the
/// calling thread works.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use fewest_search::ordered_map;
///
/// let mut squares = Vec::new();
/// let threads = NonZeroUsize::new(3).unwrap();
/// ordered_map(threads, 0.., |n: u64, _| n * n, |square| {
///     squares.extend(square);
///     match squares.len() < 4 {
///         true => ControlFlow::Continue(()),
///         false => ControlFlow::Break(()),
///     }
/// });
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
pub fn ordered_map<T: Send, R: Send>(
    threads: NonZeroUsize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &StopFlag) -> R + Sync,
    mut hear: impl FnMut(Option<R>) -> ControlFlow<()>,
) {
    const BETWEEN_POLLS: Duration = Duration::from_millis(10);
    const AHEAD: u64 = 64;
    if hear(None).is_break() {
        return;
    }
    let queue = Queue {
        state: Mutex::new(State {
            items,
            begun: 0,
            due: 0,
            done: BTreeMap::new(),
            workers: 0,
        }),
        changed: Condvar::new(),
        stop: StopFlag::default(),
        ahead: AHEAD.saturating_mul(threads.get() as u64),
    };
    let mut polled = Instant::now();
    thread::scope(|scope| {
        let _stop = StopOnDrop(&queue);
        for _ in 0..threads.get() {
            let (worker, work) = (Worker::new(&queue), &work);
            let run = move || worker.run(work);
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        let is_alone = queue.lock().workers == 0;
        loop {
            if is_alone {
                queue.work_on_next(&work);
            }
            let Some(result) = queue.result(BETWEEN_POLLS) else {
                return;
            };
            if result.is_some() && hear(result).is_break() {
                return;
            }
            if polled.elapsed() >= BETWEEN_POLLS {
                polled = Instant::now();
                if hear(None).is_break() {
                    return;
                }
            }
        }
    });
}

/// What the threads share.
struct Queue<I, R> {
    state: Mutex<State<I, R>>,
    /// A result is done or was heard, a worker has ended, or the map is stopped.
    changed: Condvar,
    stop: StopFlag,
    /// How many items may be ahead of the result that is due.
    ahead: u64,
}

struct State<I, R> {
    items: I,
    /// The number of the next item.
    begun: u64,
    /// The number of the next result to be heard.
    due: u64,
    done: BTreeMap<u64, R>,
    workers: usize,
}

impl<I: Iterator, R> Queue<I, R> {
    fn lock(&self) -> MutexGuard<'_, State<I, R>> {
        self.state.lock().expect(UNPOISONED)
    }

    /// Works on the next item as soon as it is not too far ahead; returns whether there was one.
    fn work_on_next(&self, work: impl Fn(I::Item, &StopFlag) -> R) -> bool {
        let is_ahead = |state: &mut State<I, R>| {
            self.stop.flow().is_continue() && state.begun - state.due >= self.ahead
        };
        let state = self.changed.wait_while(self.lock(), is_ahead);
        let mut state = state.expect(UNPOISONED);
        if self.stop.flow().is_break() {
            return false;
        }
        let Some(item) = state.items.next() else {
            return false;
        };
        let number = state.begun;
        state.begun += 1;
        drop(state);
        let result = work(item, &self.stop);
        self.lock().done.insert(number, result);
        self.changed.notify_all();
        true
    }

    /// Takes the result that is due. Returns `Some(None)` if it is not done in time, and `None` after
    /// the last one.
    fn result(&self, time: Duration) -> Option<Option<R>> {
        let mut state = self.lock();
        if !state.done.contains_key(&state.due) {
            if state.workers == 0 {
                return None;
            }
            (state, _) = self.changed.wait_timeout(state, time).expect(UNPOISONED);
        }
        let due = state.due;
        let result = state.done.remove(&due);
        if result.is_some() {
            state.due += 1;
            self.changed.notify_all();
        }
        Some(result)
    }
}

const UNPOISONED: &str = "no thread panics while it holds the lock";

/// Counts a thread as a worker until it ends. One that panics stops the others, which might wait
/// for its result for ever.
struct Worker<'a, I: Iterator, R>(&'a Queue<I, R>);

impl<'a, I: Iterator, R> Worker<'a, I, R> {
    fn new(queue: &'a Queue<I, R>) -> Self {
        queue.lock().workers += 1;
        Worker(queue)
    }

    fn run(self, work: &impl Fn(I::Item, &StopFlag) -> R) {
        while self.0.work_on_next(work) {}
    }
}

impl<I: Iterator, R> Drop for Worker<'_, I, R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.workers -= 1;
        self.0
            .stop
            .0
            .fetch_or(thread::panicking(), Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}

/// Stops the workers when the calling thread hears no more, also by a panic.
struct StopOnDrop<'a, I: Iterator, R>(&'a Queue<I, R>);

impl<I: Iterator, R> Drop for StopOnDrop<'_, I, R> {
    fn drop(&mut self) {
        // Under the lock, so that a worker that is about to wait hears of it.
        let _state = self.0.state.lock();
        self.0.stop.0.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    fn threads(threads: usize) -> NonZeroUsize {
        NonZeroUsize::new(threads).expect("it is not 0")
    }

    #[test]
    fn results_come_in_order_and_few_wait() {
        for on in [1, 2, 5] {
            let (begun, mut heard) = (AtomicU64::new(0), 0);
            let work = |item: u64, _: &StopFlag| {
                begun.fetch_add(1, Ordering::Relaxed);
                if item == 0 {
                    thread::sleep(Duration::from_millis(50));
                }
                item
            };
            let mut polls = 0;
            ordered_map(threads(on), 0..2_000, work, |result| {
                match result {
                    Some(item) => {
                        assert_eq!(item, heard);
                        heard += 1;
                    }
                    None => polls += 1,
                }
                assert!(begun.load(Ordering::Relaxed) <= heard + 64 * on as u64);
                ControlFlow::Continue(())
            });
            assert_eq!(heard, 2_000);
            assert!(polls >= 3, "{polls}");
        }
    }

    #[test]
    fn a_break_stops_what_is_under_way() {
        let work = |_: u64, stop: &StopFlag| {
            while stop.flow().is_continue() {
                thread::yield_now();
            }
        };
        let mut polls = 0;
        ordered_map(threads(3), 0.., work, |result| {
            assert!(result.is_none());
            polls += 1;
            match polls < 3 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        assert_eq!(polls, 3);
        ordered_map(
            threads(2),
            0..,
            |_: u64, _| panic!("it was stopped"),
            |_| ControlFlow::Break(()),
        );
    }

    #[test]
    #[should_panic = "a scoped thread panicked"]
    fn a_panic_ends_it() {
        let work = |item: u64, _: &StopFlag| assert!(item != 7, "on purpose");
        ordered_map(threads(2), 0.., work, |_| ControlFlow::Continue(()));
    }
}
