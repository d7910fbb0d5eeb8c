//! What is answered about the games themselves, described.

#![allow(dead_code, reason = "these are described, and never made")]

use utoipa::ToSchema;

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
