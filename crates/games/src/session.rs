//! A game being played: the state, and the moves that led to it.

use fewest_search::SearchContext;
use fewest_words::{of, say};

use crate::game::{Game, MoveName, MoveText as _, Refused, Standing, names, push};
use crate::grid::Grid;
use crate::view::{Trace, View};

/// A game being played. Play, check, save and replay all go through [`Session::push`].
#[derive(Clone)]
pub struct Session<'a, G: Game> {
    board: &'a G,
    state: G::State,
    made: Vec<G::Move>,
}

impl<'a, G: Game> Session<'a, G> {
    /// At the beginning of play.
    pub fn new(board: &'a G) -> Self {
        Session {
            board,
            state: board.start(),
            made: Vec::new(),
        }
    }

    /// After some moves, all of them legal.
    ///
    /// # Panics
    /// If one is illegal: [`Session::push`] reports that before.
    pub(crate) fn after(board: &'a G, moves: &[MoveName]) -> Self {
        let mut session = Session::new(board);
        for step in moves {
            session.push(step).expect("a legal move");
        }
        session
    }

    /// The board on which play begins here: what is asked of it is asked of this position.
    pub fn here(&self) -> G {
        self.board.at(&self.state)
    }

    /// The legal moves that do not lose at once, in the order in which the search tries them.
    pub fn moves(&self) -> Vec<MoveName> {
        if self.standing() != Standing::Playing {
            return Vec::new();
        }
        names(self.board.moves(&self.state))
    }

    /// Makes a move. A losing one is made, too.
    ///
    /// # Errors
    /// It is illegal; nothing has changed.
    pub fn push(&mut self, step: &str) -> Result<(), Refused> {
        let step = G::Move::read(step).ok_or_else(|| {
            let form = of(G::Move::FORM);
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

    /// Takes the last move back; returns whether there was one. No state is kept for a move: the
    /// others are played again from the start.
    pub fn undo(&mut self) -> bool {
        if self.made.pop().is_none() {
            return false;
        }
        self.state = self.board.start();
        for step in &self.made {
            push(self.board, &mut self.state, *step).expect("it was legal before");
        }
        true
    }

    /// How many moves have been made.
    pub fn made(&self) -> usize {
        self.made.len()
    }

    /// Whether the game goes on.
    pub fn standing(&self) -> Standing {
        self.board.standing(&self.state)
    }

    /// Whether the game is won.
    pub fn won(&self) -> bool {
        self.standing() == Standing::Won
    }

    /// Says in one short clause why the game is lost; returns `None` if it is not lost.
    pub fn lost_because(&self) -> Option<String> {
        self.board.lost_because(&self.state)
    }

    /// What the position looks like.
    pub fn view(&self) -> View {
        self.board.view(&self.state)
    }

    /// Where a move from here would go; `None` if it is illegal.
    pub fn trace(&self, step: &str) -> Option<Trace> {
        let step = G::Move::read(step)?;
        push(self.board, &mut self.state.clone(), step).ok()?;
        Some(self.board.trace(&self.state, step))
    }
}

/// For each square of a board's view, the fewest moves that win with the player there, whatever
/// else may change on the way; `None` where the player cannot come or cannot win.
///
/// # Errors
/// A limit ended it.
pub fn distances<G: Game>(
    board: &G,
    context: &mut SearchContext,
) -> Result<Grid<Option<u64>>, fewest_search::Limit> {
    let (rows, columns) = board.size();
    let distances = board.distances(context)?;
    let mut grid = Grid::new(
        columns as usize,
        vec![None; rows as usize * columns as usize],
    );
    for (square, distance) in distances {
        grid[square] = Some(distance);
    }
    Ok(grid)
}
