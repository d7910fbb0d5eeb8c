//! Snake as an expert writes it: the self-avoiding shapes are numbered, a table says which shape
//! follows which, and a queue of shape and head runs over one bit a position. Written tight.

use super::Found;
use super::snake::Board;

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
                    return Found {
                        fewest: Some(moves),
                        positions: positions + coming.len() as u64 + 1,
                    };
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
    Found {
        fewest: None,
        positions,
    }
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
