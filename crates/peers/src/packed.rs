//! Curling as a position that a library can keep: the stone, and the blocks that are gone.

use crate::textbook::curling::{Board, MOST_THROWS};

const FREE: u16 = u16::MAX;
const BLOCK: u8 = 1;
const GOAL: u8 = 3;
const EDGE: u8 = 4;

/// Where the stone is, and the squares of the broken blocks, ascending; unused places hold the greatest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ice {
    stone: u16,
    broken: [u16; MOST_THROWS as usize - 1],
}

/// The board in a frame of edge squares.
#[derive(Clone)]
pub struct Rink {
    squares: Vec<u8>,
    ways: [isize; 4],
    goal: u16,
    /// The position that play begins from.
    pub start: Ice,
}

impl Rink {
    /// Puts a board into its frame.
    pub fn new(board: &Board) -> Self {
        let columns = board.ice[0].len() + 2;
        let mut squares = vec![EDGE; columns * (board.ice.len() + 2)];
        for (row, ice) in board.ice.iter().enumerate() {
            let begin = (row + 1) * columns + 1;
            squares[begin..begin + ice.len()].copy_from_slice(ice);
        }
        let goal = squares.iter().position(|&square| square == GOAL);
        Rink {
            ways: [-(columns as isize), columns as isize, -1, 1],
            goal: goal.map_or(FREE, |goal| goal as u16),
            start: Ice {
                stone: ((board.stone.0 + 1) * columns + board.stone.1 + 1) as u16,
                broken: [FREE; MOST_THROWS as usize - 1],
            },
            squares,
        }
    }

    /// Whether the stone is on the goal.
    #[inline]
    pub fn is_won(&self, ice: &Ice) -> bool {
        ice.stone == self.goal
    }

    /// The position after a throw; nothing where it is impossible or does not help: it leaves
    /// the board, or it was the last one allowed and does not win.
    #[inline]
    pub fn throw(&self, ice: &Ice, way: usize) -> Option<Ice> {
        let mut at = usize::from(ice.stone);
        loop {
            let next = at.wrapping_add_signed(self.ways[way]);
            match self.squares[next] {
                EDGE => return None,
                BLOCK if !ice.broken.contains(&(next as u16)) => {
                    let full = ice.broken[ice.broken.len() - 1] != FREE;
                    if at == usize::from(ice.stone) || full {
                        return None;
                    }
                    let mut after = Ice {
                        stone: at as u16,
                        broken: ice.broken,
                    };
                    let place = ice.broken.partition_point(|&block| block < next as u16);
                    after.broken[place..].rotate_right(1);
                    after.broken[place] = next as u16;
                    return Some(after);
                }
                GOAL => {
                    return Some(Ice {
                        stone: self.goal,
                        broken: ice.broken,
                    });
                }
                _ => at = next,
            }
        }
    }
}
