//! A board as the kernel sees it: a bit for each square of a row and of a column, so that a slide
//! is a question for the next bit.
//!
//! Some blocks are broken, and a bound says for every square how many throws the goal is away. The
//! last throws are seen without making them: the last but one must stop in line with the goal, so
//! there is one way along its column and one along its row, and a few bits tell whether they are
//! open. They also tell along which lines that throw may be made, and a throw before it has to stop
//! in one of those.

use std::ops::Range;

use fewest_search::{Books, Limit};

use super::Board;
use super::kernel::{Count, TRIED};
use crate::grid::{Direction, Square};

/// A square, in the numbering of its sheet.
pub type Spot = u32;

/// Where a throw ends, and the block that it breaks. One that cannot be made ends at the stone
/// itself, and so may one that leaves the board, or else where the stone may never arrive.
#[derive(Clone, Copy)]
pub struct Stop {
    pub at: Spot,
    pub block: Spot,
}

/// A bit for each square of a row or a column.
pub type Line = u64;
pub type Lines = [Line; LINES];
const LINES: usize = 64;

/// Every line ends in blocks, so that there always is a next one. They are two squares off the
/// board: a stone that leaves it stops where no bound lets it arrive.
pub const ENDS: Line = 1 | 1 << (LINES - 1);
const FRAME: usize = 2;

/// The number of throws for which the bounds stand, and one more entry for any number.
const LEVELS: usize = TRIED as usize + 2;

pub struct Sheet {
    /// The blocks that stand, by rows and by columns.
    pub rows: Lines,
    pub columns: Lines,
    stone: Spot,
    pub goal: (usize, usize),
    /// The squares from which the goal is not out of reach within 0, 1, 2, … throws.
    reach: Vec<Lines>,
    line: Vec<Direction>,
    is_cut: bool,
}

fn spot(row: usize, column: usize) -> Spot {
    (row * LINES + column) as Spot
}

pub fn place(spot: Spot) -> (usize, usize) {
    (spot as usize / LINES, spot as usize % LINES)
}

/// The bits below one.
pub fn below(bit: usize) -> Line {
    (1 << bit) - 1
}

/// The bits above one.
pub fn above(bit: usize) -> Line {
    !1 << bit
}

/// The bits between two.
pub fn between(one: usize, other: usize) -> Line {
    above(one.min(other)) & below(one.max(other))
}

impl Sheet {
    /// The longest side that fits, with a frame.
    pub const LONGEST: u32 = (LINES - 2 * FRAME) as u32;
    /// What it takes to try games of few throws: the bounds, the line, and the moves at the end.
    pub const BYTES: u64 =
        (LEVELS * size_of::<Lines>() + 2 * TRIED as usize * size_of::<Direction>()) as u64;

