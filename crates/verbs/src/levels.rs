//! The levels that a question is about.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap_lex::OsStrExt as _;
use fewest_games::builtin::{AnyLevel, GameId};
use fewest_games::format::Unread;
use fewest_games::source::{Source, TextError, digits};
use fewest_games::{builtin, level_text};
use fewest_words::say;

use crate::args::LevelArgs;
use crate::desk::{self, Desk, STDIN};
use crate::ended::Failure;

/// A level and where it comes from.
pub struct Entry {
    /// The text's name, and the level's number where it has several: read again, it names the same
    /// level.
    pub name: String,
    /// The level.
    pub level: AnyLevel,
}

impl Entry {
    /// Its name in messages, where no more than `-` would say little.
    pub fn called(&self) -> &str {
        if self.name == "-" { STDIN } else { &self.name }
    }

    /// What the level is called, its title or else where it comes from, and its game.
    pub fn title(&self) -> String {
        let title = self.level.title().unwrap_or(self.called());
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
            name = entry.called(),
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
    let of_text = |text: &Text, game| {
        let name = text.name.as_str();
        let levels = builtin::read_as(format, &text.bytes, game);
        let levels = levels.map_err(|unread| match unread {
            Unread::Text(error) => Failure::text(name, &text.bytes, error),
            Unread::Binary(flaw) => Failure::plain(say!("{name}: {told}", name, told = flaw)),
            Unread::NoFormat(why) => Failure::plain(why),
        })?;
        text.entries(levels)
    };
    read_with(args, desk, of_text, |_| Ok(()))
}

/// Reads every level of every text, and looks at each.
fn read_with(
    args: &LevelArgs,
    desk: &mut dyn Desk,
    of_text: impl Fn(&Text, Option<GameId>) -> Result<Vec<Entry>, Failure>,
    look: impl Fn(&Entry) -> Result<(), Failure>,
) -> Result<Vec<Entry>, Failure> {
    let game = args.game.as_deref().map(game);
    let mut entries = Vec::new();
    let mut complaints = Vec::new();
    let mut texts = Texts::new(args, desk);
    for file in files(args) {
        let read = texts.read(file).and_then(|text| {
            let levels = of_text(&text, game)?;
            for entry in &levels {
                look(entry)?;
                texts.desk.admit(&entry.level)?;
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
pub(crate) fn levels_of(text: &Text, game: Option<GameId>) -> Result<Vec<Entry>, Failure> {
    let wrong = |error| Failure::text(&text.name, &text.bytes, error);
    if let (Some(pick), Some(source)) = (&text.pick, builtin::level_text(&text.bytes, game)) {
        let (place, number) = pick.find(&text.name, level_text::pieces(source).count())?;
        let piece = level_text::pieces(source)
            .nth(place)
            .expect("it was counted");
        return Ok(vec![Entry {
            name: text.name_of(number),
            level: builtin::read_piece(piece, game).map_err(wrong)?,
        }]);
    }
    text.entries(builtin::read_bytes(&text.bytes, game).map_err(wrong)?)
}

/// What the arguments name; one text without a name where they name none.
pub(crate) fn files(args: &LevelArgs) -> Vec<Option<&Path>> {
    match args.files.as_slice() {
        [] => vec![None],
        files => files.iter().map(|file| Some(file.as_path())).collect(),
    }
}

/// A text that was read, and which of its levels is meant.
pub(crate) struct Text {
    /// What the text is called in messages.
    pub name: String,
    /// What stands in it.
    pub bytes: Arc<Vec<u8>>,
    /// The one level that is meant, if not all.
    pub pick: Option<Pick>,
}

impl Text {
    /// A level's name: that of the text as it can be typed, and the number where there are several.
    pub fn name_of(&self, number: Option<usize>) -> String {
        let name = label(&self.name);
        match number {
            None => name.to_string(),
            Some(number) => format!("{name}#{number}"),
        }
    }

    /// The levels that are meant of all there are in the text.
    pub fn entries(&self, mut levels: Vec<AnyLevel>) -> Result<Vec<Entry>, Failure> {
        if let Some(pick) = &self.pick {
            let (place, number) = pick.find(&self.name, levels.len())?;
            return Ok(vec![Entry {
                name: self.name_of(number),
                level: levels.swap_remove(place),
            }]);
        }
        let is_alone = levels.len() == 1;
        let entry = |(number, level)| Entry {
            name: self.name_of((!is_alone).then_some(number)),
            level,
        };
        Ok((1..).zip(levels).map(entry).collect())
    }
}

/// The name of a text as it can be typed.
pub(crate) fn label(name: &str) -> &str {
    if name == STDIN { "-" } else { name }
}

/// Which level of a text is meant: what is typed behind `#` or `--level`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pick(String);

impl Pick {
    /// What `--level` asks for.
    pub fn asked(args: &LevelArgs) -> Option<Self> {
        args.level.map(|number| Pick(number.to_string()))
    }

    /// The level's place among all of its text, and its number if there are several.
    pub fn find(&self, text: &str, levels: usize) -> Result<(usize, Option<usize>), Failure> {
        let number = digits(&self.0).filter(|number| (1..=levels).contains(number));
        match (number, levels) {
            (Some(number), 1) => Ok((number - 1, None)),
            (Some(number), _) => Ok((number - 1, Some(number))),
            (None, 1) => Err(Failure::plain(say!(
                "{name}: there is no level `{number}`: it has one level",
                name = text,
                number = self.0
            ))),
            (None, _) => Err(Failure::plain(say!(
                "{name}: there is no level `{number}`: it has {levels} levels, numbered from 1",
                name = text,
                number = self.0,
                levels
            ))),
        }
    }
}

/// Reads the texts that are named.
pub(crate) struct Texts<'a> {
    desk: &'a mut dyn Desk,
    level: Option<Pick>,
    /// Standard input, which can be read only once, but named more often.
    stdin: Option<(String, Arc<Vec<u8>>)>,
}

impl<'a> Texts<'a> {
    /// Begins to read from a desk.
    pub fn new(args: &LevelArgs, desk: &'a mut dyn Desk) -> Self {
        Texts {
            desk,
            level: Pick::asked(args),
            stdin: None,
        }
    }

    /// Reads a text: `FILE`, or `FILE#N` for one of its levels.
    pub fn read(&mut self, file: Option<&Path>) -> Result<Text, Failure> {
        let split = file.map(|file| split(file, self.desk));
        let (file, pick) = match split {
            None => (None, None),
            Some((file, pick)) => (Some(file), pick),
        };
        let pick = match (pick, &self.level) {
            (Some(Pick(number)), Some(_)) => {
                return Err(Failure::plain(say!(
                    "`#{number}` and --level both choose a level: leave out one of them",
                    number
                )));
            }
            (pick, level) => pick.or(level.clone()),
        };
        let is_stdin = file.as_deref().is_none_or(desk::is_stdin);
        if let (true, Some((name, bytes))) = (is_stdin, &self.stdin) {
            return Ok(Text {
                name: name.clone(),
                bytes: bytes.clone(),
                pick,
            });
        }
        let (name, bytes) = self.desk.read(file.as_deref())?;
        let bytes = Arc::new(bytes);
        if is_stdin {
            self.stdin = Some((name.clone(), bytes.clone()));
        }
        Ok(Text { name, bytes, pick })
    }
}

/// The file and the level that an argument names. The whole of it is the file's name where there is
/// such a file, or none of the name before the last `#`.
fn split(file: &Path, desk: &dyn Desk) -> (PathBuf, Option<Pick>) {
    let whole = || (file.to_path_buf(), None);
    if !file.as_os_str().contains("#") || desk.has(file) {
        return whole();
    }
    // Behind `#` a name may be anything, such as no UTF-8.
    let mut parts: Vec<_> = file.as_os_str().split("#").collect();
    let number = parts.pop().unwrap_or_default().to_string_lossy();
    let name = PathBuf::from(parts.join("#".as_ref()));
    match name.as_os_str().is_empty() || !desk.has(&name) {
        true => whole(),
        false => (name, Some(Pick(number.into_owned()))),
    }
}

/// The game of an id that the arguments have been checked for.
pub fn game(id: &str) -> GameId {
    GameId::find(id).expect("the arguments allow only games there are")
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
