//! Guesses that no number can ever help with: places where the mines can be put in two ways that
//! everything around sees alike.
//!
//! Two cells side by side, one of them a mine: whatever sees only one of the two could tell which. If
//! all of that is mines (or off the board), nothing ever will, and half of the games that come here
//! are lost, now or later. The same holds for four cells in a square with mines in two opposite
//! corners, if the four cells beyond the corners are mines: whatever else sees some of the four sees
//! one of each pair.

use crate::grid::{Grid, Square};

use super::super::chances::{COVERED, Known, Look, MINE, Neighbours};

/// Places on a board where that may happen.
#[derive(Clone, Debug)]
pub struct Closed {
    pairs: Vec<Pair>,
    squares: Vec<Four>,
}

/// Two cells side by side, and the cells that see just one of them.
#[derive(Clone, Debug)]
struct Pair {
    cells: [Square; 2],
    beyond: Vec<Square>,
}

/// Four cells in reading order, and the cells beyond their corners.
#[derive(Clone, Debug)]
struct Four {
    cells: [Square; 4],
    beyond: Vec<Square>,
}

/// Chances below this are left out of account.
const LEAST: f64 = 0.02;

impl Closed {
    /// The places of a board.
    pub fn new<T>(grid: &Grid<T>, near: &Neighbours) -> Self {
        let mut pairs = Vec::new();
        let mut squares = Vec::new();
        for one in 0..grid.len() {
            let place = grid.place(one);
            let right = grid.at(place.row, place.column + 1);
            let below = grid.at(place.row + 1, place.column);
            for other in [right, below].into_iter().flatten() {
                let seen = |here: Square, there: Square| {
                    let only = move |&square: &Square| {
                        square != there && !near.of(there).contains(&square)
                    };
                    near.of(here).iter().copied().filter(only)
                };
                pairs.push(Pair {
                    cells: [one, other],
                    beyond: seen(one, other).chain(seen(other, one)).collect(),
                });
            }
            if let (Some(right), Some(below)) = (right, below) {
                let cells = [one, right, below, below + 1];
                let up = place.row.checked_sub(1);
                let left = place.column.checked_sub(1);
                let corners = [
                    up.zip(left),
                    up.map(|row| (row, place.column + 2)),
                    left.map(|column| (place.row + 2, column)),
                    Some((place.row + 2, place.column + 2)),
                ];
                let corners = corners.into_iter().flatten();
                squares.push(Four {
                    cells,
                    beyond: corners
                        .filter_map(|(row, column)| grid.at(row, column))
                        .collect(),
                });
            }
        }
        Closed { pairs, squares }
    }

    /// Tells every such place in a position, with the chance that it is one: the cells, and those
    /// beyond them that would have to be mines.
    pub fn each(&self, look: &Look, cells: &[u8], mut tell: impl FnMut(&[Square], f64)) {
        for pair in &self.pairs {
            let [one, other] = pair.cells.map(|square| look.web.known[square as usize]);
            if one != other {
                continue;
            }
            let chance = match one {
                Known::Sea => 2.0 * look.sea * (1.0 - look.sea),
                Known::Boxed(cells) => look.pairs[cells as usize],
                _ => continue,
            };
            let chance = all_mines(look, cells, &pair.beyond, chance);
            if chance >= LEAST {
                tell(&pair.cells, chance);
            }
        }
        for four in &self.squares {
            let is_open = |square: &Square| {
                matches!(
                    look.web.known[*square as usize],
                    Known::Sea | Known::Boxed(_)
                )
            };
            if !four.cells.iter().all(is_open) {
                continue;
            }
            let [a, b, c, d] = four.cells.map(|square| look.chance(square));
            let chance = a * d * (1.0 - b) * (1.0 - c) + b * c * (1.0 - a) * (1.0 - d);
            let chance = all_mines(look, cells, &four.beyond, chance);
            if chance >= LEAST {
                tell(&four.cells, chance);
            }
        }
    }

    /// The share of wins that such guesses leave.
    pub fn factor(&self, look: &Look, cells: &[u8]) -> f64 {
        let mut factor = 1.0;
        self.each(look, cells, |_, chance| {
            factor *= 1.0 - STRENGTH * chance / 2.0
        });
        factor
    }
}

/// How much such a place counts: not all of them come to pass, for chances are multiplied that
/// depend on each other.
const STRENGTH: f64 = 0.9;

/// A chance times that of mines in all these cells; anything below [`LEAST`] where it is below that.
fn all_mines(look: &Look, cells: &[u8], beyond: &[Square], mut chance: f64) -> f64 {
    for &square in beyond {
        if chance < LEAST {
            return 0.0;
        }
        chance *= match cells[square as usize] {
            COVERED => look.chance(square),
            MINE => 1.0,
            _ => 0.0,
        };
    }
    chance
}
