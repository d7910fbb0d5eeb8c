//! How Snake levels are made.

use std::ops::RangeInclusive;

use fewest_search::SearchContext;
use fewest_words::{key, say};

use super::Board;
use super::farthest::farthest;
use super::hardest::Layouts;
use super::placements::Placements;
use crate::edit::{Change, Edit, Editor};
use crate::grid::{Direction, Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Each, Sweep};
use crate::making::make::{Generator, Numbered};
use crate::making::shift;
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;

/// Makes and changes boards.
pub struct Maker;

impl Generator<Board> for Maker {
    fn decisive(&self) -> &'static [&'static str] {
        &["wrap"]
    }

    fn blank(&self, rows: u32, columns: u32) -> Option<String> {
        let mut glyphs = Grid::new(columns as usize, vec!['.'; (rows * columns) as usize]);
        let last = glyphs.len().checked_sub(2)? + 1;
        (glyphs[0], glyphs[last]) = ('1', '@');
        Some(glyphs.to_string())
    }

    fn room(&self, frame: &Frame<Board>) -> Result<(), NoFrame> {
        let squares = frame.pattern.walls.len();
        let lengths = lengths(frame);
        if lengths.is_empty() {
            frame.has_room("length", *lengths.end())?;
            return Err(NoFrame(say!("a snake has at least one segment")));
        }
        frame.has_room("walls", squares - 1 - lengths.start())
    }

    fn random(&self, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = frame.pattern.clone();
        let lengths = lengths(frame);
        let length = chance.within(&lengths);
        board.snake = board.grown(length, chance)?;
        let all = 0..board.walls.len();
        let mut free: Vec<Square> = all.filter(|square| !board.snake.contains(square)).collect();
        board.apple = chance.take(&mut free, 1)[0];
        let amount = frame.amount_within("walls", free.len() as u32)?;
        let walls = chance.within(&amount);
        for square in chance.take(&mut free, walls) {
            board.walls[square] = true;
        }
        Some(board)
    }

    /// A wall set, removed or moved, the apple moved, or the snake laid elsewhere.
    fn changed(&self, board: &Board, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = board.clone();
        let all = 0..board.walls.len();
        match chance.below(8) {
            0 => {
                let snake = board.grown(board.snake.len() as u32, chance)?;
                board.snake = snake;
                Some(board).filter(|board| !board.snake.contains(&board.apple))
            }
            1 => {
                let is_free = |&square: &Square| {
                    !board.walls[square] && square != board.apple && !board.snake.contains(&square)
                };
                board.apple = chance.choice(&all.filter(is_free).collect::<Vec<_>>())?;
                Some(board)
            }
            _ => {
                let open =
                    |square: &Square| *square != board.apple && !board.snake.contains(square);
                let open: Vec<Square> = all.filter(open).collect();
                let amount = frame.amount_within("walls", open.len() as u32)?;
                shift(&mut board.walls, &open, &amount, chance).then_some(board)
            }
        }
    }

    /// On a torus it is all the same where the board is cut: here so that the head is on its first
    /// square.
    fn images(&self, board: &Board) -> Vec<Board> {
        let size = (board.walls.rows(), board.walls.columns());
        let image = |turn: Turn| {
            let turned = Board {
                walls: turn.grid(&board.walls),
                snake: board
                    .snake
                    .iter()
                    .map(|&at| turn.square(size, at))
                    .collect(),
                apple: turn.square(size, board.apple),
                wrap: board.wrap,
            };
            match board.wrap {
                true => turned.shifted(),
                false => turned,
            }
        };
        Turn::all().map(image).collect()
    }

    /// The head never starts on the apple.
    fn pars(&self, frame: &Frame<Board>) -> (u64, u64) {
        let walls = *frame.amount("walls").start();
        (1, most_moves(frame.pattern.walls.len() - walls))
    }

    /// A snake of one segment is never in its own way.
    fn always_won(&self, frame: &Frame<Board>) -> Option<String> {
        let is_free = *frame.amount("walls").end() == 0;
        let is_short = *lengths(frame).end() == 1;
        (is_free && is_short).then(|| {
            say!("every board can be won: nothing is in the way of a snake of one segment")
        })
    }

    fn numbered<'a>(
        &self,
        frame: &'a Frame<Board>,
        most: u128,
    ) -> Option<Box<dyn Numbered<Board> + 'a>> {
        Some(Box::new(Yards::new(frame, most)?))
    }

    fn sweep<'a>(
        &self,
        frame: &'a Frame<Board>,
        memory: u64,
    ) -> Option<Box<dyn Sweep<Board> + 'a>> {
        if let Some(layouts) = Layouts::new(frame, memory) {
            return Some(Box::new(layouts));
        }
        Some(Box::new(Each(self.numbered(frame, Each::<Board>::MOST)?)))
    }

    fn farthest(
        &self,
        board: &Board,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<Board>, NoStarts> {
        Ok(farthest(board, most, context)?)
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
    /// Nothing where there are more than `most`.
    fn new(frame: &'a Frame<Board>, most: u128) -> Option<Self> {
        let pattern = &frame.pattern;
        let squares = pattern.walls.len();
        let (mut sizes, mut count) = (Vec::new(), 0u128);
        for length in lengths(frame) {
            let walls = Subsets::new(squares - length - 1, &frame.amount("walls"))?;
            if walls.count() == 0 {
                continue;
            }
            let each = walls.count().checked_mul((squares - length).into())?;
            let snakes = Placements::new(pattern, length, (most - count) / each)?;
            let boards = each.checked_mul(snakes.len() as u128)?;
            count = count.checked_add(boards).filter(|&count| count <= most)?;
            sizes.push(Size {
                count: boards,
                snakes,
                walls,
            });
        }
        Some(Yards {
            pattern,
            sizes,
            count,
        })
    }
}

impl Numbered<Board> for Yards<'_> {
    fn count(&self) -> u128 {
        self.count
    }

    fn nth(&self, number: u128) -> Board {
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
            return board;
        }
        panic!("there are not so many yards")
    }
}

