//! The game's words, and what it is drawn with. Nothing else names them: help, errors, JSON and the
//! page are made from here.

use super::Board;
use crate::grid::Direction;
use crate::info::{Info, Unit};
use crate::palette::{Blank, Play, Tool, ToolKind};
use crate::rules::MoveText as _;
use crate::view::Ground;

pub const INFO: Info = Info {
    id: "template",
    title: "Eight-puzzle",
    how: &[
        "Bring the tiles into order, with the gap at the bottom right.",
        "A move slides a tile into the gap.",
        "You cannot lose, but half of all boards cannot be won.",
    ],
    example: concat!(
        "game: template\n",
        "\n",
        "123\n",
        "4.6\n",
        "758\n",
        "\n",
        "solution: D R\n",
    ),
    judge: "no judge",
    judge_no: "-1",
    judge_end: "",
    unit: Unit {
        one: "slide",
        many: "slides",
    },
    moves: Direction::FORM,
    glyphs: &[("1–8", "a tile"), (".", "the gap")],
    options: &[],
    amounts: &[],
    play: Play::Steps,
    chance: false,
    covers: false,
    hardest: 1.0,
    board: Blank {
        rows: Board::SIDE,
        columns: Board::SIDE,
        square: true,
        ..Blank::PLAIN
    },
    tools: &[
        tile("1"),
        tile("2"),
        tile("3"),
        tile("4"),
        tile("5"),
        tile("6"),
        tile("7"),
        tile("8"),
    ],
};

/// A tool for one tile, which is on one square at most.
const fn tile(glyph: &'static str) -> Tool {
    Tool {
        name: glyph,
        kind: ToolKind::One,
        glyphs: glyph,
        ground: Some(Ground::Count),
        ..Tool::NONE
    }
}
