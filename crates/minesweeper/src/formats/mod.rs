//! The file formats of other Minesweeper programs.
//!
//! A reader of a text format returns `None` if the text does not begin like that format.

mod links;
mod texts;

use std::ops::Range;
use std::str::FromStr;

pub use links::{TathamGame, read_pttacg, read_tatham, write_pttacg, write_tatham};
pub use texts::{VisibleBoard, read_jsminesweeper, read_rawvf, write_jsminesweeper, write_rawvf};

use crate::position::Grid;

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

/// A number written in digits alone: no sign, no spaces.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

/// The size of a side: at least 1.
fn side(text: &str) -> Option<u32> {
    number(text).filter(|&side| side > 0)
}

fn count(mines: &Grid<bool>) -> usize {
    mines.cells().iter().filter(|&&mine| mine).count()
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
