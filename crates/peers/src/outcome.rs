//! What programs say about the boards of a contest, and when two of them say the same.

use std::fmt;

use serde::Deserialize;

use crate::textbook::Found;

/// What a program says about an instance.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The fewest moves of each board.
    Fewest(Vec<Option<u64>>),
    /// The chance of a mine in each covered cell.
    Chances(Vec<f64>),
    /// Which boards are kept, by their numbers.
    Boards(Vec<u64>),
    /// What a judge would be told.
    Text(Vec<u8>),
    /// Nothing: it is only there to be timed.
    None,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Fewest(all) => match all.as_slice() {
                [None] => f.write_str("none"),
                [Some(fewest)] => fewest.fmt(f),
                all => {
                    let won: Vec<_> = all.iter().flatten().collect();
                    let sum: u64 = won.iter().copied().sum();
                    write!(f, "{} of {} won, {sum} moves", won.len(), all.len())
                }
            },
            Answer::Chances(all) => write!(f, "{} chances", all.len()),
            Answer::Boards(kept) => write!(f, "{} boards", kept.len()),
            Answer::Text(text) => match str::from_utf8(text).map(str::trim_end) {
                Ok(text) if text.len() <= 12 => f.write_str(text),
                Ok(text) if text.lines().count() > 1 => {
                    write!(f, "{} lines", text.lines().count())
                }
                _ => write!(f, "{} letters", text.len()),
            },
            Answer::None => f.write_str("–"),
        }
    }
}

impl Answer {
    /// Chances that differ by less are the same: they were rounded on different ways.
    const ROUNDING: f64 = 1e-9;

    /// How many of this program's answers are wrong, the others being right.
    pub(crate) fn wrong(&self, right: &Answer) -> usize {
        match (self, right) {
            (Answer::Fewest(these), Answer::Fewest(right)) if these.len() == right.len() => {
                let pairs = these.iter().zip(right);
                pairs.filter(|(this, right)| this != right).count()
            }
            (Answer::Chances(these), Answer::Chances(right)) if these.len() == right.len() => {
                let pairs = these.iter().zip(right);
                let is_right =
                    |(this, right): &(&f64, &f64)| (*this - *right).abs() < Self::ROUNDING;
                pairs.filter(|pair| !is_right(pair)).count()
            }
            _ => usize::from(self != right),
        }
    }
}

/// An answer and the positions that were reached for it, where a program counts them.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it says.
    pub answer: Answer,
    /// Different positions, or steps where none are kept.
    pub positions: Option<u64>,
}

impl From<Found> for Outcome {
    fn from(found: Found) -> Self {
        Outcome::from_iter([found])
    }
}

impl FromIterator<Found> for Outcome {
    fn from_iter<T: IntoIterator<Item = Found>>(found: T) -> Self {
        let found: Vec<Found> = found.into_iter().collect();
        Outcome {
            positions: Some(found.iter().map(|found| found.positions).sum()),
            answer: Answer::Fewest(found.iter().map(|found| found.fewest).collect()),
        }
    }
}

/// What a line of the command's JSON tells.
#[derive(Deserialize)]
pub struct Told {
    fewest: Option<u64>,
    states: u64,
}

impl From<Told> for Found {
    fn from(told: Told) -> Self {
        Found {
            fewest: told.fewest,
            positions: told.states,
        }
    }
}
