//! Numbers and keys as few bytes: small numbers are short, and a key is what differs from the one
//! before.

/// Appends a number, seven bits a byte, the lowest first.
pub(super) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number and steps behind it; nothing where there is none.
#[inline]
pub(super) fn take_number(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a key after another one: how much of it is the same, how long the rest is, the rest.
pub(super) fn put_key(bytes: &mut Vec<u8>, before: &[u8], key: &[u8]) {
    let same = before.iter().zip(key).take_while(|(a, b)| a == b).count();
    put_number(bytes, same as u64);
    put_number(bytes, (key.len() - same) as u64);
    bytes.extend_from_slice(&key[same..]);
}

/// Turns a key into the next one and steps behind it; nothing where there is none.
#[inline]
pub(super) fn take_key(bytes: &[u8], at: &mut usize, key: &mut Vec<u8>) -> Option<()> {
    let same = usize::try_from(take_number(bytes, at)?).ok()?;
    let rest = usize::try_from(take_number(bytes, at)?).ok()?;
    let end = at.checked_add(rest)?;
    if same > key.len() {
        return None;
    }
    key.truncate(same);
    key.extend_from_slice(bytes.get(*at..end)?);
    *at = end;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for shift in 0..64 {
            for number in [(1 << shift) - 1, 1 << shift, u64::MAX >> shift] {
                let mut bytes = Vec::new();
                put_number(&mut bytes, number);
                let mut at = 0;
                assert_eq!(take_number(&bytes, &mut at), Some(number));
                assert_eq!(at, bytes.len());
                assert_eq!(take_number(&bytes[..at - 1], &mut 0), None);
            }
        }
        assert_eq!(take_number(&[0xFF; 11], &mut 0), None);
    }

    #[test]
    fn keys_are_read_as_they_were_written() {
        let keys: [&[u8]; 6] = [b"", b"a", b"abc", b"abd", b"ab", b"zzz"];
        let (mut bytes, mut before) = (Vec::new(), &b""[..]);
        for key in keys {
            put_key(&mut bytes, before, key);
            before = key;
        }
        let (mut at, mut read) = (0, Vec::new());
        for key in keys {
            assert_eq!(take_key(&bytes, &mut at, &mut read), Some(()));
            assert_eq!(read, key);
        }
        assert_eq!(take_key(&bytes, &mut at, &mut read), None);
        // More is the same than there is.
        assert_eq!(take_key(&[9, 0], &mut 0, &mut vec![1]), None);
        assert_eq!(take_key(&[0, 200, 200], &mut 0, &mut vec![1]), None);
    }
}
