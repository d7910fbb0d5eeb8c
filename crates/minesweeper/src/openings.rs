//! The units of a board with known mines, and its customary figures.
//!
//! A unit is an opening, or a number that touches none. Each needs a left click of its own, so that their
//! number is the board's 3BV, its fewest left clicks. No click reveals a zero but one into its opening, and
//! no click reveals a number but one on it or into an opening beside it. A click on a number at the rim of
//! an opening is never needed, because a click into the opening opens that number as well.
//!
//! ZiNi is the customary estimate of the fewest clicks of all kinds: always the chord that saves most.
//!
//! The premium of a cell is the number of units that its chord opens, less a flag for each mine around
//! it that has none, less two for the click and the chord, or one if the cell is open. The highest
//! premium goes first, of equal ones the first by columns; if none is worth it, the first unit by
//! columns is clicked. Human ZiNi opens all openings first, and chords only what is open.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use fewest_search::{Limit, SearchContext};

use crate::grid::{Grid, Square};

/// A board in progress with known mines. No mine is open.
#[derive(Clone, Debug)]
pub struct KnownBoard {
    /// Whether a cell holds a mine.
    pub mines: Grid<bool>,
    /// Whether a cell is open.
    pub open: Grid<bool>,
    /// Whether a cell is flagged.
    pub flags: Grid<bool>,
}

/// Marks a cell that belongs to no unit.
pub(crate) const NONE: u32 = u32::MAX;

/// The units of a board that are still covered.
pub struct Units {
    /// The number of mines around each cell.
    pub numbers: Grid<u8>,
    /// For each cell of a unit the first cell of it, otherwise [`NONE`].
    of: Vec<Square>,
}

impl Units {
    /// The bytes that finding the units takes for each cell.
    pub const BYTES_A_CELL: u64 = 9;

    /// Finds the units. The memory stays charged to the budget.
    ///
    /// ```
    /// use fewest_minesweeper::{Grid, KnownBoard, Units};
    /// use fewest_search::SearchContext;
    ///
    /// let mines = Grid::new(4, "...* .... *...".chars().filter(|cell| *cell != ' ').map(|cell| cell == '*').collect());
    /// let none = mines.map(|_| false);
    /// let board = KnownBoard { mines, open: none.clone(), flags: none };
    /// let units = Units::new(&board, &mut SearchContext::default()).unwrap();
    /// // An opening in each of two corners, and no number that touches neither.
    /// let clicks: Vec<u32> = units.first_cells().collect();
    /// assert_eq!(clicks, [0, 10]);
    /// ```
    ///
    /// # Errors
    /// Fails if a limit is reached.
    pub fn new(board: &KnownBoard, context: &mut SearchContext) -> Result<Self, Limit> {
        let cells = u64::from(board.mines.len());
        context.budget.take(cells * Self::BYTES_A_CELL)?;
        Units::find(board, || context.work(1))
    }

    /// Finds the units, and polls before each step of the work.
    pub(crate) fn find<E>(
        board: &KnownBoard,
        mut poll: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let numbers = numbers(&board.mines);
        let is_covered = |square: Square| !board.mines[square] && !board.open[square];
        let mut of = vec![NONE; numbers.len() as usize];
        let mut stack = Vec::new();
        for first in 0..numbers.len() {
            poll()?;
            if of[first as usize] != NONE || numbers[first] != 0 || !is_covered(first) {
                continue;
            }
            of[first as usize] = first;
            stack.push(first);
            while let Some(square) = stack.pop() {
                poll()?;
                for near in numbers.around(square) {
                    if of[near as usize] == NONE && numbers[near] == 0 && is_covered(near) {
                        of[near as usize] = first;
                        stack.push(near);
                    }
                }
            }
        }
        for square in 0..numbers.len() {
            poll()?;
            let is_opening = |near: Square| numbers[near] == 0 && of[near as usize] != NONE;
            if numbers[square] != 0 && is_covered(square) && !numbers.around(square).any(is_opening)
            {
                of[square as usize] = square;
            }
        }
        Ok(Units { numbers, of })
    }

    /// The first cell of the unit that a cell belongs to, if it belongs to one.
    pub fn of(&self, square: Square) -> Option<Square> {
        Some(self.of[square as usize]).filter(|&first| first != NONE)
    }

    /// The first cell of each unit, in reading order: left clicks on them win, and no fewer do.
    pub fn first_cells(&self) -> impl Iterator<Item = Square> + Clone {
        let squares = 0..self.numbers.len();
        squares.filter(|&square| self.of[square as usize] == square)
    }

    /// Whether a cell belongs to an opening, if it belongs to a unit.
    pub fn is_zero(&self, square: Square) -> bool {
        self.numbers[square] == 0
    }
}

/// The number of mines around each cell.
pub(crate) fn numbers(mines: &Grid<bool>) -> Grid<u8> {
    let mut numbers = mines.map(|_| 0);
    for square in (0..mines.len()).filter(|&square| mines[square]) {
        for near in mines.around(square) {
            numbers[near] += 1;
        }
    }
    numbers
}

/// One click of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A left click on a covered cell.
    Open(Square),
    /// A flag is set on a covered cell, or removed.
    Flag(Square),
    /// A chord on an open number.
    Chord(Square),
}

/// The customary figures of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClickFigures {
    /// 3BV: the fewest left clicks without flags and chords.
    pub three_bv: u64,
    /// The number of openings.
    pub openings: u64,
    /// Greedy ZiNi.
    pub greedy: u64,
    /// Human ZiNi.
    pub human: u64,
}

