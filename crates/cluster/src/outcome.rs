//! What a search over several workers found out, as they tell it.

use fewest_search::Limit;
use serde::{Deserialize, Serialize};

/// What was found, how many positions each layer has, and what it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub found: Found,
    /// How many positions each number of moves reaches first. The layer of a win that ends the
    /// search has the win alone.
    pub layers: Vec<u64>,
    /// The most bytes that a worker held for its layers.
    pub bytes: u64,
}

/// A verdict, without words for its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Found {
    /// The fewest moves, each by its number in the order of the moves.
    Won { choices: Vec<u32> },
    /// There is no win.
    Impossible,
    /// A limit, by its [number](number_of), ended it.
    GaveUp { limit: usize, at_least: u64 },
}

/// A limit as a number.
pub(crate) fn number_of(limit: Limit) -> usize {
    let number = Limit::ALL.iter().position(|other| *other == limit);
    number.expect("it is one of them")
}

/// The limit of a number.
pub(crate) fn limit_of(number: usize) -> Limit {
    Limit::ALL.get(number).copied().unwrap_or(Limit::Stopped)
}
