//! The fewest clicks of all kinds, the mines being known: left clicks, flags and chords.
//!
//! A flag on a cell without a mine is never of use. It keeps that cell closed, and a chord beside it
//! is none: with as many flags as the number says, one of them wrong, a mine is left to explode.
//! So all flags that are wrong go first, one click each, and no other is taken away.
//!
//! What is left to decide is which cells to chord. Then the flags are those on the mines around
//! them, and as many left clicks are needed as there are units that nothing opens, and groups of
//! chords and openings that open each other and that nothing else opens. `play` counts these;
//! `sweep` finds the best choice, or says that nothing is cheaper than so much.

mod crop;
mod effort;
mod firsts;
mod label;
mod lists;
mod net;
mod order;
mod play;
mod solve;
mod steps;
mod sweep;
#[cfg(test)]
mod tests;
mod tiles;
mod windows;
mod zini;

pub use solve::fewest;

use fewest_search::{Books, Limit, Limits, Patrol, Watch};

use crate::grid::{Grid, Square};
use zini::{Style, Zini};

/// A board in progress, its mines known. No mine is open.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// Where the mines are.
    pub mines: &'a Grid<bool>,
    /// Which cells are open.
    pub open: &'a Grid<bool>,
    /// Which cells are flagged.
    pub flags: &'a Grid<bool>,
}

/// One click of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A left click on a hidden cell.
    Open(Square),
    /// A flag is put on a hidden cell, or taken away.
    Flag(Square),
    /// A chord on an open number.
    Chord(Square),
}

/// Acts that win, and how many are needed at the least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The acts, in the order in which they are played.
    pub acts: Vec<Act>,
    /// Nothing shorter than this wins: so the acts are the fewest if they are as many.
    pub at_least: u64,
    /// How many labels were looked at.
    pub states: u64,
    /// The limit that ended the search before it came to its own end, if one did.
    pub limit: Option<Limit>,
}

/// The customary figures of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// 3BV: the fewest left clicks without flags and chords.
    pub bbbv: u64,
    /// How many of these are into openings.
    pub openings: u64,
    /// Greedy ZiNi.
    pub greedy: u64,
    /// Human ZiNi.
    pub human: u64,
}

/// Counts the figures of a board as it stands.
pub fn figures(task: &Task, limits: &Limits, watch: &mut dyn Watch) -> Result<Figures, Limit> {
    let mut patrol = Patrol::new(limits, watch);
    let mut zini = Zini::new(task, &mut Books::new(limits), &mut patrol)?;
    let (bbbv, openings) = zini.units();
    let mut count = |style| {
        let (acts, end) = zini.play(style);
        end.map(|()| acts.len() as u64)
    };
    Ok(Figures {
        bbbv,
        openings,
        greedy: count(Style::Greedy)?,
        human: count(Style::Human)?,
    })
}
