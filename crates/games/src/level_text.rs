//! The level text: notes, a blank line, the board, and optionally a solution.
//!
//! This file knows the frame; what the board, the options and the moves mean is the game's.

use std::collections::HashSet;
use std::iter::Peekable;
use std::ops::Range;

use fewest_words::{key, of, say};
use memchr::{memchr_iter, memmem};

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
            let advice = say!("write, for example, `{name}: 0,0`", name);
            return Err(self.error(message, advice).drawn(not_there(name)));
        };
        grid.at(place.row, place.column).ok_or_else(|| {
            let last = grid.place(grid.len() - 1);
            let message = say!("there is no square {place}", place);
            self.error(message, say!("the squares are 0,0 to {last}", last))
                .drawn(not_there(name))
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

/// The error about the note of a square for a person who draws.
fn not_there(name: &str) -> String {
    say!(
        "The option “{name}” is no square of the board: choose another one.",
        name = of(name)
    )
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
/// capitals is no note, but then that is what is wrong with the text. An address is none.
pub fn is_level_text(source: Source) -> bool {
    let is_name = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
    };
    lines(source)
        .find(|line| !is_blank(line) && !is_separator(line))
        .and_then(|line| line.text.split_once(':'))
        .is_some_and(|(name, value)| {
            let is_address = matches!(name, "http" | "https") && value.starts_with("//");
            !name.is_empty() && is_name(name) && !is_address
        })
}

/// Some levels of a text that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Their lines.
    pub source: Source<'a>,
    /// How many there are; wrong ones count, but nothing between two `---` does not.
    pub levels: u64,
}

/// Cuts a level text behind `---` lines, into parts of so many bytes or a little more; the last may
/// have fewer.
pub fn parts(source: Source, bytes: usize) -> impl Iterator<Item = Part> {
    let text = source.text();
    let (mut end, mut lines_before) = (0, 0);
    std::iter::from_fn(move || {
        let start = end;
        let mut levels = 0;
        while end < text.len() && (levels == 0 || end - start < bytes) {
            let separator = next_separator(text, end).unwrap_or(text.len()..text.len());
            levels += u64::from(!is_empty(&text[end..separator.start]));
            end = separator.end;
        }
        let source = source.lines(start..end, lines_before);
        lines_before += memchr_iter(b'\n', source.text().as_bytes()).count();
        (levels > 0).then_some(Part { source, levels })
    })
}

/// The next `---` line from the beginning of a line on.
fn next_separator(text: &str, from: usize) -> Option<Range<usize>> {
    let found = memmem::find_iter(&text.as_bytes()[from..], SEPARATOR).map(|at| from + at);
    // Only at the beginning of a line: to look for the end of a long one again and again takes long.
    let begins = |start: &usize| *start == from || text.as_bytes()[*start - 1] == b'\n';
    found.filter(begins).find_map(|start| {
        let line = text[start..].split_inclusive('\n').next()?;
        (line.trim_end() == SEPARATOR).then(|| start..start + line.len())
    })
}

/// The levels of a text, each as the lines that it is written in.
pub fn pieces(source: Source) -> impl Iterator<Item = Source> {
    parts(source, 0).map(|part| part.source)
}

/// Reads the levels of a text one after another; where one is wrong, the next is still read.
pub fn read_levels(source: Source) -> impl Iterator<Item = Result<LevelText, TextError>> {
    pieces(source).map(read_piece)
}

/// Reads the one level of a piece.
pub fn read_piece(piece: Source) -> Result<LevelText, TextError> {
    let mut lines = lines(piece).peekable();
    while lines
        .next_if(|line| is_blank(line) || is_separator(line))
        .is_some()
    {}
    read_one(piece, &mut lines)
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
    let is_of_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    let end = line.text.bytes().position(|byte| !is_of_name(byte))?;
    let (name, value) = line.text.split_at(end);
    let value = value.strip_prefix(':').filter(|_| end > 0)?;
    let name = Row {
        start: line.start,
        text: name,
    };
    let value = Row {
        start: line.start + end + 1,
        text: value,
    };
    Some((name, value.trimmed()))
}

fn is_blank(line: &Row) -> bool {
    is_empty(line.text)
}

/// Whether there is nothing but white space.
fn is_empty(text: &str) -> bool {
    text.trim_start().is_empty()
}

fn is_separator(line: &Row) -> bool {
    line.text.starts_with(SEPARATOR) && line.text.trim_end() == SEPARATOR
}

/// The line between two levels.
const SEPARATOR: &str = "---";

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

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const SEED: u64 = 3;

    fn random_text(rng: &mut Rng) -> String {
        let lines = [
            "---\n",
            "---\n",
            "--- \t\r\n",
            "----\n",
            " ---\n",
            "\n",
            " \r\n",
            "game: x\n",
            "..\n",
            "solution: é\n",
            "---",
        ];
        let count = rng.usize(..30);
        let line = |_| lines[rng.usize(..lines.len())];
        (0..count).map(line).collect()
    }

    /// However a text is cut, the same levels are in it, and what is wrong with each is told of the
    /// same line: that which reading the whole text up to there tells.
    #[test]
    fn a_cut_text_is_the_same_text() {
        let mut rng = Rng::with_seed(SEED);
        let told = |level: Result<LevelText, TextError>| level.map(|level| level.board.rows.len());
        for _ in 0..5_000 {
            let text = random_text(&mut rng);
            let source = Source::new(text.as_bytes()).expect("UTF-8");
            let levels: Vec<_> = read_levels(source).map(told).collect();
            let mut plain = Vec::new();
            let mut lines = lines(source).peekable();
            loop {
                while lines
                    .next_if(|line| is_blank(line) || is_separator(line))
                    .is_some()
                {}
                if lines.peek().is_none() {
                    break;
                }
                plain.push(told(read_one(source, &mut lines)));
                while lines.next_if(|line| !is_separator(line)).is_some() {}
            }
            assert_eq!(levels, plain, "seed {SEED}, {text:?}");
            let bytes = rng.usize(..40);
            let parts: Vec<_> = parts(source, bytes).collect();
            let cut = parts.iter().flat_map(|part| {
                let levels: Vec<_> = read_levels(part.source).map(told).collect();
                assert_eq!(levels.len() as u64, part.levels, "seed {SEED}, {text:?}");
                levels
            });
            assert_eq!(cut.collect::<Vec<_>>(), levels, "seed {SEED}, {text:?}");
            for part in parts.split_last().map_or(&[][..], |(_, others)| others) {
                assert!(part.source.text().len() >= bytes);
            }
        }
    }
}
