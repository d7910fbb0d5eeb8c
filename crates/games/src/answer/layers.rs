//! The search layer by layer, as it is written in JSON.

use fewest_search::Limit;
use serde::Serialize;

use crate::grid::Square;
use crate::layers::{Layers, Shows};
use crate::level::About;

/// The layers of a search.
#[derive(Clone, Debug, Serialize)]
pub struct LayersAnswer<'a> {
    /// The game's id.
    pub game: &'static str,
    /// The level's title.
    pub title: Option<&'a str>,
    /// What is counted.
    pub unit: &'static str,
    /// What the layers are layers of.
    pub shows: Shows,
    /// The layers from the start on, each of them whole.
    pub layers: Vec<LayerAnswer<'a>>,
    /// How many positions there are in all these layers; null for those of a solution. A search
    /// for the fewest may visit fewer.
    pub reachable: Option<u64>,
    /// The depth of the first win, which is the last layer's; null where no win was reached.
    pub won_at: Option<u64>,
    /// Which limit ended the search; null where none did.
    pub limit: Option<&'static str>,
}

/// One layer of a search.
#[derive(Clone, Debug, Serialize)]
pub struct LayerAnswer<'a> {
    /// How many moves reach it.
    pub depth: u64,
    /// How many positions are first reached by so many; null in a layer of a solution.
    pub positions: Option<u64>,
    /// Pairs of a square and the number of positions with the player there, or, in a game without
    /// a player, with the square changed; in a layer of a solution the squares that it changes.
    pub squares: &'a [(Square, u64)],
}

impl<'a> LayersAnswer<'a> {
    /// The answer for a level, or for a position of it.
    pub fn new(level: About<'a>, layers: &'a Layers) -> Self {
        let each = (0..).zip(&layers.layers).map(|(depth, layer)| LayerAnswer {
            depth,
            positions: (layers.shows == Shows::Search).then_some(layer.positions),
            squares: &layer.squares,
        });
        LayersAnswer {
            game: level.info.id,
            title: level.title,
            unit: level.info.unit.many,
            shows: layers.shows,
            layers: each.collect(),
            reachable: layers.reachable(),
            won_at: layers.won_at,
            limit: layers.limit.as_ref().map(Limit::name),
        }
    }
}
