//! Whether a board can be won without a guess: as little work as possible, for one board after
//! another.

use super::pairs::Pairs;
use super::position::Position;
use super::repair::{Answer, Repair};
use super::row::Row;
use super::sets::Sets;
use super::totals::count;
use super::twins::has_twins;

/// What a perfect player meets on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Some cell is certain at every moment, until all safe cells are open.
    Certain,
    /// Nothing is certain at some moment.
    Guess,
    /// It takes too long to find out.
    Unknown,
}

/// The player; kept between boards for its memory.
pub struct Quick<R> {
    position: Position<R>,
    pairs: Pairs<R>,
    sets: Sets,
    repair: Repair,
}

impl<R: Row> Quick<R> {
    /// A player of boards of a size, who looks for other layouts by so many small changes before
    /// going through all.
    pub fn new((rows, columns): (u32, u32), most_steps: u32) -> Self {
        let position = Position::new(rows, columns);
        Quick {
            pairs: Pairs::new(&position),
            position,
            sets: Sets::default(),
            repair: Repair::new(most_steps),
        }
    }

    /// What a perfect player meets who begins with a cell. The order in which certain cells are
    /// opened does not matter: what is certain stays so, whatever else becomes known.
    pub fn play(&mut self, mines: &[R], first: (u32, u32)) -> Play {
        if !self.position.begin(mines, first) || has_twins(&self.position) {
            return Play::Guess;
        }
        loop {
            self.position.singles();
            if self.position.is_won() {
                return Play::Certain;
            }
            if self.pairs.reason(&mut self.position) {
                continue;
            }
            match self.is_stuck() {
                Some(false) => {}
                Some(true) => return Play::Guess,
                None => return Play::Unknown,
            }
        }
    }

    /// Opens cells that are safe in all layouts. Whether there are none; nothing where that is not
    /// known.
    fn is_stuck(&mut self) -> Option<bool> {
        let Quick {
            position,
            sets,
            repair,
            ..
        } = self;
        sets.read(position);
        repair.begin(sets, true);
        // Where no number is, each cell may be a mine if one is.
        let mut needs_counting = sets.sea > 0 && sets.sea_mines == 0;
        let mut safe = vec![false; sets.groups.len()];
        for (at, group) in sets.groups.iter().enumerate() {
            if group.is_safe() {
                match repair.can(sets, at, true) {
                    Answer::Yes => {}
                    Answer::No => safe[at] = true,
                    Answer::Uncounted | Answer::Unknown => needs_counting = true,
                }
            }
        }
        if sets.learn(position, |group| safe[group]) {
            return Some(false);
        }
        if !needs_counting {
            return Some(true);
        }
        let counted = count(sets)?;
        let is_safe = |at: usize| sets.groups[at].is_safe() && !counted.groups[at][0];
        let is_sea_safe = sets.sea > 0 && sets.sea_mines == 0 && !counted.sea[0];
        if is_sea_safe {
            sets.learn_sea(position);
        }
        Some(!sets.learn(position, is_safe) && !is_sea_safe)
    }
}
