//! Breadth-first search: layer by layer, so the first win found is a fewest one.

use std::ops::{ControlFlow, Range};

use crate::context::SearchContext;
use crate::external;
use crate::limits::{Limit, Progress};
use crate::plan::{Store, choose};
use crate::puzzle::{Puzzle, go_on_if};
use crate::seen::{Bits, KeyTable, Seen};
use crate::together::{self, Step};
use crate::trail::Trail;
use crate::verdict::{Report, Stats, Verdict};

/// Finds the fewest moves that win, or proves that none do, within the limits.
///
/// Of several fewest solutions it returns the one that comes first in the puzzle's move
/// order, whichever store the plan picks. It stops at the first win; a search that has to
/// look at everything reaches each state once and expands it once.
///
/// Where a limit comes first, what is proven so far is told. `Doubling` begins with 1, adds one or
/// doubles, and wants 100:
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
    // The start is looked at before any memory is taken: what it is worth is known at any limit.
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
    /// The first win, where the search goes on past it.
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
pub(crate) const WORTH_SHARING: usize = 1 << 13;

impl<P: Puzzle> Search<'_, '_, P> {
    /// Whether it has come to the end of what can be held in memory, and not to the end of all: a
    /// key table has a most of its own.
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

    /// Expands a layer; says from which place and by which move it wins first, if it does.
    fn expand_layer(
        &mut self,
        seen: &mut impl Seen<P::Key>,
        layer: Range<usize>,
    ) -> Result<Option<(usize, P::Move)>, Limit> {
        if layer.len() >= WORTH_SHARING {
            return self.expand_together(seen, layer);
        }
        let mut won = None;
        for place in layer {
            if let Some(step) = self.expand(seen, place)? {
                won = won.or(Some((place, step)));
                if !self.ctx.options.whole {
                    break;
                }
            }
        }
        Ok(won)
    }

    /// Expands one state; says by which move it wins, if it does.
    fn expand(
        &mut self,
        seen: &mut impl Seen<P::Key>,
        place: usize,
    ) -> Result<Option<P::Move>, Limit> {
        let (puzzle, whole) = (self.puzzle, self.ctx.options.whole);
        let state = puzzle.unpack(self.trail.get(place));
        if whole && puzzle.is_won(&state) {
            return Ok(None);
        }
        let (mut won, mut outcome) = (None, Ok(()));
        let _ = puzzle.expand(&state, |step, next| {
            if won.is_none() && puzzle.is_won(&next) {
                won = Some(step);
                if !whole {
                    return ControlFlow::Break(());
                }
            }
            let key = puzzle.pack(&next);
            outcome = seen
                .admit(key, place, &mut self.trail, &mut self.ctx.budget)
                .and_then(|()| self.look(1));
            go_on_if(outcome.is_ok())
        });
        outcome?;
        // A win beats the clock: it is found, whatever the time.
        if won.is_none() || whole {
            self.look(1)?;
        }
        Ok(won)
    }

    /// Expands a layer on all threads.
    fn expand_together(
        &mut self,
        seen: &mut impl Seen<P::Key>,
        layer: Range<usize>,
    ) -> Result<Option<(usize, P::Move)>, Limit> {
        let (puzzle, whole, threads) = (
            self.puzzle,
            self.ctx.options.whole,
            self.ctx.options.threads,
        );
        let mut won = None;
        let mut step = |step: Step<P>| match step {
            Step::Fill(places, keys) => {
                let keys_there = places.map(|place| self.trail.get(layer.start + place).clone());
                keys.extend(keys_there);
                Ok(ControlFlow::Continue(()))
            }
            Step::Admit(begin, slice) => {
                let begin = layer.start + begin;
                seen.approach(slice.found.iter().map(|(_, key)| key), &self.trail);
                for (parent, key) in slice.found.drain(..) {
                    let parent = begin + parent as usize;
                    seen.admit(key, parent, &mut self.trail, &mut self.ctx.budget)?;
                }
                if let Some((place, step)) = slice.won {
                    won = won.or(Some((begin + place as usize, step)));
                    if !whole {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                self.look(slice.steps).map(ControlFlow::Continue)
            }
            Step::Poll => self.look(1).map(ControlFlow::Continue),
        };
        together::expand(puzzle, whole, threads, layer.len(), &mut step)?;
        Ok(won)
    }

    fn look(&mut self, steps: u32) -> Result<(), Limit> {
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
    /// not looked at any more: the win is found, and the way back is short beside the search.
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
        // Where the search goes on past a win, it is stored as any other state.
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
