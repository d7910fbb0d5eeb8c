//! Breadth-first search: layer by layer, so the first win found is a fewest one.
//!
//! A large layer is cut into slices, which several threads expand. One thread alone admits what came
//! out, slice by slice in the order of the layer. So whatever the number of threads, the same states
//! are admitted in the same order, and the report is the same.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::context::{Limit, Progress, SearchContext};
use crate::external;
use crate::puzzle::{Key, Puzzle, go_on_if};
use crate::report::{Report, Stats, Store, Verdict, choose};
use crate::seen::{Bits, KeyTable, Seen, Trail};

/// Finds the fewest moves that win, or proves that none do, within the limits.
///
/// Of several fewest solutions it returns the one that comes first in the puzzle's move
/// order, whichever store the plan picks. It stops at the first win; a search that has to
/// look at everything reaches each state once and expands it once.
///
/// If a limit comes first, the report has what is proven so far. `Doubling` begins with 1, adds
/// one or doubles, and wants 100:
///
/// ```
/// # use std::ops::ControlFlow;
/// # use fewest_search::{Puzzle, Space};
/// # struct Doubling;
/// # impl Puzzle for Doubling {
/// #     type State = u32;
/// #     type Move = char;
/// #     type Key = u32;
/// #     fn start(&self) -> u32 { 1 }
/// #     fn is_won(&self, &number: &u32) -> bool { number == 100 }
/// #     fn expand(
/// #         &self,
/// #         &number: &u32,
/// #         mut visit: impl FnMut(char, u32) -> ControlFlow<()>,
/// #     ) -> ControlFlow<()> {
/// #         if number < 100 { visit('+', number + 1)? }
/// #         if number <= 50 { visit('*', number * 2)? }
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn pack(&self, &number: &u32) -> u32 { number }
/// #     fn unpack(&self, &number: &u32) -> u32 { number }
/// #     fn space(&self) -> Space { Space::Dense(101) }
/// # }
/// use fewest_search::{Limit, SearchContext, SearchOptions, Verdict, solve};
///
/// let report = solve(&Doubling, &mut SearchContext::default());
/// assert_eq!(report.verdict.fewest(), Some(8));
/// assert_eq!(report.stats.layers, [1, 1, 2, 3, 5, 8, 13, 20, 8]);
///
/// let options = SearchOptions::new().states(20);
/// let report = solve(&Doubling, &mut SearchContext::new(&options));
/// assert_eq!(report.verdict, Verdict::GaveUp { limit: Limit::States, at_least: 6 });
/// ```
pub fn solve<P: Puzzle>(puzzle: &P, ctx: &mut SearchContext) -> Report<P::Move> {
    let ctx = &mut ctx.fresh();
    let (store, plan) = choose(puzzle, &ctx.options.limits);
    // The start is checked before any memory is taken, so that a won one is known at any limit.
    let start = puzzle.start();
    let scratch = external::scratch(&ctx.options);
    if !puzzle.is_won(&start)
        && let Some(scratch) = scratch.filter(|scratch| external::is_found(scratch))
    {
        return external::resume(puzzle, ctx, plan, scratch);
    }
    let mut search = Search {
        puzzle,
        ctx,
        trail: Trail::new(),
        depth: 0,
        won: None,
    };
    let verdict = if puzzle.is_won(&start) {
        Verdict::Fewest {
            cost: 0,
            moves: Vec::new(),
        }
    } else {
        let set_aside = external::set_aside(&search.ctx.options);
        let set_aside = search.ctx.budget.take(set_aside);
        let ended = set_aside.and_then(|()| match store {
            Store::Bits(space) => Bits::new(space, &mut search.ctx.budget)
                .and_then(|mut seen| search.run(&start, &mut seen)),
            Store::Keys => KeyTable::new(&mut search.ctx.budget)
                .and_then(|mut seen| search.run(&start, &mut seen)),
        });
        if let (Err(limit), Some(scratch)) = (&ended, scratch)
            && search.has_filled_memory(limit)
        {
            let Search {
                ctx,
                trail,
                depth,
                won,
                ..
            } = search;
            return external::go_on(puzzle, ctx, plan, scratch, trail, (depth, won));
        }
        ended.unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: search.at_least(),
        })
    };
    let stats = search.into_stats(&verdict);
    Report {
        verdict,
        best: None,
        stats,
        plan,
    }
}

