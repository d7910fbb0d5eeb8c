//! The snake from which the apple is farthest, on one board: one pass backwards from all that have
//! their head on the apple.

use std::collections::HashSet;

use fewest_search::{Limit, Progress, SearchContext};

use super::Board;
use crate::grid::{Direction, Square};
use crate::making::farthest::Farthest;

/// Goes backwards layer by layer.
pub fn farthest(
    board: &Board,
    most: usize,
    ctx: &mut SearchContext,
) -> Result<Farthest<Board>, Limit> {
    let mut walk = Walk {
        board,
        seen: HashSet::new(),
        ctx,
    };
    let mut layer = Vec::new();
    walk.grow(&mut vec![board.apple], &mut layer)?;
    let mut found = Farthest::new(most);
    let mut moves = 0;
    while !layer.is_empty() {
        let mut before = Vec::new();
        for snake in &layer {
            walk.backwards(snake, &mut before)?;
        }
        moves += 1;
        layer = before;
        for snake in layer.iter().filter(|snake| !snake.contains(&board.apple)) {
            found.add(moves, || Board {
                snake: snake.to_vec(),
                ..board.clone()
            });
        }
    }
    Ok(found)
}

/// From the head to the tail.
type Snake = Box<[Square]>;

struct Walk<'a, 'c> {
    board: &'a Board,
    seen: HashSet<Snake>,
    ctx: &'a mut SearchContext<'c>,
}

impl Walk<'_, '_> {
    /// Every snake that begins so.
    fn grow(&mut self, begun: &mut Vec<Square>, layer: &mut Vec<Snake>) -> Result<(), Limit> {
        if begun.len() == self.board.snake.len() {
            return self.meet(begun, layer);
        }
        for next in self.beside(begun[begun.len() - 1]) {
            if !begun.contains(&next) {
                begun.push(next);
                self.grow(begun, layer)?;
                begun.pop();
            }
        }
        Ok(())
    }

    /// The snakes that one move makes this one: the tail comes back, perhaps to where the head is.
    fn backwards(&mut self, snake: &Snake, before: &mut Vec<Snake>) -> Result<(), Limit> {
        let (_, rest) = snake.split_first().expect("it has a head");
        // One segment comes from anywhere beside it.
        let tail = *rest.last().unwrap_or(&snake[0]);
        for last in self.beside(tail) {
            if rest.contains(&last) {
                continue;
            }
            let mut previous = rest.to_vec();
            previous.push(last);
            self.meet(&previous, before)?;
        }
        Ok(())
    }

    /// A snake that may have been met before.
    fn meet(&mut self, snake: &[Square], layer: &mut Vec<Snake>) -> Result<(), Limit> {
        let states = self.seen.len() as u64;
        self.ctx.step(1, || Progress {
            depth: 0,
            states,
            at_least: 0,
        })?;
        if self.seen.contains(snake) {
            return Ok(());
        }
        let most = self.ctx.options.limits.states;
        if most.is_some_and(|most| states >= most) {
            return Err(Limit::States);
        }
        // Once in the set and once in its layer, and the table may just have doubled.
        self.ctx
            .budget
            .take((2 * size_of_val(snake) + 8 * size_of::<Snake>()) as u64)?;
        self.seen.insert(snake.into());
        layer.push(snake.into());
        Ok(())
    }

    fn beside(&self, square: Square) -> Vec<Square> {
        let mut beside = Vec::with_capacity(4);
        for way in Direction::ALL {
            match self.board.step(square, way) {
                Some(next) if !self.board.walls[next] && !beside.contains(&next) => {
                    beside.push(next);
                }
                _ => {}
            }
        }
        beside
    }
}
