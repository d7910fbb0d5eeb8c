//! Breadth-first search on the disk: where the one in memory goes on once its memory is used up,
//! and what goes on after a kill. It finds the same, in the same order.

mod expansion;
mod way_back;

use crate::bfs::{WORTH_SHARING, Win};
use crate::context::{SearchContext, SearchOptions};
use crate::disk::{Foundation, Scratch, Strata};
use crate::limits::{Limit, Limits, Progress};
use crate::plan::{Plan, Why};
use crate::puzzle::{Key, Puzzle};
use crate::trail::Trail;
use crate::verdict::{Report, Stats, Verdict};
use expansion::Expansion;

/// Who keeps the layers.
const TIER: &str = "keys";
/// The notes about a win that was passed: its layer, and its number there.
const WON_DEPTH: &str = "won-depth";
const WON_NUMBER: &str = "won-number";

/// The folder where a search may go on, if it has one and the memory that this takes.
pub(crate) fn scratch<'a>(options: &SearchOptions<'a>) -> Option<&'a Scratch> {
    let memory = options.limits.memory.unwrap_or(u64::MAX);
    options.scratch.filter(|_| memory >= Strata::LEAST_MEMORY)
}

/// The memory that a search in memory leaves, to be able to go on there.
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

/// Goes on with what is found in the folder.
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
    let strata = Strata::resume(scratch, foundation, ctx);
    let ended = match strata {
        Ok(strata) => {
            let mut search = External::new(puzzle, ctx, strata, None);
            match search.find_win() {
                Ok(()) => search.run(),
                Err(limit) => search.gave_up(limit),
            }
        }
        Err(limit) => Ended {
            verdict: Verdict::GaveUp { limit, at_least: 1 },
            states: 0,
            layers: Vec::new(),
        },
    };
    ended.report(plan, ctx)
}

/// Brings the layers up to a depth to the disk, and goes on from there.
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
        Err(limit) => Ended {
            verdict: Verdict::GaveUp { limit, at_least },
            states,
            layers,
        },
    };
    ended.report(plan, ctx)
}

fn foundation<P: Puzzle>(puzzle: &P, limits: &Limits) -> Foundation {
    Foundation {
        tier: TIER,
        is_graded: puzzle.is_graded(),
        memory: limits.memory,
    }
}

/// Tells the disk the layers in memory, which are freed as they are told.
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

/// A win that was passed, for whoever resumes the search.
fn write_down<M>(strata: &mut Strata, win: &Win<M>) {
    strata.write_note(WON_DEPTH, win.depth as u64);
    strata.write_note(WON_NUMBER, win.place as u64);
}

/// How it ended, and what it took.
struct Ended<M> {
    verdict: Verdict<M>,
    states: u64,
    layers: Vec<u64>,
}

impl<M> Ended<M> {
    fn report(self, plan: Plan, ctx: &SearchContext) -> Report<M> {
        Report {
            verdict: self.verdict,
            best: None,
            stats: Stats {
                states: self.states,
                layers: self.layers,
                bytes: ctx.budget.most(),
                elapsed: ctx.elapsed(),
            },
            plan,
        }
    }
}

struct External<'c, 'a, 's, P: Puzzle> {
    puzzle: &'c P,
    ctx: &'c mut SearchContext<'a>,
    strata: Strata<'s>,
    /// The first win, where the search goes on past it; its place is the number in its layer.
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
                // Before the layer is kept: whoever resumes from there looks at no layer before.
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

    /// Expands the last layer; says where and by which move it wins first, if it does.
    fn expand_layer(&mut self) -> Result<Option<Win<P::Move>>, Limit> {
        let (depth, states) = (self.strata.depth(), self.strata.states());
        self.ctx.stop.progress = Progress {
            depth: depth as u64,
            states,
            at_least: self.at_least(),
        };
        let size = usize::try_from(self.strata.last_size()).map_err(|_| Limit::Memory)?;
        let growth = self.strata.grow()?;
        let mut expansion = Expansion {
            puzzle: self.puzzle,
            growth,
            bytes: Vec::new(),
        };
        let won = match size >= WORTH_SHARING {
            true => expansion.together(size, self.ctx),
            false => expansion.one_by_one(self.ctx),
        };
        let win = |(place, step)| Win { depth, place, step };
        Ok(won?.map(win))
    }

    /// Goes on past a win: from here on the depth says nothing about the fewest.
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
        Ended {
            verdict,
            states,
            layers,
        }
    }
}
