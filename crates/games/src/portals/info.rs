//! The portal maze in words: its name, glyphs and options, and what is drawn with.

use crate::grid::Direction;
use crate::info::{Info, OptionInfo, Unit};
use crate::making::amounts::Amount;
use crate::palette::{Blank, Corner, Play, Tool, ToolKind};
use crate::rules::MoveText as _;
use crate::view::{Ground, Piece};

pub const INFO: Info = Info {
    id: "portals",
    title: "Portal maze",
    how: &[
        "Walk from the start to the goal in as few seconds as you can.",
        "Each second you take one step up, down, left or right; you cannot wait, walk through walls or leave the board.",
        "Step onto a portal and you are at once on the other portal with the same letter.",
        "From there you walk on; a portal works again whenever you step onto it.",
        "You cannot lose, but every step of a detour is a second.",
    ],
    example: concat!(
        "game: portals\n",
        "\n",
        "..#.\n",
        ".A#A\n",
        "##..\n",
        "\n",
        "solution: D R D\n",
    ),
    judge: "Jisuanke 54138",
    judge_no: "Game Over.",
    judge_end: "",
    unit: Unit {
        one: "second",
        many: "seconds",
    },
    moves: Direction::FORM,
    glyphs: &[
        ("#", "a wall"),
        (".", "floor"),
        ("A–Z", "a portal to the other square of that letter"),
    ],
    options: &[
        OptionInfo {
            name: "start",
            values: "row,column",
            choices: &[],
            default: "the top left",
            meaning: "where the player is born",
        },
        OptionInfo {
            name: "goal",
            values: "row,column",
            choices: &[],
            default: "the bottom right",
            meaning: "where the player wants to be",
        },
    ],
    amounts: &[
        Amount {
            name: "walls",
            usual: "10%..45%",
            all: "0%..100%",
            meaning: "walls",
        },
        Amount {
            name: "portals",
            usual: "0..3",
            all: "0..26",
            meaning: "pairs of portals",
        },
    ],
    play: Play::Steps,
    chance: false,
    covers: false,
    hardest: 0.59,
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
            name: "portal",
            kind: ToolKind::Pair,
            glyphs: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            ground: Some(Ground::Ring),
            ..Tool::NONE
        },
        Tool {
            name: "start",
            kind: ToolKind::Note,
            piece: Some(Piece::Pawn),
            note: Some("start"),
            default: Some(Corner::First),
            ..Tool::NONE
        },
        Tool {
            name: "goal",
            kind: ToolKind::Note,
            ground: Some(Ground::Flag),
            note: Some("goal"),
            default: Some(Corner::Last),
            ..Tool::NONE
        },
    ],
};
