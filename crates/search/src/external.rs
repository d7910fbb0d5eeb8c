//! Breadth-first search on the disk: where the one in memory goes on once its memory is used up,
//! and what goes on after a kill. It finds the same, in the same order.

mod expansion;
mod way_back;

use crate::bfs::{WORTH_SHARING, Win};
use crate::books::Books;
use crate::disk::{Foundation, Scratch, Strata};
use crate::limits::{Limit, Limits, Progress};
use crate::patrol::Patrol;
use crate::plan::{Plan, Why};
use crate::puzzle::{Key, Puzzle};
use crate::terms::Terms;
use crate::trail::Trail;
use crate::verdict::{Report, Stats, Verdict};
use expansion::Expansion;

/// Who keeps the layers.
const TIER: &str = "keys";
/// The notes about a win that was passed: its layer, and its number there.
const WON_DEPTH: &str = "won-depth";
const WON_NUMBER: &str = "won-number";

/// The folder where a search may go on, if it has one and the memory that this takes.
pub(crate) fn scratch<'a>(terms: &Terms<'a>) -> Option<&'a Scratch> {
    let memory = terms.limits.memory.unwrap_or(u64::MAX);
    terms.scratch.filter(|_| memory >= Strata::LEAST_MEMORY)
}

/// The memory that a search in memory leaves, to be able to go on there.
pub(crate) fn set_aside(terms: &Terms) -> u64 {
    match (scratch(terms), terms.limits.memory) {
        (Some(_), Some(memory)) => Strata::memory_to_begin(memory),
        _ => 0,
    }
}

/// Whether an earlier search is found that went there.
pub(crate) fn is_found(scratch: &Scratch) -> bool {
    let found = scratch.found();
    found.tier == TIER && !found.layers.is_empty()
}

/// What a search needs, wherever it goes on.
pub(crate) struct Means<'a, 'w, P: Puzzle> {
    pub puzzle: &'a P,
    pub terms: &'a Terms<'a>,
    pub patrol: Patrol<'w>,
    pub books: Books,
    pub plan: Plan,
}

