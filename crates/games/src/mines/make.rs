//! How Minesweeper boards are made.

use fewest_search::{Limits, Watch};
use fewest_words::say;

use super::{Board, unguessed};
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::{Frame, NoFrame};
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;
use crate::making::unguessed::{Draw, Reasoning};
use crate::making::{Make, Numbered, shift};
use crate::rules::Text as _;

impl Make for Board {
    const DECISIVE: &'static [&'static str] = &["clicks"];

    fn blank(rows: u32, columns: u32) -> Option<String> {
        let cells = vec!['E'; (rows * columns) as usize];
        Some(Grid::new(columns as usize, cells).to_string())
    }

    fn room(frame: &Frame<Self>) -> Result<(), NoFrame> {
        frame.has_room("mines", free(&frame.pattern).len() as u32)
    }

    fn random(frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut board = frame.pattern.clone();
        let mut squares = free(&board);
        let amount = frame.amount_within("mines", squares.len() as u32)?;
        let mines = chance.within(&amount);
        for square in chance.take(&mut squares, mines) {
            board.cells[square] = b'M';
        }
        Some(board)
    }

    /// A mine set, removed or moved.
    fn changed(&self, frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut mines = self.cells.map(|&cell| cell == b'M');
        let squares = free(&frame.pattern);
        let amount = frame.amount_within("mines", squares.len() as u32)?;
        shift(&mut mines, &squares, &amount, chance).then(|| Board {
            cells: mines.map(|&is_mine| if is_mine { b'M' } else { b'E' }),
            ..frame.pattern.clone()
        })
    }

    /// Where the judge's click is means nothing to the fewest.
    fn images(&self) -> Vec<Self> {
        let mut flags = self.cells.map(|_| false);
        for &square in &self.flags {
            flags[square] = true;
        }
        let image = |turn: Turn| {
            let flags = turn.grid(&flags);
            let flags = (0..flags.len()).filter(|&square| flags[square]).collect();
            self.with(turn.grid(&self.cells), flags)
        };
        Turn::all().map(image).collect()
    }

    /// Every cell is clicked, but for the mines and those that no solution clicks.
    fn pars(frame: &Frame<Self>) -> (u64, u64) {
        let cells = &frame.pattern.cells;
        let (fewest, most) = frame.amount("mines").into_inner();
        let most = most.min(free(&frame.pattern).len() as u32);
        let least = u64::from(most < cells.len());
        let unclicked = fewest.max(never_clicked(cells.rows(), cells.columns()));
        (least, u64::from(cells.len().saturating_sub(unclicked)))
    }

    /// Every cell without a mine can be clicked.
    fn always_won(_: &Frame<Self>) -> Option<String> {
        Some(say!(
            "every board can be won: whoever knows the mines clicks on every other cell"
        ))
    }

    fn numbered(frame: &Frame<Self>, most: u128) -> Option<Box<dyn Numbered<Self> + '_>> {
        let pattern = &frame.pattern;
        let squares = free(pattern);
        let mines = Subsets::new(squares.len() as u32, &frame.amount("mines"))?;
        (mines.count() <= most).then(|| {
            Box::new(Fields {
                pattern,
                squares,
                mines,
            }) as Box<_>
        })
    }

    fn unguessed(frame: &Frame<Self>, chance: &mut Chance) -> Result<Draw<Self>, NoFrame> {
        unguessed::draw(frame, chance)
    }

    fn reasoned(self, frame: &Frame<Self>) -> Option<(Self, Reasoning)> {
        unguessed::reasoned(self, frame)
    }

    fn farthest(
        &self,
        _: usize,
        _: &Limits,
        _: &mut dyn Watch,
    ) -> Result<Farthest<Self>, NoStarts> {
        Err(NoStarts::Startless(Board::INFO.id))
    }
}

/// The number of cells that a shortest solution never clicks, at least, wherever the mines are.
///
/// Every clicked cell has a neighbour that is not clicked: a digit has a mine, and an opening is
/// clicked once, on a cell without a mine around it. So each cell in row 0, 3, 6, … and column
/// 0, 3, 6, … is not clicked or has a neighbour that is not, and no two of these cells share a
/// neighbour. Chords only save clicks. The bound is tight: mines on such cells, shifted by one where
/// there is room, leave only digits.
fn never_clicked(rows: u32, columns: u32) -> u32 {
    match (rows, columns) {
        // A single cell has no neighbour.
        (1, 1) => 0,
        _ => rows.div_ceil(3) * columns.div_ceil(3),
    }
}

/// The cells of a board that may be mines.
pub fn free(pattern: &Board) -> Vec<Square> {
    let promised = pattern.promised();
    let cells = 0..pattern.cells.len();
    cells.filter(|square| !promised.contains(square)).collect()
}

/// Every set of mines.
struct Fields<'a> {
    pattern: &'a Board,
    /// Where they may be.
    squares: Vec<Square>,
    mines: Subsets,
}

impl Numbered<Board> for Fields<'_> {
    fn count(&self) -> u128 {
        self.mines.count()
    }

    fn nth(&self, number: u128) -> Board {
        let mut board = self.pattern.clone();
        for place in self.mines.nth(number) {
            board.cells[self.squares[place as usize]] = b'M';
        }
        board
    }
}
