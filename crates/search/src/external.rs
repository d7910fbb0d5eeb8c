//! Breadth-first search on the disk: where the one in memory continues once its memory is used up,
//! and what continues after a kill. It finds the same, in the same order.

use std::ops::Range;

use crate::bfs::{self, Layer, Win};
use crate::context::{Limit, Limits, Progress, SearchContext, SearchOptions};
use crate::disk::{Foundation, Growth, Scratch, Strata};
use crate::puzzle::{Key, Puzzle, go_on_if};
use crate::report::{Plan, Report, Stats, Verdict, Why};
use crate::seen::Trail;

/// Who keeps the layers.
const TIER: &str = "keys";
/// The notes about a win that was passed: its layer, and its number there.
const WON_DEPTH: &str = "won-depth";
const WON_NUMBER: &str = "won-number";

/// The directory where a search may continue, if it has one and the memory that this takes.
pub(crate) fn scratch<'a>(options: &SearchOptions<'a>) -> Option<&'a Scratch> {
    let memory = options.limits.memory.unwrap_or(u64::MAX);
    options.scratch.filter(|_| memory >= Strata::LEAST_MEMORY)
}

/// The memory that a search in memory leaves free, to be able to continue there.
pub(crate) fn set_aside(options: &SearchOptions) -> u64 {
    match (scratch(options), options.limits.memory) {
        (Some(_), Some(memory)) => Strata::memory_to_begin(memory),
        _ => 0,
    }
}

/// Whether an earlier search is found that went there.
pub(crate) fn is_found(scratch: &Scratch) -> bool {
    let found = scratch.found();
    found.tier == TIER && !found.layers.is_empty()
}

/// Resumes from what the directory holds.
pub(crate) fn resume<P: Puzzle>(
    puzzle: &P,
    ctx: &mut SearchContext,
    plan: Plan,
    scratch: &Scratch,
) -> Report<P::Move> {
    let found = scratch.found().layers.iter();
    let states = found.fold(0, |sum: u64, entry| sum.saturating_add(entry.file.records));
    let why = Why::new("a search went on from the {states} states that its folder holds")
        .with("states", states);
    let plan = plan.on_disk(why, &ctx.options.limits);
    let foundation = foundation(puzzle, &ctx.options.limits);
    // Of layers that are found beyond a win, the win is the bound.
    let won = scratch.found().number(WON_DEPTH);
    let depth = won.unwrap_or(0);
    ctx.stop.move_to_disk(Progress {
        depth,
        states,
        at_least: depth.saturating_add(1),
    });
    if let Some(won) = won {
        ctx.stop.hold_bound(won.saturating_add(1));
    }
    let ended = match Strata::resume(scratch, foundation, ctx) {
        Ok(strata) => {
            let mut search = External::new(puzzle, ctx, strata, None);
            match search.find_win() {
                Ok(()) => search.run(),
                Err(limit) => search.gave_up(limit),
            }
        }
        Err(limit) => (Verdict::GaveUp { limit, at_least: 1 }, 0, Vec::new()),
    };
    report(ended, plan, ctx)
}

