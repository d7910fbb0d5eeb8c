//! What the workers of a search are told, and what they say to each other round by round.

use std::sync::atomic::AtomicU64;

use fewest_search::Limit;
use serde::{Deserialize, Serialize};

use crate::exchange::Cut;
use crate::outcome::limit_of;

/// What all workers of a search are told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// Whether every position is visited, past the win too.
    pub whole: bool,
    /// The bytes that each worker may hold.
    pub memory: u64,
    /// The most positions that all may keep together.
    pub states: Option<u64>,
    /// From which layer to go on, which all have committed.
    pub from: Option<usize>,
}

/// Why a worker's part is over before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Nothing comes any more from one of the others.
    Cut,
    /// One of the workers came to a limit; all know.
    Limit(Limit),
}

impl From<Cut> for Halt {
    fn from(_: Cut) -> Self {
        Halt::Cut
    }
}

/// How far the workers of a process have come, for whoever tells of it.
#[derive(Debug, Default)]
pub(crate) struct Gauge {
    pub depth: AtomicU64,
    pub states: AtomicU64,
}

/// What a worker says at the end of a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Word {
    /// How many positions it has in each layer: said before anything else.
    Sizes(Vec<u64>),
    /// Whether its share of the layer is expanded, and where it won first.
    Expanded { done: bool, won: Option<(u64, u32)> },
    /// How many new positions it keeps, and whether they should be committed.
    Kept { states: u64, due: bool },
    /// Which position it looks for in the layer before, and between which of them.
    Seek { key: Vec<u8>, from: u64, to: u64 },
    /// Which position of its share leads there, by which move.
    Leads { number: u64, choice: u32 },
    /// It has nothing to say.
    Nothing,
    /// It cannot go on: the [number](crate::outcome::number_of) of the limit.
    Trouble(usize),
}

/// A move that wins, and who owns the position that it is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    pub depth: usize,
    pub worker: usize,
    pub number: u64,
    pub choice: u32,
}

/// The limit that the first of the workers came to that came to one.
pub(crate) fn trouble(words: &[Word]) -> Option<Limit> {
    words.iter().find_map(|word| match word {
        Word::Trouble(number) => Some(limit_of(*number)),
        _ => None,
    })
}
