//! The level text: notes, a blank line, the board, and optionally a solution.
//!
//! This file knows the frame; what the board, the options and the moves mean is the game's.

use std::collections::HashSet;
use std::iter::Peekable;

use fewest_words::{key, say};

use crate::grid::{Grid, Place, Square};
use crate::rows::{BoardText, Row};
use crate::source::{Source, TextError, digits};

/// A note: `name: value`.
#[derive(Clone, Copy, Debug)]
pub struct Note<'a> {
    /// The source, for errors.
    pub source: Source<'a>,
    /// What stands before the colon.
    pub name: Row<'a>,
    /// What stands after it, trimmed.
    pub value: Row<'a>,
}

impl Note<'_> {
    /// An error about the value.
    pub fn error(&self, message: impl Into<String>, advice: impl Into<String>) -> TextError {
        self.source.error(self.value.range(), message, advice)
    }

    /// The value as the `row,column` of a square of the board.
    pub fn square<T>(&self, grid: &Grid<T>) -> Result<Square, TextError> {
        let (name, text) = (self.name.text, self.value.text);
        let Some(place) = Place::read(text) else {
            let message = say!("`{text}` is not row,column", text);
            return Err(self.error(message, say!("write, for example, `{name}: 0,0`", name)));
        };
        grid.at(place.row, place.column).ok_or_else(|| {
            let last = grid.place(grid.len() - 1);
            let message = say!("there is no square {place}", place);
            self.error(message, say!("the squares are 0,0 to {last}", last))
        })
    }

    /// The value as a whole number from 1 on.
    pub fn positive(&self, advice: &str) -> Result<u32, TextError> {
        match digits(self.value.text) {
            Some(number @ 1..) => Ok(number),
            _ => {
                let message = say!(
                    "`{name}` takes a whole number from 1 to {most}, not `{value}`",
                    name = self.name.text,
                    most = u32::MAX,
                    value = self.value.text
                );
                Err(self.error(message, advice))
            }
        }
    }
}

/// One level of a text, its parts still as they were written.
#[derive(Clone, Debug)]
pub struct LevelText<'a> {
    /// The source, for errors.
    pub source: Source<'a>,
    /// The notes in their order.
    pub notes: Vec<Note<'a>>,
    /// The board.
    pub board: BoardText<'a>,
    /// The lines of the solution after `solution:`; nothing where there is none.
    pub solution: Option<Vec<Row<'a>>>,
}

impl<'a> LevelText<'a> {
    /// The note of that name.
    pub fn note(&self, name: &str) -> Option<Note<'a>> {
        self.notes
            .iter()
            .find(|note| note.name.text == name)
            .copied()
    }
}

/// Whether a text is a level text: its first line of any weight looks like a note. A name in
/// capitals is no note, but then that is what is wrong with the text.
pub fn is_level_text(source: Source) -> bool {
    let is_name = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
    };
    lines(source)
        .find(|line| !is_blank(line) && !is_separator(line))
        .and_then(|line| line.text.split_once(':'))
        .is_some_and(|(name, _)| !name.is_empty() && is_name(name))
}

/// Reads the levels of a text one after another, up to the first that is wrong; `---` parts them.
pub fn read_levels(source: Source) -> impl Iterator<Item = Result<LevelText, TextError>> {
    let mut lines = lines(source).peekable();
    let mut failed = false;
    std::iter::from_fn(move || {
        while lines
            .next_if(|line| is_blank(line) || is_separator(line))
            .is_some()
        {}
        if failed || lines.peek().is_none() {
            return None;
        }
        let level = read_one(source, &mut lines);
        failed = level.is_err();
        Some(level)
    })
}

/// All lines, without their line ends.
fn lines(source: Source) -> impl Iterator<Item = Row> {
    let mut start = 0;
    source.text().split_inclusive('\n').map(move |line| {
        let row = Row {
            start,
            text: line.trim_end_matches(['\n', '\r']),
        };
        start += line.len();
        row
    })
}

/// Splits `name: value`; a name is made of small letters and hyphens.
fn split_note(line: Row) -> Option<(Row, Row)> {
    let (name, value) = line.text.split_once(':')?;
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    is_name.then(|| {
        let value = Row {
            start: line.start + name.len() + 1,
            text: value,
        };
        (
            Row {
                start: line.start,
                text: name,
            },
            value.trimmed(),
        )
    })
}

