//! What a search over several workers found out, as they tell it.

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
    /// A limit, by its place in [`fewest_search::Limit::ALL`], ended it.
    GaveUp { limit: usize, at_least: u64 },
}
