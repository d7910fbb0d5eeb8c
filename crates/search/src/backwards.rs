//! One pass backwards from the wins: every move is turned round, and the wins spread along them.

use crate::context::SearchContext;
use crate::limits::{Limit, Progress};

/// The distance of a place from which no win can be reached.
pub const NEVER: u32 = u32::MAX;

/// Calls with every place that one leads to.
pub type Leads<'a> = dyn Fn(u32, &mut dyn FnMut(u32)) + 'a;

/// How far each of so many places is from the nearest that is won, by the fewest moves; [`NEVER`]
/// where none can be reached.
pub fn distances(
    places: u32,
    won: impl Iterator<Item = u32>,
    leads: &Leads,
    ctx: &mut SearchContext,
) -> Result<Vec<u32>, Limit> {
    let mut distances = ctx.budget.filled(places as usize, NEVER)?;
    let mut queue: Vec<u32> = ctx.budget.list(places as usize)?;
    for place in won {
        distances[place as usize] = 0;
        queue.push(place);
    }
    spread(&mut distances, &mut queue, leads, ctx)?;
    ctx.budget.forget(queue);
    Ok(distances)
}

fn spread(
    distances: &mut [u32],
    queue: &mut Vec<u32>,
    leads: &Leads,
    ctx: &mut SearchContext,
) -> Result<(), Limit> {
    let states = distances.len() as u64;
    let progress = |depth| Progress {
        depth,
        states,
        at_least: 0,
    };
    // Counts, then ends, then beginnings of the moves that lead to each place.
    let mut begin: Vec<usize> = ctx.budget.filled(distances.len() + 1, 0)?;
    let mut moves = 0;
    for place in 0..distances.len() as u32 {
        let before = moves;
        leads(place, &mut |lead| {
            begin[lead as usize] += 1;
            moves += 1;
        });
        ctx.step(1 + (moves - before) as u32, || progress(0))?;
    }
    let mut total = 0;
    for count in &mut begin {
        total += *count;
        *count = total;
    }
    let mut comes_from: Vec<u32> = ctx.budget.filled(moves, 0)?;
    for place in 0..distances.len() as u32 {
        let mut steps = 1;
        leads(place, &mut |lead| {
            let end = &mut begin[lead as usize];
            *end -= 1;
            comes_from[*end] = place;
            steps += 1;
        });
        ctx.step(steps, || progress(0))?;
    }
    let mut done = 0;
    while done < queue.len() {
        let place = queue[done] as usize;
        done += 1;
        let distance = distances[place] + 1;
        let befores = &comes_from[begin[place]..begin[place + 1]];
        for &before in befores {
            if distances[before as usize] == NEVER {
                distances[before as usize] = distance;
                queue.push(before);
            }
        }
        ctx.step(1 + befores.len() as u32, || progress(u64::from(distance)))?;
    }
    ctx.budget.forget(begin);
    ctx.budget.forget(comes_from);
    Ok(())
}
