//! How Snake is written: the same glyphs in a level and for the judge.

use fewest_words::{key, say};

use super::Board;
use crate::game::Game as _;
use crate::grid::{Direction, Square};
use crate::info::Options;
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::source::TextError;

const LEGEND: &str = key(
    "a snake board is made of `#` wall, `.` floor, `@` apple, and segments `1`–`9`, then `a`–`z`",
);

const JUDGE_FORM: &str = key("write the rows and columns, such as `4 5`, and then the board");

const WRAP_FORM: &str = key("write `wrap: yes` or `wrap: no`");

const DRAW_HEADLESS: &str =
    key("The snake has no head: drag with the tool “snake” from its head to its tail.");

const DRAW_BROKEN: &str =
    key("The snake is not in one piece: drag with the tool “snake” from its head to its tail.");

fn read(text: &BoardText, wrap: bool) -> Result<Board, TextError> {
    let mut segments: [Option<Square>; Board::SEGMENTS.len()] = [None; Board::SEGMENTS.len()];
    let mut apple = None;
    let common = [(b'#', true), (b'.', false)];
    let walls = text.glyphs_mostly(common, LEGEND, |glyph, square, at| {
        let twice = |what: &str, advice, drawn| {
            let error = text.source.error(at, what, advice);
            Err(error.drawn(drawn))
        };
        match glyph {
            '#' => return Ok(Some(true)),
            '.' => {}
            '@' => {
                if apple.replace(square).is_some() {
                    return twice(
                        key("a second apple"),
                        key("keep one `@`"),
                        key("There are two apples: erase one of them."),
                    );
                }
            }
            _ => match Board::SEGMENTS.find(glyph) {
                None => return Ok(None),
                Some(number) => {
                    if segments[number].replace(square).is_some() {
                        return match number {
                            0 => twice(
                                key("a second head"),
                                key("keep one `1`"),
                                key(
                                    "The snake has two heads: drag with the tool “snake” from its \
                                     head to its tail.",
                                ),
                            ),
                            _ => twice(
                                &say!("a second segment `{glyph}`", glyph),
                                key("number the segments from the head on, each once"),
                                DRAW_BROKEN,
                            ),
                        };
                    }
                }
            },
        }
        Ok(Some(false))
    })?;

    let last = segments.iter().rposition(Option::is_some);
    let mut snake = Vec::new();
    for (number, glyph) in Board::SEGMENTS.chars().enumerate() {
        match segments[number] {
            Some(square) => snake.push(square),
            None if last.is_none_or(|last| number > last) => break,
            None => {
                let after = segments[number..].iter().flatten().next();
                let message = say!(
                    "the segment `{glyph}` is missing, but this one is there",
                    glyph
                );
                let advice =
                    key("number the segments from the head, `1`, to the tail, leaving none out");
                let error = text.error_at(*after.expect("the last one is"), message, advice);
                return Err(error.drawn(match number {
                    0 => DRAW_HEADLESS,
                    _ => DRAW_BROKEN,
                }));
            }
        }
    }
    if snake.is_empty() {
        let error = text.error(key("there is no snake"), key("write its head as `1`"));
        return Err(error.drawn(key(
            "There is no snake: drag with the tool “snake” from its head to its tail.",
        )));
    }
    let Some(apple) = apple else {
        let error = text.error(key("there is no apple"), key("write it as `@`"));
        return Err(error.drawn(key("There is no apple: place it with the tool “apple”.")));
    };
    let board = Board {
        walls,
        snake,
        apple,
        wrap,
    };
    for (pair, glyphs) in board
        .snake
        .windows(2)
        .zip(Board::SEGMENTS.as_bytes().windows(2))
    {
        let touches = |direction| board.step(pair[0], direction) == Some(pair[1]);
        if !Direction::ALL.into_iter().any(touches) {
            let (one, next) = (glyphs[0] as char, glyphs[1] as char);
            let message = say!(
                "the segments `{one}` and `{next}` do not share a side",
                one,
                next
            );
            let advice = say!("put `{next}` on a square beside `{one}`", next, one);
            return Err(text.error_at(pair[1], message, advice).drawn(DRAW_BROKEN));
        }
    }
    Ok(board)
}

pub(super) fn read_case(input: &mut Scanner) -> Result<Option<Board>, TextError> {
    if input.at_end() {
        return Ok(None);
    }
    read_board(&input.sized_rows(JUDGE_FORM)?, &Options::default()).map(Some)
}

pub(super) fn write_case(board: &Board) -> Result<String, String> {
    if board.wrap {
        return Err(say!("the judge's board does not wrap"));
    }
    let (rows, columns) = (board.walls.rows(), board.walls.columns());
    Ok(format!("{rows} {columns}\n{}", board.write_board()))
}

pub(super) fn read_board(board: &BoardText, options: &Options) -> Result<Board, TextError> {
    let wrap = match options.get("wrap") {
        None => false,
        Some(note) => match note.value.text {
            "yes" => true,
            "no" => false,
            other => {
                return Err(note
                    .error(say!("`{other}` is not yes or no", other), WRAP_FORM)
                    .drawn(key("The option “wrap” is either yes or no.")));
            }
        },
    };
    read(board, wrap)
}
