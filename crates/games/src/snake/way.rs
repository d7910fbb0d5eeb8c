//! A way to the apple of so many moves, straight on wherever the bound allows.

use std::collections::HashMap;

use fewest_search::{Limit, SearchContext};

use super::bound::Distances;
use super::sweep::{Position, Sweep};
use crate::grid::{Direction, Square};

/// The first way of so many moves, in their order, where there is none of fewer; nothing where
/// there is none, or none was found among so many positions as may be tried.
///
/// Goes ahead in that order wherever the bound says that the apple may still be reached in time,
/// and back where it turns out that it is not. A position that was too late once is too late
/// whenever it is reached no sooner.
pub fn moves<const W: usize>(
    sweep: &mut Sweep<W>,
    distances: &Distances,
    (steps, head): (&[usize], Square),
    cost: usize,
    tries: &mut u64,
    ctx: &mut SearchContext,
) -> Result<Option<Vec<Direction>>, Limit> {
    /// What an entry of the map takes at the most: it may be seven sixteenths full, and for a
    /// moment there are an old one and a new one.
    const BYTES_A_FAILURE: u64 = 64;
    let mut failed: HashMap<Position, usize> = HashMap::new();
    let mut moves: Vec<Direction> = ctx.budget.list(cost)?;
    let mut line: Vec<(Position, usize)> = ctx.budget.list(cost + 1)?;
    line.push((sweep.position(steps, head, &mut ctx.budget)?, 0));
    while let Some((at, direction)) = line.last_mut() {
        let made = moves.len();
        if made == cost {
            return Ok(Some(moves));
        }
        if *direction == Direction::ALL.len() {
            ctx.budget.take(BYTES_A_FAILURE)?;
            failed.insert(*at, made);
            line.pop();
            moves.pop();
            continue;
        }
        ctx.work(1)?;
        let step = Direction::ALL[*direction];
        *direction += 1;
        let at = *at;
        let Some(next) = sweep.moved(at, step as usize, &mut ctx.budget)? else {
            continue;
        };
        let left = cost - (made + 1);
        let prefix = sweep.guide().expect("it was followed").prefix(next.0);
        let is_near = distances
            .least(prefix, next.1)
            .is_some_and(|least| least <= left);
        if is_near && failed.get(&next).is_none_or(|&failed| made + 1 < failed) {
            if *tries == 0 {
                return Ok(None);
            }
            *tries -= 1;
            moves.push(step);
            line.push((next, 0));
        }
    }
    Ok(None)
}
