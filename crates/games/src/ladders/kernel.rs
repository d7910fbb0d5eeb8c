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
    Books, Limit, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};

use super::{Board, Jumps, Roll};

/// Whether a board is one for this kernel: play is from square 1, and nothing is on it.
///
/// It knows nothing of rolls past the last square and need not: wherever one can be rolled, a
/// lower roll wins, which the search tries first, so it ends before the other is looked at.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    board.from == Board::JUDGES_FROM && board.jumps.end(0).is_none() && !options.whole
}

pub fn plan(board: &Board, options: &SearchOptions) -> Plan {
    let limits = &options.limits;
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

pub fn solve(board: &Board, ctx: &mut SearchContext) -> Report<Roll> {
    let ctx = &mut ctx.fresh();
    let plan = plan(board, &ctx.options);
    let mut search = Search {
        board,
        ctx,
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
            bytes: search.ctx.budget.most(),
            elapsed: search.ctx.elapsed(),
        },
        plan,
    }
}

/// Squares that are reached one after another, but for jumps between them, fewer in a row than
/// the die has faces: so what is ahead of them has no gap.
#[derive(Clone, Copy)]
struct Run {
    first: u32,
    last: u32,
    /// The square landed on by whoever jumped to it; [`NOWHERE`] for plain squares.
    jumped_from: u32,
}

/// No square.
const NOWHERE: u32 = u32::MAX;

