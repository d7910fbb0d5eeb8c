//! One bit for each square, in which the next block is found word by word.

use std::ops::Range;

use fewest_search::{Books, Limit};

/// A list of bits.
pub struct Bits(Vec<u64>);

impl Bits {
    /// Nothing is set.
    pub fn new(bits: usize, books: &mut Books) -> Result<Self, Limit> {
        Ok(Bits(books.filled(bits.div_ceil(64), 0)?))
    }

    pub fn words(&self) -> &[u64] {
        &self.0
    }

    pub fn flip(&mut self, bit: usize) {
        self.0[bit / 64] ^= 1 << (bit % 64);
    }

    /// The first bit of a range that is set.
    pub fn first(&self, range: Range<usize>) -> Option<usize> {
        let mut from = !0 << (range.start % 64);
        let within = range.start / 64..range.end.div_ceil(64);
        for (word, bits) in within.clone().zip(&self.0[within]) {
            let set = bits & from;
            if set != 0 {
                let bit = word * 64 + set.trailing_zeros() as usize;
                return (bit < range.end).then_some(bit);
            }
            from = !0;
        }
        None
    }

    /// The last bit of a range that is set.
    pub fn last(&self, range: Range<usize>) -> Option<usize> {
        let mut below = !0 >> (range.end.wrapping_neg() % 64);
        let within = range.start / 64..range.end.div_ceil(64);
        for (word, bits) in within.clone().zip(&self.0[within]).rev() {
            let set = bits & below;
            if set != 0 {
                let bit = word * 64 + set.ilog2() as usize;
                return (bit >= range.start).then_some(bit);
            }
            below = !0;
        }
        None
    }
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
