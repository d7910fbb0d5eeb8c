//! How Minesweeper is written: rows of the judge's letters in a level, JSON for the judge.

use fewest_words::{key, say};

use super::formats::FORMATS;
use super::info::INFO;
use super::{Board, Clicks, Density, First, is_hidden, is_mine, json, reveal};
use crate::format::Format;
use crate::grid::{Grid, Place, Square};
use crate::info::{Info, Options};
use crate::judge::JudgeError;
use crate::level::Note;
use crate::rows::BoardText;
use crate::rules::Text;
use crate::scan::Scanner;
use crate::source::{Source, TextError, digits};

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

const MINES_FORM: &str = key("write how many mines there are, `X` among them");

const DENSITY_FORM: &str =
    key("leave `density` away where the mines are known or `mines` says how many there are");

const FIRST_FORM: &str = key("click elsewhere, or promise less");

const JUDGE_FORM: &str = key(
    "write two lines of JSON for each case: the board, such as [[\"E\",\"M\"]], and the click, \
     such as [0,0]",
);

const CLICK_FORM: &str = key("click on a hidden cell of the board, row and column counted from 0");

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
            let flagged = match glyph {
                'F' => b'M',
                'f' => b'E',
                '!' => b'?',
                '0' => return Ok(Some(b'B')),
                '?' => return Ok(Some(b'?')),
                _ => return Ok(None),
            };
            flags.push(square);
            Ok(Some(flagged))
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
            cells[square] = match self.cells[square] {
                b'M' => 'F',
                b'E' => 'f',
                _ => '!',
            };
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
            Err(board.error_at(square, message, MIXED_FORM))
        }
    }
}

/// Reads what the notes say about a board, and whether it can be true.
fn read_notes(board: &mut Board, options: &Options) -> Result<(), TextError> {
    let cells = &board.cells;
    if let Some(note) = options.get("clicks") {
        board.clicks = Clicks::read(&note)?;
    }
    if let Some(note) = options.get("mines") {
        board.total = Some(read_total(board, &note)?);
    }
    if let Some(note) = options.get("density") {
        board.density = Density::read(&note)?;
        if board.is_known() || board.total.is_some() {
            let message = key("how many mines there are is known here");
            return Err(note.error(message, DENSITY_FORM));
        }
    }
    if let Some(note) = options.get("first") {
        board.first = First::read(&note)?;
    }
    if let Some(note) = options.get("click") {
        let click = note.square(cells)?;
        if !is_hidden(cells[click]) && cells[click] != b'?' {
            return Err(note.error(on_revealed(cells.place(click)), CLICK_FORM));
        }
        board.click = Some(click);
        let mut promised = board.promised().into_iter();
        if let Some(mine) = promised.find(|&square| is_mine(board.cells[square])) {
            let message = say!(
                "the first click is promised that {place} is no mine",
                place = board.cells.place(mine)
            );
            return Err(note.error(message, FIRST_FORM));
        }
    }
    Ok(())
}

/// How many mines a note says there are, if there can be so many.
fn read_total(board: &Board, note: &Note) -> Result<u32, TextError> {
    let total = note.value.text;
    let cells = board.cells.squares().iter();
    let least = cells.filter(|&&cell| is_mine(cell)).count() as u32;
    let most = least + board.unknown;
    let message = match digits::<u32>(total) {
        Some(total) if (least..=most).contains(&total) => return Ok(total),
        None if total.is_empty() || !total.bytes().all(|byte| byte.is_ascii_digit()) => {
            say!("`{text}` is not a whole number", text = total)
        }
        _ if board.is_known() => say!("the board has mines: {least}, not {total}", least, total),
        _ => say!(
            "there can be {least} to {most} mines, not {total}",
            least,
            most,
            total
        ),
    };
    Err(note.error(message, MINES_FORM))
}

fn read_cell(glyph: char) -> Option<u8> {
    u8::try_from(glyph).ok().filter(|&cell| json::is_cell(cell))
}

fn on_revealed(place: Place) -> String {
    say!("the click {place} is on a revealed cell", place)
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
