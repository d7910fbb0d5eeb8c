//! The programs that a competitor writes, one file each: straightforward Rust, nothing of fewest.
//!
//! Each reads its judge's format and gives the judge's answer. They are functions here, so that
//! the search can be timed without the reading, and programs of their own under `bin/`, so that
//! whole processes can be compared.

pub mod curling;
pub mod ladders;
pub mod mines;
pub mod portals;
pub mod snake;
pub mod snake_array;
pub mod snake_shapes;

use std::io::{Read, Write};

/// What a search found: the fewest, if there is a way, and how many positions it reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The fewest moves; nothing where no way wins.
    pub fewest: Option<u64>,
    /// Different positions, or steps where the program keeps no positions.
    pub positions: u64,
}

impl Found {
    /// The answer as most judges want it.
    pub fn judged(self) -> String {
        match self.fewest {
            Some(fewest) => format!("{fewest}\n"),
            None => "-1\n".to_string(),
        }
    }
}

/// A whole program: standard input in, the answer out.
pub fn program(answer: impl FnOnce(&str) -> String) -> std::io::Result<()> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    std::io::stdout().write_all(answer(&input).as_bytes())
}

/// The next word of a judge's input as a number.
pub(crate) fn number(words: &mut std::str::SplitAsciiWhitespace) -> Option<usize> {
    words.next()?.parse().ok()
}
