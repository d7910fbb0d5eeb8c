//! How Curling is played: throw, slide, and win, stop or leave the board.

use fewest_search::SearchOptions;
use fewest_words::say;

use super::make::Maker;
use super::puzzle::Rink;
use super::{Board, INFO, Ice, Slide, kernel, text};
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
use crate::view::{Ground, Piece, Role, Tile, Trace, View};

impl Game for Board {
    type State = Ice;

    type Move = Direction;

    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        text::read_board(board, options)
    }

    fn write_board(&self) -> String {
        self.glyphs(['.', '#', 'S', 'G']).to_string()
    }

    fn start(&self) -> Ice {
        Ice {
            stone: self.stone,
            broken: Vec::new(),
        }
    }

    fn standing(&self, ice: &Ice) -> Standing {
        if ice.stone == self.goal {
            Standing::Won
        } else if ice.stone == Ice::OFF || self.is_spent(ice.broken.len()) {
            Standing::Lost
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &Ice) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, ice: &mut Ice, direction: Direction) -> Result<(), String> {
        match self.slide(ice, direction) {
            Slide::Blocked => return Err(say!("a block is right beside the stone")),
            Slide::Goal => ice.stone = self.goal,
            Slide::Off => ice.stone = Ice::OFF,
            Slide::Stopped { at, block } => {
                ice.stone = at;
                ice.breaks(block);
            }
        }
        Ok(())
    }

    /// The broken blocks are gone, and their throws used up. A stone that has left the board
    /// stands on its first square with no throw left: as lost as it was.
    fn at(&self, ice: &Ice) -> Self {
        let mut board = self.clone();
        for &block in &ice.broken {
            board.blocks[block] = false;
        }
        if ice.stone == Ice::OFF {
            board.throws = Some(0);
        } else {
            board.stone = ice.stone;
            board.throws = self.throws.map(|throws| throws - ice.broken.len() as u32);
        }
        board
    }

    fn puzzle(&self) -> Box<dyn AnyPuzzle<Direction> + '_> {
        Box::new(Rink(self))
    }

    fn view(&self, ice: &Ice) -> View {
        let mut tiles = self.blocks.map(|&block| match block {
            true => Tile::new("#", Role::Wall).on(Ground::Block),
            false => Tile::new(".", Role::Plain),
        });
        for &square in &ice.broken {
            tiles[square] = Tile::new("x", Role::Plain).on(Ground::Rubble);
        }
        tiles[self.goal] = Tile::new("G", Role::Goal).on(Ground::Target);
        if ice.stone != Ice::OFF {
            tiles[ice.stone].taken("S", Piece::Stone);
        }
        View::new(tiles)
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        match self.throws {
            Some(Board::JUDGES_THROWS) => Vec::new(),
            Some(throws) => vec![("throws", throws.to_string())],
            None => vec![("throws", "none".to_string())],
        }
    }

    fn size(&self) -> (u32, u32) {
        (self.blocks.rows(), self.blocks.columns())
    }

    fn lost_because(&self, ice: &Ice) -> Option<String> {
        (self.standing(ice) == Standing::Lost).then(|| match ice.stone {
            Ice::OFF => say!("the stone left the board"),
            _ => say!("that was the last throw allowed"),
        })
    }

    /// The slide, to the edge where the stone leaves the board.
    fn trace(&self, ice: &Ice, direction: Direction) -> Trace {
        let end = match self.slide(ice, direction) {
            Slide::Blocked => Some(ice.stone),
            Slide::Goal => Some(self.goal),
            Slide::Stopped { at, .. } => Some(at),
            Slide::Off => None,
        };
        let mut steps = vec![ice.stone];
        if end != Some(ice.stone) {
            let past = |&next: &Square| Some(next) != end;
            steps.extend(self.blocks.ray(ice.stone, direction).take_while(past));
            steps.extend(end);
        }
        Trace::walk(steps)
    }

    fn kernel(&self, options: &SearchOptions) -> Option<Kernel<Self>> {
        kernel::fits(self, options).then_some(Kernel {
            plan: kernel::plan,
            solve: |board, ctx| solve::on_disk_if_full(board, kernel::solve(board, ctx), ctx),
        })
    }

    /// Straight there, or once round a corner.
    fn naive_lower_bound(&self) -> u64 {
        let (stone, goal) = (self.blocks.place(self.stone), self.blocks.place(self.goal));
        u64::from(stone.row != goal.row) + u64::from(stone.column != goal.column)
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
