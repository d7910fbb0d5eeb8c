//! How Minesweeper is written: rows of the judge's letters in a level, JSON for the judge.

use fewest_words::{key, say};

use super::board::{CLICK_FORM, on_revealed, read_notes};
use super::formats::{is_cell, read_json, write_json};
use super::rules::turned;
use super::{Board, Clicks, is_hidden, reveal};
use crate::grid::{Grid, Square};
use crate::info::Options;
use crate::judge::{Fewest, JudgeError};
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::source::{Source, TextError};

const LEGEND: &str = key(
    "a mines board is made of `M` hidden mine, `E` hidden empty cell, `B` \
                      revealed blank, `1`–`8` revealed digit, `X` revealed mine",
);

const LEVEL_LEGEND: &str = key(
    "a mines board is made of `M` hidden mine, `E` hidden empty cell, `F` the same mine and `f` the \
     same empty cell with a flag, `B` or `0` revealed blank, `1`–`8` revealed digit, `X` revealed \
     mine; or of `?` covered cell and `!` the same with a flag in place of the hidden ones",
);

const MIXED_FORM: &str =
    key("write `M`, `E`, `F` and `f` where all is known, or `?` and `!` where nothing is known");

const JUDGE_FORM: &str = key(
    "write two lines of JSON for each case: the board, such as [[\"E\",\"M\"]], and the click, \
     such as [0,0]",
);

/// The judge's board alone, without the click: nobody needs one to solve it.
pub(super) fn read_alone(source: Source) -> Option<Result<Vec<Board>, TextError>> {
    let mut input = Scanner::new(source);
    let cells = read_matrix(&mut input).ok()?;
    input.at_end().then(|| Ok(vec![Board::judged(cells)]))
}

/// The judge's matrix, however it is spaced.
fn read_matrix(input: &mut Scanner) -> Result<Grid<u8>, TextError> {
    match read_json(input.rest()) {
        Some((cells, bytes)) => {
            input.skip(bytes);
            Ok(cells)
        }
        None => input.json_matrix(JUDGE_FORM, read_json_cell),
    }
}

/// Refuses a board of which some hidden cells are known and others are not.
fn all_covered(read: &Board, board: &BoardText) -> Result<(), TextError> {
    let cells = &read.cells;
    let is_covered = |square: Square| cells[square] == b'?';
    let first = (0..cells.len())
        .find(|&square| is_covered(square) || is_hidden(cells[square]))
        .expect("some are covered");
    let is_other = |&square: &Square| match is_covered(first) {
        true => is_hidden(cells[square]),
        false => is_covered(square),
    };
    match (first..cells.len()).find(is_other) {
        None => Ok(()),
        Some(square) => {
            let message = key("some hidden cells are known here and others are not");
            Err(board.error_at(square, message, MIXED_FORM).drawn(key(
                "Some covered squares say whether they hide a mine and others do not: draw either \
                 with the tools “mine” and “flagged mine”, or with “covered” and “flag”.",
            )))
        }
    }
}

fn read_cell(glyph: char) -> Option<u8> {
    u8::try_from(glyph).ok().filter(|&cell| is_cell(cell))
}

/// One cell of the judge's matrix: a string of one letter.
pub(super) fn read_json_cell(input: &mut Scanner) -> Result<u8, TextError> {
    input.expect(b'"', JUDGE_FORM)?;
    let at = input.at();
    let Some(glyph) = input.glyph() else {
        return Err(input.unexpected(key("a cell"), JUDGE_FORM));
    };
    let Some(cell) = read_cell(glyph) else {
        let message = say!("unknown glyph `{glyph}`", glyph = glyph.escape_debug());
        return Err(input.error_since(at, message, LEGEND));
    };
    input.expect(b'"', JUDGE_FORM)?;
    Ok(cell)
}

pub(super) fn read_case(input: &mut Scanner) -> Result<Option<Board>, TextError> {
    if input.at_end() {
        return Ok(None);
    }
    let cells = read_matrix(input)?;
    let begin = input.begin();
    input.expect(b'[', JUDGE_FORM)?;
    let row = input.number(key("a row"), JUDGE_FORM)?;
    input.expect(b',', JUDGE_FORM)?;
    let column = input.number(key("a column"), JUDGE_FORM)?;
    input.expect(b']', JUDGE_FORM)?;
    let place = u32::try_from(row).ok().zip(u32::try_from(column).ok());
    let Some(click) = place.and_then(|(row, column)| cells.at(row, column)) else {
        let message = say!("the click {row},{column} is outside the board", row, column);
        return Err(input.error_since(begin, message, CLICK_FORM));
    };
    if !is_hidden(cells[click]) {
        let message = on_revealed(cells.place(click));
        return Err(input.error_since(begin, message, CLICK_FORM));
    }
    Ok(Some(Board {
        click: Some(click),
        ..Board::judged(cells)
    }))
}

pub(super) fn write_case(board: &Board) -> Result<String, String> {
    if !board.is_known() {
        return Err(say!("the judge's boards say what is under every cell"));
    }
    if !board.flags.is_empty() {
        return Err(say!("the judge's boards have no flags"));
    }
    if board.clicks != Clicks::Plain {
        return Err(say!("the judge's clicks set no flags and make no chords"));
    }
    let first = || (0..board.cells.len()).find(|&square| is_hidden(board.cells[square]));
    let Some(click) = board.click.or_else(first) else {
        return Err(say!("the judge asks about a click, but no cell is hidden"));
    };
    let mut text = Vec::new();
    write_json(&board.cells, &mut text);
    let text = String::from_utf8(text).expect("the letters are ASCII");
    Ok(format!("{text}\n[{}]\n", board.cells.place(click)))
}

/// Writes what the click of a case reveals: the judge does not ask for the fewest.
pub(super) fn answer(
    mut board: Board,
    _: Fewest<Board>,
    out: &mut Vec<u8>,
) -> Result<(), JudgeError> {
    let Board { cells, click, .. } = &mut board;
    reveal(cells, click.expect("a case has a click"));
    write_json(cells, out);
    out.push(b'\n');
    Ok(())
}

pub(super) fn read_board(board: &BoardText, options: &Options) -> Result<Board, TextError> {
    let mut flags = Vec::new();
    let cells = board.glyphs(LEVEL_LEGEND, |glyph, square, _| {
        // Nearly all are the judge's letters.
        let cell = read_cell(glyph);
        if cell.is_some() {
            return Ok(cell);
        }
        Ok(match glyph {
            '0' => Some(b'B'),
            '?' => Some(b'?'),
            'F' | 'f' | '!' => {
                flags.push(square);
                Some(turned(glyph as u8))
            }
            _ => None,
        })
    })?;
    let mut read = Board::of(cells);
    read.flags = flags;
    if !read.is_known() {
        all_covered(&read, board)?;
    }
    read_notes(&mut read, options)?;
    Ok(read)
}
