//! Every state reached, in the order of reaching: queue, layers and the way back in one list.

use crate::limits::{Books, Limit};

/// Keys in a chunk. Chunks are never moved, so growing needs no second copy.
const CHUNK: usize = 1 << 14;

/// One parent in this many is written down.
const MARK: usize = 64;

/// The keys of all states reached, first come first.
///
/// A breadth-first search expands states in the order in which it reached them, so the
/// parents of the list are in ascending order too. It is enough to mark every 64th state's
/// parent: the parent of any other state lies between two marks, and expanding the few
/// states there again finds it, and the move with it.
pub(crate) struct Trail<K> {
    chunks: Vec<Vec<K>>,
    len: usize,
    marks: Vec<usize>,
}

impl<K> Trail<K> {
    pub fn new() -> Self {
        Trail {
            chunks: Vec::new(),
            len: 0,
            marks: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn get(&self, place: usize) -> &K {
        &self.chunks[place / CHUNK][place % CHUNK]
    }

    /// Adds a key that was first reached from the state at `parent`.
    #[inline]
    pub fn push(&mut self, key: K, parent: usize, books: &mut Books) -> Result<(), Limit> {
        books.admit_state(self.len)?;
        if self.len.is_multiple_of(CHUNK) {
            self.add_chunk(books)?;
        }
        if self.len.is_multiple_of(MARK) {
            self.marks.push(parent);
        }
        self.chunks[self.len / CHUNK].push(key);
        self.len += 1;
        Ok(())
    }

    /// The places among which the parent of the state at `place` is.
    pub fn parents(&self, place: usize) -> std::ops::RangeInclusive<usize> {
        let first = self.marks[place / MARK];
        let last = self.marks.get(place / MARK + 1).copied();
        first..=last.unwrap_or(place - 1).min(place - 1)
    }

    /// The bytes that one state takes here, on average, without what its key owns elsewhere.
    pub const fn bytes_a_state() -> u64 {
        Self::bytes_a_chunk().div_ceil(CHUNK as u64)
    }

    /// The bytes by which the trail grows.
    pub const fn bytes_a_chunk() -> u64 {
        (CHUNK * size_of::<K>() + CHUNK / MARK * size_of::<usize>() + size_of::<Vec<K>>()) as u64
    }

    #[cold]
    fn add_chunk(&mut self, books: &mut Books) -> Result<(), Limit> {
        books.take(Self::bytes_a_chunk())?;
        let mut chunk = Vec::new();
        chunk.try_reserve_exact(CHUNK).map_err(|_| Limit::Memory)?;
        self.marks
            .try_reserve(CHUNK / MARK)
            .map_err(|_| Limit::Memory)?;
        self.chunks.try_reserve(1).map_err(|_| Limit::Memory)?;
        self.chunks.push(chunk);
        Ok(())
    }
}
