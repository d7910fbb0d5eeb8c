//! Snakes and Ladders as it is handed in: a queue, and a hash map from square to rolls.

use std::collections::{HashMap, VecDeque};

use super::Found;

/// The matrix as the judge gives it, from the top row down, -1 for a plain square.
pub type Board = Vec<Vec<i64>>;

/// Reads one line of JSON.
pub fn read(line: &str) -> Option<Board> {
    let rows = line.trim().strip_prefix("[[")?.strip_suffix("]]")?;
    let entries = |row: &str| {
        row.split(',')
            .map(|entry| entry.trim().parse().ok())
            .collect()
    };
    rows.split("],[").map(entries).collect()
}

/// Where a jump from a square, counted from 1, ends; itself where there is none.
#[inline]
pub fn landing(board: &Board, square: usize) -> usize {
    let side = board.len();
    let (row, along) = ((square - 1) / side, (square - 1) % side);
    let column = if row % 2 == 0 {
        along
    } else {
        side - 1 - along
    };
    match board[side - 1 - row][column] {
        -1 => square,
        end => end as usize,
    }
}

/// The fewest rolls to the last square.
pub fn fewest(board: &Board) -> Found {
    let last = board.len() * board.len();
    let mut rolls = HashMap::from([(1, 0)]);
    let mut queue = VecDeque::from([1]);
    while let Some(square) = queue.pop_front() {
        let made = rolls[&square];
        for next in square + 1..=last.min(square + 6) {
            let next = landing(board, next);
            if next == last {
                return Found {
                    fewest: Some(made + 1),
                    positions: rolls.len() as u64 + 1,
                };
            }
            rolls.entry(next).or_insert_with(|| {
                queue.push_back(next);
                made + 1
            });
        }
    }
    Found {
        fewest: None,
        positions: rolls.len() as u64,
    }
}
