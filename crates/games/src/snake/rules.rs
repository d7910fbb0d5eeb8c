//! How Snake is played: the head goes on, every other segment follows the one before it.

use fewest_search::SearchOptions;
use fewest_words::say;

use super::make::Maker;
use super::puzzle::{Lair, shapes};
use super::{Board, INFO, kernel, text};
use crate::edit::Editor;
use crate::game::{Game, Kernel, Standing};
use crate::grid::{Direction, Square};
use crate::info::{Info, Options};
use crate::judge::{Judge, answer_fewest};
use crate::making::make::Generator;
use crate::puzzle::AnyPuzzle;
use crate::rows::BoardText;
use crate::solve;
use crate::source::TextError;
use crate::view::{Ground, Role, Tile, Trace, View};

impl Game for Board {
    /// Where the snake lies, from the head to the tail.
    type State = Vec<Square>;

    type Move = Direction;

    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        text::read_board(board, options)
    }

    fn write_board(&self) -> String {
        let mut glyphs = self.walls.map(|&wall| if wall { '#' } else { '.' });
        glyphs[self.apple] = '@';
        for (&square, glyph) in self.snake.iter().zip(Board::SEGMENTS.chars()) {
            glyphs[square] = glyph;
        }
        glyphs.to_string()
    }

    fn start(&self) -> Vec<Square> {
        self.snake.clone()
    }

    fn standing(&self, snake: &Vec<Square>) -> Standing {
        if snake[0] == self.apple {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &Vec<Square>) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, snake: &mut Vec<Square>, direction: Direction) -> Result<(), String> {
        let Some(ahead) = self.step(snake[0], direction) else {
            return Err(say!("the board ends there"));
        };
        if self.walls[ahead] {
            return Err(say!("a wall is there"));
        }
        // The tail leaves its square in the same moment, so that one does not count.
        let staying = &snake[..snake.len() - 1];
        if let Some(segment) = staying.iter().position(|&square| square == ahead) {
            return Err(say!(
                "segment {segment} of the snake is there",
                segment = segment + 1
            ));
        }
        snake.pop();
        snake.insert(0, ahead);
        Ok(())
    }

    fn at(&self, snake: &Vec<Square>) -> Self {
        Board {
            snake: snake.clone(),
            ..self.clone()
        }
    }

    fn puzzle(&self) -> Box<dyn AnyPuzzle<Direction> + '_> {
        let space = u128::from(self.walls.len()) * u128::from(shapes(self.snake.len()));
        if space <= 1 << 32 {
            Box::new(Lair::<u32>::new(self))
        } else if space <= 1 << 64 {
            Box::new(Lair::<u64>::new(self))
        } else {
            Box::new(Lair::<u128>::new(self))
        }
    }

    fn view(&self, snake: &Vec<Square>) -> View {
        let mut tiles = self.walls.map(|&wall| match wall {
            true => Tile::new("#", Role::Wall).on(Ground::Wall),
            false => Tile::new(".", Role::Plain),
        });
        tiles[self.apple] = Tile::new("@", Role::Goal).on(Ground::Apple);
        for (number, glyph) in Board::SEGMENTS.chars().take(snake.len()).enumerate() {
            let role = if number == 0 {
                Role::Player
            } else {
                Role::Body
            };
            tiles[snake[number]] = Tile::new(glyph, role);
        }
        View {
            body: snake.clone(),
            ..View::new(tiles)
        }
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let wrap = self.wrap.then(|| ("wrap", "yes".to_string()));
        wrap.into_iter().collect()
    }

    fn size(&self) -> (u32, u32) {
        (self.walls.rows(), self.walls.columns())
    }

    /// One step of the head.
    fn trace(&self, snake: &Vec<Square>, direction: Direction) -> Trace {
        let ahead = self.step(snake[0], direction);
        Trace::walk(std::iter::once(snake[0]).chain(ahead).collect())
    }

    fn kernel(&self, options: &SearchOptions) -> Option<Kernel<Self>> {
        if kernel::fits(self, options) {
            return Some(Kernel {
                plan: kernel::plan,
                solve: |board, ctx| solve::on_disk_if_full(board, kernel::solve(board, ctx), ctx),
            });
        }
        // Some boards that only the generic search can take are decided by looking at them.
        Some(Kernel {
            plan: |board, options| board.puzzle().plan(options),
            solve: |board, ctx| {
                kernel::decide_cheaply(board, ctx)
                    .unwrap_or_else(|bound| solve::generic(board, bound, ctx))
            },
        })
    }

    /// The way to the apple as if there were no walls and no body.
    fn naive_lower_bound(&self) -> u64 {
        let grid = &self.walls;
        let (head, apple) = (grid.place(self.snake[0]), grid.place(self.apple));
        let along = |one: u32, other: u32, side: u32| {
            let straight = one.abs_diff(other);
            match self.wrap {
                true => straight.min(side - straight),
                false => straight,
            }
        };
        let rows = along(head.row, apple.row, grid.rows());
        let columns = along(head.column, apple.column, grid.columns());
        u64::from(rows) + u64::from(columns)
    }

    fn judge() -> Option<Judge<Self>> {
        Some(Judge {
            read: text::read_case,
            write: text::write_case,
            answer: answer_fewest,
        })
    }

    fn editor() -> &'static dyn Editor<Self> {
        &Maker
    }

    fn generator() -> &'static dyn Generator<Self> {
        &Maker
    }
}
