//! The levels that a question is about.

use fewest_games::format::Unread;
use fewest_games::game::{Game, Level};
use fewest_games::registry;
use fewest_games::source::{Source, TextError};
use fewest_words::say;

use crate::args::LevelArgs;
use crate::desk::Desk;
use crate::ended::Failure;

/// A level and where it comes from.
pub struct Entry {
    /// The text's name, and the level's number where it has several.
    pub name: String,
    /// The level.
    pub level: Box<dyn Level>,
}

impl Entry {
    /// What the level is called, its title or else where it comes from, and its game.
    pub fn title(&self) -> String {
        let title = self.level.title().unwrap_or(&self.name);
        say!("{title} ({game})", title, game = self.level.info().id)
    }
}

/// Reads every level of every text. Where one is wrong, or does not say what a search must know, all
/// that is wrong is told and nothing is returned, so that nothing is half done.
pub fn read(args: &LevelArgs, desk: &mut dyn Desk) -> Result<Vec<Entry>, Failure> {
    read_with(args, desk, levels_of, |entry| match entry.level.missing() {
        None => Ok(()),
        Some(what) => Err(Failure::plain(say!(
            "{name}: {told}",
            name = entry.name,
            told = what
        ))),
    })
}

/// The same for what asks no search about a level: nothing need be known that is not seen.
pub fn read_any(args: &LevelArgs, desk: &mut dyn Desk) -> Result<Vec<Entry>, Failure> {
    read_with(args, desk, levels_of, |_| Ok(()))
}

/// The same where every text is in the format of that name.
pub fn read_as(format: &str, args: &LevelArgs, desk: &mut dyn Desk) -> Result<Vec<Entry>, Failure> {
    let of_text = |name: &str, bytes: &[u8], game| {
        let levels = registry::read_as(format, bytes, game).map_err(|unread| match unread {
            Unread::Text(error) => Failure::text(name, bytes, error),
            Unread::Binary(flaw) => Failure::plain(say!("{name}: {told}", name, told = flaw)),
            Unread::NoFormat(why) => Failure::plain(why),
        })?;
        Ok(entries(name, levels))
    };
    read_with(args, desk, of_text, |_| Ok(()))
}

/// Reads every level of every text, and looks at each.
fn read_with(
    args: &LevelArgs,
    desk: &mut dyn Desk,
    of_text: impl Fn(&str, &[u8], Option<&'static dyn Game>) -> Result<Vec<Entry>, Failure>,
    look: impl Fn(&Entry) -> Result<(), Failure>,
) -> Result<Vec<Entry>, Failure> {
    let game = args.game.as_deref().map(game);
    let mut entries = Vec::new();
    let mut complaints = Vec::new();
    let mut texts: Vec<_> = args.files.iter().map(|file| Some(file.as_path())).collect();
    if texts.is_empty() {
        texts.push(None);
    }
    for text in texts {
        let read = desk.read(text).and_then(|(name, bytes)| {
            let levels = of_text(&name, &bytes, game)?;
            for entry in &levels {
                look(entry)?;
                desk.admit(&*entry.level)?;
            }
            Ok(levels)
        });
        match read {
            Ok(levels) => entries.extend(levels),
            Err(Failure::BadInput(more)) => complaints.extend(more),
            Err(failure) => return Err(failure),
        }
    }
    match complaints.is_empty() {
        true => Ok(entries),
        false => Err(Failure::BadInput(complaints)),
    }
}

/// The levels of one text.
pub(crate) fn levels_of(
    name: &str,
    bytes: &[u8],
    game: Option<&'static dyn Game>,
) -> Result<Vec<Entry>, Failure> {
    let levels =
        registry::read_bytes(bytes, game).map_err(|error| Failure::text(name, bytes, error))?;
    Ok(entries(name, levels))
}

/// The levels of one text, each with where it comes from.
fn entries(name: &str, levels: Vec<Box<dyn Level>>) -> Vec<Entry> {
    let alone = levels.len() == 1;
    let entry = |(number, level)| Entry {
        name: match alone {
            true => name.to_string(),
            false => format!("{name}#{number}"),
        },
        level,
    };
    (1..).zip(levels).map(entry).collect()
}

/// The game of an id that the arguments have been checked for.
pub fn game(id: &str) -> &'static dyn Game {
    registry::find(id).expect("the arguments allow only games there are")
}

/// Reads a text, or tells what is wrong with it.
pub(crate) fn parse<T>(
    name: &str,
    bytes: &[u8],
    read: impl FnOnce(Source) -> Result<T, TextError>,
) -> Result<T, Failure> {
    Source::new(bytes)
        .and_then(read)
        .map_err(|error| Failure::text(name, bytes, error))
}