/// Moves the layers up to a depth to the disk, and continues from there.
pub(crate) fn go_on<P: Puzzle>(
    puzzle: &P,
    ctx: &mut SearchContext,
    plan: Plan,
    scratch: &Scratch,
    trail: Trail<P::Key>,
    (depth, won): (usize, Option<Win<P::Move>>),
) -> Report<P::Move> {
    let layers: Vec<u64> = (0..=depth).map(|d| trail.layer(d).len() as u64).collect();
    let states = layers.iter().sum();
    let won = won.map(|win| Win {
        place: win.place - trail.layer(win.depth).start,
        ..win
    });
    let at_least = won.map_or(depth, |win| win.depth) as u64 + 1;
    let why = Why::new(
        "the memory allowed was used up after {states} states, so the search went on on the disk",
    )
    .with("states", states);
    let limits = ctx.options.limits;
    let plan = plan.on_disk(why, &limits);
    let moved = Strata::begin(scratch, foundation(puzzle, &limits)).and_then(|mut strata| {
        let progress = Progress {
            depth: depth as u64,
            states,
            at_least,
        };
        ctx.stop.move_to_disk(progress);
        hand_over(&mut strata, trail, depth, ctx)?;
        ctx.budget.start_afresh();
        if let Some(win) = &won {
            write_down(&mut strata, win);
        }
        strata.settle(ctx)?;
        Ok(strata)
    });
    let ended = match moved {
        Ok(strata) => {
            drop(layers);
            External::new(puzzle, ctx, strata, won).run()
        }
        Err(limit) => (Verdict::GaveUp { limit, at_least }, states, layers),
    };
    report(ended, plan, ctx)
}

fn foundation<P: Puzzle>(puzzle: &P, limits: &Limits) -> Foundation {
    Foundation {
        tier: TIER,
        is_graded: puzzle.is_graded(),
        memory: limits.memory,
    }
}

/// Moves the layers from memory to the disk, freeing them on the way.
fn hand_over<K: Key>(
    strata: &mut Strata,
    trail: Trail<K>,
    depth: usize,
    ctx: &mut SearchContext,
) -> Result<(), Limit> {
    let (mut bytes, mut told) = (Vec::new(), 0);
    trail.hand_over(depth, |layer, key, parent| {
        if layer > told {
            strata.end_layer()?;
            told = layer;
        }
        bytes.clear();
        key.write(&mut bytes);
        strata.push(&bytes, parent)?;
        ctx.work(1)
    })?;
    Ok(strata.end_layer()?)
}

/// Notes a win that was passed, for a search that is resumed.
fn write_down<M>(strata: &mut Strata, win: &Win<M>) {
    strata.write_note(WON_DEPTH, win.depth as u64);
    strata.write_note(WON_NUMBER, win.place as u64);
}

/// The verdict, the states, and those of each layer.
type Ended<M> = (Verdict<M>, u64, Vec<u64>);

fn report<M>(ended: Ended<M>, plan: Plan, ctx: &SearchContext) -> Report<M> {
    let (verdict, states, layers) = ended;
    let stats = Stats {
        states,
        layers,
        bytes: ctx.budget.most(),
        elapsed: ctx.elapsed(),
    };
    Report {
        verdict,
        best: None,
        stats,
        plan,
    }
}

struct External<'c, 'a, 's, P: Puzzle> {
    puzzle: &'c P,
    ctx: &'c mut SearchContext<'a>,
    strata: Strata<'s>,
    /// The first win, if the search continues past it; its place is the number in its layer.
    won: Option<Win<P::Move>>,
    /// The states of the last layer that was not kept.
    rest: u64,
}

impl<'c, 'a, 's, P: Puzzle> External<'c, 'a, 's, P> {
    fn new(
        puzzle: &'c P,
        ctx: &'c mut SearchContext<'a>,
        strata: Strata<'s>,
        won: Option<Win<P::Move>>,
    ) -> Self {
        External {
            puzzle,
            ctx,
            strata,
            won,
            rest: 0,
        }
    }

    fn run(mut self) -> Ended<P::Move> {
        match self.search() {
            Ok(verdict) => self.ended(verdict),
            Err(limit) => self.gave_up(limit),
        }
    }

