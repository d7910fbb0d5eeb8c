//! What a search found out, and what that took.

use std::time::Duration;

use crate::limits::Limit;
use crate::plan::Plan;

/// The outcome of a search. "Impossible" and "gave up" are never mixed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The fewest moves that win, proven. Of several fewest solutions this is the one that
    /// comes first when they are compared move by move in the puzzle's own order.
    Fewest {
        /// How many moves it takes.
        cost: u64,
        /// The moves.
        moves: Vec<M>,
    },
    /// No sequence of moves wins, proven.
    Impossible,
    /// A limit ended the search. Nothing shorter than `at_least` wins.
    GaveUp {
        /// Which limit it was.
        limit: Limit,
        /// The lower bound proven so far.
        at_least: u64,
    },
}

impl<M> Verdict<M> {
    /// The proven fewest, if there is one.
    pub fn fewest(&self) -> Option<u64> {
        match self {
            Verdict::Fewest { cost, .. } => Some(*cost),
            _ => None,
        }
    }

    /// The proven lower bound on any win; nothing where no win exists.
    pub fn at_least(&self) -> Option<u64> {
        match self {
            Verdict::Fewest { cost, .. } => Some(*cost),
            Verdict::Impossible => None,
            Verdict::GaveUp { at_least, .. } => Some(*at_least),
        }
    }

    /// The same verdict with every move put in other words.
    pub fn map<N>(self, reword: impl FnMut(M) -> N) -> Verdict<N> {
        match self {
            Verdict::Fewest { cost, moves } => Verdict::Fewest {
                cost,
                moves: moves.into_iter().map(reword).collect(),
            },
            Verdict::Impossible => Verdict::Impossible,
            Verdict::GaveUp { limit, at_least } => Verdict::GaveUp { limit, at_least },
        }
    }
}

/// A verdict, how it was planned, and what it took.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// What was found out.
    pub verdict: Verdict<M>,
    /// Moves that win, where a limit ended the search and the shortest that were found are not
    /// proven to be the fewest.
    pub best: Option<Vec<M>>,
    /// What it took.
    pub stats: Stats,
    /// How the search was planned.
    pub plan: Plan,
}

impl<M> Report<M> {
    /// The same report with every move put in other words.
    pub fn map<N>(self, mut reword: impl FnMut(M) -> N) -> Report<N> {
        let reword_all = |moves: Vec<M>| moves.into_iter().map(&mut reword).collect();
        Report {
            best: self.best.map(reword_all),
            verdict: self.verdict.map(reword),
            stats: self.stats,
            plan: self.plan,
        }
    }
}

/// What a search took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Different states reached, the start and the win included. A game's own kernel that keeps
    /// no states counts one as often as it comes by, and knows no layers.
    pub states: u64,
    /// How many of them were first reached at each cost, from 0 on. Where the search ended
    /// inside a layer, the last entry counts what was reached of it; one of which nothing was
    /// reached is left out. A game's own kernel leaves all of them out where they are so many
    /// that listing them would take more memory than the search.
    pub layers: Vec<u64>,
    /// The most bytes the search's books held at one time.
    pub bytes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}
