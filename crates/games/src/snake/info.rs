//! Snake in words: its name, glyphs and options, and what is drawn with.

use super::Board;
use crate::grid::Direction;
use crate::info::{Info, OptionInfo, Unit};
use crate::making::amounts::Amount;
use crate::palette::{Blank, Play, Tool, ToolKind};
use crate::rules::MoveText as _;
use crate::view::Ground;

pub const INFO: Info = Info {
    id: "snake",
    title: "Snake",
    judge: "Codeforces 225D",
    judge_no: "-1",
    judge_end: "",
    unit: Unit {
        one: "move",
        many: "moves",
    },
    moves: Direction::FORM,
    glyphs: &[
        ("#", "a wall"),
        (".", "floor"),
        ("@", "the apple"),
        ("1–9, a–z", "the snake, from its head on"),
    ],
    options: &[OptionInfo {
        name: "wrap",
        values: "yes or no",
        choices: &["yes", "no"],
        default: "no",
        meaning: "whether leaving one edge enters the other",
    }],
    amounts: &[
        Amount {
            name: "length",
            usual: "4",
            all: "1..35",
            meaning: "segments of the snake",
        },
        Amount {
            name: "walls",
            usual: "5%..40%",
            all: "0%..100%",
            meaning: "walls",
        },
    ],
    play: Play::Steps,
    chance: false,
    covers: false,
    hardest: 0.57,
    board: Blank {
        rows: 5,
        columns: 7,
        ..Blank::PLAIN
    },
    tools: &[
        Tool {
            name: "wall",
            kind: ToolKind::Paint,
            glyphs: "#",
            ground: Some(Ground::Wall),
            ..Tool::NONE
        },
        Tool {
            name: "apple",
            kind: ToolKind::One,
            glyphs: "@",
            ground: Some(Ground::Apple),
            ..Tool::NONE
        },
        Tool {
            name: "snake",
            kind: ToolKind::Path,
            glyphs: Board::SEGMENTS,
            ..Tool::NONE
        },
    ],
};
