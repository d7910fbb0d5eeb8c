//! Where to guess, when nothing is safe and too many layouts are left to search them all.
//!
//! A guess is worth the chance to survive it, times what is left to go on with: for every number that
//! the cell may show, something is safe then, or the next guess has a chance of its own. What a
//! position leaves is made less by every place where a guess will have to be made that no number can
//! help with ([`super::closed`]); to make such a guess now costs nothing, as it has to be made anyway.
//!
//! The figures were found by letting it play. To look a guess deeper was tried and won no more games.

use super::super::chances::{COVERED, Known, Look, NoDiagram};
use super::advice::Thought;
use super::endgame::GoOn;
use super::{Player, Table};
use crate::grid::Square;

/// How safe a cell must be to be thought about, compared with the safest.
const NEARLY: f64 = 0.9;
/// The same for a cell that no number sees.
const NEARLY_AT_SEA: f64 = 0.95;
/// How much the second-safest cell of a position counts.
const SECOND: f64 = 0.4;
/// How much better a position is in which something is safe.
const PROGRESS: f64 = 0.1;
/// How much is left of the worth of a cell that can show only one number.
const DEAD: f64 = 0.5;
/// A smaller sea is thought about cell by cell.
const SMALL_SEA: u32 = 30;
/// A place where one will have to guess is thought about when it is likelier than this.
const LIKELY: f64 = 0.05;
/// What is less likely does not happen.
const TINY: f64 = 1e-9;

impl Player {
    /// What is thought of all cells that may be the best to guess at, the best first; of no more once
    /// it is not to go on.
    pub(super) fn think(&mut self, table: &Table, cells: &mut [u8], go_on: GoOn) -> Vec<Thought> {
        let mut best = 0.0;
        let mut thoughts = Vec::new();
        for (safe, square) in self.candidates(table, cells) {
            if !thoughts.is_empty() && !go_on(0) {
                break;
            }
            if let Some(thought) = self.thought(table, cells, square, safe, best, go_on) {
                best = f64::max(best, thought.score);
                thoughts.push(thought);
            }
        }
        thoughts.sort_by(|one, other| other.score.total_cmp(&one.score));
        thoughts
    }

    /// The cells that are nearly as safe as the safest, with how safe they are, the safest first; and
    /// those where one will have to guess anyway.
    fn candidates(&self, table: &Table, cells: &[u8]) -> Vec<(f64, Square)> {
        let look = &self.look;
        let safe = |square: Square| 1.0 - look.chance(square);
        let is_covered = |&square: &Square| cells[square as usize] == COVERED;
        let covered = || (0..cells.len() as Square).filter(is_covered);
        let best = covered().map(safe).fold(0.0, f64::max);
        let is_candidate = |square: &Square| match look.web.known[*square as usize] {
            Known::Sea => {
                safe(*square) >= best * NEARLY_AT_SEA && is_promising(look, table, cells, *square)
            }
            Known::Boxed(_) => safe(*square) >= best * NEARLY,
            _ => false,
        };
        let mut candidates: Vec<Square> = covered().filter(is_candidate).collect();
        table.closed.each(look, cells, |place, chance| {
            for square in place {
                let is_good = safe(*square) * (1.0 + chance) >= best * NEARLY;
                if chance > LIKELY && is_good && !candidates.contains(square) {
                    candidates.push(*square);
                }
            }
        });
        if candidates.is_empty() {
            // Any cell of the sea: the fewer covered cells are around it, the likelier an opening.
            let safest = covered().filter(|&square| safe(square) >= best);
            candidates.extend(safest.min_by_key(|&square| covered_around(table, cells, square)));
        }
        let mut candidates: Vec<(f64, Square)> = candidates
            .into_iter()
            .map(|square| (safe(square), square))
            .collect();
        candidates.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        candidates
    }

    /// What a guess is worth, and how likely something is safe after it. Nothing where it is worth
    /// less than `enough`.
    fn thought(
        &mut self,
        table: &Table,
        cells: &mut [u8],
        square: Square,
        safe: f64,
        enough: f64,
        go_on: GoOn,
    ) -> Option<Thought> {
        let known = &self.look.web.known;
        let near = table.near.of(square).iter();
        let mines = near
            .filter(|&&other| known[other as usize] == Known::Mine)
            .count();
        let (mut score, mut progress, mut left) = (0.0, 0.0, safe);
        let mut numbers = 0;
        for number in mines as u8..=covered_around(table, cells, square) as u8 {
            if left < TINY || score + left * (1.0 + PROGRESS) < enough {
                break;
            }
            cells[square as usize] = number;
            let check = |bytes| go_on(bytes).then_some(()).ok_or(());
            match self.next.at_under(cells, &table.near, table.mines, check) {
                Ok(()) => {}
                Err(NoDiagram::Stopped(())) => {
                    cells[square as usize] = COVERED;
                    return None;
                }
                Err(_) => continue,
            }
            let share = (self.next.weight - self.look.weight).exp();
            let safest = Safest::of(&self.next);
            let mut worth = safest.first * (1.0 - SECOND) + safest.second * SECOND;
            if safest.first == 1.0 {
                worth *= 1.0 + PROGRESS;
                progress += share;
            }
            score += share * worth * table.closed.factor(&self.next, cells);
            left -= share;
            numbers += 1;
        }
        cells[square as usize] = COVERED;
        if numbers == 1 {
            score *= DEAD;
        }
        (left < TINY || score >= enough).then_some(Thought {
            square,
            score,
            progress,
        })
    }
}

fn covered_around(table: &Table, cells: &[u8], square: Square) -> usize {
    let near = table.near.of(square).iter();
    near.filter(|&&other| cells[other as usize] == COVERED)
        .count()
}

/// Whether a cell of the sea may help: it is near what is open, in a nook, or the sea is small.
fn is_promising(look: &Look, table: &Table, cells: &[u8], square: Square) -> bool {
    if look.web.sea < SMALL_SEA || matches!(covered_around(table, cells, square), 2..=3) {
        return true;
    }
    let place = table.grid.place(square);
    let across = [
        (place.row.wrapping_add(2), place.column),
        (place.row.wrapping_sub(2), place.column),
        (place.row, place.column.wrapping_add(2)),
        (place.row, place.column.wrapping_sub(2)),
    ];
    across.into_iter().any(|(row, column)| {
        let other = table.grid.at(row, column);
        other.is_some_and(|other| cells[other as usize] < COVERED)
    })
}

/// How safe the safest cell of a position is, and the second-safest.
struct Safest {
    first: f64,
    second: f64,
}

impl Safest {
    fn of(look: &Look) -> Self {
        let mut safest = Safest {
            first: 0.0,
            second: 0.0,
        };
        safest.add(1.0, look.web.safe.len() as u32);
        for (number, cells) in look.web.boxes.iter().enumerate() {
            let chance = match look.may_be_mine[number] {
                true => look.boxes[number],
                false => 0.0,
            };
            safest.add(1.0 - chance, cells.count);
        }
        let sea = if look.sea_may_be_mine { look.sea } else { 0.0 };
        safest.add(1.0 - sea, look.web.sea);
        if safest.first == 0.0 {
            // Nothing but mines is covered: it is won.
            safest.first = 1.0;
        }
        if safest.second == 0.0 {
            safest.second = safest.first;
        }
        safest
    }

    /// So many cells more, each as safe.
    fn add(&mut self, safe: f64, count: u32) {
        if count > 0 && safe > self.first {
            self.second = if count > 1 { safe } else { self.first };
            self.first = safe;
        } else if count > 0 && safe > self.second {
            self.second = safe;
        }
    }
}
