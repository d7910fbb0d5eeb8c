//! Sets of whole numbers: by how much the mines of some groups can be more than in truth.

use std::ops::RangeInclusive;

/// Numbers from -64 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals(u128);

const ZERO: i32 = 64;

impl Totals {
    /// No number.
    pub const NONE: Self = Totals(0);
    /// The number 0.
    pub const ZERO: Self = Totals(1 << ZERO);

    /// Whether there is no number in it.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The numbers, in their order.
    pub fn each(self) -> impl Iterator<Item = i32> {
        (0..128).filter_map(move |at| (self.0 >> at & 1 == 1).then_some(at - ZERO))
    }

    /// All that are in the one or in the other.
    pub fn or(self, other: Self) -> Self {
        Totals(self.0 | other.0)
    }

    /// All with the same number added; nothing where that leads too far.
    pub fn plus(self, number: i32) -> Option<Self> {
        let by = number.unsigned_abs();
        let has_room = match number {
            0.. => by <= self.0.leading_zeros(),
            _ => by <= self.0.trailing_zeros(),
        };
        match number {
            _ if self.is_none() => Some(self),
            _ if !has_room => None,
            0.. => Some(Totals(self.0 << by)),
            _ => Some(Totals(self.0 >> by)),
        }
    }

    /// The sums of one of these and one of the others; nothing where that leads too far.
    pub fn and(self, other: Self) -> Option<Self> {
        let add = |sums: Self, number| Some(sums.or(self.plus(number)?));
        other.each().try_fold(Self::NONE, add)
    }
}

/// Numbers of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    /// The number of the first bit.
    low: i32,
    words: Vec<u64>,
}

impl Sums {
    /// The number 0.
    pub fn zero() -> Self {
        Sums {
            low: 0,
            words: vec![1],
        }
    }

    /// The sums of one of these and one of the others.
    pub fn and(&self, other: &Self) -> Self {
        let mut words = vec![0; self.words.len() + other.words.len()];
        for (at, &word) in other.words.iter().enumerate() {
            for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                for (&word, at) in self.words.iter().zip(at..) {
                    words[at] |= word << bit;
                    if bit > 0 {
                        words[at + 1] |= word >> (64 - bit);
                    }
                }
            }
        }
        while words.last() == Some(&0) {
            words.pop();
        }
        Sums {
            low: self.low + other.low,
            words,
        }
    }

    /// Whether there is one in a range.
    pub fn meets(&self, range: RangeInclusive<i32>) -> bool {
        let end = self.low + 64 * self.words.len() as i32;
        let range = *range.start().max(&self.low)..range.end().saturating_add(1).min(end);
        range.into_iter().any(|number| {
            let at = (number - self.low) as usize;
            self.words[at / 64] >> (at % 64) & 1 == 1
        })
    }
}

impl From<Totals> for Sums {
    fn from(totals: Totals) -> Self {
        let least = totals.0.trailing_zeros() % 128;
        let bits = totals.0 >> least;
        Sums {
            low: least as i32 - ZERO,
            words: vec![bits as u64, (bits >> 64) as u64],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn random(random: &mut fastrand::Rng) -> (Totals, BTreeSet<i32>) {
        let numbers: BTreeSet<i32> = (0..random.usize(1..6))
            .map(|_| random.i32(-30..30))
            .collect();
        let one = |number: &i32| Totals::ZERO.plus(*number).expect("it is small");
        let totals = numbers.iter().map(one).fold(Totals::NONE, Totals::or);
        (totals, numbers)
    }

    #[test]
    fn sums_are_those_of_every_two() {
        let mut chance = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let ((one, these), (other, those)) = (random(&mut chance), random(&mut chance));
            assert_eq!(one.each().collect::<BTreeSet<_>>(), these);
            let add = |one: &BTreeSet<i32>, other: &BTreeSet<i32>| {
                let sums = one
                    .iter()
                    .flat_map(|one| other.iter().map(move |other| one + other));
                sums.collect::<BTreeSet<_>>()
            };
            let plain = add(&these, &those);
            let sums = one.and(other).expect("they are small");
            assert_eq!(sums.each().collect::<BTreeSet<_>>(), plain);
            let far = Sums::from(one).and(&other.into()).and(&Sums::from(one));
            let plain = add(&plain, &these);
            for number in -100..100 {
                assert_eq!(far.meets(number..=number), plain.contains(&number));
                let end = number + chance.i32(0..9);
                let has_any = plain.range(number..=end).next().is_some();
                assert_eq!(far.meets(number..=end), has_any);
            }
        }
    }

    #[test]
    fn what_leads_too_far_is_nothing() {
        assert_eq!(Totals::ZERO.plus(63).and_then(|far| far.plus(1)), None);
        assert_eq!(Totals::ZERO.plus(-64).and_then(|far| far.plus(-1)), None);
        assert_eq!(Totals::NONE.plus(1000), Some(Totals::NONE));
        let far = Totals::ZERO.plus(40).expect("it is small");
        assert_eq!(far.and(far), None);
        #[expect(clippy::reversed_empty_ranges, reason = "there is nothing to meet")]
        let empty = 1..=0;
        assert!(!Sums::zero().meets(empty));
        assert!(Sums::zero().meets(i32::MIN..=i32::MAX));
    }
}
