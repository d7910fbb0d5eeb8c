//! Every state that can be reached, and how far each is from the nearest win: one search
//! forwards through everything, one pass backwards from the wins.

use crate::budget::{Books, Chunks};
use crate::context::{Limit, Progress, SearchContext};
use crate::puzzle::{Key, Puzzle, Space, go_on_if};
use crate::seen::{KeyTable, Trail};

/// Every state that can be reached, by its place: the start has place 0. Won states are reached,
/// but not left.
pub struct Atlas<K> {
    trail: Trail<K>,
    /// Where the moves of each state begin; one more entry at the end.
    first: Chunks<usize>,
    /// The places that the moves lead to, in the puzzle's order.
    leads: Chunks<u32>,
    /// The fewest moves to a win, or [`NEVER`].
    distances: Vec<u32>,
}

/// Reaches everything that can be reached, and measures how far it is from a win. The limit of
/// cost does not apply: an atlas of half the states would say wrong things about the rest.
///
/// `Doubling` begins with 1, adds one or doubles, and wants 100. It is farthest from there at 51,
/// where doubling leads too far:
///
/// ```
/// # use std::ops::ControlFlow;
/// # use fewest_search::{Puzzle, Space};
/// # struct Doubling;
/// # impl Puzzle for Doubling {
/// #     type State = u32;
/// #     type Move = char;
/// #     type Key = u32;
/// #     fn start(&self) -> u32 { 1 }
/// #     fn is_won(&self, &number: &u32) -> bool { number == 100 }
/// #     fn expand(
/// #         &self,
/// #         &number: &u32,
/// #         mut visit: impl FnMut(char, u32) -> ControlFlow<()>,
/// #     ) -> ControlFlow<()> {
/// #         if number < 100 { visit('+', number + 1)? }
/// #         if number <= 50 { visit('*', number * 2)? }
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn pack(&self, &number: &u32) -> u32 { number }
/// #     fn unpack(&self, &number: &u32) -> u32 { number }
/// #     fn space(&self) -> Space { Space::Dense(101) }
/// # }
/// use fewest_search::{SearchContext, chart};
///
/// let atlas = chart(&Doubling, &mut SearchContext::default()).ok().expect("no limit");
/// assert_eq!((atlas.len(), atlas.distance(0)), (100, Some(8)));
/// let farthest = (0..atlas.len()).max_by_key(|&place| atlas.distance(place)).unwrap();
/// assert_eq!((*atlas.key(farthest), atlas.distance(farthest)), (51, Some(49)));
/// ```
pub fn chart<P: Puzzle>(puzzle: &P, ctx: &mut SearchContext) -> Result<Atlas<P::Key>, Limit> {
    // A place must fit 32 bits, and one value says "never".
    ctx.budget.hold_at_most(u64::from(NEVER));
    let for_places = ctx
        .options
        .limits
        .memory
        .map_or(PLACES_UNASKED, |memory| PLACES_UNASKED.min(memory / 4));
    let (atlas, won) = match puzzle.space() {
        Space::Dense(space) if space.saturating_mul(size_of::<u32>() as u64) <= for_places => {
            // Places are kept one higher, so that 0 says that there is none: zeros cost nothing
            // until they are written to.
            let mut places: Vec<u32> = ctx.budget.filled(space as usize, 0)?;
            let explored = explore(puzzle, ctx, |key, parent, trail, budget| {
                let index = key.index().expect("a dense space has integer keys") as usize;
                if places[index] == 0 {
                    trail.push(key, parent, budget)?;
                    places[index] = trail.len() as u32;
                }
                Ok(places[index] - 1)
            })?;
            ctx.budget.forget(places);
            explored
        }
        _ => {
            let mut table = KeyTable::new(&mut ctx.budget)?;
            let explored = explore(puzzle, ctx, |key, parent, trail, budget| {
                let place = table.place_of(key, parent, trail, budget)?;
                Ok(place as u32)
            })?;
            table.close(&mut ctx.budget);
            explored
        }
    };
    let leads = |place: u32, tell: &mut dyn FnMut(u32)| {
        atlas
            .leads(place as usize)
            .for_each(|lead| tell(lead as u32));
    };
    let wins = won.iter().copied();
    let distances = distances(atlas.trail.len() as u32, wins, &leads, ctx)?;
    Ok(Atlas { distances, ..atlas })
}

