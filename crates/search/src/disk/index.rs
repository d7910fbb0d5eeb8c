//! Where the blocks of a sorted file begin: the first key of each, as far as there is room.

use super::blocks::Place;

/// The first keys of blocks, in ascending order. Once it is full, every second one is dropped, and
/// from then on only every second block is entered: a coarser index finds as well, and reads more.
pub(super) struct Index {
    keys: Vec<u8>,
    entries: Vec<Entry>,
    /// The bytes it may take.
    most: usize,
    /// One block in so many is entered.
    stride: u64,
    blocks: u64,
}

struct Entry {
    /// Where its key ends.
    end: usize,
    place: Place,
}

impl Index {
    pub fn new(most: usize) -> Self {
        Index {
            keys: Vec::new(),
            entries: Vec::new(),
            most,
            stride: 1,
            blocks: 0,
        }
    }

    /// Enters the next block.
    pub fn push(&mut self, first: &[u8], place: Place) {
        if self.blocks.is_multiple_of(self.stride) {
            // Lists double as they grow.
            while 2 * (self.bytes() + first.len()) > self.most && self.entries.len() > 1 {
                self.thin();
            }
            if self.blocks.is_multiple_of(self.stride) {
                self.keys.extend_from_slice(first);
                let end = self.keys.len();
                self.entries.push(Entry { end, place });
            }
        }
        self.blocks += 1;
    }

    fn thin(&mut self) {
        let mut thinned = Index::new(self.most);
        for slot in (0..self.entries.len()).step_by(2) {
            thinned.keys.extend_from_slice(self.key(slot));
            let (end, place) = (thinned.keys.len(), self.entries[slot].place);
            thinned.entries.push(Entry { end, place });
        }
        (self.keys, self.entries) = (thinned.keys, thinned.entries);
        self.stride *= 2;
    }

    fn bytes(&self) -> usize {
        self.keys.len() + (self.entries.len() + 1) * size_of::<Entry>()
    }

    #[inline]
    fn key(&self, slot: usize) -> &[u8] {
        let begin = slot.checked_sub(1).map_or(0, |slot| self.entries[slot].end);
        &self.keys[begin..self.entries[slot].end]
    }

    /// The entry after which a key must be, if it is anywhere; it is likely to be near `hint`.
    #[inline]
    pub fn find(&self, key: &[u8], hint: usize) -> Option<usize> {
        for slot in hint..self.entries.len().min(hint + 2) {
            let is_behind = self.key(slot) <= key;
            if is_behind && (slot + 1 == self.entries.len() || key < self.key(slot + 1)) {
                return Some(slot);
            }
        }
        self.search(key)
    }

    fn search(&self, key: &[u8]) -> Option<usize> {
        let (mut from, mut to) = (0, self.entries.len());
        while from < to {
            let middle = from.midpoint(to);
            match self.key(middle) <= key {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        from.checked_sub(1)
    }

    /// Where the block of an entry begins, if there is such an entry.
    pub fn place(&self, slot: usize) -> Option<Place> {
        self.entries.get(slot).map(|entry| entry.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_behind_the_last_entry_that_is_not_beyond_it() {
        for most in [usize::MAX, 4000, 500, 1] {
            let mut index = Index::new(most);
            for block in 1..=300_u32 {
                index.push(&(block * 10).to_be_bytes(), (u64::from(block), block));
            }
            assert_eq!(index.find(&9_u32.to_be_bytes(), 0), None);
            for number in 10..3010_u32 {
                let key = number.to_be_bytes();
                let slot = index.find(&key, number as usize % 7).expect("an entry");
                assert_eq!(Some(slot), index.search(&key));
                let place = index.place(slot).expect("an entry");
                assert!(place.1 * 10 <= number);
                let next = index.place(slot + 1);
                assert!(next.is_none_or(|next| next.1 * 10 > number));
            }
            if most == usize::MAX {
                assert_eq!(index.stride, 1);
            }
        }
    }
}
