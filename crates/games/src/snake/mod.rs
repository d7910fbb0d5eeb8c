//! Snake: the fewest moves until the head is on the apple.
//!
//! Where the rules are silent: with `wrap: yes` the board is a torus, so on a board of one row
//! `U` and `D` lead back to the same square, which a snake of one segment may do and a longer
//! one may not (its second segment would be in the way of the first). A snake of two segments
//! may turn round, since its head enters the square that its tail is leaving.

mod flood;
mod kernel;
mod make;
mod shapes;
mod sweep;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::ops::ControlFlow;

use fewest_search::{Key, Puzzle, Report, SearchContext, SearchOptions, Space};
use fewest_words::{key, say};
use make::Maker;

use crate::edit::Editor;
use crate::format::{Judge, answer_fewest};
use crate::game::{Game, Kernel, MoveText as _, Standing};
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Info, OptionInfo, Options, Play, Tool, ToolKind, Unit};
use crate::making::frame::Amount;
use crate::making::make::Generator;
use crate::puzzle::{AnyPuzzle, Placed};
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::solve;
use crate::source::TextError;
use crate::view::{Ground, Role, Tile, Trace, View};

pub use kernel::Ask;

/// A board: walls, where the snake lies, and the apple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    walls: Grid<bool>,
    /// From the head to the tail.
    snake: Vec<Square>,
    apple: Square,
    wrap: bool,
}

impl Board {
    /// The glyphs of the segments, from the head on.
    const SEGMENTS: &'static str = "123456789abcdefghijklmnopqrstuvwxyz";

    /// The next square in a direction, wall or not; nothing past the edge.
    fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        if self.wrap {
            Some(self.walls.step_around(from, direction))
        } else {
            self.walls.step(from, direction)
        }
    }

    /// Searches as it is asked to; [`solve`](crate::solve::solve) asks for the moves and leaves out
    /// what it can.
    pub fn search(&self, ask: Ask, ctx: &mut SearchContext) -> Report<Direction> {
        if kernel::fits(self, &ctx.options) {
            kernel::solve_by(ask, self, ctx)
        } else {
            self.puzzle().solve(ctx)
        }
    }

    /// The directions from each segment to the next.
    fn steps(&self) -> impl Iterator<Item = Direction> {
        self.snake.windows(2).map(|pair| {
            let leads = |direction: &Direction| self.step(pair[0], *direction) == Some(pair[1]);
            let mut directions = Direction::ALL.into_iter();
            directions
                .find(leads)
                .expect("consecutive segments share a side")
        })
    }
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
    id: "snake",
    title: "Snake",
    how: &[
        "Bring the snake's head to the apple in as few moves as you can.",
        "Each move takes the head one square up, down, left or right, and the body follows behind.",
        "The head may not enter a wall or the snake's own body, nor leave the board, unless the level joins its edges.",
        "The square that the tail is just leaving is free.",
        "You cannot lose, but a snake that has shut itself in is stuck: then take moves back.",
    ],
    example: concat!(
        "game: snake\n",
        "\n",
        "##...\n",
        "..1#@\n",
        "432#.\n",
        "...#.\n",
        "\n",
        "solution: U R R D\n",
    ),
    judge: Some("Codeforces 225D"),
    judge_no: "-1",
    judge_end: "",
    unit: Unit {
        one: "move",
        many: "moves",
    },
    moves: Direction::FORM,
    glyphs: &[
        ("#", "a wall"),
        (".", "floor"),
        ("@", "the apple"),
        ("1–9, a–z", "the snake, from its head on"),
    ],
    options: &[OptionInfo {
        name: "wrap",
        values: "yes or no",
        choices: &["yes", "no"],
        default: "no",
        meaning: "whether leaving one edge enters the other",
    }],
    amounts: &[
        Amount {
            name: "length",
            usual: "4",
            all: "1..35",
            meaning: "segments of the snake",
        },
        Amount {
            name: "walls",
            usual: "5%..40%",
            all: "0%..100%",
            meaning: "walls",
        },
    ],
    play: Play::Steps,
    chance: false,
    covers: false,
    hardest: 0.57,
    board: Blank {
        rows: 5,
        columns: 7,
        ..Blank::PLAIN
    },
    tools: &[
        Tool::new(ToolKind::Paint, "wall", "#").on(Ground::Wall),
        Tool::new(ToolKind::One, "apple", "@").on(Ground::Apple),
        Tool::new(ToolKind::Path, "snake", Board::SEGMENTS),
    ],
};

