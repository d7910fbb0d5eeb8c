//! The hash SHA-1 (FIPS 180-4), which the masks of game ids are made with. It keeps no secret here.

/// The hash of some bytes.
pub fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut state = [
        0x6745_2301_u32,
        0xEFCD_AB89,
        0x98BA_DCFE,
        0x1032_5476,
        0xC3D2_E1F0,
    ];
    let (blocks, rest) = bytes.as_chunks::<64>();
    blocks.iter().for_each(|block| mix(&mut state, block));
    // The end is a single 1 bit, and the number of all bits in the last eight bytes.
    let mut end = rest.to_vec();
    end.push(0x80);
    while end.len() % 64 != 56 {
        end.push(0);
    }
    end.extend((bytes.len() as u64 * 8).to_be_bytes());
    let (blocks, _) = end.as_chunks::<64>();
    blocks.iter().for_each(|block| mix(&mut state, block));
    let mut hash = [0; 20];
    for (part, word) in hash.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *part = word.to_be_bytes();
    }
    hash
}

/// Mixes a block into the state.
fn mix(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut words = [0; 80];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for at in 16..80 {
        let mixed = words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16];
        words[at] = mixed.rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (round, word) in words.into_iter().enumerate() {
        let (chosen, constant) = match round {
            0..20 => ((b & c) | (!b & d), 0x5A82_7999),
            20..40 => (b ^ c ^ d, 0x6ED9_EBA1),
            40..60 => ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC),
            _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
        };
        let next = a.rotate_left(5).wrapping_add(chosen);
        let next = next.wrapping_add(e).wrapping_add(constant);
        (e, d, c, b) = (d, c, b.rotate_left(30), a);
        a = next.wrapping_add(word);
    }
    for (sum, word) in state.iter_mut().zip([a, b, c, d, e]) {
        *sum = sum.wrapping_add(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(hash: [u8; 20]) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_published_hashes_come_out() {
        for (text, hash) in [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
            ),
        ] {
            assert_eq!(hex(sha1(text.as_bytes())), hash, "{text}");
        }
        let million = vec![b'a'; 1_000_000];
        assert_eq!(
            hex(sha1(&million)),
            "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
        );
    }
}
