//! How the portal maze is written: the same glyphs in a level and for the judge.

use std::sync::Arc;

use fewest_words::{key, say};

use super::{Board, Maze};
use crate::format::{Format, Holds, Reading};
use crate::game::Game as _;
use crate::grid::Square;
use crate::info::Options;
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::source::{Source, TextError};

const LEGEND: &str = key("a portal maze is made of `#` wall, `.` floor, and portals `A`–`Z`");

const PAIRS: &str = key("each letter stands on two squares, or on none");

const JUDGE_FORM: &str = key("write the rows and columns, such as `3 3`, and then the board");

const DRAW_START: &str = key("The start is not on the board: place it with the tool “start”.");

const DRAW_GOAL: &str = key("The goal is not on the board: place it with the tool “goal”.");

impl Board {
    pub(super) fn between_corners(maze: Arc<Maze>) -> Self {
        let goal = maze.glyphs.len() - 1;
        Board {
            maze,
            start: 0,
            goal,
        }
    }
}

fn read_maze(text: &BoardText) -> Result<Maze, TextError> {
    let mut used: [Vec<Square>; 26] = Default::default();
    let common = [(b'#', b'#'), (b'.', b'.')];
    let glyphs = text.glyphs_mostly(common, LEGEND, |glyph, square, at| match glyph {
        '#' | '.' => Ok(Some(glyph as u8)),
        'A'..='Z' => {
            let squares = &mut used[usize::from(glyph as u8 - b'A')];
            squares.push(square);
            if squares.len() > 2 {
                let message = say!("a third portal `{glyph}`", glyph);
                return Err(text.source.error(at, message, PAIRS).drawn(say!(
                    "There are more than two portals {letter}: erase one of them.",
                    letter = glyph
                )));
            }
            Ok(Some(glyph as u8))
        }
        _ => Ok(None),
    })?;
    let mut portals = [None; 26];
    for ((letter, squares), pair) in (b'A'..).zip(used).zip(&mut portals) {
        if let [alone] = squares[..] {
            let message = say!(
                "the portal `{letter}` has no other end",
                letter = letter as char
            );
            return Err(text.error_at(alone, message, PAIRS).drawn(say!(
                "The portal {letter} has no other end: place it with the tool “portal”, or erase \
                 this one.",
                letter = letter as char
            )));
        }
        *pair = squares.try_into().ok();
    }
    Ok(Maze { glyphs, portals })
}

pub(super) fn read_case(input: &mut Scanner) -> Result<Option<Board>, TextError> {
    if input.at_end() {
        return Ok(None);
    }
    read_board(&input.sized_rows(JUDGE_FORM)?, &Options::default()).map(Some)
}

pub(super) fn write_case(board: &Board) -> Result<String, String> {
    let corners = Board::between_corners(board.maze.clone());
    if (board.start, board.goal) != (corners.start, corners.goal) {
        return Err(say!(
            "the judge's maze goes from the top left to the bottom right"
        ));
    }
    let glyphs = &board.maze.glyphs;
    Ok(format!(
        "{} {}\n{}",
        glyphs.rows(),
        glyphs.columns(),
        board.write_board()
    ))
}

pub(super) const FORMATS: &[Format<Board>] = &[Format {
    name: "movingai",
    ending: Some(".map"),
    what: key("a map of MovingAI's, from corner to corner"),
    holds: Holds::One,
    read: Reading::Text(|source| {
        let maze = || read_map(source).map(|maze| vec![maze]);
        is_map(source).then(maze)
    }),
    write: None,
}];

pub(super) fn read_board(board: &BoardText, options: &Options) -> Result<Board, TextError> {
    let mut read = Board::between_corners(Arc::new(read_maze(board)?));
    if let Some(note) = options.get("start") {
        let square = note.square(&read.maze.glyphs);
        read.start = square.map_err(|error| error.drawn(DRAW_START))?;
    }
    if let Some(note) = options.get("goal") {
        let square = note.square(&read.maze.glyphs);
        read.goal = square.map_err(|error| error.drawn(DRAW_GOAL))?;
    }
    Ok(read)
}

