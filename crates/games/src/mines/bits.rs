//! Rows of bits, one for each cell, 64 to a word: what is true of a whole row at once.
//!
//! A row is a slice with a zero word at either end, so that every word of it has neighbours. The
//! first column is the lowest bit of the first word.

/// How many words a row takes, without the zero words at its ends.
pub fn words(columns: u32) -> usize {
    columns.div_ceil(64) as usize
}

/// Finds the hidden cells without a mine, and all mines, among so many columns of a row; `cells`
/// may go on with the next rows. Bits beyond the columns are zero.
pub fn look(cells: &[u8], columns: usize, empty: &mut [u64], mines: &mut [u64]) {
    let words = empty.iter_mut().zip(mines);
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
        if columns - from < 64 {
            let here = !(u64::MAX << (columns - from));
            (*empty, *mines) = (*empty & here, *mines & here);
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

/// A word of a row, and those before and after it.
pub type Three = [u64; 3];

/// Every word of a row between its neighbours.
pub fn threes(row: &[u64]) -> impl Iterator<Item = Three> {
    row.windows(3).map(|words| [words[0], words[1], words[2]])
}

/// Every word of the middle one of three rows among all its neighbours.
pub fn nines([above, here, below]: [&[u64]; 3]) -> impl Iterator<Item = [Three; 3]> {
    let rows = threes(above).zip(threes(here)).zip(threes(below));
    rows.map(|((above, here), below)| [above, here, below])
}

/// The cells that are set, or beside one that is.
#[inline]
pub fn beside([before, here, after]: Three) -> u64 {
    before >> 63 | here << 1 | here | here >> 1 | after << 63
}

/// The cells that are set, or beside, above or below one that is, or across a corner from it.
#[inline]
pub fn near(rows: [Three; 3]) -> u64 {
    beside([0, 1, 2].map(|at| rows[0][at] | rows[1][at] | rows[2][at]))
}

/// How many cells are set around each, itself counted: 64 numbers as four words of binary
/// digits, the ones first.
#[inline]
pub fn sums(rows: [Three; 3]) -> [u64; 4] {
    let [before, here, after] = [0, 1, 2].map(|at| add(rows[0][at], rows[1][at], rows[2][at]));
    let add_columns = |before: u64, here: u64, after: u64| {
        let (left, right) = (here << 1 | before >> 63, here >> 1 | after << 63);
        add(left, here, right)
    };
    let (ones, carry) = add_columns(before.0, here.0, after.0);
    let (twos, fours) = add_columns(before.1, here.1, after.1);
    let carried = twos & carry;
    [ones, twos ^ carry, fours ^ carried, fours & carried]
}

/// Adds three bits in 64 places: the ones and the twos of their sums.
#[inline]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// Fills runs of `among` from each of `seeds`, which are some of it, to the run's upper end. A
/// run that goes on from the word before is filled where `carry` says so; says the same for
/// the word behind.
#[inline]
pub fn fill_up(seeds: u64, among: u64, carry: bool) -> (u64, bool) {
    // The sum's carry runs through just the cells that are to be filled, and leaves zeros there
    // but at further seeds.
    let (sum, over) = among.overflowing_add(seeds);
    let (sum, over_too) = sum.overflowing_add(u64::from(carry));
    (among & (!sum | seeds), over | over_too)
}

/// Fills runs of `among` from each of `seeds` to the run's lower end.
#[inline]
pub fn fill_down(seeds: u64, among: u64) -> u64 {
    let (filled, _) = fill_up(seeds.reverse_bits(), among.reverse_bits(), false);
    filled.reverse_bits()
}
