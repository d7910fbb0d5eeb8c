//! How Snakes and Ladders is written: rows of numbers in a level, a JSON matrix for the judge.

use std::fmt::Write as _;
use std::ops::Range;

use fewest_words::{key, say};

use super::{Board, Jumps, Overshoot, winding};
use crate::grid::Grid;
use crate::info::Options;
use crate::level_text::Note;
use crate::rows::{BoardText, too_large};
use crate::scan::Scanner;
use crate::source::{Source, TextError, digits};

const JUDGE_FORM: &str = key("write one line of JSON for each board, such as [[-1,-1],[-1,3]]");

const ENTRY_FORM: &str = key(
    "write `.` or -1 for a plain square, or the number of the square where a \
                          jump ends",
);

const FROM_FORM: &str = key("write, for example, `from: 1`, or `from: 0` for off the board");

/// A board as it is written, from the top row down.
#[derive(Default)]
struct Matrix {
    rows: usize,
    columns: usize,
    /// The entries that hold a jump, by their index, and the squares where those end, from 1.
    jumps: Vec<(u32, u32)>,
}

impl Matrix {
    fn entries(&self) -> usize {
        self.rows * self.columns
    }
}

impl From<Grid<u32>> for Matrix {
    fn from(grid: Grid<u32>) -> Self {
        let entries = (0..).zip(grid.squares().iter().copied());
        Matrix {
            rows: grid.rows() as usize,
            columns: grid.columns() as usize,
            jumps: entries.filter(|&(_, end)| end != 0).collect(),
        }
    }
}

/// The judge's matrix where it is written as programs write it, without white space.
fn read_compact(input: &mut Scanner) -> Option<Matrix> {
    let mut jumps = Vec::new();
    let (rows, columns) = input.compact_matrix(|index, end| jumps.push((index, end)))?;
    Some(Matrix {
        rows,
        columns,
        jumps,
    })
}

/// One number of the judge's matrix: 0 for a plain square, otherwise where the jump ends.
fn read_entry(input: &mut Scanner) -> Result<u32, TextError> {
    let begin = input.begin();
    match input.number(key("a number"), JUDGE_FORM)? {
        -1 => Ok(0),
        end @ 1..=0xFFFF_FFFF => Ok(end as u32),
        other => {
            let message = say!("{other} is no square of the board", other);
            Err(input.error_since(begin, message, ENTRY_FORM))
        }
    }
}

/// Lays a matrix out along the track, by the judge's rules. `from` is where play begins, where a
/// note can say it; `begin` is where the matrix stands in the text, for errors.
fn fold(
    matrix: Matrix,
    from: Option<u32>,
    source: Source,
    begin: usize,
) -> Result<Board, TextError> {
    let at = |index| entry_range(source, begin, index);
    let (rows, columns, last) = (matrix.rows, matrix.columns, matrix.entries() as u32);
    if rows != columns {
        let message = say!(
            "the board has {rows} rows and {columns} columns",
            rows,
            columns
        );
        let error = source.error(at(0), message, key("make it a square"));
        return Err(error.drawn(say!(
            "The board has {rows} rows and {columns} columns: make it as high as wide.",
            rows,
            columns
        )));
    }
    if columns < 2 {
        let message = key("the board has only one square");
        let error = source.error(at(0), message, key("make its side at least 2"));
        return Err(error.drawn(key(
            "The board has only one square: make its side at least 2.",
        )));
    }
    let side = columns as u32;
    let mut jumps = matrix.jumps;
    for (index, end) in &mut jumps {
        let square = winding(side, *index);
        if *end > last {
            let message = say!(
                "there is no square {end}: the last one is {last}",
                end,
                last
            );
            return Err(source.error(at(*index), message, ENTRY_FORM).drawn(say!(
                "The jump on square {square} leads to square {end}, but the last square is {last}: \
                 erase it, or draw it again with the tool “jump”.",
                square = square + 1,
                end,
                last
            )));
        }
        let is_first = square == 0;
        if is_first && from != Some(Board::OFF) || square == last - 1 {
            let message = say!("square {square} must not hold a jump", square = square + 1);
            let advice = match is_first && from.is_some() {
                true => key(
                    "the first and the last square are plain: write `.` or -1, or begin off the \
                     board with `from: 0`",
                ),
                false => key("the first and the last square are plain: write `.` or -1"),
            };
            let drawn = match is_first {
                true => key(
                    "Square 1 must not hold a jump: erase it, or let play begin off the board, with 0 \
                     for the option “from”.",
                ),
                false => key("The last square must not hold a jump: erase it."),
            };
            return Err(source.error(at(*index), message, advice).drawn(drawn));
        }
        (*index, *end) = (square, *end - 1);
    }
    Ok(Board {
        side,
        die: Board::JUDGES_DIE,
        overshoot: Overshoot::Offered,
        jumps: Jumps::new(last, &jumps),
        from: Board::JUDGES_FROM,
    })
}

