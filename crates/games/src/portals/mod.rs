//! The portal maze: the fewest seconds from the first square to the last.
//!
//! Where the rules are silent: a start that is a wall makes the goal unreachable even on a
//! board of one square. With the options `start` and `goal` any two squares can be asked
//! about; a player born on the goal has won at time 0, portal or not.

mod kernel;
mod make;
mod movingai;
mod puzzle;
mod rules;
#[cfg(test)]
mod tests;
mod text;

use std::sync::Arc;

use crate::game::MoveText as _;
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Corner, Info, OptionInfo, Play, Tool, ToolKind, Unit};
use crate::making::amounts::Amount;
use crate::view::{Ground, Piece};

/// A board: the maze, where the player is born, and where it wants to be.
#[derive(Clone, Debug)]
pub struct Board {
    /// Shared by all queries about one maze.
    maze: Arc<Maze>,
    start: Square,
    goal: Square,
}

/// Walls `#`, floor `.` and portals `A`–`Z`.
#[derive(Debug)]
struct Maze {
    glyphs: Grid<u8>,
    /// The two squares of each letter, where it is used.
    portals: [Option<[Square; 2]>; 26],
}

impl Maze {
    fn is_wall(&self, square: Square) -> bool {
        self.glyphs[square] == b'#'
    }

    /// The other square of a portal; nothing where there is none.
    fn twin(&self, square: Square) -> Option<Square> {
        let letter = self.glyphs[square];
        if !letter.is_ascii_uppercase() {
            return None;
        }
        let [one, other] = self.portals[usize::from(letter - b'A')]?;
        Some(if square == one { other } else { one })
    }
}

impl Board {
    /// Where a player ends who touches a square that is no wall: on the goal if it is the goal,
    /// otherwise at the far end of a portal, otherwise right there.
    fn arrival(&self, square: Square) -> Square {
        if square == self.goal {
            return square;
        }
        self.maze.twin(square).unwrap_or(square)
    }

    /// Where the player stands at time 0. One born in a wall stays there and cannot win.
    fn birth(&self) -> Square {
        if self.maze.is_wall(self.start) {
            self.start
        } else {
            self.arrival(self.start)
        }
    }

    /// A player cannot stand on a goal that is a wall, unless it was born there: no win.
    fn is_goal(&self, square: Square) -> bool {
        square == self.goal && !self.maze.is_wall(square)
    }
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
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
    judge: Some("Jisuanke 54138"),
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
