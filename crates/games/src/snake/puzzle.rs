//! Snake for the search: a state is the head's square and the number of the body's shape.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use fewest_search::{Key, Puzzle, Space};

use super::Board;
use crate::grid::{Direction, Square};
use crate::puzzle::Placed;

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
pub(super) struct Lair<'a, K> {
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
pub(super) fn shapes(segments: usize) -> u64 {
    match segments {
        1 => 1,
        _ => 4 * 3u64.pow(segments as u32 - 2),
    }
}

/// The way back along a direction: up and down, left and right stand side by side.
fn back(direction: u64) -> u64 {
    direction ^ 1
}

impl<'a, K> Lair<'a, K> {
    pub(super) fn new(board: &'a Board) -> Self {
        let neighbours = |square| {
            Direction::ALL.map(|direction| match board.step(square, direction) {
                Some(ahead) if !board.walls[ahead] => ahead,
                _ => BLOCKED,
            })
        };
        Lair {
            board,
            ahead: (0..board.walls.len()).map(neighbours).collect(),
            segments: board.snake.len(),
            shapes: shapes(board.snake.len()),
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

impl<K: SnakeKey> Puzzle for Lair<'_, K> {
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

impl<K: SnakeKey> Placed for Lair<'_, K> {
    fn player(&self, snake: &Snake) -> Option<Square> {
        Some(snake.head)
    }
}
