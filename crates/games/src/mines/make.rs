//! How Minesweeper boards are made.

use fewest_search::{Limits, Watch};

use super::Board;
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::{Frame, NoFrame};
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;
use crate::making::{Make, Numbered, shift};
use crate::rules::Text as _;

impl Make for Board {
    fn blank(rows: u32, columns: u32) -> Option<String> {
        let cells = vec!['E'; (rows * columns) as usize];
        Some(Grid::new(columns as usize, cells).to_string())
    }

    fn room(frame: &Frame<Self>) -> Result<(), NoFrame> {
        frame.has_room("mines", frame.pattern.cells.len())
    }

    fn random(frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut board = frame.pattern.clone();
        let mut squares: Vec<Square> = (0..board.cells.len()).collect();
        let amount = frame.amount_within("mines", board.cells.len())?;
        let mines = chance.within(&amount);
        for square in chance.take(&mut squares, mines) {
            board.cells[square] = b'M';
        }
        Some(board)
    }

    /// A mine set, removed or moved.
    fn changed(&self, frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut mines = self.cells.map(|&cell| cell == b'M');
        let squares: Vec<Square> = (0..mines.len()).collect();
        let amount = frame.amount_within("mines", mines.len())?;
        shift(&mut mines, &squares, &amount, chance).then(|| Board {
            cells: mines.map(|&is_mine| if is_mine { b'M' } else { b'E' }),
            click: self.click,
        })
    }

    /// Where the judge's click is means nothing to the fewest.
    fn images(&self) -> Vec<Self> {
        let image = |turn: Turn| Board {
            cells: turn.grid(&self.cells),
            click: None,
        };
        Turn::all().map(image).collect()
    }

    /// Every cell without a mine may need a click of its own.
    fn pars(frame: &Frame<Self>) -> (u64, u64) {
        let cells = frame.pattern.cells.len();
        let (fewest, most) = frame.amount("mines").into_inner();
        let least = u64::from(most < cells);
        (least, u64::from(cells.saturating_sub(fewest)))
    }

    fn numbered(frame: &Frame<Self>, most: u128) -> Option<Box<dyn Numbered<Self> + '_>> {
        let pattern = &frame.pattern;
        let mines = Subsets::new(pattern.cells.len(), &frame.amount("mines"))?;
        (mines.count() <= most).then(|| Box::new(Fields { pattern, mines }) as Box<_>)
    }

    fn farthest(&self, _: &Limits, _: &mut dyn Watch) -> Result<Farthest<Self>, NoStarts> {
        Err(NoStarts::Startless(Board::INFO.id))
    }
}

/// Every set of mines.
struct Fields<'a> {
    pattern: &'a Board,
    mines: Subsets,
}

impl Numbered<Board> for Fields<'_> {
    fn count(&self) -> u128 {
        self.mines.count()
    }

    fn nth(&self, number: u128) -> Board {
        let mut board = self.pattern.clone();
        for square in self.mines.nth(number) {
            board.cells[square] = b'M';
        }
        board
    }
}
