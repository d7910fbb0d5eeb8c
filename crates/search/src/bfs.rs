//! Breadth-first search: layer by layer, so the first win found is a fewest one.

use crate::books::Books;
use crate::limits::{Limit, Limits, Progress, Watch};
use crate::patrol::Patrol;
use crate::plan::{Store, choose};
use crate::puzzle::Puzzle;
use crate::seen::{Bits, KeyTable, Seen};
use crate::terms::Terms;
use crate::trail::Trail;
use crate::verdict::{Report, Stats, Verdict};

/// Finds the fewest moves that win, or proves that none do, within the limits.
///
/// Of several fewest solutions it returns the one that comes first in the puzzle's move
/// order, whichever store the plan picks. It stops at the first win; a search that has to
/// look at everything reaches each state once and expands it once.
pub fn solve<'a, P: Puzzle>(
    puzzle: &P,
    terms: impl Into<Terms<'a>>,
    watch: &mut dyn Watch,
) -> Report<P::Move> {
    search(puzzle, &terms.into(), watch)
}

fn search<P: Puzzle>(puzzle: &P, terms: &Terms, watch: &mut dyn Watch) -> Report<P::Move> {
    let limits = &terms.limits;
    let (store, plan) = choose(puzzle, limits);
    let mut search = Search {
        puzzle,
        limits,
        patrol: Patrol::new(limits, watch),
        books: Books::new(limits),
        trail: Trail::new(),
        depth: 0,
    };
    // The start is looked at before any memory is taken: what it is worth is known at any limit.
    let start = puzzle.start();
    let verdict = if puzzle.is_won(&start) {
        Verdict::Fewest {
            cost: 0,
            moves: Vec::new(),
        }
    } else {
        let ended = match store {
            Store::Bits(space) => Bits::new(space, &mut search.books)
                .and_then(|mut seen| search.run(&start, &mut seen)),
            Store::Keys => {
                KeyTable::new(&mut search.books).and_then(|mut seen| search.run(&start, &mut seen))
            }
        };
        ended.unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: search.depth as u64 + 1,
        })
    };
    let stats = search.into_stats(&verdict);
    Report {
        verdict,
        stats,
        plan,
    }
}

struct Search<'a, P: Puzzle> {
    puzzle: &'a P,
    limits: &'a Limits,
    patrol: Patrol<'a>,
    books: Books,
    trail: Trail<P::Key>,
    /// The layer being expanded; every state up to it is known not to be won.
    depth: usize,
}

impl<P: Puzzle> Search<'_, P> {
    fn run(
        &mut self,
        start: &P::State,
        seen: &mut impl Seen<P::Key>,
    ) -> Result<Verdict<P::Move>, Limit> {
        let key = self.puzzle.pack(start);
        self.trail.begin_layer(&mut self.books)?;
        seen.admit(key, 0, &mut self.trail, &mut self.books)?;
        for depth in 0.. {
            self.depth = depth;
            let layer = self.trail.layer(depth);
            if layer.is_empty() {
                return Ok(Verdict::Impossible);
            }
            if self.limits.cost.is_some_and(|cost| depth as u64 >= cost) {
                return Err(Limit::Cost);
            }
            self.trail.begin_layer(&mut self.books)?;
            for place in layer {
                if let Some(last) = self.expand(seen, place)? {
                    return self.solution(place, depth, last);
                }
            }
        }
        unreachable!("a layer is empty before there are more than there are places");
    }

    /// Expands one state; says by which move it wins, if it does.
    fn expand(
        &mut self,
        seen: &mut impl Seen<P::Key>,
        place: usize,
    ) -> Result<Option<P::Move>, Limit> {
        let puzzle = self.puzzle;
        let state = puzzle.unpack(self.trail.get(place));
        let (trail, books) = (&mut self.trail, &mut self.books);
        let mut outcome = Ok(None);
        let mut steps = 1;
        puzzle.expand(&state, |step, next| {
            steps += 1;
            if !matches!(outcome, Ok(None)) {
                return;
            }
            if puzzle.is_won(&next) {
                outcome = Ok(Some(step));
            } else if let Err(limit) = seen.admit(puzzle.pack(&next), place, trail, books) {
                outcome = Err(limit);
            }
        });
        // A win beats the clock: it is found, whatever the time.
        if let Ok(None) = outcome {
            self.look(steps)?;
        }
        outcome
    }

    fn look(&mut self, steps: u32) -> Result<(), Limit> {
        let (depth, states) = (self.depth as u64, self.trail.len() as u64);
        self.patrol.step(steps, || Progress { depth, states })
    }

    /// Walks back from the state at `place` of the layer `depth`, which wins by `last`.
    fn solution(
        &mut self,
        mut place: usize,
        depth: usize,
        last: P::Move,
    ) -> Result<Verdict<P::Move>, Limit> {
        let mut moves = self.books.list(depth + 1)?;
        moves.push(last);
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
            self.puzzle.expand(&state, |step, next| {
                if found.is_none() && self.puzzle.pack(&next) == *child {
                    found = Some(step);
                }
            });
            if let Some(step) = found {
                return (parent, step);
            }
        }
        unreachable!("every state but the start was reached from one before it");
    }

    fn into_stats(self, verdict: &Verdict<P::Move>) -> Stats {
        let won = u64::from(verdict.fewest().is_some());
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
            bytes: self.books.most(),
            elapsed: self.patrol.elapsed(),
        }
    }
}
