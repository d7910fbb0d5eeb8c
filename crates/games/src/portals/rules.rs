//! How the portal maze is played: a step a second, and a portal has no choice.

use fewest_search::{Limit, Report, SearchContext, SearchOptions, Verdict};
use fewest_words::say;

use super::make::Maker;
use super::puzzle::Walk;
use super::{Board, INFO, kernel, text};
use crate::edit::Editor;
use crate::format::Format;
use crate::game::{Game, Kernel, Standing};
use crate::grid::{Direction, Square};
use crate::info::{Info, Options};
use crate::judge::{Judge, answer_fewest};
use crate::making::make::Generator;
use crate::puzzle::AnyPuzzle;
use crate::rows::{BoardText, write_rows};
use crate::source::{Source, TextError};
use crate::view::{Ground, Piece, Role, Tile, Trace, View};

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
            solve,
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
        Some(super::movingai::read_queries(self, source))
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

/// Solves by the kernel, and by the generic search on the disk where a maze has layers so long that
/// the kernel's memory does not suffice.
fn solve(board: &Board, ctx: &mut SearchContext) -> Report<Direction> {
    let report = kernel::solve(board, ctx);
    match report.verdict {
        Verdict::GaveUp {
            limit: Limit::Memory,
            ..
        } if ctx.options.scratch.is_some() => board.puzzle().solve(&mut ctx.fresh()),
        _ => report,
    }
}
