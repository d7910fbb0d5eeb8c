//! How Minesweeper boards are written: rows of letters in a level, JSON for the judge, and the formats in
//! which players pass boards on.
//!
//! All formats but one say where the mines are on a board on which nothing is played yet. JSMinesweeper's
//! says what a player sees, and not what is beneath. The notes of a level stay behind, but for those that a format
//! knows: the first click, and the number of mines.

#[cfg(test)]
mod tests;

use fewest_minesweeper::Cell;
use fewest_minesweeper::formats::{
    FormatError, FormatErrorKind, TathamGame, VisibleBoard, read_jsminesweeper, read_mbf,
    read_pttacg, read_rawvf, read_tatham, write_jsminesweeper, write_mbf, write_pttacg,
    write_rawvf, write_tatham,
};
use fewest_words::{key, of, say};

use super::rules::turned;
use super::{
    Board, CLICK_FORM, Clicks, is_hidden, is_mine, on_revealed, read_notes, reveal, seen_cell,
};
use crate::format::{Fewest, Flaw, Format, Holds, JudgeError, Loss, Reading};
use crate::grid::{Grid, Square};
use crate::info::Options;
use crate::rows::{BoardText, squares};
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

/// Reads the judge's board alone. Solving it takes no click.
pub(super) fn read_alone(source: Source) -> Option<Result<Vec<Board>, TextError>> {
    let mut input = Scanner::new(source);
    let cells = read_matrix(&mut input).ok()?;
    input.at_end().then(|| Ok(vec![Board::of(cells)]))
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
        ..Board::of(cells)
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

/// The formats, in the order in which a text is tried in them.
pub const FORMATS: &[Format<Board>] = &[
    Format {
        name: "mbf",
        ending: Some(".mbf"),
        what: key("the mines in bytes"),
        holds: Holds::One,
        read: Reading::Binary(|bytes| read_mbf(bytes).map(laid).map_err(flaw)),
        write: Some(|board, loss| {
            let mines = mines(board, loss)?;
            write_mbf(&mines).ok_or_else(|| too_wide(&mines))
        }),
    },
    Format {
        name: "pttacg",
        ending: None,
        what: key("a link of PTTACG's ZiNi calculator"),
        holds: Holds::Many,
        read: Reading::Text(|source| each(source, read_pttacg(source.text()), PTTACG, laid)),
        write: Some(|board, loss| Ok(write_pttacg(&mines(board, loss)?).into_bytes())),
    },
    Format {
        name: "tatham",
        ending: None,
        what: key("a game id of Simon Tatham's Mines"),
        holds: Holds::Many,
        read: Reading::Text(|source| each(source, read_tatham(source.text()), TATHAM, begun)),
        write: Some(|board, loss| Ok(write_tatham(&game(board, loss)?, false).into_bytes())),
    },
    Format {
        name: "tatham-masked",
        ending: None,
        what: key("the same with its mines masked, as that program writes it"),
        holds: Holds::Many,
        read: Reading::Never,
        write: Some(|board, loss| Ok(write_tatham(&game(board, loss)?, true).into_bytes())),
    },
    Format {
        name: "rawvf",
        ending: Some(".rawvf"),
        what: key("the board of a RawVF video"),
        holds: Holds::One,
        read: Reading::Text(|source| each(source, one(read_rawvf(source.text())), RAWVF, laid)),
        write: Some(|board, loss| Ok(write_rawvf(&mines(board, loss)?).into_bytes())),
    },
    Format {
        name: "jsminesweeper",
        ending: None,
        what: key("a position of D. N. Hill's JSMinesweeper: what a player sees"),
        holds: Holds::One,
        read: Reading::Text(|source| {
            let read = one(read_jsminesweeper(source.text()));
            each(source, read, JSMINESWEEPER, shown)
        }),
        write: Some(|board, loss| Ok(write_jsminesweeper(&seen(board, loss)?).into_bytes())),
    },
    Format {
        name: "json",
        ending: Some(".json"),
        what: key("the judge's board alone, without its click"),
        holds: Holds::One,
        read: Reading::Text(read_alone),
        write: Some(|board, loss| {
            let mut bytes = Vec::new();
            write_json(letters(board, loss)?, &mut bytes);
            bytes.push(b'\n');
            Ok(bytes)
        }),
    },
];

const PTTACG: &str = key(
    "a link has the size and the mines, such as `b=1&m=0d41000088g012000`, or `b=44&m=1h00` for 4×4",
);
const TATHAM: &str = key(
    "an id has the size, the number of mines, the first click if there is one, and the mines, such \
     as `4x4n3:u0c40` or `4x4n3:3,0,u0c40`",
);
const RAWVF: &str = key(
    "a RawVF text has lines such as `RawVF_Version: Rev6`, `Width: 9`, `Height: 9` and `Mines: 10`, \
     then `Board:` and its rows of `*` and `0`, then `Events:`",
);
const JSMINESWEEPER: &str = key(
    "a position begins with the width, the height and the number of mines, such as `9x9x10`; its \
     rows are made of `0`–`8` revealed, `H` hidden, `F` flag",
);

/// What a reader returned: nothing, boards or an error.
type Read<T> = Option<Result<Vec<T>, FormatError>>;

fn one<T>(read: Option<Result<T, FormatError>>) -> Read<T> {
    Some(read?.map(|board| vec![board]))
}

/// Turns what was read into boards, and an error into words.
fn each<T>(
    source: Source,
    read: Read<T>,
    form: &'static str,
    board: impl FnMut(T) -> Board,
) -> Option<Result<Vec<Board>, TextError>> {
    let boards = read?.map(|all| all.into_iter().map(board).collect());
    Some(boards.map_err(|error| text_error(source, error, form)))
}

fn text_error(source: Source, error: FormatError, form: &'static str) -> TextError {
    let FormatError { kind, mut range } = error;
    if kind == FormatErrorKind::TrailingText {
        let shown = source.text()[range.clone()].chars().take(20);
        range.end = range.start + shown.map(char::len_utf8).sum::<usize>();
    }
    let message = in_words(&kind, &source.text()[range.clone()], form);
    let (advice, drawn) = match kind {
        FormatErrorKind::NotACell => (
            form,
            Some(key(
                "A square holds something that this game does not know: erase it.",
            )),
        ),
        FormatErrorKind::RaggedRow { .. } => (
            key("make all rows equally long"),
            Some(key("The rows of the board are not equally long.")),
        ),
        FormatErrorKind::TooManyCells => (
            key("use a smaller board"),
            Some(key("The board has too many squares: make it smaller.")),
        ),
        _ => (form, None),
    };
    let error = source.error(range, message, advice);
    match drawn {
        Some(drawn) => error.drawn(drawn),
        None => error,
    }
}

fn flaw(error: FormatError) -> Flaw {
    Flaw {
        byte: error.range.start,
        message: in_words(&error.kind, "", ""),
    }
}

/// What is wrong, about a part of a text in a format.
fn in_words(kind: &FormatErrorKind, part: &str, form: &str) -> String {
    match *kind {
        FormatErrorKind::NoHeader => say!("the file ends before the fourth byte"),
        FormatErrorKind::EmptySide => say!("a board has at least one row and one column"),
        FormatErrorKind::MissingMines { found, wanted } => say!(
            "the file ends after {found} of {count} mines",
            found,
            count = wanted
        ),
        FormatErrorKind::TrailingBytes { wanted } => {
            say!("the file goes on after its {count} mines", count = wanted)
        }
        FormatErrorKind::MineOutside { row, column } => {
            say!("the mine {row},{column} is outside the board", row, column)
        }
        FormatErrorKind::RepeatedMine { row, column } => {
            say!("the mine {row},{column} is there already", row, column)
        }
        FormatErrorKind::NotASize => say!("`{text}` is no size", text = part),
        FormatErrorKind::DigitCount {
            columns,
            rows,
            wanted,
            found,
        } => say!(
            "{columns} columns and {rows} rows take {wanted} digits, but {found} are here",
            columns,
            rows,
            wanted,
            found
        ),
        FormatErrorKind::NotADigit => say!(
            "`{letter}` is none of the digits {names}",
            letter = part,
            names = if form == PTTACG {
                "0–9 a–v"
            } else {
                "0–9 a–f"
            }
        ),
        FormatErrorKind::MineBehindTheLastCell => {
            say!("the last digit has a mine behind the last cell")
        }
        FormatErrorKind::RepeatedParameter(name) => {
            say!("`{name}` stands here a second time", name)
        }
        FormatErrorKind::MissingParameter(name) => say!("this link has no `{name}…`", name),
        FormatErrorKind::NotAGameId => say!("this is no game id"),
        FormatErrorKind::Seed => {
            say!("this id is a seed: only the program that made it knows its mines")
        }
        FormatErrorKind::NotBegun => {
            say!("this game has not begun: its mines are laid at the first click")
        }
        FormatErrorKind::MineCount { found } => say!(
            "the id says {said} mines, but has {found}",
            said = part,
            found
        ),
        FormatErrorKind::NotAClick => {
            say!("the first click is written `column,row,`, and plain mines after a `u`")
        }
        FormatErrorKind::ClickOutside => {
            let (column, row) = part.split_once(',').unwrap_or((part, ""));
            say!("the click {row},{column} is outside the board", row, column)
        }
        FormatErrorKind::NoBoard => say!("the text ends before `Board:`"),
        FormatErrorKind::NotANamedLine => say!("expected a line such as `Width: 9`, or `Board:`"),
        FormatErrorKind::NoRows => say!("there are no rows after `Board:`"),
        FormatErrorKind::WrongValue { name, found } => say!(
            "`{name}` is {said} here, but {found} on the board",
            name,
            said = part,
            found
        ),
        FormatErrorKind::NotACell => {
            say!("unknown glyph `{glyph}`", glyph = part.escape_debug())
        }
        FormatErrorKind::TooManyCells => say!(
            "a board has at most {most} squares",
            most = Grid::<()>::MOST
        ),
        FormatErrorKind::RaggedRow { row, found, first } => say!(
            "row {row} has {squares}, but the first row has {first}",
            row,
            squares = squares(found),
            first
        ),
        FormatErrorKind::MissingRow { row, rows } => say!(
            "the input ends where row {number} of {rows} should be",
            number = row,
            rows
        ),
        FormatErrorKind::RowLength {
            row,
            found,
            columns,
        } => say!(
            "row {number} has {squares} instead of {columns}",
            number = row,
            squares = squares(found),
            columns
        ),
        FormatErrorKind::TooManyMines { mines, covered } => say!(
            "mines: {total}, but covered cells: {covered}",
            total = mines,
            covered
        ),
        FormatErrorKind::TrailingText => say!(
            "expected {wanted}, found `{shown}`",
            wanted = of(key("the end of the position")),
            shown = part
        ),
    }
}

fn too_wide(mines: &Grid<bool>) -> String {
    say!(
        "an .mbf file has at most 255 columns and rows, not {columns} and {rows}",
        columns = mines.columns(),
        rows = mines.rows()
    )
}

/// The board with these mines, on which nothing is played yet.
fn laid(mines: Grid<bool>) -> Board {
    Board::of(mines.map(|&mine| if mine { b'M' } else { b'E' }))
}

fn begun(game: TathamGame) -> Board {
    Board {
        click: game.click,
        ..laid(game.mines)
    }
}

fn shown(seen: VisibleBoard) -> Board {
    let cells = seen.cells.map(|&cell| match cell {
        Cell::Number(0) => b'B',
        Cell::Number(number) => b'0' + number,
        _ => b'?',
    });
    let board = Board::of(cells);
    Board {
        // A board without a cover says it by itself.
        total: (!board.is_known()).then_some(seen.mines),
        flags: seen.flags,
        ..board
    }
}

/// Where the mines are, for a format that says nothing else.
fn mines(board: &Board, loss: Loss) -> Result<Grid<bool>, String> {
    if let Some(why) = unknown(board) {
        return Err(why);
    }
    let cells = board.cells();
    if loss == Loss::Refused {
        let mut squares = 0..cells.len();
        if let Some(open) = squares.find(|&square| !is_hidden(cells[square])) {
            return Err(say!(
                "it says nothing of revealed cells, and {place} is one (--lossy covers them)",
                place = cells.place(open)
            ));
        }
        flagless(board)?;
    }
    Ok(cells.map(|&cell| is_mine(cell)))
}

/// The same, and the first click.
fn game(board: &Board, loss: Loss) -> Result<TathamGame, String> {
    Ok(TathamGame {
        mines: mines(board, loss)?,
        click: board.click(),
    })
}

/// What a player sees.
fn seen(board: &Board, loss: Loss) -> Result<VisibleBoard, String> {
    let Some(total) = board.mines() else {
        return Err(say!(
            "it says how many mines there are, and no note `mines: …` does"
        ));
    };
    let cells = board.cells();
    if loss == Loss::Refused {
        let mut squares = 0..cells.len();
        if squares.any(|square| is_hidden(cells[square])) {
            return Err(say!(
                "it says what a player sees, not where the mines are (--lossy leaves that out)"
            ));
        }
        if let Some(lost) = (0..cells.len()).find(|&square| cells[square] == b'X') {
            return Err(say!(
                "it says nothing of revealed mines, and {place} is one (--lossy covers them)",
                place = cells.place(lost)
            ));
        }
    }
    Ok(VisibleBoard {
        cells: cells.map(|&cell| seen_cell(cell)),
        flags: board.flags().to_vec(),
        mines: total,
    })
}

/// The judge's letters, which know no flags.
fn letters(board: &Board, loss: Loss) -> Result<&Grid<u8>, String> {
    if let Some(why) = unknown(board) {
        return Err(why);
    }
    if loss == Loss::Refused {
        flagless(board)?;
    }
    Ok(board.cells())
}

/// Why a format that says where the mines are cannot have a position.
fn unknown(board: &Board) -> Option<String> {
    (!board.is_known()).then(|| {
        say!("it says where the mines are, and nobody knows what is under the covered cells")
    })
}

/// Refuses flags.
fn flagless(board: &Board) -> Result<(), String> {
    match board.flags().first() {
        None => Ok(()),
        Some(&flag) => Err(say!(
            "it knows no flags, and one is on {place} (--lossy leaves them out)",
            place = board.cells().place(flag)
        )),
    }
}

/// Reads a matrix that is written without a space and without a fault, and says how long it
/// is. Whatever else may be said in JSON, or is wrong, is nothing to this one.
pub fn read_json(text: &[u8]) -> Option<(Grid<u8>, usize)> {
    let first = text.strip_prefix(b"[[")?;
    let columns = (first.iter().position(|&byte| byte == b']')? + 1) / 4;
    // A row has its bracket and four bytes a cell, `"E",` and at the end `"E"]`; a comma parts it
    // from the next.
    let apart = 4 * columns + 2;
    let has_next = |row: &usize| text.get(row * apart) == Some(&b',');
    let rows = 1 + (1..).take_while(has_next).count();
    let mut cells = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        let row = text.get(row * apart + 1..(row + 1) * apart)?;
        read_row(row.strip_prefix(b"[")?, &mut cells)?;
    }
    let end = rows * apart;
    (text.get(end) == Some(&b']')).then(|| (Grid::new(columns, cells), end + 1))
}