impl Game for Board {
    /// Where the snake lies, from the head to the tail.
    type State = Vec<Square>;

    type Move = Direction;

    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        read_board(board, options)
    }

    fn write_board(&self) -> String {
        let mut glyphs = self.walls.map(|&wall| if wall { '#' } else { '.' });
        glyphs[self.apple] = '@';
        for (&square, glyph) in self.snake.iter().zip(Board::SEGMENTS.chars()) {
            glyphs[square] = glyph;
        }
        glyphs.to_string()
    }

    fn start(&self) -> Vec<Square> {
        self.snake.clone()
    }

    fn standing(&self, snake: &Vec<Square>) -> Standing {
        if snake[0] == self.apple {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &Vec<Square>) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, snake: &mut Vec<Square>, direction: Direction) -> Result<(), String> {
        let Some(ahead) = self.step(snake[0], direction) else {
            return Err(say!("the board ends there"));
        };
        if self.walls[ahead] {
            return Err(say!("a wall is there"));
        }
        // The tail leaves its square in the same moment, so that one does not count.
        let staying = &snake[..snake.len() - 1];
        if let Some(segment) = staying.iter().position(|&square| square == ahead) {
            return Err(say!(
                "segment {segment} of the snake is there",
                segment = segment + 1
            ));
        }
        snake.pop();
        snake.insert(0, ahead);
        Ok(())
    }

    fn at(&self, snake: &Vec<Square>) -> Self {
        Board {
            snake: snake.clone(),
            ..self.clone()
        }
    }

    fn puzzle(&self) -> Box<dyn AnyPuzzle<Direction> + '_> {
        let space = u128::from(self.walls.len()) * u128::from(shape_count(self.snake.len()));
        if space <= 1 << 32 {
            Box::new(SnakePuzzle::<u32>::new(self))
        } else if space <= 1 << 64 {
            Box::new(SnakePuzzle::<u64>::new(self))
        } else {
            Box::new(SnakePuzzle::<u128>::new(self))
        }
    }

    fn view(&self, snake: &Vec<Square>) -> View {
        let mut tiles = self.walls.map(|&wall| match wall {
            true => Tile::new("#", Role::Wall).on(Ground::Wall),
            false => Tile::new(".", Role::Plain),
        });
        tiles[self.apple] = Tile::new("@", Role::Goal).on(Ground::Apple);
        for (number, glyph) in Board::SEGMENTS.chars().take(snake.len()).enumerate() {
            let role = if number == 0 {
                Role::Player
            } else {
                Role::Body
            };
            tiles[snake[number]] = Tile::new(glyph, role);
        }
        View {
            body: snake.clone(),
            ..View::new(tiles)
        }
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let wrap = self.wrap.then(|| ("wrap", "yes".to_string()));
        wrap.into_iter().collect()
    }

    fn size(&self) -> (u32, u32) {
        (self.walls.rows(), self.walls.columns())
    }

    /// One step of the head.
    fn trace(&self, snake: &Vec<Square>, direction: Direction) -> Trace {
        let ahead = self.step(snake[0], direction);
        Trace::walk(std::iter::once(snake[0]).chain(ahead).collect())
    }

    fn kernel(&self, options: &SearchOptions) -> Option<Kernel<Self>> {
        if kernel::fits(self, options) {
            return Some(Kernel {
                plan: kernel::plan,
                solve: |board, ctx| solve::on_disk_if_full(board, kernel::solve(board, ctx), ctx),
            });
        }
        // Some boards that only the generic search can take are decided by looking at them.
        Some(Kernel {
            plan: |board, options| board.puzzle().plan(options),
            solve: |board, ctx| {
                kernel::decide_cheaply(board, ctx)
                    .unwrap_or_else(|bound| solve::generic(board, bound, ctx))
            },
        })
    }

    /// The way to the apple as if there were no walls and no body.
    fn naive_lower_bound(&self) -> u64 {
        let grid = &self.walls;
        let (head, apple) = (grid.place(self.snake[0]), grid.place(self.apple));
        let along = |one: u32, other: u32, side: u32| {
            let straight = one.abs_diff(other);
            match self.wrap {
                true => straight.min(side - straight),
                false => straight,
            }
        };
        let rows = along(head.row, apple.row, grid.rows());
        let columns = along(head.column, apple.column, grid.columns());
        u64::from(rows) + u64::from(columns)
    }

    fn judge() -> Option<Judge<Self>> {
        Some(Judge {
            read: read_case,
            write: write_case,
            answer: answer_fewest,
        })
    }

    fn editor() -> &'static dyn Editor<Self> {
        &Maker
    }

    fn generator() -> &'static dyn Generator<Self> {
        &Maker
    }
}

