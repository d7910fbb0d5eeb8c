//! The portals of one search: where each leads, and when it was first stepped on.

use super::Board;
use super::patches::{Cut, Spot, bit};
use crate::grid::Direction;

/// One square of a portal, to be stepped on.
pub struct Door {
    pub at: Spot,
    /// Where it leads.
    pub far: Spot,
    /// The seconds after which it is first stepped on, and from which sides that is done.
    pub touched: Option<u64>,
    pub entries: [bool; 4],
    /// The first step from the far square that is on a fewest way to the goal.
    pub way: Option<Direction>,
}

/// All doors but a goal's, two by two. Whoever touches a goal has won and goes nowhere.
pub struct Doors {
    pub all: Vec<Door>,
    /// All patches laid on top of 64, and the doors in them: most squares are no door even so,
    /// and need not be looked up.
    folded: [u64; 64],
}

impl Doors {
    pub fn new(board: &Board, cut: &Cut) -> Self {
        let glyphs = &board.maze.glyphs;
        let mut all = Vec::new();
        let mut folded = [0; 64];
        for pair in board.maze.portals.iter().flatten() {
            if pair.contains(&board.goal) {
                continue;
            }
            let [one, other] = pair.map(|square| cut.spot(glyphs, square));
            for (at, far) in [(one, other), (other, one)] {
                folded[fold(at)] |= bit(at);
                all.push(Door {
                    at,
                    far,
                    touched: None,
                    entries: [false; 4],
                    way: None,
                });
            }
        }
        Doors { all, folded }
    }

    /// Whether a square may be a door. One that is none is hardly ever taken for one.
    #[inline]
    pub fn may_be(&self, spot: Spot) -> bool {
        self.folded[fold(spot)] & bit(spot) != 0
    }

    fn find(&self, spot: Spot) -> Option<usize> {
        if !self.may_be(spot) {
            return None;
        }
        self.all.iter().position(|door| door.at == spot)
    }

    /// The door at a square.
    pub fn at(&self, spot: Spot) -> Option<&Door> {
        self.find(spot).map(|door| &self.all[door])
    }

    /// The door that leads to a square.
    pub fn to(&self, spot: Spot) -> Option<&Door> {
        self.find(spot).map(|twin| &self.all[twin ^ 1])
    }
}

fn fold(spot: Spot) -> usize {
    spot as usize / 64 % 64
}
