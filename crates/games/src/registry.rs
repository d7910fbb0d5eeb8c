//! The one list of games, and reading a text of which the game is not known yet.

use fewest_words::{key, say};

use crate::format::{JUDGE, LEVEL, Unread};
use crate::game::{Game, Level};
use crate::level::{self, LevelText, is_level_text};
use crate::source::{Source, TextError, is_text};

/// Declares the games: their folders as modules, and the list `GAMES` of their faces. Each
/// folder has a type `Board` with the six traits of [`crate::rules`], and is held to the
/// contract by a test.
macro_rules! games {
    ($($game:ident),+ $(,)?) => {
        $(pub mod $game;)+

        /// Every game there is.
        pub static GAMES: &[&dyn $crate::game::Game] =
            &[$(&$crate::typed::Typed::<$game::Board>(std::marker::PhantomData)),+];

        #[cfg(test)]
        mod keeps_the_contract {
            $(#[test]
            fn $game() {
                $crate::contract::holds::<super::$game::Board>();
            })+
        }
    };
}
pub(crate) use games;

/// The game of that id.
pub fn find(id: &str) -> Option<&'static dyn Game> {
    crate::GAMES
        .iter()
        .copied()
        .find(|game| game.info().id == id)
}

/// The ids of all games, for messages.
pub fn ids() -> String {
    let ids: Vec<_> = crate::GAMES.iter().map(|game| game.info().id).collect();
    ids.join(", ")
}

/// Reads every level of a file: a text as [`read`] reads it, or a game's binary file.
///
/// Only bytes that are no text and that fit a binary format from the first to the last are taken
/// for one, so that no text is ever mistaken. A binary file that is cut off cannot be told from
/// rubbish: the error is the text's.
pub fn read_bytes(
    bytes: &[u8],
    game: Option<&'static dyn Game>,
) -> Result<Vec<Box<dyn Level>>, TextError> {
    if is_text(bytes) {
        return read(Source::new(bytes)?, game);
    }
    let mut flaws = Vec::new();
    for game in asked(game) {
        match game.read_binary(bytes) {
            Ok(level) => return Ok(vec![level]),
            Err(more) => flaws.extend(more),
        }
    }
    let source = Source::new(bytes);
    let is_level = source.as_ref().is_ok_and(|&source| is_level_text(source));
    source
        .and_then(|source| read(source, game))
        .map_err(|mut error| {
            for (ending, flaw) in flaws.iter().filter(|_| !is_level) {
                error.advice += &say!("; as a {ending} file it is damaged at {flaw}", ending, flaw);
            }
            error
        })
}

/// Reads every level of a file in the format of that name, of which the game may be known.
///
/// Level text says its game itself, and the judges' formats need it said; each of the others is one
/// game's.
pub fn read_as(
    format: &str,
    bytes: &[u8],
    game: Option<&'static dyn Game>,
) -> Result<Vec<Box<dyn Level>>, Unread> {
    if format == LEVEL.name {
        let source = Source::new(bytes)?;
        if source.text().trim().is_empty() {
            return Ok(read(source, game)?);
        }
        let levels = level::pieces(source).map(|piece| read_piece(piece, game));
        return Ok(levels.collect::<Result<_, _>>()?);
    }
    let knows = |game: &&&dyn Game| game.formats().iter().any(|known| known.name == format);
    let whose = match game {
        Some(game) => Some(game),
        None if format == JUDGE.name => None,
        None => crate::GAMES.iter().find(knows).copied(),
    };
    match whose {
        Some(game) => {
            let levels = game.read_as(format, bytes)?;
            match levels.is_empty() {
                true => Err(no_board(Source::new(bytes)?).into()),
                false => Ok(levels),
            }
        }
        None => Err(Unread::NoFormat(say!(
            "say whose input it is with --game: {ids}",
            ids = ids()
        ))),
    }
}

/// The error for a text that is right, but has no case.
fn no_board(source: Source) -> TextError {
    source.error(
        0..0,
        key("there is no board in it"),
        key("write at least one case"),
    )
}

/// The level text that a file is, where it is one: what [`read_bytes`] does with it can then be done
/// with each of its [`level::pieces`] by itself.
pub fn level_text<'a>(bytes: &'a [u8], game: Option<&'static dyn Game>) -> Option<Source<'a>> {
    let source = Source::new(bytes)
        .ok()
        .filter(|&source| is_level_text(source))?;
    let mut asked = asked(game).into_iter();
    let is_binary = !is_text(bytes) && asked.any(|game| game.read_binary(bytes).is_ok());
    (!is_binary).then_some(source)
}

/// Reads the one level of a piece of a level text.
pub fn read_piece(
    piece: Source,
    game: Option<&'static dyn Game>,
) -> Result<Box<dyn Level>, TextError> {
    let level = level::read_piece(piece)?;
    game_of(&level, game)?.read_level(&level)
}

/// The games that a file may be of.
fn asked(game: Option<&'static dyn Game>) -> Vec<&'static dyn Game> {
    match game {
        Some(game) => vec![game],
        None => crate::GAMES.to_vec(),
    }
}

/// Reads every level of a text: level text, a judge's input, or another program's format.
///
/// A level text says its game itself. For the others `game` says it; where it does not, the
/// one game whose format the text fits is taken.
pub fn read(
    source: Source,
    game: Option<&'static dyn Game>,
) -> Result<Vec<Box<dyn Level>>, TextError> {
    if source.text().trim().is_empty() {
        let advice = say!("begin with `game: …`, one of {ids}", ids = ids());
        return Err(source.error(0..0, key("the input is empty"), advice));
    }
    if is_level_text(source) {
        let levels = level::pieces(source).map(|piece| read_piece(piece, game));
        return levels.collect();
    }
    let asked = asked(game);
    if let Some(levels) = asked.iter().find_map(|game| game.read_foreign(source)) {
        return levels;
    }
    if let Some(game) = game {
        let levels = game.read_judge(source)?;
        if levels.is_empty() {
            return Err(no_board(source));
        }
        return Ok(levels);
    }
    let read = |game: &&dyn Game| game.read_judge(source).ok();
    let fits: Vec<_> = asked.iter().filter_map(read).collect();
    match <[_; 1]>::try_from(fits) {
        Ok([levels]) if !levels.is_empty() => Ok(levels),
        _ => Err(source.error(
            0..source.text().trim_end().len(),
            key("this is no level text, and no one judge's format fits it"),
            say!(
                "begin with `game: …`, or say whose input it is with --game: {ids}",
                ids = ids()
            ),
        )),
    }
}

/// The game that a level's note names, which must not contradict the one asked for.
fn game_of(
    level: &LevelText,
    asked: Option<&'static dyn Game>,
) -> Result<&'static dyn Game, TextError> {
    let Some(note) = level.note("game") else {
        return asked.ok_or_else(|| {
            level.source.error(
                level.notes[0].name.range(),
                key("no note says which game this is"),
                say!("add `game: …`, one of {ids}", ids = ids()),
            )
        });
    };
    let named = find(note.value.text).ok_or_else(|| {
        let message = say!("there is no game `{value}`", value = note.value.text);
        note.error(message, say!("the games are: {ids}", ids = ids()))
    })?;
    match asked {
        Some(asked) if asked.info().id != named.info().id => Err(note.error(
            say!(
                "this level is {named}, but {asked} was asked for",
                named = named.info().id,
                asked = asked.info().id
            ),
            key("leave out --game, or choose another file"),
        )),
        _ => Ok(named),
    }
}
