//! Minesweeper: the fewest clicks that reveal every cell without a mine, the mines being known.
//!
//! Where the rules are silent: a revealed mine `X` counts as a mine for its neighbours, and a
//! board that has one is lost. Digits that stand on the board already are taken as they are,
//! right or wrong, as the judge takes them. The option `click` is the judge's question and
//! means nothing to `solve`; a level without one is written for the judge with a click on its
//! first hidden cell.
//!
//! With the option `clicks: all`, setting or taking away a flag and a chord are moves as well, and
//! each costs one like a click. Nothing opens a flagged cell then, an opening that reaches it
//! neither. A chord is made on a revealed digit that has as many flags around it as it says, and
//! opens all other hidden cells around it; a blank has nothing to chord. Without that option a flag
//! is a mark that nothing looks at.
//!
//! A board may be a position as a player sees it, with cells of which nobody knows what is
//! beneath: then nothing can be played or searched, but there are chances to tell.

mod board;
mod formats;
mod guidance;
mod kernels;
mod make;
mod moves;
mod odds;
mod puzzle;
mod reveal;
mod rules;
mod survey;
#[cfg(test)]
mod tests;
mod text;
mod touching;
mod unguessed;

pub use board::Board;
use board::{Clicks, Density};
pub use fewest_minesweeper::FirstClick;
use moves::Touch;
pub use reveal::reveal;
use rules::Field;

use crate::grid::{Grid, Square};

fn is_mine(cell: u8) -> bool {
    cell == b'M' || cell == b'X'
}

fn is_hidden(cell: u8) -> bool {
    cell == b'M' || cell == b'E'
}

/// How many mines are around a cell.
fn mines_around(cells: &Grid<u8>, square: Square) -> u8 {
    cells
        .around(square)
        .filter(|&near| is_mine(cells[near]))
        .count() as u8
}

use crate::game::MoveText as _;
use crate::info::{Blank, Play, Tool, Veil};
use crate::info::{Info, OptionInfo, Unit};
use crate::making::amounts::Amount;
use crate::view::{Ground, Piece};

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
    id: "mines",
    title: "Minesweeper",
    how: &[
        "Open every square that hides no mine, in as few clicks as you can.",
        "A click opens a square; the number in it says how many of the eight squares around it hide a mine.",
        "Where there is no mine around, the squares around it open by themselves, and so on.",
        "Put a flag where you think a mine is.",
        "Open a mine and you have lost.",
    ],
    example: concat!(
        "game: mines\n",
        "\n",
        "EEEEM\n",
        "EEEEE\n",
        "EEEEE\n",
        "EEEME\n",
        "\n",
        "solution: 0,0 1,4 2,4 3,4\n",
    ),
    judge: Some("LeetCode 529"),
    judge_no: "-1",
    judge_end: "",
    unit: Unit {
        one: "click",
        many: "clicks",
    },
    moves: Touch::FORM,
    glyphs: &[
        ("M", "a hidden mine"),
        ("E", "a hidden empty cell"),
        ("B", "a revealed cell with no mine around it"),
        ("1–8", "a revealed cell with that many mines around it"),
        ("X", "a revealed mine: the game is lost"),
        ("F f", "a hidden mine and a hidden empty cell, with a flag"),
        (
            "? !",
            "a covered cell of which nothing is known, and one with a flag",
        ),
    ],
    options: &[
        OptionInfo {
            name: "click",
            values: "row,column",
            choices: &[],
            default: "none",
            meaning: "the click that the judge asks about; solve does not look at it",
        },
        OptionInfo {
            name: "clicks",
            values: "plain or all",
            choices: Clicks::NAMES,
            default: "plain",
            meaning: "which clicks count: those that open a cell, or flags and chords as well",
        },
        OptionInfo {
            name: "mines",
            values: "a whole number",
            choices: &[],
            default: "as the board shows",
            meaning: "how many mines there are, which a covered board does not show",
        },
        OptionInfo {
            name: "density",
            values: "a percentage",
            choices: &[],
            default: "20%",
            meaning: "how likely each covered cell is a mine, where `mines` does not say how many",
        },
        OptionInfo {
            name: "first",
            values: "any, safe or open",
            choices: FirstClick::NAMES,
            default: "any",
            meaning: "what the first click is promised: nothing, no mine, or none around it either",
        },
    ],
    amounts: &[Amount {
        name: "mines",
        usual: "10%..25%",
        all: "0%..100%",
        meaning: "mines",
    }],
    play: Play::Squares,
    chance: false,
    covers: true,
    hardest: 0.73,
    board: Blank {
        empty: "E",
        ground: Ground::Lid,
        rows: 9,
        columns: 9,
        veil: Some(Veil {
            empty: "?",
            unknown: "?!",
            known: "MEFf",
            total: "mines",
        }),
        ..Blank::PLAIN
    },
    tools: &[
        Tool {
            name: "mine",
            glyphs: "M",
            ground: Some(Ground::Lid),
            piece: Some(Piece::Mine),
            key: Some('m'),
            ..Tool::NONE
        },
        Tool {
            name: "flagged mine",
            glyphs: "F",
            ground: Some(Ground::Lid),
            piece: Some(Piece::Marker),
            key: Some('g'),
            ..Tool::NONE
        },
        Tool {
            name: "covered",
            glyphs: "?",
            ground: Some(Ground::Lid),
            key: Some('c'),
            ..Tool::NONE
        },
        Tool {
            name: "flag",
            glyphs: "!",
            ground: Some(Ground::Lid),
            piece: Some(Piece::Marker),
            key: Some('f'),
            ..Tool::NONE
        },
        Tool {
            name: "blank",
            glyphs: "B",
            ground: Some(Ground::Floor),
            key: Some('0'),
            ..Tool::NONE
        },
        digit("1", '1'),
        digit("2", '2'),
        digit("3", '3'),
        digit("4", '4'),
        digit("5", '5'),
        digit("6", '6'),
        digit("7", '7'),
        digit("8", '8'),
    ],
};

/// The tool that draws a revealed digit.
const fn digit(glyph: &'static str, key: char) -> Tool<'static> {
    Tool {
        name: glyph,
        glyphs: glyph,
        ground: Some(Ground::Count),
        key: Some(key),
        ..Tool::NONE
    }
}
