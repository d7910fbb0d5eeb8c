//! Reads levels from files or standard input, and shows what is wrong with them.

use std::io::{self, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Renderer, Snippet};
use clap::CommandFactory as _;
use fewest_games::game::{Game, Level};
use fewest_games::registry;
use fewest_games::source::{Source, TextError};

use crate::args::{Args, LevelArgs};
use crate::exit::Failure;
use crate::output::tell;

/// A level and where it comes from.
pub struct Entry {
    /// The file, and the level's number where it has several.
    pub name: String,
    /// The level.
    pub level: Box<dyn Level>,
}

impl Entry {
    /// What the level is called, its title or else where it comes from, and its game.
    pub fn title(&self) -> String {
        let title = self.level.title().unwrap_or(&self.name);
        format!("{title} ({})", self.level.info().id)
    }
}

/// Reads every level of every file. Where one is wrong, all that is wrong is shown and
/// nothing is returned, so that nothing is half done.
pub fn levels(args: &LevelArgs, command: &str) -> Result<Vec<Entry>, Failure> {
    let game = args.game.as_deref().map(game);
    let mut files = args.files.clone();
    if files.is_empty() {
        help_instead_of_waiting(command)?;
        files.push(PathBuf::from("-"));
    }
    let mut entries = Vec::new();
    let mut failed = false;
    for file in &files {
        let read = bytes(file).and_then(|(name, bytes)| {
            let levels = parse(&name, &bytes, |source| registry::read(source, game))?;
            let alone = levels.len() == 1;
            entries.extend((1..).zip(levels).map(|(number, level)| Entry {
                name: if alone {
                    name.clone()
                } else {
                    format!("{name}#{number}")
                },
                level,
            }));
            Ok(())
        });
        failed |= read.is_err();
    }
    if failed {
        Err(Failure::BadInput)
    } else {
        Ok(entries)
    }
}

/// The game of an id that the arguments have been checked for.
pub fn game(id: &str) -> &'static dyn Game {
    registry::find(id).expect("the arguments allow only games there are")
}

/// A file's name for messages, and its bytes; `-` is standard input.
pub fn bytes(file: &Path) -> Result<(String, Vec<u8>), Failure> {
    let (name, read) = if file.as_os_str() == "-" {
        // As much as a pipe holds: to begin with a few bytes and double would be many calls.
        let mut bytes = Vec::with_capacity(1 << 16);
        let read = io::stdin().lock().read_to_end(&mut bytes);
        ("<stdin>".to_string(), read.map(|_| bytes))
    } else {
        (file.display().to_string(), std::fs::read(file))
    };
    match read {
        Ok(bytes) => Ok((name, bytes)),
        Err(error) => Err(refuse(&format!("{name}: {error}"))),
    }
}

/// Reads a text; shows what is wrong with it.
pub fn parse<T>(
    name: &str,
    bytes: &[u8],
    read: impl FnOnce(Source) -> Result<T, TextError>,
) -> Result<T, Failure> {
    Source::new(bytes).and_then(read).map_err(|error| {
        show(name, bytes, &error);
        Failure::BadInput
    })
}

/// A terminal on standard input would wait for ever: it gets the command's help instead.
pub fn help_instead_of_waiting(command: &str) -> Result<(), Failure> {
    if !io::stdin().is_terminal() {
        return Ok(());
    }
    let mut args = Args::command();
    args.build();
    let command = args.find_subcommand_mut(command).expect("it was typed");
    tell(&command.render_help().ansi().to_string());
    Err(Failure::BadInput)
}

/// Shows an error that has no place in a text.
pub fn refuse(message: &str) -> Failure {
    let report = [Group::with_title(Severity::ERROR.primary_title(message))];
    tell(&Renderer::styled().render(&report));
    Failure::BadInput
}

/// Shows what is wrong with a text: a message, the place, the line with a caret, and advice.
pub fn show(name: &str, bytes: &[u8], error: &TextError) {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let line = text.split('\n').nth(error.line - 1).unwrap_or("");
    let line = line.trim_end_matches('\r');
    let byte = |column: usize| {
        let mut places = line.char_indices().map(|(at, _)| at);
        places.nth(column).unwrap_or(line.len())
    };
    let span = byte(error.column - 1)..byte(error.column - 1 + error.width);
    let report = [
        Group::with_title(Severity::ERROR.primary_title(&error.message))
            .element(
                Snippet::source(line)
                    .path(name)
                    .line_start(error.line)
                    .annotation(AnnotationKind::Primary.span(span)),
            )
            .element(Severity::HELP.message(&error.advice)),
    ];
    tell(&Renderer::styled().render(&report));
}
