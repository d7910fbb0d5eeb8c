//! Boards that need a guess at first sight.
//!
//! Let one cell be a mine and another be safe, and let every other safe cell be beside both or
//! beside neither. Then the board on which the two are exchanged has as many mines, and all that
//! can ever be seen on the one can be seen on the other: as long as neither of the two is open,
//! every open cell shows the same number on both. So the safe one of the two is never certain, and
//! sooner or later it must be guessed. (It is not the one where play begins, which is open at once.)

use super::apart::{WAYS, apart};
use super::position::Position;
use super::row::Row;

/// Whether a mine and a safe cell that are near each other can be exchanged unnoticed. The position
/// is the first: one cell is open, no mine is known.
pub fn has_twins<R: Row>(position: &Position<R>) -> bool {
    let board = position.board();
    let (before, past) = (board.start - 1, board.end + 3);
    let rows = position.safe[before..past].windows(5);
    let rows = rows.zip(position.mines[before..past].windows(5));
    let rows = rows.zip(position.open[before..past].windows(5));
    let mut any = R::NONE;
    for ((safe, mines), open) in rows {
        let tells = std::array::from_fn(|at| safe[at] | open[at]);
        for ((down, along), (one, other)) in WAYS.into_iter().zip(apart(tells)) {
            let (safe_other, mine_other) = (safe[1 + down], mines[1 + down]);
            let differ = safe[1] & mine_other.moved(-along) | mines[1] & safe_other.moved(-along);
            any = any | differ.without(one | other);
        }
    }
    !any.is_none()
}
