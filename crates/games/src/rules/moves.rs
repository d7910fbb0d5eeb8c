//! How a move is written and read.

use std::borrow::Cow;
use std::fmt;

use crate::grid::Direction;

/// How a move is written. A long solution has millions of them, nearly all from a handful of
/// words: those are not allocated.
pub type MoveName = Cow<'static, str>;

/// A move that can be written and read.
pub trait MoveText: Copy + Eq + Send + Sync + fmt::Display {
    /// How a move is written, for errors and help.
    const FORM: &'static str;
    /// Whether moves are single letters, which may be written without spaces between them.
    const LETTERS: bool = false;
    /// Reads one move.
    fn read(word: &str) -> Option<Self>;
    /// Writes it. A game with few different moves can say it without an allocation.
    fn name(self) -> MoveName {
        Cow::Owned(self.to_string())
    }
}

impl MoveText for Direction {
    const FORM: &'static str = "U, D, L or R";
    const LETTERS: bool = true;
    fn read(word: &str) -> Option<Self> {
        match word {
            "U" | "u" => Some(Direction::Up),
            "D" | "d" => Some(Direction::Down),
            "L" | "l" => Some(Direction::Left),
            "R" | "r" => Some(Direction::Right),
            _ => None,
        }
    }
    fn name(self) -> MoveName {
        Cow::Borrowed(self.letter())
    }
}