const MAP_FORM: &str =
    key("a map begins with the lines `type octile`, `height …`, `width …`, `map`");
const SCEN_FORM: &str = key(
    "a scenario begins with `version 1`; then each line has: bucket, map, \
                         width, height, start x, start y, goal x, goal y, length",
);

/// Whether a text is a map.
pub fn is_map(source: Source) -> bool {
    source.text().split_whitespace().next() == Some("type")
}

/// Reads a map as a maze from corner to corner.
pub fn read_map(source: Source) -> Result<Board, TextError> {
    let mut input = Scanner::new(source);
    input.expect_word("type", MAP_FORM)?;
    input.expect_word("octile", MAP_FORM)?;
    let (mut height, mut width) = (None, None);
    for _ in 0..2 {
        if input.eat_word("height") {
            height = Some(input.size(key("the height"), MAP_FORM)?);
        } else if input.eat_word("width") {
            width = Some(input.size(key("the width"), MAP_FORM)?);
        }
    }
    let (Some(height), Some(width)) = (height, width) else {
        return Err(input.unexpected(key("`height …` and `width …`"), MAP_FORM));
    };
    input.expect_word("map", MAP_FORM)?;
    let rows = input.rows(height, width, MAP_FORM)?;
    if !input.at_end() {
        return Err(input.unexpected(key("the end of the map"), MAP_FORM));
    }
    let common = [(b'.', b'.'), (b'@', b'#'), (b'T', b'#')];
    let glyphs = rows.glyphs_mostly(common, MAP_FORM, |glyph, _, _| {
        let is_floor = matches!(glyph, '.' | 'G' | 'S');
        Ok(Some(if is_floor { b'.' } else { b'#' }))
    })?;
    let maze = Maze {
        glyphs,
        portals: [None; 26],
    };
    Ok(Board::between_corners(Arc::new(maze)))
}

/// Reads a scenario: one board for each query, all about one maze.
pub fn read_queries(board: &Board, source: Source) -> Result<Vec<Board>, TextError> {
    let mut input = Scanner::new(source);
    input.expect_word("version", SCEN_FORM)?;
    if input.word().is_none() {
        return Err(input.unexpected(key("a version number"), SCEN_FORM));
    }
    let mut boards = Vec::new();
    while input.word().is_some() {
        if input.word().is_none() {
            return Err(input.unexpected(key("the name of a map"), SCEN_FORM));
        }
        let begin = input.begin();
        let width = input.number(key("the width"), SCEN_FORM)?;
        let height = input.number(key("the height"), SCEN_FORM)?;
        let glyphs = &board.maze.glyphs;
        if (width, height) != (i64::from(glyphs.columns()), i64::from(glyphs.rows())) {
            let (columns, rows) = (glyphs.columns(), glyphs.rows());
            let message = say!(
                "this query is about a map of {width} columns and {height} rows",
                width,
                height
            );
            let advice = say!(
                "the map has {columns} columns and {rows} rows",
                columns,
                rows
            );
            return Err(input.error_since(begin, message, &advice));
        }
        boards.push(Board {
            maze: board.maze.clone(),
            start: read_square(&mut input, board)?,
            goal: read_square(&mut input, board)?,
        });
        // The published length: octile, so not the one asked for here.
        if input.word().is_none() {
            return Err(input.unexpected(key("the length"), SCEN_FORM));
        }
    }
    Ok(boards)
}

/// `x y`, the column first.
fn read_square(input: &mut Scanner, board: &Board) -> Result<Square, TextError> {
    let begin = input.begin();
    let column = input.number(key("a column"), SCEN_FORM)?;
    let row = input.number(key("a row"), SCEN_FORM)?;
    let place = u32::try_from(row).ok().zip(u32::try_from(column).ok());
    place
        .and_then(|(row, column)| board.maze.glyphs.at(row, column))
        .ok_or_else(|| input.error_since(begin, key("this square is not on the map"), SCEN_FORM))
}
