//! All the ways to choose some of several things, each with its number.

use std::ops::RangeInclusive;

/// How many ways there are to choose `chosen` of `things`; nothing where that is too large a number.
fn ways(things: u32, chosen: u32) -> Option<u128> {
    if chosen > things {
        return Some(0);
    }
    let chosen = chosen.min(things - chosen);
    (0..u128::from(chosen)).try_fold(1u128, |ways, taken| {
        Some(ways.checked_mul(u128::from(things) - taken)? / (taken + 1))
    })
}

/// The subsets of `0..things` whose sizes lie in a range: the smaller ones first.
pub struct Subsets {
    things: u32,
    /// How many there are of each size.
    sizes: Vec<(u32, u128)>,
    count: u128,
}

impl Subsets {
    /// Nothing where there are too many to be numbered.
    pub fn new(things: u32, sizes: &RangeInclusive<u32>) -> Option<Self> {
        let range = *sizes.start()..=(*sizes.end()).min(things);
        let sized = |size| Some((size, ways(things, size)?));
        let sizes = range.map(sized).collect::<Option<Vec<_>>>()?;
        let counts = sizes.iter().map(|&(_, ways)| ways);
        let count = counts.into_iter().try_fold(0u128, u128::checked_add)?;
        Some(Subsets {
            things,
            sizes,
            count,
        })
    }

    /// How many there are.
    pub fn count(&self) -> u128 {
        self.count
    }

    /// The one of that number, ascending.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn nth(&self, number: u128) -> Vec<u32> {
        let mut number = number;
        for &(size, ways) in &self.sizes {
            match number.checked_sub(ways) {
                Some(left) => number = left,
                None => return nth_of_size(self.things, size, number),
            }
        }
        panic!("there are not so many subsets")
    }
}

/// Thing by thing: either it is in, and fewer are left to choose, or all that have it are passed.
fn nth_of_size(things: u32, size: u32, number: u128) -> Vec<u32> {
    let (mut number, mut size) = (number, size);
    let mut chosen = Vec::with_capacity(size as usize);
    for thing in 0..things {
        if size == 0 {
            break;
        }
        let with = ways(things - thing - 1, size - 1).expect("it is no more than all");
        match number.checked_sub(with) {
            Some(left) => number = left,
            None => {
                chosen.push(thing);
                size -= 1;
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_subset_has_one_number() {
        for things in 0..9 {
            for least in 0..=things + 1 {
                for most in 0..=things + 2 {
                    let subsets = Subsets::new(things, &(least..=most)).expect("few");
                    let all: BTreeSet<_> = (0..subsets.count()).map(|n| subsets.nth(n)).collect();
                    let expected: BTreeSet<Vec<u32>> = (0u32..1 << things)
                        .map(|bits| (0..things).filter(|thing| bits >> thing & 1 == 1).collect())
                        .filter(|set: &Vec<u32>| (least..=most).contains(&(set.len() as u32)))
                        .collect();
                    assert_eq!(all, expected);
                    assert_eq!(subsets.count(), expected.len() as u128);
                }
            }
        }
    }

    #[test]
    fn large_numbers_are_known_and_larger_ones_refused() {
        let half = Subsets::new(100, &(50..=50)).expect("97 bits");
        assert_eq!(half.count(), 100_891_344_545_564_193_334_812_497_256);
        let last: Vec<u32> = (50..100).collect();
        assert_eq!(half.nth(half.count() - 1), last);
        assert!(Subsets::new(400, &(0..=400)).is_none());
    }
}
