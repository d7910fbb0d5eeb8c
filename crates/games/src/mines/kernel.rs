//! The fewest clicks by counting: one for each opening, one for each digit that touches none.
//!
//! No click reveals a cell of an opening but one into that opening, and no click reveals a
//! digit but one on it or into an opening beside it; so that many are needed, and they are
//! enough. The clicks go by the first cell of each opening and in reading order, which is
//! also the solution that comes first in the generic search's order.

use std::time::Instant;

use fewest_search::{Limit, Limits, Plan, Report, Stats, Verdict};

use super::mines_around;
use crate::grid::{Grid, Place, Square};

/// Bytes for each cell: a mark, and a place on the stack of an opening.
const BYTES_A_CELL: u64 = 5;

pub fn plan(cells: &Grid<u8>, _limits: &Limits) -> Plan {
    Plan {
        kernel: "openings",
        states: Some(0),
        bytes: Some(u64::from(cells.len()) * BYTES_A_CELL),
        why: "the openings and the digits that touch none are counted, nothing is searched"
            .to_string(),
    }
}

pub fn solve(cells: &Grid<u8>, limits: &Limits) -> Report<Place> {
    let began = Instant::now();
    let plan = plan(cells, limits);
    let needed = plan.bytes.unwrap_or(0);
    let (verdict, bytes) = if cells.squares().contains(&b'X') {
        (Verdict::Impossible, 0)
    } else if limits.memory.is_some_and(|memory| needed > memory) {
        (gave_up(Limit::Memory, 0), 0)
    } else {
        let moves: Vec<Place> = clicks(cells)
            .into_iter()
            .map(|square| cells.place(square))
            .collect();
        let cost = moves.len() as u64;
        match limits.cost {
            Some(most) if cost > most => (gave_up(Limit::Cost, most + 1), needed),
            _ => (Verdict::Fewest { cost, moves }, needed),
        }
    };
    Report {
        verdict,
        stats: Stats {
            bytes,
            elapsed: began.elapsed(),
            ..Stats::default()
        },
        plan,
    }
}

fn gave_up(limit: Limit, at_least: u64) -> Verdict<Place> {
    Verdict::GaveUp { limit, at_least }
}

/// The clicks, in reading order.
fn clicks(cells: &Grid<u8>) -> Vec<Square> {
    // Which cells an opening reveals. All openings come first: a digit may stand before the
    // first cell of the opening that reveals it.
    let mut revealed = vec![false; cells.len() as usize];
    let mut clicks = Vec::new();
    let mut opening = Vec::new();
    let hidden = |square: Square| cells[square] == b'E';
    for first in 0..cells.len() {
        if !hidden(first) || revealed[first as usize] || mines_around(cells, first) > 0 {
            continue;
        }
        clicks.push(first);
        revealed[first as usize] = true;
        opening.push(first);
        while let Some(square) = opening.pop() {
            for near in cells.around(square) {
                if hidden(near) && !revealed[near as usize] {
                    revealed[near as usize] = true;
                    if mines_around(cells, near) == 0 {
                        opening.push(near);
                    }
                }
            }
        }
    }
    clicks.extend((0..cells.len()).filter(|&square| hidden(square) && !revealed[square as usize]));
    clicks.sort_unstable();
    clicks
}
