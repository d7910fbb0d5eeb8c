//! The levels that a question is about, and the moves that are played on them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap_lex::OsStrExt as _;
use fewest_games::builtin::{self, AnyLevel, AnySession, GameId};
use fewest_games::format::Unread;
use fewest_games::game::{MoveName, Refused, Standing};
use fewest_games::level_text;
use fewest_games::rows::Row;
use fewest_games::source::{IllegalMove, Source, TextError, digits};
use fewest_words::{of, say};

use crate::args::LevelArgs;
use crate::host::{self, Host, STDIN};
use crate::outcome::Failure;
use crate::output::first_of;

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

/// What levels are read for.
#[derive(Clone, Copy)]
pub enum Purpose<'a> {
    /// To be searched: a level has to say everything that a search must know.
    Search,
    /// To be shown or changed: nothing need be known that is not seen.
    Show,
    /// The same, where every text is in the format of that name.
    ShowFormat(&'a str),
}

/// Reads every level of every text. Where one is wrong, or does not say what a search must know, all
/// that is wrong is told and nothing is returned, so that nothing is half done.
pub fn read(
    args: &LevelArgs,
    purpose: Purpose,
    host: &mut dyn Host,
) -> Result<Vec<Entry>, Failure> {
    let game = args.game.as_deref().map(game);
    let mut entries = Vec::new();
    let mut diagnostics = Vec::new();
    let mut texts = Texts::new(args, host);
    for file in files(args) {
        let read = texts.read(file).and_then(|text| {
            let levels = match purpose {
                Purpose::Search | Purpose::Show => levels_of(&text, game)?,
                Purpose::ShowFormat(format) => levels_in_format(format, &text, game)?,
            };
            for entry in &levels {
                if let (Purpose::Search, Some(told)) = (purpose, entry.level.missing()) {
                    let name = entry.called();
                    return Err(Failure::plain(say!("{name}: {told}", name, told)));
                }
                texts.host.admit(&entry.level)?;
            }
            Ok(levels)
        });
        match read {
            Ok(levels) => entries.extend(levels),
            Err(Failure::BadInput(more)) => diagnostics.extend(more),
            Err(failure) => return Err(failure),
        }
    }
    match diagnostics.is_empty() {
        true => Ok(entries),
        false => Err(Failure::BadInput(diagnostics)),
    }
}

/// The levels of one text, which is in the format of that name.
fn levels_in_format(
    format: &str,
    text: &Text,
    game: Option<GameId>,
) -> Result<Vec<Entry>, Failure> {
    let name = text.name.as_str();
    let levels = builtin::read_as(format, &text.bytes, game);
    text.entries(levels.map_err(|unread| match unread {
        Unread::Text(error) => Failure::text(name, &text.bytes, error),
        Unread::Binary(flaw) => Failure::plain(say!("{name}: {told}", name, told = flaw)),
        Unread::NoFormat(why) => Failure::plain(why),
    })?)
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
    host: &'a mut dyn Host,
    level: Option<Pick>,
    /// Standard input, which can be read only once, but named more often.
    stdin: Option<(String, Arc<Vec<u8>>)>,
}

impl<'a> Texts<'a> {
    /// Begins to read from a host.
    pub fn new(args: &LevelArgs, host: &'a mut dyn Host) -> Self {
        Texts {
            host,
            level: Pick::asked(args),
            stdin: None,
        }
    }

    /// Reads a text: `FILE`, or `FILE#N` for one of its levels.
    pub fn read(&mut self, file: Option<&Path>) -> Result<Text, Failure> {
        let split = file.map(|file| split(file, self.host));
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
        let is_stdin = file.as_deref().is_none_or(host::is_stdin);
        if let (true, Some((name, bytes))) = (is_stdin, &self.stdin) {
            return Ok(Text {
                name: name.clone(),
                bytes: bytes.clone(),
                pick,
            });
        }
        let (name, bytes) = self.host.read(file.as_deref())?;
        let bytes = Arc::new(bytes);
        if is_stdin {
            self.stdin = Some((name.clone(), bytes.clone()));
        }
        Ok(Text { name, bytes, pick })
    }
}

/// The file and the level that an argument names. The whole of it is the file's name where there is
/// such a file, or none of the name before the last `#`.
fn split(file: &Path, host: &dyn Host) -> (PathBuf, Option<Pick>) {
    let whole = || (file.to_path_buf(), None);
    if !file.as_os_str().contains("#") || host.has(file) {
        return whole();
    }
    // Behind `#` a name may be anything, such as no UTF-8.
    let mut parts: Vec<_> = file.as_os_str().split("#").collect();
    let number = parts.pop().unwrap_or_default().to_string_lossy();
    let name = PathBuf::from(parts.join("#".as_ref()));
    match name.as_os_str().is_empty() || !host.has(&name) {
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

/// The moves of a text that was typed as `what`, all of them legal on the level.
pub fn legal_moves(entry: &Entry, what: &str, text: &str) -> Result<Vec<MoveName>, Failure> {
    play_moves(entry, &mut entry.level.session(), what, text)
}

/// The moves of a text that was typed as `what` up to the end of the game, all of them legal on the
/// level, and those that come after the end.
pub fn moves_until_the_end(
    entry: &Entry,
    what: &str,
    text: &str,
) -> Result<(Vec<MoveName>, Vec<MoveName>), Failure> {
    let mut session = entry.level.session();
    let mut made = 0;
    let mut moves = each_move(entry, what, text, &mut |step| {
        if session.standing() != Standing::Playing {
            return Ok(());
        }
        made += 1;
        push(&mut session, step)
    })?;
    let after = moves.split_off(made);
    Ok((moves, after))
}

/// Plays on by the moves of a text that was typed as `what`, all of them legal, and says what
/// they are.
pub fn play_moves(
    entry: &Entry,
    session: &mut AnySession,
    what: &str,
    text: &str,
) -> Result<Vec<MoveName>, Failure> {
    each_move(entry, what, text, &mut |step| push(session, step))
}

/// Why a move is illegal, and what can be played instead.
type Illegal = (Refused, String);

fn push(session: &mut AnySession, step: &str) -> Result<(), Illegal> {
    session.push(step).map_err(|why| {
        let legal = session.moves();
        let advice = match legal.is_empty() {
            true => say!("no move is left here"),
            false => say!("what can be played here: {moves}", moves = first_of(&legal)),
        };
        (why, advice)
    })
}

/// Hands each move of a text to `play`; the first that it refuses is shown in its place.
fn each_move(
    entry: &Entry,
    what: &str,
    text: &str,
    play: &mut dyn FnMut(&str) -> Result<(), Illegal>,
) -> Result<Vec<MoveName>, Failure> {
    let name = say!("{what} on {level}", what = of(what), level = entry.called());
    parse(&name, text.as_bytes(), |source| {
        let moves = entry.level.read_moves(source)?;
        for (number, step) in (1..).zip(&moves) {
            play(step.text).map_err(|(why, advice)| {
                let message = say!(
                    "move {number}, `{step}`, is illegal: {why}",
                    number,
                    step = step.text,
                    why
                );
                source
                    .error(step.range(), message, advice)
                    .illegal(IllegalMove {
                        number,
                        step: step.text.to_string(),
                        reason: why.to_string(),
                    })
            })?;
        }
        let name = |step: &Row| MoveName::Owned(step.text.to_string());
        Ok(moves.iter().map(name).collect())
    })
}
