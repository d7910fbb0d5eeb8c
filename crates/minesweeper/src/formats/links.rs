//! Boards in a word: the links of PTTACG's ZiNi calculator, and the game ids of Simon Tatham's Mines.
//! Both have the mines in digits: some bits each, row by row, the first cell the most significant.

use sha1::{Digest as _, Sha1};

use super::{FormatError, FormatErrorKind, count, number, side};
use crate::position::{Grid, Square};

/// The bits of a digit of a link, and of a game id.
const LINK_BITS: u32 = 5;
const ID_BITS: u32 = 4;
/// The sizes that have a short name in links, as columns and rows.
const SHORT_SIZES: [(&str, (u32, u32)); 3] = [("1", (9, 9)), ("2", (16, 16)), ("3", (30, 16))];

fn write_digits(cells: &[bool], bits: u32) -> String {
    let digit = |cells: &[bool]| {
        let bit = |place: usize| u32::from(cells.get(place).is_some_and(|&cell| cell));
        let value = (0..bits as usize).fold(0, |value, place| value << 1 | bit(place));
        char::from_digit(value, 1 << bits).expect("the value has as many bits as a digit")
    };
    cells.chunks(bits as usize).map(digit).collect()
}

/// Reads exactly the digits of a board of this size. A huge size with few digits costs nothing.
fn read_digits(
    text: &str,
    digits: &str,
    bits: u32,
    (columns, rows): (u32, u32),
) -> Result<Grid<bool>, FormatError> {
    let cells_wanted = u64::from(columns) * u64::from(rows);
    let wanted = cells_wanted.div_ceil(u64::from(bits));
    let found = digits.chars().count();
    if found as u64 != wanted || cells_wanted >= u64::from(u32::MAX) {
        let wrong = FormatErrorKind::DigitCount {
            columns,
            rows,
            wanted,
            found,
        };
        return Err(wrong.at(text, digits));
    }
    let mut cells = Vec::with_capacity(found * bits as usize);
    for (at, digit) in digits.char_indices() {
        let part = &digits[at..at + digit.len_utf8()];
        let value = digit
            .to_digit(1 << bits)
            .ok_or_else(|| FormatErrorKind::NotADigit.at(text, part))?;
        cells.extend((0..bits).rev().map(|bit| value >> bit & 1 == 1));
        let end = cells.len().min(cells_wanted as usize);
        if cells.drain(end..).any(|cell| cell) {
            return Err(FormatErrorKind::MineBehindTheLastCell.at(text, part));
        }
    }
    Ok(Grid::new(columns as usize, cells))
}

fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Reads links of PTTACG's ZiNi calculator, by which Minesweeper Online and LlamaSweeper share boards.
///
/// `b=1&m=0d41000088g012000`: the size, and the mines in digits to the base 32. A size is `1` for 9×9,
/// `2` for 16×16, `3` for 30×16, or else the width and the height with as many digits each: `44`,
/// `4005`. A link is a whole address or its end; the text can hold several.
///
/// # Errors
/// Fails if a link is damaged.
pub fn read_pttacg(text: &str) -> Option<Result<Vec<Grid<bool>>, FormatError>> {
    let begins = text.trim_start();
    let has_size = |address: &str| address.contains("?b=") || address.contains("&b=");
    let is_query = begins.strip_prefix('?').unwrap_or(begins).starts_with("b=");
    let is_link = is_query || is_address(begins) && has_size(text.split_whitespace().next()?);
    let links = || text.split_whitespace();
    is_link.then(|| links().map(|link| read_link(text, link)).collect())
}

fn read_link(text: &str, link: &str) -> Result<Grid<bool>, FormatError> {
    let mut parameters = [("b=", None), ("m=", None)];
    let query = link.rfind('?').map_or(0, |at| at + 1);
    for part in link[query..].split('&') {
        for (name, value) in &mut parameters {
            if let Some(found) = part.strip_prefix(*name)
                && value.replace(found).is_some()
            {
                return Err(FormatErrorKind::RepeatedParameter(name).at(text, part));
            }
        }
    }
    let [size, mines] = parameters.map(|(name, value)| {
        value.ok_or_else(|| FormatErrorKind::MissingParameter(name).at(text, link))
    });
    let (size, mines) = (size?, mines?);
    let columns_and_rows =
        read_link_size(size).ok_or_else(|| FormatErrorKind::NotASize.at(text, size))?;
    read_digits(text, mines, LINK_BITS, columns_and_rows)
}

fn read_link_size(text: &str) -> Option<(u32, u32)> {
    if let Some((_, size)) = SHORT_SIZES.iter().find(|(name, _)| *name == text) {
        return Some(*size);
    }
    let (width, height) = text.split_at_checked(text.len() / 2)?;
    (width.len() == height.len()).then_some(())?;
    side(width).zip(side(height))
}

