//! From the judge's letters to bits and back, 64 cells at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;

/// So many cells are worth asking the processor what it can. It is asked once, but on a virtual
/// machine that takes ten times as long as a small board does.
#[cfg(target_arch = "x86_64")]
const WORTH_ASKING: usize = 1 << 14;

/// Finds the hidden cells without a mine, and all mines, among so many columns of a row; `cells`
/// may go on with the next rows. Bits beyond the columns are zero.
pub fn look(cells: &[u8], columns: usize, empty: &mut [u64], mines: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    if cells.len() >= WORTH_ASKING && is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just been asked whether it can.
        #[allow(unsafe_code, reason = "twice as fast where the processor can")]
        return unsafe { avx2::look(cells, columns, empty, mines) };
    }
    look_by(look_at, cells, columns, empty, mines);
}

#[inline(always)]
fn look_by(
    look_at: impl Fn(&[u8; 64]) -> (u64, u64),
    cells: &[u8],
    columns: usize,
    empty: &mut [u64],
    mines: &mut [u64],
) {
    let words = empty.iter_mut().zip(mines.iter_mut());
    for (from, (empty, mines)) in (0..columns).step_by(64).zip(words) {
        let cells = &cells[from..];
        (*empty, *mines) = match cells.first_chunk() {
            // At a row's end that looks into the next row, which is faster than to stop there.
            Some(chunk) => look_at(chunk),
            None => {
                let mut chunk = [0; 64];
                chunk[..cells.len()].copy_from_slice(cells);
                look_at(&chunk)
            }
        };
    }
    if !columns.is_multiple_of(64) {
        for last in [empty.last_mut(), mines.last_mut()].into_iter().flatten() {
            *last &= !(u64::MAX << (columns % 64));
        }
    }
}

/// Letters and digits are told apart by bit 6, mines among the letters by bit 3, and hidden
/// cells among the others by bit 0: so eight cells are looked at together.
#[inline]
fn look_at(cells: &[u8; 64]) -> (u64, u64) {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    // Brings the lowest bits of eight bytes together in the highest byte, in their order.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (mut empty, mut mines) = (0, 0);
    for (place, eight) in cells.as_chunks().0.iter().enumerate() {
        let cells = u64::from_le_bytes(*eight);
        let (letter, mine) = (cells >> 6, cells >> 3);
        let bits = |of: u64| ((of & LOWEST).wrapping_mul(GATHER) >> 56) << (8 * place);
        empty |= bits(cells & letter & !mine);
        mines |= bits(letter & mine);
    }
    (empty, mines)
}

/// What a click reveals of 64 cells.
pub struct Revealed {
    /// Cells with no mine around them.
    pub blanks: u64,
    /// Cells with mines around them.
    pub digits: u64,
    /// How many mines are around each cell, in four binary digits, the ones first.
    pub mines: [u64; 4],
}

/// Writes what is revealed of a row, word by word; `cells` may go on with the next rows. All that
/// is revealed was `E`.
pub fn write(columns: usize, revealed: impl Fn(usize) -> Revealed, cells: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if cells.len() >= WORTH_ASKING && is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just been asked whether it can.
        #[allow(unsafe_code, reason = "twice as fast where the processor can")]
        return unsafe { avx2::write(columns, revealed, cells) };
    }
    write_by(change, columns, revealed, cells);
}

#[inline(always)]
fn write_by(
    change: impl Fn(&Revealed, &mut [u8; 64]),
    columns: usize,
    revealed: impl Fn(usize) -> Revealed,
    cells: &mut [u8],
) {
    for from in (0..columns).step_by(64) {
        let cells = &mut cells[from..];
        let revealed = revealed(from / 64);
        if revealed.blanks | revealed.digits == 0 {
            continue;
        }
        match cells.first_chunk_mut() {
            Some(chunk) if revealed.blanks == u64::MAX => chunk.fill(b'B'),
            Some(chunk) => change(&revealed, chunk),
            None => {
                let mut chunk = [0; 64];
                chunk[..cells.len()].copy_from_slice(cells);
                change(&revealed, &mut chunk);
                cells.copy_from_slice(&chunk[..cells.len()]);
            }
        }
    }
}

