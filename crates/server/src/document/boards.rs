//! What is answered about boards and their squares, described.

#![allow(dead_code, reason = "these are described, and never made")]

use utoipa::ToSchema;

use super::shapes::{Limit, Standing};

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
