//! What a player sees, beside what is true: which cells are open, and which mines are known.
//!
//! The truth makes reasoning cheap. A number says that all cells around it that are still unknown
//! are safe just when none of them is a mine: nothing needs to be counted to find that out.

use std::ops::{Range, RangeInclusive};

use super::row::Row;

/// How many rows without cells are kept above and below the board, so that every row has
/// neighbours.
const MARGIN: usize = 3;

/// A board during play.
pub struct Position<R> {
    rows: usize,
    /// The cells of a whole row.
    all: R,
    /// The cells without a mine that are not open.
    pub safe: Vec<R>,
    /// The mines of which the player does not know.
    pub mines: Vec<R>,
    /// The cells that are open.
    pub open: Vec<R>,
    /// The rows of which singles know not everything yet: around them something is new.
    fresh: RangeInclusive<usize>,
}

impl<R: Row> Position<R> {
    /// Room for boards of a size.
    pub fn new(rows: u32, columns: u32) -> Self {
        let rows = rows as usize;
        let none = vec![R::NONE; rows + 2 * MARGIN];
        let all = (0..columns).fold(R::NONE, |all, column| all | R::cell(column));
        Position {
            rows,
            all,
            safe: none.clone(),
            mines: none.clone(),
            open: none,
            fresh: MARGIN..=MARGIN,
        }
    }

    /// How many columns the board has.
    pub fn columns(&self) -> usize {
        self.all.count() as usize
    }

    /// The rows of the board among all that are kept.
    pub fn board(&self) -> Range<usize> {
        MARGIN..MARGIN + self.rows
    }

    /// Begins with one open cell. Says whether it is no mine.
    pub fn begin(&mut self, mines: &[R], (row, column): (u32, u32)) -> bool {
        let board = self.board();
        self.open.fill(R::NONE);
        self.mines[board.clone()].copy_from_slice(mines);
        for (safe, &mines) in self.safe[board].iter_mut().zip(mines) {
            *safe = self.all.without(mines);
        }
        let (row, cell) = (MARGIN + row as usize, R::cell(column));
        self.fresh = row..=row;
        if (self.safe[row] & cell).is_none() {
            return false;
        }
        self.learn(row, cell, R::NONE);
        true
    }

    /// Opens some safe cells of a row, and notes some mines as known; those that were so are so
    /// still. Says whether anything is new.
    pub fn learn(&mut self, row: usize, safe: R, mines: R) -> bool {
        let safe = self.safe[row] & safe;
        let mines = self.mines[row] & mines;
        if (safe | mines).is_none() {
            return false;
        }
        self.safe[row] = self.safe[row] ^ safe;
        self.open[row] = self.open[row] | safe;
        self.mines[row] = self.mines[row] ^ mines;
        let (first, last) = match self.fresh.is_empty() {
            true => (row, row),
            false => (row.min(*self.fresh.start()), row.max(*self.fresh.end())),
        };
        self.fresh = first..=last;
        true
    }

    /// Whether every safe cell is open.
    pub fn is_won(&self) -> bool {
        self.safe.iter().all(|safe| safe.is_none())
    }

    /// The cells of a row of which the player does not know what they are.
    #[inline]
    pub fn unknown(&self, row: usize) -> R {
        self.safe[row] | self.mines[row]
    }

    /// Opens what opens by itself: all around an open cell that has no mine around it.
    pub fn flood(&mut self) {
        let mut is_new = true;
        while is_new {
            is_new = false;
            for row in self.board() {
                let mines = |row: usize| match self.board().contains(&row) {
                    true => self.all.without(self.safe[row] | self.open[row]),
                    false => R::NONE,
                };
                let near = (mines(row - 1) | mines(row) | mines(row + 1)).beside();
                let opening = self.open[row].without(near).beside();
                for row in row - 1..=row + 1 {
                    is_new |= self.learn(row, opening, R::NONE);
                }
            }
        }
    }

    /// All that follows from one number at a time: where no mine is left around it, the rest is
    /// safe, and where nothing safe is left, the rest are mines. Says whether anything did.
    ///
    /// The sweeps go down and up again, so that an opening is through after a few of them.
    pub fn singles(&mut self) -> bool {
        let board = self.board();
        let (top, bottom) = (board.start, board.end - 1);
        let mut first = (*self.fresh.start() - 1).max(top);
        let mut last = (*self.fresh.end() + 1).min(bottom);
        let mut is_new = false;
        let mut goes_down = true;
        while first <= last {
            // What is new in a row is so for the two above and the two below it.
            let (mut least, mut most) = (usize::MAX, 0);
            let mut at = if goes_down { first } else { last };
            while (first..=last).contains(&at) {
                if self.single(at) {
                    is_new = true;
                    (least, most) = (least.min(at - 2), most.max(at + 2));
                    match goes_down {
                        true => last = last.max((at + 2).min(bottom)),
                        false => first = first.min((at - 2).max(top)),
                    }
                }
                at = if goes_down { at + 1 } else { at - 1 };
            }
            (first, last) = (least.max(top), most.min(bottom));
            goes_down = !goes_down;
        }
        #[expect(clippy::reversed_empty_ranges, reason = "nothing is new any more")]
        {
            self.fresh = 1..=0;
        }
        is_new
    }

    /// The same for the numbers of one row, once.
    #[inline]
    fn single(&mut self, row: usize) -> bool {
        let open = self.open[row];
        if open.is_none() {
            return false;
        }
        let around = |cells: &[R]| (cells[row - 1] | cells[row] | cells[row + 1]).beside();
        let (mines, safe) = (around(&self.mines), around(&self.safe));
        let without_mines = open.without(mines) & safe;
        let without_safe = open.without(safe) & mines;
        if (without_mines | without_safe).is_none() {
            return false;
        }
        let (to_open, to_mark) = (without_mines.beside(), without_safe.beside());
        for row in row - 1..=row + 1 {
            let opened = self.safe[row] & to_open;
            self.safe[row] = self.safe[row] ^ opened;
            self.open[row] = self.open[row] | opened;
            self.mines[row] = self.mines[row].without(to_mark);
        }
        true
    }
}
