//! Minesweeper in words: its name, glyphs and options, and what is drawn with.

use super::{Clicks, First, Touch};
use crate::info::{Info, OptionInfo, Unit};
use crate::making::amounts::Amount;
use crate::palette::{Blank, Play, Tool, Veil};
use crate::rules::MoveText as _;
use crate::view::{Ground, Piece};

pub const INFO: Info = Info {
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
    judge: "LeetCode 529",
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
            choices: First::NAMES,
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
const fn digit(glyph: &'static str, key: char) -> Tool {
    Tool {
        name: glyph,
        glyphs: glyph,
        ground: Some(Ground::Count),
        key: Some(key),
        ..Tool::NONE
    }
}
