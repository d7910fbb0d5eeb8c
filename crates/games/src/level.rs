//! The level text: notes, a blank line, the board, and optionally a solution.
//!
//! This file knows the frame; what the board, the options and the moves mean is the game's.

use std::ops::Range;

use crate::grid::Grid;
use crate::source::{Source, TextError, digits};

/// A line, or a part of one, and where it begins in the text.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The byte at which it begins.
    pub start: usize,
    /// What it says.
    pub text: &'a str,
}

impl<'a> Row<'a> {
    /// The bytes it covers.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The same without white space around it.
    fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Row {
            start: self.start + (self.text.len() - text.len()),
            text: text.trim_end(),
        }
    }

    /// Its words, each with its own place.
    pub fn words(self) -> impl Iterator<Item = Row<'a>> {
        self.text.split_whitespace().map(move |text| Row {
            // Both point into one text, so their distance is the word's place in it.
            start: self.start + (text.as_ptr() as usize - self.text.as_ptr() as usize),
            text,
        })
    }

    /// Its characters, each with its own place.
    pub fn letters(self) -> Vec<Row<'a>> {
        let letter = |(at, letter): (usize, char)| Row {
            start: self.start + at,
            text: &self.text[at..at + letter.len_utf8()],
        };
        self.text.char_indices().map(letter).collect()
    }
}

/// `1 square`, `5 squares`.
pub(crate) fn squares(count: usize) -> String {
    let word = if count == 1 { "square" } else { "squares" };
    format!("{count} {word}")
}

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

    /// The value as a whole number from 1 on.
    pub fn positive(&self, advice: &str) -> Result<u32, TextError> {
        match digits(self.value.text) {
            Some(number @ 1..) => Ok(number),
            _ => {
                let message = format!(
                    "`{}` takes a whole number from 1 to {}, not `{}`",
                    self.name.text,
                    u32::MAX,
                    self.value.text
                );
                Err(self.error(message, advice))
            }
        }
    }
}

/// The board's lines.
#[derive(Clone, Debug)]
pub struct BoardText<'a> {
    /// The source, for errors.
    pub source: Source<'a>,
    /// The rows from the top; never empty.
    pub rows: Vec<Row<'a>>,
}

impl BoardText<'_> {
    /// Reads one glyph a square; spaces between squares do not count.
    ///
    /// `read` also gets the square's number, and the place of the glyph in the text for its
    /// errors; it answers `None` for a glyph that is not the game's, which `legend` then lists.
    pub fn glyphs<T>(
        &self,
        legend: &str,
        mut read: impl FnMut(char, u32, Range<usize>) -> Result<Option<T>, TextError>,
    ) -> Result<Grid<T>, TextError> {
        let mut squares = Vec::new();
        let mut columns = 0;
        for (number, row) in self.rows.iter().enumerate() {
            let before = squares.len();
            for (offset, glyph) in row.text.char_indices() {
                if is_gap(glyph) {
                    continue;
                }
                let at = row.start + offset..row.start + offset + glyph.len_utf8();
                if squares.len() == Grid::<T>::MOST {
                    let message = format!("a board has at most {} squares", Grid::<T>::MOST);
                    return Err(self.source.error(at, message, "use a smaller board"));
                }
                match read(glyph, squares.len() as u32, at.clone())? {
                    Some(square) => squares.push(square),
                    None => {
                        let message = format!("unknown glyph `{}`", glyph.escape_debug());
                        return Err(self.source.error(at, message, legend));
                    }
                }
            }
            let here = squares.len() - before;
            if number == 0 {
                columns = here;
            } else if here != columns {
                return Err(self.ragged(number, here, columns));
            }
        }
        Ok(Grid::new(columns, squares))
    }

    /// The error for a row that is not as long as the first.
    pub fn ragged(&self, number: usize, here: usize, first: usize) -> TextError {
        self.source.error(
            self.rows[number].range(),
            format!(
                "row {} has {}, but the first row has {first}",
                number + 1,
                squares(here)
            ),
            "make all rows equally long",
        )
    }

    /// An error about one square.
    pub fn error_at(
        &self,
        square: u32,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> TextError {
        let glyphs = self.rows.iter().flat_map(|row| {
            let glyphs = row.text.char_indices().filter(|(_, glyph)| !is_gap(*glyph));
            glyphs.map(|(offset, glyph)| (row.start + offset, glyph.len_utf8()))
        });
        let (start, len) = glyphs
            .into_iter()
            .nth(square as usize)
            .expect("it was read");
        self.source.error(start..start + len, message, advice)
    }

    /// An error about the board as a whole: it points at the first row.
    pub fn error(&self, message: impl Into<String>, advice: impl Into<String>) -> TextError {
        self.source.error(self.rows[0].range(), message, advice)
    }
}

