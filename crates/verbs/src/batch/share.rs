//! The texts that levels are in, and how they are shared out: a level text behind its `---` lines,
//! still unread; what other texts hold, level by level.

use std::num::NonZeroUsize;
use std::path::Path;

use fewest_games::game::{Game, Level};
use fewest_games::level::{self, Part};
use fewest_games::registry;
use fewest_games::source::{Source, TextError};
use fewest_words::say;
use serde::Serialize;

use crate::args::LevelArgs;
use crate::desk::Desk;
use crate::ended::{Complaint, Failure};

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
pub struct Text {
    name: String,
    bytes: Result<Vec<u8>, Wrong>,
}

/// Reads every text. One that cannot be read is wrong by itself.
pub fn read(args: &LevelArgs, desk: &mut dyn Desk) -> Result<Vec<Text>, Failure> {
    let read = |file: Option<&Path>| match (desk.read(file), file) {
        (Ok((name, bytes)), _) => Ok(Text {
            name,
            bytes: Ok(bytes),
        }),
        (Err(Failure::BadInput(complaints)), Some(file)) => Ok(Text {
            name: file.display().to_string(),
            bytes: Err(in_words(complaints)),
        }),
        (Err(failure), _) => Err(failure),
    };
    match args.files.as_slice() {
        [] => [None].into_iter().map(read).collect(),
        files => files
            .iter()
            .map(|file| Some(file.as_path()))
            .map(read)
            .collect(),
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

impl Text {
    /// How long it is.
    pub fn len(&self) -> usize {
        self.bytes.as_ref().map_or(0, Vec::len)
    }

    /// The levels in it.
    pub fn levels(&self, game: Option<&'static dyn Game>) -> Contents<'_> {
        let content = match &self.bytes {
            Err(wrong) => Content::Wrong(wrong.clone()),
            Ok(bytes) => match registry::level_text(bytes, game) {
                Some(source) => Content::Pieces(source),
                None => match registry::read_bytes(bytes, game) {
                    Ok(levels) => Content::Levels(levels),
                    Err(error) => Content::Wrong(error.into()),
                },
            },
        };
        Contents {
            name: &self.name,
            content,
        }
    }
}

/// What a text holds.
pub struct Contents<'a> {
    name: &'a str,
    content: Content<'a>,
}

enum Content<'a> {
    Wrong(Wrong),
    Pieces(Source<'a>),
    Levels(Vec<Box<dyn Level>>),
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
    Levels(&'a [Box<dyn Level>]),
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
            Content::Pieces(source) => level::parts(*source, grain).map(Work::Part).collect(),
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
            share.number = None;
        }
        shares
    }
}