/// A snake on the board.
///
/// The shape is a number: the direction from the head to the second segment, one of four, and
/// then for each further segment which of the three directions that do not turn back, the one
/// nearest the head in the lowest place. A move then shifts one digit in at the bottom and one
/// out at the top.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Snake {
    head: Square,
    shape: u64,
}

/// The board with its steps worked out, and keys of type `K`, the narrowest that fits.
pub(super) struct SnakePuzzle<'a, K> {
    board: &'a Board,
    /// For each square the four side-neighbours; [`BLOCKED`] for a wall or the edge.
    ahead: Vec<[Square; 4]>,
    segments: usize,
    shapes: u64,
    key: PhantomData<fn() -> K>,
}

const BLOCKED: Square = Square::MAX;
const MOST_SEGMENTS: usize = Board::SEGMENTS.len();

/// How many numbers the shapes of a snake take; below 2⁵⁵ for the longest there is.
pub(super) fn shape_count(segments: usize) -> u64 {
    match segments {
        1 => 1,
        _ => 4 * 3u64.pow(segments as u32 - 2),
    }
}

/// The way back along a direction: up and down, left and right stand side by side.
fn back(direction: u64) -> u64 {
    direction ^ 1
}

impl<'a, K> SnakePuzzle<'a, K> {
    pub(super) fn new(board: &'a Board) -> Self {
        let neighbours = |square| {
            Direction::ALL.map(|direction| match board.step(square, direction) {
                Some(ahead) if !board.walls[ahead] => ahead,
                _ => BLOCKED,
            })
        };
        SnakePuzzle {
            board,
            ahead: (0..board.walls.len()).map(neighbours).collect(),
            segments: board.snake.len(),
            shapes: shape_count(board.snake.len()),
            key: PhantomData,
        }
    }

    /// The direction from one square to a neighbour. On a torus of two rows or columns two
    /// directions lead there; the first is taken, so that a placement has one shape only.
    fn direction(&self, from: Square, to: Square) -> u64 {
        let ahead = &self.ahead[from as usize];
        ahead
            .iter()
            .position(|&square| square == to)
            .expect("consecutive segments share a side") as u64
    }

    pub(super) fn snake(&self, squares: &[Square]) -> Snake {
        let mut shape = 0;
        for (lower, pair) in squares.windows(2).enumerate().rev() {
            let toward_tail = self.direction(pair[0], pair[1]);
            if lower == 0 {
                shape = toward_tail + 4 * shape;
            } else {
                let before = self.direction(squares[lower - 1], squares[lower]);
                shape = digit(before, toward_tail) + 3 * shape;
            }
        }
        Snake {
            head: squares[0],
            shape,
        }
    }

    /// Writes the squares of all segments but the tail; says how many they are.
    fn lay(&self, snake: &Snake, squares: &mut [Square; MOST_SEGMENTS]) -> usize {
        let staying = self.segments - 1;
        let mut square = snake.head;
        let mut direction = snake.shape % 4;
        let mut rest = snake.shape / 4;
        for (number, place) in squares[..staying].iter_mut().enumerate() {
            if number > 0 {
                square = self.ahead[square as usize][direction as usize];
                direction = turn(direction, rest % 3);
                rest /= 3;
            }
            *place = square;
        }
        staying
    }