/// How long the snake may be: an apple has to be beside it, and every segment needs a glyph.
pub(super) fn lengths(frame: &Frame<Board>) -> RangeInclusive<u32> {
    let longest = (Board::SEGMENTS.len() as u32).min(frame.pattern.walls.len() - 1);
    let (shortest, end) = frame.amount("length").into_inner();
    shortest.max(1)..=end.min(longest)
}

/// The most moves that the shortest win can take on a region of `floor` connected squares, the apple's
/// square included.
///
/// A win in which the head visits no square twice takes at most `floor - 1` moves. Otherwise let move
/// `j` be the first that brings the head back to a square. The squares that it visited since then are
/// a cycle of length `L`. The head may enter that square, so after `j - 1` moves the whole body lies on
/// the cycle. From there the snake can follow the cycle to the square nearest to the apple (at most
/// `L - 1` moves) and take a shortest path to the apple off the cycle (at most `floor - L` moves). The
/// head has visited `j` different squares, none of them the apple, so `j` is at most `floor - 1`, and
/// the sum is at most `2 floor - 3`.
pub(super) fn most_moves(floor: u32) -> u64 {
    (2 * u64::from(floor)).saturating_sub(3)
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
        let is_free = self.walls.squares().iter().all(|is_wall| !is_wall);
        is_free.then(|| self.wound(length, chance))
    }

    /// A snake of that length on a board without walls, however little room it leaves: one that
    /// winds along the rows, shaken. Each step moves an end on, or, where the snake itself is in
    /// the way, turns over the part of it that lies beyond.
    fn wound(&self, length: u32, chance: &mut Chance) -> Vec<Square> {
        let columns = self.walls.columns();
        let winding = |at: Square| match (at / columns).is_multiple_of(2) {
            true => at,
            false => (at / columns + 1) * columns - 1 - at % columns,
        };
        let mut snake: Vec<Square> = (0..length).map(winding).collect();
        for _ in 0..20 * length {
            if chance.below(2) == 0 {
                snake.reverse();
            }
            let end = snake[snake.len() - 1];
            let beside = Direction::ALL.iter().filter_map(|&way| self.step(end, way));
            let Some(next) = chance.choice(&beside.collect::<Vec<_>>()) else {
                break;
            };
            match snake.iter().position(|&at| at == next) {
                Some(at) => snake[at + 1..].reverse(),
                None => {
                    snake.remove(0);
                    snake.push(next);
                }
            }
        }
        snake
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

/// The kinds of [`Edit`]: a wall set, or removed where one is; the apple moved.
const WALL: u32 = 0;
const APPLE: u32 = 1;

impl Board {
    fn has_snake_or_apple(&self, square: Square) -> bool {
        square == self.apple || self.snake.contains(&square)
    }
}

impl Editor<Board> for Maker {
    /// The walls, and then the apple: it goes to any floor where the snake is not.
    fn edits<'a>(&'a self, board: &'a Board) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let all = 0..board.walls.len();
        let open = all.filter(|&square| !board.has_snake_or_apple(square));
        let floor = open.clone().filter(|&square| !board.walls[square]);
        let walls = open.map(|square| Edit::at(WALL, square));
        Box::new(walls.chain(floor.map(|square| Edit::at(APPLE, square))))
    }

    fn edited(&self, board: &Board, edit: Edit) -> Board {
        let mut board = board.clone();
        match edit.kind {
            WALL => board.walls[edit.to] = !board.walls[edit.to],
            _ => board.apple = edit.to,
        }
        board
    }

    fn describe(&self, board: &Board, edit: Edit) -> Change {
        let square = edit.to;
        let place = board.walls.place(square);
        let (group, what) = match edit.kind {
            WALL if board.walls[square] => (key("wall"), say!("remove the wall at {place}", place)),
            WALL => (key("wall"), say!("set a wall at {place}", place)),
            _ => (key("apple"), say!("move the apple to {place}", place)),
        };
        Change {
            group: group.into(),
            square,
            what,
            by: None,
        }
    }
}