fn read_from(note: &Note) -> Result<u32, TextError> {
    digits(note.value.text).ok_or_else(|| {
        let message = say!(
            "`from` takes the number of a square, or 0, not `{value}`",
            value = note.value.text
        );
        note.error(message, FROM_FORM).drawn(key(
            "The option “from” is the number of a square, or 0 for off the board.",
        ))
    })
}

fn read_overshoot(note: &Note) -> Result<Overshoot, TextError> {
    let named = |overshoot: &Overshoot| overshoot.name() == note.value.text;
    Overshoot::ALL.into_iter().find(named).ok_or_else(|| {
        let message = say!(
            "`overshoot` takes offered, stay, win or bounce, not `{value}`",
            value = note.value.text
        );
        note.error(message, key("write, for example, `overshoot: stay`"))
            .drawn(key(
                "The option “overshoot” is offered, stay, win or bounce.",
            ))
    })
}

/// Where the entry of that index stands. Only errors ask, so the text is read again for it.
fn entry_range(source: Source, begin: usize, index: u32) -> Range<usize> {
    let is_gap = |c: char| c.is_whitespace() || "[],".contains(c);
    let text = &source.text()[begin..];
    let mut entries = text.split(is_gap).filter(|entry| !entry.is_empty());
    let entry = entries.nth(index as usize).expect("it was read before");
    let start = entry.as_ptr() as usize - source.text().as_ptr() as usize;
    start..start + entry.len()
}

pub(super) fn read_case(input: &mut Scanner) -> Result<Option<Board>, TextError> {
    if input.at_end() {
        return Ok(None);
    }
    let begin = input.begin();
    let matrix = match read_compact(input) {
        Some(matrix) => matrix,
        None => input.json_matrix(JUDGE_FORM, read_entry)?.into(),
    };
    fold(matrix, None, input.source(), begin).map(Some)
}

pub(super) fn write_case(board: &Board) -> Result<String, String> {
    if board.die != Board::JUDGES_DIE {
        return Err(say!(
            "the judge's die has 6 faces, not {die}",
            die = board.die
        ));
    }
    if board.from != Board::JUDGES_FROM {
        let from = board.from;
        return Err(say!(
            "the judge's play begins on square 1, not {from}",
            from
        ));
    }
    if board.overshoot != Overshoot::Offered {
        let other = board.overshoot.name();
        return Err(say!("the judge's overshoot is offered, not {other}", other));
    }
    let mut text = String::with_capacity(board.squares() as usize * "-1,".len());
    let mut bracket = '[';
    for row in board.table() {
        text.push(bracket);
        bracket = ',';
        let mut before = '[';
        for square in row {
            text.push(before);
            before = ',';
            match board.jumps.end(square) {
                None => text += "-1",
                Some(end) => write!(text, "{}", end + 1).expect("writing to a string"),
            }
        }
        text.push(']');
    }
    text += "]\n";
    Ok(text)
}

pub(super) fn read_board(board: &BoardText, options: &Options) -> Result<Board, TextError> {
    let die = match options.get("die") {
        Some(note) => {
            let die = note.positive(key("write, for example, `die: 8`"));
            die.map_err(|error| {
                error.drawn(key("The die has a whole number of faces, from 1 on."))
            })?
        }
        None => Board::JUDGES_DIE,
    };
    let overshoot = match options.get("overshoot") {
        Some(note) => read_overshoot(&note)?,
        None => Overshoot::Offered,
    };
    let from = match options.get("from") {
        Some(note) => read_from(&note)?,
        None => Board::JUDGES_FROM,
    };
    let mut matrix = Matrix {
        columns: board.rows[0].words().count(),
        ..Matrix::default()
    };
    for (number, row) in board.rows.iter().enumerate() {
        let mut here = 0;
        for word in row.words() {
            let index = matrix.entries() + here;
            here += 1;
            if matches!(word.text, "." | "-1") {
                continue;
            }
            let end = digits(word.text).filter(|&end| end != 0).ok_or_else(|| {
                let message = say!("`{word}` is no square of the board", word = word.text);
                let error = board.source.error(word.range(), message, ENTRY_FORM);
                error.drawn(key(
                    "A square holds something that is no jump: erase it, or draw a jump with \
                     the tool “jump”.",
                ))
            })?;
            // An index that does not fit is in a row that is too much.
            matrix.jumps.push((index as u32, end));
        }
        if here != matrix.columns {
            return Err(board.ragged(number, here, matrix.columns));
        }
        matrix.rows += 1;
        if matrix.entries() > Grid::<u32>::MOST {
            return Err(too_large(board.source, row.range()));
        }
    }
    let track = fold(matrix, Some(from), board.source, board.rows[0].start)?;
    match options.get("from") {
        Some(note) if from > track.squares() => {
            let last = track.squares();
            let message = say!(
                "there is no square {from}: the last one is {last}",
                from,
                last
            );
            Err(note.error(message, FROM_FORM).drawn(say!(
                "Play cannot begin on square {from}: the last square is {last}.",
                from,
                last
            )))
        }
        _ => Ok(Board {
            die,
            overshoot,
            from,
            ..track
        }),
    }
}
