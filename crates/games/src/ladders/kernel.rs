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

use fewest_search::{
    Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Terms, Verdict, Watch, Why,
};

use super::squares::{Squares, WORD, first};
use super::{Board, Roll};

/// Whether a board is one for this kernel: play is from square 1, and nothing is on it.
///
/// It knows nothing of rolls past the last square and need not: wherever one can be rolled, a
/// lower roll wins, which the search tries first, so it ends before the other is looked at.
pub fn fits(board: &Board, terms: &Terms) -> bool {
    board.from == Board::JUDGES_FROM && board.jumps.end(0).is_none() && !terms.whole
}

pub fn plan(board: &Board, terms: &Terms) -> Plan {
    let limits = &terms.limits;
    let squares = u64::from(board.squares());
    // For a moment a list that grows is held as it was and twice as long.
    let room = 3 * squares.max(Books::LEAST_ROOM as u64);
    let most = Squares::bytes(board.squares())
        + room * (size_of::<Run>() + size_of::<u32>() + size_of::<u64>()) as u64
        + squares * size_of::<Roll>() as u64;
    Plan {
        kernel: "track",
        states: Some(limits.states.map_or(squares, |states| states.min(squares))),
        bytes: Some(limits.memory.map_or(most, |memory| memory.min(most))),
        needed: Some(most),
        expected: Some(most),
        why: Why::new("each of the {squares} squares is landed on only once, whatever the die")
            .with("squares", squares),
    }
}

pub fn solve(board: &Board, terms: &Terms, watch: &mut dyn Watch) -> Report<Roll> {
    let limits = &terms.limits;
    let mut search = Search {
        board,
        limits,
        books: Books::new(limits),
        patrol: Patrol::new(limits, watch),
        runs: Vec::new(),
        begins: Vec::new(),
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
        best: None,
        stats: Stats {
            states: search.states,
            layers: search.layers,
            bytes: search.books.most(),
            elapsed: search.patrol.elapsed(),
        },
        plan: plan(board, terms),
    }
}

/// Squares that are reached one after another, but for jumps between them, fewer in a row than
/// the die has faces: so what is ahead of them has no gap.
#[derive(Clone, Copy)]
pub struct Run {
    pub first: u32,
    pub last: u32,
    /// The square landed on by whoever jumped to it; [`NOWHERE`] for plain squares.
    pub jumped_from: u32,
}

/// How many runs are looked up together.
const TOGETHER: usize = 32;
/// On a track of so many squares what is known of them is not at hand.
const FAR_APART: u32 = 1 << 21;

/// No square.
pub const NOWHERE: u32 = u32::MAX;

