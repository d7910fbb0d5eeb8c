//! What is answered about searches and about chance, described. The verbs write the answers; a test compares
//! every answer about every level that ships with this.

#![allow(dead_code, reason = "these are described, and never made")]

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// How a search ended.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
enum Verdict {
    Fewest,
    Impossible,
    GaveUp,
}

/// What ended a search before its end: whatever the engine has a word for.
pub struct Limit;

impl PartialSchema for Limit {
    fn schema() -> RefOr<Schema> {
        let words = fewest_search::Limit::TEXTS.map(|(name, _)| name);
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What ended a search before its end."))
            .enum_values(Some(words));
        schema.into()
    }
}

impl ToSchema for Limit {}

/// Whether a game goes on.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Standing {
    Playing,
    Won,
    Lost,
}

/// What a search found out about a level.
#[derive(ToSchema)]
pub struct Answer {
    /// The game's id.
    game: String,
    /// The level's title.
    #[schema(required)]
    title: Option<String>,
    verdict: Verdict,
    /// The proven fewest.
    #[schema(required)]
    fewest: Option<u64>,
    /// What is counted.
    unit: String,
    /// The moves that do it; where a limit ended the search, the best that it found.
    #[schema(required)]
    moves: Option<Vec<String>>,
    /// How many moves the best found take, where a limit ended the search and some were found.
    best: Option<u64>,
    /// How many more that is than a win is proven to take.
    gap: Option<u64>,
    /// Nothing shorter than this wins; null where nothing wins.
    #[schema(required)]
    at_least: Option<u64>,
    /// Which limit ended the search, where one did.
    limit: Option<Limit>,
    /// Different positions reached.
    states: u64,
    /// Wall-clock seconds.
    seconds: f64,
    /// Which kernel searched.
    kernel: String,
}

/// How a search is planned.
#[derive(ToSchema)]
struct Plan {
    kernel: String,
    #[schema(required)]
    states_at_most: Option<u64>,
    #[schema(required)]
    bytes_at_most: Option<u64>,
    /// What it would take if there were memory enough, where that is known.
    #[schema(required)]
    bytes_needed: Option<u64>,
    /// What it is expected to take; null where it is only known that it grows with the positions
    /// found.
    #[schema(required)]
    bytes_expected: Option<u64>,
    /// Whether it may go on on the disk.
    disk: bool,
    why: String,
}

/// A solved level.
#[derive(ToSchema)]
pub struct Solved {
    /// How many positions each number of moves reaches first, where the whole space was asked for.
    layers: Option<Vec<u64>>,
    /// How the search was planned, where that was asked.
    plan: Option<Plan>,
    /// What the game's players know such a board by, where they do.
    figures: Option<Figures>,
}

/// What Minesweeper's players know a board by, where flags and chords count.
#[derive(ToSchema)]
struct Figures {
    /// The fewest clicks without flags and chords.
    #[schema(rename = "3bv")]
    bbbv: u64,
    /// How many of these are into openings.
    openings: u64,
    /// Greedy ZiNi.
    zini_greedy: u64,
    /// Human ZiNi.
    zini_human: u64,
}

/// What is wrong with a claim.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Fault {
    /// The par is not the fewest.
    Par { claimed: String, fewest: String },
    /// A move of the solution is illegal: which one, from 1, and why.
    Illegal {
        number: u64,
        step: String,
        why: String,
    },
    /// The solution ends, and the game is not won.
    NotWon { moves: String, lost: bool },
    /// The solution wins, but not in the fewest moves.
    Longer { moves: String, by: u64, fewest: u64 },
}

/// Whether a level's claims are right.
#[derive(ToSchema)]
pub struct Checked {
    /// Null where a limit left it open.
    #[schema(required)]
    right: Option<bool>,
    faults: Vec<Fault>,
}

/// What was counted about a level; the large numbers are texts.
#[derive(ToSchema)]
struct Counts {
    /// How many different optimal solutions there are.
    solutions: String,
    /// How many positions can be reached.
    positions: String,
    /// From how many of them no win can be reached any more.
    dead: String,
    /// The share of the legal moves, those that lose at once included, that keep the win open; null
    /// where there are no moves.
    #[schema(required)]
    keep_win: Option<f64>,
    /// The share of the same moves that keep the optimum.
    #[schema(required)]
    keep_optimum: Option<f64>,
    /// The longest run, on an optimal solution, of positions with only one legal move.
    forced: u64,
    /// The longest run on it of moves that alone keep it optimal.
    narrow: u64,
    /// After how many moves the optimal solutions first part.
    #[schema(required)]
    part: Option<u64>,
}

