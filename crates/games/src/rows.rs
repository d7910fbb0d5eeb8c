//! Rows of text and the squares in them, each with its place, so that errors can point at it.

use std::ops::Range;

use fewest_words::{key, of, say};

use crate::grid::{Grid, Square};
use crate::source::{Source, TextError};

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
    pub(crate) fn trimmed(self) -> Self {
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
    pub fn letters(self) -> impl Iterator<Item = Row<'a>> {
        self.text.char_indices().map(move |(at, letter)| Row {
            start: self.start + at,
            text: &self.text[at..at + letter.len_utf8()],
        })
    }
}

/// The error for a board with more squares than a grid can have.
pub(crate) fn too_large(source: Source, at: Range<usize>) -> TextError {
    let message = say!(
        "a board has at most {most} squares",
        most = Grid::<()>::MOST
    );
    source
        .error(at, message, key("use a smaller board"))
        .drawn(key("The board has too many squares: make it smaller."))
}

/// `1 square`, `5 squares`.
pub(crate) fn squares(count: usize) -> String {
    let word = if count == 1 {
        key("square")
    } else {
        key("squares")
    };
    format!("{count} {}", of(word))
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
    pub fn glyphs<T: Copy>(
        &self,
        legend: &str,
        read: impl FnMut(char, Square, Range<usize>) -> Result<Option<T>, TextError>,
    ) -> Result<Grid<T>, TextError> {
        self.glyphs_mostly([], legend, read)
    }

    /// The same for boards that are mostly made of a few glyphs, each of which always means one
    /// thing: these are read many at a time, and `read` is asked about all others.
    pub fn glyphs_mostly<T: Copy, const COMMON: usize>(
        &self,
        common: [(u8, T); COMMON],
        legend: &str,
        mut read: impl FnMut(char, Square, Range<usize>) -> Result<Option<T>, TextError>,
    ) -> Result<Grid<T>, TextError> {
        let bytes = self.rows.iter().map(|row| row.text.len()).sum();
        let mut squares = Vec::with_capacity(bytes);
        let mut columns = 0;
        for (number, row) in self.rows.iter().enumerate() {
            let before = squares.len();
            let mut offset = 0;
            while offset < row.text.len() {
                let coming = &row.text.as_bytes()[offset..];
                let stretch = &coming[..coming.len().min(STRETCH)];
                let end = offset + stretch.len();
                if squares.len() + stretch.len() <= Grid::<T>::MOST && is_made_of(stretch, &common)
                {
                    squares.extend(stretch.iter().map(|glyph| meaning(*glyph, &common)));
                    offset = end;
                    continue;
                }
                for glyph in row.text[offset..].chars() {
                    if offset >= end {
                        break;
                    }
                    let at = row.start + offset..row.start + offset + glyph.len_utf8();
                    offset += glyph.len_utf8();
                    if is_gap(glyph) {
                        continue;
                    }
                    if squares.len() == Grid::<T>::MOST {
                        return Err(too_large(self.source, at));
                    }
                    match read(glyph, squares.len() as u32, at.clone())? {
                        Some(square) => squares.push(square),
                        None => {
                            let message =
                                say!("unknown glyph `{glyph}`", glyph = glyph.escape_debug());
                            return Err(self.source.error(at, message, legend).drawn(key(
                                "A square holds something that this game does not know: erase it.",
                            )));
                        }
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
        let message = say!(
            "row {row} has {squares}, but the first row has {first}",
            row = number + 1,
            squares = squares(here),
            first
        );
        self.source
            .error(
                self.rows[number].range(),
                message,
                key("make all rows equally long"),
            )
            .drawn(key("The rows of the board are not equally long."))
    }

    /// An error about one square.
    pub fn error_at(
        &self,
        square: Square,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> TextError {
        let mut glyphs = self.rows.iter().flat_map(|row| {
            let glyphs = row.text.char_indices().filter(|(_, glyph)| !is_gap(*glyph));
            glyphs.map(|(offset, glyph)| (row.start + offset, glyph.len_utf8()))
        });
        let (start, len) = glyphs.nth(square as usize).expect("it was read");
        self.source.error(start..start + len, message, advice)
    }

    /// An error about the board as a whole: it points at the first row.
    pub fn error(&self, message: impl Into<String>, advice: impl Into<String>) -> TextError {
        self.source.error(self.rows[0].range(), message, advice)
    }
}

/// So many bytes of a row are looked at together.
const STRETCH: usize = 256;

/// Whether nothing else is there. No byte ends the loop early: so it takes many at a time.
fn is_made_of<T>(stretch: &[u8], common: &[(u8, T)]) -> bool {
    let is_common = |byte: u8| {
        let is_it = |found, (glyph, _): &(u8, T)| found | (*glyph == byte);
        common.iter().fold(false, is_it)
    };
    stretch
        .iter()
        .fold(true, |all, byte| all & is_common(*byte))
}

/// What one of the common glyphs means.
fn meaning<T: Copy>(byte: u8, common: &[(u8, T)]) -> T {
    common.iter().fold(
        common[0].1,
        |found, (glyph, meaning)| {
            if *glyph == byte { *meaning } else { found }
        },
    )
}

/// Writes a board whose squares are ASCII glyphs: one line a row, each ended.
pub(crate) fn write_rows(glyphs: &Grid<u8>) -> String {
    let mut text = Vec::with_capacity(glyphs.squares().len() + glyphs.rows() as usize);
    for row in glyphs.squares().chunks(glyphs.columns() as usize) {
        text.extend_from_slice(row);
        text.push(b'\n');
    }
    String::from_utf8(text).expect("the glyphs are ASCII")
}

/// What may stand between two squares without meaning anything.
fn is_gap(glyph: char) -> bool {
    glyph.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::scan::Scanner;

    const SEED: u64 = 256;

    /// A row of walls and floor, and now and then something else in it.
    fn random_row(len: usize, rng: &mut Rng) -> String {
        let strange = ["A", "é", "\u{1}", "?", "語"];
        let is_plain = rng.u8(..4) > 0;
        let glyph = |_| match rng.u32(..500) {
            0 if !is_plain => *rng.choice(&strange).unwrap(),
            glyph => [".", "#"][glyph as usize % 2],
        };
        (0..len).map(glyph).collect()
    }

    fn random_text(rng: &mut Rng) -> String {
        let len = rng.usize(1..=600);
        let mut text = String::new();
        for _ in 0..rng.usize(1..=4) {
            let len = if rng.u8(..20) == 0 { len + 1 } else { len };
            text += &random_row(len, rng);
            text += ["\n", "\r\n", " \n\n"][rng.usize(..3)];
        }
        text
    }

    /// Reading many glyphs at a time reads what reading one at a time does, errors included.
    #[test]
    fn common_glyphs_mean_what_they_mean_one_by_one() {
        let mut rng = Rng::with_seed(SEED);
        let mut wrong = 0;
        for round in 0..5_000 {
            let mut text = random_text(&mut rng);
            if rng.bool() {
                let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                text.insert_str(*rng.choice(&places).unwrap(), [" ", "\t"][round % 2]);
            }
            let source = Source::new(text.as_bytes()).unwrap();
            let rows = text.lines().filter(|line| !line.trim().is_empty());
            let row = |line: &'_ str| line.as_ptr() as usize - text.as_ptr() as usize;
            let rows = rows.map(|text| Row {
                start: row(text),
                text,
            });
            let rows = rows.collect();
            let board = BoardText { source, rows };
            let read = |glyph, _: Square, _: Range<usize>| match glyph {
                '#' => Ok(Some(1)),
                '.' => Ok(Some(2)),
                'A' => Ok(Some(3)),
                _ => Ok(None),
            };
            let one_by_one = board.glyphs("legend", read);
            let common = [(b'#', 1), (b'.', 2)];
            let many = board.glyphs_mostly(common, "legend", read);
            wrong += u32::from(many.is_err());
            assert_eq!(many, one_by_one, "seed {SEED}, {text:?}");
        }
        assert!((500..4_500).contains(&wrong), "{wrong}");
    }

    /// A judge's rows are the words of its input, where these are as long as it says.
    #[test]
    fn sized_rows_are_words() {
        let mut rng = Rng::with_seed(SEED);
        let mut right = 0;
        for _ in 0..5_000 {
            let text = random_text(&mut rng);
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let columns = words[0].chars().count();
            let input = format!("{} {columns}\n{text}", words.len());
            let source = Source::new(input.as_bytes()).unwrap();
            let seen = format!("seed {SEED}, {input:?}");
            match Scanner::new(source).sized_rows("advice") {
                Ok(board) => {
                    right += 1;
                    let rows: Vec<&str> = board.rows.iter().map(|row| row.text).collect();
                    assert_eq!(rows, words, "{seen}");
                    for row in board.rows {
                        assert_eq!(&input[row.range()], row.text, "{seen}");
                    }
                }
                Err(error) => {
                    let is_long = |word: &&str| word.chars().count() == columns;
                    let number = words.iter().position(|word| !is_long(word)).expect(&seen);
                    let found = squares(words[number].chars().count());
                    let row = number + 1;
                    let message = format!("row {row} has {found} instead of {columns}");
                    assert_eq!(error.message, message, "{seen}");
                }
            }
        }
        assert!((500..4_900).contains(&right), "{right}");
    }
}
