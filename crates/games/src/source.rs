//! Input text and what is wrong with it: every error knows its line and column.

use std::ops::Range;

pub use fewest_minesweeper::grid::digits;
use fewest_words::{is_hidden, key, of, say};

/// A text that is being read, without its byte order mark, or some lines of one.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    text: &'a str,
    /// How many lines stand before these.
    lines_before: usize,
}

/// What is wrong with a text, where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// How many characters of that line are meant.
    pub width: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub advice: String,
    /// The whole problem for a person who draws the board with the tools of [`Info`] and sees squares
    /// instead of a text: no glyphs, no lines and columns.
    ///
    /// [`Info`]: crate::info::Info
    pub drawn: Option<String>,
    /// The move that the rules refuse, where the text holds moves and one of them is illegal.
    pub illegal: Option<Box<IllegalMove>>,
}

/// A move of a text that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Its number among the moves, from 1.
    pub number: usize,
    /// The move as it was written.
    pub step: String,
    /// Why it is illegal.
    pub reason: String,
}

impl TextError {
    /// Adds the problem for a person who draws. A constant is said in the language that is spoken.
    #[must_use]
    pub fn drawn(mut self, problem: impl Into<String>) -> Self {
        self.drawn = Some(readable(of(&problem.into())));
        self
    }

    /// Adds the move that is illegal.
    #[must_use]
    pub fn illegal(mut self, illegal: IllegalMove) -> Self {
        self.illegal = Some(Box::new(illegal));
        self
    }
}

impl<'a> Source<'a> {
    /// Takes a file's bytes: UTF-8, with or without a byte order mark.
    pub fn new(bytes: &'a [u8]) -> Result<Self, TextError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let (text, bad) = match std::str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let good = &bytes[..error.valid_up_to()];
                let text = std::str::from_utf8(good).expect("valid up to there");
                (text, Some(bytes[good.len()]))
            }
        };
        let source = Source {
            text,
            lines_before: 0,
        };
        match bad {
            None => Ok(source),
            Some(byte) => Err(source.error(
                text.len()..text.len(),
                say!(
                    "the byte {byte} is not UTF-8 text",
                    byte = format!("0x{byte:02X}")
                ),
                key("save the file as plain UTF-8 text"),
            )),
        }
    }

    /// The text itself.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Some of its lines, which begin after so many: errors about them tell their lines in the
    /// whole text.
    pub(crate) fn lines(&self, range: Range<usize>, before: usize) -> Self {
        Source {
            text: &self.text[range],
            lines_before: self.lines_before + before,
        }
    }

    /// An error about a range of bytes of the text; only its first line is marked. Words that are
    /// constants are said here in the language that is spoken.
    pub fn error(
        &self,
        range: Range<usize>,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> TextError {
        let before = &self.text[..range.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let marked = self.text[range].lines().next().unwrap_or("");
        TextError {
            line: self.lines_before + before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            width: marked.chars().count().max(1),
            message: readable(of(&message.into())),
            advice: readable(of(&advice.into())),
            drawn: None,
            illegal: None,
        }
    }

    /// An error at the end of the text, where something is missing.
    pub fn error_at_end(&self, message: impl Into<String>, advice: impl Into<String>) -> TextError {
        let end = self.text.trim_end().len();
        self.error(end..end, message, advice)
    }
}

/// Whether bytes are a text: UTF-8, without control characters but for white space.
pub fn is_text(bytes: &[u8]) -> bool {
    // Most texts are ASCII. No byte ends the loop early: so it takes many at a time.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t'..=b'\r');
    let is_ascii = |part: &[u8]| part.iter().fold(true, |all, byte| all & is_plain(*byte));
    if bytes.chunks(1 << 12).all(is_ascii) {
        return true;
    }
    let is_plain = |c: char| !c.is_control() || c.is_whitespace();
    std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(is_plain))
}

/// A message may quote the input: hidden characters are spelt out, and it is cut where it is
/// longer than anyone reads.
fn readable(message: &str) -> String {
    const LONGEST: usize = 300;
    let mut text = String::new();
    for (place, letter) in message.chars().enumerate() {
        if place == LONGEST {
            text.push('…');
            break;
        }
        if is_hidden(letter) {
            text.extend(letter.escape_default());
        } else {
            text.push(letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const SEED: u64 = 85;

    #[test]
    fn bytes_are_a_text_or_not() {
        let plainly = |bytes: &[u8]| {
            let is_plain = |c: char| !c.is_control() || c.is_whitespace();
            std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(is_plain))
        };
        for byte in 0..=u8::MAX {
            for bytes in [&[byte][..], &[0xC2, byte], &[b'a', byte, b'\n']] {
                assert_eq!(is_text(bytes), plainly(bytes), "{bytes:?}");
            }
        }
        let mut rng = Rng::with_seed(SEED);
        for _ in 0..1_000 {
            let mut bytes = vec![b'.'; rng.usize(1..10_000)];
            let place = rng.usize(..bytes.len());
            bytes[place] = rng.u8(..);
            assert_eq!(is_text(&bytes), plainly(&bytes), "seed {SEED}");
        }
    }
}
