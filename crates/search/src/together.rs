//! One layer expanded by several threads.
//!
//! The layer is cut into slices. Whoever is free expands the next slice; one thread alone admits
//! what came out, slice by slice in the order of the layer. So whatever the number of threads, the
//! same states are admitted in the same order, and everything that follows from it is the same.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::limits::Limit;
use crate::puzzle::{Key, Puzzle};

/// The states that are expanded at a time: what they lead to is held outside the books, so they
/// are few.
const AT_A_TIME: usize = 256;
/// How many slices for each thread may wait or be done before their turn.
const AHEAD: usize = 4;
/// How many there are of all threads before it is known how much they hold.
const AHEAD_AT_FIRST: usize = 16;
/// What all slices together hold at the most, whatever the number of threads.
const HELD_AT_MOST: usize = 8 << 20;

/// A part of a layer, and what it leads to.
pub(crate) struct Slice<P: Puzzle> {
    /// The states to expand.
    keys: Vec<P::Key>,
    /// What they lead to, in order, each with its parent's place in the slice.
    pub found: Vec<(u32, P::Key)>,
    /// The first move that wins: after all that was found, unless the search goes on past it.
    pub won: Option<(u32, P::Move)>,
    /// The work it was.
    pub steps: u32,
}

impl<P: Puzzle> Slice<P> {
    /// The bytes it holds.
    fn bytes(&self) -> usize {
        let lists = self.keys.capacity() * size_of::<P::Key>()
            + self.found.capacity() * size_of::<(u32, P::Key)>();
        if !P::Key::OWNS_MEMORY {
            return lists;
        }
        let found = self.found.iter().map(|(_, key)| key);
        let owned: u64 = self.keys.iter().chain(found).map(Key::heap_bytes).sum();
        lists.saturating_add(usize::try_from(owned).unwrap_or(usize::MAX))
    }

    fn expand(&mut self, puzzle: &P, whole: bool) {
        self.found.clear();
        (self.won, self.steps) = (None, 0);
        for (place, key) in (0..).zip(&self.keys) {
            let state = puzzle.unpack(key);
            self.steps = self.steps.saturating_add(1);
            if whole && puzzle.is_won(&state) {
                continue;
            }
            let (found, won, steps) = (&mut self.found, &mut self.won, &mut self.steps);
            puzzle.expand(&state, |step, next| {
                *steps = steps.saturating_add(1);
                if won.is_none() && puzzle.is_won(&next) {
                    *won = Some((place, step));
                }
                if whole || won.is_none() {
                    found.push((place, puzzle.pack(&next)));
                }
            });
            if won.is_some() && !whole {
                return;
            }
        }
    }
}

/// Expands the states at the places from 0 to `len`: each slice of them is filled in by `step`, and
/// in its turn admitted by it, until that breaks off. It is asked once for many states, and so need
/// not be compiled for each store.
pub(crate) fn expand<P: Puzzle>(
    puzzle: &P,
    whole: bool,
    threads: NonZeroUsize,
    len: usize,
    step: &mut Doing<'_, P>,
) -> Result<(), Limit> {
    let table = Table::<P>::new();
    let slices = len.div_ceil(AT_A_TIME);
    let threads = threads.get().min(slices);
    let mut largest = HELD_AT_MOST / AHEAD_AT_FIRST;
    thread::scope(|scope| {
        // However this ends, those who wait are told.
        let _leaving = Leaving(&table);
        for _ in 1..threads {
            let helper = thread::Builder::new().spawn_scoped(scope, || {
                let _leaving = LeavingInPanic(&table);
                while let Some((number, mut slice)) = table.wait_for_work() {
                    slice.expand(puzzle, whole);
                    table.hand_in(number, slice);
                }
            });
            if helper.is_err() {
                // The system has no more of them: those there are do it.
                break;
            }
        }
        let (mut issued, mut admitted) = (0, 0);
        let mut idle: Vec<Slice<P>> = Vec::new();
        while admitted < slices {
            let ahead = (threads * AHEAD).min(HELD_AT_MOST / largest.max(1)).max(1);
            while issued < slices && issued - admitted < ahead {
                let mut slice = idle.pop().unwrap_or_else(|| Slice {
                    keys: Vec::with_capacity(AT_A_TIME),
                    found: Vec::new(),
                    won: None,
                    steps: 0,
                });
                let begin = issued * AT_A_TIME;
                slice.keys.clear();
                let places = begin..len.min(begin + AT_A_TIME);
                let _ = step(Step::Fill(places, &mut slice.keys))?;
                table.issue(issued, slice);
                issued += 1;
            }
            let mut slice = loop {
                match table.next(admitted) {
                    Next::Done(slice) => break slice,
                    Next::Work(number, mut slice) => {
                        slice.expand(puzzle, whole);
                        table.hand_in(number, slice);
                    }
                }
            };
            largest = match admitted {
                0 => slice.bytes(),
                _ => largest.max(slice.bytes()),
            };
            if step(Step::Admit(admitted * AT_A_TIME, &mut slice))?.is_break() {
                return Ok(());
            }
            idle.push(slice);
            admitted += 1;
        }
        Ok(())
    })
}

