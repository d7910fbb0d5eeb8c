//! A sheet whose rows and columns fit a word each: a slide is a question for the next bit.

use std::ops::{Range, RangeInclusive};

use fewest_search::{Books, Limit};

use super::Board;
use super::ahead::Aim;
use super::sheet::{Count, Sheet, Spot, Stop};
use crate::grid::{Direction, Square};

/// A bit for each square of a row or a column.
pub type Line = u64;
pub type Lines = [Line; LINES];
const LINES: usize = 64;

/// Every line ends in blocks, so that there always is a next one. They are two squares off the
/// board: a stone that leaves it stops where no bound lets it arrive.
pub const ENDS: Line = 1 | 1 << (LINES - 1);
const FRAME: usize = 2;

/// The number of throws for which the bounds stand, and one more entry for any number.
const LEVELS: usize = Narrow::TRIED as usize + 2;

pub struct Narrow {
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

impl Narrow {
    /// The longest side that fits, with a frame.
    pub const LONGEST: u32 = (LINES - 2 * FRAME) as u32;
    /// What it takes to try games of few throws: the bounds, the line, and the moves at the end.
    pub const BYTES: u64 =
        (LEVELS * size_of::<Lines>() + 2 * Self::TRIED as usize * size_of::<Direction>()) as u64;

    pub fn lay(board: &Board, books: &mut Books) -> Result<Self, Limit> {
        let framed = |square: Square| {
            let place = board.blocks.place(square);
            (place.row as usize + FRAME, place.column as usize + FRAME)
        };
        let (row, column) = framed(board.stone);
        let mut sheet = Narrow {
            rows: [ENDS; LINES],
            columns: [ENDS; LINES],
            stone: spot(row, column),
            goal: framed(board.goal),
            reach: books.list(LEVELS)?,
            line: books.list(Self::TRIED as usize)?,
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
    fn slides(&self, stone: Spot) -> [Stop; 4] {
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

impl Sheet for Narrow {
    /// Within so many throws positions are few, and seldom met twice.
    const TRIED: u32 = Board::JUDGES_THROWS;
    const LAST: RangeInclusive<u32> = 3..=6;

    fn stone(&self) -> Spot {
        self.stone
    }

    #[inline]
    fn flip(&mut self, block: Spot) {
        let (row, column) = place(block);
        self.rows[row] ^= 1 << column;
        self.columns[column] ^= 1 << row;
    }

    fn blocks(&self) -> &[u64] {
        &self.rows
    }

    fn stops(&self, stone: Spot, count: &mut Count) -> Result<[Stop; 4], Limit> {
        count.work(4)?;
        Ok(self.slides(stone))
    }

    fn may_arrive(&self, stone: Spot, throws: Option<u32>) -> bool {
        let any = LEVELS - 1;
        self.may_arrive_in(stone, throws.map_or(any, |throws| any.min(throws as usize)))
    }

    fn wins(&mut self, stone: Spot, throws: u32, count: &mut Count) -> Result<bool, Limit> {
        if throws > 1 {
            self.is_cut |= throws <= 3;
            return self.tries(stone, throws as usize, self.aim(), count);
        }
        count.position()?;
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
