//! How the portal maze is written: the same glyphs in a level and for the judge.

use std::sync::Arc;

use super::{Board, Maze, movingai};
use crate::grid::{Grid, Place, Square};
use crate::level::{BoardText, Note};
use crate::rules::{Info, OptionInfo, Options, Text, Unit};
use crate::scan::Scanner;
use crate::source::{Source, TextError};

const LEGEND: &str = "a portal maze is made of `#` wall, `.` floor, and portals `A`–`Z`";
const JUDGE_FORM: &str = "write the rows and columns, such as `3 3`, and then the board";

impl Text for Board {
    const INFO: Info = Info {
        id: "portals",
        title: "Portal maze",
        judge: "Jisuanke 54138",
        judge_end: "",
        unit: Unit {
            one: "second",
            many: "seconds",
        },
        moves: "U, D, L or R",
        glyphs: &[
            ("#", "a wall"),
            (".", "floor"),
            ("A–Z", "a portal to the other square of that letter"),
        ],
        options: &[
            OptionInfo {
                name: "start",
                values: "row,column",
                default: "the top left",
                meaning: "where the player is born",
            },
            OptionInfo {
                name: "goal",
                values: "row,column",
                default: "the bottom right",
                meaning: "where the player wants to be",
            },
        ],
    };

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        let mut read = read(board)?;
        if let Some(note) = options.get("start") {
            read.start = read_square(&note, &read.maze.glyphs)?;
        }
        if let Some(note) = options.get("goal") {
            read.goal = read_square(&note, &read.maze.glyphs)?;
        }
        Ok(read)
    }

    fn write_board(&self) -> String {
        self.maze.glyphs.map(|&glyph| glyph as char).to_string()
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let place = |square| self.maze.glyphs.place(square).to_string();
        let corners = Board::between_corners(self.maze.clone());
        let start = (self.start != corners.start).then(|| ("start", place(self.start)));
        let goal = (self.goal != corners.goal).then(|| ("goal", place(self.goal)));
        start.into_iter().chain(goal).collect()
    }

    fn read_case(input: &mut Scanner) -> Result<Option<Self>, TextError> {
        if input.at_end() {
            return Ok(None);
        }
        read(&input.sized_rows(JUDGE_FORM)?).map(Some)
    }

    fn write_case(&self) -> Result<String, String> {
        if *self != Board::between_corners(self.maze.clone()) {
            return Err("the judge's maze goes from the top left to the bottom right".to_string());
        }
        let glyphs = &self.maze.glyphs;
        Ok(format!(
            "{} {}\n{}",
            glyphs.rows(),
            glyphs.columns(),
            self.write_board()
        ))
    }

    fn write_answer(fewest: Option<u64>, out: &mut Vec<u8>) {
        let answer = fewest.map_or("Game Over.".to_string(), |fewest| fewest.to_string());
        out.extend_from_slice(answer.as_bytes());
        out.push(b'\n');
    }

    fn read_foreign(source: Source) -> Option<Result<Self, TextError>> {
        movingai::is_map(source).then(|| movingai::read_map(source))
    }

    fn read_queries(&self, source: Source) -> Option<Result<Vec<Self>, TextError>> {
        Some(movingai::read_queries(self, source))
    }
}

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

fn read_square(note: &Note, glyphs: &Grid<u8>) -> Result<Square, TextError> {
    let text = note.value.text;
    let Some(place) = Place::read(text) else {
        let message = format!("`{text}` is not row,column");
        return Err(note.error(message, "write, for example, `start: 0,0`"));
    };
    glyphs.at(place.row, place.column).ok_or_else(|| {
        let message = format!("there is no square {place}");
        let last = glyphs.place(glyphs.len() - 1);
        note.error(message, format!("the squares are 0,0 to {last}"))
    })
}

fn read(text: &BoardText) -> Result<Board, TextError> {
    let mut used: [Vec<Square>; 26] = Default::default();
    let glyphs = text.glyphs(LEGEND, |glyph, square, at| match glyph {
        '#' | '.' => Ok(Some(glyph as u8)),
        'A'..='Z' => {
            let squares = &mut used[usize::from(glyph as u8 - b'A')];
            squares.push(square);
            if squares.len() > 2 {
                let message = format!("a third portal `{glyph}`");
                let advice = "each letter stands on two squares, or on none";
                return Err(text.source.error(at, message, advice));
            }
            Ok(Some(glyph as u8))
        }
        _ => Ok(None),
    })?;
    let mut portals = [None; 26];
    for ((letter, squares), pair) in (b'A'..).zip(used).zip(&mut portals) {
        if let [alone] = squares[..] {
            let message = format!("the portal `{}` has no other end", letter as char);
            let advice = "each letter stands on two squares, or on none";
            return Err(text.error_at(alone, message, advice));
        }
        *pair = squares.try_into().ok();
    }
    Ok(Board::between_corners(Arc::new(Maze { glyphs, portals })))
}
