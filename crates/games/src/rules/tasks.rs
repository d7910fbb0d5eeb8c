//! What is done with a puzzle, whatever its type: planning, searching, handing it on.

use fewest_search::{Plan, Positions, Puzzle, Report, Terms, Watch};

use crate::grid::Square;

/// A puzzle on a board, where the player can be pointed at.
pub trait Placed: Puzzle {
    /// The square of the view's grid that the player stands on; nothing while it is on none, or
    /// where a game has no player.
    fn player(&self, state: &Self::State) -> Option<Square>;

    /// Counts the legal moves that lose at once in a state that is neither won nor lost: those that
    /// [`Puzzle::expand`] leaves out. A game in which no move loses does not override it.
    fn losing_moves(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Visits the squares that a layer of the search counts this state on: the player's. A game
    /// without a player overrides it, with the squares that moves have changed.
    fn counted_on(&self, state: &Self::State, visit: &mut dyn FnMut(Square)) {
        if let Some(square) = self.player(state) {
            visit(square);
        }
    }
}

/// Something done with a puzzle, whatever its type.
pub trait Task<M> {
    /// What comes out.
    type Output;
    /// Does it.
    fn run<P: Placed<Move = M>>(self, puzzle: &P) -> Self::Output;
}

/// The generic search's plan as a task.
pub(crate) struct Planning<'a> {
    /// On what terms.
    pub terms: &'a Terms<'a>,
}

impl<M: Copy + Eq> Task<M> for Planning<'_> {
    type Output = Plan;
    fn run<P: Placed<Move = M>>(self, puzzle: &P) -> Plan {
        fewest_search::plan(puzzle, self.terms)
    }
}

/// The generic search as a task.
pub(crate) struct Searching<'a> {
    /// On what terms.
    pub terms: &'a Terms<'a>,
    /// Who watches.
    pub watch: &'a mut dyn Watch,
}

impl<M: Copy + Eq> Task<M> for Searching<'_> {
    type Output = Report<M>;
    fn run<P: Placed<Move = M>>(self, puzzle: &P) -> Report<M> {
        fewest_search::solve(puzzle, self.terms, self.watch)
    }
}

/// The positions handed to a search that sends them elsewhere, as a task.
pub(crate) struct Handing<'a> {
    /// The search.
    pub search: &'a mut dyn FnMut(&dyn Positions),
}

impl<M: Copy + Eq> Task<M> for Handing<'_> {
    type Output = ();
    fn run<P: Placed<Move = M>>(self, puzzle: &P) {
        (self.search)(puzzle);
    }
}

/// The moves that such a search chose, as a task.
pub(crate) struct Choosing<'a> {
    /// Their numbers.
    pub choices: &'a [u32],
}

impl<M: Copy + Eq> Task<M> for Choosing<'_> {
    type Output = Option<Vec<M>>;
    fn run<P: Placed<Move = M>>(self, puzzle: &P) -> Option<Vec<M>> {
        fewest_search::chosen(puzzle, self.choices)
    }
}
