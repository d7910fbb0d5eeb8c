//! How the portal maze is written: the same glyphs in a level and for the judge.

use std::sync::Arc;

use fewest_words::{key, say};

use super::{Board, Maze, movingai};
use crate::format::{Format, Holds, Reading};
use crate::game::Game as _;
use crate::grid::Square;
use crate::info::Options;
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::source::TextError;

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
        let maze = || movingai::read_map(source).map(|maze| vec![maze]);
        movingai::is_map(source).then(maze)
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
