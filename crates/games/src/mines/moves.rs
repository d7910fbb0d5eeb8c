//! What a player does with a cell: open it, set or take away its flag, or chord on it.

use std::fmt;

use crate::game::MoveText;
use crate::grid::Place;

/// One touch of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Opens a hidden cell: `3,4`.
    Open(Place),
    /// Sets a flag on a hidden cell, or takes the one away that is there: `F3,4`.
    Flag(Place),
    /// Opens all that is hidden and has no flag around a digit with as many flags: `C3,4`.
    Chord(Place),
}

impl Touch {
    /// The cell that is touched.
    pub fn place(self) -> Place {
        match self {
            Touch::Open(place) | Touch::Flag(place) | Touch::Chord(place) => place,
        }
    }
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Open(place) => write!(f, "{place}"),
            Touch::Flag(place) => write!(f, "F{place}"),
            Touch::Chord(place) => write!(f, "C{place}"),
        }
    }
}

impl MoveText for Touch {
    const FORM: &'static str = "row,column, both counted from 0; with `clicks: all` also F before it for a flag, C for a chord";

    fn read(word: &str) -> Option<Self> {
        let touch: fn(Place) -> Touch = match word.as_bytes().first()? {
            b'F' | b'f' => Touch::Flag,
            b'C' | b'c' => Touch::Chord,
            _ => return Place::read(word).map(Touch::Open),
        };
        Place::read(&word[1..]).map(touch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touches_are_written_as_they_are_read() {
        let place = Place { row: 3, column: 14 };
        for (words, touch) in [
            (["3,14", "03,14"], Touch::Open(place)),
            (["F3,14", "f3,14"], Touch::Flag(place)),
            (["C3,14", "c3,14"], Touch::Chord(place)),
        ] {
            for word in words {
                assert_eq!(Touch::read(word), Some(touch), "{word}");
            }
            assert_eq!(touch.to_string(), words[0]);
            assert_eq!(touch.place(), place);
        }
        for word in [
            "",
            "F",
            "FF3,4",
            "X3,4",
            "F-1,2",
            "C3",
            "3,4F",
            "É3,4",
            "F3,4294967296",
        ] {
            assert_eq!(Touch::read(word), None, "{word}");
        }
    }
}
