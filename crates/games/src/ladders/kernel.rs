//! The fewest rolls, breadth-first, each square landed on only once.
//!
//! Whoever lands on a square second stands where the first one stood before, so that need not
//! be looked at again: the search is linear in the squares, whatever the die. Neighbours that
//! are reached one after another are one run, and the rolls from a run lead to a run again
//! unless jumps part it.
//!
//! Squares are reached in the order in which the generic search reaches them, so the answer is
//! the same roll for roll, and so is the number of squares at every depth.

use std::ops::Range;

use fewest_search::{Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Verdict, Watch};

use super::squares::{Squares, WORD};
use super::{Board, Roll};

pub fn plan(board: &Board, limits: &Limits) -> Plan {
    let squares = u64::from(board.squares());
    // For a moment a list that grows is held as it was and twice as long.
    let room = 3 * squares.max(Books::LEAST_ROOM as u64);
    let most = Squares::bytes(board.squares())
        + room * (size_of::<Run>() + size_of::<u64>()) as u64
        + squares * size_of::<Roll>() as u64;
    Plan {
        kernel: "track",
        states: Some(limits.states.map_or(squares, |states| states.min(squares))),
        bytes: Some(limits.memory.map_or(most, |memory| memory.min(most))),
        why: format!("each of the {squares} squares is landed on only once, whatever the die"),
    }
}

pub fn solve(board: &Board, limits: &Limits, watch: &mut dyn Watch) -> Report<Roll> {
    let mut search = Search {
        board,
        limits,
        books: Books::new(limits),
        patrol: Patrol::new(limits, watch),
        runs: Vec::new(),
        tip: NOWHERE,
        states: 0,
        layers: Vec::new(),
        depth: 0,
    };
    let verdict = search.run().unwrap_or_else(|limit| Verdict::GaveUp {
        limit,
        at_least: search.depth + 1,
    });
    // The layer in which it ended may be one of which nothing was reached.
    search.layers.pop_if(|last| *last == 0);
    Report {
        verdict,
        stats: Stats {
            states: search.states,
            layers: search.layers,
            bytes: search.books.most(),
            elapsed: search.patrol.elapsed(),
        },
        plan: plan(board, limits),
    }
}

/// Squares that are reached one after another.
#[derive(Clone, Copy)]
struct Run {
    first: u32,
    /// The last one or, where the first was reached by a jump and is alone, the square that was
    /// landed on.
    last: u32,
}

/// No square.
const NOWHERE: u32 = u32::MAX;

