//! MovingAI's maps and scenarios, 4-connected: `.` `G` `S` are floor, everything else is wall.

use std::sync::Arc;

use fewest_words::{key, say};

use super::{Board, Maze};
use crate::grid::Square;
use crate::scan::Scanner;
use crate::source::{Source, TextError};

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
