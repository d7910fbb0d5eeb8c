//! The search layer by layer: how many positions each number of moves reaches first, and where
//! the player stands in them.

#[cfg(test)]
mod tests;

use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_search::{Books, Key, Limit, Limits, Progress, Puzzle, SearchContext, Space, chart};
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::grid::Square;
use crate::puzzle::Placed;

/// The layers of a search from its start to the first win, each of them whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// What the layers are layers of.
    pub shows: Shows,
    /// The first is the start alone. A layer that a limit cut short is not among them.
    pub layers: Vec<Layer>,
    /// After how many moves the first win comes: that layer is the last. Nothing where no win was
    /// reached, which proves that there is none unless a limit ended it.
    pub won_at: Option<u64>,
    /// Which limit ended it, where one did.
    pub limit: Option<Limit>,
}

/// What the layers are layers of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shows {
    /// All positions that can be reached, by the number of moves that reach them first.
    Search,
    /// One shortest solution, a layer for each of its moves: the positions are too many to be
    /// counted.
    Solution,
}

/// The positions that are first reached by one number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// How many there are, those that are won included; 1 in each layer of a solution.
    pub positions: u64,
    /// The squares of the view's grid on which the player stands in them, in ascending order,
    /// each with the number of positions. In a game without a player these are the squares that
    /// moves have changed, and in a layer of a solution those that its move changes.
    pub squares: Vec<(Square, u64)>,
}

impl Layers {
    /// The start alone; nothing else is known yet.
    pub(crate) fn begin(shows: Shows) -> Self {
        let start = Layer {
            positions: 1,
            squares: Vec::new(),
        };
        Layers {
            shows,
            layers: vec![start],
            won_at: None,
            limit: None,
        }
    }

    /// How many positions there are in all layers; `None` for the layers of a solution.
    pub fn reachable(&self) -> Option<u64> {
        let positions = self.layers.iter().map(|layer| layer.positions);
        (self.shows == Shows::Search).then(|| positions.sum())
    }

    /// Adds a layer of so many positions, with the player on those squares.
    pub(crate) fn push(
        &mut self,
        positions: u64,
        squares: &mut [Square],
        books: &mut Books,
    ) -> Result<(), Limit> {
        squares.sort_unstable();
        let same = || squares.chunk_by(|one, other| one == other);
        let mut counted = books.list(same().count())?;
        counted.extend(same().map(|same| (same[0], same.len() as u64)));
        let layer = Layer {
            positions,
            squares: counted,
        };
        books.push(&mut self.layers, layer)
    }
}

/// The search of a puzzle layer by layer.
pub(crate) fn layers<P: Placed>(puzzle: &P, context: &mut SearchContext) -> Layers {
    let start = puzzle.start();
    let mut layers = Layers::begin(Shows::Search);
    puzzle.counted_on(&start, &mut |square| {
        layers.layers[0].squares.push((square, 1));
    });
    if puzzle.is_won(&start) {
        layers.won_at = Some(0);
        return layers;
    }
    if let Err(limit) = spread(puzzle, context, &mut layers) {
        layers.limit = Some(limit);
    }
    layers
}

