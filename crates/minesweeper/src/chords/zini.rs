//! ZiNi, the customary estimate of the fewest clicks of all kinds: always the chord that saves most.
//!
//! The premium of a cell is the number of units that its chord opens, less a flag for each mine around
//! it that has none, less two for the click and the chord, or one if the cell is open. The highest
//! premium goes first, of equal ones the first by columns; if none is worth it, the first unit by
//! columns is clicked. Human ZiNi opens all openings first, and chords only what is open.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use fewest_search::{Books, Limit, Patrol, Progress};

use super::graph::{NONE, numbers, openings};
use super::{Action, KnownBoard};
use crate::position::{Grid, Square};

/// Marks a covered number that touches no opening.
const LONE: Square = NONE - 1;

/// A variant of ZiNi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any cell may be chorded.
    Greedy,
    /// Openings first, and then chords on open cells.
    Human,
}

/// A board with its units, and what has been played on it.
pub struct Zini<'a, 'w> {
    board: &'a KnownBoard<'a>,
    numbers: Grid<u8>,
    /// For each covered zero the first cell of its opening; for other cells [`LONE`] or [`NONE`].
    openings: Vec<Square>,
    open: Grid<bool>,
    flagged: Grid<bool>,
    patrol: &'a mut Patrol<'w>,
    style: Style,
    /// The premium of each cell; negative if it is not worth it.
    premiums: Vec<i8>,
    /// The premiums that are worth it with their cells, the highest first, equal ones by columns.
    best: BTreeSet<(Reverse<i8>, u32)>,
    actions: Vec<Action>,
}

impl<'a, 'w> Zini<'a, 'w> {
    /// The bytes for each cell, including actions and premiums.
    const CELL: u64 = 40;

    pub fn new(
        board: &'a KnownBoard<'a>,
        books: &mut Books,
        patrol: &'a mut Patrol<'w>,
    ) -> Result<Self, Limit> {
        let cells = board.mines.len() as usize;
        books.take(cells as u64 * Self::CELL)?;
        let numbers = numbers(board.mines);
        let mut zini = Zini {
            board,
            openings: openings(board, &numbers, || walk(patrol, 1))?,
            numbers,
            open: board.open.clone(),
            flagged: board.flags.map(|_| false),
            patrol,
            style: Style::Greedy,
            premiums: vec![-1; cells],
            best: BTreeSet::new(),
            actions: Vec::new(),
        };
        zini.find_lone_numbers()?;
        Ok(zini)
    }

    /// The number of units, and how many of them are openings.
    pub fn units(&self) -> (u64, u64) {
        let all = 0..self.numbers.len();
        let units = all
            .clone()
            .filter(|&square| self.is_closed_unit(square))
            .count();
        let openings = all.filter(|&square| self.openings[square as usize] == square);
        (units as u64, openings.count() as u64)
    }

    /// Plays a variant. If a limit is reached, the rest is clicks alone.
    pub fn play(&mut self, style: Style) -> (Vec<Action>, Result<(), Limit>) {
        self.begin();
        self.style = style;
        let end = self.chord_all().and_then(|()| self.click_all());
        if end.is_err() {
            self.click_the_rest();
        }
        (std::mem::take(&mut self.actions), end)
    }

    /// Plays every chord that is worth it.
    fn chord_all(&mut self) -> Result<(), Limit> {
        if self.style == Style::Human {
            for square in 0..self.numbers.len() {
                if self.openings[square as usize] == square {
                    self.click(square)?;
                }
            }
        }
        for square in 0..self.numbers.len() {
            self.walk(1)?;
            self.update_premium(square);
        }
        self.chord_best()
    }

    fn chord_best(&mut self) -> Result<(), Limit> {
        while let Some(&(_, index)) = self.best.first() {
            self.chord(self.by_columns(index))?;
        }
        Ok(())
    }

    /// Clicks one unit after the other, and plays the chords that this makes worth it.
    fn click_all(&mut self) -> Result<(), Limit> {
        for index in 0..self.numbers.len() {
            let square = self.by_columns(index);
            if self.is_closed_unit(square) {
                self.click(square)?;
                self.chord_best()?;
            }
        }
        Ok(())
    }

    /// Clicks all units that are left.
    fn click_the_rest(&mut self) {
        for square in 0..self.numbers.len() {
            if self.is_closed_unit(square) {
                self.actions.push(Action::Open(square));
            }
        }
    }

