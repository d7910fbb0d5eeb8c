//! How Snake levels are made.

use std::ops::RangeInclusive;

use fewest_search::{Limits, Watch};

use super::Board;
use super::farthest::farthest;
use super::hardest::Layouts;
use super::placements::{count_placements, placements};
use crate::grid::{Direction, Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::Frame;
use crate::making::hardest::{Each, Sweep};
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;
use crate::making::{Make, shift};

impl Make for Board {
    fn blank(rows: u32, columns: u32) -> Option<String> {
        let mut glyphs = Grid::new(columns as usize, vec!['.'; (rows * columns) as usize]);
        let last = glyphs.len().checked_sub(2)? + 1;
        (glyphs[0], glyphs[last]) = ('1', '@');
        Some(glyphs.to_string())
    }

    fn random(frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut board = frame.pattern.clone();
        let lengths = lengths(frame)?;
        let length = lengths.start() + chance.below(lengths.end() - lengths.start() + 1);
        board.snake = board.grown(length, chance)?;
        let all = 0..board.walls.len();
        let mut free: Vec<Square> = all.filter(|square| !board.snake.contains(square)).collect();
        board.apple = chance.take(&mut free, 1)[0];
        let amount = frame.amount_within("walls", free.len() as u32)?;
        let walls = amount.start() + chance.below(amount.end() - amount.start() + 1);
        for square in chance.take(&mut free, walls) {
            board.walls[square] = true;
        }
        Some(board)
    }

    /// A wall set, removed or moved, the apple moved, or the snake laid elsewhere.
    fn changed(&self, frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut board = self.clone();
        let all = 0..self.walls.len();
        match chance.below(8) {
            0 => {
                let snake = self.grown(self.snake.len() as u32, chance)?;
                board.snake = snake;
                Some(board).filter(|board| !board.snake.contains(&board.apple))
            }
            1 => {
                let is_free = |&square: &Square| {
                    !self.walls[square] && square != self.apple && !self.snake.contains(&square)
                };
                board.apple = chance.choice(&all.filter(is_free).collect::<Vec<_>>())?;
                Some(board)
            }
            _ => {
                let open = |square: &Square| *square != self.apple && !self.snake.contains(square);
                let open: Vec<Square> = all.filter(open).collect();
                let amount = frame.amount_within("walls", open.len() as u32)?;
                shift(&mut board.walls, &open, &amount, chance).then_some(board)
            }
        }
    }

    /// On a torus it is all the same where the board is cut: here so that the head is on its first
    /// square.
    fn images(&self) -> Vec<Self> {
        let size = (self.walls.rows(), self.walls.columns());
        let image = |turn: Turn| {
            let turned = Board {
                walls: turn.grid(&self.walls),
                snake: self.snake.iter().map(|&at| turn.square(size, at)).collect(),
                apple: turn.square(size, self.apple),
                wrap: self.wrap,
            };
            match self.wrap {
                true => turned.shifted(),
                false => turned,
            }
        };
        Turn::all().map(image).collect()
    }

    /// The head is not on the apple, and no win comes by the same position twice.
    fn pars(frame: &Frame<Self>) -> (u64, u64) {
        let squares = u64::from(frame.pattern.walls.len());
        let steps = *frame.amount("length").end();
        let shapes = 3u64.checked_pow(steps.saturating_sub(1).min(40));
        let positions = shapes.and_then(|shapes| shapes.checked_mul(4)?.checked_mul(squares));
        (1, positions.unwrap_or(u64::MAX))
    }

    /// For every way that the snake may lie, every square for the apple, and walls elsewhere.
    fn count(frame: &Frame<Self>) -> Option<u128> {
        let squares = frame.pattern.walls.len();
        let mut count = 0u128;
        for length in lengths(frame)? {
            let walls = Subsets::new(squares - length - 1, &frame.amount("walls"))?;
            let ways = count_placements(&frame.pattern, length)?;
            let apples = u128::from(squares - length);
            let boards = walls
                .count()
                .checked_mul(apples)?
                .checked_mul(ways.into())?;
            count = count.checked_add(boards)?;
        }
        Some(count)
    }

    fn nth(frame: &Frame<Self>, number: u128) -> Option<Self> {
        let mut board = frame.pattern.clone();
        let squares = board.walls.len();
        let mut number = number;
        for length in lengths(frame)? {
            let walls = Subsets::new(squares - length - 1, &frame.amount("walls"))?;
            let ways = placements(&frame.pattern, length);
            let each = walls.count() * u128::from(squares - length);
            if number >= each * ways.len() as u128 {
                number -= each * ways.len() as u128;
                continue;
            }
            board.snake = ways[(number / each) as usize].clone();
            let (apple, number) = (number % each / walls.count(), number % walls.count());
            let all = 0..squares;
            let mut free: Vec<_> = all.filter(|at| !board.snake.contains(at)).collect();
            board.apple = free.remove(apple as usize);
            for place in walls.nth(number) {
                board.walls[free[place as usize]] = true;
            }
            return Some(board);
        }
        None
    }

    fn sweep(frame: &Frame<Self>) -> Option<Box<dyn Sweep<Self> + '_>> {
        let boards = Self::count(frame)?;
        if let Some(layouts) = Layouts::new(frame, boards) {
            return Some(Box::new(layouts));
        }
        (boards <= Each::<Board>::MOST).then(|| Box::new(Each::new(frame, boards)) as Box<_>)
    }

    fn farthest(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Farthest<Self>, NoStarts> {
        Ok(farthest(self, limits, watch)?)
    }
}

/// How long the snake may be: an apple has to be beside it, and every segment needs a glyph.
pub(super) fn lengths(frame: &Frame<Board>) -> Option<RangeInclusive<u32>> {
    let glyphs = Board::SEGMENTS.len() as u32;
    let lengths = frame.amount_within("length", glyphs.min(frame.pattern.walls.len() - 1))?;
    (*lengths.end() > 0).then(|| (*lengths.start()).max(1)..=*lengths.end())
}

impl Board {
    /// A snake of that length that grows from a random head on, into whatever is free.
    fn grown(&self, length: u32, chance: &mut Chance) -> Option<Vec<Square>> {
        const TRIES: u32 = 100;
        let all = 0..self.walls.len();
        let floor: Vec<Square> = all.filter(|&square| !self.walls[square]).collect();
        'tries: for _ in 0..TRIES {
            let mut snake = vec![chance.choice(&floor)?];
            while snake.len() < length as usize {
                let tail = snake[snake.len() - 1];
                let beside = Direction::ALL
                    .iter()
                    .filter_map(|&way| self.step(tail, way));
                let free = beside.filter(|&at| !self.walls[at] && !snake.contains(&at));
                match chance.choice(&free.collect::<Vec<_>>()) {
                    Some(next) => snake.push(next),
                    None => continue 'tries,
                }
            }
            return Some(snake);
        }
        None
    }

    /// The board of a torus cut so that the head is on its first square.
    fn shifted(&self) -> Self {
        let grid = &self.walls;
        let head = grid.place(self.snake[0]);
        let shift = |square: Square| {
            let place = grid.place(square);
            let row = (place.row + grid.rows() - head.row) % grid.rows();
            let column = (place.column + grid.columns() - head.column) % grid.columns();
            row * grid.columns() + column
        };
        let mut walls = grid.clone();
        for (square, &is_wall) in (0..).zip(grid.squares()) {
            walls[shift(square)] = is_wall;
        }
        Board {
            walls,
            snake: self.snake.iter().map(|&at| shift(at)).collect(),
            apple: shift(self.apple),
            wrap: true,
        }
    }
}

#[cfg(test)]
impl Board {
    /// Whether only the snake lies elsewhere.
    pub(crate) fn has_the_same_yard(&self, other: &Self) -> bool {
        let is_as_long = self.snake.len() == other.snake.len();
        is_as_long && (&self.walls, self.apple) == (&other.walls, other.apple)
    }
}
