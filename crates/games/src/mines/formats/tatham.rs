//! The game ids of Mines in Simon Tatham's Portable Puzzle Collection.
//!
//! `9x9n10:4,4,u…` or `9x9n10:u…`: the width, the height and the number of mines; the column and the
//! row of the first click, where there is one; and the mines in hexadecimal digits, plain after `u`
//! or masked after `m`. An address that ends in `#` and an id will do, and many may stand in a file.

use fewest_words::{key, say};

use super::digits::Digits;
use super::is_address;
use super::mask::mask;
use crate::grid::{Grid, Square};
use crate::rows::Row;
use crate::source::{Source, TextError, digits};

const FORM: &str = key(
    "an id has the size, the number of mines, the first click if there is one, and the mines, such \
     as `4x4n3:u0c40` or `4x4n3:3,0,u0c40`",
);
const DIGITS: Digits = Digits {
    bits: 4,
    names: "0–9 a–f",
    advice: FORM,
};

/// Mines, and where the first click is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where the mines are.
    pub mines: Grid<bool>,
    /// The first click.
    pub click: Option<Square>,
}

/// Reads an id for each board; nothing where the text does not begin with one.
pub fn read(source: Source) -> Option<Result<Vec<Game>, TextError>> {
    let all = Row {
        start: 0,
        text: source.text(),
    };
    let begins = all.text.trim_start();
    // A whole judge's input may be one word: it is not looked for in vain.
    if !begins.starts_with(|first: char| first.is_ascii_digit()) && !is_address(begins) {
        return None;
    }
    Params::split(id(all.words().next()?))?;
    Some(all.words().map(|word| read_one(source, id(word))).collect())
}

/// The id at the end of an address, or the word itself.
fn id(word: Row) -> Row {
    let end = word.text.rfind('#').filter(|_| is_address(word.text));
    let begin = end.map_or(0, |at| at + 1);
    Row {
        start: word.start + begin,
        text: &word.text[begin..],
    }
}

/// What stands before the colon, and what behind it.
struct Params<'a> {
    columns: Row<'a>,
    rows: Row<'a>,
    mines: Option<Row<'a>>,
    /// Whether a seed follows, in place of the mines.
    is_seed: bool,
    rest: Row<'a>,
}

impl<'a> Params<'a> {
    /// `9x9n10:…`: the height is the width where it is left out, and `a` says that the game may
    /// take guesses.
    fn split(id: Row<'a>) -> Option<Self> {
        let (columns, mut rest) = leading_digits(id);
        let mut rows = columns;
        if let Some(behind) = behind(rest, 'x') {
            (rows, rest) = leading_digits(behind);
        }
        let mut mines = None;
        if let Some(behind) = behind(rest, 'n') {
            let (number, after) = leading_digits(behind);
            (mines, rest) = (Some(number), after);
        }
        rest = behind(rest, 'a').unwrap_or(rest);
        let is_seed = rest.text.starts_with('#');
        let rest = behind(rest, ':').or(behind(rest, '#'))?;
        let is_full = |row: &Row| !row.text.is_empty();
        let full = is_full(&columns) && is_full(&rows) && mines.as_ref().is_none_or(is_full);
        full.then_some(Params {
            columns,
            rows,
            mines,
            is_seed,
            rest,
        })
    }
}

/// The digits that a row begins with, and what follows them.
fn leading_digits(row: Row) -> (Row, Row) {
    let end = row.text.bytes().position(|byte| !byte.is_ascii_digit());
    let (text, after) = row.text.split_at(end.unwrap_or(row.text.len()));
    let start = row.start + text.len();
    (Row { text, ..row }, Row { start, text: after })
}

/// What follows a letter that a row begins with.
fn behind(row: Row, letter: char) -> Option<Row> {
    let text = row.text.strip_prefix(letter)?;
    let start = row.start + letter.len_utf8();
    Some(Row { start, text })
}

