//! What a player does: a roll of the die.

use std::borrow::Cow;
use std::fmt;

use crate::game::{MoveName, MoveText};
use crate::source::digits;

/// A roll of the die: how many squares it advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll(pub u32);

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl MoveText for Roll {
    const FORM: &'static str = "as the number of squares a roll advances";
    fn read(word: &str) -> Option<Self> {
        digits(word).map(Roll)
    }
    fn name(self) -> MoveName {
        const FACES: &str = "0123456789";
        let face = self.0 as usize;
        match FACES.get(face..face + 1) {
            Some(digit) => Cow::Borrowed(digit),
            None => Cow::Owned(self.to_string()),
        }
    }
}
