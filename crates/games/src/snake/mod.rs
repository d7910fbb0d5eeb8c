//! Snake: the fewest moves until the head is on the apple.
//!
//! Where the rules are silent: with `wrap: yes` the board is a torus, so on a board of one row
//! `U` and `D` lead back to the same square, which a snake of one segment may do and a longer
//! one may not (its second segment would be in the way of the first). A snake of two segments
//! may turn round, since its head enters the square that its tail is leaving.

mod bound;
mod farthest;
mod flood;
mod hardest;
mod heads;
mod kernel;
mod make;
mod placements;
mod plan;
mod puzzle;
mod reach;
mod rules;
mod shapes;
mod sweep;
#[cfg(test)]
mod tests;
mod text;
mod way;

pub use kernel::Ask;

use fewest_search::{Report, SearchContext};

use crate::game::{Game as _, MoveText as _};
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Info, OptionInfo, Play, Tool, ToolKind, Unit};
use crate::making::amounts::Amount;
use crate::view::Ground;

/// A board: walls, where the snake lies, and the apple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    walls: Grid<bool>,
    /// From the head to the tail.
    snake: Vec<Square>,
    apple: Square,
    wrap: bool,
}

impl Board {
    /// The glyphs of the segments, from the head on.
    const SEGMENTS: &'static str = "123456789abcdefghijklmnopqrstuvwxyz";

    /// The next square in a direction, wall or not; nothing past the edge.
    fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        if self.wrap {
            Some(self.walls.step_around(from, direction))
        } else {
            self.walls.step(from, direction)
        }
    }

    /// Searches as it is asked to; [`solve`](crate::solve::solve) asks for the moves and leaves out
    /// what it can.
    pub fn search(&self, ask: Ask, ctx: &mut SearchContext) -> Report<Direction> {
        if kernel::fits(self, &ctx.options) {
            kernel::solve_by(ask, self, ctx)
        } else {
            self.puzzle().solve(ctx)
        }
    }

    /// The directions from each segment to the next.
    fn steps(&self) -> impl Iterator<Item = Direction> {
        self.snake.windows(2).map(|pair| {
            let leads = |direction: &Direction| self.step(pair[0], *direction) == Some(pair[1]);
            let mut directions = Direction::ALL.into_iter();
            directions
                .find(leads)
                .expect("consecutive segments share a side")
        })
    }
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
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
    judge: Some("Codeforces 225D"),
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
