//! The fewest clicks by counting: one for each opening, one for each digit that touches none.
//!
//! No click reveals a cell of an opening but one into that opening, and no click reveals a
//! digit but one on it or into an opening beside it; so that many are needed, and they are
//! enough. The clicks go by the first cell of each opening and in reading order, which is
//! also the solution that comes first in the generic search's order.
//!
//! The board is gone over once, a row of bits at a time, with the rows around it at hand.

use fewest_search::{
    Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Terms, Verdict, Watch, Why,
};

use super::openings::Openings;
use super::{Board, Touch, bits, letters};
use crate::grid::{Grid, Place, Square};

/// Words of a row, 64 cells each, that are read before the clock is looked at.
const WORDS_A_LOOK: usize = 1 << 10;

/// Whether a board is one for this kernel.
pub fn fits(board: &Board, terms: &Terms) -> bool {
    board.is_counted() && !terms.whole
}

pub fn plan(board: &Board, terms: &Terms) -> Plan {
    let (cells, limits) = (&board.cells, &terms.limits);
    let marks = u64::from(cells.len().div_ceil(64)) * size_of::<u64>() as u64;
    let moves = u64::from(cells.len()) * size_of::<Place>() as u64;
    let most = marks + moves.max(at_hand(cells.columns()));
    Plan {
        kernel: "openings",
        states: Some(0),
        bytes: Some(limits.memory.map_or(most, |memory| memory.min(most))),
        needed: Some(most),
        expected: Some(most),
        why: Why::new(
            "the openings and the digits that touch none are counted, nothing is searched",
        ),
    }
}

/// The bytes that are given back once all clicks are marked.
fn at_hand(columns: u32) -> u64 {
    3 * Rows::bytes(columns) + Openings::bytes(columns)
}

pub fn solve(board: &Board, terms: &Terms, watch: &mut dyn Watch) -> Report<Touch> {
    let limits = &terms.limits;
    let mut count = Count {
        cells: &board.cells,
        limits,
        books: Books::new(limits),
        patrol: Patrol::new(limits, watch),
        marks: Vec::new(),
        clicks: 0,
    };
    // Every click counted so far is needed, so their number is a bound at any moment.
    let verdict = count.run().unwrap_or_else(|limit| Verdict::GaveUp {
        limit,
        at_least: count.clicks,
    });
    let report = Report {
        verdict,
        best: None,
        stats: Stats {
            bytes: count.books.most(),
            elapsed: count.patrol.elapsed(),
            ..Stats::default()
        },
        plan: plan(board, terms),
    };
    report.map(Touch::Open)
}

struct Count<'a> {
    cells: &'a Grid<u8>,
    limits: &'a Limits,
    books: Books,
    patrol: Patrol<'a>,
    /// The cells to click on, a bit for each square of the board.
    marks: Vec<u64>,
    clicks: u64,
}

