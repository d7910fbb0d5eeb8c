//! What several threads make, brought into its order: each share's lines in the place of the share.
//! What waits for its turn is bounded, however long one share takes.

use std::collections::VecDeque;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use fewest_catalogue::Entry;

use crate::ended::Exit;

/// So many bytes may wait for their turn before nobody takes another share.
const MOST_HELD: usize = 64 << 20;

/// Where shares are taken from, and what is made of them is left.
pub struct Belt {
    state: Mutex<State>,
    /// Something is there, or a thread is through.
    news: Condvar,
    /// There is room again.
    room: Condvar,
    is_stopped: AtomicBool,
    /// Of which share whoever waits for lines wants those that are done; [`NO_SHARE`] most of the
    /// time.
    wanted: AtomicUsize,
    most_held: usize,
}

const NO_SHARE: usize = usize::MAX;

struct State {
    /// The shares that nobody has taken begin here, and end there.
    untaken: usize,
    end: usize,
    /// Those that were taken and are not all handed over, from the first on.
    taken: VecDeque<Slot>,
    first: usize,
    held: usize,
    at_work: usize,
    sum: Sum,
}

/// What was made of a share so far and is not handed over.
#[derive(Default)]
struct Slot {
    made: Made,
    is_whole: bool,
}

/// What was made of some levels.
#[derive(Default)]
pub struct Made {
    /// Their lines.
    pub lines: Vec<u8>,
    /// What is to be kept of them before anybody sees the lines.
    pub entries: Vec<Entry>,
}

impl Made {
    fn add(&mut self, mut others: Made) {
        match self.lines.is_empty() {
            true => self.lines = others.lines,
            false => self.lines.extend_from_slice(&others.lines),
        }
        self.entries.append(&mut others.entries);
    }
}

/// What became of some levels.
#[derive(Clone, Copy)]
pub struct Sum {
    /// How many there are.
    pub done: u64,
    /// How many of them have an error in place of an answer.
    pub errors: u64,
    /// How the worst of them ends the command.
    pub worst: Exit,
}

impl Sum {
    /// Of no levels.
    pub const NOTHING: Sum = Sum {
        done: 0,
        errors: 0,
        worst: Exit::Done,
    };

    /// Adds others.
    pub fn add(&mut self, others: Sum) {
        self.done += others.done;
        self.errors += others.errors;
        self.worst = self.worst.max(others.worst);
    }
}

/// What comes next.
pub enum Next {
    /// Lines.
    Made(Made),
    /// Nothing yet.
    Nothing,
    /// Nothing any more.
    End,
}

/// Counts a thread as long as it is at work, whatever ends it.
pub struct AtWork<'a>(&'a Belt);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.state().at_work -= 1;
        self.0.news.notify_one();
    }
}

impl Belt {
    /// So many shares.
    pub fn new(shares: usize) -> Self {
        Belt::holding(MOST_HELD, shares)
    }

    /// So many shares, of which at most so many bytes wait.
    pub fn holding(most_held: usize, shares: usize) -> Self {
        Belt {
            state: Mutex::new(State {
                untaken: 0,
                end: shares,
                taken: VecDeque::new(),
                first: 0,
                held: 0,
                at_work: 0,
                sum: Sum::NOTHING,
            }),
            news: Condvar::new(),
            room: Condvar::new(),
            is_stopped: AtomicBool::new(false),
            wanted: AtomicUsize::new(NO_SHARE),
            most_held,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics here")
    }

    /// One more thread works, until it drops this.
    pub fn begin(&self) -> AtWork<'_> {
        self.state().at_work += 1;
        AtWork(self)
    }

    /// Takes the next share; there is none where all are taken, or nobody wants more.
    pub fn take(&self) -> Option<usize> {
        let mut state = self.state();
        loop {
            if self.is_stopped() || state.untaken == state.end {
                return None;
            }
            if state.held < self.most_held {
                state.untaken += 1;
                state.taken.push_back(Slot::default());
                return Some(state.untaken - 1);
            }
            state = self.room.wait(state).expect("nobody panics here");
        }
    }

    /// Leaves lines of a share that was taken, and says whether that is all of it.
    pub fn leave(&self, share: usize, made: Made, is_whole: bool, sum: Sum) {
        let mut state = self.state();
        state.sum.add(sum);
        state.held += made.lines.len();
        let place = share - state.first;
        let slot = &mut state.taken[place];
        slot.is_whole = is_whole;
        slot.made.add(made);
        if place == 0 {
            self.wanted.store(NO_SHARE, Ordering::Relaxed);
            self.news.notify_one();
        }
    }

    /// Waits for what comes next, but not longer than this.
    pub fn next(&self, longest: Duration) -> Next {
        let mut state = self.state();
        loop {
            if let Some(slot) = state.taken.front_mut() {
                let (made, is_whole) = (mem::take(&mut slot.made), slot.is_whole);
                if is_whole {
                    state.taken.pop_front();
                    state.first += 1;
                }
                if !made.lines.is_empty() {
                    state.held -= made.lines.len();
                    self.room.notify_all();
                    return Next::Made(made);
                }
                if is_whole {
                    continue;
                }
            }
            if state.at_work == 0 {
                return Next::End;
            }
            let waited = self.news.wait_timeout(state, longest);
            let (back, waited) = waited.expect("nobody panics here");
            state = back;
            if waited.timed_out() {
                self.wanted.store(state.first, Ordering::Relaxed);
                return Next::Nothing;
            }
        }
    }

