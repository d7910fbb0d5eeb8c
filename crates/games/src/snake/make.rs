//! How Snake levels are made and changed, every way a snake can lie, the start that is farthest from
//! the apple, and the hardest boards of a size.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::{ControlFlow, RangeInclusive};

use fewest_search::{Limit, Progress, SearchContext};
use fewest_words::{key, say};

use super::Board;
use crate::edit::{Change, Edit, Editor};
use crate::grid::{Direction, Grid, Square};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Each, Farthest, NoStarts, Sweep, Top};
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

/// The way through all layouts of the walls.
pub struct Layouts<'a> {
    frame: &'a Frame<Board>,
    boards: u128,
    walls: RangeInclusive<u32>,
    snakes: Vec<Snakes>,
    /// Where a turn brings the walls of the lower and of the higher squares.
    turns: Vec<[Vec<u32>; 2]>,
    /// The neighbours of each square.
    beside: Vec<u32>,
}

/// Layouts are turned in two halves: the squares of the lower one.
const LOWER: u32 = 13;
/// The squares that tell one part from another.
const HIGHEST: u32 = 8;

impl<'a> Layouts<'a> {
    /// The most squares: there are 2 to that power of layouts.
    const MOST: u32 = 26;

    /// Nothing where the boards are too large, or the lists of snakes for so many bytes.
    pub fn new(frame: &'a Frame<Board>, memory: u64) -> Option<Self> {
        let pattern = &frame.pattern;
        let size = (pattern.walls.rows(), pattern.walls.columns());
        let squares = pattern.walls.len();
        if squares > Self::MOST {
            return None;
        }
        let half = |turn: Turn, first: Square, end: Square| -> Vec<u32> {
            let turned = |bits: u32| {
                let set = (first..end).filter(|at| bits >> (at - first) & 1 == 1);
                set.fold(0, |turned, at| turned | 1 << turn.square(size, at))
            };
            (0..1u32 << (end - first)).map(turned).collect()
        };
        let lower = squares.min(LOWER);
        let stay = |turn: &Turn| turn.size(size) == size;
        let halves = |turn| [half(turn, 0, lower), half(turn, lower, squares)];
        let (mut snakes, mut boards, mut bytes) = (Vec::new(), 0u128, 0);
        for length in lengths(frame) {
            let walls = Subsets::new(squares - length - 1, &frame.amount("walls"))?;
            let all = Snakes::new(pattern, length)?;
            boards += walls.count() * u128::from(squares - length) * all.len() as u128;
            bytes += all.bytes();
            snakes.push(all);
            if bytes > memory {
                return None;
            }
        }
        let beside = |at| {
            let steps = Direction::ALL
                .iter()
                .filter_map(|&way| pattern.step(at, way));
            steps.fold(0, |beside, step| beside | 1 << step)
        };
        Some(Layouts {
            frame,
            boards,
            walls: frame.amount("walls"),
            snakes,
            beside: (0..squares).map(beside).collect(),
            turns: Turn::all().skip(1).filter(stay).map(halves).collect(),
        })
    }

    fn lower(&self) -> u32 {
        self.frame.pattern.walls.len().min(LOWER)
    }

    fn highest(&self) -> u32 {
        self.frame.pattern.walls.len().min(HIGHEST)
    }

    /// Whether no turn leads to a layout of a lower number.
    fn is_first(&self, walls: u32) -> bool {
        let (low, high) = (walls & ((1 << self.lower()) - 1), walls >> self.lower());
        let mut images = self.turns.iter();
        images.all(|[lower, higher]| walls <= lower[low as usize] | higher[high as usize])
    }

    /// The most moves that a shortest win between these walls can take, in their largest region.
    fn most_moves(&self, walls: u32) -> u64 {
        let mut floor = !walls & (u32::MAX >> (u32::BITS - self.frame.pattern.walls.len()));
        let mut largest = 0;
        while floor.count_ones() > largest {
            let (mut region, mut new) = (0, 1 << floor.trailing_zeros());
            while new != 0 {
                region |= new;
                let beside = squares(new).fold(0, |all, at| all | self.beside[at as usize]);
                new = beside & floor & !region;
            }
            largest = largest.max(region.count_ones());
            floor &= !region;
        }
        most_moves(largest)
    }

