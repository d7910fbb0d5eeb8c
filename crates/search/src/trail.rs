//! Every state reached, in the order of reaching: queue, layers and the way back in one list.

use std::ops::Range;

use crate::books::Books;
use crate::chunks::Chunks;
use crate::limits::Limit;
use crate::puzzle::Key;

/// One parent in this many is written down.
const MARK: usize = 64;

/// The keys of all states reached, first come first.
///
/// A breadth-first search expands states in the order in which it reached them, so the
/// parents of the list are in ascending order too. It is enough to mark every 64th state's
/// parent: the parent of any other state lies between two marks and in the layer before, and
/// expanding the states there again finds it, and the move with it.
pub(crate) struct Trail<K> {
    keys: Chunks<K>,
    marks: Chunks<usize>,
    /// Where each layer begins.
    layers: Chunks<usize>,
}

impl<K: Key> Trail<K> {
    pub fn new() -> Self {
        Trail {
            keys: Chunks::new(),
            marks: Chunks::new(),
            layers: Chunks::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    pub fn get(&self, place: usize) -> &K {
        self.keys.get(place)
    }

    /// Adds a key that was first reached from the state at `parent`.
    #[inline]
    pub fn push(&mut self, key: K, parent: usize, books: &mut Books) -> Result<(), Limit> {
        books.admit_state(self.len())?;
        let owned = key.heap_bytes();
        if owned > 0 {
            books.take(owned)?;
        }
        if self.len().is_multiple_of(MARK) {
            self.marks.push(parent, books)?;
        }
        self.keys.push(key, books)
    }

    /// The states pushed from here on are one move further than those before.
    pub fn begin_layer(&mut self, books: &mut Books) -> Result<(), Limit> {
        // The report will have an entry for it as well.
        books.take(size_of::<u64>() as u64)?;
        self.layers.push(self.len(), books)
    }

    /// The places of a layer that has been begun, as far as it has come.
    pub fn layer(&self, depth: usize) -> Range<usize> {
        let end = if depth + 1 < self.layers.len() {
            *self.layers.get(depth + 1)
        } else {
            self.len()
        };
        *self.layers.get(depth)..end
    }

    /// The places among which the parent of the state at `place` of the layer `depth` is.
    pub fn parents(&self, place: usize, depth: usize) -> Range<usize> {
        let layer = self.layer(depth - 1);
        let first = *self.marks.get(place / MARK);
        let next_mark = place / MARK + 1;
        let end = if next_mark < self.marks.len() {
            *self.marks.get(next_mark) + 1
        } else {
            layer.end
        };
        layer.start.max(first)..layer.end.min(end)
    }

    /// Hands over the layers up to `depth` state by state, each with its layer and with those places
    /// of the layer before between which its parent is; what is handed over is freed. The layers
    /// beyond are dropped first.
    pub fn hand_over(
        mut self,
        depth: usize,
        mut take: impl FnMut(usize, K, (u64, u64)) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let end = self.layer(depth).end;
        let mut keys = std::mem::replace(&mut self.keys, Chunks::new());
        keys.truncate(end);
        let mut layer = 0;
        for (place, key) in keys.into_iter().enumerate() {
            while layer < depth && *self.layers.get(layer + 1) <= place {
                layer += 1;
            }
            let parent = match layer {
                0 => (0, 0),
                _ => {
                    let begin = *self.layers.get(layer - 1);
                    let parents = self.parents(place, layer);
                    let number = |place: usize| (place - begin) as u64;
                    (number(parents.start), number(parents.end - 1))
                }
            };
            take(layer, key, parent)?;
        }
        Ok(())
    }

    /// How many states each layer has; what it needs no more is freed first.
    pub fn into_layer_sizes(self) -> Vec<u64> {
        let end = self.len();
        drop((self.keys, self.marks));
        let ends = self.layers.iter().skip(1).copied().chain([end]);
        let mut sizes = Vec::with_capacity(self.layers.len());
        sizes.extend(
            self.layers
                .iter()
                .zip(ends)
                .map(|(begin, end)| (end - begin) as u64),
        );
        sizes
    }

    /// The bytes that so many states take here at most, each in a layer of its own, without what
    /// their keys own elsewhere.
    pub const fn bytes(states: u64) -> u64 {
        let keys = Chunks::<K>::bytes(states);
        let marks = Chunks::<usize>::bytes(states.div_ceil(MARK as u64));
        // One more layer than there are states may be begun: the one that stays empty.
        let layers = Chunks::<usize>::bytes(states.saturating_add(1));
        let report = states
            .saturating_add(1)
            .saturating_mul(size_of::<u64>() as u64);
        keys.saturating_add(marks)
            .saturating_add(layers)
            .saturating_add(report)
    }
}
