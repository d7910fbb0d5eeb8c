//! The search layer by layer: how many positions each number of moves reaches first, and where
//! the player stands in them.

mod seen;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use fewest_search::{Books, Key as _, Limit, Limits, Patrol, Progress, Puzzle, Watch};
use serde::Serialize;

use crate::grid::Square;
use crate::rules::{Placed, Task};
use seen::Seen;

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

/// The search layer by layer as a task.
pub struct Layering<'a> {
    /// What it may use.
    pub limits: &'a Limits,
    /// Who watches.
    pub watch: &'a mut dyn Watch,
}

impl<M: Copy + Eq> Task<M> for Layering<'_> {
    type Output = Layers;

    fn run<P: Placed<Move = M>>(self, puzzle: &P) -> Layers {
        let start = puzzle.start();
        let mut layers = Layers::begin(Shows::Search);
        puzzle.counted_on(&start, &mut |square| {
            layers.layers[0].squares.push((square, 1));
        });
        if puzzle.is_won(&start) {
            layers.won_at = Some(0);
            return layers;
        }
        let mut patrol = Patrol::new(self.limits, self.watch);
        if let Err(limit) = spread(puzzle, self.limits, &mut patrol, &mut layers) {
            layers.limit = Some(limit);
        }
        layers
    }
}

/// Goes on from the start, layer by layer, until one holds a win or nothing new is reached.
fn spread<P: Placed>(
    puzzle: &P,
    limits: &Limits,
    patrol: &mut Patrol,
    layers: &mut Layers,
) -> Result<(), Limit> {
    let mut books = Books::new(limits);
    let mut seen = Seen::new(puzzle.space(), limits, &mut books)?;
    let mut squares: Vec<Square> = Vec::new();
    let start = puzzle.pack(&puzzle.start());
    let mut layer = Front::<P>::default();
    seen.admit(&start, &mut books)?;
    layer.push(start, &mut books)?;
    for depth in 0.. {
        if limits.cost.is_some_and(|cost| depth >= cost) {
            return Err(Limit::Cost);
        }
        let mut next = Front::<P>::default();
        let mut is_won = false;
        squares.clear();
        for key in &layer.keys {
            let states = seen.len();
            patrol.step(1, || Progress { depth, states })?;
            let mut admit = |state: P::State| {
                patrol.step(1, || Progress { depth, states })?;
                let key = puzzle.pack(&state);
                if seen.admit(&key, &mut books)? {
                    is_won |= puzzle.is_won(&state);
                    let mut noted = Ok(());
                    puzzle.counted_on(&state, &mut |square| {
                        if noted.is_ok() {
                            noted = books.push(&mut squares, square);
                        }
                    });
                    noted?;
                    next.push(key, &mut books)?;
                }
                Ok(())
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
        layers.push(next.keys.len() as u64, &mut squares, &mut books)?;
        if is_won {
            layers.won_at = Some(depth + 1);
            return Ok(());
        }
        std::mem::replace(&mut layer, next).forget(&mut books);
    }
    unreachable!("a layer is empty before there are more than there are positions");
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
