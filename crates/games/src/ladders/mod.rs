//! Snakes and Ladders: the fewest rolls to the last square.
//!
//! Where the rules are silent: a board needs a side of at least 2; the die has as many faces
//! as the option `die` says. Play begins on the square that the option `from` names, whatever is
//! on it, or off the board, so that square 1 can be landed on and may hold a jump. What a roll
//! past the last square does is for the option `overshoot` to say. Of a die with very many faces
//! not all rolls are listed, though all are legal: those left out do what a listed one does.

mod chances;
mod jumps;
mod kernel;
mod make;
mod moves;
mod puzzle;
mod rules;
mod squares;
#[cfg(test)]
mod tests;
mod text;

use jumps::Jumps;
use moves::Roll;

use crate::game::MoveText as _;
use crate::info::{Blank, Info, OptionInfo, Play, Tool, ToolKind, Unit};
use crate::making::amounts::Amount;
use crate::view::Ground;

/// A board: an n×n track, numbered here from 0 at the bottom left, each row up running the
/// other way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    side: u32,
    die: u32,
    overshoot: Overshoot,
    jumps: Jumps,
    /// The number of the square that the player begins on; [`Board::OFF`] for off the board.
    from: u32,
}

/// What a roll past the last square does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overshoot {
    /// It is not offered.
    Offered,
    /// The player stays.
    Stay,
    /// It wins.
    Win,
    /// The rest of it counts back from the last square, and forward again from the first.
    Bounce,
}

impl Overshoot {
    const ALL: [Self; 4] = [Self::Offered, Self::Stay, Self::Win, Self::Bounce];

    fn name(self) -> &'static str {
        match self {
            Overshoot::Offered => "offered",
            Overshoot::Stay => "stay",
            Overshoot::Win => "win",
            Overshoot::Bounce => "bounce",
        }
    }
}

impl Board {
    const JUDGES_DIE: u32 = 6;
    const JUDGES_FROM: u32 = 1;
    /// The number that stands for no square: whoever begins there has the whole track ahead.
    const OFF: u32 = 0;

    fn squares(&self) -> u32 {
        self.side * self.side
    }

    fn last(&self) -> u32 {
        self.squares() - 1
    }

    /// Where a player stands after landing on the square of that number: one jump at the most.
    fn landing(&self, number: u32) -> u32 {
        self.jumps.end(number - 1).map_or(number, |end| end + 1)
    }

    /// The number of the square that a bounce lands on that goes so far past the last square.
    fn bounced(&self, past: u32) -> u32 {
        let length = u64::from(self.last());
        let along = u64::from(past) % (2 * length);
        (along.abs_diff(length) + 1) as u32
    }

    /// The squares of the track as they lie on the table, row by row from the top.
    fn table(&self) -> impl Iterator<Item = impl Iterator<Item = u32> + use<>> + use<> {
        let side = self.side;
        (0..side)
            .rev()
            .map(move |row| (0..side).map(move |column| row * side + along(side, row, column)))
    }
}

/// The square of the track at an index of the matrix, which is written from the top row down.
fn winding(side: u32, index: u32) -> u32 {
    let row = side - 1 - index / side;
    row * side + along(side, row, index % side)
}

/// Where a square of the track lies in the matrix: the way back from [`winding`].
fn laid(side: u32, square: u32) -> u32 {
    let row = square / side;
    (side - 1 - row) * side + along(side, row, square % side)
}

/// How far along its row of the track a column is: every other row runs from the right.
fn along(side: u32, row: u32, column: u32) -> u32 {
    if row.is_multiple_of(2) {
        column
    } else {
        side - 1 - column
    }
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
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
    judge: Some("LeetCode 909"),
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