struct Search<'c, 'a, P: Puzzle> {
    puzzle: &'c P,
    ctx: &'c mut SearchContext<'a>,
    trail: Trail<P::Key>,
    /// The layer being expanded; every state up to it is known not to be won.
    depth: usize,
    /// The first win, where the search continues past it.
    won: Option<Win<P::Move>>,
}

/// A move that wins.
#[derive(Clone, Copy)]
pub(crate) struct Win<M> {
    /// The layer and the place of the state it is made from.
    pub depth: usize,
    pub place: usize,
    pub step: M,
}

/// How large a layer is that several threads expand: starting them takes as long as expanding some
/// hundred states.
const WORTH_SHARING: usize = 1 << 13;

impl<P: Puzzle> Search<'_, '_, P> {
    /// Whether the memory is full, while the limits would allow more: a key table has a largest size,
    /// too.
    fn has_filled_memory(&self, limit: &Limit) -> bool {
        let has_begun = self.trail.len() > 0;
        let states = self.ctx.options.limits.states.unwrap_or(u64::MAX);
        let is_filled = match limit {
            Limit::Memory => true,
            Limit::States => (self.trail.len() as u64) < states,
            _ => false,
        };
        has_begun && is_filled
    }

    fn run(
        &mut self,
        start: &P::State,
        seen: &mut impl Seen<P::Key>,
    ) -> Result<Verdict<P::Move>, Limit> {
        let key = self.puzzle.pack(start);
        self.trail.begin_layer(&mut self.ctx.budget)?;
        seen.admit(key, 0, &mut self.trail, &mut self.ctx.budget)?;
        for depth in 0.. {
            self.depth = depth;
            let layer = self.trail.layer(depth);
            if layer.is_empty() {
                return match self.won {
                    Some(win) => self.solution(win),
                    None => Ok(Verdict::Impossible),
                };
            }
            let cost = self.ctx.options.limits.cost;
            if cost.is_some_and(|cost| depth as u64 >= cost) {
                return Err(Limit::Cost);
            }
            self.trail.begin_layer(&mut self.ctx.budget)?;
            if let Some((place, step)) = self.expand_layer(seen, layer)? {
                let win = Win { depth, place, step };
                if !self.ctx.options.whole {
                    return self.solution(win);
                }
                if self.won.is_none() {
                    self.won = Some(win);
                    self.ctx.stop.hold_bound(self.at_least());
                }
            }
        }
        unreachable!("a layer is empty before there are more than there are places");
    }

    /// Expands a layer; returns the place and the move of its first win, if there is one.
    fn expand_layer(
        &mut self,
        seen: &mut impl Seen<P::Key>,
        layer: Range<usize>,
    ) -> Result<Option<(usize, P::Move)>, Limit> {
        let (puzzle, options) = (self.puzzle, self.ctx.options);
        let mut won = None;
        if layer.len() >= WORTH_SHARING {
            let (begin, len) = (layer.start, layer.len());
            let mut layer = InMemory {
                search: self,
                seen,
                begin,
            };
            let won = expand(puzzle, options.whole, options.threads, len, &mut layer)?;
            return Ok(won.map(|(place, step)| (begin + place, step)));
        }
        for place in layer {
            if let Some(step) = self.expand(seen, place)? {
                won = won.or(Some((place, step)));
                if !options.whole {
                    break;
                }
            }
        }
        Ok(won)
    }

    /// Expands one state, and returns its first move that wins, if there is one.
    fn expand(
        &mut self,
        seen: &mut impl Seen<P::Key>,
        place: usize,
    ) -> Result<Option<P::Move>, Limit> {
        let (puzzle, whole) = (self.puzzle, self.ctx.options.whole);
        let state = puzzle.unpack(self.trail.get(place));
        let won = visit_successors(puzzle, &state, whole, |key| {
            seen.admit(key, place, &mut self.trail, &mut self.ctx.budget)?;
            self.work(1)
        })?;
        // A win beats the clock: it is found, whatever the time.
        if won.is_none() || whole {
            self.work(1)?;
        }
        Ok(won)
    }

