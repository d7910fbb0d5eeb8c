//! Minesweeper: the fewest clicks that reveal every cell without a mine, the mines being known.
//!
//! Where the rules are silent: a revealed mine `X` counts as a mine for its neighbours, and a
//! board that has one is lost. Digits that stand on the board already are taken as they are,
//! right or wrong, as the judge takes them. The option `click` is the judge's question and
//! means nothing to `solve`; a level without one is written for the judge with a click on its
//! first hidden cell.
//!
//! With the option `clicks: all`, setting or taking away a flag and a chord are moves as well, and
//! each costs one like a click. Nothing opens a flagged cell then, an opening that reaches it
//! neither. A chord is made on a revealed digit that has as many flags around it as it says, and
//! opens all other hidden cells around it; a blank has nothing to chord. Without that option a flag
//! is a mark that nothing looks at.
//!
//! A board may be a position as a player sees it, with cells of which nobody knows what is
//! beneath: then nothing can be played or searched, but there are chances to tell.

mod bits;
mod board;
pub mod chances;
mod chords;
mod clicks;
mod design;
mod every_click;
mod formats;
mod guidance;
mod info;
mod json;
mod kernel;
mod letters;
mod make;
mod moves;
pub mod noguess;
mod odds;
mod opening;
mod openings;
mod options;
pub mod player;
mod puzzle;
mod reveal;
mod rules;
mod seen;
mod survey;
#[cfg(test)]
mod tests;
mod text;
mod touching;
mod unguessed;
mod view;

pub use board::Board;
use moves::Touch;
pub use options::First;
use options::{Clicks, Density};
pub use reveal::reveal;
use rules::Field;

use crate::grid::{Grid, Square};

fn is_mine(cell: u8) -> bool {
    cell == b'M' || cell == b'X'
}

fn is_hidden(cell: u8) -> bool {
    cell == b'M' || cell == b'E'
}

/// How many mines are around a cell.
fn mines_around(cells: &Grid<u8>, square: Square) -> u8 {
    cells
        .around(square)
        .filter(|&near| is_mine(cells[near]))
        .count() as u8
}