/// What may stand between two squares without meaning anything.
fn is_gap(glyph: char) -> bool {
    glyph.is_ascii_whitespace()
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

/// Whether a text is a level text: its first line that is not blank is a note.
pub fn is_level_text(source: Source) -> bool {
    lines(source)
        .find(|line| !line.text.trim().is_empty())
        .is_some_and(|line| split_note(line).is_some())
}

/// Reads every level of a text; `---` parts them.
pub fn read_levels(source: Source) -> Result<Vec<LevelText>, TextError> {
    let mut levels = Vec::new();
    let mut lines = lines(source).peekable();
    loop {
        levels.push(read_one(source, &mut lines)?);
        // `read_one` stops at a separator or at the end; a separator may be the last line.
        lines.next();
        while lines.next_if(|line| line.text.trim().is_empty()).is_some() {}
        if lines.peek().is_none() {
            return Ok(levels);
        }
    }
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

const SEPARATOR: &str = "---";
const FORM: &str = "write notes (`name: value`), a blank line, the board, and optionally a blank \
                    line and `solution: …`; `---` parts levels";

fn read_one<'a>(
    source: Source<'a>,
    lines: &mut std::iter::Peekable<impl Iterator<Item = Row<'a>>>,
) -> Result<LevelText<'a>, TextError> {
    let is_blank = |line: &Row| line.text.trim().is_empty();
    let ends = |line: &Row| line.text.trim_end() == SEPARATOR;

    while lines.next_if(is_blank).is_some() {}
    let mut notes: Vec<Note> = Vec::new();
    while let Some(line) = lines.next_if(|line| !is_blank(line) && !ends(line)) {
        let Some((name, value)) = split_note(line) else {
            let message = if notes.is_empty() {
                "expected a note such as `game: …`"
            } else {
                "expected a note, or a blank line before the board"
            };
            return Err(source.error(line.range(), message, FORM));
        };
        if notes.iter().any(|note| note.name.text == name.text) {
            let message = format!("the note `{}` stands here a second time", name.text);
            return Err(source.error(name.range(), message, "keep one of them"));
        }
        // Notes are printed: one that moves the cursor or rings a bell is no text for people.
        if value.text.contains(|c: char| c.is_control() && c != '\t') {
            let message = format!("the note `{}` has a control character", name.text);
            return Err(source.error(value.range(), message, "write plain text"));
        }
        notes.push(Note {
            source,
            name,
            value,
        });
    }

    while lines.next_if(is_blank).is_some() {}
    let mut rows = Vec::new();
    while let Some(line) =
        lines.next_if(|line| !is_blank(line) && !ends(line) && split_note(*line).is_none())
    {
        rows.push(Row {
            start: line.start,
            text: line.text.trim_end(),
        });
    }
    if rows.is_empty() {
        return Err(match lines.peek() {
            Some(line) => source.error(line.range(), "expected the board here", FORM),
            None => source.error_at_end("the text ends before the board", FORM),
        });
    }

    while lines.next_if(is_blank).is_some() {}
    let mut solution = None;
    if let Some(line) = lines.next_if(|line| !ends(line)) {
        match split_note(line) {
            Some((name, first)) if name.text == "solution" => {
                let mut moves = vec![first];
                while let Some(line) = lines.next_if(|line| !is_blank(line) && !ends(line)) {
                    moves.push(line);
                }
                solution = Some(moves);
            }
            _ => {
                return Err(source.error(
                    line.range(),
                    "expected `solution: …`, or `---` before the next level",
                    FORM,
                ));
            }
        }
    }
    while lines.next_if(is_blank).is_some() {}
    if let Some(line) = lines.peek()
        && !ends(line)
    {
        return Err(source.error(line.range(), "expected `---` before the next level", FORM));
    }
    Ok(LevelText {
        source,
        notes,
        board: BoardText { source, rows },
        solution,
    })
}