impl Count<'_> {
    fn run(&mut self) -> Result<Verdict<Place>, Limit> {
        if self.is_lost()? {
            return Ok(Verdict::Impossible);
        }
        self.marks = self
            .books
            .filled(self.cells.len().div_ceil(64) as usize, 0)?;
        self.mark()?;
        let moves = self.moves()?;
        Ok(Verdict::Fewest {
            cost: self.clicks,
            moves,
        })
    }

    fn is_lost(&mut self) -> Result<bool, Limit> {
        for part in self.cells.squares().chunks(64 * WORDS_A_LOOK) {
            if part.contains(&b'X') {
                return Ok(true);
            }
            self.look(WORDS_A_LOOK)?;
        }
        Ok(false)
    }

    /// Marks the first cell of every opening, and the digits that touch none. What is in row
    /// `r` is called line `r + 1`; before the first and after the last come empty ones.
    fn mark(&mut self) -> Result<(), Limit> {
        let columns = self.cells.columns();
        let mut empty = Rows::new(columns, &mut self.books)?;
        let mut mines = Rows::new(columns, &mut self.books)?;
        let mut blank = Rows::new(columns, &mut self.books)?;
        let mut openings = Openings::new(columns, &mut self.books)?;
        for line in 0..=self.cells.rows() as usize + 1 {
            self.read(line + 1, empty.get_mut(line + 1), mines.get_mut(line + 1))?;
            let near_mines = mines.around(line);
            for word in 1..=bits::words(columns) {
                self.look(1)?;
                let mined = bits::near(bits::nine(near_mines, word - 1));
                blank.get_mut(line)[word] = empty.get(line)[word] & !mined;
            }
            self.mark_openings(line, &blank, &mut openings)?;
            // Whether a digit touches an opening is known with the row below it.
            if line > 0 {
                self.mark_digits(line - 1, &empty, &blank)?;
            }
        }
        self.books.give_back(at_hand(columns));
        Ok(())
    }

    /// Finds the empty cells and the mines of a line.
    fn read(&mut self, line: usize, empty: &mut [u64], mines: &mut [u64]) -> Result<(), Limit> {
        let last = empty.len() - 1;
        let columns = self.cells.columns() as usize;
        if line > self.cells.rows() as usize {
            empty.fill(0);
            mines.fill(0);
            return Ok(());
        }
        let cells = &self.cells.squares()[(line - 1) * columns..];
        let parts = empty[1..last].chunks_mut(WORDS_A_LOOK);
        let parts = parts.zip(mines[1..last].chunks_mut(WORDS_A_LOOK));
        for (from, (empty, mines)) in (0..columns).step_by(64 * WORDS_A_LOOK).zip(parts) {
            self.look(empty.len())?;
            let columns = (columns - from).min(64 * WORDS_A_LOOK);
            letters::look(&cells[from..], columns, empty, mines);
        }
        Ok(())
    }

    /// Marks the first cells of the openings that do not go on in a line.
    fn mark_openings(
        &mut self,
        line: usize,
        blank: &Rows,
        openings: &mut Openings,
    ) -> Result<(), Limit> {
        // Before the first row there is nothing, and so no run that would have a first cell.
        let first = line.saturating_sub(1) as u32 * self.cells.columns();
        let [above, here, _] = blank.around(line);
        openings.read(above, here, first, || self.look(1))?;
        openings.close(|square| self.mark_word(square, 1))
    }

    /// Marks the digits of a line that no opening reveals.
    fn mark_digits(&mut self, line: usize, empty: &Rows, blank: &Rows) -> Result<(), Limit> {
        let columns = self.cells.columns();
        let (empty, blank) = (empty.get(line), blank.around(line));
        for (word, from) in (0..columns).step_by(64).enumerate() {
            self.look(1)?;
            let digits = empty[1 + word] & !bits::near(bits::nine(blank, word));
            if digits != 0 {
                self.mark_word((line as u32 - 1) * columns + from, digits)?;
            }
        }
        Ok(())
    }

    /// Marks cells among 64 that begin with a square.
    fn mark_word(&mut self, from: Square, cells: u64) -> Result<(), Limit> {
        let (word, shift) = (from as usize / 64, from % 64);
        self.marks[word] |= cells << shift;
        let over = cells >> 1 >> (63 - shift);
        if over != 0 {
            self.marks[word + 1] |= over;
        }
        self.clicks += u64::from(cells.count_ones());
        match self.limits.cost {
            Some(most) if self.clicks > most => {
                self.clicks = most + 1;
                Err(Limit::Cost)
            }
            _ => Ok(()),
        }
    }

    fn moves(&mut self) -> Result<Vec<Place>, Limit> {
        let mut moves = self.books.list(self.clicks as usize)?;
        let columns = self.cells.columns();
        let (mut row, mut begin) = (0, 0);
        for word in 0..self.marks.len() {
            self.look(1)?;
            let mut cells = self.marks[word];
            while cells != 0 {
                let square = word as Square * 64 + cells.trailing_zeros();
                cells &= cells - 1;
                if square - begin >= columns {
                    row = square / columns;
                    begin = row * columns;
                }
                let column = square - begin;
                moves.push(Place { row, column });
            }
        }
        Ok(moves)
    }

    #[inline]
    fn look(&mut self, words: usize) -> Result<(), Limit> {
        // As many are needed, and that may be all.
        let depth = self.clicks.saturating_sub(1);
        self.patrol
            .step(words as u32, || Progress { depth, states: 0 })
    }
}

/// The bits of three lines, one after the other: a fourth takes the first one's place.
struct Rows {
    words: Vec<u64>,
}

impl Rows {
    fn new(columns: u32, books: &mut Books) -> Result<Self, Limit> {
        let words = books.filled(3 * Self::words(columns), 0)?;
        Ok(Rows { words })
    }

    fn words(columns: u32) -> usize {
        bits::words(columns) + 2
    }

    fn bytes(columns: u32) -> u64 {
        (3 * Self::words(columns) * size_of::<u64>()) as u64
    }

    fn get(&self, line: usize) -> &[u64] {
        let words = self.words.len() / 3;
        &self.words[line % 3 * words..][..words]
    }

    fn get_mut(&mut self, line: usize) -> &mut [u64] {
        let words = self.words.len() / 3;
        &mut self.words[line % 3 * words..][..words]
    }

    /// The lines above, at and below one.
    fn around(&self, line: usize) -> [&[u64]; 3] {
        [line + 2, line, line + 1].map(|line| self.get(line))
    }
}
