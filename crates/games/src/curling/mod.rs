//! Curling 2.0: the fewest throws that bring the stone to the goal.
//!
//! Where the rules are silent: a game whose last allowed throw does not win is lost, and so is
//! one whose stone has left the board. `throws: none` lifts the limit; every throw that does
//! not win breaks a block, so even then a game has at most one throw more than blocks.

mod hardest;
mod kernel;
mod make;
mod puzzle;
mod rules;
mod sheet;
#[cfg(test)]
mod tests;
mod text;

use crate::game::MoveText as _;
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Info, OptionInfo, Play, Tool, ToolKind, Unit};
use crate::making::amounts::Amount;
use crate::view::{Ground, Piece};

/// A board: blocks, the stone, the goal, and how many throws are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    blocks: Grid<bool>,
    stone: Square,
    goal: Square,
    throws: Option<u32>,
}

/// Where the stone is, and which blocks are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ice {
    /// [`Ice::OFF`] once it has left the board.
    stone: Square,
    /// The squares of the broken blocks, ascending. Every throw that does not end the game
    /// breaks one, so this also counts the throws.
    broken: Vec<Square>,
}

impl Ice {
    const OFF: Square = Square::MAX;

    /// The same blocks broken, the stone elsewhere.
    fn moved(&self, stone: Square) -> Self {
        Ice {
            stone,
            broken: self.broken.clone(),
        }
    }

    /// One more block is gone.
    fn breaks(&mut self, block: Square) {
        let place = self.broken.partition_point(|&broken| broken < block);
        self.broken.insert(place, block);
    }
}

/// How a throw ends.
enum Slide {
    /// A block right beside the stone: no throw.
    Blocked,
    /// At the goal.
    Goal,
    /// Before a block, which breaks.
    Stopped { at: Square, block: Square },
    /// Off the board.
    Off,
}

impl Board {
    const JUDGES_THROWS: u32 = 10;

    /// Slides the stone square by square, past the squares where blocks are broken.
    fn slide(&self, ice: &Ice, direction: Direction) -> Slide {
        let mut at = ice.stone;
        for next in self.blocks.ray(ice.stone, direction) {
            if self.blocks[next] && ice.broken.binary_search(&next).is_err() {
                return match at == ice.stone {
                    true => Slide::Blocked,
                    false => Slide::Stopped { at, block: next },
                };
            }
            if next == self.goal {
                return Slide::Goal;
            }
            at = next;
        }
        Slide::Off
    }

    /// Whether the throws are used up by so many broken blocks, in a position that is not won.
    fn is_spent(&self, broken: usize) -> bool {
        self.throws.is_some_and(|throws| broken >= throws as usize)
    }
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
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
    judge: Some("POJ 3009"),
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
