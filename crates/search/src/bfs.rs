//! Breadth-first search: layer by layer, so the first win found is a fewest one.

use crate::limits::{Books, Limit, Limits, Patrol, Progress, Watch};
use crate::plan::{Store, choose};
use crate::puzzle::Puzzle;
use crate::seen::{Bits, KeyTable, Seen};
use crate::trail::Trail;
use crate::verdict::{Report, Stats, Verdict};

/// Finds the fewest moves that win, or proves that none do, within the limits.
///
/// Of several fewest solutions it returns the one that comes first in the puzzle's move
/// order, whichever store the plan picks. It stops at the first win; a search that has to
/// look at everything reaches each state once and expands it once.
pub fn solve<P: Puzzle>(puzzle: &P, limits: &Limits, watch: &mut dyn Watch) -> Report<P::Move> {
    let (store, plan) = choose(puzzle, limits);
    let mut search = Search {
        puzzle,
        limits,
        patrol: Patrol::new(limits, watch),
        books: Books::new(limits),
        trail: Trail::new(),
        layers: Vec::new(),
        depth: 0,
    };
    let ended = match store {
        Store::Bits(space) => {
            Bits::new(space, &mut search.books).and_then(|mut seen| search.run(&mut seen))
        }
        Store::Keys => KeyTable::new(&mut search.books).and_then(|mut seen| search.run(&mut seen)),
    };
    let verdict = ended.unwrap_or_else(|limit| search.gave_up(limit));
    let stats = search.stats(&verdict);
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
    /// Where each layer begins in the trail.
    layers: Vec<usize>,
    /// The cost of the layer being expanded; every state of it is known not to be won.
    depth: u64,
}

impl<P: Puzzle> Search<'_, P> {
    fn run(&mut self, seen: &mut impl Seen<P::Key>) -> Result<Verdict<P::Move>, Limit> {
        let start = self.puzzle.start();
        if self.puzzle.is_won(&start) {
            return Ok(Verdict::Fewest {
                cost: 0,
                moves: Vec::new(),
            });
        }
        self.layers.push(0);
        let key = self.puzzle.pack(&start);
        seen.admit(key, 0, &mut self.trail, &mut self.books)?;
        loop {
            let layer = self.layers[self.depth as usize]..self.trail.len();
            if layer.is_empty() {
                self.layers.pop();
                return Ok(Verdict::Impossible);
            }
            if self.limits.cost.is_some_and(|cost| self.depth >= cost) {
                return Err(Limit::Cost);
            }
            self.layers.push(layer.end);
            for place in layer {
                if let Some(last) = self.expand(seen, place)? {
                    return self.solution(place, last);
                }
            }
            self.depth += 1;
        }
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
        let (depth, states) = (self.depth, self.trail.len() as u64);
        self.patrol.step(steps, || Progress { depth, states })
    }

    /// Walks back from the state at `place`, which wins by `last`.
    fn solution(&mut self, mut place: usize, last: P::Move) -> Result<Verdict<P::Move>, Limit> {
        // Found, so nothing cheaper than depth + 1 wins: what `gave_up` says stays right here.
        let cost = self.depth + 1;
        let mut moves = vec![last];
        while place > 0 {
            let (parent, step) = self.parent(place)?;
            moves.push(step);
            place = parent;
        }
        moves.reverse();
        Ok(Verdict::Fewest { cost, moves })
    }

    /// The state from which the one at `place` was first reached, and by which move.
    fn parent(&mut self, place: usize) -> Result<(usize, P::Move), Limit> {
        for parent in self.trail.parents(place) {
            let state = self.puzzle.unpack(self.trail.get(parent));
            let child = self.trail.get(place);
            let mut found = None;
            let mut steps = 1;
            self.puzzle.expand(&state, |step, next| {
                steps += 1;
                if found.is_none() && self.puzzle.pack(&next) == *child {
                    found = Some(step);
                }
            });
            if let Some(step) = found {
                return Ok((parent, step));
            }
            self.look(steps)?;
        }
        unreachable!("every state but the start was reached from one before it");
    }

    fn gave_up(&self, limit: Limit) -> Verdict<P::Move> {
        // Before the first layer nothing is known but that the start itself was no win, if
        // even that; after it, every state up to `depth` was looked at.
        let at_least = if self.layers.is_empty() {
            0
        } else {
            self.depth + 1
        };
        Verdict::GaveUp { limit, at_least }
    }

    fn stats(&self, verdict: &Verdict<P::Move>) -> Stats {
        let won = u64::from(verdict.fewest().is_some());
        let ends = self.layers.iter().skip(1).copied();
        let mut layers: Vec<u64> = self
            .layers
            .iter()
            .zip(ends.chain([self.trail.len()]))
            .map(|(&begin, end)| (end - begin) as u64)
            .collect();
        if won == 1 {
            match layers.last_mut() {
                Some(last) => *last += 1,
                None => layers.push(1),
            }
        }
        Stats {
            states: self.trail.len() as u64 + won,
            layers,
            bytes: self.books.most(),
            elapsed: self.patrol.elapsed(),
        }
    }
}
