//! Snakes and Ladders in words: its name, its options, and what is drawn with.

use super::Roll;
use crate::info::{Info, OptionInfo, Unit};
use crate::making::amounts::Amount;
use crate::palette::{Blank, Play, Tool, ToolKind};
use crate::rules::MoveText as _;
use crate::view::Ground;

pub const INFO: Info = Info {
    id: "ladders",
    title: "Snakes and Ladders",
    how: &[
        "Reach the last square in as few rolls as you can.",
        "You choose what each roll of the die shows, and you walk that many squares along the winding track.",
        "Stop at the foot of a ladder and you climb it; stop on the head of a snake and you slide down it, in the same roll.",
        "A roll takes at most one ladder or snake: where it ends on another one, you stay there.",
        "A roll past the last square is not allowed, unless the level says otherwise.",
    ],
    example: concat!(
        "game: ladders\n",
        "\n",
        " .  .  6  .\n",
        " .  .  .  .\n",
        " .  .  .  .\n",
        " .  . 12  .\n",
        "\n",
        "solution: 2 4\n",
    ),
    judge: "LeetCode 909",
    judge_no: "-1",
    judge_end: "",
    unit: Unit {
        one: "roll",
        many: "rolls",
    },
    moves: Roll::FORM,
    glyphs: &[
        (". or -1", "a plain square"),
        ("1 2 3 …", "a snake or ladder to that square"),
    ],
    options: &[
        OptionInfo {
            name: "die",
            values: "a whole number from 1",
            choices: &[],
            default: "6",
            meaning: "how many faces the die has",
        },
        OptionInfo {
            name: "from",
            values: "the number of a square, or 0",
            choices: &[],
            default: "1",
            meaning: "where play begins; 0 is off the board, so that square 1 may hold a jump",
        },
        OptionInfo {
            name: "overshoot",
            values: "offered, stay, win or bounce",
            choices: &["offered", "stay", "win", "bounce"],
            default: "offered",
            meaning: "what a roll past the last square does: offered only where it fits, the \
                      player stays, it wins, or it counts back from the last square",
        },
    ],
    amounts: &[Amount {
        name: "jumps",
        usual: "10%..25%",
        all: "0%..100%",
        meaning: "snakes and ladders",
    }],
    play: Play::Numbers,
    chance: true,
    covers: false,
    hardest: 0.46,
    board: Blank {
        empty: ".",
        ground: Ground::Floor,
        rows: 6,
        columns: 6,
        square: true,
        spaced: true,
        numbered: true,
        veil: None,
    },
    tools: &[Tool {
        name: "jump",
        kind: ToolKind::Link,
        ..Tool::NONE
    }],
};
