//! A sheet whose rows and columns fit a word each: a slide is a question for the next bit.
//!
//! The last two throws are not made at all. The stone must stop in line with the goal, so there
//! is one way along its column and one along its row, and a few bits tell whether they are open.

use fewest_search::{Books, Limit};

use super::Board;
use super::sheet::{Sheet, Spot, Stop, Umpire};
use crate::grid::{Direction, Square};

/// A bit for each square of a row or a column, from 1 on: the frame around the board is empty.
type Line = u64;
type Lines = [Line; LINES];
const LINES: usize = 64;

/// Games of up to so many throws are tried from the start: positions are few, and seldom met
/// twice. In longer ones all but the last throws are kept, each position once.
const TRIED: u32 = Board::JUDGES_THROWS;
const TRIED_LAST: u32 = 6;

/// The number of throws for which the bounds stand, and one more entry for any number.
const LEVELS: usize = TRIED as usize + 2;

pub struct Narrow {
    /// The blocks that stand, by rows and by columns.
    rows: Lines,
    columns: Lines,
    stone: Spot,
    goal: (usize, usize),
    /// The squares from which the goal is not out of reach within 0, 1, 2, … throws.
    reach: Vec<Lines>,
    line: Vec<Direction>,
    is_cut: bool,
}

fn spot(row: usize, column: usize) -> Spot {
    (row * LINES + column) as Spot
}

fn place(spot: Spot) -> (usize, usize) {
    (spot as usize / LINES, spot as usize % LINES)
}

/// The bits below one.
fn below(bit: usize) -> Line {
    (1 << bit) - 1
}

/// The bits above one.
fn above(bit: usize) -> Line {
    !1 << bit
}

/// The bits between two.
fn between(one: usize, other: usize) -> Line {
    above(one.min(other)) & below(one.max(other))
}

impl Narrow {
    /// The longest side that fits, with a frame.
    pub const LONGEST: u32 = LINES as u32 - 2;
    /// What it takes to try games of few throws: the bounds, the line, and the moves at the end.
    pub const BYTES: u64 =
        (LEVELS * size_of::<Lines>() + 2 * TRIED as usize * size_of::<Direction>()) as u64;

    pub fn lay(board: &Board, books: &mut Books) -> Result<Self, Limit> {
        let framed = |square: Square| {
            let place = board.blocks.place(square);
            (place.row as usize + 1, place.column as usize + 1)
        };
        let (row, column) = framed(board.stone);
        let mut sheet = Narrow {
            rows: [0; LINES],
            columns: [0; LINES],
            stone: spot(row, column),
            goal: framed(board.goal),
            reach: books.list(LEVELS)?,
            line: books.list(TRIED as usize)?,
            is_cut: false,
        };
        let width = board.blocks.columns() as usize;
        for (row, blocks) in (1..).zip(board.blocks.squares().chunks(width)) {
            for (column, &block) in (1..).zip(blocks) {
                sheet.rows[row] |= Line::from(block) << column;
                sheet.columns[column] |= Line::from(block) << row;
            }
        }
        sheet.bound(board);
        Ok(sheet)
    }

    /// Works the bounds out backwards from the goal. A stone that stops before a block came from
    /// anywhere behind that square, since whatever stood between may have been broken; one that
    /// reached the goal came from anywhere in line with it.
    fn bound(&mut self, board: &Board) {
        let (row, column) = self.goal;
        let inside = below(board.blocks.columns() as usize + 1) & above(0);
        let rows = 1..board.blocks.rows() as usize + 1;
        let mut reach = [0; LINES];
        reach[row] = 1 << column;
        self.reach.push(reach);
        for row in rows.clone() {
            reach[row] = 1 << column;
        }
        reach[row] = inside;
        while self.reach.len() < LEVELS - 1 {
            let before = reach;
            self.reach.push(reach);
            reach = self.one_throw_more(&before, rows.clone(), inside);
            if reach == before {
                self.reach.resize(LEVELS, reach);
                return;
            }
        }
        loop {
            let before = reach;
            reach = self.one_throw_more(&before, rows.clone(), inside);
            if reach == before {
                self.reach.push(reach);
                return;
            }
        }
    }

    /// The squares from which some squares may be reached by a throw, with those themselves.
    fn one_throw_more(&self, reach: &Lines, rows: std::ops::Range<usize>, inside: Line) -> Lines {
        let mut more = *reach;
        let (mut from_above, mut from_below) = (0, 0);
        for row in rows.clone() {
            let (stops, blocks) = (reach[row], self.rows[row]);
            let (right, left) = (stops & blocks >> 1, stops & blocks << 1);
            // Everything left of the rightmost stop before a block on its right, and so on.
            let behind_right = Line::MAX.checked_shr(right.leading_zeros()).unwrap_or(0) >> 1;
            let behind_left = left ^ left.wrapping_neg();
            more[row] |= (behind_right | behind_left | from_below) & inside;
            from_below |= stops & self.rows[row - 1];
        }
        for row in rows.rev() {
            more[row] |= from_above;
            from_above |= reach[row] & self.rows[row + 1];
        }
        more
    }

    #[inline]
    fn may_arrive_in(&self, stone: Spot, throws: usize) -> bool {
        let (row, column) = place(stone);
        self.reach[throws][row] >> column & 1 == 1
    }

