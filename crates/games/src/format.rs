//! The formats that levels are kept in: level text, the input of the game's judge, and those of other
//! programs.

use std::fmt;

use fewest_search::Limit;
use fewest_words::{key, of, say};

use crate::builtin::AnyLevel;
use crate::game::Game;
use crate::level::About;
use crate::scan::Scanner;
use crate::solve::Disagreement;
use crate::source::{Source, TextError};

/// What is known of a format before anything is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// The word that asks for it: `mbf`.
    pub name: &'static str,
    /// How the names of such files end, where they have an ending of their own: `.mbf`.
    pub ending: Option<&'static str>,
    /// What it is, in a few words.
    pub what: &'static str,
    /// How many levels a file of it can have.
    pub holds: Holds,
    /// Whether levels can be read from it.
    pub is_read: bool,
    /// Whether levels can be written in it.
    pub is_written: bool,
}

/// How many levels a file can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Just one.
    One,
    /// As many as there are.
    Many,
}

/// Level text, which every game has.
pub const LEVEL: FormatInfo = FormatInfo {
    name: "level",
    ending: Some(".txt"),
    what: key("level text"),
    holds: Holds::Many,
    is_read: true,
    is_written: true,
};

/// The input of the game's judge, which every game has.
pub const JUDGE: FormatInfo = FormatInfo {
    name: "judge",
    ending: None,
    what: key("the input of the game's judge"),
    holds: Holds::Many,
    is_read: true,
    is_written: true,
};

/// A format of another program's: how it is called, read and written.
pub struct Format<B> {
    /// The word that asks for it.
    pub name: &'static str,
    /// How the names of such files end, where they have an ending of their own.
    pub ending: Option<&'static str>,
    /// What it is, in a few words.
    pub what: &'static str,
    /// How many boards a file of it can have.
    pub holds: Holds,
    /// How it is read.
    pub read: Reading<B>,
    /// Writes a board as it is read, or says what the format cannot say; nothing where boards are
    /// only read from it.
    pub write: Option<Writing<B>>,
}

/// How a format is written: the bytes, or what it cannot say.
pub type Writing<B> = fn(&B, Loss) -> Result<Vec<u8>, String>;

/// How a format is read.
pub enum Reading<B> {
    /// Never: another one reads what this one writes.
    Never,
    /// From a text; nothing where the text is not of this format. What begins like one and is
    /// damaged is wrong.
    Text(fn(Source) -> Option<Result<Vec<B>, TextError>>),
    /// From bytes that are no text.
    Binary(fn(&[u8]) -> Result<B, Flaw>),
}

impl<B> Format<B> {
    /// What is known of it.
    pub const fn info(&self) -> FormatInfo {
        FormatInfo {
            name: self.name,
            ending: self.ending,
            what: self.what,
            holds: self.holds,
            is_read: !matches!(self.read, Reading::Never),
            is_written: self.write.is_some(),
        }
    }
}

/// Whether what a format cannot say may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is an error: what is written is read as the same board.
    Refused,
    /// It is left out.
    Accepted,
}

/// What is wrong with a file that is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The byte at which it shows, from 0.
    pub byte: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (byte, message) = (self.byte, &self.message);
        f.write_str(&say!("byte {byte}: {message}", byte, message))
    }
}

/// Why a file was not read in the format that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Something in a text.
    Text(TextError),
    /// Something in a file that is no text.
    Binary(Flaw),
    /// There is no such format to read.
    NoFormat(String),
}

impl From<TextError> for Unread {
    fn from(error: TextError) -> Self {
        Unread::Text(error)
    }
}

/// One file with all the levels, or what the format cannot say of them.
pub fn file<'a>(
    name: &str,
    levels: impl ExactSizeIterator<Item = &'a AnyLevel>,
    loss: Loss,
) -> Result<Vec<u8>, String> {
    if name == LEVEL.name {
        let texts: Vec<_> = levels.map(AnyLevel::level_text).collect();
        return Ok(texts.join("---\n").into_bytes());
    }
    if name == JUDGE.name {
        return Ok(input(levels)?.into_bytes());
    }
    let number = levels.len();
    let mut bytes = Vec::new();
    for (place, level) in (1..).zip(levels) {
        let (formats, info) = (level.formats(), level.info());
        let format = formats.iter().find(|format| format.name == name);
        match format.filter(|format| format.is_written) {
            None => return Err(unwritten(name, info.id, &formats)),
            Some(format) if format.holds == Holds::One && number > 1 => {
                return Err(say!(
                    "a file in the format {name} has one board: {number} were given",
                    name,
                    number
                ));
            }
            Some(_) => {}
        }
        let title = title(level.about(), place);
        bytes.extend(level.write_as(name, loss).map_err(|why| {
            say!(
                "{judge} cannot have {title}: {why}",
                judge = name,
                title,
                why
            )
        })?);
    }
    Ok(bytes)
}

