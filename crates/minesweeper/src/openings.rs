//! The units of a board with known mines: its openings, and the numbers that touch none. Each needs a
//! left click of its own, so that their number is the board's 3BV, its fewest left clicks.
//!
//! No click reveals a zero but one into its opening, and no click reveals a number but one on it or into
//! an opening beside it. A click on a number at the rim of an opening is never needed, because a click
//! into the opening opens that number as well.

use fewest_search::{Limit, SearchContext};

use crate::position::{Grid, Square};

/// A board in progress with known mines. No mine is open.
#[derive(Clone, Copy)]
pub struct KnownBoard<'a> {
    /// Whether a cell holds a mine.
    pub mines: &'a Grid<bool>,
    /// Whether a cell is open.
    pub open: &'a Grid<bool>,
    /// Whether a cell is flagged.
    pub flags: &'a Grid<bool>,
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
    /// let board = KnownBoard { mines: &mines, open: &none, flags: &none };
    /// let units = Units::new(&board, &mut SearchContext::default()).unwrap();
    /// // An opening in each of two corners, and the numbers 4 and 7 between them.
    /// let clicks: Vec<u32> = units.first_cells().collect();
    /// assert_eq!(clicks, [0, 6, 10]);
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
        let numbers = numbers(board.mines);
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