    fn board(&self, walls: u32, snake: &[Square], apple: Square) -> Board {
        let mut board = self.frame.pattern.clone();
        board.snake = snake.to_vec();
        board.apple = apple;
        for square in 0..board.walls.len() {
            board.walls[square] = walls >> square & 1 == 1;
        }
        board
    }
}

impl Sweep<Board> for Layouts<'_> {
    fn boards(&self) -> u128 {
        self.boards
    }

    /// One for each layout of the highest squares.
    fn parts(&self) -> u64 {
        1 << self.highest()
    }

    /// Two sets for each placement, and what is listed of them on the way.
    fn bytes(&self) -> (u64, u64) {
        let placements: usize = self.snakes.iter().map(Snakes::len).sum();
        let tables = self.snakes.iter().map(Snakes::bytes).sum();
        (tables, 16 * placements as u64 + (1 << 20))
    }

    fn part(
        &self,
        part: u64,
        top: &mut Top<Board>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let left = self.frame.pattern.walls.len() - self.highest();
        let walls = (part as u32) << left;
        let fitting = |snakes: &Snakes| {
            let all = 0..snakes.len() as u32;
            all.filter(|&snake| snakes.fits(snake, walls)).collect()
        };
        let able: Vec<_> = self.snakes.iter().map(fitting).collect();
        let mut walk = LayoutWalk {
            layouts: self,
            sets: self.snakes.iter().map(Snakes::sets).collect(),
            top,
            go_on,
        };
        walk.descend(walls, left, &able)
    }
}

/// On the way through the layouts of a part.
struct LayoutWalk<'a, 'b> {
    layouts: &'a Layouts<'a>,
    sets: Vec<Sets>,
    top: &'a mut Top<'b, Board>,
    go_on: &'a mut dyn FnMut() -> ControlFlow<()>,
}

impl LayoutWalk<'_, '_> {
    /// Decides some squares more, `left` being undecided, until all are. Of each length those
    /// placements are told that the walls so far leave room for.
    fn descend(&mut self, walls: u32, left: u32, able: &[Vec<u32>]) -> ControlFlow<()> {
        const AT_ONCE: u32 = 3;
        // A win that takes n moves comes by n + 1 placements, and below there are no more than here.
        let bar = self.top.bar();
        if able.iter().all(|able| able.len() as u64 <= bar) || self.layouts.most_moves(walls) < bar
        {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            return self.look_at(walls, able);
        }
        let decided = left.min(AT_ONCE);
        let left = left - decided;
        for bits in 0..1 << decided {
            let more = bits << left;
            let fitting = |(snakes, able): (&Snakes, &Vec<u32>)| {
                let able = able.iter().copied();
                able.filter(|&snake| snakes.fits(snake, more)).collect()
            };
            let able = self.layouts.snakes.iter().zip(able).map(fitting);
            self.descend(walls | more, left, &able.collect::<Vec<_>>())?;
        }
        ControlFlow::Continue(())
    }

