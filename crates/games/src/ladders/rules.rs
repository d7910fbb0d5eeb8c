//! How Snakes and Ladders is played: one roll, one landing, one jump at the most.

use std::borrow::Cow;
use std::fmt;

use super::Board;
use crate::rows::squares;
use crate::rules::{MoveName, MoveText, Rules, Standing};
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

impl Rules for Board {
    /// The square the player stands on.
    type State = u32;
    type Move = Roll;

    fn start(&self) -> u32 {
        self.from
    }

    fn standing(&self, &square: &u32) -> Standing {
        if square == self.last() {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &u32) -> Vec<Roll> {
        (1..=self.die.min(self.last())).map(Roll).collect()
    }

    fn play(&self, square: &mut u32, Roll(roll): Roll) -> Result<(), String> {
        if roll == 0 || roll > self.die {
            return Err(format!("the die has the faces 1 to {}", self.die));
        }
        let left = self.last() - *square;
        if roll > left {
            return Err(format!("only {} left", squares(left as usize)));
        }
        *square = self.landing(*square + roll);
        Ok(())
    }
}
