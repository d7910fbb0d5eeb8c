//! One pass backwards from the wins: every move is turned round, and the wins spread along them.

use crate::books::Books;
use crate::limits::{Limit, Progress};
use crate::patrol::Patrol;

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
    books: &mut Books,
    patrol: &mut Patrol,
) -> Result<Vec<u32>, Limit> {
    let mut distances = books.filled(places as usize, NEVER)?;
    let mut queue: Vec<u32> = books.list(places as usize)?;
    for place in won {
        distances[place as usize] = 0;
        queue.push(place);
    }
    spread(&mut distances, &mut queue, leads, books, patrol)?;
    books.forget(queue);
    Ok(distances)
}

fn spread(
    distances: &mut [u32],
    queue: &mut Vec<u32>,
    leads: &Leads,
    books: &mut Books,
    patrol: &mut Patrol,
) -> Result<(), Limit> {
    let states = distances.len() as u64;
    let progress = |depth| Progress { depth, states };
    // Counts, then ends, then beginnings of the moves that lead to each place.
    let mut begin: Vec<usize> = books.filled(distances.len() + 1, 0)?;
    let mut moves = 0;
    for place in 0..distances.len() as u32 {
        let before = moves;
        leads(place, &mut |lead| {
            begin[lead as usize] += 1;
            moves += 1;
        });
        patrol.step(1 + (moves - before) as u32, || progress(0))?;
    }
    let mut total = 0;
    for count in &mut begin {
        total += *count;
        *count = total;
    }
    let mut comes_from: Vec<u32> = books.filled(moves, 0)?;
    for place in 0..distances.len() as u32 {
        let mut steps = 1;
        leads(place, &mut |lead| {
            let end = &mut begin[lead as usize];
            *end -= 1;
            comes_from[*end] = place;
            steps += 1;
        });
        patrol.step(steps, || progress(0))?;
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
        patrol.step(1 + befores.len() as u32, || progress(u64::from(distance)))?;
    }
    books.forget(begin);
    books.forget(comes_from);
    Ok(())
}
