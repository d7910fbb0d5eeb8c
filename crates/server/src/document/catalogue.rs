//! What is answered about a catalogue, described.

#![allow(dead_code, reason = "these are described, and never made")]

use utoipa::ToSchema;

/// What is known of a level: it is either won or cannot be.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
enum Proven {
    Fewest,
    Impossible,
}

/// A level of the catalogue.
#[derive(ToSchema)]
struct CatalogueLevel {
    /// Its number in the catalogue.
    number: u64,
    /// Its id, the same in every catalogue.
    id: String,
    /// The game's id.
    game: String,
    #[schema(required)]
    title: Option<String>,
    rows: u32,
    columns: u32,
    verdict: Proven,
    /// The proven fewest.
    #[schema(required)]
    fewest: Option<u64>,
    /// How hard it is, from 0 to 10.
    #[schema(required)]
    difficulty: Option<f64>,
    /// How many optimal solutions there are, in digits.
    #[schema(required)]
    solutions: Option<String>,
    /// The seed it was made from, in digits.
    #[schema(required)]
    seed: Option<String>,
    /// Different positions reached.
    states: u64,
    /// Which kernel searched.
    kernel: String,
    /// The moves of its solution.
    #[schema(required)]
    moves: Option<Vec<String>>,
    /// The level itself.
    text: String,
}

/// Some of the levels of the catalogue.
#[derive(ToSchema)]
pub struct CataloguePage {
    /// How many levels are meant, on all pages together.
    total: u64,
    /// How many of them come before these.
    offset: u64,
    /// So many as were asked for, or fewer where they are large.
    levels: Vec<CatalogueLevel>,
}
