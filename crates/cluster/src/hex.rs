//! Bytes written as hexadecimal digits, two small ones a byte.

/// Bytes as digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of exactly so many digits; capitals are no digits, so that a text has one spelling.
pub fn unhex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let mut bytes = [0; BYTES];
    if pairs.len() != BYTES {
        return None;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = value(*high)? << 4 | value(*low)?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_digits_are_the_same() {
        assert_eq!(hex(&[0x00, 0x9f, 0xff]), "009fff");
        assert_eq!(unhex("009fff"), Some([0x00, 0x9f, 0xff]));
        assert_eq!(unhex::<0>(""), Some([]));
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..1000 {
            let bytes: [u8; 32] = std::array::from_fn(|_| random.u8(..));
            assert_eq!(unhex(&hex(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn nothing_else_is_digits() {
        for text in ["", "0", "000", "0000", "0g", "0F", " 0", "+1", "é", "00 "] {
            assert_eq!(unhex::<1>(text), None, "{text:?}");
        }
    }
}