    /// Whether somebody waits for what is done of this share, and would not for the rest of it.
    pub fn is_wanted(&self, share: usize) -> bool {
        self.wanted.load(Ordering::Relaxed) == share
    }

    /// Nobody wants more.
    pub fn stop(&self) {
        // Under the lock: whoever is about to wait for room has to hear it.
        let _state = self.state();
        self.is_stopped.store(true, Ordering::Relaxed);
        self.room.notify_all();
    }

    /// Whether nobody wants more.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// How many levels are done, and how many of them have an error in place of an answer.
    pub fn count(&self) -> (u64, u64) {
        let Sum { done, errors, .. } = self.state().sum;
        (done, errors)
    }

    /// How the worst level ends the command.
    pub fn worst(&self) -> Exit {
        self.state().sum.worst
    }

    /// Whether everything was handed over.
    pub fn is_empty(&self) -> bool {
        let state = self.state();
        state.first == state.end
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const SOON: Duration = Duration::from_millis(1);

    fn lines_of(lines: &[u8]) -> Made {
        Made {
            lines: lines.to_vec(),
            entries: Vec::new(),
        }
    }

    /// Lines come in the order of the shares, whoever is the first; and while one share takes long,
    /// what the others leave does not pile up.
    #[test]
    fn what_waits_is_in_order_and_bounded() {
        const SHARES: usize = 1000;
        let belt = Belt::holding(40, SHARES);
        let (slowest, made) = (AtomicBool::new(false), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                let at_work = belt.begin();
                let (belt, slowest, made) = (&belt, &slowest, &made);
                scope.spawn(move || {
                    let _at_work = at_work;
                    while let Some(share) = belt.take() {
                        while share == 0 && !slowest.load(Ordering::Relaxed) {
                            thread::yield_now();
                        }
                        let lines = format!("{share:03}\n").into_bytes();
                        made.fetch_add(lines.len(), Ordering::Relaxed);
                        let (first, second) = lines.split_at(2);
                        belt.leave(share, lines_of(first), false, Sum::NOTHING);
                        belt.leave(share, lines_of(second), true, Sum::NOTHING);
                    }
                });
            }
            // Three threads leave 4 bytes each after it is full, at the most.
            while made.load(Ordering::Relaxed) < 40 {
                thread::yield_now();
            }
            assert!(matches!(belt.next(SOON), Next::Nothing));
            assert!(made.load(Ordering::Relaxed) <= 40 + 3 * 4);
            slowest.store(true, Ordering::Relaxed);
            let mut all = Vec::new();
            loop {
                match belt.next(SOON) {
                    Next::Made(made) => all.extend(made.lines),
                    Next::Nothing => {}
                    Next::End => break,
                }
            }
            let expected: String = (0..SHARES).map(|share| format!("{share:03}\n")).collect();
            assert_eq!(String::from_utf8(all).expect("digits"), expected);
        });
        assert!(belt.is_empty());
    }

    #[test]
    fn a_thread_that_is_lost_ends_it() {
        let belt = Belt::new(3);
        let at_work = belt.begin();
        assert_eq!(belt.take(), Some(0));
        belt.leave(0, lines_of(b"a"), true, Sum::NOTHING);
        assert_eq!(belt.take(), Some(1));
        belt.leave(1, lines_of(b"b"), false, Sum::NOTHING);
        drop(at_work);
        assert!(matches!(belt.next(SOON), Next::Made(made) if made.lines == b"a"));
        assert!(matches!(belt.next(SOON), Next::Made(made) if made.lines == b"b"));
        assert!(matches!(belt.next(SOON), Next::End));
        assert!(!belt.is_empty());
    }

    #[test]
    fn whoever_waits_asks_for_what_is_done() {
        let belt = Belt::new(2);
        let _at_work = belt.begin();
        assert_eq!((belt.take(), belt.take()), (Some(0), Some(1)));
        assert!(!belt.is_wanted(0));
        assert!(matches!(belt.next(SOON), Next::Nothing));
        assert!(belt.is_wanted(0) && !belt.is_wanted(1));
        belt.leave(1, lines_of(b"b"), true, Sum::NOTHING);
        assert!(belt.is_wanted(0));
        belt.leave(0, lines_of(b"a"), false, Sum::NOTHING);
        assert!(!belt.is_wanted(0));
        assert!(matches!(belt.next(SOON), Next::Made(made) if made.lines == b"a"));
    }

    #[test]
    fn nobody_waits_for_room_in_vain() {
        let belt = Belt::holding(1, 3);
        let _at_work = belt.begin();
        assert_eq!(belt.take(), Some(0));
        belt.leave(0, lines_of(b"a"), false, Sum::NOTHING);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| belt.take());
            belt.stop();
            assert_eq!(waiting.join().expect("it ends"), None);
        });
    }
}
