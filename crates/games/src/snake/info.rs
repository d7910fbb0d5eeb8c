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
    how: &[
        "Bring the snake's head to the apple in as few moves as you can.",
        "Each move takes the head one square up, down, left or right, and the body follows behind.",
        "The head may not enter a wall or the snake's own body, nor leave the board, unless the level joins its edges.",
        "The square that the tail is just leaving is free.",
        "You cannot lose, but a snake that has shut itself in is stuck: then take moves back.",
    ],
    example: concat!(
        "game: snake\n",
        "\n",
        "##...\n",
        "..1#@\n",
        "432#.\n",
        "...#.\n",
        "\n",
        "solution: U R R D\n",
    ),
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