fn read_one(source: Source, id: Row) -> Result<Game, TextError> {
    let wrong = |row: Row, message: String| source.error(row.range(), message, FORM);
    let Some(params) = Params::split(id) else {
        return Err(wrong(id, say!("this is no game id")));
    };
    if params.is_seed {
        let message = say!("this id is a seed: only the program that made it knows its mines");
        return Err(wrong(params.rest, message));
    }
    if params.rest.text.starts_with('r') {
        let message = say!("this game has not begun: its mines are laid at the first click");
        return Err(wrong(params.rest, message));
    }
    let side = |row: Row| {
        let side = digits(row.text).filter(|&side: &u32| side > 0);
        side.ok_or_else(|| wrong(row, say!("`{text}` is no size", text = row.text)))
    };
    let size = (side(params.columns)?, side(params.rows)?);
    let (click, rest) = read_click(source, params.rest, size)?;
    let is_masked = rest.text.starts_with('m');
    let rest = behind(rest, 'm').or(behind(rest, 'u')).unwrap_or(rest);
    let mut mines = DIGITS.read(source, rest, size)?;
    if is_masked {
        masked(&mut mines, true);
    }
    let found = mines.squares().iter().filter(|&&mine| mine).count();
    match params.mines {
        Some(said) if digits(said.text) != Some(found) => {
            let message = say!(
                "the id says {said} mines, but has {found}",
                said = said.text,
                found
            );
            Err(wrong(said, message))
        }
        _ => Ok(Game { mines, click }),
    }
}

/// `column,row,` before the mines.
fn read_click<'a>(
    source: Source,
    row: Row<'a>,
    (columns, rows): (u32, u32),
) -> Result<(Option<Square>, Row<'a>), TextError> {
    let (column, rest) = leading_digits(row);
    if column.text.is_empty() {
        return Ok((None, row));
    }
    let split = behind(rest, ',').map(leading_digits);
    let Some((line, rest)) = split.and_then(|(line, rest)| Some((line, behind(rest, ',')?))) else {
        let message = say!("the first click is written `column,row,`, and plain mines after a `u`");
        return Err(source.error(column.range(), message, FORM));
    };
    let place = |row: Row, sides: u32| digits(row.text).filter(|&place: &u32| place < sides);
    match place(column, columns).zip(place(line, rows)) {
        // The product of both sides may be too large, but then there are too few digits.
        Some((column, row)) => Ok((Some(row.wrapping_mul(columns).wrapping_add(column)), rest)),
        None => {
            let message = say!(
                "the click {row},{column} is outside the board",
                row = line.text,
                column = column.text
            );
            Err(source.error(column.start..line.range().end, message, FORM))
        }
    }
}

/// Masks mines, or takes the mask off.
fn masked(mines: &mut Grid<bool>, off: bool) {
    let cells = mines.squares_mut();
    let byte = |cells: &[bool]| {
        let bit = |place| u8::from(cells.get(place).is_some_and(|&mine| mine));
        (0..8).fold(0, |byte, place| byte << 1 | bit(place))
    };
    let mut bytes: Vec<u8> = cells.chunks(8).map(byte).collect();
    mask(&mut bytes, cells.len(), off);
    for (cells, byte) in cells.chunks_mut(8).zip(bytes) {
        for (place, mine) in cells.iter_mut().enumerate() {
            *mine = byte >> (7 - place) & 1 == 1;
        }
    }
}

/// Writes an id, its mines plain or masked.
pub fn write(game: &Game, is_masked: bool) -> String {
    let mut mines = game.mines.clone();
    let (columns, rows) = (mines.columns(), mines.rows());
    let count = mines.squares().iter().filter(|&&mine| mine).count();
    let click = game.click.map(|click| mines.place(click));
    let click = click.map_or(String::new(), |place| {
        format!("{},{},", place.column, place.row)
    });
    if is_masked {
        masked(&mut mines, false);
    }
    let letter = if is_masked { 'm' } else { 'u' };
    let digits = DIGITS.write(mines.squares());
    format!("{columns}x{rows}n{count}:{click}{letter}{digits}\n")
}
