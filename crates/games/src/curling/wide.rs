//! A sheet of any size, a bit for each square: once by rows, once by columns.

use std::ops::RangeInclusive;

use fewest_search::Limit;

use super::Board;
use super::bits::Bits;
use super::sheet::{Count, Sheet, Spot, Stop};
use crate::grid::{Direction, Place, Square};

/// No number of throws leads from here to the goal.
const NEVER: u8 = u8::MAX;
/// The goal is at least so many throws away.
const FAR: u8 = NEVER - 1;

/// Steps that are made before the clock is looked at.
const STRETCH: usize = 1 << 12;

pub struct Wide<'a> {
    board: &'a Board,
    goal: Place,
    /// The blocks that stand, row by row and column by column.
    rows: Bits,
    columns: Bits,
    /// The throws that each square is at least away from the goal.
    bounds: Vec<u8>,
    /// What a throw in all directions counts as.
    steps: u32,
    line: Vec<Direction>,
    is_cut: bool,
}

impl<'a> Wide<'a> {
    pub fn lay(board: &'a Board, count: &mut Count) -> Result<Self, Limit> {
        let budget = &mut count.ctx.budget;
        let squares = board.blocks.len() as usize;
        let mut sheet = Wide {
            board,
            goal: board.blocks.place(board.goal),
            rows: Bits::new(squares, budget)?,
            columns: Bits::new(squares, budget)?,
            bounds: budget.filled(squares, NEVER)?,
            steps: 4 + board.blocks.rows() / 64 + board.blocks.columns() / 64,
            line: budget.list(Self::TRIED as usize)?,
            is_cut: false,
        };
        for (number, stretch) in board.blocks.squares().chunks(STRETCH).enumerate() {
            count.work(stretch.len() as u32)?;
            for (square, _) in (number * STRETCH..)
                .zip(stretch)
                .filter(|(_, block)| **block)
            {
                sheet.flip(square as Spot);
            }
        }
        sheet.bound(count)?;
        Ok(sheet)
    }

    /// Works the bounds out backwards from the goal. A stone that stops before a block came from
    /// anywhere behind that square, since whatever stood between may have been broken; one that
    /// reached the goal came from anywhere in line with it.
    fn bound(&mut self, count: &mut Count) -> Result<(), Limit> {
        let Board { blocks, goal, .. } = self.board;
        let squares = self.bounds.len();
        let mut queue: Vec<Square> = count.ctx.budget.list(squares)?;
        // One bit for each direction: what lies behind a square was gone through before.
        let mut walked: Vec<u8> = count.ctx.budget.filled(squares, 0)?;
        self.bounds[*goal as usize] = 0;
        queue.push(*goal);
        let mut next = 0;
        while let Some(&stop) = queue.get(next) {
            next += 1;
            let bound = FAR.min(self.bounds[stop as usize] + 1);
            for (direction, back) in Direction::ALL.into_iter().zip(BACK) {
                let stops = blocks
                    .step(stop, direction)
                    .is_some_and(|beyond| blocks[beyond]);
                if stop != *goal && !stops {
                    continue;
                }
                for (step, from) in (1..).zip(blocks.ray(stop, back)) {
                    if walked[from as usize] & 1 << direction as u8 != 0 {
                        break;
                    }
                    walked[from as usize] |= 1 << direction as u8;
                    if self.bounds[from as usize] == NEVER {
                        self.bounds[from as usize] = bound;
                        queue.push(from);
                    }
                    if step % STRETCH == 0 {
                        count.work(STRETCH as u32)?;
                    }
                }
            }
            count.work(4)?;
        }
        count
            .ctx
            .budget
            .give_back((squares * (size_of::<Square>() + size_of::<u8>())) as u64);
        Ok(())
    }

    /// The throw that reaches the goal, if one does.
    fn one(&self, stone: Spot) -> Option<Direction> {
        let (place, goal) = (self.board.blocks.place(stone), self.goal);
        let (bits, from, to, ways) = if place.column == goal.column {
            let (from, to) = (self.in_columns(place), self.in_columns(goal));
            (&self.columns, from, to, [Direction::Up, Direction::Down])
        } else if place.row == goal.row {
            let (from, to) = (stone as usize, self.board.goal as usize);
            (&self.rows, from, to, [Direction::Left, Direction::Right])
        } else {
            return None;
        };
        let block = bits.first(from.min(to) + 1..from.max(to));
        block.is_none().then(|| ways[usize::from(from < to)])
    }

