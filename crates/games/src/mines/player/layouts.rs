//! All layouts of a position one by one, where they are few.

use crate::grid::Square;

use super::super::chances::{COVERED, Known, Look};
use super::endgame::GoOn;

/// The covered cells that hold no mine in some layout.
pub fn open_cells(look: &Look, cells: &[u8]) -> Vec<Square> {
    (0..cells.len() as Square)
        .filter(|&square| cells[square as usize] == COVERED && look.chance(square) < 1.0)
        .collect()
}

/// The mines of every layout that fits a position with so many mines in all, those left out that
/// single numbers show; `None` if there are more than `most` layouts, or if it is not to go on.
pub fn all(look: &Look, total: u32, most: usize, go_on: GoOn) -> Option<Vec<Vec<Square>>> {
    let left = total as usize - look.web.mines.len();
    let mut all = vec![Vec::new()];
    for part in &look.diagrams.parts {
        // The ways to each state of a layer.
        let mut first = part.start;
        let mut layer = vec![vec![Vec::new()]];
        for step in part.steps.clone() {
            let cells = look.web.cells_of(look.diagrams.steps[step].cells as usize);
            let edges = look.diagrams.edges_of(step);
            let next_first = first + layer.len() as u32;
            let states = edges.iter().map(|edge| edge.to - next_first).max()? as usize + 1;
            let mut next = vec![Vec::new(); states];
            let mut count = 0;
            for edge in edges {
                if !go_on(0) {
                    return None;
                }
                for way in &layer[(edge.from - first) as usize] {
                    each_subset(cells, edge.mines as usize, &mut |some| {
                        let to: &mut Vec<Vec<Square>> = &mut next[(edge.to - next_first) as usize];
                        to.push([way.as_slice(), some].concat());
                        count += 1;
                        count <= MOST_WAYS
                    })?;
                }
            }
            (first, layer) = (next_first, next);
        }
        let mut longer = Vec::new();
        for one in &all {
            if !go_on(0) {
                return None;
            }
            for other in layer.iter().flatten() {
                if one.len() + other.len() <= left {
                    longer.push([one.as_slice(), other].concat());
                }
                if longer.len() > MOST_WAYS {
                    return None;
                }
            }
        }
        all = longer;
    }
    let is_sea = |&square: &Square| look.web.known[square as usize] == Known::Sea;
    let sea: Vec<Square> = (0..look.web.known.len() as Square).filter(is_sea).collect();
    let mut whole = Vec::new();
    for one in &all {
        each_subset(&sea, left - one.len(), &mut |some| {
            whole.push([one.as_slice(), some].concat());
            whole.len() <= most
        })?;
    }
    Some(whole)
}

/// Ways to fill some of the boxes that are kept at a time: more than there are layouts, for not all
/// of them come out right in the end.
const MOST_WAYS: usize = 1 << 16;

/// Hands on every set of so many items; nothing comes back where it was told to stop.
fn each_subset(
    items: &[Square],
    count: usize,
    hand_on: &mut dyn FnMut(&[Square]) -> bool,
) -> Option<()> {
    if count > items.len() {
        return Some(());
    }
    let mut chosen: Vec<usize> = (0..count).collect();
    let mut some: Vec<Square> = items[..count].to_vec();
    loop {
        if !hand_on(&some) {
            return None;
        }
        // The last one that can go on does, and those behind it follow.
        let Some(at) = (0..count).rfind(|&at| chosen[at] < items.len() - count + at) else {
            return Some(());
        };
        let first = chosen[at] + 1;
        for (next, at) in (first..).zip(at..count) {
            chosen[at] = next;
            some[at] = items[next];
        }
    }
}
