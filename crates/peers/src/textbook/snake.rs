//! Snake as it is written first: a queue, and a hash set of the segments' squares.

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

/// The fewest moves to the apple.
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
                return Found {
                    fewest: Some(moves + 1),
                    positions: seen.len() as u64 + 1,
                };
            }
            let mut next = snake;
            next[..length].rotate_right(1);
            next[0] = head;
            if seen.insert(next) {
                queue.push_back((next, moves + 1));
            }
        }
    }
    Found {
        fewest: None,
        positions: seen.len() as u64,
    }
}
