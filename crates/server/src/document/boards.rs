//! What is answered about boards and their squares, about the games, and about a catalogue, described.

#![allow(dead_code, reason = "these are described, and never made")]

use utoipa::ToSchema;

use crate::document::searches::{Limit, Standing};

/// One layer of a search.
#[derive(ToSchema)]
struct Layer {
    /// How many moves reach it.
    depth: u64,
    /// How many positions are first reached by so many; null in a layer of a solution.
    #[schema(required)]
    positions: Option<u64>,
    /// Pairs of a square and the number of positions with the player there, or, in a game without
    /// a player, with the square changed; in a layer of a solution the squares that it changes.
    squares: Vec<Vec<u64>>,
}

/// What the layers are layers of.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum Shows {
    /// All positions that can be reached, by the number of moves that reach them first.
    Search,
    /// One shortest solution, a layer for each of its moves: the positions are too many.
    Solution,
}

/// The layers of a search.
#[derive(ToSchema)]
pub struct Layers {
    game: String,
    #[schema(required)]
    title: Option<String>,
    unit: String,
    shows: Shows,
    layers: Vec<Layer>,
    /// How many positions there are in all these layers; null for those of a solution. A search
    /// for the fewest may visit fewer.
    #[schema(required)]
    reachable: Option<u64>,
    /// The depth of the first win; null where no win was reached.
    #[schema(required)]
    won_at: Option<u64>,
    /// Which limit ended the search; null where none did.
    #[schema(required)]
    limit: Option<Limit>,
}

/// A kind of tile.
#[derive(ToSchema)]
struct Tile {
    /// What a terminal writes in the square.
    text: String,
    /// What the square is, in a word.
    role: String,
    /// What a picture shows as the square itself.
    ground: String,
    /// What a picture shows on top of it.
    #[schema(required)]
    piece: Option<String>,
    /// What a picture writes in it.
    label: String,
    /// Which of the sprites a picture draws over the ground, the lowest first; only where there are any.
    pictures: Option<Vec<u32>>,
}

/// A small picture that a level brings along, drawn as large as a square allows.
#[derive(ToSchema)]
struct Sprite {
    /// How many pixels there are in each row.
    columns: u32,
    /// The colours of its pixels, each as `#rrggbb`.
    colours: Vec<String>,
    /// For each pixel, row by row, the place of its colour among those; null is transparent.
    pixels: Vec<Option<u32>>,
}

/// A way from one square to another.
#[derive(ToSchema)]
struct Link {
    from: u32,
    to: u32,
    role: String,
}

/// Where a move went.
#[derive(ToSchema)]
struct Trace {
    /// The squares it walked over.
    steps: Vec<u32>,
    /// Where the last of them leads at once.
    #[schema(required)]
    jump: Option<u32>,
}

/// A wall between a square and one of its neighbours.
#[derive(ToSchema)]
struct Edge {
    /// The square on the left of the wall, or above it.
    square: u32,
    /// Whether the wall is on the right of that square, or below it.
    side: Side,
}

#[derive(ToSchema)]
enum Side {
    R,
    D,
}

/// What a position looks like. Squares are numbered row by row from the top left, from 0.
#[derive(ToSchema)]
struct View {
    rows: u32,
    columns: u32,
    /// Every kind of tile there is.
    kinds: Vec<Tile>,
    /// For each square, the place of its kind among those.
    tiles: Vec<u32>,
    /// The squares of the long body, from the head to the tail.
    body: Vec<u32>,
    links: Vec<Link>,
    /// Walls between two squares; only where there are any.
    edges: Option<Vec<Edge>>,
    /// The pictures that the level brings along; only where there are any.
    sprites: Option<Vec<Sprite>>,
    /// The way of the move that led here.
    #[schema(required)]
    trace: Option<Trace>,
}

/// A position.
#[derive(ToSchema)]
pub struct Shown {
    game: String,
    #[schema(required)]
    title: Option<String>,
    /// How many moves have been made.
    made: u64,
    standing: Standing,
    /// Why the game is lost, in one clause; only where it is lost.
    lost_because: Option<String>,
    /// What a terminal writes in each square, row by row.
    board: Vec<Vec<String>>,
    /// The moves that can be made.
    moves: Vec<String>,
    /// What the level does not say and every search must know, where there is such a thing.
    missing: Option<String>,
    view: View,
    /// For each square the fewest moves that win with the player there, where that was asked.
    distances: Option<Vec<Option<u64>>>,
    /// Which limit left the distances unknown.
    limit: Option<Limit>,
}

