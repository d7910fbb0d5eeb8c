//! A list that grows without ever moving what it holds, and asks the books before it grows.

use crate::books::Books;
use crate::limits::Limit;

/// Items in a chunk.
const CHUNK: usize = 1 << 12;

/// A list in chunks of one size. Growing needs no second copy, so the books can be exact.
pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Chunks<T> {
    /// What a chunk takes in the list of chunks, which doubles as it grows: for a moment the old
    /// list and one twice as long are held, three entries for each chunk.
    const ENTRY: u64 = 3 * size_of::<Vec<T>>() as u64;

    /// Nothing is held yet.
    #[allow(clippy::new_without_default, reason = "as the other stores are made")]
    pub fn new() -> Self {
        Chunks {
            chunks: Vec::new(),
            len: 0,
        }
    }

    /// How many items there are.
    #[allow(clippy::len_without_is_empty, reason = "nobody asks whether it is")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The item at a place.
    #[inline]
    pub fn get(&self, place: usize) -> &T {
        &self.chunks[place / CHUNK][place % CHUNK]
    }

    /// Adds an item at the end, unless the books refuse the room for it.
    #[inline]
    pub fn push(&mut self, item: T, books: &mut Books) -> Result<(), Limit> {
        if self.len.is_multiple_of(CHUNK) {
            self.add_chunk(books)?;
        }
        self.chunks[self.len / CHUNK].push(item);
        self.len += 1;
        Ok(())
    }

    /// Drops all items from a place on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.chunks.truncate(len.div_ceil(CHUNK));
        if let Some(last) = self.chunks.get_mut(len / CHUNK) {
            last.truncate(len % CHUNK);
        }
        self.len = self.len.min(len);
    }

    /// Hands over all items in their order; each chunk is freed as soon as it is empty.
    pub(crate) fn into_iter(self) -> impl Iterator<Item = T> {
        self.chunks.into_iter().flatten()
    }

    /// All items in their order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// The bytes that so many items take, without what they own elsewhere.
    pub const fn bytes(items: u64) -> u64 {
        let chunks = items.div_ceil(CHUNK as u64);
        chunks.saturating_mul((CHUNK * size_of::<T>()) as u64 + Self::ENTRY)
    }

    #[cold]
    fn add_chunk(&mut self, books: &mut Books) -> Result<(), Limit> {
        books.take(Self::ENTRY)?;
        self.chunks.try_reserve(1).map_err(|_| Limit::Memory)?;
        self.chunks.push(books.list(CHUNK)?);
        Ok(())
    }
}
