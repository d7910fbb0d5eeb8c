//! How Curling levels are made.

use fewest_search::SearchContext;
use fewest_words::{key, say};

use super::Board;
use super::hardest::Throws;
use crate::edit::{Change, Edit, Editor};
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts, each_start};
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Each, Sweep};
use crate::making::make::{Generator, Numbered};
use crate::making::shift;
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;

/// Makes and changes boards.
pub struct Maker;

impl Generator<Board> for Maker {
    fn decisive(&self) -> &'static [&'static str] {
        &["throws"]
    }

    fn blank(&self, rows: u32, columns: u32) -> Option<String> {
        let mut glyphs = Grid::new(columns as usize, vec!['.'; (rows * columns) as usize]);
        let last = glyphs.len().checked_sub(2)? + 1;
        (glyphs[0], glyphs[last]) = ('S', 'G');
        Some(glyphs.to_string())
    }

    fn room(&self, frame: &Frame<Board>) -> Result<(), NoFrame> {
        frame.has_room("blocks", frame.pattern.blocks.len() - 2)
    }

    fn random(&self, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = frame.pattern.clone();
        let mut squares: Vec<Square> = (0..board.blocks.len()).collect();
        let ends = chance.take(&mut squares, 2);
        (board.stone, board.goal) = (ends[0], ends[1]);
        let amount = frame.amount_within("blocks", squares.len() as u32)?;
        let blocks = chance.within(&amount);
        for square in chance.take(&mut squares, blocks) {
            board.blocks[square] = true;
        }
        Some(board)
    }

    /// A block set, removed or moved; or the stone or the goal moved.
    fn changed(&self, board: &Board, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = board.clone();
        let all = 0..board.blocks.len();
        let open = all.filter(|&square| square != board.stone && square != board.goal);
        let open: Vec<Square> = open.collect();
        match chance.below(6) {
            0 | 1 => {
                let ice = open.into_iter().filter(|&square| !board.blocks[square]);
                let square = chance.choice(&ice.collect::<Vec<_>>())?;
                match chance.below(2) {
                    0 => board.stone = square,
                    _ => board.goal = square,
                }
                Some(board)
            }
            _ => {
                let amount = frame.amount_within("blocks", open.len() as u32)?;
                shift(&mut board.blocks, &open, &amount, chance).then_some(board)
            }
        }
    }

    fn images(&self, board: &Board) -> Vec<Board> {
        let size = (board.blocks.rows(), board.blocks.columns());
        let image = |turn: Turn| Board {
            blocks: turn.grid(&board.blocks),
            stone: turn.square(size, board.stone),
            goal: turn.square(size, board.goal),
            throws: board.throws,
        };
        Turn::all().map(image).collect()
    }

    /// Every throw but the last breaks a block.
    fn pars(&self, frame: &Frame<Board>) -> (u64, u64) {
        let open = frame.pattern.blocks.len() - 2;
        let blocks = u64::from(open.min(*frame.amount("blocks").end()));
        let throws = frame.pattern.throws.map_or(u64::MAX, u64::from);
        (1, throws.min(blocks + 1))
    }

    /// On a single row or column the stone slides into the goal where no block is between them.
    fn always_won(&self, frame: &Frame<Board>) -> Option<String> {
        let grid = &frame.pattern.blocks;
        let is_line = grid.rows().min(grid.columns()) == 1;
        let is_free = *frame.amount("blocks").end() == 0;
        (is_line && is_free)
            .then(|| say!("every board can be won: nothing lies between the stone and the goal"))
    }

    fn numbered<'a>(
        &self,
        frame: &'a Frame<Board>,
        most: u128,
    ) -> Option<Box<dyn Numbered<Board> + 'a>> {
        let pattern = &frame.pattern;
        let blocks = Subsets::new(pattern.blocks.len() - 2, &frame.amount("blocks"))?;
        let squares = u128::from(pattern.blocks.len());
        let count = (squares * (squares - 1)).checked_mul(blocks.count())?;
        let rinks = Rinks {
            pattern,
            blocks,
            count,
        };
        (count <= most).then(|| Box::new(rinks) as Box<_>)
    }

    fn sweep<'a>(&self, frame: &'a Frame<Board>, _: u64) -> Option<Box<dyn Sweep<Board> + 'a>> {
        let boards = self.numbered(frame, u128::MAX)?;
        if let Some(throws) = Throws::new(frame, boards.count()) {
            return Some(Box::new(throws));
        }
        (boards.count() <= Each::<Board>::MOST).then(|| Box::new(Each(boards)) as Box<_>)
    }

    /// The stone on every square of the ice.
    fn farthest(
        &self,
        board: &Board,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<Board>, NoStarts> {
        let all = 0..board.blocks.len();
        let ice = all.filter(|&square| square != board.goal && !board.blocks[square]);
        let boards = ice.map(|stone| Board {
            stone,
            ..board.clone()
        });
        each_start(boards, most, context)
    }
}

