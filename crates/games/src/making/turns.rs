//! The eight ways to turn or mirror a board.

use crate::grid::{Grid, Square};

/// One of them: first the rows become columns, or not; then what was above is below, or not, and
/// what was left is right, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    is_transposed: bool,
    is_upside_down: bool,
    is_mirrored: bool,
}

impl Turn {
    /// All eight; the first leaves everything as it is.
    pub fn all() -> impl Iterator<Item = Turn> {
        (0..8).map(|bits| Turn {
            is_transposed: bits & 4 != 0,
            is_upside_down: bits & 2 != 0,
            is_mirrored: bits & 1 != 0,
        })
    }

    /// How many rows and columns a board of that size has once it is turned.
    pub fn size(self, (rows, columns): (u32, u32)) -> (u32, u32) {
        match self.is_transposed {
            true => (columns, rows),
            false => (rows, columns),
        }
    }

    /// Where a square of a board of that size comes to lie.
    pub fn square(self, size: (u32, u32), square: Square) -> Square {
        let (mut row, mut column) = (square / size.1, square % size.1);
        if self.is_transposed {
            (row, column) = (column, row);
        }
        let (rows, columns) = self.size(size);
        if self.is_upside_down {
            row = rows - 1 - row;
        }
        if self.is_mirrored {
            column = columns - 1 - column;
        }
        row * columns + column
    }

    /// A board, turned.
    pub fn grid<T: Clone>(self, grid: &Grid<T>) -> Grid<T> {
        let size = (grid.rows(), grid.columns());
        let mut squares = grid.squares().to_vec();
        for (square, content) in (0..).zip(grid.squares()) {
            squares[self.square(size, square) as usize] = content.clone();
        }
        Grid::new(self.size(size).1 as usize, squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_eight_images() {
        let grid = Grid::new(3, "abcdef".chars().collect());
        let images: Vec<String> = Turn::all()
            .map(|turn| turn.grid(&grid).to_string())
            .collect();
        let expected = [
            "abc\ndef\n",
            "cba\nfed\n",
            "def\nabc\n",
            "fed\ncba\n",
            "ad\nbe\ncf\n",
            "da\neb\nfc\n",
            "cf\nbe\nad\n",
            "fc\neb\nda\n",
        ];
        assert_eq!(images, expected);
    }
}