    fn begin(&mut self) {
        self.open = self.board.open.clone();
        self.premiums.fill(-1);
        self.best.clear();
        for square in 0..self.numbers.len() {
            let flagged = self.board.flags[square] && !self.open[square];
            self.flagged[square] = flagged && self.board.mines[square];
            if flagged && !self.board.mines[square] {
                self.actions.push(Action::Flag(square));
            }
        }
    }

    fn find_lone_numbers(&mut self) -> Result<(), Limit> {
        for square in 0..self.numbers.len() {
            self.walk(1)?;
            let is_hidden = !self.board.mines[square] && !self.open[square];
            let mut around = self.numbers.around(square);
            if is_hidden
                && self.numbers[square] > 0
                && around.all(|near| self.openings[near as usize] >= LONE)
            {
                self.openings[square as usize] = LONE;
            }
        }
        Ok(())
    }

    /// Whether it is a covered unit, or the first cell of one.
    fn is_closed_unit(&self, square: Square) -> bool {
        let opening = self.openings[square as usize];
        !self.open[square] && (opening == square || opening == LONE)
    }

    fn by_columns(&self, index: u32) -> Square {
        let rows = self.numbers.rows();
        index % rows * self.numbers.columns() + index / rows
    }

    fn walk(&mut self, cells: u32) -> Result<(), Limit> {
        walk(self.patrol, cells)
    }

    /// Clicks a cell. An action is played to its end before the clock is checked.
    fn click(&mut self, square: Square) -> Result<(), Limit> {
        self.actions.push(Action::Open(square));
        let opened = self.open_up(square);
        self.walk(opened)
    }

    /// Chords a cell, after a click on it if necessary.
    fn chord(&mut self, square: Square) -> Result<(), Limit> {
        if !self.open[square] {
            self.click(square)?;
        }
        for mine in self.numbers.around(square) {
            if self.board.mines[mine] && !self.flagged[mine] {
                self.flagged[mine] = true;
                self.actions.push(Action::Flag(mine));
                for near in self.numbers.around(mine) {
                    self.update_premium(near);
                }
            }
        }
        self.actions.push(Action::Chord(square));
        let mut opened = 1;
        for near in self.numbers.around(square) {
            if !self.board.mines[near] {
                opened += self.open_up(near);
            }
        }
        self.walk(opened)
    }

    /// Opens a cell and what follows from it, and returns the number of cells.
    fn open_up(&mut self, square: Square) -> u32 {
        let mut opened = 0;
        let mut to_open = vec![square];
        while let Some(square) = to_open.pop() {
            if self.open[square] {
                continue;
            }
            opened += 1;
            self.open[square] = true;
            if self.numbers[square] == 0 {
                to_open.extend(self.numbers.around(square));
            }
            self.update_premium(square);
            for near in self.numbers.around(square) {
                self.update_premium(near);
            }
        }
        opened
    }

    /// Recomputes a cell's premium.
    fn update_premium(&mut self, square: Square) {
        let may_chord = self.style == Style::Greedy || self.open[square];
        if self.board.mines[square] || self.numbers[square] == 0 || !may_chord {
            return;
        }
        let premium = self.premium(square);
        let before = std::mem::replace(&mut self.premiums[square as usize], premium);
        if premium == before || premium.max(before) < 0 {
            return;
        }
        let (row, column) = self.numbers.coordinates(square);
        let index = column * self.numbers.rows() + row;
        if before >= 0 {
            self.best.remove(&(Reverse(before), index));
        }
        if premium >= 0 {
            self.best.insert((Reverse(premium), index));
        }
    }

    fn premium(&self, square: Square) -> i8 {
        let mut premium = if self.open[square] { -1 } else { -2 };
        let mut counted = [NONE; 8];
        let mut openings = 0;
        for near in self.numbers.around(square).chain([square]) {
            if self.board.mines[near] {
                premium -= i8::from(!self.flagged[near]);
                continue;
            }
            if self.open[near] {
                continue;
            }
            let opening = self.openings[near as usize];
            if opening == NONE || counted[..openings].contains(&opening) {
                continue;
            }
            premium += 1;
            if opening != LONE {
                counted[openings] = opening;
                openings += 1;
            }
        }
        premium
    }
}

fn walk(patrol: &mut Patrol, cells: u32) -> Result<(), Limit> {
    let progress = || Progress {
        depth: 0,
        states: 0,
        at_least: 0,
    };
    patrol.step(cells, progress)
}