#[inline]
fn change(revealed: &Revealed, cells: &mut [u8; 64]) {
    for (place, eight) in cells.as_chunks_mut().0.iter_mut().enumerate() {
        let byte = |bits: u64| (bits >> (8 * place)) as u8;
        let (blanks, digits) = (byte(revealed.blanks), byte(revealed.digits));
        let flips = flips(blanks, digits, revealed.mines.map(byte));
        *eight = (u64::from_le_bytes(*eight) ^ flips).to_le_bytes();
    }
}

/// The bits in which eight letters differ from `E`, a byte each: `B` in the three lowest; a digit
/// where `0` does, 111 0101, and then in its number's own.
fn flips(blanks: u8, digits: u8, [ones, twos, fours, eights]: [u8; 4]) -> u64 {
    let spread = |bits: u8| SPREAD[usize::from(bits)];
    spread(blanks | digits & !ones)
        | (spread(blanks | digits & twos) << 1)
        | (spread(blanks | digits & !fours) << 2)
        | (spread(digits & eights) << 3)
        | (spread(digits) * 0b111_0000)
}

/// For eight bits, eight bytes of 0 or 1, the lowest first.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            spread[bits] |= (bits as u64 >> place & 1) << (8 * place);
            place += 1;
        }
        bits += 1;
    }
    spread
};

#[cfg(test)]
mod tests {
    use super::*;

    /// What the processor can do faster, and what any processor can, is the same.
    #[test]
    fn every_way_to_look_and_to_write_is_the_same() {
        let mut rng = fastrand::Rng::with_seed(529);
        for _ in 0..20_000 {
            let columns = rng.usize(1..200);
            // Now and then more cells than any processor is asked about.
            let rest = rng.usize(..100) + if rng.u8(..8) == 0 { 1 << 14 } else { 0 };
            let letter = |_| *rng.choice(b"EEEEMXB12345678").unwrap();
            let mut cells: Vec<u8> = (0..columns + rest).map(letter).collect();
            let words = columns.div_ceil(64);
            let [mut empty, mut mines, mut plain_empty, mut plain_mines] =
                [(); 4].map(|()| vec![0; words]);
            look(&cells, columns, &mut empty, &mut mines);
            look_by(look_at, &cells, columns, &mut plain_empty, &mut plain_mines);
            for (column, cell) in cells[..columns].iter().enumerate() {
                let has = |bits: &[u64]| bits[column / 64] >> (column % 64) & 1 == 1;
                assert_eq!(
                    (has(&empty), has(&mines)),
                    (*cell == b'E', b"MX".contains(cell))
                );
            }
            assert_eq!((&empty, &mines), (&plain_empty, &plain_mines));

            let bits: Vec<[u64; 6]> = (0..words).map(|_| [(); 6].map(|()| rng.u64(..))).collect();
            let all = rng.u8(..4) == 0;
            let revealed = |word: usize| {
                let [blanks, digits, ones, twos, fours, eights] = bits[word];
                // A digit is from 1 to 8.
                let eights = eights & !(ones | twos | fours);
                let blanks = empty[word] & if all { u64::MAX } else { blanks };
                let digits = empty[word] & digits & !blanks & (ones | twos | fours | eights);
                let mines = [ones, twos, fours, eights];
                Revealed {
                    blanks,
                    digits,
                    mines,
                }
            };
            let mut expected = cells.clone();
            for (column, cell) in expected[..columns].iter_mut().enumerate() {
                let Revealed {
                    blanks,
                    digits,
                    mines,
                } = revealed(column / 64);
                let bit = |bits: u64| (bits >> (column % 64) & 1) as u8;
                if bit(blanks) == 1 {
                    *cell = b'B';
                } else if bit(digits) == 1 {
                    let [ones, twos, fours, eights] = mines.map(bit);
                    *cell = b'0' + ones + 2 * twos + 4 * fours + 8 * eights;
                }
            }
            let mut plainly = cells.clone();
            write_by(change, columns, revealed, &mut plainly);
            write(columns, revealed, &mut cells);
            assert_eq!((&cells, &plainly), (&expected, &expected));
        }
    }
}
