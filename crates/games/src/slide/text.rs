//! How robots on ice are written: `.` `#` `G`, the labels of the robots, and notes for what no
//! square says.

use std::sync::Arc;

use fewest_words::{key, say};

use super::{BLOCK, Board, LABELS, WALL_BELOW, WALL_RIGHT};
use crate::grid::{Grid, Place, Square};
use crate::info::Options;
use crate::level_text::Note;
use crate::rows::{BoardText, Row};
use crate::source::TextError;
use crate::view::Side;

const LEGEND: &str = key(
    "a board is made of `.` ice, `#` block, `G` the target, `0` the robot that must reach it, \
     and `1`–`9` and `a`–`z` other robots",
);

const EDGES_FORM: &str =
    key("write, for example, `edges: 0,1R 2,4D`: a wall right of the square 0,1 and one below 2,4");

const EDGES_DRAWN: &str = key("The walls between squares are not written as they should be.");

const ONE_TARGET: &str = key("There are two targets: erase one of them.");

pub(super) fn read_board(text: &BoardText, options: &Options) -> Result<Board, TextError> {
    let mut robots: [Option<Square>; LABELS.len()] = [None; LABELS.len()];
    let mut target = None;
    let common = [(b'.', 0), (b'#', BLOCK)];
    let mut ice = text.glyphs_mostly(common, LEGEND, |glyph, square, at| match glyph {
        '.' => Ok(Some(0)),
        '#' => Ok(Some(BLOCK)),
        'G' => match target.replace(square) {
            None => Ok(Some(0)),
            Some(_) => {
                let message = say!("a second target `G`");
                let error = text.source.error(at, message, key("keep one target"));
                Err(error.drawn(ONE_TARGET))
            }
        },
        _ => {
            let Some(place) = LABELS.find(glyph) else {
                return Ok(None);
            };
            match robots[place].replace(square) {
                None => Ok(Some(0)),
                Some(_) => {
                    let message = say!("a second robot `{glyph}`", glyph);
                    let advice = key("each robot has a digit or a small letter of its own");
                    let error = text.source.error(at, message, advice);
                    Err(error.drawn(say!(
                        "There are two robots {glyph}: erase one of them.",
                        glyph
                    )))
                }
            }
        }
    })?;
    if robots[0].is_none() {
        let error = text.error(
            key("there is no robot 0"),
            key("write it as `0`: it is the robot that must reach the target"),
        );
        return Err(error.drawn(key(
            "There is no robot 0: place it with the tool “robot 0”.",
        )));
    }
    if let Some(note) = options.get("target") {
        let square = note.square(&ice)?;
        if let Some(other) = target.filter(|&other| other != square) {
            let place = ice.place(other);
            let message = say!("a second target: there is a `G` at {place}", place);
            let error = note.error(message, key("leave out the note or the `G`"));
            return Err(error.drawn(ONE_TARGET));
        }
        if ice[square] & BLOCK != 0 {
            let message = say!("the target is on a block");
            let error = note.error(message, key("choose a square of the ice"));
            return Err(error.drawn(key(
                "The target is on a block: place it with the tool “target”.",
            )));
        }
        target = Some(square);
    }
    let Some(target) = target else {
        let error = text.error(
            key("there is no target"),
            key("write it as `G`, or as a note `target: row,column` where a robot stands on it"),
        );
        return Err(error.drawn(key("There is no target: place it with the tool “target”.")));
    };
    if let Some(note) = options.get("edges") {
        for word in note.value.words() {
            read_edge(&note, word, &mut ice)?;
        }
    }
    let passing = match options.get("passing").map(|note| (note, note.value.text)) {
        None | Some((_, "no")) => false,
        Some((_, "yes")) => true,
        Some((note, value)) => {
            let message = say!("`passing` is `yes` or `no`, not `{value}`", value);
            let error = note.error(message, key("write, for example, `passing: yes`"));
            return Err(error.drawn(key("The option “passing” is yes or no.")));
        }
    };
    let found = LABELS.bytes().zip(robots);
    let (labels, robots): (Vec<u8>, Vec<Square>) = found
        .filter_map(|(label, square)| Some((label, square?)))
        .unzip();
    Ok(Board {
        ice: Arc::new(ice),
        labels: labels.into(),
        robots,
        target,
        passing,
    })
}

/// Sets the wall of one word, such as `0,1R`.
fn read_edge(note: &Note, word: Row, ice: &mut Grid<u8>) -> Result<(), TextError> {
    let error = |message: String, advice: String| note.source.error(word.range(), message, advice);
    let text = word.text;
    let split = |end| text.strip_suffix(end).and_then(Place::read);
    let (place, side) = match (split('R'), split('D')) {
        (Some(place), _) => (place, Side::Right),
        (_, Some(place)) => (place, Side::Down),
        _ => {
            let message = say!("`{text}` is not a wall between squares", text);
            return Err(error(message, EDGES_FORM.to_string()).drawn(EDGES_DRAWN));
        }
    };
    let (last_row, last_column) = (ice.rows() - 1, ice.columns() - 1);
    let (wall, is_between) = match side {
        Side::Right => (WALL_RIGHT, place.column < last_column),
        Side::Down => (WALL_BELOW, place.row < last_row),
    };
    let Some(square) = ice.at(place.row, place.column).filter(|_| is_between) else {
        let message = say!("the wall {text} is not between two squares", text);
        let last = format!("{last_row},{last_column}");
        let advice = say!(
            "the squares are 0,0 to {last}, and there is always a wall around them",
            last
        );
        return Err(error(message, advice).drawn(key(
            "A wall is not between two squares of the board: remove it.",
        )));
    };
    if ice[square] & wall != 0 {
        let message = say!("the wall {text} stands here a second time", text);
        return Err(error(message, say!("keep one of them"))
            .drawn(key("A wall is there twice: remove one of them.")));
    }
    ice[square] |= wall;
    Ok(())
}

pub(super) fn write_board(board: &Board) -> String {
    let mut glyphs = board.ice.map(|ice| match ice & BLOCK {
        0 => '.',
        _ => '#',
    });
    glyphs[board.target] = 'G';
    for (&square, &label) in board.robots.iter().zip(&*board.labels) {
        glyphs[square] = char::from(label);
    }
    glyphs.to_string()
}

pub(super) fn options(board: &Board) -> Vec<(&'static str, String)> {
    let mut options = Vec::new();
    if board.robots.contains(&board.target) {
        options.push(("target", board.ice.place(board.target).to_string()));
    }
    let edges = board.edges();
    if !edges.is_empty() {
        let edge = |edge: &crate::view::Edge| {
            let side = match edge.side {
                Side::Right => 'R',
                Side::Down => 'D',
            };
            format!("{}{side}", board.ice.place(edge.square))
        };
        let edges: Vec<String> = edges.iter().map(edge).collect();
        options.push(("edges", edges.join(" ")));
    }
    if board.passing {
        options.push(("passing", "yes".to_string()));
    }
    options
}
