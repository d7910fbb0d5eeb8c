//! Counts everything about a board without walking through its positions, which are too many.
//!
//! The hidden empty cells of a board are of three kinds. A *blank* cell has no mine around it;
//! blank cells that touch make up an *opening*, which a click on any of them reveals as a whole,
//! with all digits around it. A *rim* digit touches an opening, a *lone* digit touches none.
//! Openings and lone digits are the *units*: each needs a click of its own, and a click serves
//! at most one of them.
//!
//! So a position is a set of opened openings, together with any digits as long as those around
//! the opened openings are among them; every such set can be reached, digits first. None is
//! dead, and what is hidden in one is what can be clicked on. From any position it takes as many
//! clicks as units are hidden: a rim digit that is hidden touches an opening that is not opened,
//! so it never becomes a unit itself. A click comes nearer to the win, then, exactly if it is on
//! a blank cell or a lone digit. A click on a covered mine is a move as well, and loses: there are as
//! many of these in every position as there are covered mines.
//!
//! The optimal solutions are all orders of the units, with any blank cell for each opening:
//! `par! × Π blank cells`. Where two units are hidden, there are two clicks that come nearer.
//! Hence, on an optimal solution,
//!
//! - only the last click can be forced, and it is if its cell is the only covered one: an opening
//!   of one cell, on a board without a covered mine (such a board has no hidden digits);
//! - only the last click can be alone in keeping the optimum, and it is if its unit has one cell;
//! - the solutions part at once, unless the only unit has one cell, or there is none.

mod abacus;
mod listing;
mod order;
mod tables;
mod tally;
#[cfg(test)]
mod tests;
mod units;

use fewest_search::{Limit, Limits, Watch};
use num_bigint::BigUint;

use crate::grid::{Grid, Place};
use crate::survey::{Listener, Survey};
use abacus::{Abacus, Product};
use units::Units;
pub use units::first_clicks;

/// Counts, and then lists the optimal solutions in the order of their moves. What counts as states
/// are the entries of the tables that the positions are counted by.
pub fn survey(
    cells: &Grid<u8>,
    limits: &Limits,
    watch: &mut dyn Watch,
    listener: Listener<Place>,
) -> Result<Survey, Limit> {
    let mut abacus = Abacus::new(limits, watch);
    if units::is_lost(cells, &mut abacus)? {
        return Ok(lost());
    }
    let units = Units::find(cells, &mut abacus)?;
    let par = units.openings() + units.lone.len();
    let order = order::order(&units, limits, &mut abacus)?;
    let tally = tables::count(&units, &order, &mut abacus)?;
    abacus.books.forget(order);
    let mines = units::count_covered_mines(cells, &mut abacus)?;
    // In every position but the won one each of the mines can be clicked on.
    let losing = abacus.times(&(&tally.positions - 1u32), &mines.into())?;
    let survey = Survey {
        par: Some(par as u64),
        solutions: solutions(par, &units, &mut abacus)?,
        positions: tally.positions,
        dead: BigUint::ZERO,
        moves: &tally.moves + losing,
        open: tally.moves,
        best: tally.best,
        forced: u64::from(mines == 0 && units.sizes().any(|size| size == 1)),
        narrow: u64::from(!units.lone.is_empty() || units.sizes().any(|size| size == 1)),
        part: (par > 1 || units.sizes().any(|size| size > 1)).then_some(0),
    };
    listing::list(cells, &units, &mut abacus, listener)?;
    Ok(survey)
}

/// A board that is lost is its only position, and nothing can be done in it.
fn lost() -> Survey {
    Survey {
        par: None,
        solutions: BigUint::ZERO,
        positions: BigUint::from(1u32),
        dead: BigUint::from(1u32),
        moves: BigUint::ZERO,
        open: BigUint::ZERO,
        best: BigUint::ZERO,
        forced: 0,
        narrow: 0,
        part: None,
    }
}

fn solutions(par: usize, units: &Units, abacus: &mut Abacus) -> Result<BigUint, Limit> {
    let orders = 1..=par as u64;
    let cells = units.sizes().map(u64::from);
    // As many factors as a word can hold are one number: far fewer numbers, and longer ones.
    let mut word = 1u64;
    let mut product = Product::new();
    for factor in orders.chain(cells) {
        abacus.look(1)?;
        match word.checked_mul(factor) {
            Some(more) => word = more,
            None => {
                product.push(word.into(), abacus)?;
                word = factor;
            }
        }
    }
    product.push(word.into(), abacus)?;
    product.finish(abacus)
}
