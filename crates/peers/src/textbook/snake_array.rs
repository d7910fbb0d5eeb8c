//! Snake as it is handed in: the body is two bits a segment, and an array by head and body tells
//! what was seen. The packed position is also what the libraries search.

use std::collections::VecDeque;

use super::Found;
use super::snake::Board;

/// The board in a frame of walls, where a snake is its head's square and its body's code: for
/// each segment two bits, the way from the one before it, the one nearest the head lowest.
#[derive(Clone)]
pub struct Codes {
    walls: Vec<bool>,
    /// What each of the four ways adds to a square; up and down, left and right side by side.
    ways: [isize; 4],
    /// How many bits the body takes.
    pub bits: u32,
    /// The apple's square.
    pub apple: u32,
    /// The snake when play begins.
    pub start: Snake,
}

/// A head's square and a body's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Snake {
    /// The head's square in the frame.
    pub head: u32,
    /// Two bits for each further segment.
    pub body: u64,
}

impl Codes {
    /// Puts a board into its frame.
    pub fn new(board: &Board) -> Self {
        let columns = board.walls[0].len() + 2;
        let mut walls = vec![true; columns * (board.walls.len() + 2)];
        for (row, cells) in board.walls.iter().enumerate() {
            let begin = (row + 1) * columns + 1;
            walls[begin..begin + cells.len()].copy_from_slice(cells);
        }
        let square = |(row, column)| ((row + 1) * columns + column + 1) as isize;
        let ways = [-(columns as isize), columns as isize, -1, 1];
        let mut body = 0;
        for pair in board.snake.windows(2).rev() {
            let step = square(pair[1]) - square(pair[0]);
            let way = ways.iter().position(|&way| way == step);
            body = body << 2 | way.expect("segments touch") as u64;
        }
        Codes {
            walls,
            ways,
            bits: 2 * (board.snake.len() as u32 - 1),
            apple: square(board.apple) as u32,
            start: Snake {
                head: square(board.snake[0]) as u32,
                body,
            },
        }
    }

    /// How many squares the frame has.
    pub fn squares(&self) -> usize {
        self.walls.len()
    }

    /// The snake after each of the four moves; nothing where one is illegal.
    #[inline]
    pub fn moves(&self, snake: Snake) -> [Option<Snake>; 4] {
        // All segments but the tail stay where one is.
        let staying = (self.bits / 2).max(1) as usize;
        let mut squares = [snake.head; 32];
        let mut body = snake.body;
        for segment in 1..staying {
            let way = self.ways[body as usize & 3];
            squares[segment] = squares[segment - 1].wrapping_add_signed(way as i32);
            body >>= 2;
        }
        let mask = (1u64 << self.bits) - 1;
        std::array::from_fn(|way| {
            let head = snake.head.wrapping_add_signed(self.ways[way] as i32);
            let free = !self.walls[head as usize] && !squares[..staying].contains(&head);
            free.then_some(Snake {
                head,
                body: (snake.body << 2 | (way as u64 ^ 1)) & mask,
            })
        })
    }
}

/// The fewest moves to the apple.
pub fn fewest(board: &Board) -> Found {
    let codes = Codes::new(board);
    let mut seen = vec![false; codes.squares() << codes.bits];
    let index = |snake: Snake| (snake.head as usize) << codes.bits | snake.body as usize;
    seen[index(codes.start)] = true;
    let mut positions = 1;
    let mut queue = VecDeque::from([(codes.start, 0)]);
    while let Some((snake, moves)) = queue.pop_front() {
        for next in codes.moves(snake).into_iter().flatten() {
            if next.head == codes.apple {
                return Found {
                    fewest: Some(moves + 1),
                    positions: positions + 1,
                };
            }
            let seen = &mut seen[index(next)];
            if !*seen {
                *seen = true;
                positions += 1;
                queue.push_back((next, moves + 1));
            }
        }
    }
    Found {
        fewest: None,
        positions,
    }
}
