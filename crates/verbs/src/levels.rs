//! The levels that a question is about.

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

/// Reads every level of every text. Where one is wrong, all that is wrong is told and nothing is
/// returned, so that nothing is half done.
pub fn read(args: &LevelArgs, desk: &mut dyn Desk) -> Result<Vec<Entry>, Failure> {
    let game = args.game.as_deref().map(game);
    let mut entries = Vec::new();
    let mut complaints = Vec::new();
    let mut texts: Vec<_> = args.files.iter().map(|file| Some(file.as_path())).collect();
    if texts.is_empty() {
        texts.push(None);
    }
    for text in texts {
        let read = desk.read(text).and_then(|(name, bytes)| {
            let levels = levels_of(&name, &bytes, game)?;
            levels
                .iter()
                .try_for_each(|entry| desk.admit(&*entry.level))?;
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
pub fn levels_of(
    name: &str,
    bytes: &[u8],
    game: Option<&'static dyn Game>,
) -> Result<Vec<Entry>, Failure> {
    let levels =
        registry::read_bytes(bytes, game).map_err(|error| Failure::text(name, bytes, error))?;
    let alone = levels.len() == 1;
    let entry = |(number, level)| Entry {
        name: match alone {
            true => name.to_string(),
            false => format!("{name}#{number}"),
        },
        level,
    };
    Ok((1..).zip(levels).map(entry).collect())
}

/// The game of an id that the arguments have been checked for.
pub fn game(id: &str) -> &'static dyn Game {
    registry::find(id).expect("the arguments allow only games there are")
}

/// Reads a text, or tells what is wrong with it.
pub fn parse<T>(
    name: &str,
    bytes: &[u8],
    read: impl FnOnce(Source) -> Result<T, TextError>,
) -> Result<T, Failure> {
    Source::new(bytes)
        .and_then(read)
        .map_err(|error| Failure::text(name, bytes, error))
}