fn read_row(strings: &[u8], cells: &mut Vec<u8>) -> Option<()> {
    const BETWEEN: u32 = u32::from_le_bytes(*b"\"\0\",");
    const LETTER: u32 = u32::from_le_bytes(*b"\0\xFF\0\0");
    let (strings, _) = strings.as_chunks();
    let (last, others) = strings.split_last()?;
    let [b'"', _, b'"', b']'] = last else {
        return None;
    };
    // Reading all of it, and checking then, is faster than stopping early.
    let wrong = |string: &[u8; 4]| (u32::from_le_bytes(*string) ^ BETWEEN) & !LETTER;
    let wrong = others.iter().fold(0, |all, string| all | wrong(string));
    let before = cells.len();
    // Of whole words, which can be narrowed many at once.
    let letter = |string: &[u8; 4]| (u32::from_le_bytes(*string) >> 8) as u8;
    cells.extend(strings.iter().map(letter));
    let strange = cells[before..]
        .iter()
        .fold(0, |all, &cell| all | u8::from(!is_cell(cell)));
    (wrong == 0 && strange == 0 && cells.len() <= Grid::<u8>::MOST).then_some(())
}

/// Whether a byte is one of the judge's letters.
pub fn is_cell(byte: u8) -> bool {
    // Without a branch, so that many bytes can be looked at together.
    let is_letter = (byte == b'M') | (byte == b'E') | (byte == b'B') | (byte == b'X');
    is_letter | (byte.wrapping_sub(b'1') < 8)
}

/// Writes a matrix without spaces.
pub fn write_json(cells: &Grid<u8>, out: &mut Vec<u8>) {
    const STRING: u32 = u32::from_le_bytes(*b"\"\0\",");
    out.reserve(cells.len() as usize * 4 + cells.rows() as usize * 2 + 1);
    // Made in parts that stay at hand until they are written: to clear the whole text first, only to
    // write over it, takes half as long again.
    let mut strings = [[0; 4]; 1 << 9];
    out.push(b'[');
    for row in cells.squares().chunks(cells.columns() as usize) {
        out.push(b'[');
        for part in row.chunks(strings.len()) {
            for (string, &cell) in strings.iter_mut().zip(part) {
                *string = (STRING | u32::from(cell) << 8).to_le_bytes();
            }
            out.extend_from_slice(strings[..part.len()].as_flattened());
        }
        end_list(out);
        out.push(b',');
    }
    end_list(out);
}

/// Puts a bracket in the place of the comma behind the last entry.
fn end_list(out: &mut [u8]) {
    if let Some(comma) = out.last_mut() {
        *comma = b']';
    }
}