/// Writes the mines as the end of a link.
pub fn write_pttacg(mines: &Grid<bool>) -> String {
    let (columns, rows) = (mines.columns(), mines.rows());
    let short = SHORT_SIZES
        .iter()
        .find(|(_, size)| *size == (columns, rows));
    let size = match short {
        Some((name, _)) => name.to_string(),
        None => {
            let width = columns.max(rows).to_string().len();
            format!("{columns:0width$}{rows:0width$}")
        }
    };
    format!("b={size}&m={}\n", write_digits(mines.cells(), LINK_BITS))
}

/// A game of Simon Tatham's Mines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TathamGame {
    /// The mines.
    pub mines: Grid<bool>,
    /// The first click.
    pub click: Option<Square>,
}

/// Reads game ids of Mines in Simon Tatham's Portable Puzzle Collection.
///
/// `9x9n10:4,4,u…` or `9x9n10:u…`: the width, the height and the number of mines; the column and the row
/// of the first click, if there is one; and the mines in hexadecimal digits, plain after `u` or masked
/// after `m`. An address that ends in `#` and an id will do; the text can hold several.
///
/// # Errors
/// Fails if an id is damaged.
pub fn read_tatham(text: &str) -> Option<Result<Vec<TathamGame>, FormatError>> {
    let begins = text.trim_start();
    // A text of another format may be one long word, which is not searched in vain.
    if !begins.starts_with(|first: char| first.is_ascii_digit()) && !is_address(begins) {
        return None;
    }
    split_id(id_of(text.split_whitespace().next()?))?;
    let ids = text.split_whitespace().map(id_of);
    Some(ids.map(|id| read_id(text, id)).collect())
}

/// The id at the end of an address, or the word itself.
fn id_of(word: &str) -> &str {
    match word.rfind('#').filter(|_| is_address(word)) {
        Some(at) => &word[at + 1..],
        None => word,
    }
}

/// The parts of a game id.
struct IdParts<'a> {
    columns: &'a str,
    rows: &'a str,
    mines: Option<&'a str>,
    /// Whether a seed follows, instead of a board.
    is_seed: bool,
    rest: &'a str,
}

/// Splits `9x9n10:…`: the height is the width if it is left out, and `a` allows ambiguous boards.
fn split_id(id: &str) -> Option<IdParts<'_>> {
    let (columns, mut rest) = split_digits(id);
    let mut rows = columns;
    if let Some(after) = rest.strip_prefix('x') {
        (rows, rest) = split_digits(after);
    }
    let mut mines = None;
    if let Some(after) = rest.strip_prefix('n') {
        let (number, after) = split_digits(after);
        (mines, rest) = (Some(number), after);
    }
    rest = rest.strip_prefix('a').unwrap_or(rest);
    let is_complete = ![columns, rows, mines.unwrap_or("-")].contains(&"");
    is_complete.then_some(IdParts {
        columns,
        rows,
        mines,
        is_seed: rest.starts_with('#'),
        rest: rest.strip_prefix([':', '#'])?,
    })
}

/// The digits that a text begins with, and the rest.
fn split_digits(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

fn read_id(text: &str, id: &str) -> Result<TathamGame, FormatError> {
    let parts = split_id(id).ok_or_else(|| FormatErrorKind::NotAGameId.at(text, id))?;
    if parts.is_seed {
        return Err(FormatErrorKind::Seed.at(text, parts.rest));
    }
    if parts.rest.starts_with('r') {
        return Err(FormatErrorKind::NotBegun.at(text, parts.rest));
    }
    let read_side = |part: &str| side(part).ok_or_else(|| FormatErrorKind::NotASize.at(text, part));
    let size = (read_side(parts.columns)?, read_side(parts.rows)?);
    let (click, rest) = read_click(text, parts.rest, size)?;
    let digits = rest.strip_prefix(['m', 'u']).unwrap_or(rest);
    let mut mines = read_digits(text, digits, ID_BITS, size)?;
    if rest.starts_with('m') {
        mask_mines(&mut mines, true);
    }
    let found = count(&mines);
    match parts.mines {
        Some(said) if number(said) != Some(found) => {
            Err(FormatErrorKind::MineCount { found }.at(text, said))
        }
        _ => Ok(TathamGame { mines, click }),
    }
}

/// Reads `column,row,` before the mines.
fn read_click<'a>(
    text: &str,
    part: &'a str,
    (columns, rows): (u32, u32),
) -> Result<(Option<Square>, &'a str), FormatError> {
    let (column, rest) = split_digits(part);
    if column.is_empty() {
        return Ok((None, part));
    }
    let split = rest.strip_prefix(',').map(split_digits);
    let split = split.and_then(|(row, rest)| Some((row, rest.strip_prefix(',')?)));
    let (row, rest) = split.ok_or_else(|| FormatErrorKind::NotAClick.at(text, column))?;
    let place = |text: &str, end: u32| number(text).filter(|&place: &u32| place < end);
    match place(column, columns).zip(place(row, rows)) {
        // The product may overflow, but then there are too few digits.
        Some((column, row)) => Ok((Some(row.wrapping_mul(columns).wrapping_add(column)), rest)),
        None => {
            let click = &part[..column.len() + 1 + row.len()];
            Err(FormatErrorKind::ClickOutside.at(text, click))
        }
    }
}

