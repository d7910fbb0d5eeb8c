//! Curling 2.0: the fewest throws that bring the stone to the goal.
//!
//! Where the rules are silent: a game whose last allowed throw does not win is lost, and so is
//! one whose stone has left the board. `throws: none` lifts the limit; every throw that does
//! not win breaks a block, so even then a game has at most one throw more than blocks.

mod kernel;
mod make;
mod sheet;
#[cfg(test)]
mod tests;
mod text;

use std::ops::ControlFlow;

use fewest_search::{Puzzle, SearchOptions, Space};
use fewest_words::say;

use crate::edit::Editor;
use crate::format::{Judge, answer_fewest};
use crate::game::{Game, Kernel, MoveText as _, Standing};
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Info, OptionInfo, Options, Play, Tool, ToolKind, Unit};
use crate::making::frame::Amount;
use crate::making::make::Generator;
use crate::puzzle::{AnyPuzzle, Placed};
use crate::rows::BoardText;
use crate::solve;
use crate::source::TextError;
use crate::view::{Ground, Piece, Role, Tile, Trace, View};
use make::Maker;

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
        Tool::new(ToolKind::Paint, "block", "#").on(Ground::Block),
        Tool::new(ToolKind::One, "stone", "S").with(Piece::Stone),
        Tool::new(ToolKind::One, "goal", "G").on(Ground::Target),
    ],
};

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

/// The board as a puzzle. Throws that lose are not offered.
pub(super) struct Rink<'a>(pub &'a Board);

impl Rink<'_> {
    /// The words of one bit for each square of the board.
    fn bitmap_words(&self) -> usize {
        self.0.blocks.len().div_ceil(32) as usize
    }
}

impl Puzzle for Rink<'_> {
    type State = Ice;
    type Move = Direction;
    type Key = Box<[u32]>;

    fn start(&self) -> Ice {
        self.0.start()
    }

    fn is_won(&self, ice: &Ice) -> bool {
        ice.stone == self.0.goal
    }

    fn expand(
        &self,
        ice: &Ice,
        mut visit: impl FnMut(Direction, Ice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Rink(board) = self;
        if board.is_spent(ice.broken.len()) {
            return ControlFlow::Continue(());
        }
        // A last throw that only breaks a block loses the game.
        let may_stop = !board.is_spent(ice.broken.len() + 1);
        for direction in Direction::ALL {
            match board.slide(ice, direction) {
                Slide::Goal => visit(direction, ice.moved(board.goal))?,
                Slide::Stopped { at, block } if may_stop => {
                    let mut next = ice.moved(at);
                    next.breaks(block);
                    visit(direction, next)?;
                }
                Slide::Stopped { .. } | Slide::Blocked | Slide::Off => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// The stone's square, and then the broken blocks: their squares in ascending order, or one
    /// bit for each square of the board where that is no longer. The length tells which.
    fn pack(&self, ice: &Ice) -> Box<[u32]> {
        let words = self.bitmap_words();
        let mut key = Vec::with_capacity(1 + words.min(ice.broken.len()));
        key.push(ice.stone);
        if ice.broken.len() < words {
            key.extend_from_slice(&ice.broken);
        } else {
            key.resize(1 + words, 0);
            for &block in &ice.broken {
                key[1 + block as usize / 32] |= 1 << (block % 32);
            }
        }
        key.into_boxed_slice()
    }

    fn unpack(&self, key: &Box<[u32]>) -> Ice {
        let (stone, blocks) = (key[0], &key[1..]);
        let broken = if blocks.len() < self.bitmap_words() {
            blocks.to_vec()
        } else {
            let is_broken =
                |&square: &Square| blocks[square as usize / 32] >> (square % 32) & 1 == 1;
            (0..self.0.blocks.len()).filter(is_broken).collect()
        };
        Ice { stone, broken }
    }

    fn space(&self) -> Space {
        Space::Sparse
    }

    /// A throw that does not win breaks one block: their number is the number of throws.
    fn is_graded(&self) -> bool {
        true
    }
}

impl Placed for Rink<'_> {
    fn player(&self, ice: &Ice) -> Option<Square> {
        Some(ice.stone)
    }

    /// The throws that leave the board, and with the last throw allowed those that break a block.
    fn losing_moves(&self, ice: &Ice) -> u64 {
        let Rink(board) = self;
        let is_last = board.is_spent(ice.broken.len() + 1);
        let loses = |&direction: &Direction| match board.slide(ice, direction) {
            Slide::Off => true,
            Slide::Stopped { .. } => is_last,
            Slide::Goal | Slide::Blocked => false,
        };
        Direction::ALL.iter().filter(|way| loses(way)).count() as u64
    }
}