    /// The number of a square when they are counted column by column.
    fn in_columns(&self, place: Place) -> usize {
        place.column as usize * self.board.blocks.rows() as usize + place.row as usize
    }
}

/// The way back from each direction.
const BACK: [Direction; 4] = [
    Direction::Down,
    Direction::Up,
    Direction::Right,
    Direction::Left,
];

impl Sheet for Wide<'_> {
    const TRIED: u32 = *Self::LAST.end();
    const LAST: RangeInclusive<u32> = 2..=5;

    fn stone(&self) -> Spot {
        self.board.stone
    }

    fn flip(&mut self, block: Spot) {
        let in_columns = self.in_columns(self.board.blocks.place(block));
        self.rows.flip(block as usize);
        self.columns.flip(in_columns);
    }

    fn blocks(&self) -> &[u64] {
        self.rows.words()
    }

    fn stops(&self, stone: Spot, count: &mut Count) -> Result<[Stop; 4], Limit> {
        let (width, height) = (self.board.blocks.columns(), self.board.blocks.rows());
        let place = self.board.blocks.place(stone);
        let (across, down) = (stone as usize, self.in_columns(place));
        let (row, column) = (across - place.column as usize, down - place.row as usize);
        let nowhere = Stop {
            at: stone,
            block: stone,
        };
        let stop = |squares: Option<usize>, stride: Spot| match squares {
            None | Some(0) => nowhere,
            Some(squares) => {
                let at = stone.wrapping_add((squares as Spot).wrapping_mul(stride));
                let block = at.wrapping_add(stride);
                Stop { at, block }
            }
        };
        let back = |block: Option<usize>, from: usize| Some(from - block? - 1);
        let on = |block: Option<usize>, from: usize| Some(block? - from - 1);
        let up = back(self.columns.last(column..down), down);
        let below = self.columns.first(down + 1..column + height as usize);
        let left = back(self.rows.last(row..across), across);
        let right = self.rows.first(across + 1..row + width as usize);
        count.work(self.steps)?;
        Ok([
            stop(up, width.wrapping_neg()),
            stop(on(below, down), width),
            stop(left, 1u32.wrapping_neg()),
            stop(on(right, across), 1),
        ])
    }

    fn may_arrive(&self, stone: Spot, throws: Option<u32>) -> bool {
        let bound = self.bounds[stone as usize];
        bound != NEVER && throws.is_none_or(|throws| u32::from(bound) <= throws)
    }

    fn wins(&mut self, stone: Spot, throws: u32, count: &mut Count) -> Result<bool, Limit> {
        count.position()?;
        if throws == 1 {
            self.is_cut = true;
            self.line.extend(self.one(stone));
            return Ok(!self.line.is_empty());
        }
        let stops = self.stops(stone, count)?;
        for (stop, direction) in stops.into_iter().zip(Direction::ALL) {
            if stop.at == stone {
                continue;
            }
            if !self.may_arrive(stop.at, Some(throws - 1)) {
                self.is_cut |= self.may_arrive(stop.at, None);
                continue;
            }
            self.flip(stop.block);
            if self.wins(stop.at, throws - 1, count)? {
                self.line.push(direction);
                return Ok(true);
            }
            self.flip(stop.block);
        }
        Ok(false)
    }

    fn line(&self) -> &[Direction] {
        &self.line
    }

    fn is_cut(&mut self) -> bool {
        std::mem::take(&mut self.is_cut)
    }

    fn direction(&self, stop: Stop) -> Direction {
        let width = self.board.blocks.columns();
        // The columns first: on a board of one column a step along it is a step of 1 too.
        match stop.block.wrapping_sub(stop.at) {
            step if step == width => Direction::Down,
            step if step == width.wrapping_neg() => Direction::Up,
            1 => Direction::Right,
            _ => Direction::Left,
        }
    }
}
