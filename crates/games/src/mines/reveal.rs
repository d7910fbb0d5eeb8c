//! What one click reveals, the whole board at once; [`super::rules`] says it one cell at a time.

use super::mines_around;
use super::opening::Opening;
use crate::grid::{Grid, Square};

/// Clicks on a cell of a board in the judge's letters: a hidden mine explodes, a hidden empty
/// cell is revealed with all that follows from it, and a revealed cell stays as it is. Bytes
/// that are none of the letters are no cells: what becomes of them is not said.
///
/// ```
/// use fewest_games::{grid::Grid, mines};
///
/// let mut cells = Grid::new(4, b"EEEEEEEMEEEE".to_vec());
/// mines::reveal(&mut cells, 0);
/// assert_eq!(cells.squares(), b"BB1EBB1MBB1E");
/// ```
///
/// # Panics
/// If the square is not on the board.
pub fn reveal(cells: &mut Grid<u8>, click: Square) {
    match cells[click] {
        b'M' => cells[click] = b'X',
        b'E' => match mines_around(cells, click) {
            0 if is_tower(cells) => {
                let mut turned = turn(cells);
                let place = cells.place(click);
                let click = place.column * cells.rows() + place.row;
                Opening::around(click, &mut turned).reveal();
                *cells = turn(&turned);
            }
            0 => Opening::around(click, cells).reveal(),
            mines => cells[click] = b'0' + mines,
        },
        _ => {}
    }
}

/// Whether a board is so narrow and high that its rows of bits would be mostly air.
fn is_tower(cells: &Grid<u8>) -> bool {
    cells.columns() < 32 && cells.rows() > 4096
}

/// The board lying on its side: rows are columns and columns rows.
fn turn(cells: &Grid<u8>) -> Grid<u8> {
    let columns = cells.columns() as usize;
    let column = |column| cells.squares()[column..].iter().step_by(columns);
    Grid::new(
        cells.rows() as usize,
        (0..columns).flat_map(column).copied().collect(),
    )
}
