//! A game's words: its name, units, glyphs, options and tools, for help, errors and every list.

use fewest_words::of;
use serde::Serialize;

use crate::level::Note;
use crate::making::amounts::Amount;
use crate::palette::{Blank, Play, Tool};

/// A game's name and words, for help and for every list.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Info {
    /// The id, as it is typed.
    pub id: &'static str,
    /// The game's full name.
    pub title: &'static str,
    /// The rules for a player, sentence by sentence: the goal first, then what a move does, and how
    /// the game is won or lost.
    pub how: &'static [&'static str],
    /// A small level text with its solution, as a picture of the rules.
    pub example: &'static str,
    /// Where its rules and its judge's format come from.
    pub judge: &'static str,
    /// The judge's word for a board that cannot be won.
    pub judge_no: &'static str,
    /// What stands after the last case of the judge's input.
    pub judge_end: &'static str,
    /// What is counted.
    pub unit: Unit,
    /// How a move is written.
    pub moves: &'static str,
    /// The glyphs of a board, and what each means.
    pub glyphs: &'static [(&'static str, &'static str)],
    /// The options, which are notes of a level.
    pub options: &'static [OptionInfo],
    /// What new boards have more or less of.
    pub amounts: &'static [Amount],
    /// How a player makes a move.
    pub play: Play,
    /// Whether dice decide where nobody chooses the moves: then there are odds to tell.
    pub chance: bool,
    /// Whether what lies under a covered square is hidden from the player, who may set flags: then
    /// there are odds to tell of what it is.
    pub covers: bool,
    /// What the parts of the difficulty add up to on the hardest board known: that board is a 10.
    /// `docs/rating.md` says which it is.
    #[serde(skip)]
    pub hardest: f64,
    /// The board on which drawing begins.
    pub board: Blank,
    /// What a board is drawn with.
    pub tools: &'static [Tool],
}

/// What a game counts: `roll`, `rolls`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Unit {
    /// One of it.
    pub one: &'static str,
    /// Several.
    pub many: &'static str,
}

impl Unit {
    /// `the fewest rolls`.
    pub fn fewest(&self) -> String {
        format!("the fewest {}", self.many)
    }

    /// `1 roll`, `4 rolls`.
    pub fn count(&self, number: u64) -> String {
        let word = if number == 1 { self.one } else { self.many };
        format!("{number} {}", of(word))
    }
}

/// One option of a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionInfo {
    /// The note's name.
    pub name: &'static str,
    /// What it may be.
    pub values: &'static str,
    /// The words that it may be, where those are all.
    pub choices: &'static [&'static str],
    /// What it is when it is not said.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

impl OptionInfo {
    /// The default in the language that is spoken. One of the choices stays as it is typed.
    pub fn default_in_words(&self) -> &'static str {
        match self.choices.contains(&self.default) {
            true => self.default,
            false => of(self.default),
        }
    }
}

/// The options that a level's notes set; by default none, as on a judge's board.
#[derive(Default)]
pub struct Options<'a>(pub(crate) Vec<Note<'a>>);

impl<'a> Options<'a> {
    /// The note that sets an option, if one does.
    pub fn get(&self, name: &str) -> Option<Note<'a>> {
        self.0.iter().find(|note| note.name.text == name).copied()
    }
}
