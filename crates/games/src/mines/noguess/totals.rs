//! Everything that is certain once the mines are counted.

use super::part::{Part, Walk};
use super::sets::Sets;
use super::sums::Sums;

/// What is possible.
pub struct Counted {
    /// Of each group, whether it can have more mines than it has, and whether it can have fewer:
    /// with as many mines on the board as there are.
    pub groups: Vec<[bool; 2]>,
    /// The same with any number of mines.
    pub uncounted: Vec<[bool; 2]>,
    /// The first for all cells that have no number around them.
    pub sea: [bool; 2],
}

/// Finds out what is possible; nothing where that is too much.
pub fn count(sets: &Sets) -> Option<Counted> {
    let mut walk = Walk::new(sets);
    let parts = parts(sets);
    let parts = parts.iter().map(|order| walk.part(sets, order));
    let parts: Vec<Part> = parts.collect::<Option<_>>()?;
    let mut before = vec![Sums::zero()];
    for part in &parts {
        before.push(before[before.len() - 1].and(&part.totals().into()));
    }
    // The groups may have so many mines more: the others are where no number is.
    let (least, most) = (sets.sea_mines - sets.sea, sets.sea_mines);
    let all = &before[parts.len()];
    let mut counted = Counted {
        groups: vec![[false; 2]; sets.groups.len()],
        uncounted: vec![[false; 2]; sets.groups.len()],
        sea: [all.meets(least..=-1), all.meets(1..=most)],
    };
    let mut after = Sums::zero();
    for (part, before) in parts.iter().zip(&before).rev() {
        let others = before.and(&after);
        after = after.and(&part.totals().into());
        for (group, sides) in part.sides()? {
            for (side, totals) in sides.into_iter().enumerate() {
                let mut each = totals.each();
                counted.uncounted[group][side] = !totals.is_none();
                counted.groups[group][side] =
                    each.any(|change| others.meets(least - change..=most - change));
            }
        }
    }
    Some(counted)
}

/// The groups, part by part. Each part begins at one of its ends, so that few of its numbers are
/// half done at a time.
fn parts(sets: &Sets) -> Vec<Vec<usize>> {
    let mut met = vec![0; sets.groups.len()];
    let mut parts = Vec::new();
    for group in 0..sets.groups.len() {
        if met[group] == 0 {
            let from_here = meet(sets, group, &mut met, 1);
            let end = *from_here.last().expect("it has this group");
            parts.push(meet(sets, end, &mut met, 2));
        }
    }
    parts
}

/// The groups of a part as they are met from one of them: the nearest first.
fn meet(sets: &Sets, group: usize, met: &mut [u8], mark: u8) -> Vec<usize> {
    let mut order = vec![group];
    met[group] = mark;
    let mut at = 0;
    while at < order.len() {
        for number in sets.groups[order[at]].numbers.all() {
            for near in sets.numbers[number].groups.all() {
                if met[near] != mark {
                    met[near] = mark;
                    order.push(near);
                }
            }
        }
        at += 1;
    }
    order
}
