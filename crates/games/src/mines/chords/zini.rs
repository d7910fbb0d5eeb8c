//! ZiNi, the customary guess at the fewest clicks of all kinds: always the chord that saves most.
//!
//! The premium of a cell is how many units its chord opens, less a flag for each mine around it that
//! has none, less two for the click and the chord, or one if the cell is open. The highest premium
//! goes first, of equal ones the first by columns; where none is worth it, the first unit by
//! columns is clicked on. People open all openings first, and chord only what is open.

use fewest_search::{Books, Limit, Patrol, Progress};

use super::firsts::Firsts;
use super::net::{NONE, numbers};
use super::{Act, Task};
use crate::grid::{Grid, Square};

/// Marks a hidden number that touches no opening.
const LONE: Square = NONE - 1;

/// How many premiums are worth it, from nought: beside a mine a chord and the click before it open
/// eight units at the most, less two.
const PREMIUMS: usize = 7;

/// Whose ZiNi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any cell may be chorded.
    Greedy,
    /// As people do it.
    Human,
}

/// A board with its units, and what has been played on it.
pub struct Zini<'a, 'w> {
    task: &'a Task<'a>,
    numbers: Grid<u8>,
    /// The first cell of the opening that each hidden blank cell is of; of the others, whether they
    /// are units of their own.
    openings: Vec<Square>,
    open: Grid<bool>,
    flagged: Grid<bool>,
    patrol: &'a mut Patrol<'w>,
    style: Style,
    /// The premium of each cell; below nought it is not worth anything.
    premiums: Vec<i8>,
    /// For each premium that is worth it the cells that have it, by columns.
    best: [Firsts; PREMIUMS],
    acts: Vec<Act>,
}

impl<'a, 'w> Zini<'a, 'w> {
    /// Bytes for each cell, acts and waiting premiums included.
    const CELL: u64 = 32;

    pub fn new(
        task: &'a Task<'a>,
        books: &mut Books,
        patrol: &'a mut Patrol<'w>,
    ) -> Result<Self, Limit> {
        let cells = task.mines.len() as usize;
        books.take(cells as u64 * Self::CELL)?;
        let mut zini = Zini {
            task,
            numbers: numbers(task.mines),
            openings: vec![NONE; cells],
            open: task.open.clone(),
            flagged: task.flags.map(|_| false),
            patrol,
            style: Style::Greedy,
            premiums: vec![-1; cells],
            best: none_yet(task.mines.len()),
            acts: Vec::new(),
        };
        zini.find_openings()?;
        zini.find_lone_numbers()?;
        Ok(zini)
    }

    /// How many units there are, and how many of them are openings.
    pub fn units(&self) -> (u64, u64) {
        let all = 0..self.numbers.len();
        let units = all
            .clone()
            .filter(|&square| self.is_closed_unit(square))
            .count();
        let openings = all.filter(|&square| self.openings[square as usize] == square);
        (units as u64, openings.count() as u64)
    }

    /// What is played in a style. A limit cuts it short: then the rest is clicks alone.
    pub fn play(&mut self, style: Style) -> (Vec<Act>, Result<(), Limit>) {
        self.begin();
        self.style = style;
        let end = self.chord_all().and_then(|()| self.click_all());
        if end.is_err() {
            self.click_the_rest();
        }
        (std::mem::take(&mut self.acts), end)
    }

