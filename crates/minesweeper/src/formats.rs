//! The file formats of other Minesweeper programs: `.mbf` files, the links of PTTACG's ZiNi calculator, the
//! game ids of Simon Tatham's Mines, RawVF and JSMinesweeper.
//!
//! A reader of a text format returns `None` if the text does not begin like that format.

use std::ops::Range;

use sha1::{Digest as _, Sha1};

use crate::grid::{Grid, Square, digits};
use crate::position::Cell;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// What is wrong.
    pub kind: FormatErrorKind,
    /// The bytes that are wrong. Empty where something is missing.
    pub range: Range<usize>,
}

/// What can be wrong with a file. Kinds without fields are about the text in the error's range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatErrorKind {
    /// A binary file ends before its fourth byte.
    NoHeader,
    /// A width or a height is 0.
    EmptySide,
    /// A binary file ends before its last mine.
    MissingMines {
        /// The number of mines that it has.
        found: usize,
        /// The number of mines that it announces.
        wanted: usize,
    },
    /// A binary file continues after its last mine.
    TrailingBytes {
        /// The number of mines that it announces.
        wanted: usize,
    },
    /// A mine is outside the board.
    MineOutside {
        /// The row.
        row: u8,
        /// The column.
        column: u8,
    },
    /// A mine is listed twice.
    RepeatedMine {
        /// The row.
        row: u8,
        /// The column.
        column: u8,
    },
    /// A size is not a number, is 0, or is not written as it should be.
    NotASize,
    /// The number of digits does not fit the size of the board.
    DigitCount {
        /// The number of columns.
        columns: u32,
        /// The number of rows.
        rows: u32,
        /// The number of digits that the board takes.
        wanted: u64,
        /// The number of digits that there are.
        found: usize,
    },
    /// A letter is not one of the digits.
    NotADigit,
    /// The last digit has a mine behind the last cell.
    MineBehindTheLastCell,
    /// A parameter of a link is given twice.
    RepeatedParameter(&'static str),
    /// A parameter of a link is missing.
    MissingParameter(&'static str),
    /// A word is not a game id.
    NotAGameId,
    /// A game id is a seed instead of a board.
    Seed,
    /// A game id is of a game that has no mines yet.
    NotBegun,
    /// The number of mines is not the announced one.
    MineCount {
        /// The number of mines that there are.
        found: usize,
    },
    /// The first click is not written as `column,row,`.
    NotAClick,
    /// The first click is outside the board.
    ClickOutside,
    /// The text ends before its board.
    NoBoard,
    /// A line is not `Name: value`.
    NotANamedLine,
    /// There are no rows.
    NoRows,
    /// A named value is not that of the board.
    WrongValue {
        /// The name.
        name: &'static str,
        /// The value of the board.
        found: u32,
    },
    /// A character is not a cell.
    NotACell,
    /// There are 2³² − 1 cells or more.
    TooManyCells,
    /// A row is not as long as the first.
    RaggedRow {
        /// The number of the row, from 1.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the first row.
        first: usize,
    },
    /// The text ends before a row.
    MissingRow {
        /// The number of the row, from 1.
        row: usize,
        /// The number of rows.
        rows: u32,
    },
    /// A row is not as long as announced.
    RowLength {
        /// The number of the row, from 1.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The announced number of columns.
        columns: u32,
    },
    /// There are more mines than covered cells.
    TooManyMines {
        /// The number of mines.
        mines: u32,
        /// The number of covered cells.
        covered: u32,
    },
    /// The text continues after the board.
    TrailingText,
}

impl FormatErrorKind {
    /// The error about a part of a text.
    fn at(self, text: &str, part: &str) -> FormatError {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        self.in_range(start..start + part.len())
    }

    /// The error about the end of a text.
    fn at_end(self, text: &str) -> FormatError {
        let end = text.trim_end().len();
        self.in_range(end..end)
    }

    fn in_range(self, range: Range<usize>) -> FormatError {
        FormatError { kind: self, range }
    }
}

/// The size of a side: at least 1.
fn side(text: &str) -> Option<u32> {
    digits(text).filter(|&side| side > 0)
}

fn count(mines: &Grid<bool>) -> usize {
    mines.squares().iter().filter(|&&mine| mine).count()
}

/// Reads the mines of an `.mbf` file: the width, the height, and the number of mines in two bytes, the
/// higher first; then for each mine its column and its row, from 0, in any order.
///
/// # Errors
/// Fails if the file is damaged.
pub fn read_mbf(bytes: &[u8]) -> Result<Grid<bool>, FormatError> {
    let error = |at: usize, kind: FormatErrorKind| Err(kind.in_range(at..at));
    let Some((&[width, height, high, low], places)) = bytes.split_first_chunk() else {
        return error(bytes.len(), FormatErrorKind::NoHeader);
    };
    for (at, side) in [width, height].into_iter().enumerate() {
        if side == 0 {
            return error(at, FormatErrorKind::EmptySide);
        }
    }
    let wanted = usize::from(u16::from_be_bytes([high, low]));
    let found = places.len() / 2;
    let end = 4 + 2 * wanted;
    if bytes.len() < end {
        return error(bytes.len(), FormatErrorKind::MissingMines { found, wanted });
    }
    if bytes.len() > end {
        return error(end, FormatErrorKind::TrailingBytes { wanted });
    }
    let mut mines = vec![false; usize::from(width) * usize::from(height)];
    for (number, &[column, row]) in places.as_chunks::<2>().0.iter().enumerate() {
        let at = 4 + 2 * number;
        if column >= width || row >= height {
            let at = at + usize::from(column < width);
            return error(at, FormatErrorKind::MineOutside { row, column });
        }
        let mine = &mut mines[usize::from(row) * usize::from(width) + usize::from(column)];
        if std::mem::replace(mine, true) {
            return error(at, FormatErrorKind::RepeatedMine { row, column });
        }
    }
    Ok(Grid::new(usize::from(width), mines))
}

/// Writes the mines as an `.mbf` file, column by column as most programs do; `None` if there are more
/// than 255 rows or columns.
pub fn write_mbf(mines: &Grid<bool>) -> Option<Vec<u8>> {
    let width = u8::try_from(mines.columns()).ok()?;
    let height = u8::try_from(mines.rows()).ok()?;
    let is_mine = |row: u8, column: u8| {
        mines
            .at(row.into(), column.into())
            .is_some_and(|square| mines[square])
    };
    let mut places = Vec::new();
    for column in 0..width {
        for row in (0..height).filter(|&row| is_mine(row, column)) {
            places.extend([column, row]);
        }
    }
    // 255 × 255 mines are fewer than two bytes can count.
    let [high, low] = ((places.len() / 2) as u16).to_be_bytes();
    Some([&[width, height, high, low], &places[..]].concat())
}

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
    format!("b={size}&m={}\n", write_digits(mines.squares(), LINK_BITS))
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
    let cells = rest.strip_prefix(['m', 'u']).unwrap_or(rest);
    let mut mines = read_digits(text, cells, ID_BITS, size)?;
    if rest.starts_with('m') {
        mask_mines(&mut mines, true);
    }
    let found = count(&mines);
    match parts.mines {
        Some(said) if digits(said) != Some(found) => {
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
    let place = |text: &str, end: u32| digits(text).filter(|&place: &u32| place < end);
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
    let digits = write_digits(mines.squares(), ID_BITS);
    format!("{columns}x{rows}n{count}:{click}{letter}{digits}\n")
}

/// Masks mines, or unmasks them.
fn mask_mines(mines: &mut Grid<bool>, unmask: bool) {
    let cells = mines.squares_mut();
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

const RAWVF: &str = "RawVF_Version";

/// Reads the board of a RawVF text, in which programs record games.
///
/// Lines `Name: value` come first, `RawVF_Version` before all; then `Board:` with its rows, `*` for a
/// mine and `0` for any other cell; then `Events:`, which are not read.
///
/// # Errors
/// Fails if the text is damaged.
pub fn read_rawvf(text: &str) -> Option<Result<Grid<bool>, FormatError>> {
    let (first, rest) = text.trim_start().split_at_checked(RAWVF.len())?;
    let is_first = first.eq_ignore_ascii_case(RAWVF) && rest.trim_start().starts_with(':');
    is_first.then(|| read_rawvf_board(text))
}

fn read_rawvf_board(text: &str) -> Result<Grid<bool>, FormatError> {
    let mut lines = text.split('\n').map(str::trim);
    let mut values: [(&str, Option<&str>); 3] =
        [("Width", None), ("Height", None), ("Mines", None)];
    loop {
        let line = lines
            .next()
            .ok_or_else(|| FormatErrorKind::NoBoard.at_end(text))?;
        let Some((name, value)) = line.split_once(':') else {
            if line.is_empty() {
                continue;
            }
            return Err(FormatErrorKind::NotANamedLine.at(text, line));
        };
        if name.eq_ignore_ascii_case("Board") {
            break;
        }
        for (known, known_value) in &mut values {
            if name.eq_ignore_ascii_case(known) {
                *known_value = Some(value.trim());
            }
        }
    }
    let rows: Vec<&str> = lines
        .take_while(|line| !line.is_empty() && !line.contains(':'))
        .collect();
    if rows.is_empty() {
        return Err(FormatErrorKind::NoRows.at_end(text));
    }
    let mines = read_rows(text, &rows, |glyph| match glyph {
        '*' => Some(true),
        '0' => Some(false),
        _ => None,
    })?;
    let found = [mines.columns(), mines.rows(), count(&mines) as u32];
    for ((name, value), found) in values.into_iter().zip(found) {
        if let Some(value) = value
            && digits(value) != Some(found)
        {
            return Err(FormatErrorKind::WrongValue { name, found }.at(text, value));
        }
    }
    Ok(mines)
}

/// Reads rows of cells; spaces between cells are allowed.
fn read_rows<T>(
    text: &str,
    rows: &[&str],
    mut read: impl FnMut(char) -> Option<T>,
) -> Result<Grid<T>, FormatError> {
    let mut cells = Vec::new();
    let mut columns = 0;
    for (number, &row) in rows.iter().enumerate() {
        let before = cells.len();
        for (at, glyph) in row
            .char_indices()
            .filter(|(_, glyph)| !glyph.is_ascii_whitespace())
        {
            let part = &row[at..at + glyph.len_utf8()];
            if cells.len() == u32::MAX as usize - 1 {
                return Err(FormatErrorKind::TooManyCells.at(text, part));
            }
            let cell = read(glyph).ok_or_else(|| FormatErrorKind::NotACell.at(text, part))?;
            cells.push(cell);
        }
        let found = cells.len() - before;
        if number == 0 {
            columns = found;
        } else if found != columns {
            let ragged = FormatErrorKind::RaggedRow {
                row: number + 1,
                found,
                first: columns,
            };
            return Err(ragged.at(text, row));
        }
    }
    Ok(Grid::new(columns, cells))
}

/// The rows of a board, a line each.
fn write_rows<T>(cells: &Grid<T>, glyph: impl Fn(Square) -> char) -> String {
    let columns = cells.columns();
    let row = |row: u32| {
        (row * columns..(row + 1) * columns)
            .map(&glyph)
            .chain(['\n'])
    };
    (0..cells.rows()).flat_map(row).collect()
}

/// Writes the board as a RawVF text without events.
pub fn write_rawvf(mines: &Grid<bool>) -> String {
    let (columns, rows, count) = (mines.columns(), mines.rows(), count(mines));
    let level = match (columns, rows, count) {
        (8, 8, 10) | (9, 9, 10) => "Beginner",
        (16, 16, 40) => "Intermediate",
        (30, 16, 99) => "Expert",
        _ => "Custom",
    };
    let board = write_rows(mines, |square| if mines[square] { '*' } else { '0' });
    format!(
        "{RAWVF}: Rev6\nProgram: fewest\nLevel: {level}\nWidth: {columns}\nHeight: {rows}\n\
         Mines: {count}\nBoard:\n{board}Events:\n"
    )
}

/// What a player sees of a board, with flags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleBoard {
    /// The cells: numbers, and covered cells.
    pub cells: Grid<Cell>,
    /// The covered cells with a flag, in ascending order.
    pub flags: Vec<Square>,
    /// The number of mines on the whole board.
    pub mines: u32,
}

/// Reads a position that D. N. Hill's JSMinesweeper saves.
///
/// The first line is `9x9x10`: the width, the height and the number of mines on the whole board. The
/// rows follow: `0`–`8` is an open cell, `H` a covered one, `F` one with a flag.
///
/// # Errors
/// Fails if the text is damaged.
pub fn read_jsminesweeper(text: &str) -> Option<Result<VisibleBoard, FormatError>> {
    let begins = text.trim_start();
    let end = begins.find(|glyph: char| !glyph.is_ascii_digit() && glyph != 'x');
    let (first, rest) = begins.split_at(end.unwrap_or(begins.len()));
    let is_separate = !rest.starts_with(|glyph: char| !glyph.is_ascii_whitespace());
    let mut numbers = first.split('x');
    let is_first = is_separate && numbers.clone().count() == 3 && numbers.all(|it| !it.is_empty());
    is_first.then(|| read_visible_board(text))
}

fn read_visible_board(text: &str) -> Result<VisibleBoard, FormatError> {
    let mut words = text.split_ascii_whitespace();
    let first = words.next().expect("the text begins with a size");
    let mut numbers = first.split('x');
    let mut next = || numbers.next();
    let size = next().and_then(side).zip(next().and_then(side));
    let size = size.zip(next().and_then(digits::<u32>));
    let ((columns, rows), mines) = size.ok_or_else(|| FormatErrorKind::NotASize.at(text, first))?;
    // The rows are taken as they come: a huge size with nothing behind it costs nothing.
    let mut lines = Vec::new();
    for row in 1..=rows as usize {
        let line = words.next().ok_or_else(|| {
            let missing = FormatErrorKind::MissingRow { row, rows };
            missing.at_end(text)
        })?;
        let found = line.chars().count();
        if found != columns as usize {
            let wrong = FormatErrorKind::RowLength {
                row,
                found,
                columns,
            };
            return Err(wrong.at(text, line));
        }
        lines.push(line);
    }
    if let Some(word) = words.next() {
        return Err(FormatErrorKind::TrailingText.at(text, word));
    }
    let glyphs = read_rows(text, &lines, |glyph| {
        matches!(glyph, '0'..='8' | 'H' | 'F').then_some(glyph)
    })?;
    let cells = glyphs.map(|glyph| match glyph.to_digit(10) {
        Some(number) => Cell::Number(number as u8),
        None => Cell::Covered,
    });
    let flags = (0..glyphs.len())
        .filter(|&square| glyphs[square] == 'F')
        .collect();
    let is_covered = |&&cell: &&Cell| cell == Cell::Covered;
    let covered = cells.squares().iter().filter(is_covered).count() as u32;
    if mines > covered {
        return Err(FormatErrorKind::TooManyMines { mines, covered }.at(text, first));
    }
    Ok(VisibleBoard {
        cells,
        flags,
        mines,
    })
}

/// Writes a position as JSMinesweeper saves it. Cells without a number are written as covered.
pub fn write_jsminesweeper(board: &VisibleBoard) -> String {
    let (columns, rows, mines) = (board.cells.columns(), board.cells.rows(), board.mines);
    let cells = write_rows(&board.cells, |square| match board.cells[square] {
        Cell::Number(number) => char::from(b'0' + number),
        _ if board.flags.binary_search(&square).is_ok() => 'F',
        _ => 'H',
    });
    format!("{columns}x{rows}x{mines}\n{cells}")
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