    /// Walks through one layout, unless another stands for it.
    fn look_at(&mut self, walls: u32, able: &[Vec<u32>]) -> ControlFlow<()> {
        (self.go_on)()?;
        let layouts = self.layouts;
        if !layouts.walls.contains(&walls.count_ones()) || !layouts.is_first(walls) {
            return ControlFlow::Continue(());
        }
        for ((snakes, able), sets) in layouts.snakes.iter().zip(able).zip(&mut self.sets) {
            if able.len() as u64 <= self.top.bar() {
                continue;
            }
            let par = snakes.walk(able, sets, None);
            if par > 0 && par >= self.top.bar() {
                let mut show = |snake: &[Square], apple| {
                    self.top.offer(par, || layouts.board(walls, snake, apple));
                };
                snakes.walk(able, sets, Some((par, &mut show)));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Every way that a snake of one length may lie where there are no walls.
pub struct Snakes {
    lies: Placements,
    /// The squares of each, as bits, and the head's alone.
    bodies: Vec<u32>,
    heads: Vec<u32>,
    /// What the next moves lead to; the number after the last for moves that are illegal.
    leads: Vec<[u32; 4]>,
}

/// The squares that can be reached from each placement, and within one move more.
pub struct Sets {
    now: Vec<u32>,
    next: Vec<u32>,
}

/// A par, and who is shown the snakes and apples that have it.
pub type Show<'a> = (u64, &'a mut dyn FnMut(&[Square], Square));

impl Snakes {
    /// Nothing where there are too many.
    pub fn new(pattern: &Board, length: u32) -> Option<Self> {
        let lies = Placements::new(pattern, length, Placements::MOST)?;
        let numbers: HashMap<&[Square], u32> = lies.iter().zip(0..).collect();
        let nowhere = lies.len() as u32;
        let lead = |snake: &[Square], way| {
            let head = pattern.step(snake[0], way)?;
            let mut moved = vec![head];
            moved.extend_from_slice(&snake[..snake.len() - 1]);
            // One that would lie on itself has no number.
            numbers.get(moved.as_slice()).copied()
        };
        let leads =
            |snake: &[Square]| Direction::ALL.map(|way| lead(snake, way).unwrap_or(nowhere));
        let body = |snake: &[Square]| snake.iter().fold(0, |bits, square| bits | 1 << square);
        Some(Snakes {
            heads: lies.iter().map(|snake| 1 << snake[0]).collect(),
            bodies: lies.iter().map(body).collect(),
            leads: lies.iter().map(leads).collect(),
            lies,
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// The bytes that they take, with those that it took to number them.
    pub fn bytes(&self) -> u64 {
        const OF_EACH: u64 = 80;
        self.lies.bytes() + OF_EACH * self.len() as u64
    }

    /// Whether these walls leave room for one of them.
    #[inline]
    pub fn fits(&self, snake: u32, walls: u32) -> bool {
        self.bodies[snake as usize] & walls == 0
    }

    /// A set for each of them, all empty.
    pub fn sets(&self) -> Sets {
        let empty = || vec![0; self.len() + 1];
        Sets {
            now: empty(),
            next: empty(),
        }
    }

    /// The greatest par between walls that leave room for these placements; shows who has it, if
    /// that is asked. The sets are empty before and after.
    pub fn walk(&self, able: &[u32], sets: &mut Sets, mut show: Option<Show>) -> u64 {
        let Sets { now, next } = sets;
        for &snake in able {
            now[snake as usize] = self.heads[snake as usize];
        }
        let (mut moves, mut par) = (0, 0);
        loop {
            moves += 1;
            let (mut is_new, mut fresh) = (false, 0);
            for &snake in able {
                let snake = snake as usize;
                let before = now[snake];
                let leads = self.leads[snake].iter();
                let set = leads.fold(before, |set, &lead| set | now[lead as usize]);
                next[snake] = set;
                is_new |= set != before;
                fresh |= (set ^ before) & !self.bodies[snake];
            }
            if fresh != 0 {
                par = moves;
            }
            if let Some((par, show)) = &mut show
                && *par == moves
            {
                for &snake in able {
                    let snake = snake as usize;
                    let fresh = (next[snake] ^ now[snake]) & !self.bodies[snake];
                    for apple in squares(fresh) {
                        show(&self.lies.get(snake), apple);
                    }
                }
            }
            std::mem::swap(now, next);
            if !is_new {
                break;
            }
        }
        for &snake in able {
            (now[snake as usize], next[snake as usize]) = (0, 0);
        }
        par
    }
}

/// The squares of a set.
pub fn squares(mut set: u32) -> impl Iterator<Item = Square> {
    iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(first)
    })
}
