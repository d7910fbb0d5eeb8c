//! The fewest rolls, breadth-first, each square landed on only once.
//!
//! Whoever lands on a square second stands where the first one stood before, so it need not be
//! looked at again: the search is linear in the squares, whatever the die. Squares are kept as
//! bits, and neighbours that are reached one after another as one run: the rolls from a run lead
//! to a run again, unless jumps part it.
//!
//! Squares are reached in the order in which the generic search reaches them, so the answer is
//! the same roll for roll, and so is the number of squares at every depth.

use std::ops::Range;

use fewest_search::{Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Verdict, Watch};

use super::{Board, Roll};

/// Squares are bits in words of so many.
const WORD: u32 = u64::BITS;

/// No square.
const NOWHERE: u32 = u32::MAX;

/// The room that a list begins with; it doubles from there.
const FIRST_ROOM: usize = 32;

pub fn plan(board: &Board, limits: &Limits) -> Plan {
    let squares = board.jumps.len() as u64;
    // For a moment a list that grows is held as it was and twice as long.
    let room = 3 * squares.max(FIRST_ROOM as u64);
    let most = (squares / 64 + 2) * (8 + 8 + 4)
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
        taken: Vec::new(),
        jumped_to: Vec::new(),
        full: Vec::new(),
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

struct Search<'a> {
    board: &'a Board,
    limits: &'a Limits,
    books: Books,
    patrol: Patrol<'a>,
    /// The squares, one bit each, where landing leads to nothing new: somebody has landed there
    /// or, if it is a plain one, stood there.
    taken: Vec<u64>,
    /// The squares that were first reached by a jump.
    jumped_to: Vec<u64>,
    /// For words of `taken` that are full: up to which word all are.
    full: Vec<u32>,
    /// All squares reached, in the order of reaching.
    runs: Vec<Run>,
    /// The end of the last run, if the square behind it may be added to it; or nowhere.
    tip: u32,
    states: u64,
    /// How many squares were first reached by each number of rolls.
    layers: Vec<u64>,
    /// The rolls it takes to the squares being left; none of them is the last square.
    depth: u64,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Verdict<Roll>, Limit> {
        let words = self.board.plain.len();
        self.taken = self.books.filled(words, 0)?;
        self.jumped_to = self.books.filled(words, 0)?;
        self.full = self.books.filled(words, 0)?;
        self.taken[0] = 1;
        self.admit(1)?;
        push(&mut self.layers, 1, &mut self.books)?;
        push(&mut self.runs, Run { first: 0, last: 0 }, &mut self.books)?;
        let mut layer = 0..1;
        loop {
            if layer.is_empty() {
                return Ok(Verdict::Impossible);
            }
            if self.limits.cost.is_some_and(|cost| self.depth >= cost) {
                return Err(Limit::Cost);
            }
            let before = self.states;
            push(&mut self.layers, 0, &mut self.books)?;
            let rolled = self.roll(layer.clone());
            if let Some(reached) = self.layers.last_mut() {
                *reached = self.states - before;
            }
            if let Some(landed) = rolled? {
                return self.solution(layer.end, landed);
            }
            self.depth += 1;
            layer = layer.end..self.runs.len();
        }
    }

    /// Rolls from every square of a layer; says where a roll lands that wins, if one does.
    fn roll(&mut self, layer: Range<usize>) -> Result<Option<u32>, Limit> {
        self.tip = NOWHERE;
        for run in layer {
            let Range { mut start, end } = self.ahead(self.last(self.runs[run]));
            while start < end {
                let count = (end - start).min(WORD);
                if let Some(landed) = self.land(start, count)? {
                    return Ok(Some(landed));
                }
                start += count;
                if start < end {
                    start = self.next_left(start, end);
                }
            }
        }
        Ok(None)
    }

    /// The last square of a run.
    fn last(&self, Run { first, last }: Run) -> u32 {
        if self.was_jumped_to(first) {
            first
        } else {
            last
        }
    }

    /// The squares that the rolls from a run can land on, but for those in the run itself.
    fn ahead(&self, last: u32) -> Range<u32> {
        let furthest = last.saturating_add(self.board.die).min(self.board.last());
        last + 1..furthest + 1
    }

    fn was_jumped_to(&self, square: u32) -> bool {
        let (word, shift) = place(square);
        self.jumped_to[word] >> shift & 1 != 0
    }

    /// The next square from `start` on that is not taken, unless one in the same word is not;
    /// `end` if all are taken up to there.
    fn next_left(&mut self, start: u32, end: u32) -> u32 {
        let (from, to) = (place(start).0, place(end).0);
        let mut word = from;
        while word <= to && self.taken[word] == u64::MAX {
            word = (word + 1).max(self.full[word] as usize);
        }
        // Whoever comes this way again goes straight there.
        let mut passed = from;
        while passed < word && passed <= to {
            let full = &mut self.full[passed];
            passed = (passed + 1).max(*full as usize);
            *full = word as u32;
        }
        let square = u64::from(WORD) * word as u64;
        square.clamp(u64::from(start), u64::from(end)) as u32
    }

    /// Lands on those of up to 64 squares that are not taken, in their order; says where, if
    /// that wins.
    fn land(&mut self, start: u32, count: u32) -> Result<Option<u32>, Limit> {
        let (depth, states) = (self.depth, self.states);
        self.patrol.step(1, || Progress { depth, states })?;
        let (word, shift) = place(start);
        let mut left = !window(&self.taken, word, shift) & (u64::MAX >> (WORD - count));
        if left == 0 {
            return Ok(None);
        }
        self.taken[word] |= left << shift;
        self.taken[word + 1] |= left >> 1 >> (WORD - 1 - shift);
        let plain = window(&self.board.plain, word, shift);
        while left != 0 {
            let first = left.trailing_zeros();
            let square = start + first;
            let run = ((left & plain) >> first).trailing_ones();
            if run > 0 {
                left ^= (u64::MAX >> (WORD - run)) << first;
                self.stand_on(square, run)?;
                continue;
            }
            left ^= 1 << first;
            let end = self.board.landing(square);
            if end == self.board.last() {
                self.states += 1;
                return Ok(Some(square));
            }
            // It may be one of those that are about to be landed on.
            let offset = end.wrapping_sub(start);
            let coming = match offset < WORD {
                true => left & plain & 1 << offset,
                false => 0,
            };
            left ^= coming;
            self.jump(square, end, coming != 0)?;
        }
        Ok(None)
    }

    /// Takes in some plain squares in a row.
    fn stand_on(&mut self, first: u32, count: u32) -> Result<(), Limit> {
        self.admit(count)?;
        let last = first + (count - 1);
        match self.runs.last_mut() {
            Some(run) if self.tip == first - 1 => run.last = last,
            _ => push(&mut self.runs, Run { first, last }, &mut self.books)?,
        }
        self.tip = last;
        Ok(())
    }

    /// Takes in the end of a jump, unless somebody stood there before. Nobody did if it is taken
    /// only because it is about to be landed on.
    fn jump(&mut self, landed: u32, end: u32, is_coming: bool) -> Result<(), Limit> {
        let (word, shift) = place(end);
        let plain = self.board.plain[word] & 1 << shift;
        let seen = self.jumped_to[word] >> shift & 1 != 0 || self.taken[word] & plain != 0;
        if seen && !is_coming {
            return Ok(());
        }
        self.jumped_to[word] |= 1 << shift;
        self.taken[word] |= plain;
        self.admit(1)?;
        let run = Run {
            first: end,
            last: landed,
        };
        push(&mut self.runs, run, &mut self.books)?;
        self.tip = NOWHERE;
        Ok(())
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

    /// The way back from the landing that wins; `end` is where the layer ends that it was rolled
    /// from.
    ///
    /// A square was landed on from the first run that it is ahead of, so the runs need not know
    /// where they came from: each layer is looked through once.
    fn solution(&mut self, mut end: usize, mut landed: u32) -> Result<Verdict<Roll>, Limit> {
        let mut moves: Vec<Roll> = self.books.list(self.depth as usize + 1)?;
        for &reached in self.layers[..=self.depth as usize].iter().rev() {
            let mut from = None;
            let mut reached = reached;
            while reached > 0 {
                end -= 1;
                let run = self.runs[end];
                let last = self.last(run);
                reached -= u64::from(last - run.first) + 1;
                if self.ahead(last).contains(&landed) {
                    from = Some(run);
                }
            }
            let run = from.expect("it was landed on from this layer");
            let roll = (landed - run.first).min(self.board.die);
            moves.push(Roll(roll));
            landed = match self.was_jumped_to(run.first) {
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

/// The word that a square's bit is in, and where it is there.
fn place(square: u32) -> (usize, u32) {
    ((square / WORD) as usize, square % WORD)
}

/// 64 bits from somewhere in a word on.
fn window(bits: &[u64], word: usize, shift: u32) -> u64 {
    bits[word] >> shift | bits[word + 1] << 1 << (WORD - 1 - shift)
}

/// Adds an item to a list, which asks for more room first where it needs it.
fn push<T>(list: &mut Vec<T>, item: T, books: &mut Books) -> Result<(), Limit> {
    if list.len() == list.capacity() {
        grow(list, books)?;
    }
    list.push(item);
    Ok(())
}

#[cold]
fn grow<T>(list: &mut Vec<T>, books: &mut Books) -> Result<(), Limit> {
    let room = list.capacity();
    let more = room.max(FIRST_ROOM);
    let bytes = |items: usize| (items as u64).saturating_mul(size_of::<T>() as u64);
    books.take(bytes(room + more))?;
    list.try_reserve_exact(more).map_err(|_| Limit::Memory)?;
    books.give_back(bytes(room));
    Ok(())
}