/// Writes a game id, its mines plain or masked as that program writes them.
pub fn write_tatham(game: &TathamGame, is_masked: bool) -> String {
    let mut mines = game.mines.clone();
    let (columns, rows, count) = (mines.columns(), mines.rows(), count(&mines));
    let click = game.click.map(|click| mines.coordinates(click));
    let click = click.map_or(String::new(), |(row, column)| format!("{column},{row},"));
    if is_masked {
        mask_mines(&mut mines, false);
    }
    let letter = if is_masked { 'm' } else { 'u' };
    let digits = write_digits(mines.cells(), ID_BITS);
    format!("{columns}x{rows}n{count}:{click}{letter}{digits}\n")
}

/// Masks mines, or unmasks them.
fn mask_mines(mines: &mut Grid<bool>, unmask: bool) {
    let cells = mines.cells_mut();
    let byte = |cells: &[bool]| {
        let bit = |place| u8::from(cells.get(place).is_some_and(|&mine| mine));
        (0..8).fold(0, |byte, place| byte << 1 | bit(place))
    };
    let mut bytes: Vec<u8> = cells.chunks(8).map(byte).collect();
    mask(&mut bytes, cells.len(), unmask);
    for (cells, byte) in cells.chunks_mut(8).zip(bytes) {
        for (place, mine) in cells.iter_mut().enumerate() {
            *mine = byte >> (7 - place) & 1 == 1;
        }
    }
}

/// Masks `bits` bits, or unmasks them; bits behind the last one stay 0. The mask has no key: it only
/// keeps people from seeing the mines by accident.
///
/// The bytes are cut in half. Each half in turn is added, bit by bit, to a stream made of the other one:
/// the SHA-1 hashes of that half followed by `0`, by `1`, and so on. Unmasking begins with the second
/// half.
fn mask(bytes: &mut [u8], bits: usize, unmask: bool) {
    let half = bytes.len() / 2;
    for step in 0..2 {
        let (first, second) = bytes.split_at_mut(half);
        match (step == 0) != unmask {
            true => add_stream(first, second),
            false => add_stream(second, first),
        }
        if let (Some(last), false) = (bytes.last_mut(), bits.is_multiple_of(8)) {
            *last &= 0xFF << (8 - bits % 8);
        }
    }
}

fn add_stream(target: &mut [u8], seed: &[u8]) {
    for (number, chunk) in target.chunks_mut(20).enumerate() {
        let hash = Sha1::new_with_prefix(seed).chain_update(number.to_string());
        for (byte, mask) in chunk.iter_mut().zip(hash.finalize()) {
            *byte ^= mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const SEED: u64 = 1_234_567;

    /// The two examples that the collection's author works through.
    #[test]
    fn the_published_examples_come_out() {
        let mut bytes = [0x12, 0x34, 0x56, 0x70];
        mask(&mut bytes, 28, false);
        assert_eq!(bytes, [0x07, 0xFA, 0x65, 0x00]);
        mask(&mut bytes, 28, true);
        assert_eq!(bytes, [0x12, 0x34, 0x56, 0x70]);
        let mut bytes = [0; 50];
        mask(&mut bytes, 400, false);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "b202c07b990c01f6ff2d544707f60e506019b671fcb1d8b5a2\
             10b0af913db85d37ca27f52a9f78bba3a80030db3d01d8df78"
        );
        mask(&mut bytes, 400, true);
        assert_eq!(bytes, [0; 50]);
    }

    #[test]
    fn what_is_masked_is_unmasked() {
        let mut rng = Rng::with_seed(SEED);
        for _ in 0..3_000 {
            let bits = rng.usize(1..600);
            let mut bytes: Vec<u8> = (0..bits.div_ceil(8)).map(|_| rng.u8(..)).collect();
            if !bits.is_multiple_of(8) {
                *bytes.last_mut().expect("there is a bit") &= 0xFF << (8 - bits % 8);
            }
            let plain = bytes.clone();
            mask(&mut bytes, bits, false);
            mask(&mut bytes, bits, true);
            assert_eq!(bytes, plain, "seed {SEED}, {bits} bits");
        }
    }
}
