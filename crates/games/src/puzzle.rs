//! A board as the searches see it: where the player stands, and what can be asked of any puzzle.

use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_search::{
    Key, Limit, Plan, Positions, Puzzle, Report, SearchContext, SearchOptions, Space, Verdict,
    chosen,
};

use crate::game::{Game, Standing};
use crate::grid::Square;
use crate::layers::{self, Layers};
use crate::survey::{self, Listener, Survey};
use crate::view::Role;

/// A puzzle on a board, where the player can be pointed at.
pub trait Placed: Puzzle<Key: Hash> {
    /// The square of the view's grid that the player stands on; `None` while it is on none, or
    /// if the game has no player.
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

    /// Moves from the start on as the rules name them. A puzzle overrides it whose states do not
    /// tell like pieces apart, and whose moves so name a piece by its place in the state.
    fn named(&self, moves: Vec<Self::Move>) -> Vec<Self::Move> {
        moves
    }
}

/// What can be asked of any puzzle whose moves are `M`, whatever its states and keys. Boards of one
/// game may become puzzles of different types (narrow or wide keys); each implements this.
pub trait AnyPuzzle<M> {
    /// How the generic search will go about it.
    fn plan(&self, options: &SearchOptions) -> Plan;

    /// Finds the fewest moves by the generic search.
    fn solve(&self, context: &mut SearchContext) -> Report<M>;

    /// Counts everything: one search through all positions, and one pass back from the wins.
    fn survey(&self, context: &mut SearchContext, listener: Listener<M>) -> Result<Survey, Limit>;

    /// The search layer by layer up to the first win.
    fn layers(&self, context: &mut SearchContext) -> Layers;

    /// For each square that the player can reach and win from, the fewest moves from there.
    fn distances(&self, context: &mut SearchContext) -> Result<Vec<(Square, u64)>, Limit>;

    /// The positions as bytes, for a search that sends them elsewhere.
    fn positions(&self) -> &dyn Positions;

    /// The moves that such a search chose, each by its number among those of its position; `None`
    /// if there is no such move.
    fn chosen(&self, choices: &[u32]) -> Option<Vec<M>>;

    /// What the contract compares with the rules, in the state of a key, or at the start, after the
    /// moves that led there.
    #[cfg(test)]
    fn facts(&self, key: Option<&[u8]>, made: &[M]) -> crate::contract::Facts<M>;
}

impl<P: Placed> AnyPuzzle<P::Move> for P {
    fn plan(&self, options: &SearchOptions) -> Plan {
        fewest_search::plan(self, options)
    }

    fn solve(&self, context: &mut SearchContext) -> Report<P::Move> {
        let mut report = fewest_search::solve(self, context);
        if let Verdict::Fewest { moves, .. } = &mut report.verdict {
            *moves = self.named(std::mem::take(moves));
        }
        report.best = report.best.map(|moves| self.named(moves));
        report
    }

    fn survey(
        &self,
        context: &mut SearchContext,
        listener: Listener<P::Move>,
    ) -> Result<Survey, Limit> {
        survey::survey(self, context, &mut |moves| {
            listener(&self.named(moves.to_vec()))
        })
    }

    fn layers(&self, context: &mut SearchContext) -> Layers {
        layers::layers(self, context)
    }

    fn distances(&self, context: &mut SearchContext) -> Result<Vec<(Square, u64)>, Limit> {
        layers::distances(self, context)
    }

    fn positions(&self) -> &dyn Positions {
        self
    }

    fn chosen(&self, choices: &[u32]) -> Option<Vec<P::Move>> {
        Some(self.named(chosen(self, choices)?))
    }

    #[cfg(test)]
    fn facts(&self, key: Option<&[u8]>, made: &[P::Move]) -> crate::contract::Facts<P::Move> {
        crate::contract::facts(self, key, made)
    }
}

/// The puzzle that the rules of a game are, with nothing but a key added: enough for a game whose
/// boards have up to some millions of positions.
pub struct ByRules<'a, G: Game, K> {
    board: &'a G,
    pack: fn(&G, &G::State) -> K,
    unpack: fn(&G, &K) -> G::State,
    space: Space,
    counted_on: Option<CountedOn<G>>,
}

/// Visits the squares that a state is counted on.
type CountedOn<G> = fn(&G, &<G as Game>::State, &mut dyn FnMut(Square));

impl<'a, G: Game, K: Key> ByRules<'a, G, K> {
    /// A board with the exact key of each state, and its inverse.
    pub fn new(board: &'a G, pack: fn(&G, &G::State) -> K, unpack: fn(&G, &K) -> G::State) -> Self {
        ByRules {
            board,
            pack,
            unpack,
            space: Space::Sparse,
            counted_on: None,
        }
    }

    /// Says that all keys are below a number.
    #[must_use]
    pub fn dense(self, keys: u64) -> Self {
        let space = Space::Dense(keys);
        ByRules { space, ..self }
    }

    /// Says which squares a state is counted on, without the views that tell it otherwise.
    #[must_use]
    pub fn counted_on(self, visit: CountedOn<G>) -> Self {
        let counted_on = Some(visit);
        ByRules { counted_on, ..self }
    }

    /// Plays every move that can be thought of, and visits the state after it.
    fn play_all(
        &self,
        state: &G::State,
        mut visit: impl FnMut(G::Move, G::State, Standing) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.board.standing(state) != Standing::Playing {
            return ControlFlow::Continue(());
        }
        for step in self.board.candidates(state) {
            let mut next = state.clone();
            if self.board.play(&mut next, step).is_ok() {
                let standing = self.board.standing(&next);
                visit(step, next, standing)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<G: Game, K: Key> Puzzle for ByRules<'_, G, K> {
    type State = G::State;
    type Move = G::Move;
    type Key = K;

    fn start(&self) -> G::State {
        self.board.start()
    }

    fn is_won(&self, state: &G::State) -> bool {
        self.board.standing(state) == Standing::Won
    }

    fn expand(
        &self,
        state: &G::State,
        mut visit: impl FnMut(G::Move, G::State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.play_all(state, |step, next, standing| match standing {
            Standing::Lost => ControlFlow::Continue(()),
            Standing::Playing | Standing::Won => visit(step, next),
        })
    }

    fn pack(&self, state: &G::State) -> K {
        (self.pack)(self.board, state)
    }

    fn unpack(&self, key: &K) -> G::State {
        (self.unpack)(self.board, key)
    }

    fn space(&self) -> Space {
        self.space
    }
}

impl<G: Game, K: Key + Hash> Placed for ByRules<'_, G, K> {
    fn player(&self, state: &G::State) -> Option<Square> {
        let tiles = self.board.view(state).tiles;
        (0..tiles.len()).find(|&square| tiles[square].role == Role::Player)
    }

    /// The player's square; in a game without a player, the squares that look different from the start.
    fn counted_on(&self, state: &G::State, visit: &mut dyn FnMut(Square)) {
        if let Some(counted_on) = self.counted_on {
            return counted_on(self.board, state, visit);
        }
        if let Some(square) = self.player(state) {
            return visit(square);
        }
        let start = self.board.view(&self.board.start()).tiles;
        let now = self.board.view(state).tiles;
        let squares = 0..now.len();
        squares
            .filter(|&square| now[square] != start[square])
            .for_each(visit);
    }

    fn losing_moves(&self, state: &G::State) -> u64 {
        let mut losing = 0;
        let _ = self.play_all(state, |_, _, standing| {
            losing += u64::from(standing == Standing::Lost);
            ControlFlow::Continue(())
        });
        losing
    }
}
