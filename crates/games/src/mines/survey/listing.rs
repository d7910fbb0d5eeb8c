//! Lists the optimal solutions in the order of their moves, each made from the one before it.

use fewest_search::Limit;

use super::abacus::Abacus;
use super::units::Units;
use crate::grid::{Grid, Place, Square};
use crate::survey::Listener;

/// Tells the optimal solutions, all orders of the units with every cell for each, for as long as
/// the listener likes.
pub fn list(
    cells: &Grid<u8>,
    units: &Units,
    abacus: &mut Abacus,
    listener: Listener<Place>,
) -> Result<(), Limit> {
    let par = units.openings() + units.lone.len();
    let mut clicks = Clicks {
        cells,
        made: abacus.books.list(par)?,
        moves: abacus.books.list(par)?,
    };
    // The units that are not clicked on yet, or no more.
    let mut left: Vec<u32> = abacus.books.list(par)?;
    left.extend(0..par as u32);
    loop {
        // The first way to go on: every unit by its first cell.
        left.sort_unstable_by_key(|&unit| units.cells(unit)[0]);
        for unit in left.drain(..) {
            abacus.look(1)?;
            clicks.make(units.cells(unit)[0], unit);
        }
        if listener(&clicks.moves).is_break() {
            return Ok(());
        }
        // To replay a solution takes long on a large board.
        abacus.look(usize::MAX)?;
        // Takes clicks back until there is a later one to be made in place of the last.
        loop {
            let Some((square, unit)) = clicks.take_back() else {
                return Ok(());
            };
            left.push(unit);
            abacus.look(left.len())?;
            let later = |&unit: &u32| {
                let cells = units.cells(unit);
                let later = cells.partition_point(|&cell| cell <= square);
                Some((*cells.get(later)?, unit))
            };
            if let Some((square, unit)) = left.iter().filter_map(later).min() {
                left.retain(|&other| other != unit);
                clicks.make(square, unit);
                break;
            }
        }
    }
}

/// The clicks made so far.
struct Clicks<'a> {
    cells: &'a Grid<u8>,
    made: Vec<(Square, u32)>,
    moves: Vec<Place>,
}

impl Clicks<'_> {
    fn make(&mut self, square: Square, unit: u32) {
        self.made.push((square, unit));
        self.moves.push(self.cells.place(square));
    }

    fn take_back(&mut self) -> Option<(Square, u32)> {
        self.moves.pop();
        self.made.pop()
    }
}