    /// The snake after its head has gone to a free square.
    fn moved(&self, snake: &Snake, head: Square) -> Snake {
        if self.segments == 1 {
            return Snake { head, shape: 0 };
        }
        let first = self.direction(head, snake.head);
        let rest = if self.segments == 2 {
            0
        } else {
            let digits = self.shapes / 4;
            let kept = (snake.shape / 4) % (digits / 3);
            digit(first, snake.shape % 4) + 3 * kept
        };
        Snake {
            head,
            shape: first + 4 * rest,
        }
    }
}

/// Which of the three directions that do not turn back `next` is, after `before`.
fn digit(before: u64, next: u64) -> u64 {
    next - u64::from(next > back(before))
}

/// The inverse of [`digit`].
fn turn(before: u64, digit: u64) -> u64 {
    digit + u64::from(digit >= back(before))
}

/// A key made of the head's square and the shape.
trait SnakeKey: Key {
    fn join(snake: &Snake, shapes: u64) -> Self;
    fn part(&self, shapes: u64) -> Snake;
}

macro_rules! snake_key {
    ($($key:ty),+) => {$(
        impl SnakeKey for $key {
            fn join(snake: &Snake, shapes: u64) -> Self {
                <$key>::from(snake.head) * shapes as $key + snake.shape as $key
            }
            fn part(&self, shapes: u64) -> Snake {
                let shapes = shapes as $key;
                Snake { head: (self / shapes) as Square, shape: (self % shapes) as u64 }
            }
        }
    )+};
}
snake_key!(u32, u64, u128);