fn is_blank(line: &Row) -> bool {
    line.text.trim().is_empty()
}

fn is_separator(line: &Row) -> bool {
    line.text.trim_end() == "---"
}

const FORM: &str = key(
    "write notes (`name: value`), a blank line, the board, and optionally a blank \
                    line and `solution: …`; `---` parts levels",
);

fn read_one<'a>(
    source: Source<'a>,
    lines: &mut Peekable<impl Iterator<Item = Row<'a>>>,
) -> Result<LevelText<'a>, TextError> {
    let notes = read_notes(source, lines)?;
    skip_blank(lines);
    let rows = read_rows(source, lines)?;
    skip_blank(lines);
    let solution = read_solution(source, lines)?;
    skip_blank(lines);
    match lines.peek() {
        Some(line) if !is_separator(line) => Err(source.error(
            line.range(),
            key("expected `---` before the next level"),
            FORM,
        )),
        _ => Ok(LevelText {
            source,
            notes,
            board: BoardText { source, rows },
            solution,
        }),
    }
}

fn skip_blank<'a>(lines: &mut Peekable<impl Iterator<Item = Row<'a>>>) {
    while lines.next_if(is_blank).is_some() {}
}

/// The next line before a blank one, a separator or the end.
fn next_of_part<'a>(lines: &mut Peekable<impl Iterator<Item = Row<'a>>>) -> Option<Row<'a>> {
    lines.next_if(|line| !is_blank(line) && !is_separator(line))
}

fn read_notes<'a>(
    source: Source<'a>,
    lines: &mut Peekable<impl Iterator<Item = Row<'a>>>,
) -> Result<Vec<Note<'a>>, TextError> {
    let mut notes = Vec::new();
    let mut names = HashSet::new();
    while let Some(line) = next_of_part(lines) {
        let Some((name, value)) = split_note(line) else {
            let message = if notes.is_empty() {
                key("expected a note such as `game: …`")
            } else {
                key("expected a note, or a blank line before the board")
            };
            return Err(source.error(line.range(), message, FORM));
        };
        if !names.insert(name.text) {
            let message = say!(
                "the note `{name}` stands here a second time",
                name = name.text
            );
            return Err(source.error(name.range(), message, key("keep one of them")));
        }
        // Notes are printed: one that moves the cursor or rings a bell is no text for people.
        if value.text.contains(|c: char| c.is_control() && c != '\t') {
            let message = say!(
                "the note `{name}` has a control character",
                name = name.text
            );
            return Err(source.error(value.range(), message, key("write plain text")));
        }
        notes.push(Note {
            source,
            name,
            value,
        });
    }
    Ok(notes)
}

fn read_rows<'a>(
    source: Source<'a>,
    lines: &mut Peekable<impl Iterator<Item = Row<'a>>>,
) -> Result<Vec<Row<'a>>, TextError> {
    let mut rows = Vec::new();
    let is_row = |line: &Row| !is_blank(line) && !is_separator(line) && split_note(*line).is_none();
    while let Some(line) = lines.next_if(is_row) {
        rows.push(Row {
            start: line.start,
            text: line.text.trim_end(),
        });
    }
    if rows.is_empty() {
        return Err(match lines.peek() {
            Some(line) => source.error(line.range(), key("expected the board here"), FORM),
            None => source.error_at_end(key("the text ends before the board"), FORM),
        });
    }
    Ok(rows)
}

fn read_solution<'a>(
    source: Source<'a>,
    lines: &mut Peekable<impl Iterator<Item = Row<'a>>>,
) -> Result<Option<Vec<Row<'a>>>, TextError> {
    let Some(line) = next_of_part(lines) else {
        return Ok(None);
    };
    let Some((_, first)) = split_note(line).filter(|(name, _)| name.text == "solution") else {
        let message = key("expected `solution: …`, or `---` before the next level");
        return Err(source.error(line.range(), message, FORM));
    };
    let mut moves = vec![first];
    moves.extend(std::iter::from_fn(|| next_of_part(lines)));
    Ok(Some(moves))
}