/// Why nothing can be written in a format: the game has no such one, or only reads it.
pub(crate) fn unwritten(name: &str, game: &str, formats: &[FormatInfo]) -> String {
    let written = formats.iter().filter(|format| format.is_written);
    say!(
        "{game} cannot be written in the format {name}: its formats are {names}",
        game,
        name,
        names = names(written)
    )
}

/// Why nothing can be read in a format.
pub(crate) fn unread(name: &str, game: &str, formats: &[FormatInfo]) -> Unread {
    let read = formats.iter().filter(|format| format.is_read);
    Unread::NoFormat(say!(
        "{game} cannot be read in the format {name}: its formats are {names}",
        game,
        name,
        names = names(read)
    ))
}

fn names<'a>(formats: impl Iterator<Item = &'a FormatInfo>) -> String {
    let names: Vec<_> = formats.map(|format| format.name).collect();
    names.join(of(key(", ")))
}

/// The format of a game's judge.
pub struct Judge<G> {
    /// Reads the next case of its input; `None` after the last one.
    pub read: fn(&mut Scanner) -> Result<Option<G>, TextError>,
    /// Writes one case as `read` reads it, or says what the format cannot say.
    pub write: fn(&G) -> Result<String, String>,
    /// Writes the answer to a case: [`answer_fewest`] where the judge asks for the fewest.
    pub answer: Answerer<G>,
}

/// Writes the answer to a case; it may ask for the fewest moves of boards.
pub type Answerer<G> = fn(G, Fewest<G>, &mut Vec<u8>) -> Result<(), JudgeError>;

/// Finds the fewest moves of a board; `None` if it cannot be won.
pub type Fewest<'a, G> = &'a mut dyn FnMut(&G) -> Result<Option<u64>, JudgeError>;

/// Writes the fewest moves of a board on a line, or the judge's word for one that cannot be won.
///
/// # Errors
/// The board was not decided.
pub fn answer_fewest<G: Game>(
    board: G,
    fewest: Fewest<G>,
    out: &mut Vec<u8>,
) -> Result<(), JudgeError> {
    match fewest(&board)? {
        Some(fewest) => out.extend_from_slice(fewest.to_string().as_bytes()),
        None => out.extend_from_slice(G::INFO.judge_no.as_bytes()),
    }
    out.push(b'\n');
    Ok(())
}

/// One judge's input with a case for each level, or what it cannot say.
pub fn input<'a>(levels: impl Iterator<Item = &'a AnyLevel>) -> Result<String, String> {
    let mut text = String::new();
    let mut game = None;
    for (number, level) in (1..).zip(levels) {
        let info = level.info();
        let first = game.get_or_insert(info);
        if first.id != info.id {
            let (one, other) = (first.id, info.id);
            return Err(say!(
                "a judge's input is of one game, not {one} and {other}",
                one,
                other
            ));
        }
        let title = title(level.about(), number);
        let case = level.judge_case();
        text += &case.map_err(|why| {
            say!(
                "{judge} cannot have {title}: {why}",
                judge = info.judge.unwrap_or(info.title),
                title,
                why
            )
        })?;
    }
    text += game.map_or("", |info| info.judge_end);
    Ok(text)
}

/// What a level of several is called: its title, or its number.
pub(crate) fn title(level: About, number: usize) -> String {
    level
        .title
        .map_or(say!("level {number}", number), |title| format!("`{title}`"))
}

/// Why a judge's input was not answered.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The input is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A case was not decided within the limits.
    #[error("{}", of(.0.in_words()))]
    GaveUp(Limit),
    /// A kernel's answer was refused by the rules.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}