impl<K: SnakeKey> Puzzle for SnakePuzzle<'_, K> {
    type State = Snake;
    type Move = Direction;
    type Key = K;

    fn start(&self) -> Snake {
        self.snake(&self.board.snake)
    }

    fn is_won(&self, snake: &Snake) -> bool {
        snake.head == self.board.apple
    }

    fn expand(
        &self,
        snake: &Snake,
        mut visit: impl FnMut(Direction, Snake) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut squares = [BLOCKED; MOST_SEGMENTS];
        let staying = self.lay(snake, &mut squares);
        for direction in Direction::ALL {
            let head = self.ahead[snake.head as usize][direction as usize];
            if head != BLOCKED && !squares[..staying].contains(&head) {
                visit(direction, self.moved(snake, head))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pack(&self, snake: &Snake) -> K {
        K::join(snake, self.shapes)
    }

    fn unpack(&self, key: &K) -> Snake {
        key.part(self.shapes)
    }

    fn space(&self) -> Space {
        let space = u64::from(self.board.walls.len()).checked_mul(self.shapes);
        space.map_or(Space::Sparse, Space::Dense)
    }
}

impl<K: SnakeKey + std::hash::Hash> Placed for SnakePuzzle<'_, K> {
    fn player(&self, snake: &Snake) -> Option<Square> {
        Some(snake.head)
    }
}

const LEGEND: &str = key(
    "a snake board is made of `#` wall, `.` floor, `@` apple, and segments `1`–`9`, then `a`–`z`",
);

const JUDGE_FORM: &str = key("write the rows and columns, such as `4 5`, and then the board");

const WRAP_FORM: &str = key("write `wrap: yes` or `wrap: no`");

const DRAW_HEADLESS: &str =
    key("The snake has no head: drag with the tool “snake” from its head to its tail.");

const DRAW_BROKEN: &str =
    key("The snake is not in one piece: drag with the tool “snake” from its head to its tail.");

fn read(text: &BoardText, wrap: bool) -> Result<Board, TextError> {
    let mut segments: [Option<Square>; Board::SEGMENTS.len()] = [None; Board::SEGMENTS.len()];
    let mut apple = None;
    let common = [(b'#', true), (b'.', false)];
    let walls = text.glyphs_mostly(common, LEGEND, |glyph, square, at| {
        let twice = |what: &str, advice, drawn| {
            let error = text.source.error(at, what, advice);
            Err(error.drawn(drawn))
        };
        match glyph {
            '#' => return Ok(Some(true)),
            '.' => {}
            '@' => {
                if apple.replace(square).is_some() {
                    return twice(
                        key("a second apple"),
                        key("keep one `@`"),
                        key("There are two apples: erase one of them."),
                    );
                }
            }
            _ => match Board::SEGMENTS.find(glyph) {
                None => return Ok(None),
                Some(number) => {
                    if segments[number].replace(square).is_some() {
                        return match number {
                            0 => twice(
                                key("a second head"),
                                key("keep one `1`"),
                                key(
                                    "The snake has two heads: drag with the tool “snake” from its \
                                     head to its tail.",
                                ),
                            ),
                            _ => twice(
                                &say!("a second segment `{glyph}`", glyph),
                                key("number the segments from the head on, each once"),
                                DRAW_BROKEN,
                            ),
                        };
                    }
                }
            },
        }
        Ok(Some(false))
    })?;

    let last = segments.iter().rposition(Option::is_some);
    let mut snake = Vec::new();
    for (number, glyph) in Board::SEGMENTS.chars().enumerate() {
        match segments[number] {
            Some(square) => snake.push(square),
            None if last.is_none_or(|last| number > last) => break,
            None => {
                let after = segments[number..].iter().flatten().next();
                let message = say!(
                    "the segment `{glyph}` is missing, but this one is there",
                    glyph
                );
                let advice =
                    key("number the segments from the head, `1`, to the tail, leaving none out");
                let error = text.error_at(*after.expect("the last one is"), message, advice);
                return Err(error.drawn(match number {
                    0 => DRAW_HEADLESS,
                    _ => DRAW_BROKEN,
                }));
            }
        }
    }
    if snake.is_empty() {
        let error = text.error(key("there is no snake"), key("write its head as `1`"));
        return Err(error.drawn(key(
            "There is no snake: drag with the tool “snake” from its head to its tail.",
        )));
    }
    let Some(apple) = apple else {
        let error = text.error(key("there is no apple"), key("write it as `@`"));
        return Err(error.drawn(key("There is no apple: place it with the tool “apple”.")));
    };
    let board = Board {
        walls,
        snake,
        apple,
        wrap,
    };
    for (pair, glyphs) in board
        .snake
        .windows(2)
        .zip(Board::SEGMENTS.as_bytes().windows(2))
    {
        let touches = |direction| board.step(pair[0], direction) == Some(pair[1]);
        if !Direction::ALL.into_iter().any(touches) {
            let (one, next) = (glyphs[0] as char, glyphs[1] as char);
            let message = say!(
                "the segments `{one}` and `{next}` do not share a side",
                one,
                next
            );
            let advice = say!("put `{next}` on a square beside `{one}`", next, one);
            return Err(text.error_at(pair[1], message, advice).drawn(DRAW_BROKEN));
        }
    }
    Ok(board)
}

fn read_case(input: &mut Scanner) -> Result<Option<Board>, TextError> {
    if input.at_end() {
        return Ok(None);
    }
    read_board(&input.sized_rows(JUDGE_FORM)?, &Options::default()).map(Some)
}

fn write_case(board: &Board) -> Result<String, String> {
    if board.wrap {
        return Err(say!("the judge's board does not wrap"));
    }
    let (rows, columns) = (board.walls.rows(), board.walls.columns());
    Ok(format!("{rows} {columns}\n{}", board.write_board()))
}

fn read_board(board: &BoardText, options: &Options) -> Result<Board, TextError> {
    let wrap = match options.get("wrap") {
        None => false,
        Some(note) => match note.value.text {
            "yes" => true,
            "no" => false,
            other => {
                return Err(note
                    .error(say!("`{other}` is not yes or no", other), WRAP_FORM)
                    .drawn(key("The option “wrap” is either yes or no.")));
            }
        },
    };
    read(board, wrap)
}