/// A search under way.
struct Search<'s, 'c> {
    board: &'s Board,
    ctx: &'s mut SearchContext<'c>,
    /// The squares reached, in the order of reaching, but for those from which all that is ahead
    /// had been landed on before.
    runs: Vec<Run>,
    /// Where each layer begins among the runs.
    begins: Vec<u32>,
    /// The end of the last run, if its neighbour may be added to it; otherwise nowhere.
    tip: u32,
    states: u64,
    /// How many squares were first reached by each number of rolls.
    layers: Vec<u64>,
    /// The rolls that it takes to the squares being left; none of them is the last square.
    depth: u64,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<Verdict<Roll>, Limit> {
        let mut squares = Squares::new(
            self.board.squares(),
            &self.board.jumps,
            &mut self.ctx.budget,
        )?;
        self.begin_layer()?;
        squares.land(0, 1);
        self.stand_on(0, 1, &mut squares)?;
        self.layers[0] = 1;
        let mut reached = 1;
        while reached > 0 {
            let begin = self.begins[self.begins.len() - 1] as usize;
            let layer = begin..self.runs.len();
            if self
                .ctx
                .options
                .limits
                .cost
                .is_some_and(|cost| self.depth >= cost)
            {
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

    fn begin_layer(&mut self) -> Result<(), Limit> {
        self.ctx.budget.push(&mut self.layers, 0)?;
        self.ctx
            .budget
            .push(&mut self.begins, self.runs.len() as u32)
    }

    /// Rolls from every square of a layer; says where a roll lands that wins, if one does.
    fn roll(&mut self, layer: Range<usize>, squares: &mut Squares) -> Result<Option<u32>, Limit> {
        self.tip = NOWHERE;
        for run in layer {
            let last = self.runs[run].last;
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
        self.poll()?;
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

    fn poll(&mut self) -> Result<(), Limit> {
        let (depth, states) = (self.depth, self.states);
        self.ctx.step(1, || Progress {
            depth,
            states,
            at_least: depth + 1,
        })
    }

    /// Takes in some plain squares in a row.
    fn stand_on(&mut self, first: u32, count: u32, squares: &mut Squares) -> Result<(), Limit> {
        self.admit(count)?;
        squares.stand(first, self::first(count));
        let run = Run {
            first,
            last: first + (count - 1),
            jumped_from: NOWHERE,
        };
        match self.runs.last_mut() {
            Some(before) if first > 0 && self.tip == first - 1 => before.last = run.last,
            _ => self.ctx.budget.push(&mut self.runs, run)?,
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
        self.ctx.budget.push(&mut self.runs, run)
    }

    /// Counts so many squares more, as far as they are allowed.
    fn admit(&mut self, count: u32) -> Result<(), Limit> {
        let most = self.ctx.options.limits.states.unwrap_or(u64::MAX);
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
        let mut moves: Vec<Roll> = self.ctx.budget.list(self.depth as usize + 1)?;
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

/// Squares in a word.
pub const WORD: u32 = u64::BITS;

/// What is known of 64 squares. It is looked up in no order, so all of it is in one place.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Word {
    /// Those that were landed on.
    landed: u64,
    /// Those that were stood on. They differ from the others where a jump starts and where one
    /// ends.
    stood: u64,
    /// Those that hold a jump.
    jumps: u64,
    /// How many jumps there are before them.
    before: u32,
    /// Where all were landed on: up to which word they were.
    full: u32,
}

/// The squares of a track.
pub struct Squares {
    words: Vec<Word>,
}

impl Squares {
    /// Nothing is known of so many squares but their jumps.
    pub fn new(squares: u32, jumps: &Jumps, books: &mut Books) -> Result<Self, Limit> {
        let mut words = books.list(Self::words(squares))?;
        words.extend(jumps.words().map(|(jumps, before)| Word {
            jumps,
            before,
            ..Word::default()
        }));
        Ok(Squares { words })
    }

    /// One word to spare, so that there always is a next one.
    fn words(squares: u32) -> usize {
        (squares / WORD) as usize + 2
    }

    /// The bytes that so many squares take.
    pub fn bytes(squares: u32) -> u64 {
        (Self::words(squares) * size_of::<Word>()) as u64
    }

    /// Lands on the first `count` of the 64 squares from `start` on; says which were not landed
    /// on before.
    #[inline]
    pub fn land(&mut self, start: u32, count: u32) -> u64 {
        let new = !self.landed_on(start) & first(count);
        let (word, at) = place(start);
        self.words[word].landed |= new << at;
        self.words[word + 1].landed |= new >> 1 >> (WORD - 1 - at);
        new
    }

    /// Those of the 64 squares from `start` on that were landed on.
    #[inline]
    pub fn landed_on(&self, start: u32) -> u64 {
        self.window(start, |word| word.landed)
    }

    /// Stands on some of the 64 squares from `start` on.
    #[inline]
    pub fn stand(&mut self, start: u32, squares: u64) {
        let (word, at) = place(start);
        self.words[word].stood |= squares << at;
        self.words[word + 1].stood |= squares >> 1 >> (WORD - 1 - at);
    }

    /// Those of the 64 squares from `start` on that were stood on.
    #[inline]
    pub fn stood_on(&self, start: u32) -> u64 {
        self.window(start, |word| word.stood)
    }

    /// Whether somebody stood on a square.
    #[inline]
    pub fn was_stood_on(&self, square: u32) -> bool {
        let (word, at) = place(square);
        self.words[word].stood >> at & 1 != 0
    }

    /// Those of the 64 squares from `start` on that hold a jump.
    #[inline]
    pub fn jumps(&self, start: u32) -> u64 {
        self.window(start, |word| word.jumps)
    }

    /// How many jumps there are before a square.
    #[inline]
    pub fn jumps_before(&self, square: u32) -> usize {
        let (word, at) = place(square);
        let Word { jumps, before, .. } = self.words[word];
        (before + (jumps & ((1 << at) - 1)).count_ones()) as usize
    }

    #[inline]
    fn window(&self, start: u32, what: impl Fn(&Word) -> u64) -> u64 {
        let (word, at) = place(start);
        what(&self.words[word]) >> at | what(&self.words[word + 1]) << 1 << (WORD - 1 - at)
    }

    /// The first square from `start` on whose word has something left, or `end` where that
    /// comes first.
    pub fn next_left(&mut self, start: u32, end: u32) -> u32 {
        let (from, to) = (place(start).0, place(end).0);
        let mut word = from;
        while word <= to && self.words[word].landed == u64::MAX {
            word = (word + 1).max(self.words[word].full as usize);
        }
        // Whoever comes this way again goes straight there: so all ways together are short.
        let mut passed = from;
        while passed < word && passed <= to {
            let full = &mut self.words[passed].full;
            passed = (passed + 1).max(*full as usize);
            *full = word as u32;
        }
        let first = word as u64 * u64::from(WORD);
        first.clamp(start.into(), end.into()) as u32
    }
}

/// The first `count` of 64 squares, at least one.
#[inline]
pub fn first(count: u32) -> u64 {
    u64::MAX >> (WORD - count)
}

/// The word that a square is in, and where it is there.
#[inline]
fn place(square: u32) -> (usize, u32) {
    ((square / WORD) as usize, square % WORD)
}
