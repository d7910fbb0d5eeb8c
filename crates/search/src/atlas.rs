//! Every state that can be reached, and how far each is from the nearest win: one search
//! forwards through everything, one pass backwards from the wins.

use crate::backwards::{NEVER, distances};
use crate::books::Books;
use crate::chunks::Chunks;
use crate::context::SearchContext;
use crate::limits::{Limit, Progress};
use crate::puzzle::{Key, Puzzle, Space, go_on_if};
use crate::seen::KeyTable;
use crate::trail::Trail;

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
    let for_places = ctx.options.limits.memory.unwrap_or(u64::MAX) / 4;
    match puzzle.space() {
        Space::Dense(space) if Places::bytes(space) <= for_places.min(Places::UNASKED) => {
            let places = Places::new(space, &mut ctx.budget)?;
            explore(puzzle, places, ctx)?.measured(ctx)
        }
        _ => {
            let table = KeyTable::new(&mut ctx.budget)?;
            explore(puzzle, table, ctx)?.measured(ctx)
        }
    }
}

/// The states and their moves, the wins among them; distances are not known yet.
struct Explored<K> {
    trail: Trail<K>,
    first: Chunks<usize>,
    leads: Chunks<u32>,
    won: Chunks<u32>,
}

fn explore<P: Puzzle>(
    puzzle: &P,
    mut places: impl Index<P::Key>,
    ctx: &mut SearchContext,
) -> Result<Explored<P::Key>, Limit> {
    let mut all = Explored {
        trail: Trail::new(),
        first: Chunks::new(),
        leads: Chunks::new(),
        won: Chunks::new(),
    };
    places.place(
        puzzle.pack(&puzzle.start()),
        0,
        &mut all.trail,
        &mut ctx.budget,
    )?;
    let (mut depth, mut layer_end) = (0, 1);
    let mut place = 0;
    while place < all.trail.len() {
        if place == layer_end {
            (depth, layer_end) = (depth + 1, all.trail.len());
        }
        all.first.push(all.leads.len(), &mut ctx.budget)?;
        let state = puzzle.unpack(all.trail.get(place));
        if puzzle.is_won(&state) {
            all.won.push(place as u32, &mut ctx.budget)?;
        } else {
            let (trail, leads) = (&mut all.trail, &mut all.leads);
            let mut outcome = Ok(());
            let _ = puzzle.expand(&state, |_, next| {
                outcome = places
                    .place(puzzle.pack(&next), place, trail, &mut ctx.budget)
                    .and_then(|lead| leads.push(lead as u32, &mut ctx.budget))
                    .and_then(|()| {
                        let states = trail.len() as u64;
                        ctx.step(1, || Progress {
                            depth,
                            states,
                            at_least: 0,
                        })
                    });
                go_on_if(outcome.is_ok())
            });
            outcome?;
        }
        let states = all.trail.len() as u64;
        ctx.step(1, || Progress {
            depth,
            states,
            at_least: 0,
        })?;
        place += 1;
    }
    all.first.push(all.leads.len(), &mut ctx.budget)?;
    places.give_back(&mut ctx.budget);
    Ok(all)
}

impl<K: Key> Explored<K> {
    /// How far each state is from a win.
    fn measured(self, ctx: &mut SearchContext) -> Result<Atlas<K>, Limit> {
        let Explored {
            trail,
            first,
            leads,
            won,
        } = self;
        let lead = |place: u32, tell: &mut dyn FnMut(u32)| {
            let moves = *first.get(place as usize)..*first.get(place as usize + 1);
            moves.for_each(|number| tell(*leads.get(number)));
        };
        let wins = won.iter().copied();
        let distances = distances(trail.len() as u32, wins, &lead, ctx)?;
        Ok(Atlas {
            trail,
            first,
            leads,
            distances,
        })
    }
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

/// Knows the place of every key there is.
trait Index<K: Key> {
    /// The key's place; a new one at the end of the trail if it has none yet.
    fn place(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        books: &mut Books,
    ) -> Result<usize, Limit>;

    /// It is needed no more.
    fn give_back(self, books: &mut Books);
}

impl<K: Key> Index<K> for KeyTable {
    fn place(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        books: &mut Books,
    ) -> Result<usize, Limit> {
        self.place_of(key, parent, trail, books)
    }

    fn give_back(self, books: &mut Books) {
        self.close(books);
    }
}

/// A place for every key of a dense space.
struct Places(Vec<u32>);

impl Places {
    /// What the places may take where no memory limit says otherwise.
    const UNASKED: u64 = 1 << 30;

    const fn bytes(space: u64) -> u64 {
        space.saturating_mul(size_of::<u32>() as u64)
    }

    /// Places are kept one higher, so that 0 says that there is none: zeros cost nothing until
    /// they are written to.
    fn new(space: u64, books: &mut Books) -> Result<Self, Limit> {
        Ok(Places(books.filled(space as usize, 0)?))
    }
}

impl<K: Key> Index<K> for Places {
    fn place(
        &mut self,
        key: K,
        parent: usize,
        trail: &mut Trail<K>,
        books: &mut Books,
    ) -> Result<usize, Limit> {
        let index = key.index().expect("a dense space has integer keys") as usize;
        if self.0[index] == 0 {
            trail.push(key, parent, books)?;
            self.0[index] = trail.len() as u32;
        }
        Ok(self.0[index] as usize - 1)
    }

    fn give_back(self, books: &mut Books) {
        books.forget(self.0);
    }
}
