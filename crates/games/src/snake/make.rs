//! How Snake levels are made and changed, every way a snake can lie, and the start that is farthest
//! from the apple.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use fewest_search::{Limit, Progress, SearchContext};
use fewest_words::{key, say};

use super::Board;
use super::hardest::Layouts;
use crate::edit::{Change, Edit, Editor};
use crate::grid::{Direction, Grid, Square};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Each, Farthest, NoStarts, Sweep};
use crate::making::make::{Generator, Numbered, Subsets, Turn, shift};

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

    /// For every way that the snake may lie, every square for the apple, and walls elsewhere.
    fn numbered<'a>(&self, frame: &'a Frame<Board>, most: u128) -> Option<Numbered<'a, Board>> {
        let pattern = &frame.pattern;
        let squares = pattern.walls.len();
        let (mut sizes, mut count) = (Vec::new(), 0u128);
        for length in lengths(frame) {
            let walls = Subsets::new(squares - length - 1, &frame.amount("walls"))?;
            if walls.count() == 0 {
                continue;
            }
            let apples = u128::from(squares - length);
            let each = walls.count().checked_mul(apples)?;
            let snakes = Placements::new(pattern, length, (most - count) / each)?;
            let boards = each.checked_mul(snakes.len() as u128)?;
            count = count.checked_add(boards).filter(|&count| count <= most)?;
            sizes.push(Numbered::new(boards, move |number| {
                let mut board = pattern.clone();
                let (number, set) = (number / walls.count(), number % walls.count());
                board.snake = snakes.get((number / apples) as usize);
                let is_free = |square: &Square| !board.snake.contains(square);
                let mut free: Vec<_> = (0..squares).filter(is_free).collect();
                board.apple = free.remove((number % apples) as usize);
                for place in walls.nth(set) {
                    board.walls[free[place as usize]] = true;
                }
                board
            }));
        }
        Numbered::of_kinds(sizes)
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
        let told = match edit.kind {
            WALL if board.walls[square] => (key("wall"), say!("remove the wall at {place}", place)),
            WALL => (key("wall"), say!("set a wall at {place}", place)),
            _ => (key("apple"), say!("move the apple to {place}", place)),
        };
        Change::at(square, told)
    }
}

/// All of them, one after another, each from the head to the tail.
pub struct Placements {
    length: usize,
    most: usize,
    /// How many steps more may be taken to list them.
    steps: u64,
    squares: Vec<Square>,
}

impl Placements {
    /// More are not listed.
    pub const MOST: u128 = 1 << 20;
    /// Nor are more steps taken for each that may be listed: most ways to lie may end in a corner.
    const STEPS: u64 = 1 << 4;
    /// Steps that are always taken.
    const FEW_STEPS: u64 = 1 << 20;

    /// Nothing where there are more than `most`, or too many for anybody.
    pub fn new(board: &Board, length: u32, most: u128) -> Option<Self> {
        let most = most.min(Self::MOST) as usize;
        let mut all = Placements {
            length: length as usize,
            most,
            steps: Self::FEW_STEPS.max(Self::STEPS * most as u64),
            squares: Vec::new(),
        };
        let mut snake = Vec::with_capacity(all.length);
        for head in 0..board.walls.len() {
            snake.push(head);
            all.grow(board, &mut snake)?;
            snake.pop();
        }
        Some(all)
    }

    fn grow(&mut self, board: &Board, snake: &mut Vec<Square>) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        if snake.len() == self.length {
            self.squares.extend_from_slice(snake);
            return (self.len() <= self.most).then_some(());
        }
        let tail = snake[snake.len() - 1];
        let mut tried = Vec::with_capacity(4);
        for next in Direction::ALL
            .iter()
            .filter_map(|&way| board.step(tail, way))
        {
            // On a torus of one or two rows two ways lead to the same square.
            if snake.contains(&next) || tried.contains(&next) {
                continue;
            }
            tried.push(next);
            snake.push(next);
            self.grow(board, snake)?;
            snake.pop();
        }
        Some(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.squares.len() / self.length
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.squares.as_slice()) as u64
    }

    /// One of them.
    pub fn get(&self, number: usize) -> Vec<Square> {
        self.squares[number * self.length..][..self.length].to_vec()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.chunks(self.length)
    }
}

/// Goes backwards layer by layer.
pub fn farthest(
    board: &Board,
    most: usize,
    ctx: &mut SearchContext,
) -> Result<Farthest<Board>, Limit> {
    let mut walk = Walk {
        board,
        seen: HashSet::new(),
        ctx,
    };
    let mut layer = Vec::new();
    walk.grow(&mut vec![board.apple], &mut layer)?;
    let mut found = Farthest::new(most);
    let mut moves = 0;
    while !layer.is_empty() {
        let mut before = Vec::new();
        for snake in &layer {
            walk.backwards(snake, &mut before)?;
        }
        moves += 1;
        layer = before;
        for snake in layer.iter().filter(|snake| !snake.contains(&board.apple)) {
            found.add(moves, || Board {
                snake: snake.to_vec(),
                ..board.clone()
            });
        }
    }
    Ok(found)
}

/// From the head to the tail.
type Snake = Box<[Square]>;

struct Walk<'a, 'c> {
    board: &'a Board,
    seen: HashSet<Snake>,
    ctx: &'a mut SearchContext<'c>,
}

impl Walk<'_, '_> {
    /// Every snake that begins so.
    fn grow(&mut self, begun: &mut Vec<Square>, layer: &mut Vec<Snake>) -> Result<(), Limit> {
        if begun.len() == self.board.snake.len() {
            return self.meet(begun, layer);
        }
        for next in self.beside(begun[begun.len() - 1]) {
            if !begun.contains(&next) {
                begun.push(next);
                self.grow(begun, layer)?;
                begun.pop();
            }
        }
        Ok(())
    }

    /// The snakes that one move makes this one: the tail comes back, perhaps to where the head is.
    fn backwards(&mut self, snake: &Snake, before: &mut Vec<Snake>) -> Result<(), Limit> {
        let (_, rest) = snake.split_first().expect("it has a head");
        // One segment comes from anywhere beside it.
        let tail = *rest.last().unwrap_or(&snake[0]);
        for last in self.beside(tail) {
            if rest.contains(&last) {
                continue;
            }
            let mut previous = rest.to_vec();
            previous.push(last);
            self.meet(&previous, before)?;
        }
        Ok(())
    }

    /// A snake that may have been met before.
    fn meet(&mut self, snake: &[Square], layer: &mut Vec<Snake>) -> Result<(), Limit> {
        let states = self.seen.len() as u64;
        self.ctx.step(1, || Progress {
            depth: 0,
            states,
            at_least: 0,
        })?;
        if self.seen.contains(snake) {
            return Ok(());
        }
        let most = self.ctx.options.limits.states;
        if most.is_some_and(|most| states >= most) {
            return Err(Limit::States);
        }
        // Once in the set and once in its layer, and the table may just have doubled.
        self.ctx
            .budget
            .take((2 * size_of_val(snake) + 8 * size_of::<Snake>()) as u64)?;
        self.seen.insert(snake.into());
        layer.push(snake.into());
        Ok(())
    }

    fn beside(&self, square: Square) -> Vec<Square> {
        let mut beside = Vec::with_capacity(4);
        for way in Direction::ALL {
            match self.board.step(square, way) {
                Some(next) if !self.board.walls[next] && !beside.contains(&next) => {
                    beside.push(next);
                }
                _ => {}
            }
        }
        beside
    }
}
