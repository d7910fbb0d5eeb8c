//! How new levels of it are made: the simplest board, a random one, a changed one, and all there are.

use std::ops::ControlFlow;

use fewest_search::{Limits, NEVER, Puzzle as _, Watch};

use super::Board;
use super::puzzle::{ARRANGEMENTS, Sliding, arrangement};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts, distances};
use crate::making::frame::{Frame, NoFrame};
use crate::making::{Make, Numbered};

impl Make for Board {
    const DECISIVE: &'static [&'static str] = &[];

    fn blank(rows: u32, columns: u32) -> Option<String> {
        let is_there = (rows, columns) == (Board::SIDE, Board::SIDE);
        is_there.then(|| "123\n456\n78.\n".to_string())
    }

    /// There are no amounts that could be too large.
    fn room(_: &Frame<Self>) -> Result<(), NoFrame> {
        Ok(())
    }

    fn random(_: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        Some(Board::new(arrangement(chance.below(ARRANGEMENTS))))
    }

    fn changed(&self, _: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut squares: Vec<usize> = (0..9).collect();
        let two = chance.take(&mut squares, 2);
        let mut board = self.clone();
        board.tiles.squares_mut().swap(two[0], two[1]);
        Some(board)
    }

    /// Itself alone: a board that is turned has another goal.
    fn images(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    fn pars(_: &Frame<Self>) -> (u64, u64) {
        (0, 31)
    }

    fn numbered(_: &Frame<Self>, most: u128) -> Option<Box<dyn Numbered<Self> + '_>> {
        let few = u128::from(ARRANGEMENTS) <= most;
        few.then(|| Box::new(Arrangements) as Box<_>)
    }

    /// Every arrangement is a start: one pass backwards from the goal.
    fn farthest(
        &self,
        most: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Farthest<Self>, NoStarts> {
        let puzzle = Sliding(self);
        let is_won = |place| arrangement(place) == Board::GOAL;
        let leads = |place, visit: &mut dyn FnMut(u32)| {
            let _ = puzzle.expand(&arrangement(place), |_, after| {
                visit(puzzle.pack(&after));
                ControlFlow::Continue(())
            });
        };
        let distances = distances(ARRANGEMENTS, is_won, &leads, limits, watch)?;
        let mut farthest = Farthest::new(most);
        for (place, par) in (0..).zip(distances).filter(|&(_, par)| par != NEVER) {
            farthest.add(par.into(), || Board::new(arrangement(place)));
        }
        Ok(farthest)
    }
}

/// All boards there are.
struct Arrangements;

impl Numbered<Board> for Arrangements {
    fn count(&self) -> u128 {
        ARRANGEMENTS.into()
    }

    fn nth(&self, number: u128) -> Board {
        Board::new(arrangement(number as u32))
    }
}
