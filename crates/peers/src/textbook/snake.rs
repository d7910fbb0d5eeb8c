//! Snake as it is written first, as it is handed in, and as an expert writes it.

use std::collections::{HashSet, VecDeque};
use std::str::SplitAsciiWhitespace;

use super::{Found, number};

/// A board as the judge gives it.
#[derive(Clone, Debug)]
pub struct Board {
    /// Whether a square is a wall, row by row.
    pub walls: Vec<Vec<bool>>,
    /// The segments' rows and columns, from the head on.
    pub snake: Vec<(usize, usize)>,
    /// The apple's row and column.
    pub apple: (usize, usize),
}

/// Reads the next board.
pub fn read(words: &mut SplitAsciiWhitespace) -> Option<Board> {
    let (rows, _columns) = (number(words)?, number(words)?);
    let mut board = Board {
        walls: Vec::new(),
        snake: Vec::new(),
        apple: (0, 0),
    };
    let mut segments = Vec::new();
    for row in 0..rows {
        let glyphs = words.next()?.bytes().enumerate();
        let walls = glyphs.map(|(column, glyph)| {
            match glyph {
                b'@' => board.apple = (row, column),
                b'1'..=b'9' | b'a'..=b'z' => segments.push((glyph, (row, column))),
                _ => {}
            }
            glyph == b'#'
        });
        let walls = walls.collect();
        board.walls.push(walls);
    }
    segments.sort_unstable();
    board.snake = segments.into_iter().map(|(_, place)| place).collect();
    Some(board)
}

/// The longest snake: its squares fill one array.
const MOST: usize = 16;
type Snake = [(u8, u8); MOST];

/// The fewest moves to the apple, by a queue and a hash set of the segments' squares.
pub fn fewest(board: &Board) -> Found {
    let (rows, columns) = (board.walls.len(), board.walls[0].len());
    let length = board.snake.len();
    let mut start: Snake = [(0, 0); MOST];
    for (segment, &(row, column)) in start.iter_mut().zip(&board.snake) {
        *segment = (row as u8, column as u8);
    }
    let apple = (board.apple.0 as u8, board.apple.1 as u8);
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((snake, moves)) = queue.pop_front() {
        let (row, column) = snake[0];
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let head = (
                row.wrapping_add_signed(down),
                column.wrapping_add_signed(right),
            );
            if usize::from(head.0) >= rows || usize::from(head.1) >= columns {
                continue;
            }
            if board.walls[usize::from(head.0)][usize::from(head.1)] {
                continue;
            }
            if snake[..length - 1].contains(&head) {
                continue;
            }
            if head == apple {
                return Found::new(Some(moves + 1), seen.len() as u64 + 1);
            }
            let mut next = snake;
            next[..length].rotate_right(1);
            next[0] = head;
            if seen.insert(next) {
                queue.push_back((next, moves + 1));
            }
        }
    }
    Found::new(None, seen.len() as u64)
}

/// The body is two bits a segment, and an array by head and body tells what was seen. The packed
/// position is also what the libraries search.
pub mod array {
    use std::collections::VecDeque;

    use super::{Board, Found};

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
                    return Found::new(Some(moves + 1), positions + 1);
                }
                let seen = &mut seen[index(next)];
                if !*seen {
                    *seen = true;
                    positions += 1;
                    queue.push_back((next, moves + 1));
                }
            }
        }
        Found::new(None, positions)
    }
}

/// The self-avoiding shapes are numbered, a table says which shape follows which, and a queue of shape
/// and head runs over one bit a position. Written tight.
pub mod shapes {
    use super::{Board, Found};

    const NONE: u32 = u32::MAX;

    /// The self-avoiding shapes of a snake, each numbered, and which one follows by each move.
    struct Shapes {
        /// For each shape and each move the next shape, shifted past the head's bits, or [`NONE`].
        next: Vec<[u32; 4]>,
        /// The shape's number for each code of two bits a segment, the one nearest the head lowest.
        number: Vec<u32>,
    }

