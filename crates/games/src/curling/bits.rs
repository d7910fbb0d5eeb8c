//! One bit for each square, in which the next block is found without going square by square.

use std::ops::Range;

use fewest_search::{Books, Limit};

/// Bits, and one more for each word of them that is not empty: along bare ice a look goes 4096
/// squares far.
pub struct Bits {
    words: Vec<u64>,
    filled: Vec<u64>,
}

impl Bits {
    /// The squares that are passed in one step of a look.
    pub const STRIDE: usize = 64 * 64;

    /// Nothing is set.
    pub fn new(bits: usize, books: &mut Books) -> Result<Self, Limit> {
        let words = bits.div_ceil(64);
        Ok(Bits {
            words: books.filled(words, 0)?,
            filled: books.filled(words.div_ceil(64), 0)?,
        })
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    pub fn flip(&mut self, bit: usize) {
        let word = bit / 64;
        let was_empty = self.words[word] == 0;
        self.words[word] ^= 1 << (bit % 64);
        if was_empty || self.words[word] == 0 {
            self.filled[word / 64] ^= 1 << (word % 64);
        }
    }

    /// The first bit of a range that is set.
    pub fn first(&self, range: Range<usize>) -> Option<usize> {
        let next = (range.start / 64 + 1) * 64;
        first(&self.words, range.start..range.end.min(next)).or_else(|| {
            let word = first(&self.filled, next / 64..range.end.div_ceil(64))?;
            let bit = word * 64 + self.words[word].trailing_zeros() as usize;
            (bit < range.end).then_some(bit)
        })
    }

    /// The last bit of a range that is set.
    pub fn last(&self, range: Range<usize>) -> Option<usize> {
        let here = range.end / 64 * 64;
        last(&self.words, range.start.max(here)..range.end).or_else(|| {
            let word = last(&self.filled, range.start / 64..here / 64)?;
            let bit = word * 64 + self.words[word].ilog2() as usize;
            (bit >= range.start).then_some(bit)
        })
    }
}

/// The first bit of a range that is set, word by word.
fn first(words: &[u64], range: Range<usize>) -> Option<usize> {
    let mut from = !0 << (range.start % 64);
    let within = range.start / 64..range.end.div_ceil(64);
    for (word, bits) in within.clone().zip(&words[within]) {
        let set = bits & from;
        if set != 0 {
            let bit = word * 64 + set.trailing_zeros() as usize;
            return (bit < range.end).then_some(bit);
        }
        from = !0;
    }
    None
}

/// The last bit of a range that is set, word by word.
fn last(words: &[u64], range: Range<usize>) -> Option<usize> {
    let mut below = !0 >> (range.end.wrapping_neg() % 64);
    let within = range.start / 64..range.end.div_ceil(64);
    for (word, bits) in within.clone().zip(&words[within]).rev() {
        let set = bits & below;
        if set != 0 {
            let bit = word * 64 + set.ilog2() as usize;
            return (bit >= range.start).then_some(bit);
        }
        below = !0;
    }
    None
}

#[cfg(test)]
mod tests {
    use fewest_search::Limits;

    use super::*;

    #[test]
    fn looks_agree_with_going_bit_by_bit() {
        const BITS: usize = 20_000;
        let mut rng = fastrand::Rng::with_seed(3009);
        for set in [0, 1, 3, 40, 3_000] {
            let mut bits = Bits::new(BITS, &mut Books::new(&Limits::default())).unwrap();
            let mut truth = vec![false; BITS];
            for _ in 0..set {
                let bit = rng.usize(..BITS);
                bits.flip(bit);
                truth[bit] = !truth[bit];
            }
            for _ in 0..20_000 {
                let start = rng.usize(..=BITS);
                let near = rng.bool().then(|| BITS.min(start + 200));
                let range = start..rng.usize(start..=near.unwrap_or(BITS));
                let first = range.clone().find(|&bit| truth[bit]);
                assert_eq!(bits.first(range.clone()), first, "{range:?}");
                let last = range.clone().rev().find(|&bit| truth[bit]);
                assert_eq!(bits.last(range.clone()), last, "{range:?}");
            }
        }
    }
}
