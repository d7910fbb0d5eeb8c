//! How Snake levels are made.

use std::ops::RangeInclusive;

use fewest_search::{Limits, Watch};

use super::Board;
use super::farthest::farthest;
use super::hardest::Layouts;
use super::placements::Placements;
use crate::grid::{Direction, Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::Frame;
use crate::making::hardest::{Each, Sweep};
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;
use crate::making::{Make, Numbered, shift};

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

    fn numbered(frame: &Frame<Self>) -> Option<Box<dyn Numbered<Self> + '_>> {
        Some(Box::new(Yards::new(frame)?))
    }

    fn sweep(frame: &Frame<Self>) -> Option<Box<dyn Sweep<Self> + '_>> {
        let yards = Yards::new(frame)?;
        match Layouts::new(frame, yards.count()) {
            Some(layouts) => Some(Box::new(layouts)),
            None => Each::new(Box::new(yards)).map(|each| Box::new(each) as Box<_>),
        }
    }

    fn farthest(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Farthest<Self>, NoStarts> {
        Ok(farthest(self, limits, watch)?)
    }
}

/// For every way that the snake may lie, every square for the apple, and walls elsewhere.
struct Yards<'a> {
    pattern: &'a Board,
    sizes: Vec<Size>,
    count: u128,
}

/// All yards with a snake of one length.
struct Size {
    snakes: Placements,
    walls: Subsets,
    count: u128,
}

impl<'a> Yards<'a> {
    fn new(frame: &'a Frame<Board>) -> Option<Self> {
        let pattern = &frame.pattern;
        let squares = pattern.walls.len();
        let size = |length| {
            let walls = Subsets::new(squares - length - 1, &frame.amount("walls"))?;
            let snakes = Placements::new(pattern, length)?;
            let boards = walls.count().checked_mul((squares - length).into())?;
            Some(Size {
                count: boards.checked_mul(snakes.len() as u128)?,
                snakes,
                walls,
            })
        };
        let sizes: Vec<Size> = lengths(frame)?.map(size).collect::<Option<_>>()?;
        let counts = sizes.iter().map(|size| size.count);
        Some(Yards {
            pattern,
            count: counts.into_iter().try_fold(0u128, u128::checked_add)?,
            sizes,
        })
    }
}

impl Numbered<Board> for Yards<'_> {
    fn count(&self) -> u128 {
        self.count
    }

    fn nth(&self, number: u128) -> Option<Board> {
        let mut board = self.pattern.clone();
        let squares = board.walls.len();
        let mut number = number;
        for size in &self.sizes {
            if number >= size.count {
                number -= size.count;
                continue;
            }
            let sets = size.walls.count();
            let (number, set) = (number / sets, number % sets);
            let apples = u128::from(squares) - size.snakes.length() as u128;
            board.snake = size.snakes.get((number / apples) as usize);
            let is_free = |square: &Square| !board.snake.contains(square);
            let mut free: Vec<_> = (0..squares).filter(is_free).collect();
            board.apple = free.remove((number % apples) as usize);
            for place in size.walls.nth(set) {
                board.walls[free[place as usize]] = true;
            }
            return Some(board);
        }
        None
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