    fn search(&mut self) -> Result<Verdict<P::Move>, Limit> {
        let limits = self.ctx.options.limits;
        loop {
            let depth = self.strata.depth();
            if limits.cost.is_some_and(|cost| depth as u64 >= cost) {
                return Err(Limit::Cost);
            }
            self.report_has_room()?;
            let most = limits.states.unwrap_or(u64::MAX);
            let room = most.saturating_sub(self.strata.states());
            let won = self.expand_layer()?;
            if let (Some(win), false) = (won, self.ctx.options.whole) {
                // Of the layer that the win ends, only what was reached before it counts; the
                // win itself is counted, but not stored.
                self.rest = self.counted(|strata| strata.count(room), room)? + 1;
                return self.solution(win);
            }
            if let (Some(win), None) = (won, self.won) {
                // Before the layer is kept: a search that is resumed from there expands no layer
                // before.
                write_down(&mut self.strata, &win);
                self.pass(win);
            }
            let kept = self.strata.keep(room, self.ctx);
            let kept = self.counted(|_| kept, room)?;
            if kept == 0 {
                return match self.won {
                    Some(win) => self.solution(win),
                    None => Ok(Verdict::Impossible),
                };
            }
        }
    }

    /// Counts the states of a layer; where they are too many, those that are allowed are reached.
    fn counted(
        &mut self,
        count: impl FnOnce(&mut Strata<'s>) -> Result<u64, Limit>,
        room: u64,
    ) -> Result<u64, Limit> {
        let counted = count(&mut self.strata);
        if counted == Err(Limit::States) {
            self.rest = room;
        }
        counted
    }

    /// Gives up before the report would not fit the memory: the layers, one more, and the moves.
    fn report_has_room(&self) -> Result<(), Limit> {
        let entry = size_of::<u64>() + size_of::<P::Move>();
        let report = (self.strata.depth() as u64 + 4).saturating_mul(entry as u64);
        let room = self
            .ctx
            .budget
            .left()
            .saturating_add(self.strata.memory_to_grow());
        match report <= room {
            true => Ok(()),
            false => Err(Limit::Memory),
        }
    }

    /// Expands the last layer, and returns its first win, if there is one.
    fn expand_layer(&mut self) -> Result<Option<Win<P::Move>>, Limit> {
        let (depth, states) = (self.strata.depth(), self.strata.states());
        self.ctx.stop.progress = Progress {
            depth: depth as u64,
            states,
            at_least: self.at_least(),
        };
        let size = usize::try_from(self.strata.last_size()).map_err(|_| Limit::Memory)?;
        let mut layer = OnDisk {
            growth: self.strata.grow()?,
            ctx: self.ctx,
            bytes: Vec::new(),
        };
        let SearchOptions { whole, threads, .. } = layer.ctx.options;
        let won = bfs::expand(self.puzzle, whole, threads, size, &mut layer)?;
        Ok(won.map(|(place, step)| Win { depth, place, step }))
    }

    /// Continues past a win: from here on the depth says nothing about the fewest.
    fn pass(&mut self, win: Win<P::Move>) {
        self.won = Some(win);
        self.ctx.stop.hold_bound(self.at_least());
    }

    fn gave_up(mut self, limit: Limit) -> Ended<P::Move> {
        if !matches!(limit, Limit::Disk(_)) {
            // Where this fails, what was committed before stands; the limit is still the limit.
            let _ = self.strata.save();
        }
        let at_least = self.at_least();
        self.ended(Verdict::GaveUp { limit, at_least })
    }

    /// No win is cheaper.
    fn at_least(&self) -> u64 {
        let depth = self.won.map_or(self.strata.depth(), |win| win.depth);
        depth as u64 + 1
    }

    fn ended(mut self, verdict: Verdict<P::Move>) -> Ended<P::Move> {
        let states = self.strata.states() + self.rest;
        self.strata.stop_growing(&mut self.ctx.budget);
        let mut layers = self
            .ctx
            .budget
            .list(self.strata.depth() + 2)
            .unwrap_or_default();
        if layers.capacity() > 0 {
            layers.extend(self.strata.sizes());
            layers.extend((self.rest > 0).then_some(self.rest));
        }
        (verdict, states, layers)
    }

    /// Walks back from a win. The clock is not polled any more.
    fn solution(&mut self, win: Win<P::Move>) -> Result<Verdict<P::Move>, Limit> {
        self.strata.stop_growing(&mut self.ctx.budget);
        let mut moves = self.ctx.budget.list(win.depth + 1)?;
        moves.push(win.step);
        let mut number = win.place as u64;
        let mut child = Vec::new();
        let mut state = self.strata.read(win.depth, number)?;
        if state.advance()?.is_some() {
            child.extend_from_slice(state.key());
        }
        drop(state);
        for depth in (1..=win.depth).rev() {
            let (parent, step) = self.parent(depth, number, &mut child)?;
            moves.push(step);
            number = parent;
        }
        moves.reverse();
        Ok(Verdict::Fewest {
            cost: moves.len() as u64,
            moves,
        })
    }

    /// The state from which another one was first reached, and by which move; its key takes the
    /// place of the child's.
    fn parent(
        &mut self,
        depth: usize,
        number: u64,
        child: &mut Vec<u8>,
    ) -> Result<(u64, P::Move), Limit> {
        let (from, to) = self.strata.parents(depth, number)?;
        let mut states = self.strata.read(depth - 1, from)?;
        let mut bytes = Vec::new();
        while let Some(parent) = states.advance()?
            && parent <= to
        {
            let Some(key) = P::Key::read(states.key()) else {
                break;
            };
            let mut found = None;
            let _ = self.puzzle.expand(&self.puzzle.unpack(&key), |step, next| {
                bytes.clear();
                self.puzzle.pack(&next).write(&mut bytes);
                found = (bytes == *child).then_some(step);
                go_on_if(found.is_none())
            });
            if let Some(step) = found {
                child.clear();
                child.extend_from_slice(states.key());
                return Ok((parent, step));
            }
        }
        drop(states);
        Err(self.strata.damaged(depth - 1).into())
    }

    /// The win that was passed before the search was resumed: its first move that wins.
    fn find_win(&mut self) -> Result<(), Limit> {
        let notes = [WON_DEPTH, WON_NUMBER].map(|name| self.strata.note(name));
        let [Some(depth), Some(number)] = notes else {
            return Ok(());
        };
        let (depth, place) = (depth as usize, number as usize);
        if depth > self.strata.depth() {
            return Err(self.strata.damaged(depth).into());
        }
        let mut state = self.strata.read(depth, number)?;
        let mut step = None;
        if state.advance()?.is_some()
            && let Some(key) = P::Key::read(state.key())
        {
            let _ = self.puzzle.expand(&self.puzzle.unpack(&key), |by, next| {
                step = self.puzzle.is_won(&next).then_some(by);
                go_on_if(step.is_none())
            });
        }
        drop(state);
        let step = step.ok_or_else(|| self.strata.damaged(depth))?;
        self.pass(Win { depth, place, step });
        Ok(())
    }
}

/// The last layer on the disk, and what it leads to.
struct OnDisk<'c, 'a, 's, 'g> {
    growth: Growth<'s, 'g>,
    ctx: &'c mut SearchContext<'a>,
    bytes: Vec<u8>,
}

impl<P: Puzzle> Layer<P> for OnDisk<'_, '_, '_, '_> {
    fn read(&mut self, places: Range<usize>, keys: &mut Vec<P::Key>) -> Result<(), Limit> {
        for _ in places {
            let state = self.growth.state()?;
            let key = state.and_then(|(_, key)| P::Key::read(key));
            keys.push(key.ok_or_else(|| self.growth.damaged())?);
        }
        Ok(())
    }

    fn admit(&mut self, begin: usize, found: &mut Vec<(u32, P::Key)>) -> Result<(), Limit> {
        for (parent, key) in found.drain(..) {
            self.bytes.clear();
            key.write(&mut self.bytes);
            let parent = (begin + parent as usize) as u64;
            self.growth.add(parent, &self.bytes)?;
        }
        Ok(())
    }

    fn work(&mut self, steps: u32) -> Result<(), Limit> {
        self.ctx.work(steps)
    }
}
