//! On what terms a search is made: within which limits, on how many threads, with which disk.

use std::num::NonZeroUsize;

use crate::disk::Scratch;
use crate::limits::Limits;

/// The terms of one search. [`Limits`] alone are terms too: one thread, no disk, up to the win.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// What it may use.
    pub limits: Limits,
    /// How many threads may work at it. The report is the same whatever their number.
    pub threads: NonZeroUsize,
    /// Where it goes on once the memory is used up, and from where it can be resumed.
    pub scratch: Option<&'a Scratch>,
    /// Whether every position that can be reached is visited, past the win too.
    pub whole: bool,
}

impl From<&Limits> for Terms<'_> {
    fn from(limits: &Limits) -> Self {
        Terms {
            limits: *limits,
            threads: NonZeroUsize::MIN,
            scratch: None,
            whole: false,
        }
    }
}

impl<'a> From<&Terms<'a>> for Terms<'a> {
    fn from(terms: &Terms<'a>) -> Self {
        *terms
    }
}
