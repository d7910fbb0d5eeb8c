//! Curling as it is handed in: depth-first with backtracking, ten throws, and the best so far.

use std::str::SplitAsciiWhitespace;

use super::{Found, number};

const ICE: u8 = 0;
const BLOCK: u8 = 1;
const STONE: u8 = 2;
const GOAL: u8 = 3;
/// The most throws the judge allows.
pub const MOST_THROWS: u64 = 10;

/// A board as the judge gives it: 0 ice, 1 block, 3 goal, and where the stone is.
#[derive(Clone, Debug)]
pub struct Board {
    /// What is on each square, row by row.
    pub ice: Vec<Vec<u8>>,
    /// The stone's row and column.
    pub stone: (usize, usize),
}

/// Reads the next board; nothing at `0 0`.
pub fn read(words: &mut SplitAsciiWhitespace) -> Option<Board> {
    let (columns, rows) = (number(words)?, number(words)?);
    let mut board = Board {
        ice: vec![vec![ICE; columns]; rows],
        stone: (0, 0),
    };
    for row in 0..rows {
        for column in 0..columns {
            match number(words)? as u8 {
                STONE => board.stone = (row, column),
                other => board.ice[row][column] = other,
            }
        }
    }
    (columns > 0).then_some(board)
}

/// The fewest throws to the goal.
pub fn fewest(board: &Board) -> Found {
    let mut ice = board.ice.clone();
    let mut best = MOST_THROWS + 1;
    let mut steps = 0;
    throw_on(&mut ice, board.stone, 0, &mut best, &mut steps);
    Found {
        fewest: (best <= MOST_THROWS).then_some(best),
        positions: steps,
    }
}

fn throw_on(
    ice: &mut [Vec<u8>],
    stone: (usize, usize),
    throws: u64,
    best: &mut u64,
    steps: &mut u64,
) {
    *steps += 1;
    for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        if throws + 1 >= *best {
            return;
        }
        let (mut row, mut column) = stone;
        loop {
            let next = (
                row.wrapping_add_signed(down),
                column.wrapping_add_signed(right),
            );
            match ice.get(next.0).and_then(|row| row.get(next.1)) {
                None => break,
                Some(&BLOCK) => {
                    if (row, column) != stone {
                        ice[next.0][next.1] = ICE;
                        throw_on(ice, (row, column), throws + 1, best, steps);
                        ice[next.0][next.1] = BLOCK;
                    }
                    break;
                }
                Some(&GOAL) => {
                    *best = throws + 1;
                    break;
                }
                Some(_) => (row, column) = next,
            }
        }
    }
}
