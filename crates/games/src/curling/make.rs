//! How Curling levels are made.

use fewest_search::{Limits, Watch};
use fewest_words::say;

use super::Board;
use super::hardest::Throws;
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts, each_start};
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Each, Sweep};
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;
use crate::making::{Make, Numbered, shift};

impl Make for Board {
    const DECISIVE: &'static [&'static str] = &["throws"];

    fn blank(rows: u32, columns: u32) -> Option<String> {
        let mut glyphs = Grid::new(columns as usize, vec!['.'; (rows * columns) as usize]);
        let last = glyphs.len().checked_sub(2)? + 1;
        (glyphs[0], glyphs[last]) = ('S', 'G');
        Some(glyphs.to_string())
    }

    fn room(frame: &Frame<Self>) -> Result<(), NoFrame> {
        frame.has_room("blocks", frame.pattern.blocks.len() - 2)
    }

    fn random(frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
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
    fn changed(&self, frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut board = self.clone();
        let all = 0..self.blocks.len();
        let open = all.filter(|&square| square != self.stone && square != self.goal);
        let open: Vec<Square> = open.collect();
        match chance.below(6) {
            0 | 1 => {
                let ice = open.into_iter().filter(|&square| !self.blocks[square]);
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

    fn images(&self) -> Vec<Self> {
        let size = (self.blocks.rows(), self.blocks.columns());
        let image = |turn: Turn| Board {
            blocks: turn.grid(&self.blocks),
            stone: turn.square(size, self.stone),
            goal: turn.square(size, self.goal),
            throws: self.throws,
        };
        Turn::all().map(image).collect()
    }

    /// Every throw but the last breaks a block.
    fn pars(frame: &Frame<Self>) -> (u64, u64) {
        let open = frame.pattern.blocks.len() - 2;
        let blocks = u64::from(open.min(*frame.amount("blocks").end()));
        let throws = frame.pattern.throws.map_or(u64::MAX, u64::from);
        (1, throws.min(blocks + 1))
    }

    /// On a single row or column the stone slides into the goal where no block is between them.
    fn always_won(frame: &Frame<Self>) -> Option<String> {
        let grid = &frame.pattern.blocks;
        let is_line = grid.rows().min(grid.columns()) == 1;
        let is_free = *frame.amount("blocks").end() == 0;
        (is_line && is_free)
            .then(|| say!("every board can be won: nothing lies between the stone and the goal"))
    }

    fn numbered(frame: &Frame<Self>, most: u128) -> Option<Box<dyn Numbered<Self> + '_>> {
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

    fn sweep(frame: &Frame<Self>, _: u64) -> Option<Box<dyn Sweep<Self> + '_>> {
        let boards = Self::numbered(frame, u128::MAX)?;
        if let Some(throws) = Throws::new(frame, boards.count()) {
            return Some(Box::new(throws));
        }
        (boards.count() <= Each::<Self>::MOST).then(|| Box::new(Each(boards)) as Box<_>)
    }

    /// The stone on every square of the ice.
    fn farthest(
        &self,
        most: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Farthest<Self>, NoStarts> {
        let all = 0..self.blocks.len();
        let ice = all.filter(|&square| square != self.goal && !self.blocks[square]);
        let boards = ice.map(|stone| Board {
            stone,
            ..self.clone()
        });
        each_start(boards, most, limits, watch)
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
