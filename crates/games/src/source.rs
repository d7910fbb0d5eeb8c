//! Input text and what is wrong with it: every error knows its line and column.

use std::ops::Range;

use fewest_words::{key, of, say};

/// A text that is being read, without its byte order mark.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    text: &'a str,
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
        let source = Source { text };
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
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            width: marked.chars().count().max(1),
            message: readable(of(&message.into())),
            advice: readable(of(&advice.into())),
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
    let is_plain = |c: char| !c.is_control() || c.is_whitespace();
    std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(is_plain))
}

/// A message may quote the input: control characters are spelt out, and it is cut where it is
/// longer than anyone reads.
fn readable(message: &str) -> String {
    const LONGEST: usize = 300;
    let mut text = String::new();
    for (place, letter) in message.chars().enumerate() {
        if place == LONGEST {
            text.push('…');
            break;
        }
        if letter.is_control() {
            text.extend(letter.escape_default());
        } else {
            text.push(letter);
        }
    }
    text
}

/// A number written in digits alone: no sign, no spaces.
pub fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
