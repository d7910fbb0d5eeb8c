//! Why a position is impossible: numbers that contradict each other, as few as can be.

use crate::grid::Square;

use super::NoChances;
use super::diagram::NoDiagram;
use super::position::{COVERED, Mines, Neighbours, Position, UNTOLD};
use super::reading::Reading;

/// Numbers that cannot all be right, though they could without any one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Where they stand.
    pub numbers: Vec<Square>,
    /// Whether they could be right with another number of mines in all.
    pub with_total: bool,
}

/// Finds the contradiction of a position that has one.
pub fn find(
    position: &Position,
    near: &Neighbours,
    reading: &mut Reading,
    guard: &mut dyn FnMut(u64) -> Result<(), fewest_search::Limit>,
) -> Result<Contradiction, NoChances> {
    let mut trial = position.clone();
    let mut is_wrong = |trial: &Position| match reading.read(trial, near, guard) {
        Ok(()) => Ok(false),
        Err(NoDiagram::Contradiction) => Ok(true),
        Err(NoDiagram::TooWide) => Err(NoChances::OutOfReach),
        Err(NoDiagram::Stopped(limit)) => Err(NoChances::GaveUp(limit)),
    };
    // Any number of mines would do.
    trial.mines = Mines::Density { mines: 1, all: 2 };
    let with_total = !is_wrong(&trial)?;
    if with_total {
        trial.mines = position.mines;
    }
    let mut numbers: Vec<Square> = (0..trial.cells.len())
        .filter(|&square| trial.cells[square] < COVERED)
        .collect();
    // What can be left out is left out: at first in large parts, at last one by one.
    let mut part = numbers.len().next_power_of_two();
    while part > 0 {
        let mut kept = Vec::new();
        for some in numbers.chunks(part) {
            let told: Vec<u8> = some.iter().map(|&square| trial.cells[square]).collect();
            for &square in some {
                trial.cells[square] = UNTOLD;
            }
            if !is_wrong(&trial)? {
                for (&square, &number) in some.iter().zip(&told) {
                    trial.cells[square] = number;
                }
                kept.extend_from_slice(some);
            }
        }
        numbers = kept;
        part /= 2;
    }
    Ok(Contradiction {
        numbers,
        with_total,
    })
}
