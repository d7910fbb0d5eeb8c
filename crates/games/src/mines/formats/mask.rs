//! The mask over the mines in Simon Tatham's game ids, so that nobody sees by accident where they
//! are. It has no key: whoever wants to can take it off.
//!
//! The bytes are cut in half. Each half in turn is added, bit by bit, to a stream made of the other
//! one: the hashes of that half followed by `0`, by `1`, and so on. The second half first takes the
//! mask off again.

use super::sha1::sha1;

/// Masks bytes of so many bits, or takes the mask off; bits behind the last one stay 0.
pub fn mask(bytes: &mut [u8], bits: usize, off: bool) {
    let half = bytes.len() / 2;
    for step in 0..2 {
        let (first, second) = bytes.split_at_mut(half);
        match (step == 0) != off {
            true => cover(first, second),
            false => cover(second, first),
        }
        if let (Some(last), false) = (bytes.last_mut(), bits.is_multiple_of(8)) {
            *last &= 0xFF << (8 - bits % 8);
        }
    }
}

/// Adds the stream that is made of a seed.
fn cover(target: &mut [u8], seed: &[u8]) {
    for (number, part) in target.chunks_mut(20).enumerate() {
        let hash = sha1(&[seed, number.to_string().as_bytes()].concat());
        for (byte, mask) in part.iter_mut().zip(hash) {
            *byte ^= mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const SEED: u64 = 1_234_567;

    /// The two examples that the collection's author works through.
    #[test]
    fn the_published_examples_come_out() {
        let mut bytes = [0x12, 0x34, 0x56, 0x70];
        mask(&mut bytes, 28, false);
        assert_eq!(bytes, [0x07, 0xFA, 0x65, 0x00]);
        mask(&mut bytes, 28, true);
        assert_eq!(bytes, [0x12, 0x34, 0x56, 0x70]);
        let mut bytes = [0; 50];
        mask(&mut bytes, 400, false);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "b202c07b990c01f6ff2d544707f60e506019b671fcb1d8b5a2\
             10b0af913db85d37ca27f52a9f78bba3a80030db3d01d8df78"
        );
        mask(&mut bytes, 400, true);
        assert_eq!(bytes, [0; 50]);
    }

    #[test]
    fn what_is_masked_is_unmasked() {
        let mut rng = Rng::with_seed(SEED);
        for _ in 0..3_000 {
            let bits = rng.usize(1..600);
            let mut bytes: Vec<u8> = (0..bits.div_ceil(8)).map(|_| rng.u8(..)).collect();
            if !bits.is_multiple_of(8) {
                *bytes.last_mut().expect("there is a bit") &= 0xFF << (8 - bits % 8);
            }
            let plain = bytes.clone();
            mask(&mut bytes, bits, false);
            mask(&mut bytes, bits, true);
            assert_eq!(bytes, plain, "seed {SEED}, {bits} bits");
        }
    }
}
