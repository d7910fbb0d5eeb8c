//! A sheet of any size: one bit for each square, by rows and by columns, and the next block is
//! looked for word by word.

use std::ops::RangeInclusive;

use fewest_search::{Books, Limit};

use super::Board;
use super::sheet::{Sheet, Spot, Stop, Umpire};
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
    line: Vec<Direction>,
    is_cut: bool,
}

impl<'a> Wide<'a> {
    pub fn lay(board: &'a Board, books: &mut Books, umpire: &mut Umpire) -> Result<Self, Limit> {
        let squares = board.blocks.len() as usize;
        let mut sheet = Wide {
            board,
            goal: board.blocks.place(board.goal),
            rows: Bits::new(squares, books)?,
            columns: Bits::new(squares, books)?,
            bounds: books.filled(squares, NEVER)?,
            line: books.list(1)?,
            is_cut: false,
        };
        for (number, stretch) in board.blocks.squares().chunks(STRETCH).enumerate() {
            umpire.walk(stretch.len() as u32)?;
            for (square, _) in (number * STRETCH..)
                .zip(stretch)
                .filter(|(_, block)| **block)
            {
                sheet.flip(square as Spot);
            }
        }
        sheet.bound(books, umpire)?;
        Ok(sheet)
    }

    /// Works the bounds out backwards from the goal. A stone that stops before a block came from
    /// anywhere behind that square, since whatever stood between may have been broken; one that
    /// reached the goal came from anywhere in line with it.
    fn bound(&mut self, books: &mut Books, umpire: &mut Umpire) -> Result<(), Limit> {
        let Board { blocks, goal, .. } = self.board;
        let squares = self.bounds.len();
        let mut queue: Vec<Square> = books.list(squares)?;
        // One bit for each direction: what lies behind a square was gone through before.
        let mut walked: Vec<u8> = books.filled(squares, 0)?;
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
                        umpire.walk(STRETCH as u32)?;
                    }
                }
            }
            umpire.walk(4)?;
        }
        books.give_back((squares * (size_of::<Square>() + size_of::<u8>())) as u64);
        Ok(())
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
    /// Slides may be long here, so none is made twice.
    const TRIED: u32 = 1;
    const LAST: RangeInclusive<u32> = 1..=1;

    fn stone(&self) -> Spot {
        self.board.stone
    }

    fn flip(&mut self, block: Spot) {
        let in_columns = self.in_columns(self.board.blocks.place(block));
        self.rows.flip(block as usize);
        self.columns.flip(in_columns);
    }

    fn stops(&self, stone: Spot, umpire: &mut Umpire) -> Result<[Stop; 4], Limit> {
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
        let up = self.columns.before(down, column, umpire)?;
        let down = self.columns.after(down, column + height as usize, umpire)?;
        let left = self.rows.before(across, row, umpire)?;
        let right = self.rows.after(across, row + width as usize, umpire)?;
        Ok([
            stop(up, width.wrapping_neg()),
            stop(down, width),
            stop(left, 1u32.wrapping_neg()),
            stop(right, 1),
        ])
    }

    fn may_arrive(&self, stone: Spot, throws: Option<u32>) -> bool {
        let bound = self.bounds[stone as usize];
        bound != NEVER && throws.is_none_or(|throws| u32::from(bound) <= throws)
    }

    fn wins(&mut self, stone: Spot, _: u32, umpire: &mut Umpire) -> Result<bool, Limit> {
        umpire.look()?;
        self.is_cut = true;
        let (place, goal) = (self.board.blocks.place(stone), self.goal);
        let (bits, from, to, ways) = if place.column == goal.column {
            let ways = [Direction::Up, Direction::Down];
            (
                &self.columns,
                self.in_columns(place),
                self.in_columns(goal),
                ways,
            )
        } else if place.row == goal.row {
            let ways = [Direction::Left, Direction::Right];
            (&self.rows, stone as usize, self.board.goal as usize, ways)
        } else {
            return Ok(false);
        };
        let block = match to < from {
            true => bits.before(from, to, umpire)?,
            false => bits.after(from, to, umpire)?,
        };
        if block.is_none() {
            self.line.push(ways[usize::from(from < to)]);
        }
        Ok(block.is_none())
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

/// One bit for each square.
struct Bits(Vec<u64>);

impl Bits {
    fn new(squares: usize, books: &mut Books) -> Result<Self, Limit> {
        Ok(Bits(books.filled(squares.div_ceil(64), 0)?))
    }

    fn flip(&mut self, bit: usize) {
        self.0[bit / 64] ^= 1 << (bit % 64);
    }

    /// How many bits lie between one and the next that is set, before the end.
    fn after(&self, bit: usize, end: usize, umpire: &mut Umpire) -> Result<Option<usize>, Limit> {
        let first = bit + 1;
        let mut from = !0 << (first % 64);
        for word in first / 64..end.div_ceil(64) {
            let set = self.0[word] & from;
            if set != 0 {
                let next = word * 64 + set.trailing_zeros() as usize;
                return Ok((next < end).then(|| next - first));
            }
            from = !0;
            umpire.walk(1)?;
        }
        Ok(None)
    }

    /// How many bits lie between one and the last before it that is set, from the begin on.
    fn before(
        &self,
        bit: usize,
        begin: usize,
        umpire: &mut Umpire,
    ) -> Result<Option<usize>, Limit> {
        let mut below = (1 << (bit % 64)) - 1;
        for word in (begin / 64..bit / 64 + 1).rev() {
            let set = self.0[word] & below;
            if set != 0 {
                let last = word * 64 + 63 - set.leading_zeros() as usize;
                return Ok((begin <= last).then(|| bit - last - 1));
            }
            below = !0;
            umpire.walk(1)?;
        }
        Ok(None)
    }
}
