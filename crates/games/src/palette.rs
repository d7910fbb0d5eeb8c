//! What a game is drawn and played with on a screen: the tools of its palette, the board they
//! begin on, and how a move is made by hand.

use serde::Serialize;

use crate::view::{Ground, Piece};

/// How a player makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// One of `U`, `D`, `L` and `R`: an arrow key, a swipe.
    Steps,
    /// A number: a roll.
    Numbers,
    /// The `row,column` of a square: a click.
    Squares,
}

/// The board on which drawing begins, and how its squares are written.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Blank {
    /// What is written for an erased square.
    pub empty: &'static str,
    /// What a picture shows there.
    pub ground: Ground,
    /// How many rows a new board has.
    pub rows: u32,
    /// How many columns a new board has.
    pub columns: u32,
    /// Whether every board has as many rows as columns.
    pub square: bool,
    /// Whether the squares of a row are written with spaces between them.
    pub spaced: bool,
    /// Whether the squares are numbered from 1 at the bottom left, each row up running the other
    /// way, and a square may hold the number of another.
    pub numbered: bool,
    /// How boards are written of which nothing is known but what can be seen, in a game that has
    /// such boards.
    pub veil: Option<Veil>,
}

/// How covered squares are written where nobody knows what is under them. On one board either all
/// of them are written so, or none.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Veil {
    /// What is written for an erased square there.
    pub empty: &'static str,
    /// The glyphs of covered squares there.
    pub unknown: &'static str,
    /// Their glyphs on any other board.
    pub known: &'static str,
    /// The note that says how many dangers there are, which such a board does not show.
    pub total: &'static str,
}

impl Blank {
    /// A single square of floor: what most boards are made of, but for their size.
    pub const PLAIN: Blank = Blank {
        empty: ".",
        ground: Ground::Floor,
        rows: 1,
        columns: 1,
        square: false,
        spaced: false,
        numbered: false,
        veil: None,
    };
}

/// A tool of the palette. The defaults are for what it does not need: `Tool { …, ..Tool::NONE }`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Tool {
    /// What it draws, in a word or two; no other tool of the game is called so.
    pub name: &'static str,
    /// How it draws.
    pub kind: ToolKind,
    /// The glyphs that it writes, each a single character.
    pub glyphs: &'static str,
    /// What a picture shows in the square then, where that is anything of its own.
    pub ground: Option<Ground>,
    /// What a picture shows on top of it.
    pub piece: Option<Piece>,
    /// The note that it sets.
    pub note: Option<&'static str>,
    /// Which square is meant where that note is not given.
    pub default: Option<Corner>,
    /// The key that takes it in hand; without one it is the tool's place in the palette.
    pub key: Option<char>,
}

impl Tool {
    /// Whether it draws only where nothing is known of covered squares.
    #[cfg(test)]
    pub(crate) fn is_veiled(&self, board: &Blank) -> bool {
        let is_unknown = |veil: Veil| !self.glyphs.is_empty() && veil.unknown.contains(self.glyphs);
        board.veil.is_some_and(is_unknown)
    }

    /// A tool that draws nothing yet.
    pub const NONE: Tool = Tool {
        name: "",
        kind: ToolKind::Paint,
        glyphs: "",
        ground: None,
        piece: None,
        note: None,
        default: None,
        key: None,
    };
}

/// How a tool draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolKind {
    /// On any number of squares, the same on each.
    Paint,
    /// On one square of the board at most: to place it again moves it.
    One,
    /// From square to neighbouring square, its glyphs in their order.
    Path,
    /// On two squares for each of its glyphs.
    Pair,
    /// From one square to another: the first holds the number of the second.
    Link,
    /// Not on the board: it sets a note to the `row,column` of a square.
    Note,
}

/// A corner of the board in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Corner {
    /// The top left: the first square.
    First,
    /// The bottom right: the last square.
    Last,
}
