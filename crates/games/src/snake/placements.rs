//! Every way that a snake of one length can lie on a board, its walls left aside.

use super::Board;
use crate::grid::{Direction, Square};

/// All of them, one after another, each from the head to the tail.
pub struct Placements {
    length: usize,
    most: usize,
    /// How many steps more may be taken to list them.
    steps: u64,
    squares: Vec<Square>,
}

impl Placements {
    /// More are not listed.
    pub const MOST: u128 = 1 << 20;
    /// Nor are more steps taken for each that may be listed: most ways to lie may end in a corner.
    const STEPS: u64 = 1 << 4;
    /// Steps that are always taken.
    const FEW_STEPS: u64 = 1 << 20;

    /// Nothing where there are more than `most`, or too many for anybody.
    pub fn new(board: &Board, length: u32, most: u128) -> Option<Self> {
        let most = most.min(Self::MOST) as usize;
        let mut all = Placements {
            length: length as usize,
            most,
            steps: Self::FEW_STEPS.max(Self::STEPS * most as u64),
            squares: Vec::new(),
        };
        let mut snake = Vec::with_capacity(all.length);
        for head in 0..board.walls.len() {
            snake.push(head);
            all.grow(board, &mut snake)?;
            snake.pop();
        }
        Some(all)
    }

    fn grow(&mut self, board: &Board, snake: &mut Vec<Square>) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        if snake.len() == self.length {
            self.squares.extend_from_slice(snake);
            return (self.len() <= self.most).then_some(());
        }
        let tail = snake[snake.len() - 1];
        let mut tried = Vec::with_capacity(4);
        for next in Direction::ALL
            .iter()
            .filter_map(|&way| board.step(tail, way))
        {
            // On a torus of one or two rows two ways lead to the same square.
            if snake.contains(&next) || tried.contains(&next) {
                continue;
            }
            tried.push(next);
            snake.push(next);
            self.grow(board, snake)?;
            snake.pop();
        }
        Some(())
    }

    /// How long the snake is.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.squares.len() / self.length
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.squares.as_slice()) as u64
    }

    /// One of them.
    pub fn get(&self, number: usize) -> Vec<Square> {
        self.squares[number * self.length..][..self.length].to_vec()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.chunks(self.length)
    }
}