    /// Plays every chord that is worth it, after all openings as people do.
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
            self.look_at(square);
        }
        self.chord_best()
    }

    fn chord_best(&mut self) -> Result<(), Limit> {
        while let Some(index) = self.best.iter().rev().find_map(Firsts::first) {
            self.chord(self.by_columns(index))?;
        }
        Ok(())
    }

    /// Clicks on one unit after the other, and plays the chords that this makes worth it.
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

    /// Clicks on all units that are left.
    fn click_the_rest(&mut self) {
        for square in 0..self.numbers.len() {
            if self.is_closed_unit(square) {
                self.acts.push(Act::Open(square));
            }
        }
    }

    fn begin(&mut self) {
        self.open = self.task.open.clone();
        self.premiums.fill(-1);
        self.best = none_yet(self.numbers.len());
        for square in 0..self.numbers.len() {
            let flagged = self.task.flags[square] && !self.open[square];
            self.flagged[square] = flagged && self.task.mines[square];
            if flagged && !self.task.mines[square] {
                self.acts.push(Act::Flag(square));
            }
        }
    }

    fn find_openings(&mut self) -> Result<(), Limit> {
        let mut to_look_at = Vec::new();
        for first in 0..self.numbers.len() {
            to_look_at.push(first);
            while let Some(square) = to_look_at.pop() {
                let is_new = self.openings[square as usize] == NONE;
                if is_new && self.is_hidden_blank(square) {
                    self.walk(1)?;
                    self.openings[square as usize] = first;
                    to_look_at.extend(self.numbers.around(square));
                }
            }
        }
        Ok(())
    }

    fn is_hidden_blank(&self, square: Square) -> bool {
        !self.task.mines[square] && self.numbers[square] == 0 && !self.open[square]
    }

    fn find_lone_numbers(&mut self) -> Result<(), Limit> {
        for square in 0..self.numbers.len() {
            self.walk(1)?;
            let is_hidden = !self.task.mines[square] && !self.open[square];
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

    /// Whether it is a hidden unit, or the first cell of one.
    fn is_closed_unit(&self, square: Square) -> bool {
        let opening = self.openings[square as usize];
        !self.open[square] && (opening == square || opening == LONE)
    }

    fn by_columns(&self, index: u32) -> Square {
        let rows = self.numbers.rows();
        index % rows * self.numbers.columns() + index / rows
    }

    fn walk(&mut self, cells: u32) -> Result<(), Limit> {
        let nothing_yet = || Progress {
            depth: 0,
            states: 0,
        };
        self.patrol.step(cells, nothing_yet)
    }

    /// Clicks on a cell. An act is played to its end before the clock is looked at.
    fn click(&mut self, square: Square) -> Result<(), Limit> {
        self.acts.push(Act::Open(square));
        let opened = self.open_up(square);
        self.walk(opened)
    }

    /// Chords a cell, after a click on it if need be.
    fn chord(&mut self, square: Square) -> Result<(), Limit> {
        if !self.open[square] {
            self.click(square)?;
        }
        for mine in self.numbers.around(square) {
            if self.task.mines[mine] && !self.flagged[mine] {
                self.flagged[mine] = true;
                self.acts.push(Act::Flag(mine));
                for near in self.numbers.around(mine) {
                    self.look_at(near);
                }
            }
        }
        self.acts.push(Act::Chord(square));
        let mut opened = 1;
        for near in self.numbers.around(square) {
            if !self.task.mines[near] {
                opened += self.open_up(near);
            }
        }
        self.walk(opened)
    }

    /// Opens a cell and, if it is blank, all that this opens; how many cells those are.
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
            self.look_at(square);
            for near in self.numbers.around(square) {
                self.look_at(near);
            }
        }
        opened
    }

    /// Counts a cell's premium anew.
    fn look_at(&mut self, square: Square) {
        let may_chord = self.style == Style::Greedy || self.open[square];
        if self.task.mines[square] || self.numbers[square] == 0 || !may_chord {
            return;
        }
        let premium = self.premium(square);
        let before = std::mem::replace(&mut self.premiums[square as usize], premium);
        if premium == before || premium.max(before) < 0 {
            return;
        }
        let place = self.numbers.place(square);
        let index = place.column * self.numbers.rows() + place.row;
        if before >= 0 {
            self.best[before as usize].remove(index);
        }
        if premium >= 0 {
            self.best[premium as usize].insert(index);
        }
    }

    fn premium(&self, square: Square) -> i8 {
        let mut premium = if self.open[square] { -1 } else { -2 };
        let mut counted = [NONE; 8];
        let mut openings = 0;
        for near in self.numbers.around(square).chain([square]) {
            if self.task.mines[near] {
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

/// For each premium no cell that has it.
fn none_yet(cells: u32) -> [Firsts; PREMIUMS] {
    std::array::from_fn(|_| Firsts::new(cells))
}