    impl Shapes {
        fn new(steps: u32, head_bits: u32) -> Self {
            let mut number = vec![NONE; 1 << (2 * steps)];
            let mut codes = Vec::new();
            // A shape cannot leave a square of this side around its head, edges included.
            let side = 2 * steps as usize + 1;
            let mut taken = vec![false; side * side];
            let head = taken.len() / 2;
            taken[head] = true;
            grow(
                &mut taken,
                &ways(side),
                head,
                (0, 0),
                2 * steps,
                &mut |code| {
                    number[code as usize] = codes.len() as u32;
                    codes.push(code);
                },
            );
            let mask = number.len() as u32 - 1;
            let next = codes.iter().map(|&code| {
                std::array::from_fn(|way| {
                    let after = number[((code << 2 | (way as u32 ^ 1)) & mask) as usize];
                    if after == NONE {
                        NONE
                    } else {
                        after << head_bits
                    }
                })
            });
            Shapes {
                next: next.collect(),
                number,
            }
        }
    }

    /// What each of the four ways adds to a square.
    fn ways(columns: usize) -> [isize; 4] {
        [-(columns as isize), columns as isize, -1, 1]
    }

    /// Lays one more segment in every way that is free; hands on each code that is complete.
    fn grow(
        taken: &mut [bool],
        ways: &[isize; 4],
        square: usize,
        (code, laid): (u32, u32),
        bits: u32,
        complete: &mut impl FnMut(u32),
    ) {
        if laid == bits {
            return complete(code);
        }
        for (way, &step) in ways.iter().enumerate() {
            let next = square.wrapping_add_signed(step);
            if !taken[next] {
                taken[next] = true;
                let code = code | (way as u32) << laid;
                grow(taken, ways, next, (code, laid + 2), bits, complete);
                taken[next] = false;
            }
        }
    }

    /// The fewest moves to the apple; a snake of up to 13 segments.
    pub fn fewest(board: &Board) -> Found {
        let (rows, columns) = (board.walls.len(), board.walls[0].len());
        let squares = rows * columns;
        let head_bits = squares.next_power_of_two().trailing_zeros();
        let shapes = Shapes::new(board.snake.len() as u32 - 1, head_bits);
        let ahead = neighbours(board);

        let square = |(row, column)| row * columns + column;
        let apple = square(board.apple) as u32;
        let mut body = 0;
        for pair in board.snake.windows(2).rev() {
            let along = if pair[0].1 == pair[1].1 {
                [0, 1]
            } else {
                [2, 3]
            };
            body = body << 2 | along[usize::from(pair[1] > pair[0])];
        }
        let start = shapes.number[body] << head_bits | square(board.snake[0]) as u32;

        let head_mask = (1u32 << head_bits) - 1;
        let mut seen = vec![0u64; (shapes.next.len() << head_bits).div_ceil(64)];
        seen[start as usize / 64] |= 1 << (start % 64);
        let mut positions = 1u64;
        let mut layer = vec![start];
        let mut coming = Vec::new();
        let mut moves = 0;
        while !layer.is_empty() {
            moves += 1;
            for &position in &layer {
                let next = &shapes.next[(position >> head_bits) as usize];
                let ahead = &ahead[(position & head_mask) as usize];
                for (&shape, &head) in next.iter().zip(ahead) {
                    if shape == NONE || head == NONE {
                        continue;
                    }
                    if head == apple {
                        return Found::new(Some(moves), positions + coming.len() as u64 + 1);
                    }
                    let after = shape | head;
                    let word = &mut seen[after as usize / 64];
                    let bit = 1u64 << (after % 64);
                    if *word & bit == 0 {
                        *word |= bit;
                        coming.push(after);
                    }
                }
            }
            positions += coming.len() as u64;
            std::mem::swap(&mut layer, &mut coming);
            coming.clear();
        }
        Found::new(None, positions)
    }

    /// For each square the four beside it; [`NONE`] for a wall or the edge.
    fn neighbours(board: &Board) -> Vec<[u32; 4]> {
        let columns = board.walls[0].len();
        let free = |row: usize, column: usize| match board.walls.get(row)?.get(column)? {
            true => None,
            false => Some((row * columns + column) as u32),
        };
        let mut ahead = Vec::with_capacity(board.walls.len() * columns);
        for row in 0..board.walls.len() {
            for column in 0..columns {
                ahead.push([
                    free(row.wrapping_sub(1), column).unwrap_or(NONE),
                    free(row + 1, column).unwrap_or(NONE),
                    free(row, column.wrapping_sub(1)).unwrap_or(NONE),
                    free(row, column + 1).unwrap_or(NONE),
                ]);
            }
        }
        ahead
    }
}
