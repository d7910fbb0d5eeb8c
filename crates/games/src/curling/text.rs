//! How Curling is written: `.` `#` `S` `G` or the judge's `0` `1` `2` `3`.

use std::fmt::Write as _;

use fewest_words::{key, of, say};

use super::Board;
use crate::grid::{Grid, Square};
use crate::info::Options;
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::source::TextError;

const LEGEND: &str = key(
    "a curling board is made of `.` or `0` ice, `#` or `1` block, `S` or `2` \
                      stone, `G` or `3` goal",
);

const JUDGE_FORM: &str = key(
    "write the width and height, such as `6 1`, then the rows of 0 ice, 1 \
                          block, 2 stone, 3 goal; `0 0` ends the input",
);

const THROWS_FORM: &str = key("write, for example, `throws: 12` or `throws: none`");

impl Board {
    pub(super) fn glyphs(&self, [ice, block, stone, goal]: [char; 4]) -> Grid<char> {
        let mut glyphs = self
            .blocks
            .map(|&is_block| if is_block { block } else { ice });
        glyphs[self.stone] = stone;
        glyphs[self.goal] = goal;
        glyphs
    }
}

/// Reads rows of digits that are written as judges write them, each after a line's end and parted
/// by single spaces, and says how many bytes they take. Nothing where anything is out of order:
/// whoever reads carefully then finds what it is.
fn read_regular(text: &str, width: i64, height: i64) -> Option<(Board, usize)> {
    let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
    let bytes = width.checked_mul(height)?.checked_mul(2)?;
    let (board, rest) = text.as_bytes().split_at_checked(bytes)?;
    let is_parted = rest.first().is_none_or(u8::is_ascii_whitespace);
    if !is_parted || bytes / 2 > Grid::<bool>::MOST {
        return None;
    }
    let (squares, _) = board.as_chunks::<2>();
    let mut blocks = Vec::with_capacity(squares.len());
    let (mut stone, mut goal) = (None, None);
    for row in squares.chunks(width) {
        let expected = |begin| if begin { b'\n' } else { b' ' };
        let wrong = row
            .iter()
            .enumerate()
            .fold(0, |wrong, (column, &[gap, digit])| {
                wrong | (gap ^ expected(column == 0)) | (digit ^ b'0') & !3
            });
        if wrong != 0 {
            return None;
        }
        if row.iter().fold(0, |digits, [_, digit]| digits | digit) & 2 != 0 {
            for (square, [_, digit]) in (blocks.len() as Square..).zip(row) {
                let twice = match digit {
                    b'2' => stone.replace(square),
                    b'3' => goal.replace(square),
                    _ => None,
                };
                if twice.is_some() {
                    return None;
                }
            }
        }
        blocks.extend(row.iter().map(|[_, digit]| *digit == b'1'));
    }
    let board = Board {
        blocks: Grid::new(width, blocks),
        stone: stone?,
        goal: goal?,
        throws: Some(Board::JUDGES_THROWS),
    };
    Some((board, bytes))
}

/// Reads the squares of a judge's board word by word, or says what is wrong with them.
pub fn read_carefully(input: &mut Scanner, width: i64, height: i64) -> Result<Board, TextError> {
    let mut board = BoardText {
        source: input.source(),
        rows: Vec::new(),
    };
    // A row is cut out of the text as it stands; the glyphs are read when it is whole.
    for _ in 0..height {
        let mut row = None;
        for _ in 0..width {
            let Some(word) = input.word() else {
                return Err(input.unexpected(key("a square"), JUDGE_FORM));
            };
            if word.text.chars().count() != 1 {
                let message = say!("`{word}` is not one square", word = word.text);
                return Err(input.source().error(word.range(), message, JUDGE_FORM));
            }
            row.get_or_insert(word);
        }
        let mut row = row.expect("the width is at least 1");
        row.text = &input.source().text()[row.start..input.at()];
        board.rows.push(row);
    }
    read(&board, Some(Board::JUDGES_THROWS))
}

fn read(text: &BoardText, throws: Option<u32>) -> Result<Board, TextError> {
    let (mut stone, mut goal) = (None, None);
    let blocks = text.glyphs(LEGEND, |glyph, square, at| {
        let (slot, name, drawn) = match glyph {
            '.' | '0' => return Ok(Some(false)),
            '#' | '1' => return Ok(Some(true)),
            'S' | '2' => (
                &mut stone,
                key("stone"),
                key("There are two stones: erase one of them."),
            ),
            'G' | '3' => (
                &mut goal,
                key("goal"),
                key("There are two goals: erase one of them."),
            ),
            _ => return Ok(None),
        };
        match slot.replace(square) {
            None => Ok(Some(false)),
            Some(_) => {
                let message = say!("a second {name}", name = of(name));
                let advice = say!("keep one {name}", name = of(name));
                Err(text.source.error(at, message, advice).drawn(drawn))
            }
        }
    })?;
    let Some(stone) = stone else {
        let error = text.error(key("there is no stone"), key("write it as `S` or `2`"));
        return Err(error.drawn(key("There is no stone: place it with the tool “stone”.")));
    };
    let Some(goal) = goal else {
        let error = text.error(key("there is no goal"), key("write it as `G` or `3`"));
        return Err(error.drawn(key("There is no goal: place it with the tool “goal”.")));
    };
    Ok(Board {
        blocks,
        stone,
        goal,
        throws,
    })
}

pub(super) fn read_case(input: &mut Scanner) -> Result<Option<Board>, TextError> {
    let begin = input.begin();
    let width = input.number(key("the width"), JUDGE_FORM)?;
    let height = input.number(key("the height"), JUDGE_FORM)?;
    if (width, height) == (0, 0) {
        return Ok(None);
    }
    if width < 1 || height < 1 {
        let message = say!("{width} {height} is no size of a board", width, height);
        return Err(input.error_since(begin, message, JUDGE_FORM));
    }
    let text = &input.source().text()[input.at()..];
    if let Some((board, bytes)) = read_regular(text, width, height) {
        input.skip(bytes);
        return Ok(Some(board));
    }
    read_carefully(input, width, height).map(Some)
}

pub(super) fn write_case(board: &Board) -> Result<String, String> {
    if board.throws != Some(Board::JUDGES_THROWS) {
        return Err(say!("the judge allows 10 throws, no other number"));
    }
    let glyphs = board.glyphs(['0', '1', '2', '3']);
    let mut text = format!("{} {}\n", glyphs.columns(), glyphs.rows());
    for row in glyphs.squares().chunks(glyphs.columns() as usize) {
        for (number, glyph) in row.iter().enumerate() {
            let gap = if number == 0 { "" } else { " " };
            write!(text, "{gap}{glyph}").expect("writing to a string");
        }
        text.push('\n');
    }
    Ok(text)
}

pub(super) fn read_board(board: &BoardText, options: &Options) -> Result<Board, TextError> {
    let throws = match options.get("throws") {
        None => Some(Board::JUDGES_THROWS),
        Some(note) if note.value.text == "none" => None,
        Some(note) => Some(note.positive(THROWS_FORM).map_err(|error| {
            error.drawn(key(
                "The number of throws is a whole number from 1, or none.",
            ))
        })?),
    };
    read(board, throws)
}
