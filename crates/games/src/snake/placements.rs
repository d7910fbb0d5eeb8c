//! Every way that a snake can lie on a board.

use super::Board;
use crate::grid::{Direction, Square};

/// More placements than this are not listed.
const MOST: u64 = 1 << 24;

/// How many there are, the walls left aside; nothing where they are too many.
pub fn count_placements(board: &Board, length: u32) -> Option<u64> {
    let mut count = 0u64;
    let is_counted = visit(board, length, &mut |_| {
        count += 1;
        count <= MOST
    });
    is_counted.then_some(count)
}

/// All of them, the walls left aside, from the head to the tail.
pub fn placements(board: &Board, length: u32) -> Vec<Vec<Square>> {
    let mut all = Vec::new();
    visit(board, length, &mut |snake| {
        all.push(snake.to_vec());
        true
    });
    all
}

/// Shows every placement for as long as more are wanted; says whether that were all.
fn visit(board: &Board, length: u32, show: &mut dyn FnMut(&[Square]) -> bool) -> bool {
    (0..board.walls.len()).all(|head| grow(board, &mut vec![head], length as usize, show))
}

fn grow(
    board: &Board,
    snake: &mut Vec<Square>,
    length: usize,
    show: &mut dyn FnMut(&[Square]) -> bool,
) -> bool {
    if snake.len() == length {
        return show(snake);
    }
    let tail = snake[snake.len() - 1];
    let mut tried = Vec::with_capacity(4);
    for way in Direction::ALL {
        let Some(next) = board.step(tail, way) else {
            continue;
        };
        // On a torus of one or two rows two ways lead to the same square.
        if snake.contains(&next) || tried.contains(&next) {
            continue;
        }
        tried.push(next);
        snake.push(next);
        let goes_on = grow(board, snake, length, show);
        snake.pop();
        if !goes_on {
            return false;
        }
    }
    true
}
