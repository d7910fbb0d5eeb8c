//! Every way that a snake of one length can lie on a board, its walls left aside.

use super::Board;
use crate::grid::{Direction, Square};

/// All of them, one after another, each from the head to the tail.
pub struct Placements {
    length: usize,
    squares: Vec<Square>,
}

impl Placements {
    /// More are not listed.
    const MOST: usize = 1 << 20;

    /// Nothing where there are too many.
    pub fn new(board: &Board, length: u32) -> Option<Self> {
        let mut all = Placements {
            length: length as usize,
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
        if snake.len() == self.length {
            self.squares.extend_from_slice(snake);
            return (self.len() <= Self::MOST).then_some(());
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

    /// One of them.
    pub fn get(&self, number: usize) -> Vec<Square> {
        self.squares[number * self.length..][..self.length].to_vec()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.chunks(self.length)
    }
}
