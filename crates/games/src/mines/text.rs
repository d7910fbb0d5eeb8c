//! How Minesweeper is written: rows of the judge's letters in a level, JSON for the judge.

use fewest_words::{key, say};

use super::formats::FORMATS;
use super::info::INFO;
use super::options::{CLICK_FORM, on_revealed, read_notes};
use super::rules::turned;
use super::{Board, Clicks, Density, First, is_hidden, json, reveal};
use crate::format::Format;
use crate::grid::{Grid, Square};
use crate::info::{Info, Options};
use crate::judge::JudgeError;
use crate::rows::BoardText;
use crate::rules::Text;
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

impl Text for Board {
    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
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

    fn write_board(&self) -> String {
        let mut cells = self.cells.map(|&cell| cell as char);
        for &square in &self.flags {
            cells[square] = turned(self.cells[square]) as char;
        }
        cells.to_string()
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let place = |square| self.cells.place(square).to_string();
        let others = [
            ("click", self.click.map(place)),
            (
                "clicks",
                (self.clicks != Clicks::default()).then(|| self.clicks.name().to_string()),
            ),
            ("mines", self.total.map(|total| total.to_string())),
            (
                "density",
                (self.density != Density::USUAL).then(|| self.density.to_string()),
            ),
            (
                "first",
                (self.first != First::default()).then(|| self.first.name().to_string()),
            ),
        ];
        let said = others.into_iter();
        said.filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }

    fn read_case(input: &mut Scanner) -> Result<Option<Self>, TextError> {
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

    fn write_case(&self) -> Result<String, String> {
        if !self.is_known() {
            return Err(say!("the judge's boards say what is under every cell"));
        }
        if !self.flags.is_empty() {
            return Err(say!("the judge's boards have no flags"));
        }
        if self.clicks != Clicks::Plain {
            return Err(say!("the judge's clicks set no flags and make no chords"));
        }
        let first = || (0..self.cells.len()).find(|&square| is_hidden(self.cells[square]));
        let Some(click) = self.click.or_else(first) else {
            return Err(say!("the judge asks about a click, but no cell is hidden"));
        };
        let mut text = Vec::new();
        json::write(&self.cells, &mut text);
        let text = String::from_utf8(text).expect("the letters are ASCII");
        Ok(format!("{text}\n[{}]\n", self.cells.place(click)))
    }

    /// The judge asks what one click reveals, not for the fewest.
    fn judge(
        input: &mut Scanner,
        _solve: &mut dyn FnMut(&Self) -> Result<Option<u64>, JudgeError>,
        out: &mut Vec<u8>,
    ) -> Result<(), JudgeError> {
        while let Some(mut board) = Self::read_case(input)? {
            let Board { cells, click, .. } = &mut board;
            reveal(cells, click.expect("a case has a click"));
            json::write(cells, out);
            out.push(b'\n');
        }
        Ok(())
    }

    const FORMATS: &'static [Format<Self>] = FORMATS;
}

/// The judge's board alone, without the click: nobody needs one to solve it.
pub(super) fn read_alone(source: Source) -> Option<Result<Vec<Board>, TextError>> {
    let mut input = Scanner::new(source);
    let cells = read_matrix(&mut input).ok()?;
    input.at_end().then(|| Ok(vec![Board::judged(cells)]))
}

/// The judge's matrix, however it is spaced.
fn read_matrix(input: &mut Scanner) -> Result<Grid<u8>, TextError> {
    match json::read(input.rest()) {
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
    u8::try_from(glyph).ok().filter(|&cell| json::is_cell(cell))
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