    /// The four throws, without asking whether they reach the goal.
    #[inline]
    fn slides(&self, stone: Spot) -> [Stop; 4] {
        let (row, column) = place(stone);
        let stop = |blocks: Line, nearest: fn(Line) -> u32, block: fn(Spot, u32) -> Spot, back| {
            if blocks == 0 {
                let block = stone;
                return Stop { at: stone, block };
            }
            let block = block(stone, nearest(blocks));
            let at = block.wrapping_add(back);
            Stop { at, block }
        };
        let (last, first) = (
            |line: Line| line.ilog2(),
            |line: Line| line.trailing_zeros(),
        );
        let in_column = |stone: Spot, row: u32| row << 6 | stone & 63;
        let in_row = |stone: Spot, column: u32| stone & !63 | column;
        let (along_column, along_row) = (self.columns[column], self.rows[row]);
        [
            stop(along_column & below(row), last, in_column, 64),
            stop(
                along_column & above(row),
                first,
                in_column,
                64u32.wrapping_neg(),
            ),
            stop(along_row & below(column), last, in_row, 1),
            stop(
                along_row & above(column),
                first,
                in_row,
                1u32.wrapping_neg(),
            ),
        ]
    }

    /// The throw that reaches the goal, if one does.
    fn one(&self, stone: Spot) -> Option<Direction> {
        let ((row, column), (goal_row, goal_column)) = (place(stone), self.goal);
        let in_row = row == goal_row && self.rows[row] & between(column, goal_column) == 0;
        let in_column = column == goal_column && self.columns[column] & between(row, goal_row) == 0;
        if in_column {
            Some(self.along_column(row))
        } else {
            in_row.then(|| self.along_row(column))
        }
    }

    /// The way to the goal along its column.
    fn along_column(&self, row: usize) -> Direction {
        match self.goal.0 < row {
            true => Direction::Up,
            false => Direction::Down,
        }
    }

    /// The way to the goal along its row.
    fn along_row(&self, column: usize) -> Direction {
        match self.goal.1 < column {
            true => Direction::Left,
            false => Direction::Right,
        }
    }

    /// The two throws that reach the goal, if any do.
    ///
    /// Out of line with the goal, the first has to stop in line with it: before a block just past
    /// the goal's row or column. In line with it, the one block between has to be broken.
    #[inline]
    fn two(&self, stone: Spot) -> Option<[Direction; 2]> {
        let ((row, column), (goal_row, goal_column)) = (place(stone), self.goal);
        if row != goal_row && column != goal_column {
            let open = |line: Line, from: usize, goal: usize, cross: Line| {
                let past = if goal < from { goal - 1 } else { goal + 1 };
                line >> past & 1 == 1 && line & between(from, past) == 0 && cross == 0
            };
            let along_row = self.rows[goal_row] & between(column, goal_column);
            if open(self.columns[column], row, goal_row, along_row) {
                return Some([self.along_column(row), self.along_row(column)]);
            }
            let along_column = self.columns[goal_column] & between(row, goal_row);
            if open(self.rows[row], column, goal_column, along_column) {
                return Some([self.along_row(column), self.along_column(row)]);
            }
            return None;
        }
        let (line, from, goal, direction) = match row == goal_row {
            true => (self.rows[row], column, goal_column, self.along_row(column)),
            false => (self.columns[column], row, goal_row, self.along_column(row)),
        };
        let blocks = line & between(from, goal);
        let beside = 0b101 << (from - 1);
        (blocks.is_power_of_two() && blocks & beside == 0).then_some([direction; 2])
    }

    fn tries(&mut self, stone: Spot, throws: usize, umpire: &mut Umpire) -> Result<bool, Limit> {
        umpire.look()?;
        if throws == 2 {
            self.is_cut = true;
            let Some([first, last]) = self.two(stone) else {
                return Ok(false);
            };
            self.line.extend([last, first]);
            return Ok(true);
        }
        for (stop, direction) in self.slides(stone).into_iter().zip(Direction::ALL) {
            if stop.at == stone {
                continue;
            }
            if !self.may_arrive_in(stop.at, throws - 1) {
                self.is_cut |= self.may_arrive_in(stop.at, LEVELS - 1);
                continue;
            }
            self.flip(stop.block);
            if self.tries(stop.at, throws - 1, umpire)? {
                self.line.push(direction);
                return Ok(true);
            }
            self.flip(stop.block);
        }
        Ok(false)
    }
}

impl Sheet for Narrow {
    fn kept(throws: u32) -> u32 {
        match throws <= TRIED {
            true => 0,
            false => throws - TRIED_LAST,
        }
    }

    fn stone(&self) -> Spot {
        self.stone
    }

    #[inline]
    fn flip(&mut self, block: Spot) {
        let (row, column) = place(block);
        self.rows[row] ^= 1 << column;
        self.columns[column] ^= 1 << row;
    }

    fn stops(&self, stone: Spot, umpire: &mut Umpire) -> Result<[Stop; 4], Limit> {
        umpire.look()?;
        Ok(self.slides(stone))
    }

    fn may_arrive(&self, stone: Spot, throws: Option<u32>) -> bool {
        let any = LEVELS - 1;
        self.may_arrive_in(stone, throws.map_or(any, |throws| any.min(throws as usize)))
    }

    fn wins(&mut self, stone: Spot, throws: u32, umpire: &mut Umpire) -> Result<bool, Limit> {
        if throws > 1 {
            return self.tries(stone, throws as usize, umpire);
        }
        umpire.look()?;
        self.is_cut = true;
        self.line.extend(self.one(stone));
        Ok(!self.line.is_empty())
    }

    fn line(&self) -> &[Direction] {
        &self.line
    }

    fn is_cut(&mut self) -> bool {
        std::mem::take(&mut self.is_cut)
    }

    fn direction(&self, stop: Stop) -> Direction {
        match stop.block.wrapping_sub(stop.at) as i32 {
            1 => Direction::Right,
            -1 => Direction::Left,
            64 => Direction::Down,
            _ => Direction::Up,
        }
    }
}