    pub fn lay(board: &Board, books: &mut Books) -> Result<Self, Limit> {
        let framed = |square: Square| {
            let place = board.blocks.place(square);
            (place.row as usize + FRAME, place.column as usize + FRAME)
        };
        let (row, column) = framed(board.stone);
        let mut sheet = Sheet {
            rows: [ENDS; LINES],
            columns: [ENDS; LINES],
            stone: spot(row, column),
            goal: framed(board.goal),
            reach: books.list(LEVELS)?,
            line: books.list(TRIED as usize)?,
            is_cut: false,
        };
        let width = board.blocks.columns() as usize;
        for (row, blocks) in (FRAME..).zip(board.blocks.squares().chunks(width)) {
            for (column, &block) in (FRAME..).zip(blocks) {
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
        let inside = below(board.blocks.columns() as usize) << FRAME;
        let rows = FRAME..FRAME + board.blocks.rows() as usize;
        let mut reach = [0; LINES];
        reach[row] = 1 << column;
        self.reach.push(reach);
        for row in rows.clone() {
            reach[row] = 1 << column;
        }
        reach[row] = inside;
        loop {
            if self.reach.len() < LEVELS - 1 {
                self.reach.push(reach);
            }
            let more = self.one_throw_more(&reach, rows.clone(), inside);
            if more == reach {
                return self.reach.resize(LEVELS, reach);
            }
            reach = more;
        }
    }

    /// The squares from which some squares may be reached by a throw, with those themselves.
    fn one_throw_more(&self, reach: &Lines, rows: Range<usize>, inside: Line) -> Lines {
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
    pub fn slides(&self, stone: Spot) -> [Stop; 4] {
        let (row, column) = place(stone);
        let (along_column, along_row) = (self.columns[column], self.rows[row]);
        let stop = |block: Spot, back: Spot| Stop {
            at: block.wrapping_add(back),
            block,
        };
        let in_column = |row: u32| row << 6 | stone & 63;
        let in_row = |column: u32| stone & !63 | column;
        let last = |line: Line| 63 ^ line.leading_zeros();
        let first = |line: Line| line.trailing_zeros();
        [
            stop(in_column(last(along_column & below(row))), 64),
            stop(
                in_column(first(along_column & above(row))),
                64u32.wrapping_neg(),
            ),
            stop(in_row(last(along_row & below(column))), 1),
            stop(
                in_row(first(along_row & above(column))),
                1u32.wrapping_neg(),
            ),
        ]
    }

    /// Tries to win by exactly so many throws, at least two.
    fn tries(
        &mut self,
        stone: Spot,
        throws: usize,
        aim: Aim,
        count: &mut Count,
    ) -> Result<bool, Limit> {
        count.position()?;
        if throws == 2 {
            let Some([first, last]) = self.two(stone) else {
                return Ok(false);
            };
            self.line.extend([last, first]);
            return Ok(true);
        }
        let slides = self.slides(stone);
        // A bit for each throw that may arrive.
        let within = |throws: usize| {
            let reach = &self.reach[throws];
            let mut worth = 0;
            for (number, stop) in slides.iter().enumerate() {
                let (row, column) = place(stop.at);
                worth |= (reach[row] >> column & u64::from(stop.at != stone)) << number;
            }
            worth
        };
        let mut worth = within(throws - 1);
        if !self.is_cut {
            // With three throws left, and fewer, it is not asked for what a line is left.
            self.is_cut = throws <= 4 || within(LEVELS - 1) != worth;
        }
        while worth != 0 {
            let number = worth.trailing_zeros() as usize;
            let (stop, direction) = (slides[number], Direction::ALL[number]);
            worth &= worth - 1;
            self.flip(stop.block);
            let aim = match self.is_near_goal(stop.block) {
                true => self.aim(),
                false => aim,
            };
            if (throws > 4 || self.is_promising(stop.at, throws - 1, aim))
                && self.tries(stop.at, throws - 1, aim, count)?
            {
                self.line.push(direction);
                return Ok(true);
            }
            self.flip(stop.block);
        }
        Ok(false)
    }
}

impl Sheet {
    /// Where the stone begins.
    pub fn stone(&self) -> Spot {
        self.stone
    }

    /// Breaks a block, or puts it back.
    #[inline]
    pub fn flip(&mut self, block: Spot) {
        let (row, column) = place(block);
        self.rows[row] ^= 1 << column;
        self.columns[column] ^= 1 << row;
    }

    /// Whether the bound lets a stone arrive within so many throws, or within any number.
    pub fn may_arrive(&self, stone: Spot, throws: Option<u32>) -> bool {
        let any = LEVELS - 1;
        self.may_arrive_in(stone, throws.map_or(any, |throws| any.min(throws as usize)))
    }

    /// Tries to win by exactly so many throws. No fewer may win. The moves are then
    /// [`Sheet::line`]; whether it was only for want of throws that it failed, [`Sheet::is_cut`].
    pub fn wins(&mut self, stone: Spot, throws: u32, count: &mut Count) -> Result<bool, Limit> {
        if throws > 1 {
            self.is_cut |= throws <= 3;
            return self.tries(stone, throws as usize, self.aim(), count);
        }
        count.position()?;
        self.is_cut = true;
        self.line.extend(self.one(stone));
        Ok(!self.line.is_empty())
    }

    /// The throws that won, the last one first.
    pub fn line(&self) -> &[Direction] {
        &self.line
    }

    /// Whether, since it was last asked, a line was left that more throws might bring to the goal.
    pub fn is_cut(&mut self) -> bool {
        std::mem::take(&mut self.is_cut)
    }

    /// The way from a stop to the block that it broke.
    pub fn direction(&self, stop: Stop) -> Direction {
        match stop.block.wrapping_sub(stop.at) as i32 {
            1 => Direction::Right,
            -1 => Direction::Left,
            64 => Direction::Down,
            _ => Direction::Up,
        }
    }
}

/// What the last throws but one are aimed at.
#[derive(Clone, Copy)]
pub struct Aim {
    /// The goal's column, and those with a block beside the goal's row and nothing from there to
    /// the goal: along them the stone may stop where the last throw wins.
    columns: Line,
    /// Likewise the goal's row and others.
    rows: Line,
}

impl Sheet {
    /// The throw that reaches the goal, if one does.
    pub fn one(&self, stone: Spot) -> Option<Direction> {
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
    pub fn two(&self, stone: Spot) -> Option<[Direction; 2]> {
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

    /// What is aimed at now.
    pub fn aim(&self) -> Aim {
        let (row, column) = self.goal;
        let beside = |lines: &Lines, line: usize| lines[line - 1] | lines[line + 1];
        Aim {
            columns: open_around(self.rows[row], column) & beside(&self.rows, row) | 1 << column,
            rows: open_around(self.columns[column], row) & beside(&self.columns, column) | 1 << row,
        }
    }

    /// Whether breaking a block can change what is aimed at.
    pub fn is_near_goal(&self, block: Spot) -> bool {
        let ((row, column), (goal_row, goal_column)) = (place(block), self.goal);
        row.abs_diff(goal_row) <= 1 || column.abs_diff(goal_column) <= 1
    }

    /// Whether two or three throws may win, by what is aimed at.
    pub fn is_promising(&self, stone: Spot, throws: usize, aim: Aim) -> bool {
        let ((row, column), (goal_row, goal_column)) = (place(stone), self.goal);
        let (in_column, in_row) = (aim.columns >> column & 1, aim.rows >> row & 1);
        if throws == 2 {
            return in_column | in_row == 1;
        }
        let down_or_up = aimed(self.columns[column], row, aim.rows, in_column, goal_row);
        let left_or_right = aimed(self.rows[row], column, aim.columns, in_row, goal_column);
        down_or_up | left_or_right
    }
}

/// The bits around one up to the next that are set on either side.
fn open_around(line: Line, bit: usize) -> Line {
    let (lower, upper) = (line & below(bit), line & above(bit));
    let from = !(Line::MAX >> lower.leading_zeros());
    let to = (upper & upper.wrapping_neg()) - 1;
    from & to & !(1 << bit)
}

/// Whether a throw along a line stops at one of some bits, or breaks a block in the goal's own
/// line across. Along a line that is itself aimed at it may stop anywhere.
fn aimed(line: Line, stone: usize, stops: Line, anywhere: Line, goal: usize) -> bool {
    let anywhere = anywhere.wrapping_neg() & !ENDS | 1 << goal;
    let (lower, upper) = (line & below(stone), line & above(stone));
    let last = 1 << 63 >> lower.leading_zeros();
    let first = upper & upper.wrapping_neg();
    // No throw is made against a block right beside the stone.
    let nearest = (last & (stops >> 1 | anywhere) | first & (stops << 1 | anywhere))
        & !(0b101 << (stone - 1));
    nearest != 0
}
