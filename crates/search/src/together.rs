//! One layer expanded by several threads.
//!
//! The layer is cut into slices. Whoever is free expands the next slice; one thread alone admits
//! what came out, slice by slice in the order of the layer. So whatever the number of threads, the
//! same states are admitted in the same order, and everything that follows from it is the same.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::limits::Limit;
use crate::puzzle::{Key, Puzzle, go_on_if};

/// The most states in a slice.
const LONGEST_SLICE: usize = 256;
/// What the keys of a slice, and separately what they lead to, may hold: neither is charged to the
/// books. The successors of a state that has more are admitted one by one, as they are found.
const SLICE_BYTES: usize = HELD_AT_MOST / AHEAD_AT_FIRST;
/// How many slices for each thread may wait or be done before their turn.
const AHEAD: usize = 4;
/// How many there are of all threads before it is known how much they hold.
const AHEAD_AT_FIRST: usize = 16;
/// What all slices together hold at the most, whatever the number of threads.
const HELD_AT_MOST: usize = 8 << 20;

/// How many states and successors are visited between two polls of the limits. Of large boards far
/// fewer are: their keys fill the slice.
const STEPS_A_POLL: u32 = 256;

/// A part of a layer, and what it leads to.
pub(crate) struct Slice<P: Puzzle> {
    /// The states to expand.
    keys: Vec<P::Key>,
    /// What they lead to, in order, each with its parent's place in the slice.
    pub found: Vec<(u32, P::Key)>,
    /// The first move that wins: after all that was found, unless the search goes on past it.
    pub won: Option<(u32, P::Move)>,
    /// The states and successors that were visited.
    pub steps: u32,
    /// How many of the states are expanded, from the first on.
    expanded: usize,
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