/// Does what is asked, or breaks off.
pub(crate) type Doing<'a, P> = dyn FnMut(Step<'_, P>) -> Result<ControlFlow<()>, Limit> + 'a;

/// What the one thread is asked that knows all states.
pub(crate) enum Step<'a, P: Puzzle> {
    /// To write down the keys at these places of the layer.
    Fill(std::ops::Range<usize>, &'a mut Vec<P::Key>),
    /// To admit a slice, whose first state is at this place of the layer.
    Admit(usize, &'a mut Slice<P>),
}

/// Where slices lie until somebody takes them.
struct Table<P: Puzzle> {
    lying: Mutex<Lying<P>>,
    /// There is work, or no more will come.
    work: Condvar,
    /// A slice was handed in.
    done: Condvar,
}

struct Lying<P: Puzzle> {
    waiting: VecDeque<(usize, Slice<P>)>,
    done: Vec<(usize, Slice<P>)>,
    is_over: bool,
}

enum Next<P: Puzzle> {
    Done(Slice<P>),
    Work(usize, Slice<P>),
}

impl<P: Puzzle> Table<P> {
    fn new() -> Self {
        Table {
            lying: Mutex::new(Lying {
                waiting: VecDeque::new(),
                done: Vec::new(),
                is_over: false,
            }),
            work: Condvar::new(),
            done: Condvar::new(),
        }
    }

    fn lying(&self) -> MutexGuard<'_, Lying<P>> {
        // Nobody panics while holding it.
        self.lying.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn issue(&self, number: usize, slice: Slice<P>) {
        self.lying().waiting.push_back((number, slice));
        self.work.notify_one();
    }

    fn hand_in(&self, number: usize, slice: Slice<P>) {
        self.lying().done.push((number, slice));
        self.done.notify_one();
    }

    /// A slice to expand; nothing once no more will come.
    fn wait_for_work(&self) -> Option<(usize, Slice<P>)> {
        let mut lying = self.lying();
        loop {
            if lying.is_over {
                return None;
            }
            if let Some(work) = lying.waiting.pop_front() {
                return Some(work);
            }
            let woken = self.work.wait(lying);
            lying = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The slice with this number, once it is expanded; until then other work, if there is some.
    fn next(&self, number: usize) -> Next<P> {
        let mut lying = self.lying();
        loop {
            if let Some(place) = lying.done.iter().position(|slice| slice.0 == number) {
                return Next::Done(lying.done.swap_remove(place).1);
            }
            assert!(!lying.is_over, "a thread that expands states has panicked");
            if let Some((number, slice)) = lying.waiting.pop_front() {
                return Next::Work(number, slice);
            }
            let woken = self.done.wait(lying);
            lying = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        self.lying().is_over = true;
        self.work.notify_all();
        self.done.notify_all();
    }
}

struct Leaving<'a, P: Puzzle>(&'a Table<P>);

impl<P: Puzzle> Drop for Leaving<'_, P> {
    fn drop(&mut self) {
        self.0.close();
    }
}

struct LeavingInPanic<'a, P: Puzzle>(&'a Table<P>);

impl<P: Puzzle> Drop for LeavingInPanic<'_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}
