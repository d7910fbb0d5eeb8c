//! What is answered about chance, described.

#![allow(dead_code, reason = "these are described, and never made")]

use utoipa::ToSchema;

use super::shapes::{Limit, Standing};

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

/// What is likely under the covered cells of a board, as its player sees it.
#[derive(ToSchema)]
pub struct Covered {
    game: String,
    #[schema(required)]
    title: Option<String>,
    verdict: Prospect,
    /// How many layouts of the mines fit what can be seen, to the digit.
    layouts: String,
    /// How many mines are under the covered cells; null where nobody knows.
    #[schema(required)]
    mines: Option<u32>,
    /// How likely each cell is a mine before anything is seen, where nobody knows how many there
    /// are.
    #[schema(required)]
    density: Option<String>,
    /// How many cells are covered.
    covered: u32,
    /// How many of them are beside a number.
    edge: u32,
    /// How many of them no number sees.
    sea: u32,
    /// The cells that hold no mine in any layout.
    safe: Vec<String>,
    /// Those that hold one in every layout.
    sure: Vec<String>,
    /// The first of the cells that are least likely a mine; null where nothing is left to open.
    #[schema(required)]
    safest: Option<Safest>,
    /// For each row, how likely its cells are mines; null where one is not covered.
    chances: Vec<Vec<Option<f64>>>,
    /// The same exactly.
    fractions: Vec<Vec<Option<String>>>,
}

/// What a player can do next.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
enum Prospect {
    Safe,
    Guess,
    Done,
    Lost,
    GaveUp,
}

/// What to open next, going by what can be seen alone. What there is depends on the verdict.
#[derive(ToSchema)]
pub struct Guided {
    game: String,
    #[schema(required)]
    title: Option<String>,
    /// How many moves have been made.
    made: u64,
    standing: Standing,
    verdict: Prospect,
    /// The cell to open; null where there is none.
    r#move: Option<String>,
    /// Why that one: `safe`, `searched`, `safest`, `closed`, `promising`, `promised` or `done`.
    reason: Option<String>,
    /// The cells that it is about: numbers that a mine there would contradict, or cells that no
    /// number will ever tell apart.
    because: Option<Vec<String>>,
    /// Why, in words.
    why: String,
    /// How many layouts of the mines fit what can be seen, to the digit.
    layouts: Option<String>,
    /// All cells that were thought about, the best first.
    choices: Option<Vec<Choice>>,
    /// Which limit ended it, where one did.
    limit: Option<Limit>,
}

/// What is to be said for opening a cell.
#[derive(ToSchema)]
struct Choice {
    r#move: String,
    /// How likely it holds no mine.
    safe: f64,
    /// The same exactly.
    safe_fraction: String,
    /// How likely it wins with the best play after it; null where that was not searched.
    #[schema(required)]
    wins: Option<f64>,
    /// The same exactly.
    #[schema(required)]
    wins_fraction: Option<String>,
    /// How likely it is safe and something else is surely safe then; null where that was not thought
    /// about.
    #[schema(required)]
    progress: Option<f64>,
}

/// A cell, and how likely it is a mine.
#[derive(ToSchema)]
struct Safest {
    cell: String,
    chance: f64,
    /// The same exactly.
    fraction: String,
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