/// How hard a level is.
#[derive(ToSchema)]
struct Difficulty {
    /// From 0 to 10, which is as hard as the hardest board of the game that is known.
    value: f64,
    parts: Vec<Part>,
}

/// One part of the difficulty.
#[derive(ToSchema)]
struct Part {
    name: String,
    /// From 0, easy, to 1, hard.
    value: f64,
    /// How much it counts. The weights of a game add up to more than 1: no board has all parts
    /// at 1.
    weight: f64,
}

/// A rated level.
#[derive(ToSchema)]
pub struct Rated {
    /// The fewest that a careless reading would guess.
    guess: u64,
    /// Null where a limit ended the counting.
    #[schema(required)]
    counts: Option<Counts>,
    /// Which limit ended the counting, where one did.
    counts_limit: Option<Limit>,
    /// Null where it cannot be won or was not counted.
    #[schema(required)]
    difficulty: Option<Difficulty>,
}

/// A hint for a position.
#[derive(ToSchema)]
pub struct Hinted {
    /// How many moves have been made.
    made: u64,
    standing: Standing,
    /// The moves that keep the optimum.
    keep_optimum: Vec<String>,
    /// The number of the move that lost the win; 0 where the level itself cannot be won.
    #[schema(required)]
    lost_by: Option<u64>,
    /// The limit that kept the answer from being complete.
    unfinished: Option<Limit>,
}

/// One move of a solution.
#[derive(ToSchema)]
struct Step {
    r#move: String,
    /// The fewest moves that win after it; null where the win is lost.
    #[schema(required)]
    left: Option<u64>,
    /// What it cost: `none`, `ground`, `win`, or `lost` where the win was lost before.
    loss: String,
    /// How much ground it lost.
    by: Option<u64>,
    /// What would have kept the optimum, where this move did not.
    better: Option<Vec<String>>,
}

/// A solution, move by move.
#[derive(ToSchema)]
pub struct Walked {
    standing: Standing,
    /// How many moves more than the fewest a win takes after the last move.
    #[schema(required)]
    behind: Option<u64>,
    /// Every move up to the end of the game.
    steps: Vec<Step>,
    /// The moves given after the end, which cannot be played.
    after_end: Option<Vec<String>>,
    /// The limit that kept the answer from being complete.
    unfinished: Option<Limit>,
}

/// A level's optimal solutions.
#[derive(ToSchema)]
pub struct Listed {
    /// How many there are; null where a limit ended the counting.
    #[schema(required)]
    solutions: Option<String>,
    /// The first of them.
    listed: Vec<Vec<String>>,
    /// Which limit ended the counting, where one did.
    counts_limit: Option<Limit>,
}

/// How many changes there are of each effect.
#[derive(ToSchema)]
struct Effects {
    harder: u64,
    easier: u64,
    winnable: u64,
    impossible: u64,
    unchanged: u64,
    undecided: u64,
}

/// A change, and what it makes of the level.
#[derive(ToSchema)]
struct Change {
    /// What `apply` takes to make it.
    number: u64,
    /// What to do.
    what: String,
    /// What is changed, in short, where several changes show on one square.
    by: Option<String>,
    row: u32,
    column: u32,
    verdict: Verdict,
    #[schema(required)]
    fewest: Option<u64>,
    #[schema(required)]
    at_least: Option<u64>,
    limit: Option<Limit>,
    /// How that compares to the par as it is.
    effect: String,
}

/// All changes of one kind.
#[derive(ToSchema)]
struct Group {
    name: String,
    counts: Effects,
    changes: Vec<Change>,
    /// For each row its squares: a par, `impossible`, `gave-up`, or null.
    grid: Vec<Vec<Value>>,
    /// For each row its squares: the place in `changes` of the one that counts there, or null.
    best: Vec<Vec<Option<u64>>>,
}

/// Squares that look as if they could be changed and are not tried.
#[derive(ToSchema)]
struct LeftOut {
    squares: u64,
    why: String,
}

/// What every change of a single square makes of a level.
#[derive(ToSchema)]
pub struct Advised {
    game: String,
    #[schema(required)]
    title: Option<String>,
    unit: String,
    verdict: Verdict,
    #[schema(required)]
    fewest: Option<u64>,
    #[schema(required)]
    at_least: Option<u64>,
    limit: Option<Limit>,
    groups: Vec<Group>,
    left_out: Vec<LeftOut>,
    /// How many changes there are that were not tried.
    untried: u64,
    /// What ended it before all were tried.
    #[schema(required)]
    ended: Option<Limit>,
    seconds: f64,
}

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
