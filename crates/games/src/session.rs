//! A game of any kind being played: the state, and the moves that led to it.

use fewest_search::{Limit, Limits, Report, Watch};
use fewest_words::{of, say};

use crate::disagreement::Disagreement;
use crate::game::{Level, Refused, Session};
use crate::grid::Grid;
use crate::layers::Layers;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::replay::{push, solve_and_replay};
use crate::rules::{MoveName, MoveText as _, Standing};
use crate::typed::Board;
use crate::view::{Trace, View};

/// The position after some moves, all of them legal.
pub(crate) fn play<'a>(level: &'a dyn Level, moves: &[MoveName]) -> Box<dyn Session + 'a> {
    let mut session = level.session();
    for step in moves {
        session.push(step).expect("a legal move");
    }
    session
}

pub(crate) struct TypedSession<'a, B: Board> {
    board: &'a B,
    state: B::State,
    made: Vec<B::Move>,
}

impl<'a, B: Board> TypedSession<'a, B> {
    /// At the beginning of play.
    pub fn new(board: &'a B) -> Self {
        TypedSession {
            board,
            state: board.start(),
            made: Vec::new(),
        }
    }
}

impl<B: Board> Session for TypedSession<'_, B> {
    fn moves(&self) -> Vec<MoveName> {
        if self.board.standing(&self.state) != Standing::Playing {
            return Vec::new();
        }
        let moves = self.board.moves(&self.state);
        moves.into_iter().map(B::Move::name).collect()
    }

    fn push(&mut self, step: &str) -> Result<(), Refused> {
        let step = B::Move::read(step).ok_or_else(|| {
            let form = of(B::Move::FORM);
            Refused(say!(
                "`{step}` is not a move: a move is written {form}",
                step,
                form
            ))
        })?;
        push(self.board, &mut self.state, step)?;
        self.made.push(step);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.made.pop().is_none() {
            return false;
        }
        self.state = self.board.start();
        for step in &self.made {
            push(self.board, &mut self.state, *step).expect("it was legal before");
        }
        true
    }

    fn made(&self) -> usize {
        self.made.len()
    }

    fn standing(&self) -> Standing {
        self.board.standing(&self.state)
    }

    fn lost_because(&self) -> Option<String> {
        self.board.lost_because(&self.state)
    }

    fn solve(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Report<MoveName>, Disagreement> {
        let here = self.board.at(&self.state);
        Ok(solve_and_replay(&here, &limits.into(), watch)?.map(B::Move::name))
    }

    fn keeping(
        &self,
        fewest: u64,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<MoveName>, Limit> {
        let moves = self.board.at(&self.state).keeping(fewest, limits, watch)?;
        Ok(moves.into_iter().map(B::Move::name).collect())
    }

    fn distances(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Grid<Option<u64>>, Limit> {
        let here = self.board.at(&self.state);
        let distances = here.distances(limits, watch)?;
        let (rows, columns) = self.board.size();
        let squares = rows as usize * columns as usize;
        let mut grid = Grid::new(columns as usize, vec![None; squares]);
        for (square, distance) in distances {
            grid[square] = Some(distance);
        }
        Ok(grid)
    }

    fn layers(&self, limits: &Limits, watch: &mut dyn Watch) -> Layers {
        self.board.at(&self.state).layers(limits, watch)
    }

    fn odds(&self, ask: &OddsAsk, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        self.board.at(&self.state).odds(ask, limits, watch)
    }

    fn guidance(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        self.board.at(&self.state).guidance(limits, watch)
    }

    fn view(&self) -> View {
        self.board.view(&self.state)
    }

    fn trace(&self, step: &str) -> Option<Trace> {
        let step = B::Move::read(step)?;
        push(self.board, &mut self.state.clone(), step).ok()?;
        Some(self.board.trace(&self.state, step))
    }
}
