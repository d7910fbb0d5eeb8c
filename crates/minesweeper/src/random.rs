//! Random numbers from a source of uniformly distributed 64-bit numbers, which the caller provides.

/// A source of uniformly distributed 64-bit numbers, such as `&mut || rng.u64(..)`.
pub type RandomBits<'a> = &'a mut dyn FnMut() -> u64;

/// The generator SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for a seed on every
/// machine.
pub fn split_mix_64(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let bits = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }
}

/// A number below `end`, by division.
pub(crate) fn below(bits: RandomBits, end: u32) -> u32 {
    let end = u64::from(end);
    // Above the greatest multiple of `end`, some numbers would come up more often than others.
    let multiple = u64::MAX - u64::MAX % end;
    loop {
        let bits = bits();
        if bits < multiple {
            return (bits % end) as u32;
        }
    }
}

/// A number below `end`, by multiplication (Lemire, 2019): faster, and different numbers.
pub(crate) fn fast_below(bits: RandomBits, end: u32) -> u32 {
    loop {
        let product = (bits() >> 32) * u64::from(end);
        let (number, rest) = ((product >> 32) as u32, product as u32);
        // The rests below 2³² mod `end` would be one too many.
        if rest >= end || rest >= end.wrapping_neg() % end {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_64_is_that_of_its_authors() {
        // As the authors' program prints them for the seed 1234567.
        let mut bits = split_mix_64(1_234_567);
        let numbers = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!([(); 3].map(|()| bits()), numbers);
    }

    #[test]
    fn all_numbers_are_equally_frequent() {
        let mut bits = split_mix_64(1);
        for draw in [below, fast_below] {
            let mut times = [0u32; 7];
            for _ in 0..70_000 {
                times[draw(&mut bits, 7) as usize] += 1;
            }
            assert!(
                times.iter().all(|times| times.abs_diff(10_000) < 500),
                "{times:?}"
            );
        }
    }
}