struct Search<'a> {
    board: &'a Board,
    limits: &'a Limits,
    books: Books,
    patrol: Patrol<'a>,
    /// All squares reached, in the order of reaching.
    runs: Vec<Run>,
    /// The end of the last run, if its neighbour may be added to it; otherwise nowhere.
    tip: u32,
    states: u64,
    /// How many squares were first reached by each number of rolls.
    layers: Vec<u64>,
    /// The rolls that it takes to the squares being left; none of them is the last square.
    depth: u64,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Verdict<Roll>, Limit> {
        let mut squares = Squares::new(self.board.squares(), &mut self.books)?;
        self.books.push(&mut self.layers, 0)?;
        squares.land(0, 1);
        self.stand_on(0, 1)?;
        self.layers[0] = 1;
        let mut layer = 0..1;
        while !layer.is_empty() {
            if layer.len() == 1 && self.board.die <= WORD {
                self.stride(&mut squares)?;
                layer = self.runs.len() - 1..self.runs.len();
            }
            if self.limits.cost.is_some_and(|cost| self.depth >= cost) {
                return Err(Limit::Cost);
            }
            self.books.push(&mut self.layers, 0)?;
            let before = self.states;
            let rolled = self.roll(layer.clone(), &mut squares);
            self.layers[self.depth as usize + 1] = self.states - before;
            if let Some(landed) = rolled? {
                return self.solution(&squares, layer.end, landed);
            }
            self.depth += 1;
            layer = layer.end..self.runs.len();
        }
        Ok(Verdict::Impossible)
    }

    /// Goes on from a layer of one run for as long as only new plain squares are ahead: then the
    /// next layer is one run as well, as long as the die, and many can be seen at once.
    fn stride(&mut self, squares: &mut Squares) -> Result<(), Limit> {
        let die = self.board.die;
        let (cost, states) = (self.limits.cost, self.limits.states);
        let (cost, states) = (cost.unwrap_or(u64::MAX), states.unwrap_or(u64::MAX));
        let mut last = self.runs[self.runs.len() - 1].last(squares);
        loop {
            let start = last + 1;
            let known = squares.landed_on(start) | squares.jumped_to(start);
            let old = known | self.board.jumps.starts(start);
            let new = old.trailing_zeros().min(self.board.last() - start);
            let allowed = (states - self.states) / u64::from(die);
            let allowed = allowed.min(cost.saturating_sub(self.depth));
            let layers = u64::from(new / die).min(allowed) as u32;
            if layers == 0 {
                return Ok(());
            }
            self.look()?;
            squares.land(start, layers * die);
            for _ in 0..layers {
                let run = Run {
                    first: last + 1,
                    last: last + die,
                };
                self.books.push(&mut self.runs, run)?;
                self.books.push(&mut self.layers, die.into())?;
                last = run.last;
                self.states += u64::from(die);
                self.depth += 1;
            }
        }
    }

    /// Rolls from every square of a layer; says where a roll lands that wins, if one does.
    fn roll(&mut self, layer: Range<usize>, squares: &mut Squares) -> Result<Option<u32>, Limit> {
        self.tip = NOWHERE;
        for run in layer {
            let last = self.runs[run].last(squares);
            if let Some(landed) = self.roll_from(last, squares)? {
                return Ok(Some(landed));
            }
        }
        Ok(None)
    }

    /// Rolls from a run that ends on `last`; says where a roll lands that wins, if one does.
    fn roll_from(&mut self, last: u32, squares: &mut Squares) -> Result<Option<u32>, Limit> {
        let Range { mut start, end } = self.ahead(last);
        while start < end {
            let count = (end - start).min(WORD);
            if let Some(landed) = self.land(start, count, squares)? {
                return Ok(Some(landed));
            }
            start += count;
            if start < end {
                start = squares.next_left(start, end);
            }
        }
        Ok(None)
    }

    /// The squares that the rolls from a run can land on, but for those of the run itself.
    fn ahead(&self, last: u32) -> Range<u32> {
        let end = (last + 1).saturating_add(self.board.die);
        last + 1..end.min(self.board.squares())
    }

    /// Lands on up to 64 squares, in their order, unless somebody has before; says where, if
    /// that wins.
    fn land(
        &mut self,
        start: u32,
        count: u32,
        squares: &mut Squares,
    ) -> Result<Option<u32>, Limit> {
        self.look()?;
        let mut left = squares.land(start, count);
        if left == 0 {
            return Ok(None);
        }
        let goal = self.board.last();
        let mut jumps = self.board.jumps.starts(start);
        if goal - start < WORD {
            // Nobody stands there and plays on.
            jumps |= 1 << (goal - start);
        }
        // Who jumped to a plain square stood there before.
        left &= jumps | !squares.jumped_to(start);
        while left != 0 {
            let first = left.trailing_zeros();
            let run = ((left & !jumps) >> first).trailing_ones();
            if run > 0 {
                left ^= u64::MAX >> (WORD - run) << first;
                self.stand_on(start + first, run)?;
                continue;
            }
            left ^= 1 << first;
            let landed = start + first;
            let end = self.board.landing(landed);
            if end == goal {
                self.states += 1;
                return Ok(Some(landed));
            }
            if squares.was_jumped_to(end) {
                continue;
            }
            if squares.was_landed_on(end) && self.board.jumps.end(end).is_none() {
                // Somebody stood there before, unless its turn in this loop is yet to come; then
                // it comes now.
                let coming = match end.wrapping_sub(start) {
                    at @ 0..WORD => left & 1 << at,
                    _ => 0,
                };
                if coming == 0 {
                    continue;
                }
                left ^= coming;
            }
            squares.jump_to(end);
            self.jump(landed, end)?;
        }
        Ok(None)
    }

    fn look(&mut self) -> Result<(), Limit> {
        let (depth, states) = (self.depth, self.states);
        self.patrol.step(1, || Progress { depth, states })
    }

    /// Takes in some plain squares in a row.
    fn stand_on(&mut self, first: u32, count: u32) -> Result<(), Limit> {
        self.admit(count)?;
        let last = first + (count - 1);
        match self.runs.last_mut() {
            Some(run) if first > 0 && self.tip == first - 1 => run.last = last,
            _ => self.books.push(&mut self.runs, Run { first, last })?,
        }
        self.tip = last;
        Ok(())
    }

    /// Takes in the end of a jump.
    fn jump(&mut self, landed: u32, end: u32) -> Result<(), Limit> {
        self.admit(1)?;
        let run = Run {
            first: end,
            last: landed,
        };
        self.tip = NOWHERE;
        self.books.push(&mut self.runs, run)
    }

    /// Counts so many squares more, as far as they are allowed.
    fn admit(&mut self, count: u32) -> Result<(), Limit> {
        let most = self.limits.states.unwrap_or(u64::MAX);
        self.states += u64::from(count);
        if self.states > most {
            self.states = most;
            return Err(Limit::States);
        }
        Ok(())
    }

    /// The way back from the landing that wins; `end` is the end of the layer that it was rolled
    /// from.
    ///
    /// A square was landed on from the first run that it is ahead of, so the runs need not know
    /// where they came from: each layer is looked through once.
    fn solution(
        &mut self,
        squares: &Squares,
        mut end: usize,
        mut landed: u32,
    ) -> Result<Verdict<Roll>, Limit> {
        let mut moves: Vec<Roll> = self.books.list(self.depth as usize + 1)?;
        for &(mut reached) in self.layers[..=self.depth as usize].iter().rev() {
            let mut from = None;
            while reached > 0 {
                end -= 1;
                let run = self.runs[end];
                let last = run.last(squares);
                reached -= u64::from(last - run.first) + 1;
                if self.ahead(last).contains(&landed) {
                    from = Some(run);
                }
            }
            let run = from.expect("it was landed on from this layer");
            let roll = (landed - run.first).min(self.board.die);
            moves.push(Roll(roll));
            landed = match squares.was_jumped_to(run.first) {
                true => run.last,
                false => landed - roll,
            };
        }
        moves.reverse();
        Ok(Verdict::Fewest {
            cost: moves.len() as u64,
            moves,
        })
    }
}

impl Run {
    /// Its last square.
    fn last(self, squares: &Squares) -> u32 {
        match squares.was_jumped_to(self.first) {
            true => self.first,
            false => self.last,
        }
    }
}
