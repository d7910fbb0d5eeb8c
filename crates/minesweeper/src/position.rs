//! What a player sees of a board: its cells in rows and columns, and the neighbours of each.

/// The number of a cell: row by row from the top left, from 0.
pub type Square = u32;

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    rows: u32,
    columns: u32,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// Creates a grid from its cells, row by row.
    ///
    /// # Panics
    /// If the cells do not fill whole rows, or if there are 2³² − 1 or more.
    pub fn new(columns: usize, cells: Vec<T>) -> Self {
        assert!(columns > 0 && cells.len().is_multiple_of(columns));
        assert!(cells.len() < u32::MAX as usize);
        Grid {
            rows: (cells.len() / columns) as u32,
            columns: columns as u32,
            cells,
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of cells.
    #[allow(
        clippy::len_without_is_empty,
        reason = "a grid is not checked for emptiness"
    )]
    pub fn len(&self) -> u32 {
        self.cells.len() as u32
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The cells, row by row, mutable.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The cells, row by row.
    pub fn into_cells(self) -> Vec<T> {
        self.cells
    }

    /// The square at a row and a column, if it is on the board.
    pub fn at(&self, row: u32, column: u32) -> Option<Square> {
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    /// The row and the column of a square.
    pub fn coordinates(&self, square: Square) -> (u32, u32) {
        (square / self.columns, square % self.columns)
    }

    /// The up to eight neighbours of a square, in reading order.
    #[inline]
    pub fn around(&self, square: Square) -> impl Iterator<Item = Square> + Clone + use<T> {
        let (row, column) = self.coordinates(square);
        let mut near = [0; 8];
        let mut count = 0;
        for row in row.saturating_sub(1)..=(row + 1).min(self.rows - 1) {
            for column in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                let other = row * self.columns + column;
                if other != square {
                    near[count] = other;
                    count += 1;
                }
            }
        }
        near.into_iter().take(count)
    }

    /// A grid of the same size with every cell replaced.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Grid<U> {
        Grid {
            rows: self.rows,
            columns: self.columns,
            cells: self.cells.iter().map(change).collect(),
        }
    }
}

impl<T> std::ops::Index<Square> for Grid<T> {
    type Output = T;
    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.cells[square as usize]
    }
}

impl<T> std::ops::IndexMut<Square> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.cells[square as usize]
    }
}

/// The neighbours of every square, stored for fast access.
#[derive(Clone, Debug)]
pub struct Neighbours {
    squares: Vec<[Square; 8]>,
    counts: Vec<u8>,
}

impl Neighbours {
    /// The neighbours on a board of this size.
    pub fn new<T>(grid: &Grid<T>) -> Self {
        let mut squares = Vec::with_capacity(grid.len() as usize);
        let mut counts = Vec::with_capacity(grid.len() as usize);
        for square in 0..grid.len() {
            let mut near = [0; 8];
            let mut count = 0;
            for (at, other) in grid.around(square).enumerate() {
                near[at] = other;
                count += 1;
            }
            squares.push(near);
            counts.push(count);
        }
        Neighbours { squares, counts }
    }

    /// The neighbours of a square, in reading order.
    #[inline]
    pub fn of(&self, square: Square) -> &[Square] {
        &self.squares[square as usize][..usize::from(self.counts[square as usize])]
    }
}

/// One cell as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// An open cell: the number of mines around it.
    Number(u8),
    /// An open cell whose number is unknown or ignored.
    Unnumbered,
    /// A covered cell.
    Covered,
    /// A covered cell that is promised to hold no mine, as a first click can be.
    Promised,
    /// A mine that is known. Numbers count it, [`MineCount`] does not.
    Mine,
}

impl Cell {
    /// Whether this is an open cell with a number.
    pub fn is_number(self) -> bool {
        matches!(self, Cell::Number(_))
    }
}

/// What is known about the number of covered mines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MineCount {
    /// The number of covered mines. All layouts with as many mines are equally likely.
    Total(u32),
    /// Each cell holds a mine with probability `mines / of`, independently of the others. `mines` is
    /// neither 0 nor `of`.
    Density {
        /// The numerator.
        mines: u32,
        /// The denominator.
        of: u32,
    },
}

/// What a player sees. Flags are not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The cells.
    pub cells: Grid<Cell>,
    /// The number of covered mines.
    pub mines: MineCount,
}

impl Position {
    /// The covered cells.
    pub fn covered(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.cells.len())
            .filter(|&square| matches!(self.cells[square], Cell::Covered | Cell::Promised))
    }
}
