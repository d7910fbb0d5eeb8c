//! Boards for games: mines at random, and what the first click is promised.

use super::super::options::First;
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;

/// So many mines at random, each board that keeps the promise as likely as any other; nothing where
/// there is no room for them.
pub fn deal<T>(
    grid: &Grid<T>,
    mines: u32,
    click: Square,
    first: First,
    chance: &mut Chance,
) -> Option<Grid<bool>> {
    let mut free: Vec<Square> = (0..grid.len())
        .filter(|&square| !is_promised(grid, click, first, square))
        .collect();
    let mut board = grid.map(|_| false);
    for square in chance.take(&mut free, mines) {
        board[square] = true;
    }
    let count = board.squares().iter().filter(|&&is_mine| is_mine).count();
    (count == mines as usize).then_some(board)
}

/// Moves the mines that break the promise to other cells at random. Where every board was as likely
/// as any other before, every board that keeps the promise is so afterwards. Nothing is moved, and
/// it says so, where there is no room.
pub fn relocate(board: &mut Grid<bool>, click: Square, first: First, chance: &mut Chance) -> bool {
    let is_promised = |square: &Square| is_promised(&*board, click, first, *square);
    let (promised, rest): (Vec<Square>, Vec<Square>) =
        (0..board.len()).partition(|square| is_promised(square));
    let wrong: Vec<Square> = promised
        .into_iter()
        .filter(|&square| board[square])
        .collect();
    let mut free: Vec<Square> = rest.into_iter().filter(|&square| !board[square]).collect();
    if free.len() < wrong.len() {
        return false;
    }
    for square in chance.take(&mut free, wrong.len() as u32) {
        board[square] = true;
    }
    for square in wrong {
        board[square] = false;
    }
    true
}

/// Whether a cell is promised to be without a mine.
fn is_promised<T>(grid: &Grid<T>, click: Square, first: First, square: Square) -> bool {
    match first {
        First::Any => false,
        First::Safe => square == click,
        First::Open => square == click || grid.around(click).any(|near| near == square),
    }
}
