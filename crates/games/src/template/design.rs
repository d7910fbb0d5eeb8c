//! What those who make its levels ask: a guess at the par, and what small changes there are.

use fewest_words::{key, say};

use super::Board;
use crate::grid::{Grid, Square};
use crate::rules::{Change, Design};

impl Design for Board {
    fn at(&self, tiles: &Grid<u8>) -> Self {
        Board {
            tiles: tiles.clone(),
        }
    }

    /// As if every tile could walk home through the others.
    fn careless(&self) -> u64 {
        let way = |square| match self.tiles[square] {
            Board::GAP => 0,
            tile => {
                let home = self.tiles.place(Square::from(tile) - 1);
                let here = self.tiles.place(square);
                here.row.abs_diff(home.row) + here.column.abs_diff(home.column)
            }
        };
        (0..self.tiles.len()).map(way).sum::<u32>().into()
    }

    /// Two squares whose tiles are swapped, the lower number first.
    type Edit = [Square; 2];

    fn edits(&self) -> impl Iterator<Item = [Square; 2]> + Send {
        let end = self.tiles.len();
        (0..end).flat_map(move |one| (one + 1..end).map(move |other| [one, other]))
    }

    fn edited(&self, [one, other]: [Square; 2]) -> Self {
        let mut board = self.clone();
        board.tiles.squares_mut().swap(one as usize, other as usize);
        board
    }

    fn describe(&self, [one, other]: [Square; 2]) -> Change {
        let (here, there) = (self.tiles.place(one), self.tiles.place(other));
        Change {
            group: key("tile"),
            square: one,
            what: say!("swap what is at {here} and at {there}", here, there),
            by: Some(there.to_string()),
        }
    }
}
