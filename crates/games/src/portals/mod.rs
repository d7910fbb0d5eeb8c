//! The portal maze: the fewest seconds from the first square to the last.
//!
//! Where the rules are silent: a start that is a wall makes the goal unreachable even on a
//! board of one square. With the options `start` and `goal` any two squares can be asked
//! about; a player born on the goal has won at time 0, portal or not.

mod kernel;
mod make;
#[cfg(test)]
mod tests;
mod text;

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_search::{Puzzle, SearchOptions, Space};
use fewest_words::say;

use crate::edit::Editor;
use crate::format::{Format, Judge, answer_fewest};
use crate::game::{Game, Kernel, MoveText as _, Standing};
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Corner, Info, OptionInfo, Options, Play, Tool, ToolKind, Unit};
use crate::making::frame::Amount;
use crate::making::make::Generator;
use crate::puzzle::{AnyPuzzle, Placed};
use crate::rows::{BoardText, write_rows};
use crate::solve;
use crate::source::{Source, TextError};
use crate::view::{Ground, Piece, Role, Tile, Trace, View};
use make::Maker;

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
        Tool::new(ToolKind::Paint, "wall", "#").on(Ground::Wall),
        Tool::new(ToolKind::Pair, "portal", "ABCDEFGHIJKLMNOPQRSTUVWXYZ").on(Ground::Ring),
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

impl Game for Board {
    /// Where the player stands.
    type State = Square;

    type Move = Direction;

    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        text::read_board(board, options)
    }

    fn write_board(&self) -> String {
        write_rows(&self.maze.glyphs)
    }

    fn start(&self) -> Square {
        self.birth()
    }

    fn standing(&self, &player: &Square) -> Standing {
        if self.is_goal(player) {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &Square) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, player: &mut Square, direction: Direction) -> Result<(), String> {
        if self.maze.is_wall(*player) {
            return Err(say!("the player is walled in"));
        }
        let Some(ahead) = self.maze.glyphs.step(*player, direction) else {
            return Err(say!("the board ends there"));
        };
        if self.maze.is_wall(ahead) {
            return Err(say!("a wall is there"));
        }
        *player = self.arrival(ahead);
        Ok(())
    }

    /// One who stands on a portal has come through it, so is born at its other end. That end is
    /// not the goal: whoever comes to either end of such a portal has won.
    fn at(&self, &player: &Square) -> Self {
        let start = match self.maze.twin(player) {
            Some(twin) if player != self.goal => twin,
            _ => player,
        };
        Board {
            start,
            ..self.clone()
        }
    }

    fn puzzle(&self) -> Box<dyn AnyPuzzle<Direction> + '_> {
        Box::new(Walk(self))
    }

    fn view(&self, &player: &Square) -> View {
        let mut tiles = self.maze.glyphs.map(|&glyph| match glyph {
            b'#' => Tile::new("#", Role::Wall).on(Ground::Wall),
            b'.' => Tile::new(".", Role::Plain),
            letter => Tile::new(letter as char, Role::Lift)
                .on(Ground::Ring)
                .labelled(letter as char),
        });
        let goal = &mut tiles[self.goal];
        (goal.text, goal.role) = ("*".to_string(), Role::Goal);
        // A goal that is a wall can never be reached, and looks it.
        if goal.ground != Ground::Wall {
            goal.ground = Ground::Flag;
        }
        tiles[player].taken("@", Piece::Pawn);
        View::new(tiles)
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let place = |square| self.maze.glyphs.place(square).to_string();
        let corners = Board::between_corners(self.maze.clone());
        let start = (self.start != corners.start).then(|| ("start", place(self.start)));
        let goal = (self.goal != corners.goal).then(|| ("goal", place(self.goal)));
        start.into_iter().chain(goal).collect()
    }

    fn size(&self) -> (u32, u32) {
        (self.maze.glyphs.rows(), self.maze.glyphs.columns())
    }

    /// One step, and the portal that takes it further.
    fn trace(&self, &player: &Square, direction: Direction) -> Trace {
        let ahead = self.maze.glyphs.step(player, direction);
        let end = ahead.map(|ahead| self.arrival(ahead));
        Trace {
            steps: std::iter::once(player).chain(ahead).collect(),
            jump: end.filter(|_| end != ahead),
        }
    }

    fn kernel(&self, options: &SearchOptions) -> Option<Kernel<Self>> {
        kernel::fits(self, options).then_some(Kernel {
            plan: kernel::plan,
            solve: |board, ctx| solve::on_disk_if_full(board, kernel::solve(board, ctx), ctx),
        })
    }

    /// The way to the goal as if there were no walls and no portals.
    fn naive_lower_bound(&self) -> u64 {
        let grid = &self.maze.glyphs;
        let (start, goal) = (grid.place(self.start), grid.place(self.goal));
        let rows = start.row.abs_diff(goal.row);
        let columns = start.column.abs_diff(goal.column);
        u64::from(rows) + u64::from(columns)
    }

    fn read_queries(&self, source: Source) -> Option<Result<Vec<Self>, TextError>> {
        Some(text::read_queries(self, source))
    }

    fn judge() -> Option<Judge<Self>> {
        Some(Judge {
            read: text::read_case,
            write: text::write_case,
            answer: answer_fewest,
        })
    }

    fn formats() -> &'static [Format<Self>] {
        text::FORMATS
    }

    fn editor() -> &'static dyn Editor<Self> {
        &Maker
    }

    fn generator() -> &'static dyn Generator<Self> {
        &Maker
    }
}

/// The board as a puzzle. A portal is a fixed map from the square stepped on to the square
/// arrived at, so the squares alone are the states.
pub(super) struct Walk<'a>(pub &'a Board);

impl Puzzle for Walk<'_> {
    type State = Square;
    type Move = Direction;
    type Key = Square;

    fn start(&self) -> Square {
        self.0.birth()
    }

    fn is_won(&self, &player: &Square) -> bool {
        self.0.is_goal(player)
    }

    fn expand(
        &self,
        &player: &Square,
        mut visit: impl FnMut(Direction, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Walk(board) = self;
        if board.maze.is_wall(player) {
            return ControlFlow::Continue(());
        }
        for direction in Direction::ALL {
            if let Some(ahead) = board.maze.glyphs.step(player, direction)
                && !board.maze.is_wall(ahead)
            {
                visit(direction, board.arrival(ahead))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pack(&self, &player: &Square) -> Square {
        player
    }

    fn unpack(&self, &key: &Square) -> Square {
        key
    }

    fn space(&self) -> Space {
        Space::Dense(u64::from(self.0.maze.glyphs.len()))
    }
}

impl Placed for Walk<'_> {
    fn player(&self, &player: &Square) -> Option<Square> {
        Some(player)
    }
}