/// Goes on with what is found in the folder.
pub(crate) fn resume<P: Puzzle>(means: Means<P>, scratch: &Scratch) -> Report<P::Move> {
    let Means {
        puzzle,
        terms,
        mut patrol,
        mut books,
        plan,
    } = means;
    let found = scratch.found().layers.iter();
    let states = found.fold(0, |sum: u64, entry| sum.saturating_add(entry.file.records));
    let why = Why::new("a search went on from the {states} states that its folder holds")
        .with("states", states);
    let plan = plan.on_disk(why, &terms.limits);
    let foundation = foundation(puzzle, &terms.limits);
    let won = scratch.found().number(WON_DEPTH);
    let depth = won.unwrap_or(0);
    patrol.move_to_disk(Progress { depth, states });
    if won.is_some() {
        // The layers that are found are deeper than the win.
        patrol.move_on();
    }
    let strata = Strata::resume(scratch, foundation, &mut books, &mut patrol);
    let ended = match strata {
        Ok(strata) => {
            let mut search = External::new(puzzle, terms, strata, &mut patrol, &mut books);
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
    ended.report(plan, &patrol, &books)
}

/// Brings the layers up to `depth` to the disk, and goes on from there.
pub(crate) fn go_on<P: Puzzle>(
    means: Means<P>,
    scratch: &Scratch,
    trail: Trail<P::Key>,
    depth: usize,
    won: Option<Win<P::Move>>,
) -> Report<P::Move> {
    let Means {
        puzzle,
        terms,
        mut patrol,
        mut books,
        plan,
    } = means;
    let layers: Vec<u64> = (0..=depth).map(|d| trail.layer(d).len() as u64).collect();
    let states = layers.iter().sum();
    let won = won.map(|win| Win {
        place: win.place - trail.layer(win.depth).start,
        ..win
    });
    let why = Why::new(
        "the memory allowed was used up after {states} states, so the search went on on the disk",
    )
    .with("states", states);
    let plan = plan.on_disk(why, &terms.limits);
    let moved = Strata::begin(scratch, foundation(puzzle, &terms.limits)).and_then(|mut strata| {
        let progress = Progress {
            depth: depth as u64,
            states,
        };
        patrol.move_to_disk(progress);
        hand_over(&mut strata, trail, depth, &mut patrol)?;
        books.start_afresh();
        if let Some(win) = &won {
            write_down(&mut strata, win);
        }
        strata.settle(&mut books, &mut patrol)?;
        Ok(strata)
    });
    let ended = match moved {
        Ok(strata) => {
            drop(layers);
            let mut search = External::new(puzzle, terms, strata, &mut patrol, &mut books);
            search.won = won;
            search.run()
        }
        Err(limit) => Ended {
            verdict: Verdict::GaveUp {
                limit,
                at_least: won.map_or(depth, |win| win.depth) as u64 + 1,
            },
            states,
            layers,
        },
    };
    ended.report(plan, &patrol, &books)
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
    patrol: &mut Patrol,
) -> Result<(), Limit> {
    let progress = Progress {
        depth: depth as u64,
        states: trail.layer(depth).end as u64,
    };
    let (mut bytes, mut told) = (Vec::new(), 0);
    trail.hand_over(depth, |layer, key, parent| {
        if layer > told {
            strata.end_layer()?;
            told = layer;
        }
        bytes.clear();
        key.write(&mut bytes);
        strata.push(&bytes, parent)?;
        patrol.step(1, || progress)
    })?;
    strata.end_layer()
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
    fn report(self, plan: Plan, patrol: &Patrol, books: &Books) -> Report<M> {
        Report {
            verdict: self.verdict,
            best: None,
            stats: Stats {
                states: self.states,
                layers: self.layers,
                bytes: books.most(),
                elapsed: patrol.elapsed(),
            },
            plan,
        }
    }
}

struct External<'a, 's, 'w, P: Puzzle> {
    puzzle: &'a P,
    terms: &'a Terms<'a>,
    strata: Strata<'s>,
    patrol: &'a mut Patrol<'w>,
    books: &'a mut Books,
    /// The first win, where the search goes on past it; its place is the number in its layer.
    won: Option<Win<P::Move>>,
    /// The states of the last layer that was not kept.
    rest: u64,
}

impl<'a, 's, 'w, P: Puzzle> External<'a, 's, 'w, P> {
    fn new(
        puzzle: &'a P,
        terms: &'a Terms<'a>,
        strata: Strata<'s>,
        patrol: &'a mut Patrol<'w>,
        books: &'a mut Books,
    ) -> Self {
        External {
            puzzle,
            terms,
            strata,
            patrol,
            books,
            won: None,
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
        let limits = &self.terms.limits;
        loop {
            let depth = self.strata.depth();
            if limits.cost.is_some_and(|cost| depth as u64 >= cost) {
                return Err(Limit::Cost);
            }
            self.report_has_room()?;
            let most = limits.states.unwrap_or(u64::MAX);
            let room = most.saturating_sub(self.strata.states());
            let won = self.expand_layer()?;
            if let (Some(win), false) = (won, self.terms.whole) {
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
            let (books, patrol) = (&mut *self.books, &mut *self.patrol);
            let kept = self.strata.keep(room, books, patrol);
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
            .books
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
        let progress = Progress {
            depth: depth as u64,
            states,
        };
        let size = usize::try_from(self.strata.last_size()).map_err(|_| Limit::Memory)?;
        let growth = self.strata.grow()?;
        let mut expansion = Expansion {
            puzzle: self.puzzle,
            growth,
            bytes: Vec::new(),
        };
        let won = match size >= WORTH_SHARING {
            true => expansion.together(self.terms, size, self.patrol, progress),
            false => expansion.one_by_one(self.terms.whole, self.patrol, progress),
        };
        let win = |(place, step)| Win { depth, place, step };
        Ok(won?.map(win))
    }

    /// Goes on past a win: from here on the depth says nothing about the fewest.
    fn pass(&mut self, win: Win<P::Move>) {
        self.won = Some(win);
        self.patrol.move_on();
    }

    fn gave_up(mut self, limit: Limit) -> Ended<P::Move> {
        if limit != Limit::Disk {
            // Where this fails, what was committed before stands; the limit is still the limit.
            let _ = self.strata.save();
        }
        let depth = self.won.map_or(self.strata.depth(), |win| win.depth);
        let at_least = depth as u64 + 1;
        self.ended(Verdict::GaveUp { limit, at_least })
    }

    fn ended(mut self, verdict: Verdict<P::Move>) -> Ended<P::Move> {
        let states = self.strata.states() + self.rest;
        self.strata.stop_growing(self.books);
        let mut layers = self.books.list(self.strata.depth() + 2).unwrap_or_default();
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
