//! Random numbers from a seed: the same on every machine and in every version, since a seed is
//! printed with what it made.

use std::ops::RangeInclusive;

/// A source of random numbers (SplitMix64 of Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The numbers that a seed leads to.
    pub fn new(seed: u64) -> Self {
        Chance(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `end`, each as likely as any other.
    ///
    /// # Panics
    /// If there is no number below it.
    pub fn below(&mut self, end: u32) -> u32 {
        assert!(end > 0, "there is a number to choose");
        let end = u64::from(end);
        // Past the last whole number of rounds some numbers would come once more than others.
        let rounds = u64::MAX - u64::MAX % end;
        loop {
            let bits = self.bits();
            if bits < rounds {
                return (bits % end) as u32;
            }
        }
    }

    /// A number of a range that is not empty, each as likely as any other.
    pub fn within(&mut self, range: &RangeInclusive<u32>) -> u32 {
        let others = range.end() - range.start();
        range.start() + self.below(others.saturating_add(1))
    }

    /// One of the items; nothing where there is none.
    pub fn choice<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        match u32::try_from(items.len()) {
            Ok(end @ 1..) => Some(items[self.below(end) as usize]),
            _ => None,
        }
    }

    /// So many of the items, no one twice; all of them where there are not more. The order of what
    /// is left is lost.
    pub fn take<T>(&mut self, items: &mut Vec<T>, most: u32) -> Vec<T> {
        let mut taken = Vec::new();
        while taken.len() < most as usize && !items.is_empty() {
            let at = self.below(items.len() as u32) as usize;
            taken.push(items.swap_remove(at));
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_leads_to_the_same_numbers_for_ever() {
        // As the authors' program prints them for the seed 1234567.
        let mut chance = Chance::new(1_234_567);
        let bits = [(); 3].map(|()| chance.bits());
        assert_eq!(
            bits,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_number_comes_about_as_often_as_any_other() {
        let mut chance = Chance::new(1);
        let mut times = [0u32; 7];
        for _ in 0..70_000 {
            times[chance.below(7) as usize] += 1;
        }
        assert!(
            times.iter().all(|times| times.abs_diff(10_000) < 500),
            "{times:?}"
        );
    }

    #[test]
    fn nothing_is_taken_twice() {
        let mut chance = Chance::new(2);
        for most in 0..12 {
            let mut left: Vec<u32> = (0..9).collect();
            let mut taken = chance.take(&mut left, most);
            assert_eq!(taken.len(), 9.min(most as usize));
            taken.append(&mut left);
            taken.sort_unstable();
            assert_eq!(taken, (0..9).collect::<Vec<_>>());
        }
        assert_eq!(chance.choice::<u32>(&[]), None);
    }
}