    /// Expands the states in their order, until the slice is full, or `poll` fails. A state whose
    /// successors do not fit is left as if it had not been looked at.
    fn expand(
        &mut self,
        puzzle: &P,
        whole: bool,
        poll: &mut dyn FnMut() -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let Slice { keys, found, .. } = self;
        found.clear();
        (self.won, self.expanded) = (None, 0);
        let (mut steps, mut owned) = (0_u32, 0);
        for (place, key) in (0..).zip(&*keys) {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS_A_POLL) {
                poll()?;
            }
            let state = puzzle.unpack(key);
            if whole && puzzle.is_won(&state) {
                self.expanded += 1;
                continue;
            }
            let (begin, mut won, mut outcome, mut fits) = (found.len(), None, Ok(()), true);
            let _ = puzzle.expand(&state, |step, next| {
                if won.is_none() && puzzle.is_won(&next) {
                    won = Some((place, step));
                    if !whole {
                        return ControlFlow::Break(());
                    }
                }
                let key = puzzle.pack(&next);
                owned += key.heap_bytes() as usize;
                found.push((place, key));
                steps = steps.wrapping_add(1);
                let is_due = steps.is_multiple_of(STEPS_A_POLL);
                // Keys that own no memory are small: a few more than fit do no harm.
                if !is_due && !P::Key::OWNS_MEMORY {
                    return ControlFlow::Continue(());
                }
                fits = found.len() * size_of::<(u32, P::Key)>() + owned <= SLICE_BYTES;
                if is_due {
                    outcome = poll();
                }
                go_on_if(fits && outcome.is_ok())
            });
            outcome?;
            if !fits {
                found.truncate(begin);
                break;
            }
            self.won = self.won.or(won);
            self.expanded += 1;
            if won.is_some() && !whole {
                break;
            }
        }
        self.steps = steps;
        Ok(())
    }

    /// Whether there are states left to expand.
    fn is_unfinished(&self, whole: bool) -> bool {
        self.expanded < self.keys.len() && (whole || self.won.is_none())
    }

    /// Expands the next state, and has each of its successors admitted as soon as it is found.
    fn expand_next(
        &mut self,
        begin: usize,
        puzzle: &P,
        whole: bool,
        step: &mut Doing<'_, P>,
    ) -> Result<ControlFlow<()>, Limit> {
        let place = self.expanded as u32;
        let state = puzzle.unpack(&self.keys[self.expanded]);
        self.expanded += 1;
        self.steps = 1;
        let mut outcome = Ok(ControlFlow::Continue(()));
        if whole && puzzle.is_won(&state) {
            return outcome;
        }
        let _ = puzzle.expand(&state, |by, next| {
            if self.won.is_none() && puzzle.is_won(&next) {
                self.won = Some((place, by));
            }
            if whole || self.won.is_none() {
                self.found.push((place, puzzle.pack(&next)));
            }
            outcome = step(Step::Admit(begin, self));
            go_on_if(matches!(outcome, Ok(ControlFlow::Continue(()))))
        });
        outcome
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
    let threads = threads.get().min(len.div_ceil(LONGEST_SLICE));
    // Keys that own memory may be large: the first slice tells.
    let mut length = match P::Key::OWNS_MEMORY {
        true => 1,
        false => LONGEST_SLICE,
    };
    let mut largest = HELD_AT_MOST / AHEAD_AT_FIRST;
    thread::scope(|scope| {
        // However this ends, those who wait are told.
        let _leaving = Leaving(&table);
        for _ in 1..threads {
            let helper = thread::Builder::new().spawn_scoped(scope, || {
                let _leaving = LeavingInPanic(&table);
                while let Some((number, mut slice)) = table.wait_for_work() {
                    let mut poll = || match table.is_over.load(Ordering::Relaxed) {
                        true => Err(Limit::Stopped),
                        false => Ok(()),
                    };
                    if slice.expand(puzzle, whole, &mut poll).is_err() {
                        break;
                    }
                    table.hand_in(number, slice);
                }
            });
            if helper.is_err() {
                // The system has no more of them: those there are do it.
                break;
            }
        }
        // Slices are named by the place of their first state.
        let (mut issued, mut admitted, mut slices) = (0, 0, 0);
        let mut idle: Vec<Slice<P>> = Vec::new();
        while admitted < len {
            let ahead = (threads * AHEAD).min(HELD_AT_MOST / largest.max(1)).max(1);
            while issued < len && slices < ahead {
                let mut slice = idle.pop().unwrap_or_else(|| Slice {
                    keys: Vec::new(),
                    found: Vec::new(),
                    won: None,
                    steps: 0,
                    expanded: 0,
                });
                slice.keys.clear();
                let places = issued..len.min(issued + length);
                let next = places.end;
                let _ = step(Step::Fill(places, &mut slice.keys))?;
                if issued == 0 && P::Key::OWNS_MEMORY {
                    length = SLICE_BYTES / slice.bytes().max(SLICE_BYTES / LONGEST_SLICE);
                    length = length.max(1);
                }
                table.issue(issued, slice);
                (issued, slices) = (next, slices + 1);
            }
            let mut slice = loop {
                match table.next(admitted) {
                    Next::Done(slice) => break slice,
                    Next::Work(begin, mut slice) => {
                        slice.expand(puzzle, whole, &mut || step(Step::Poll).map(drop))?;
                        table.hand_in(begin, slice);
                    }
                    Next::Wait => _ = step(Step::Poll)?,
                }
            };
            largest = match admitted {
                0 => slice.bytes(),
                _ => largest.max(slice.bytes()),
            };
            if slice.is_unfinished(whole) {
                length = slice.expanded.max(1);
            }
            if step(Step::Admit(admitted, &mut slice))?.is_break() {
                return Ok(());
            }
            while slice.is_unfinished(whole) {
                if slice.expand_next(admitted, puzzle, whole, step)?.is_break() {
                    return Ok(());
                }
            }
            admitted += slice.keys.len();
            slices -= 1;
            idle.push(slice);
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
    /// To poll the limits.
    Poll,
}

/// Where slices lie until somebody takes them.
struct Table<P: Puzzle> {
    lying: Mutex<Lying<P>>,
    /// Whether those who expand states may stop.
    is_over: AtomicBool,
    /// There is work, or no more will come.
    work: Condvar,
    /// A slice was handed in.
    done: Condvar,
}

struct Lying<P: Puzzle> {
    waiting: VecDeque<(usize, Slice<P>)>,
    done: Vec<(usize, Slice<P>)>,
}

enum Next<P: Puzzle> {
    Done(Slice<P>),
    Work(usize, Slice<P>),
    /// Others are at work; the limits are to be polled.
    Wait,
}

impl<P: Puzzle> Table<P> {
    fn new() -> Self {
        Table {
            lying: Mutex::new(Lying {
                waiting: VecDeque::new(),
                done: Vec::new(),
            }),
            is_over: AtomicBool::new(false),
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
            if self.is_over.load(Ordering::Relaxed) {
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
        const POLL: Duration = Duration::from_millis(5);
        let mut lying = self.lying();
        for is_woken in [false, true] {
            if let Some(place) = lying.done.iter().position(|slice| slice.0 == number) {
                return Next::Done(lying.done.swap_remove(place).1);
            }
            let is_over = self.is_over.load(Ordering::Relaxed);
            assert!(!is_over, "a thread that expands states has panicked");
            if let Some((number, slice)) = lying.waiting.pop_front() {
                return Next::Work(number, slice);
            }
            if !is_woken {
                let woken = self.done.wait_timeout(lying, POLL);
                lying = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        Next::Wait
    }

    fn close(&self) {
        // Under the lock: whoever is about to wait has either seen it or is woken.
        let _lying = self.lying();
        self.is_over.store(true, Ordering::Relaxed);
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