/// A search under way.
pub struct Search<'a> {
    pub board: &'a Board,
    pub limits: &'a Limits,
    pub books: Books,
    patrol: Patrol<'a>,
    /// The squares reached, in the order of reaching, but for those from which all that is ahead
    /// had been landed on before.
    pub runs: Vec<Run>,
    /// Where each layer begins among the runs.
    begins: Vec<u32>,
    /// The end of the last run, if its neighbour may be added to it; otherwise nowhere.
    tip: u32,
    pub states: u64,
    /// How many squares were first reached by each number of rolls.
    pub layers: Vec<u64>,
    /// The rolls that it takes to the squares being left; none of them is the last square.
    pub depth: u64,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Verdict<Roll>, Limit> {
        let mut squares = Squares::new(self.board.squares(), &self.board.jumps, &mut self.books)?;
        self.begin_layer()?;
        squares.land(0, 1);
        self.stand_on(0, 1, &mut squares)?;
        self.layers[0] = 1;
        let mut reached = 1;
        while reached > 0 {
            let begin = self.begins[self.begins.len() - 1] as usize;
            let mut layer = begin..self.runs.len();
            if layer.len() == 1 && self.board.die <= WORD {
                self.stride(&mut squares)?;
                layer = self.runs.len() - 1..self.runs.len();
            }
            if self.limits.cost.is_some_and(|cost| self.depth >= cost) {
                return Err(Limit::Cost);
            }
            self.begin_layer()?;
            let before = self.states;
            let rolled = self.roll(layer, &mut squares);
            reached = self.states - before;
            self.layers[self.depth as usize + 1] = reached;
            if let Some(landed) = rolled? {
                return self.solution(landed);
            }
            self.depth += 1;
        }
        Ok(Verdict::Impossible)
    }

    pub fn begin_layer(&mut self) -> Result<(), Limit> {
        self.books.push(&mut self.layers, 0)?;
        self.books.push(&mut self.begins, self.runs.len() as u32)
    }

    /// Rolls from every square of a layer; says where a roll lands that wins, if one does.
    fn roll(&mut self, layer: Range<usize>, squares: &mut Squares) -> Result<Option<u32>, Limit> {
        self.tip = NOWHERE;
        for run in layer.clone() {
            let is_turn = (run - layer.start).is_multiple_of(TOGETHER);
            if is_turn && layer.end - run >= TOGETHER && self.board.squares() >= FAR_APART {
                self.fetch(run..run + TOGETHER, squares);
            }
            let last = self.runs[run].last;
            if let Some(landed) = self.roll_from(last, squares)? {
                return Ok(Some(landed));
            }
        }
        Ok(None)
    }

    /// Asks for what is ahead of some runs, for where its jumps lead, and for what is known of
    /// that. Each would wait for memory three times when its turn comes; together they wait
    /// three times in all.
    fn fetch(&self, runs: Range<usize>, squares: &Squares) {
        let ahead = first(self.board.die.min(WORD));
        let mut ends = [0; TOGETHER];
        for (end, run) in ends.iter_mut().zip(&self.runs[runs]) {
            let start = run.last + 1;
            if squares.jumps(start) & ahead & !squares.landed_on(start) != 0 {
                // The first one is enough: hardly any run has another one ahead.
                *end = self.board.jumps.ends()[squares.jumps_before(start)];
            }
        }
        let known = ends.iter().map(|&end| squares.was_stood_on(end));
        // Otherwise nobody would need the answer, and the question would be left out.
        std::hint::black_box(known.fold(false, |all, one| all ^ one));
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
        let mut jumps = squares.jumps(start);
        if goal - start < WORD {
            // Nobody stands there and plays on.
            jumps |= 1 << (goal - start);
        }
        // Who jumped to a plain square stood there before.
        left &= jumps | !squares.stood_on(start);
        while left != 0 {
            let first = left.trailing_zeros();
            let run = ((left & !jumps) >> first).trailing_ones();
            if run > 0 {
                left ^= u64::MAX >> (WORD - run) << first;
                self.stand_on(start + first, run, squares)?;
                continue;
            }
            left ^= 1 << first;
            let landed = start + first;
            let end = match landed == goal {
                true => goal,
                false => self.board.jumps.ends()[squares.jumps_before(landed)],
            };
            if end == goal {
                self.states += 1;
                return Ok(Some(landed));
            }
            if squares.was_stood_on(end) {
                continue;
            }
            if end.wrapping_sub(start) < WORD {
                // Should its turn in this loop be yet to come, it has come now.
                left &= jumps | !(1 << (end - start));
            }
            self.jump(landed, end, squares)?;
        }
        Ok(None)
    }

    pub fn look(&mut self) -> Result<(), Limit> {
        let (depth, states) = (self.depth, self.states);
        self.patrol.step(1, || Progress { depth, states })
    }

    /// Takes in some plain squares in a row.
    fn stand_on(&mut self, first: u32, count: u32, squares: &mut Squares) -> Result<(), Limit> {
        self.admit(count)?;
        squares.stand(first, self::first(count));
        let run = Run::plain(first, count);
        match self.runs.last_mut() {
            Some(before) if first > 0 && self.tip == first - 1 => before.last = run.last,
            _ => self.books.push(&mut self.runs, run)?,
        }
        self.tip = run.last;
        Ok(())
    }

    /// Takes in the end of a jump.
    fn jump(&mut self, landed: u32, end: u32, squares: &mut Squares) -> Result<(), Limit> {
        self.admit(1)?;
        squares.stand(end, 1);
        let ahead = self.ahead(end);
        let count = ahead.end - ahead.start;
        if count <= WORD && squares.landed_on(ahead.start) | !first(count) == u64::MAX {
            // Nobody goes on from there to anything new.
            return Ok(());
        }
        self.tip = NOWHERE;
        let run = Run {
            first: end,
            last: end,
            jumped_from: landed,
        };
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

    /// The way back from the landing that wins.
    ///
    /// A square was landed on from the first run that it is ahead of, so the runs need not know
    /// where they came from: each layer is looked through once.
    fn solution(&mut self, mut landed: u32) -> Result<Verdict<Roll>, Limit> {
        let mut moves: Vec<Roll> = self.books.list(self.depth as usize + 1)?;
        for layer in self.begins.windows(2).rev() {
            let mut runs = self.runs[layer[0] as usize..layer[1] as usize].iter();
            let leads = |run: &&Run| self.ahead(run.last).contains(&landed);
            let run = runs.find(leads).expect("it was landed on from this layer");
            let mut from = run.first.max(landed.saturating_sub(self.board.die));
            // Between the plain squares of a run there may be jumps, which nobody stands on.
            while run.jumped_from == NOWHERE && self.board.jumps.end(from).is_some() {
                from += 1;
            }
            moves.push(Roll(landed - from));
            landed = match run.jumped_from {
                NOWHERE => from,
                jumped_from => jumped_from,
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
    pub fn plain(first: u32, count: u32) -> Self {
        Run {
            first,
            last: first + (count - 1),
            jumped_from: NOWHERE,
        }
    }
}
