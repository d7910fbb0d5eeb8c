//! Reads the judges' formats: numbers, brackets and rows, one byte after another.

use fewest_words::{key, of, say};

use crate::grid::Grid;
use crate::rows::{BoardText, Row, squares, too_large};
use crate::source::{Source, TextError};

/// A place in a judge's input, moving forwards.
pub struct Scanner<'a> {
    source: Source<'a>,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Begins at the beginning.
    pub fn new(source: Source<'a>) -> Self {
        Scanner { source, at: 0 }
    }

    /// What is being read.
    pub fn source(&self) -> Source<'a> {
        self.source
    }

    /// Where the scanner is, in bytes.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What is still to be read.
    pub fn rest(&self) -> &'a [u8] {
        &self.source.text().as_bytes()[self.at..]
    }

    /// Passes over so many bytes of the rest, up to where a character begins.
    pub fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Skips white space; says where the next thing begins.
    #[inline]
    pub fn begin(&mut self) -> usize {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at
    }

    /// Skips white space; says whether nothing is left.
    pub fn at_end(&mut self) -> bool {
        self.begin() == self.source.text().len()
    }

    /// An error about all that was read since `begin`.
    pub fn error_since(&self, begin: usize, message: impl Into<String>, advice: &str) -> TextError {
        self.source.error(begin..self.at, message, advice)
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.source.text().as_bytes().get(self.at).copied()
    }

    /// An error about what stands here: the coming word, or the end of the input.
    pub fn unexpected(&mut self, wanted: &str, advice: &str) -> TextError {
        if self.at_end() {
            return self.source.error_at_end(
                say!(
                    "the input ends where {wanted} should be",
                    wanted = of(wanted)
                ),
                advice,
            );
        }
        let word = self.coming_word();
        let shown: String = word.chars().take(20).collect();
        let width = shown.len();
        self.source.error(
            self.at..self.at + width,
            say!(
                "expected {wanted}, found `{shown}`",
                wanted = of(wanted),
                shown
            ),
            advice,
        )
    }

    fn coming_word(&self) -> &'a str {
        let rest = &self.source.text()[self.at..];
        let end = rest.bytes().position(|byte| byte.is_ascii_whitespace());
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Passes over one byte, white space before it allowed; says whether it was there.
    #[inline]
    pub fn eat(&mut self, byte: u8) -> bool {
        self.begin();
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Passes over one byte that must be there.
    #[inline]
    pub fn expect(&mut self, byte: u8, advice: &str) -> Result<(), TextError> {
        if self.eat(byte) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{}`", byte as char), advice))
    }

    /// A whole number, white space before it allowed.
    #[inline]
    pub fn number(&mut self, what: &str, advice: &str) -> Result<i64, TextError> {
        self.begin();
        match self.coming_number() {
            Some((number, bytes)) => {
                self.at += bytes;
                Ok(number)
            }
            None => Err(self.no_number(what, advice)),
        }
    }

    /// The number that stands here, and its length: at most 18 digits, and parted from what
    /// follows.
    #[inline]
    fn coming_number(&self) -> Option<(i64, usize)> {
        let coming = &self.source.text().as_bytes()[self.at..];
        let negative = coming.first() == Some(&b'-');
        let begin = usize::from(negative);
        let mut end = begin;
        let mut value = 0i64;
        while let Some(digit @ b'0'..=b'9') = coming.get(end) {
            // Wrong once it has overflowed, but then there are too many digits.
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            end += 1;
        }
        let parted = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']');
        let is_number = (1..=18).contains(&(end - begin)) && coming.get(end).is_none_or(parted);
        is_number.then(|| (if negative { -value } else { value }, end))
    }

    #[cold]
    fn no_number(&mut self, what: &str, advice: &str) -> TextError {
        let word = self.coming_word();
        let word = &word[..word.find([',', ']']).unwrap_or(word.len())];
        let digits = word.strip_prefix('-').unwrap_or(word);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = say!("this number is too large for {what}", what = of(what));
            return self
                .source
                .error(self.at..self.at + word.len(), message, advice);
        }
        self.unexpected(what, advice)
    }

    /// A size: a whole number from 1.
    pub fn size(&mut self, what: &str, advice: &str) -> Result<usize, TextError> {
        let begin = self.begin();
        let number = self.number(what, advice)?;
        usize::try_from(number)
            .ok()
            .filter(|&size| size > 0)
            .ok_or_else(|| {
                self.error_since(
                    begin,
                    say!("{what} must be at least 1", what = of(what)),
                    advice,
                )
            })
    }

    /// The next word, white space before it skipped; nothing at the end.
    pub fn word(&mut self) -> Option<Row<'a>> {
        if self.at_end() {
            return None;
        }
        let row = Row {
            start: self.at,
            text: self.coming_word(),
        };
        self.at += row.text.len();
        Some(row)
    }

    /// Passes over a word; says whether it was there.
    pub fn eat_word(&mut self, wanted: &str) -> bool {
        self.begin();
        let there = self.coming_word() == wanted;
        self.at += if there { wanted.len() } else { 0 };
        there
    }

    /// Passes over a word that must be there.
    pub fn expect_word(&mut self, wanted: &str, advice: &str) -> Result<(), TextError> {
        if self.eat_word(wanted) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{wanted}`"), advice))
    }

    /// One character, whatever it is; nothing at the end.
    #[inline]
    pub fn glyph(&mut self) -> Option<char> {
        let glyph = self.source.text()[self.at..].chars().next()?;
        self.at += glyph.len_utf8();
        Some(glyph)
    }

    /// `rows columns` and then that many rows of that many glyphs.
    pub fn sized_rows(&mut self, advice: &str) -> Result<BoardText<'a>, TextError> {
        let rows = self.size(key("the number of rows"), advice)?;
        let columns = self.size(key("the number of columns"), advice)?;
        self.rows(rows, columns, advice)
    }

    /// Rows of glyphs without spaces. They are taken as they come: a huge size with nothing
    /// behind it costs nothing.
    pub fn rows(
        &mut self,
        rows: usize,
        columns: usize,
        advice: &str,
    ) -> Result<BoardText<'a>, TextError> {
        let mut board = BoardText {
            source: self.source,
            rows: Vec::new(),
        };
        for number in 1..=rows {
            let Some(row) = self.plain_word(columns).or_else(|| self.word()) else {
                let message = say!(
                    "the input ends where row {number} of {rows} should be",
                    number,
                    rows
                );
                return Err(self.source.error_at_end(message, advice));
            };
            let found = row.text.chars().count();
            if found != columns {
                let message = say!(
                    "row {number} has {squares} instead of {columns}",
                    number,
                    squares = squares(found),
                    columns
                );
                return Err(self.source.error(row.range(), message, advice));
            }
            board.rows.push(row);
        }
        Ok(board)
    }

    /// The next word, if it is just so many visible ASCII characters. No byte of it ends the look
    /// at it early: so that takes many at a time.
    fn plain_word(&mut self, bytes: usize) -> Option<Row<'a>> {
        let start = self.begin();
        let end = start.checked_add(bytes)?;
        let text = self.source.text();
        let word = text.as_bytes().get(start..end)?;
        let is_plain = word
            .iter()
            .fold(true, |all, byte| all & byte.is_ascii_graphic());
        let next = text.as_bytes().get(end);
        if !is_plain || next.is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return None;
        }
        self.at = end;
        let text = &text[start..end];
        Some(Row { start, text })
    }

    /// A JSON matrix, `[[…],[…]]`, whose entries `read` reads.
    pub fn json_matrix<T>(
        &mut self,
        advice: &str,
        mut read: impl FnMut(&mut Self) -> Result<T, TextError>,
    ) -> Result<Grid<T>, TextError> {
        let mut entries = Vec::new();
        let mut columns = 0;
        let mut rows = 0;
        self.expect(b'[', advice)?;
        loop {
            self.expect(b'[', advice)?;
            let (before, begin) = (entries.len(), self.begin());
            loop {
                if entries.len() == Grid::<T>::MOST {
                    return Err(too_large(self.source, self.at..self.at));
                }
                entries.push(read(self)?);
                if !self.eat(b',') {
                    break;
                }
            }
            rows += 1;
            let here = entries.len() - before;
            if rows == 1 {
                columns = here;
            } else if here != columns {
                let here = squares(here);
                let message = say!(
                    "row {rows} has {here}, but the first row has {columns}",
                    rows,
                    here,
                    columns
                );
                return Err(self.error_since(begin, message, key("make all rows equally long")));
            }
            self.expect(b']', advice)?;
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']', advice)?;
        Ok(Grid::new(columns, entries))
    }

    /// A JSON matrix of numbers as programs write it: no white space, and each is -1, or from 1
    /// on and of no more than nine digits. Says how many rows and columns there are, and hands
    /// on every number but the -1s, with its index.
    ///
    /// Nothing where it is written otherwise: then nothing is passed over, and
    /// [`Scanner::json_matrix`] can find out what there is.
    pub fn compact_matrix(&mut self, mut hand_on: impl FnMut(u32, u32)) -> Option<(usize, usize)> {
        let text = &self.source.text().as_bytes()[self.at..];
        let mut rest = text.strip_prefix(b"[")?;
        let (mut rows, mut columns, mut entries) = (0, 0, 0);
        loop {
            rest = rest.strip_prefix(b"[")?;
            let before = entries;
            loop {
                // Most boards are made of these, and they go fastest together.
                while let Some(after) = rest.strip_prefix(b"-1,-1,-1,-1,-1,-1,-1,-1,") {
                    (rest, entries) = (after, entries + 8);
                }
                rest = match rest.strip_prefix(b"-1") {
                    Some(after) => after,
                    None => {
                        let (number, after) = leading_number(rest)?;
                        hand_on(u32::try_from(entries).ok()?, number);
                        after
                    }
                };
                entries += 1;
                match rest.split_first()? {
                    (b',', after) => rest = after,
                    (b']', after) => {
                        rest = after;
                        break;
                    }
                    _ => return None,
                }
            }
            rows += 1;
            if rows == 1 {
                columns = entries;
            }
            if entries - before != columns || entries > Grid::<u32>::MOST {
                return None;
            }
            match rest.split_first()? {
                (b',', after) => rest = after,
                (b']', after) => {
                    self.at += text.len() - after.len();
                    return Some((rows, columns));
                }
                _ => return None,
            }
        }
    }
}

/// The number that a text begins with, from 1 on and of no more than nine digits, and what
/// follows it.
#[inline]
fn leading_number(text: &[u8]) -> Option<(u32, &[u8])> {
    let mut number = 0;
    let mut digits = 0;
    while let Some(digit @ b'0'..=b'9') = text.get(digits) {
        if digits == 9 {
            return None;
        }
        number = number * 10 + u32::from(digit - b'0');
        digits += 1;
    }
    (number > 0).then(|| (number, &text[digits..]))
}