/// Goes on from the start, layer by layer, until one holds a win or nothing new is reached.
fn spread<P: Placed>(
    puzzle: &P,
    context: &mut SearchContext,
    layers: &mut Layers,
) -> Result<(), Limit> {
    let limits = context.options.limits;
    let mut seen = Seen::new(puzzle.space(), &limits, &mut context.budget)?;
    let mut squares: Vec<Square> = Vec::new();
    let start = puzzle.pack(&puzzle.start());
    let mut layer = Front::<P>::default();
    seen.admit(&start, &mut context.budget)?;
    layer.push(start, &mut context.budget)?;
    for depth in 0.. {
        if limits.cost.is_some_and(|cost| depth >= cost) {
            return Err(Limit::Cost);
        }
        let mut next = Front::<P>::default();
        let mut is_won = false;
        squares.clear();
        for key in &layer.keys {
            let progress = Progress {
                depth,
                states: seen.len(),
                at_least: depth + 1,
            };
            context.step(1, || progress)?;
            let mut admit = |state: P::State| {
                context.step(1, || progress)?;
                let budget = &mut context.budget;
                let key = puzzle.pack(&state);
                if seen.admit(&key, budget)? {
                    is_won |= puzzle.is_won(&state);
                    let mut noted = Ok(());
                    puzzle.counted_on(&state, &mut |square| {
                        if noted.is_ok() {
                            noted = budget.push(&mut squares, square);
                        }
                    });
                    noted?;
                    next.push(key, budget)?;
                }
                Ok::<(), Limit>(())
            };
            let mut outcome = Ok(());
            let _ = puzzle.expand(&puzzle.unpack(key), |_, state| {
                outcome = admit(state);
                match outcome {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            outcome?;
        }
        if next.keys.is_empty() {
            return Ok(());
        }
        layers.push(next.keys.len() as u64, &mut squares, &mut context.budget)?;
        if is_won {
            layers.won_at = Some(depth + 1);
            return Ok(());
        }
        std::mem::replace(&mut layer, next).forget(&mut context.budget);
    }
    unreachable!("a layer is empty before there are more than there are positions");
}

/// For each square that the player can reach and win from, the fewest moves from there: of all
/// positions with the player on it, the nearest to a win.
pub(crate) fn distances<P: Placed>(
    puzzle: &P,
    context: &mut SearchContext,
) -> Result<Vec<(Square, u64)>, Limit> {
    let atlas = chart(puzzle, context)?;
    let progress = Progress {
        depth: 0,
        states: atlas.len() as u64,
        at_least: 0,
    };
    // The nearest of each square, by its number.
    let mut nearest: Vec<Option<u32>> = Vec::new();
    for place in 0..atlas.len() {
        context.step(1, || progress)?;
        let Some(distance) = atlas.distance(place) else {
            continue;
        };
        if let Some(square) = puzzle.player(&puzzle.unpack(atlas.key(place))) {
            let square = square as usize;
            if square >= nearest.len() {
                let more = square + 1 - nearest.len();
                context.budget.make_room(&mut nearest, more)?;
                nearest.resize(square + 1, None);
            }
            let nearest = &mut nearest[square];
            *nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
        }
    }
    let mut distances = context.budget.list(nearest.iter().flatten().count())?;
    let numbered = (0..).zip(&nearest);
    distances.extend(numbered.filter_map(|(square, nearest)| Some((square, (*nearest)?.into()))));
    Ok(distances)
}

/// The keys of one layer.
struct Front<P: Puzzle> {
    keys: Vec<P::Key>,
    /// What the keys own beyond their own size.
    owned: u64,
}

impl<P: Puzzle> Default for Front<P> {
    fn default() -> Self {
        Front {
            keys: Vec::new(),
            owned: 0,
        }
    }
}

impl<P: Puzzle> Front<P> {
    fn push(&mut self, key: P::Key, books: &mut Books) -> Result<(), Limit> {
        let owned = key.heap_bytes();
        books.take(owned)?;
        self.owned += owned;
        books.push(&mut self.keys, key)
    }

    fn forget(self, books: &mut Books) {
        books.give_back(self.owned);
        books.forget(self.keys);
    }
}

/// What the bits may take where no memory limit says otherwise.
const BITS_UNASKED: u64 = 1 << 30;

/// Every position reached so far, by its exact key: one bit each where the keys are dense, otherwise
/// a set of whole keys. No key is kept in any order, because no way back is ever asked for.
struct Seen<K> {
    keys: Keys<K>,
    len: u64,
    most: u64,
}

enum Keys<K> {
    Bits(Vec<u64>),
    Set {
        set: FxHashSet<K>,
        /// What the set's table takes.
        bytes: u64,
    },
}

impl<K: Key + Hash> Seen<K> {
    fn new(space: Space, limits: &Limits, books: &mut Books) -> Result<Self, Limit> {
        // The bits are taken whole, and the layers need the rest.
        let for_bits = limits.memory.map_or(BITS_UNASKED, |memory| memory / 4);
        let keys = match space {
            Space::Dense(space) if space / 8 < for_bits => {
                Keys::Bits(books.filled(space.div_ceil(64) as usize, 0)?)
            }
            _ => Keys::Set {
                set: FxHashSet::default(),
                bytes: 0,
            },
        };
        Ok(Seen {
            keys,
            len: 0,
            most: limits.states.unwrap_or(u64::MAX),
        })
    }

    /// How many positions there are.
    fn len(&self) -> u64 {
        self.len
    }

    /// Adds a position; says whether it is new.
    fn admit(&mut self, key: &K, books: &mut Books) -> Result<bool, Limit> {
        let is_full = self.len >= self.most;
        match &mut self.keys {
            Keys::Bits(words) => {
                let index = key.index().expect("a dense space has integer keys") as usize;
                let (word, bit) = (&mut words[index / 64], 1 << (index % 64));
                if *word & bit != 0 {
                    return Ok(false);
                }
                if is_full {
                    return Err(Limit::States);
                }
                *word |= bit;
            }
            Keys::Set { set, bytes } => {
                if set.contains(key) {
                    return Ok(false);
                }
                if is_full {
                    return Err(Limit::States);
                }
                if set.len() == set.capacity() {
                    let room = (set.len() * 2).max(Books::LEAST_ROOM);
                    // For a moment the old table and the new one are held.
                    let larger = table_bytes::<K>(room);
                    books.take(larger)?;
                    set.try_reserve(room - set.len())
                        .map_err(|_| Limit::Memory)?;
                    books.give_back(std::mem::replace(bytes, larger));
                }
                books.take(key.heap_bytes())?;
                set.insert(key.clone());
            }
        }
        self.len += 1;
        Ok(true)
    }
}

/// The bytes of a table with room for so many keys: it is at most seven eighths full, has a power
/// of two of places, and a byte of its own for each of them and for a group past the end.
fn table_bytes<K>(room: usize) -> u64 {
    const GROUP: u64 = 64;
    let places = (room as u64 * 8).div_ceil(7).next_power_of_two();
    places * (size_of::<K>() as u64 + 1) + GROUP
}
