//! All that follows from two numbers together.
//!
//! Let the first number have some unknown cells for itself, and so the second; the others they
//! share. If the first says just as many mines more than the second as it has cells for itself,
//! those are mines all, and the cells that the second has for itself are safe. Otherwise there are
//! layouts of mines for and against each cell, unless one of the numbers decides it alone. The
//! truth knows when it is so: when all that the first has for itself are mines, and all that the
//! second has are safe.

use super::apart::{WAYS, apart, around_one};
use super::position::Position;
use super::row::Row;

/// What pairs of numbers tell; kept between boards for its memory.
pub struct Pairs<R> {
    safe: Vec<R>,
    mines: Vec<R>,
    /// The numbers of each row that tell something together with another.
    telling: Vec<R>,
}

impl<R: Row> Pairs<R> {
    /// Room for a position.
    pub fn new(position: &Position<R>) -> Self {
        let none = vec![R::NONE; position.open.len()];
        Pairs {
            safe: none.clone(),
            mines: none.clone(),
            telling: none,
        }
    }

    /// All that follows from two numbers at a time, as the position is now. Says whether anything
    /// did.
    pub fn reason(&mut self, position: &mut Position<R>) -> bool {
        if !self.are_telling(position) {
            return false;
        }
        self.safe.fill(R::NONE);
        self.mines.fill(R::NONE);
        for row in position.board() {
            if !self.telling[row].is_none() {
                self.tell(position, row);
            }
        }
        let mut is_new = false;
        for row in position.board() {
            is_new |= position.learn(row, self.safe[row], self.mines[row]);
        }
        debug_assert!(is_new, "what they tell was not known");
        is_new
    }

    /// Finds the numbers that are the first of two that tell something, and does no more than that:
    /// most often there are none, and this takes many rows at once.
    fn are_telling(&mut self, position: &Position<R>) -> bool {
        let board = position.board();
        let (before, past) = (board.start - 1, board.end + 3);
        let safe = position.safe[before..past].windows(5);
        let mines = position.mines[before..past].windows(5);
        let open = position.open[board.start..board.end + 2].windows(3);
        let rows = safe.zip(mines).zip(open);
        let mut any = R::NONE;
        for (telling, ((safe, mines), open)) in self.telling[board].iter_mut().zip(rows) {
            *telling = R::NONE;
            let five = |rows: &[R]| [rows[0], rows[1], rows[2], rows[3], rows[4]];
            let three = [open[0], open[1], open[2]];
            for [one, other] in hits(five(safe), five(mines), three) {
                *telling = *telling | one | other;
            }
            any = any | *telling;
        }
        !any.is_none()
    }

    /// Notes what the numbers of a row tell.
    fn tell(&mut self, position: &Position<R>, row: usize) {
        let five = |rows: &[R]| std::array::from_fn(|at| rows[row - 1 + at]);
        let open = std::array::from_fn(|at| position.open[row + at]);
        let hits = hits(five(&position.safe), five(&position.mines), open);
        let note = |cells: &mut [R], hit: R, row: usize, away: (i32, i32), way| {
            for (down, along) in around_one(way) {
                let row = row
                    .checked_add_signed(down as isize)
                    .expect("rows are padded");
                cells[row] = cells[row] | hit.moved(away.1 + along);
            }
        };
        for ((down, along), [one, other]) in WAYS.into_iter().zip(hits) {
            if (one | other).is_none() {
                continue;
            }
            let way = (down as i32, along);
            let back = (-way.0, -way.1);
            note(&mut self.mines, one, row, (0, 0), way);
            note(&mut self.safe, one, row + down, way, back);
            note(&mut self.safe, other, row, (0, 0), way);
            note(&mut self.mines, other, row + down, way, back);
        }
    }
}

/// The numbers of a row that tell something with another, for each way in which that one may lie:
/// first those that have mines for themselves, then those whose second has.
#[inline(always)]
fn hits<R: Row>(safe: [R; 5], mines: [R; 5], open: [R; 3]) -> [[R; 2]; 12] {
    let (safe, mines) = (apart(safe), apart(mines));
    std::array::from_fn(|at| {
        let (down, along) = WAYS[at];
        let both = open[0] & open[down].moved(-along);
        let ((safe_one, safe_other), (mines_one, mines_other)) = (safe[at], mines[at]);
        [
            both.without(safe_one | mines_other) & (mines_one | safe_other),
            both.without(safe_other | mines_one) & (mines_other | safe_one),
        ]
    })
}
