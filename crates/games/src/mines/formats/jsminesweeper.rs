//! The positions that D. N. Hill's JSMinesweeper loads and saves: what a player sees.
//!
//! The first line is `9x9x10`: the width, the height and the number of mines on the whole board. A row
//! a line follows: `0`–`8` is a revealed cell, `H` a covered one, `F` one with a flag. What lies under
//! a cover nobody knows.

use fewest_words::{key, say};

use crate::grid::{Grid, Square};
use crate::scan::Scanner;
use crate::source::{Source, TextError, digits};

const FORM: &str = key(
    "a position begins with the width, the height and the number of mines, such as `9x9x10`; its \
     rows are made of `0`–`8` revealed, `H` hidden, `F` flag",
);

/// What a player sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The cells: `B` and `1`–`8` revealed, `?` covered.
    pub cells: Grid<u8>,
    /// The covered cells with a flag, from the first.
    pub flags: Vec<Square>,
    /// How many mines there are on the whole board.
    pub total: u32,
}

/// Reads a position; nothing where the text does not begin as one.
pub fn read(source: Source) -> Option<Result<Vec<Seen>, TextError>> {
    let begins = source.text().trim_start().as_bytes();
    let is_of_first = |byte: &u8| byte.is_ascii_digit() || *byte == b'x';
    let end = begins.iter().position(|byte| !is_of_first(byte));
    let (first, rest) = begins.split_at(end.unwrap_or(begins.len()));
    let mut numbers = first.split(|&byte| byte == b'x');
    let is_parted = rest.first().is_none_or(u8::is_ascii_whitespace);
    let is_first =
        is_parted && numbers.clone().count() == 3 && numbers.all(|part| !part.is_empty());
    is_first.then(|| read_one(source).map(|seen| vec![seen]))
}

fn read_one(source: Source) -> Result<Seen, TextError> {
    let mut input = Scanner::new(source);
    let first = input.word().expect("it was looked at");
    let number = |text: &str, least| digits(text).filter(|&number: &u32| number >= least);
    let mut numbers = first.text.split('x');
    let mut next = |least| numbers.next().and_then(|text| number(text, least));
    let (Some(width), Some(height), Some(total)) = (next(1), next(1), next(0)) else {
        let message = say!("`{text}` is no size", text = first.text);
        return Err(source.error(first.range(), message, FORM));
    };
    let rows = input.rows(height as usize, width as usize, FORM)?;
    if !input.at_end() {
        return Err(input.unexpected(key("the end of the position"), FORM));
    }
    let mut flags = Vec::new();
    let cells = rows.glyphs(FORM, |glyph, square, _| {
        Ok(match glyph {
            '0' => Some(b'B'),
            '1'..='8' => Some(glyph as u8),
            'H' => Some(b'?'),
            'F' => {
                flags.push(square);
                Some(b'?')
            }
            _ => None,
        })
    })?;
    let covered = cells.squares().iter().filter(|&&cell| cell == b'?').count();
    if total as usize > covered {
        let message = say!(
            "mines: {total}, but covered cells: {covered}",
            total,
            covered
        );
        return Err(source.error(first.range(), message, FORM));
    }
    Ok(Seen {
        cells,
        flags,
        total,
    })
}

/// Writes a position.
pub fn write(seen: &Seen) -> String {
    let (columns, rows, total) = (seen.cells.columns(), seen.cells.rows(), seen.total);
    let mut letters = seen.cells.map(|&cell| match cell {
        b'B' => '0',
        b'?' => 'H',
        digit => digit as char,
    });
    for &flag in &seen.flags {
        letters[flag] = 'F';
    }
    format!("{columns}x{rows}x{total}\n{letters}")
}