/// Every square for the stone and another for the goal, and every set of blocks elsewhere.
struct Rinks<'a> {
    pattern: &'a Board,
    blocks: Subsets,
    count: u128,
}

impl Numbered<Board> for Rinks<'_> {
    fn count(&self) -> u128 {
        self.count
    }

    fn nth(&self, number: u128) -> Board {
        let mut board = self.pattern.clone();
        let squares = board.blocks.len();
        let sets = self.blocks.count();
        let (ends, set) = (number / sets, number % sets);
        let others = u128::from(squares - 1);
        let (stone, goal) = ((ends / others) as Square, (ends % others) as Square);
        board.stone = stone;
        board.goal = goal + Square::from(goal >= stone);
        let ends = [board.stone, board.goal];
        let open: Vec<_> = (0..squares)
            .filter(|square| !ends.contains(square))
            .collect();
        for place in self.blocks.nth(set) {
            board.blocks[open[place as usize]] = true;
        }
        board
    }
}

#[cfg(test)]
impl Board {
    /// Whether only the stone is elsewhere.
    pub(crate) fn has_the_same_ice(&self, other: &Self) -> bool {
        (&self.blocks, self.goal) == (&other.blocks, other.goal)
    }
}

/// The kinds of [`Edit`]: a block set, or removed where one is; the stone or the goal moved.
const BLOCK: u32 = 0;
const STONE: u32 = 1;
const GOAL: u32 = 2;

impl Editor<Board> for Maker {
    /// The blocks, the stone, and then the goal. The two go to any free ice, never on each other.
    fn edits<'a>(&'a self, board: &'a Board) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let all = 0..board.blocks.len();
        let open = all.filter(|&square| square != board.stone && square != board.goal);
        let ice = open.clone().filter(|&square| !board.blocks[square]);
        let edit = |kind| move |square| Edit::at(kind, square);
        let moved = ice.clone().map(edit(STONE)).chain(ice.map(edit(GOAL)));
        Box::new(open.map(edit(BLOCK)).chain(moved))
    }

    fn edited(&self, board: &Board, edit: Edit) -> Board {
        let mut board = board.clone();
        match edit.kind {
            BLOCK => board.blocks[edit.to] = !board.blocks[edit.to],
            STONE => board.stone = edit.to,
            _ => board.goal = edit.to,
        }
        board
    }

    fn describe(&self, board: &Board, edit: Edit) -> Change {
        let square = edit.to;
        let place = board.blocks.place(square);
        let (group, what) = match edit.kind {
            BLOCK if board.blocks[square] => {
                (key("block"), say!("remove the block at {place}", place))
            }
            BLOCK => (key("block"), say!("set a block at {place}", place)),
            STONE => (key("stone"), say!("move the stone to {place}", place)),
            _ => (key("goal"), say!("move the goal to {place}", place)),
        };
        Change {
            group: group.into(),
            square,
            what,
            by: None,
        }
    }
}
