//! What is answered about chance, described.

#![allow(dead_code, reason = "these are described, and never made")]

use utoipa::ToSchema;

use super::shapes::Limit;

/// What the dice do. What there is depends on the verdict.
#[derive(ToSchema)]
pub struct Odds {
    game: String,
    #[schema(required)]
    title: Option<String>,
    verdict: Outlook,
    /// The chance to finish at all.
    chance: Option<Figure>,
    /// How many rolls are expected; null where some never finish.
    mean: Option<Figure>,
    /// The mean square of how far off that is.
    variance: Option<Figure>,
    /// Its root.
    deviation: Option<Figure>,
    /// `exact` or `floating`.
    method: Option<String>,
    /// Within how many rolls so many of a hundred have finished.
    percentiles: Option<Vec<Percentile>>,
    /// The chance to finish with each number of rolls; null where there are too many.
    rolls: Option<Vec<Rolls>>,
    /// The number of rolls that was asked about.
    asked: Option<Asked>,
    /// Who of several players finishes first.
    seats: Option<Seats>,
    /// Which limit ended it, where one did.
    limit: Option<Limit>,
    /// Why there are no odds.
    why: Option<String>,
}

/// Whether a game ends.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
enum Outlook {
    Certain,
    Uncertain,
    Impossible,
    GaveUp,
}

/// A number, as exactly as it is known.
#[derive(ToSchema)]
struct Figure {
    decimal: String,
    /// All of it.
    fraction: Option<String>,
    /// How far off the decimals are at most.
    error: Option<f64>,
}

/// How long it takes a share of all games.
#[derive(ToSchema)]
struct Percentile {
    percent: u32,
    /// Null where so many never finish, or it is out of reach.
    #[schema(required)]
    rolls: Option<u64>,
}

/// The chance to finish with so many rolls.
#[derive(ToSchema)]
struct Rolls {
    rolls: u64,
    exactly: f64,
    at_most: f64,
}

/// The same for a number that was asked about; null where it is out of reach.
#[derive(ToSchema)]
struct Asked {
    rolls: u64,
    #[schema(required)]
    exactly: Option<Figure>,
    #[schema(required)]
    at_most: Option<Figure>,
}

/// Who of several players, rolling in turn, finishes first.
#[derive(ToSchema)]
struct Seats {
    /// From the first to roll to the last; null where they are not known.
    #[schema(required)]
    chances: Option<Vec<f64>>,
    /// How far off they are at most.
    #[schema(required)]
    error: Option<f64>,
}
