//! What a position looks like, for any screen: a grid of tiles, each a short text and a role.

use crate::grid::Grid;

/// A position to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board.
    pub tiles: Grid<Tile>,
}

/// One square to look at. Its text alone tells what it is; the role lets a screen colour it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// What to write in the square.
    pub text: String,
    /// What the square is.
    pub role: Role,
}

impl Tile {
    /// A tile.
    pub fn new(text: impl Into<String>, role: Role) -> Self {
        Tile {
            text: text.into(),
            role,
        }
    }
}

/// What a square is, in words that all games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing of note: floor, ice, a plain square.
    Plain,
    /// What stops a move: a wall, a block.
    Wall,
    /// What the player moves: a head, a stone, a pawn.
    Player,
    /// What follows the player: the body.
    Body,
    /// Where the player wants to be: an apple, a goal, the last square.
    Goal,
    /// A way up or across: a ladder, a portal.
    Lift,
    /// A way down: a snake on a ladders board.
    Drop,
    /// Not seen yet.
    Hidden,
    /// A count of what is near.
    Count,
    /// What loses the game: a mine.
    Danger,
}
