//! The texts that levels are in, and how they are shared out: a level text behind its `---` lines,
//! still unread; what other texts hold, level by level.

use std::num::NonZeroUsize;
use std::path::Path;

use fewest_games::builtin;
use fewest_games::builtin::{AnyLevel, GameId};
use fewest_games::level_text::{self, Part};
use fewest_games::source::{Source, TextError};
use fewest_words::say;
use serde::Serialize;

use crate::args::LevelArgs;
use crate::desk::Desk;
use crate::ended::{Complaint, Failure};
use crate::levels::{self, Text, Texts};

/// What is wrong with a level, or with a whole text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wrong {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

impl Wrong {
    /// Something that has no place in a text.
    pub fn plain(message: String) -> Self {
        Wrong {
            message,
            line: None,
            column: None,
            advice: None,
        }
    }
}

impl From<TextError> for Wrong {
    fn from(error: TextError) -> Self {
        Wrong {
            message: error.message,
            line: Some(error.line),
            column: Some(error.column),
            advice: Some(error.advice),
        }
    }
}

/// A text, or why there is none.
pub struct Named {
    name: String,
    text: Result<Text, Wrong>,
}

/// Reads every text. One that cannot be read is wrong by itself.
pub fn read(args: &LevelArgs, desk: &mut dyn Desk) -> Result<Vec<Named>, Failure> {
    let mut texts = Texts::new(args, desk);
    let read = |file: Option<&Path>| match (texts.read(file), file) {
        (Ok(text), _) => Ok(Named {
            name: levels::label(&text.name).to_string(),
            text: Ok(text),
        }),
        (Err(Failure::BadInput(complaints)), Some(file)) => Ok(Named {
            name: file.display().to_string(),
            text: Err(in_words(complaints)),
        }),
        (Err(failure), _) => Err(failure),
    };
    levels::files(args).into_iter().map(read).collect()
}

fn refused(failure: Failure) -> Wrong {
    match failure {
        Failure::BadInput(complaints) => in_words(complaints),
        other => Wrong::plain(other.to_string()),
    }
}

fn in_words(complaints: Vec<Complaint>) -> Wrong {
    match complaints.into_iter().next() {
        Some(Complaint::Plain(message) | Complaint::Squares { message, .. }) => {
            Wrong::plain(message)
        }
        Some(Complaint::Text { error, .. }) => error.into(),
        None => Wrong::plain(say!("a complaint without a word")),
    }
}

impl Named {
    /// How long it is.
    pub fn len(&self) -> usize {
        self.text.as_ref().map_or(0, |text| text.bytes.len())
    }

    /// The levels in it.
    pub fn levels(&self, game: Option<GameId>) -> Contents<'_> {
        let found = self.text.as_ref().map_err(Wrong::clone);
        let found = found.and_then(|text| match builtin::level_text(&text.bytes, game) {
            Some(source) => pieces(source, text),
            None => others(text, game),
        });
        let (content, picked) = found.unwrap_or_else(|wrong| (Content::Wrong(wrong), None));
        Contents {
            name: &self.name,
            content,
            picked,
        }
    }
}

/// What is meant of a level text, and the number where it is one level of several.
fn pieces<'a>(source: Source<'a>, text: &Text) -> Result<(Content<'a>, Option<u64>), Wrong> {
    let Some(pick) = &text.pick else {
        return Ok((Content::Pieces(source), None));
    };
    let found = pick.find(&text.name, level_text::pieces(source).count());
    let (place, number) = found.map_err(refused)?;
    let piece = level_text::pieces(source)
        .nth(place)
        .expect("it was counted");
    Ok((Content::Pieces(piece), number.map(|number| number as u64)))
}

/// The same of another text.
fn others<'a>(text: &Text, game: Option<GameId>) -> Result<(Content<'a>, Option<u64>), Wrong> {
    let mut levels = builtin::read_bytes(&text.bytes, game)?;
    let Some(pick) = &text.pick else {
        return Ok((Content::Levels(levels), None));
    };
    let (place, number) = pick.find(&text.name, levels.len()).map_err(refused)?;
    let level = levels.swap_remove(place);
    let number = number.map(|number| number as u64);
    Ok((Content::Levels(vec![level]), number))
}

/// What a text holds.
pub struct Contents<'a> {
    name: &'a str,
    content: Content<'a>,
    /// The number of the one level that is meant, where its text has several.
    picked: Option<u64>,
}

enum Content<'a> {
    Wrong(Wrong),
    Pieces(Source<'a>),
    Levels(Vec<AnyLevel>),
}

/// Levels that one thread solves one after another.
pub struct Share<'a> {
    /// The name of their text.
    pub name: &'a str,
    /// The number of the first in its text; nothing where it is alone there.
    pub number: Option<u64>,
    /// The levels.
    pub work: Work<'a>,
}

/// The levels of a share.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// None, but for an error in their place.
    Wrong(&'a Wrong),
    /// Unread ones.
    Part(Part<'a>),
    /// Levels of a text that was read as a whole.
    Levels(&'a [AnyLevel]),
}

impl Share<'_> {
    /// How many levels there are.
    pub fn levels(&self) -> u64 {
        match self.work {
            Work::Wrong(_) => 1,
            Work::Part(part) => part.levels,
            Work::Levels(levels) => levels.len() as u64,
        }
    }
}

/// There are so many shares for each thread, where there are enough levels: some levels take far
/// longer than others, and nobody shall be left with all of them.
const SHARES_OF_EACH: usize = 32;

/// The bytes of level text in a share: little where there is little, but so much of a long text that
/// sharing it out costs nothing.
pub fn grain(bytes: usize, jobs: NonZeroUsize) -> usize {
    (bytes / SHARES_OF_EACH / jobs).min(1 << 14)
}

impl<'a> Contents<'a> {
    /// Shares them out; of level text each share has so many bytes.
    pub fn shares(&'a self, grain: usize, jobs: NonZeroUsize) -> Vec<Share<'a>> {
        let works: Vec<_> = match &self.content {
            Content::Wrong(wrong) => vec![Work::Wrong(wrong)],
            Content::Pieces(source) => level_text::parts(*source, grain).map(Work::Part).collect(),
            Content::Levels(levels) => {
                let each = (levels.len() / SHARES_OF_EACH / jobs).clamp(1, 256);
                levels.chunks(each).map(Work::Levels).collect()
            }
        };
        let mut shares = Vec::with_capacity(works.len());
        let mut number = 1;
        for work in works {
            let share = Share {
                name: self.name,
                number: Some(number),
                work,
            };
            number += share.levels();
            shares.push(share);
        }
        if let ([share], 2) = (shares.as_mut_slice(), number) {
            share.number = self.picked;
        }
        shares
    }
}
