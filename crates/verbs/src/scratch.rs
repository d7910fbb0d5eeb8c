//! The folder in which a search goes on: how it is asked for, why it may be refused, and what
//! becomes of it in the end.

use std::path::Path;

use fewest_games::builtin::AnyLevel;
use fewest_search::disk::{DiskError, DiskErrorKind, Refusal, Scratch, Subject};
use fewest_search::{Limit, Report, Verdict};
use fewest_words::{key, of, say};

use crate::args::EffortArgs;
use crate::host::Host;
use crate::outcome::{Diagnostic, Failure};
use crate::output::size;

const LEVEL: &str = "level";
const WHOLE: &str = "whole";
const VERSION: &str = "version";
const CLUSTER: &str = "cluster";

/// What a search is about, and among how many it is shared out, if it is: a folder serves only
/// one.
fn subject(level: &AnyLevel, whole: bool, shared: Option<&str>) -> Subject {
    let part = |name: &str, value: String| (name.to_string(), value);
    let whole = if whole { "yes" } else { "no" };
    let mut parts = vec![
        part(VERSION, env!("CARGO_PKG_VERSION").to_string()),
        part(WHOLE, whole.to_string()),
        part(LEVEL, level.level_text()),
    ];
    parts.extend(shared.map(|shared| part(CLUSTER, shared.to_string())));
    Subject(parts)
}

/// What the search in a folder is about: its level as text, and whether it is of the whole space.
pub fn kept(folder: &Path) -> Result<(String, bool), Failure> {
    let found = match Scratch::subject_in(folder) {
        Ok(found) => found,
        Err(why) => return Err(refused(folder, &why, None)),
    };
    let level = found.as_ref().and_then(|subject| subject.part(LEVEL));
    let Some(level) = level else {
        return Err(refused(folder, &Refusal::Nothing, None));
    };
    let is_whole = found.as_ref().and_then(|subject| subject.part(WHOLE)) == Some("yes");
    Ok((level.to_string(), is_whole))
}

/// The folder that was named, in which one search is kept.
pub fn kept_at(asked: &EffortArgs) -> Option<&Path> {
    let scratch = asked.scratch.as_deref().filter(|at| !is_none(at));
    asked.resume.as_deref().or(scratch)
}

/// Whether a search is kept in a folder, or something that cannot be told from one.
pub fn holds_search(folder: &Path) -> bool {
    !matches!(Scratch::subject_in(folder), Ok(None))
}

/// Whether no disk may be used.
pub fn is_forbidden(asked: &EffortArgs) -> bool {
    asked.scratch.as_deref().is_some_and(is_none)
}

/// Where a search goes on once its memory is used up; nothing where it may use no disk. `shared`
/// tells among how many it is shared out, if it is.
pub fn open(
    asked: &EffortArgs,
    host: &dyn Host,
    level: &AnyLevel,
    whole: bool,
    shared: Option<&str>,
) -> Result<Option<Scratch>, Failure> {
    let subject = || subject(level, whole, shared);
    let (folder, opened) = match (&asked.resume, &asked.scratch) {
        (Some(folder), _) => {
            let subject = subject();
            let opened = match Scratch::resume(folder, subject.clone()) {
                Err(Refusal::Nothing) => Scratch::begin(folder, subject),
                opened => opened,
            };
            (folder, opened)
        }
        (None, Some(folder)) if is_none(folder) => return Ok(None),
        (None, Some(folder)) => (folder, Scratch::begin(folder, subject())),
        (None, None) => return Ok(host.scratch().map(|below| Scratch::fleeting(&below))),
    };
    let refused = |why| refused(folder, &why, Some(&subject()));
    opened.map(Some).map_err(refused)
}

fn is_none(folder: &Path) -> bool {
    folder == Path::new("none")
}

/// The report is handed over: what is kept of a search that is over is removed, and of one that
/// is not it is told how to go on.
pub fn close(scratch: &Scratch, report: &Report<impl Sized>, host: &mut dyn Host) {
    match &report.verdict {
        Verdict::GaveUp { limit, .. } => {
            if let Limit::Disk(error) = limit {
                host.tell_error(&match scratch.made_below() {
                    Some(below) => in_words_of(below, error),
                    // Its folder is named right after.
                    None => in_words(error),
                });
            }
            if let Some(folder) = scratch.kept_at() {
                let command = command(folder);
                host.tell(&match scratch.holds_files() {
                    true => say!("to go on from what is kept: {command}", command),
                    false => say!("nothing is kept yet; to begin again: {command}", command),
                });
            }
        }
        Verdict::Fewest { .. } | Verdict::Impossible => leave(scratch, host),
    }
}

/// Removes what is kept.
pub fn leave(scratch: &Scratch, host: &mut dyn Host) {
    if let Err(error) = scratch.clear() {
        host.tell_error(&in_words(&error));
    }
}

/// What is typed to go on with the search of a folder.
pub fn command(folder: &Path) -> String {
    format!("fewest solve --resume {}", quoted(folder))
}

