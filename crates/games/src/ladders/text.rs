//! How Snakes and Ladders is written: rows of numbers in a level, a JSON matrix for the judge.

use std::fmt::Write as _;
use std::ops::Range;

use super::{Board, Roll, winding};
use crate::grid::Grid;
use crate::info::{Info, OptionInfo, Options, Unit};
use crate::rows::{BoardText, too_large};
use crate::rules::{MoveText as _, Text};
use crate::scan::Scanner;
use crate::source::{Source, TextError, digits};

const JUDGE_FORM: &str = "write one line of JSON for each board, such as [[-1,-1],[-1,3]]";
const ENTRY_FORM: &str = "write `.` or -1 for a plain square, or the number of the square where a \
                          jump ends";

impl Text for Board {
    const INFO: Info = Info {
        id: "ladders",
        title: "Snakes and Ladders",
        judge: "LeetCode 909",
        judge_no: "-1",
        judge_end: "",
        unit: Unit {
            one: "roll",
            many: "rolls",
        },
        moves: Roll::FORM,
        glyphs: &[
            (". or -1", "a plain square"),
            ("1 2 3 …", "a snake or ladder to that square"),
        ],
        options: &[OptionInfo {
            name: "die",
            values: "a whole number from 1",
            default: "6",
            meaning: "how many faces the die has",
        }],
    };

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        let die = match options.get("die") {
            Some(note) => note.positive("write, for example, `die: 8`")?,
            None => Board::JUDGES_DIE,
        };
        let side = board.rows[0].words().count();
        let mut matrix = Vec::new();
        for (number, row) in board.rows.iter().enumerate() {
            let before = matrix.len();
            for word in row.words() {
                matrix.push(match word.text {
                    "." | "-1" => 0,
                    text => digits(text).filter(|&end| end != 0).ok_or_else(|| {
                        let message = format!("`{text}` is no square of the board");
                        board.source.error(word.range(), message, ENTRY_FORM)
                    })?,
                });
            }
            if matrix.len() - before != side {
                return Err(board.ragged(number, matrix.len() - before, side));
            }
            if matrix.len() > Grid::<u32>::MOST {
                return Err(too_large(board.source, row.range()));
            }
        }
        let matrix = Grid::new(side, matrix);
        fold(&matrix, die, board.source, board.rows[0].start)
    }

    fn write_board(&self) -> String {
        let entry = |index| match self.jumps[winding(self.side, index) as usize] {
            Board::PLAIN => ".".to_string(),
            end => (end + 1).to_string(),
        };
        let squares = 0..self.side * self.side;
        let width = squares.clone().map(|at| entry(at).len()).max().unwrap_or(1);
        let mut text = String::new();
        for index in squares {
            let ends = (index + 1).is_multiple_of(self.side);
            let end = if ends { '\n' } else { ' ' };
            write!(text, "{:>width$}{end}", entry(index)).expect("writing to a string");
        }
        text
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let other = self.die != Board::JUDGES_DIE;
        other
            .then(|| ("die", self.die.to_string()))
            .into_iter()
            .collect()
    }

    fn read_case(input: &mut Scanner) -> Result<Option<Self>, TextError> {
        if input.at_end() {
            return Ok(None);
        }
        let begin = input.begin();
        let matrix = input.json_matrix(JUDGE_FORM, read_entry)?;
        fold(&matrix, Board::JUDGES_DIE, input.source(), begin).map(Some)
    }

    fn write_case(&self) -> Result<String, String> {
        if self.die != Board::JUDGES_DIE {
            return Err(format!("the judge's die has 6 faces, not {}", self.die));
        }
        let mut text = "[".to_string();
        for index in 0..self.side * self.side {
            let begins = index.is_multiple_of(self.side);
            text += match (begins, index) {
                (true, 0) => "[",
                (true, _) => "],[",
                (false, _) => ",",
            };
            match self.jumps[winding(self.side, index) as usize] {
                Board::PLAIN => text += "-1",
                end => write!(text, "{}", end + 1).expect("writing to a string"),
            }
        }
        text += "]]\n";
        Ok(text)
    }
}

/// One number of the judge's matrix: 0 for a plain square, otherwise where the jump ends.
fn read_entry(input: &mut Scanner) -> Result<u32, TextError> {
    let begin = input.begin();
    match input.number("a number", JUDGE_FORM)? {
        -1 => Ok(0),
        end @ 1..=0xFFFF_FFFF => Ok(end as u32),
        other => {
            let message = format!("{other} is no square of the board");
            Err(input.error_since(begin, message, ENTRY_FORM))
        }
    }
}

/// Lays a matrix out along the track. `begin` is where it stands in the text, for errors.
fn fold(matrix: &Grid<u32>, die: u32, source: Source, begin: usize) -> Result<Board, TextError> {
    let at = |index| entry_range(source, begin, index);
    let (rows, side) = (matrix.rows(), matrix.columns());
    if rows != side {
        let message = format!("the board has {rows} rows and {side} columns");
        return Err(source.error(at(0), message, "make it a square"));
    }
    if side < 2 {
        let message = "the board has only one square";
        return Err(source.error(at(0), message, "make its side at least 2"));
    }
    let last = matrix.len();
    let mut jumps = vec![Board::PLAIN; last as usize];
    for (index, &end) in matrix.squares().iter().enumerate() {
        if end == 0 {
            continue;
        }
        let square = winding(side, index as u32);
        if end > last {
            let message = format!("there is no square {end}: the last one is {last}");
            return Err(source.error(at(index), message, ENTRY_FORM));
        }
        if square == 0 || square == last - 1 {
            let message = format!("square {} must not hold a jump", square + 1);
            let advice = "the first and the last square are plain: write `.` or -1";
            return Err(source.error(at(index), message, advice));
        }
        jumps[square as usize] = end - 1;
    }
    Ok(Board::new(side, die, jumps))
}

/// Where the entry of that index stands. Only errors ask, so the text is read again for it.
fn entry_range(source: Source, begin: usize, index: usize) -> Range<usize> {
    let is_gap = |c: char| c.is_whitespace() || "[],".contains(c);
    let text = &source.text()[begin..];
    let mut entries = text.split(is_gap).filter(|entry| !entry.is_empty());
    let entry = entries.nth(index).expect("it was read before");
    let start = entry.as_ptr() as usize - source.text().as_ptr() as usize;
    start..start + entry.len()
}
