//! `ms_toollib`, the library of Minesweeper's players: the chances of a position, and whether a
//! board needs a guess.

use fewest_minesweeper::{Cell, Grid, Position, Square};

/// A board as the library takes it.
pub type Board = Vec<Vec<i32>>;

const UNOPENED: i32 = 10;
const MINE: i32 = -1;

/// A position as the library takes it.
pub fn board(position: &Position) -> Board {
    let cell = |&cell: &Cell| match cell {
        Cell::Number(number) => i32::from(number),
        _ => UNOPENED,
    };
    rows(&position.cells.map(cell))
}

/// A board with its mines as the library takes it.
pub fn dealt(mines: &Grid<bool>) -> Board {
    let around = |square: Square| mines.around(square).filter(|&near| mines[near]).count() as i32;
    let cell = |square: Square| if mines[square] { MINE } else { around(square) };
    let cells = (0..mines.len()).map(cell).collect();
    rows(&Grid::new(mines.columns() as usize, cells))
}

fn rows(cells: &Grid<i32>) -> Board {
    let rows = cells.cells().chunks(cells.columns() as usize);
    rows.map(<[i32]>::to_vec).collect()
}

/// The chance of a mine in each cell, row by row.
///
/// # Panics
/// If the library refuses the position.
pub fn chances(board: &Board, mines: u32) -> Vec<Vec<f64>> {
    let (chances, _) = ms_toollib::cal_probability_onboard(board, f64::from(mines))
        .unwrap_or_else(|code| panic!("ms_toollib refuses a position with code {code}"));
    chances
}

/// The same after what is easy to see has been marked, as the library's manual advises.
///
/// # Panics
/// If the library refuses the position.
pub fn marked_chances(board: &Board, mines: u32) -> Vec<Vec<f64>> {
    let mut board = board.clone();
    ms_toollib::mark_board(&mut board, false)
        .unwrap_or_else(|code| panic!("ms_toollib refuses a position with code {code}"));
    chances(&board, mines)
}

/// Whether a board can be won from a first click on by reasoning alone, without a count of the
/// mines that are left. The library's `laymine_solvable` deals boards until this is true.
pub fn needs_no_guess(board: &Board, click: Square) -> bool {
    let columns = board[0].len();
    ms_toollib::is_solvable(board, click as usize / columns, click as usize % columns)
}