/// A name as a shell takes it.
pub fn quoted(name: &Path) -> String {
    let name = name.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,@%=:".contains(c);
    match !name.is_empty() && name.chars().all(is_plain) {
        true => name,
        false => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

/// Why no search is made in a folder.
fn refused(path: &Path, why: &Refusal, asked: Option<&Subject>) -> Failure {
    let folder = path.display();
    Failure::plain(match why {
        Refusal::Taken => say!(
            "{folder} holds an unfinished search: go on with --resume, or name another folder",
            folder
        ),
        Refusal::Locked => say!("another process works in {folder}", folder),
        Refusal::Nothing => say!(
            "{folder} holds no search: name the level, and it begins there",
            folder
        ),
        Refusal::InTheWay { file } => say!(
            "{folder} holds {file}, but no search that it belongs to: name another folder",
            folder,
            file
        ),
        Refusal::Disk(error) => in_words_of(path, error),
        Refusal::Differs { parts, there } => {
            let nothing = Subject::default();
            let asked = asked.unwrap_or(&nothing);
            let differ = parts.iter().map(|name| {
                let value = |subject: &Subject| subject.part(name).unwrap_or_default().to_string();
                let (there, asked) = (value(there), value(asked));
                Diagnostic::Plain(match name.as_str() {
                    LEVEL => differing_line(&folder.to_string(), &there, &asked),
                    WHOLE if asked == "no" => say!(
                        "{folder} holds a search of the whole space: add --whole",
                        folder
                    ),
                    WHOLE => say!(
                        "{folder} holds a search up to the win: leave out --whole",
                        folder
                    ),
                    CLUSTER if asked.is_empty() => say!(
                        "{folder} holds a search by {there} (processes × threads): say how many, \
                         or name their hosts",
                        folder,
                        there
                    ),
                    CLUSTER if there.is_empty() => say!(
                        "{folder} holds a search by one process: leave out --processes and --hosts",
                        folder
                    ),
                    CLUSTER => say!(
                        "{folder} holds a search by {there} (processes × threads), and this is \
                         one by {asked}",
                        folder,
                        there,
                        asked
                    ),
                    _ => say!(
                        "{folder} holds a search by version {there} of fewest, and this is {asked}",
                        folder,
                        there,
                        asked
                    ),
                })
            });
            return Failure::BadInput(differ.collect());
        }
    })
}

/// The first line in which the level of a folder is not the one that was named.
fn differing_line(folder: &str, there: &str, asked: &str) -> String {
    let (mut ours, mut others) = (there.lines(), asked.lines());
    for number in 1.. {
        let (there, asked) = (ours.next(), others.next());
        if there != asked {
            let line = |text: Option<&str>| match text {
                Some(text) => format!("`{text}`"),
                None => of(key("nothing")).to_string(),
            };
            return say!(
                "{folder} holds a search of another level: its line {number} is {there}, not {asked}",
                folder,
                number,
                there = line(there),
                asked = line(asked)
            );
        }
        if there.is_none() {
            break;
        }
    }
    say!("{folder} holds a search of another level", folder)
}

/// What went wrong with the disk, and in which folder.
fn in_words_of(folder: &Path, error: &DiskError) -> String {
    let (name, told) = (folder.display().to_string(), in_words(error));
    match error.kind() {
        // It names the folder itself.
        DiskErrorKind::Refused { file, .. } if *file == name => told,
        _ => say!("{name}: {told}", name, told),
    }
}

/// What went wrong with the disk.
fn in_words(error: &DiskError) -> String {
    match error.kind() {
        DiskErrorKind::Full { free } => say!(
            "too little room on the disk: {size} are free",
            size = size(*free)
        ),
        DiskErrorKind::Refused { file, error } => {
            say!("{name}: {told}", name = file, told = error)
        }
        DiskErrorKind::Damaged { file } => {
            say!("{file} is damaged: it is not what was written", file)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn the_first_line_that_differs_is_told() {
        for (there, asked, parts) in [
            (
                "game: snake\n\n1.@\n",
                "game: snake\n\n1@.\n",
                &[" 3 ", "`1.@`", "`1@.`"][..],
            ),
            ("a\nb\n", "a\n", &[" 2 ", "`b`"]),
            ("a\n", "a\n\n", &[" 2 ", "``"]),
            ("a\r\n", "a\n", &["here "]),
        ] {
            let told = differing_line("here", there, asked);
            assert!(parts.iter().all(|part| told.contains(part)), "{told}");
        }
    }

    #[test]
    fn a_folder_is_written_as_a_shell_takes_it() {
        let told = |name: &str| quoted(Path::new(name));
        assert_eq!(told("/tmp/x-1.y"), "/tmp/x-1.y");
        assert_eq!(told("my folder"), "'my folder'");
        assert_eq!(told("it's"), r"'it'\''s'");
        assert_eq!(told("$HOME"), "'$HOME'");
    }

    #[test]
    fn every_fault_has_words() {
        assert!(in_words(&DiskError::full(3 << 20)).contains("3.0 MiB"));
        let refused = DiskError::refused("run-3", io::Error::other("Input/output error"));
        assert_eq!(in_words(&refused), "run-3: Input/output error");
        assert!(in_words(&DiskError::damaged("run-3")).contains("run-3"));
    }
}