    fn work(&mut self, steps: u32) -> Result<(), Limit> {
        let progress = Progress {
            depth: self.depth as u64,
            states: self.trail.len() as u64,
            at_least: self.at_least(),
        };
        self.ctx.step(steps, || progress)
    }

    /// No win is cheaper.
    fn at_least(&self) -> u64 {
        let depth = self.won.map_or(self.depth, |win| win.depth);
        depth as u64 + 1
    }

    /// Walks back from a win.
    fn solution(&mut self, win: Win<P::Move>) -> Result<Verdict<P::Move>, Limit> {
        let (mut place, depth) = (win.place, win.depth);
        let mut moves = self.ctx.budget.list(depth + 1)?;
        moves.push(win.step);
        for depth in (1..=depth).rev() {
            let (parent, step) = self.parent(place, depth);
            moves.push(step);
            place = parent;
        }
        moves.reverse();
        Ok(Verdict::Fewest {
            cost: moves.len() as u64,
            moves,
        })
    }

    /// The state from which the one at `place` was first reached, and by which move. The clock is
    /// not polled any more: the win is found, and the way back is short beside the search.
    fn parent(&self, place: usize, depth: usize) -> (usize, P::Move) {
        let child = self.trail.get(place);
        for parent in self.trail.parents(place, depth) {
            let state = self.puzzle.unpack(self.trail.get(parent));
            let mut found = None;
            let _ = self.puzzle.expand(&state, |step, next| {
                found = (self.puzzle.pack(&next) == *child).then_some(step);
                go_on_if(found.is_none())
            });
            if let Some(step) = found {
                return (parent, step);
            }
        }
        unreachable!("every state but the start was reached from one before it");
    }

    fn into_stats(self, verdict: &Verdict<P::Move>) -> Stats {
        // If the search continues past a win, it is stored as any other state.
        let is_apart = verdict.fewest() == Some(0) || !self.ctx.options.whole;
        let won = u64::from(verdict.fewest().is_some() && is_apart);
        let states = self.trail.len() as u64 + won;
        let mut layers = self.trail.into_layer_sizes();
        match layers.last_mut() {
            Some(last) => *last += won,
            None => layers.extend((won > 0).then_some(won)),
        }
        // The last layer of an exhausted space is the empty one that ended it.
        layers.pop_if(|last| *last == 0);
        Stats {
            states,
            layers,
            bytes: self.ctx.budget.most(),
            elapsed: self.ctx.elapsed(),
        }
    }
}

/// Visits the successors of a state that is not won, until one fails. Returns the first move that
/// wins; unless the search is of the whole space, it ends there.
#[inline]
fn visit_successors<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    whole: bool,
    mut visit: impl FnMut(P::Key) -> Result<(), Limit>,
) -> Result<Option<P::Move>, Limit> {
    let (mut won, mut outcome) = (None, Ok(()));
    if whole && puzzle.is_won(state) {
        return Ok(None);
    }
    let _ = puzzle.expand(state, |step, next| {
        if won.is_none() && puzzle.is_won(&next) {
            won = Some(step);
            if !whole {
                return ControlFlow::Break(());
            }
        }
        outcome = visit(puzzle.pack(&next));
        go_on_if(outcome.is_ok())
    });
    outcome.map(|()| won)
}

/// A layer that is expanded in memory, which begins at this place of the trail.
struct InMemory<'s, 'c, 'a, P: Puzzle, S> {
    search: &'s mut Search<'c, 'a, P>,
    seen: &'s mut S,
    begin: usize,
}

impl<P: Puzzle, S: Seen<P::Key>> Layer<P> for InMemory<'_, '_, '_, P, S> {
    fn read(&mut self, places: Range<usize>, keys: &mut Vec<P::Key>) -> Result<(), Limit> {
        keys.extend(places.map(|place| self.search.trail.get(self.begin + place).clone()));
        Ok(())
    }

    fn admit(&mut self, begin: usize, found: &mut Vec<(u32, P::Key)>) -> Result<(), Limit> {
        let Search { trail, ctx, .. } = &mut *self.search;
        self.seen.prefetch(found.iter().map(|(_, key)| key), trail);
        for (parent, key) in found.drain(..) {
            let parent = self.begin + begin + parent as usize;
            self.seen.admit(key, parent, trail, &mut ctx.budget)?;
        }
        Ok(())
    }

    fn work(&mut self, steps: u32) -> Result<(), Limit> {
        self.search.work(steps)
    }
}