/// What the places of a dense space may take where no memory limit says otherwise.
const PLACES_UNASKED: u64 = 1 << 30;

/// Visits every state; returns also which ones are won, but no distances yet. `place_of` returns the
/// place of a key, which it adds to the trail if it is new.
fn explore<P: Puzzle>(
    puzzle: &P,
    ctx: &mut SearchContext,
    mut place_of: impl FnMut(P::Key, usize, &mut Trail<P::Key>, &mut Books) -> Result<u32, Limit>,
) -> Result<(Atlas<P::Key>, Chunks<u32>), Limit> {
    let (mut trail, mut first) = (Trail::new(), Chunks::new());
    let (mut leads, mut won) = (Chunks::new(), Chunks::new());
    let start = puzzle.pack(&puzzle.start());
    place_of(start, 0, &mut trail, &mut ctx.budget)?;
    let (mut depth, mut layer_end) = (0, 1);
    let mut place = 0;
    while place < trail.len() {
        if place == layer_end {
            (depth, layer_end) = (depth + 1, trail.len());
        }
        let progress = |states: usize| Progress {
            depth,
            states: states as u64,
            at_least: 0,
        };
        first.push(leads.len(), &mut ctx.budget)?;
        let state = puzzle.unpack(trail.get(place));
        if puzzle.is_won(&state) {
            won.push(place as u32, &mut ctx.budget)?;
        } else {
            let mut outcome = Ok(());
            let _ = puzzle.expand(&state, |_, next| {
                outcome = place_of(puzzle.pack(&next), place, &mut trail, &mut ctx.budget)
                    .and_then(|lead| leads.push(lead, &mut ctx.budget))
                    .and_then(|()| ctx.step(1, || progress(trail.len())));
                go_on_if(outcome.is_ok())
            });
            outcome?;
        }
        ctx.step(1, || progress(trail.len()))?;
        place += 1;
    }
    first.push(leads.len(), &mut ctx.budget)?;
    let atlas = Atlas {
        trail,
        first,
        leads,
        distances: Vec::new(),
    };
    Ok((atlas, won))
}

impl<K: Key> Atlas<K> {
    /// How many states can be reached.
    #[allow(clippy::len_without_is_empty, reason = "the start is always there")]
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// The key of the state at a place.
    pub fn key(&self, place: usize) -> &K {
        self.trail.get(place)
    }

    /// The fewest moves that win from the state at a place; nothing where none do.
    pub fn distance(&self, place: usize) -> Option<u32> {
        Some(self.distances[place]).filter(|&distance| distance != NEVER)
    }

    /// The places that the moves of a state lead to, in the puzzle's order of moves.
    pub fn leads(&self, place: usize) -> impl ExactSizeIterator<Item = usize> {
        let moves = *self.first.get(place)..*self.first.get(place + 1);
        moves.map(|number| *self.leads.get(number) as usize)
    }
}

/// The distance of a place from which no win can be reached.
pub const NEVER: u32 = u32::MAX;

/// Calls a function with every place that one leads to.
pub type Leads<'a> = dyn Fn(u32, &mut dyn FnMut(u32)) + 'a;

/// Returns the fewest moves from each place to the nearest one that is won, or [`NEVER`] if none can
/// be reached.
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
    let progress = |depth| Progress {
        depth,
        states: u64::from(places),
        at_least: 0,
    };
    // Counts, then ends, then beginnings of the moves that lead to each place.
    let mut begin: Vec<usize> = ctx.budget.filled(distances.len() + 1, 0)?;
    let mut moves = 0;
    for place in 0..places {
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
    for place in 0..places {
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
    ctx.budget.forget(queue);
    Ok(distances)
}