/// Computes the customary figures of a board as it stands.
///
/// # Errors
/// Fails if a limit is reached.
pub fn click_figures(
    board: &KnownBoard,
    context: &mut SearchContext,
) -> Result<ClickFigures, Limit> {
    let mut zini = Zini::new(board, context)?;
    let units = zini.units.first_cells();
    let openings = units.clone().filter(|&square| zini.units.is_zero(square));
    let (three_bv, openings) = (units.count() as u64, openings.count() as u64);
    let mut count = |style| {
        let (actions, end) = zini.play(style);
        end.map(|()| actions.len() as u64)
    };
    Ok(ClickFigures {
        three_bv,
        openings,
        greedy: count(Style::Greedy)?,
        human: count(Style::Human)?,
    })
}

/// A variant of ZiNi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Any cell may be chorded.
    Greedy,
    /// Openings first, and then chords on open cells.
    Human,
}

/// A board with its units, and what has been played on it.
pub(crate) struct Zini<'a, 'c, 'w> {
    board: &'a KnownBoard,
    pub units: Units,
    open: Grid<bool>,
    flagged: Grid<bool>,
    context: &'c mut SearchContext<'w>,
    style: Style,
    /// The premium of each cell; negative if it is not worth it.
    premiums: Vec<i8>,
    /// The premiums that are worth it with their cells, the highest first, equal ones by columns.
    best: BTreeSet<(Reverse<i8>, u32)>,
    actions: Vec<Action>,
}

impl<'a, 'c, 'w> Zini<'a, 'c, 'w> {
    /// The bytes for each cell, including actions and premiums.
    const CELL: u64 = 40;

    pub fn new(board: &'a KnownBoard, context: &'c mut SearchContext<'w>) -> Result<Self, Limit> {
        let cells = board.mines.len() as usize;
        context.budget.take(cells as u64 * Self::CELL)?;
        Ok(Zini {
            board,
            units: Units::find(board, || context.work(1))?,
            open: board.open.clone(),
            flagged: board.flags.map(|_| false),
            context,
            style: Style::Greedy,
            premiums: vec![-1; cells],
            best: BTreeSet::new(),
            actions: Vec::new(),
        })
    }

    /// Returns its memory to the budget.
    pub fn free(self) {
        let bytes = u64::from(self.units.numbers.len()) * Self::CELL;
        self.context.budget.give_back(bytes);
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
            for square in 0..self.units.numbers.len() {
                if self.units.is_zero(square) && self.units.of(square) == Some(square) {
                    self.click(square)?;
                }
            }
        }
        for square in 0..self.units.numbers.len() {
            self.context.work(1)?;
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
        for index in 0..self.units.numbers.len() {
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
        for square in 0..self.units.numbers.len() {
            if self.is_closed_unit(square) {
                self.actions.push(Action::Open(square));
            }
        }
    }

    fn begin(&mut self) {
        self.open = self.board.open.clone();
        self.premiums.fill(-1);
        self.best.clear();
        for square in 0..self.units.numbers.len() {
            let flagged = self.board.flags[square] && !self.open[square];
            self.flagged[square] = flagged && self.board.mines[square];
            if flagged && !self.board.mines[square] {
                self.actions.push(Action::Flag(square));
            }
        }
    }

    /// Whether it is a covered unit, or the first cell of one.
    fn is_closed_unit(&self, square: Square) -> bool {
        !self.open[square] && self.units.of(square) == Some(square)
    }

    fn by_columns(&self, index: u32) -> Square {
        let rows = self.units.numbers.rows();
        index % rows * self.units.numbers.columns() + index / rows
    }

    /// Clicks a cell. An action is played to its end before the clock is checked.
    fn click(&mut self, square: Square) -> Result<(), Limit> {
        self.actions.push(Action::Open(square));
        let opened = self.open_up(square);
        self.context.work(opened)
    }

    /// Chords a cell, after a click on it if necessary.
    fn chord(&mut self, square: Square) -> Result<(), Limit> {
        if !self.open[square] {
            self.click(square)?;
        }
        for mine in self.units.numbers.around(square) {
            if self.board.mines[mine] && !self.flagged[mine] {
                self.flagged[mine] = true;
                self.actions.push(Action::Flag(mine));
                for near in self.units.numbers.around(mine) {
                    self.update_premium(near);
                }
            }
        }
        self.actions.push(Action::Chord(square));
        let mut opened = 1;
        for near in self.units.numbers.around(square) {
            if !self.board.mines[near] {
                opened += self.open_up(near);
            }
        }
        self.context.work(opened)
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
            if self.units.numbers[square] == 0 {
                to_open.extend(self.units.numbers.around(square));
            }
            self.update_premium(square);
            for near in self.units.numbers.around(square) {
                self.update_premium(near);
            }
        }
        opened
    }

    /// Recomputes a cell's premium.
    fn update_premium(&mut self, square: Square) {
        let may_chord = self.style == Style::Greedy || self.open[square];
        if self.board.mines[square] || self.units.numbers[square] == 0 || !may_chord {
            return;
        }
        let premium = self.premium(square);
        let before = std::mem::replace(&mut self.premiums[square as usize], premium);
        if premium == before || premium.max(before) < 0 {
            return;
        }
        let (row, column) = self.units.numbers.coordinates(square);
        let index = column * self.units.numbers.rows() + row;
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
        let mut units = 0;
        for near in self.units.numbers.around(square).chain([square]) {
            if self.board.mines[near] {
                premium -= i8::from(!self.flagged[near]);
            } else if let Some(unit) = self.units.of(near)
                && !self.open[near]
                && !counted[..units].contains(&unit)
            {
                premium += 1;
                counted[units] = unit;
                units += 1;
            }
        }
        premium
    }
}