/// The one thread that knows all states: it hands out the states of a layer, and takes what they
/// lead to.
pub(crate) trait Layer<P: Puzzle> {
    /// Appends the keys at these places of the layer. All places are read once, in order.
    fn read(&mut self, places: Range<usize>, keys: &mut Vec<P::Key>) -> Result<(), Limit>;

    /// Takes the successors, each with the place of its parent, counted from `begin` on.
    fn admit(&mut self, begin: usize, found: &mut Vec<(u32, P::Key)>) -> Result<(), Limit>;

    /// Counts the work and polls the limits.
    fn work(&mut self, steps: u32) -> Result<(), Limit>;
}

/// The most states in a slice.
const LONGEST_SLICE: usize = 256;
/// What the keys of a slice, and separately what they lead to, may hold: neither is charged to the
/// budget. The successors of a state that has more are admitted one by one, as they are found.
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
struct Slice<P: Puzzle> {
    /// The states to expand.
    keys: Vec<P::Key>,
    /// What they lead to, in order, each with its parent's place in the slice.
    found: Vec<(u32, P::Key)>,
    /// The first move that wins: after all that was found, unless the search continues past it.
    won: Option<(u32, P::Move)>,
    /// The states and successors that were visited.
    steps: u32,
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
    /// successors do not fit is left unexpanded.
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
        layer: &mut dyn Layer<P>,
    ) -> Result<(), Limit> {
        let place = self.expanded as u32;
        let state = puzzle.unpack(&self.keys[self.expanded]);
        self.expanded += 1;
        let won = visit_successors(puzzle, &state, whole, |key| {
            self.found.push((place, key));
            layer.admit(begin, &mut self.found)?;
            layer.work(1)
        })?;
        self.won = self.won.or(won.map(|step| (place, step)));
        Ok(())
    }
}

/// Expands the states of a layer of this length, on several threads if it is large enough. Returns
/// the place and the move of the first win, if there is one; unless the search is of the whole
/// space, it ends there.
///
/// The layer is called once for many states, so this need not be compiled for each kind of it.
pub(crate) fn expand<P: Puzzle>(
    puzzle: &P,
    whole: bool,
    threads: NonZeroUsize,
    len: usize,
    layer: &mut dyn Layer<P>,
) -> Result<Option<(usize, P::Move)>, Limit> {
    let queue = &WorkQueue::<P>::new();
    let threads = threads.get().min(len.div_ceil(LONGEST_SLICE));
    // Keys that own memory may be large: the first slice tells.
    let mut length = match P::Key::OWNS_MEMORY {
        true => 1,
        false => LONGEST_SLICE,
    };
    let mut largest = HELD_AT_MOST / AHEAD_AT_FIRST;
    thread::scope(|scope| {
        // However this ends, the threads that wait are woken.
        let close_if = |only_in_panic| Close {
            queue,
            only_in_panic,
        };
        let _close = close_if(false);
        for _ in 1..threads {
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let _close = close_if(true);
                while let Some((number, mut slice)) = queue.wait_for_work() {
                    let mut poll = || match queue.is_over.load(Ordering::Relaxed) {
                        true => Err(Limit::Stopped),
                        false => Ok(()),
                    };
                    if slice.expand(puzzle, whole, &mut poll).is_err() {
                        break;
                    }
                    queue.hand_in(number, slice);
                }
            });
            if worker.is_err() {
                // The system has no more threads: those there are do it.
                break;
            }
        }
        // Slices are named by the place of their first state.
        let (mut issued, mut admitted, mut slices) = (0, 0, 0);
        let mut idle: Vec<Slice<P>> = Vec::new();
        let mut won = None;
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
                layer.read(places, &mut slice.keys)?;
                if issued == 0 && P::Key::OWNS_MEMORY {
                    length = SLICE_BYTES / slice.bytes().max(SLICE_BYTES / LONGEST_SLICE);
                    length = length.max(1);
                }
                queue.issue(issued, slice);
                (issued, slices) = (next, slices + 1);
            }
            let mut slice = loop {
                match queue.next(admitted) {
                    Next::Done(slice) => break slice,
                    Next::Work(begin, mut slice) => {
                        slice.expand(puzzle, whole, &mut || layer.work(1))?;
                        queue.hand_in(begin, slice);
                    }
                    Next::Wait => layer.work(1)?,
                }
            };
            largest = match admitted {
                0 => slice.bytes(),
                _ => largest.max(slice.bytes()),
            };
            if slice.is_unfinished(whole) {
                length = slice.expanded.max(1);
            }
            layer.admit(admitted, &mut slice.found)?;
            // A win beats the clock: it is found, whatever the time.
            if whole || slice.won.is_none() {
                layer.work(slice.steps)?;
            }
            while slice.is_unfinished(whole) {
                slice.expand_next(admitted, puzzle, whole, layer)?;
            }
            won = won.or(slice
                .won
                .map(|(place, step)| (admitted + place as usize, step)));
            if won.is_some() && !whole {
                break;
            }
            admitted += slice.keys.len();
            slices -= 1;
            idle.push(slice);
        }
        Ok(won)
    })
}