/// How a player makes a move.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum Play {
    Steps,
    Numbers,
    Squares,
    Pieces,
}

/// The board on which drawing begins, and how its squares are written.
#[derive(ToSchema)]
struct Blank {
    /// What is written for an erased square.
    empty: String,
    /// What a picture shows there.
    ground: String,
    rows: u32,
    columns: u32,
    /// Whether every board has as many rows as columns.
    square: bool,
    /// Whether the squares of a row are written with spaces between them.
    spaced: bool,
    /// Whether the squares are numbered from 1 at the bottom left, each row up running the other
    /// way, and a square may hold the number of another.
    numbered: bool,
    /// How boards are written of which nothing is known but what can be seen.
    #[schema(required)]
    veil: Option<Veil>,
}

/// How covered squares are written where nobody knows what is under them.
#[derive(ToSchema)]
struct Veil {
    /// What is written for an erased square there.
    empty: String,
    /// The glyphs of covered squares there.
    unknown: String,
    /// Their glyphs on any other board.
    known: String,
    /// The note that says how many dangers there are, which such a board does not show.
    total: String,
}

/// How a tool draws.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum ToolKind {
    Paint,
    One,
    Path,
    Pair,
    Link,
    Note,
    Edge,
}

/// A tool of the palette.
#[derive(ToSchema)]
struct Tool {
    /// What it draws, in a word or two.
    name: String,
    kind: ToolKind,
    /// The glyphs that it writes, each a single character.
    glyphs: String,
    /// What a picture shows in the square then.
    #[schema(required)]
    ground: Option<String>,
    /// What a picture shows on top of it.
    #[schema(required)]
    piece: Option<String>,
    /// The note that it sets.
    #[schema(required)]
    note: Option<String>,
    /// `first` or `last`: which square is meant where that note is not given.
    #[schema(required)]
    default: Option<String>,
    /// The key that takes it in hand; null where it is the tool's place in the palette.
    #[schema(required)]
    key: Option<String>,
}

/// What is counted: the word for one, and for several.
#[derive(ToSchema)]
struct Unit {
    one: String,
    many: String,
}

/// Something of which new boards have more or less: a number, a range, or a share of the squares.
#[derive(ToSchema)]
struct Amount {
    name: String,
    /// How much of it a new board has where nobody says it.
    usual: String,
    /// How much of it there may be where all boards are asked about.
    all: String,
    meaning: String,
}

/// One option of a game.
#[derive(ToSchema)]
struct GameOption {
    name: String,
    values: String,
    /// The words that it may be, where it is one of a few.
    choices: Vec<String>,
    default: String,
    meaning: String,
}

/// A game: its words, and how it is drawn and played.
#[derive(ToSchema)]
pub struct Game {
    id: String,
    title: String,
    /// The rules for a player, sentence by sentence.
    how: Vec<String>,
    /// A small level text with its solution, as a picture of the rules. Where squares are covered,
    /// its first move opens some numbers.
    example: String,
    judge: Option<String>,
    /// The judge's word for a board that cannot be won.
    judge_no: String,
    /// What stands after the last case of the judge's input.
    judge_end: String,
    unit: Unit,
    /// How a move is written.
    moves: String,
    /// Pairs of a glyph and what it means.
    glyphs: Vec<Vec<String>>,
    options: Vec<GameOption>,
    /// What new boards have more or less of.
    amounts: Vec<Amount>,
    play: Play,
    board: Blank,
    tools: Vec<Tool>,
    /// Whether dice decide, so that there are odds.
    chance: bool,
    /// Whether squares are covered while it is played.
    covers: bool,
}

/// What is known of a level: it is either won or cannot be.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
enum Proven {
    Fewest,
    Impossible,
}

/// A level of the catalogue.
#[derive(ToSchema)]
pub struct CatalogueLevel {
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

/// One of them.
#[derive(ToSchema)]
pub struct Shipped {
    /// Its place: `snake/round-the-wall`.
    name: String,
    /// The game's id.
    game: String,
    #[schema(required)]
    title: Option<String>,
    rows: u32,
    columns: u32,
    /// What its notes say the fewest is.
    #[schema(required)]
    par: Option<String>,
    /// The level itself.
    text: String,
}
