//! Curling in words: its name, glyphs and options, and what is drawn with.

use crate::grid::Direction;
use crate::info::{Info, OptionInfo, Unit};
use crate::making::amounts::Amount;
use crate::palette::{Blank, Play, Tool, ToolKind};
use crate::rules::MoveText as _;
use crate::view::{Ground, Piece};

pub const INFO: Info = Info {
    id: "curling",
    title: "Curling 2.0",
    how: &[
        "Bring the stone to the goal in as few throws as you can.",
        "A throw sends the stone up, down, left or right, and it slides on until something stops it.",
        "A block stops the stone, and the block that it hits breaks and is gone.",
        "You cannot throw towards a block that is right beside the stone.",
        "If the stone leaves the board, or your throws are used up, you have lost.",
    ],
    example: concat!(
        "game: curling\n",
        "\n",
        "S..#\n",
        "....\n",
        "#.G.\n",
        "\n",
        "solution: R D\n",
    ),
    judge: "POJ 3009",
    judge_no: "-1",
    judge_end: "0 0\n",
    unit: Unit {
        one: "throw",
        many: "throws",
    },
    moves: Direction::FORM,
    glyphs: &[
        (". or 0", "ice"),
        ("# or 1", "a block"),
        ("S or 2", "the stone"),
        ("G or 3", "the goal"),
    ],
    options: &[OptionInfo {
        name: "throws",
        values: "a whole number from 1, or none",
        choices: &[],
        default: "10",
        meaning: "how many throws are allowed",
    }],
    amounts: &[Amount {
        name: "blocks",
        usual: "10%..40%",
        all: "0%..100%",
        meaning: "blocks",
    }],
    play: Play::Steps,
    chance: false,
    covers: false,
    hardest: 0.69,
    board: Blank {
        rows: 6,
        columns: 8,
        ..Blank::PLAIN
    },
    tools: &[
        Tool {
            name: "block",
            kind: ToolKind::Paint,
            glyphs: "#",
            ground: Some(Ground::Block),
            ..Tool::NONE
        },
        Tool {
            name: "stone",
            kind: ToolKind::One,
            glyphs: "S",
            piece: Some(Piece::Stone),
            ..Tool::NONE
        },
        Tool {
            name: "goal",
            kind: ToolKind::One,
            glyphs: "G",
            ground: Some(Ground::Target),
            ..Tool::NONE
        },
    ],
};