/// The slices that wait to be expanded, and those that are.
struct WorkQueue<P: Puzzle> {
    slices: Mutex<Slices<P>>,
    /// Whether those who expand states may stop.
    is_over: AtomicBool,
    /// There is work, or no more will come.
    work: Condvar,
    /// A slice was handed in.
    done: Condvar,
}

struct Slices<P: Puzzle> {
    waiting: VecDeque<(usize, Slice<P>)>,
    done: Vec<(usize, Slice<P>)>,
}

enum Next<P: Puzzle> {
    Done(Slice<P>),
    Work(usize, Slice<P>),
    /// Others are at work; the limits are to be polled.
    Wait,
}

impl<P: Puzzle> WorkQueue<P> {
    fn new() -> Self {
        WorkQueue {
            slices: Mutex::new(Slices {
                waiting: VecDeque::new(),
                done: Vec::new(),
            }),
            is_over: AtomicBool::new(false),
            work: Condvar::new(),
            done: Condvar::new(),
        }
    }

    fn slices(&self) -> MutexGuard<'_, Slices<P>> {
        // No thread panics while holding it.
        self.slices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn issue(&self, number: usize, slice: Slice<P>) {
        self.slices().waiting.push_back((number, slice));
        self.work.notify_one();
    }

    fn hand_in(&self, number: usize, slice: Slice<P>) {
        self.slices().done.push((number, slice));
        self.done.notify_one();
    }

    /// A slice to expand; nothing once no more will come.
    fn wait_for_work(&self) -> Option<(usize, Slice<P>)> {
        let mut slices = self.slices();
        loop {
            if self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(work) = slices.waiting.pop_front() {
                return Some(work);
            }
            let woken = self.work.wait(slices);
            slices = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The slice with this number, once it is expanded; until then other work, if there is some.
    fn next(&self, number: usize) -> Next<P> {
        const POLL: Duration = Duration::from_millis(5);
        let mut slices = self.slices();
        for is_woken in [false, true] {
            if let Some(place) = slices.done.iter().position(|slice| slice.0 == number) {
                return Next::Done(slices.done.swap_remove(place).1);
            }
            let is_over = self.is_over.load(Ordering::Relaxed);
            assert!(!is_over, "a thread that expands states has panicked");
            if let Some((number, slice)) = slices.waiting.pop_front() {
                return Next::Work(number, slice);
            }
            if !is_woken {
                let woken = self.done.wait_timeout(slices, POLL);
                slices = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        Next::Wait
    }

    fn close(&self) {
        // Under the lock: a thread that is about to wait has either seen it or is woken.
        let _slices = self.slices();
        self.is_over.store(true, Ordering::Relaxed);
        self.work.notify_all();
        self.done.notify_all();
    }
}

/// Wakes the threads that wait when it is dropped, or only when that happens in a panic.
struct Close<'a, P: Puzzle> {
    queue: &'a WorkQueue<P>,
    only_in_panic: bool,
}

impl<P: Puzzle> Drop for Close<'_, P> {
    fn drop(&mut self) {
        if !self.only_in_panic || thread::panicking() {
            self.queue.close();
        }
    }
}
