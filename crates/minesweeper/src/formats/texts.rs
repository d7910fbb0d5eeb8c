//! The text formats RawVF and JSMinesweeper.

use super::{FormatError, FormatErrorKind, count, number, side};
use crate::position::Cell;
use crate::position::{Grid, Square};

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
            && number(value) != Some(found)
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
    let size = size.zip(next().and_then(number::<u32>));
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
    let covered = cells.cells().iter().filter(is_covered).count() as u32;
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
