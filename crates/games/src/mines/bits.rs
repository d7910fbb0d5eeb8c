//! Rows of bits, one for each cell, 64 to a word: what is true of a whole row at once.
//!
//! A row is a slice with a zero word at either end, so that every word of it has neighbours. The
//! first column is the lowest bit of the first word.

/// How many words a row takes, without the zero words at its ends.
pub fn words(columns: u32) -> usize {
    columns.div_ceil(64) as usize
}

/// A word of a row, and those before and after it.
pub type Three = [u64; 3];

/// Three words of a row, the first of them at a place.
#[inline]
pub fn three(row: &[u64], at: usize) -> Three {
    let words = &row[at..at + 3];
    [words[0], words[1], words[2]]
}

/// The cells that are set, or beside one that is.
#[inline]
pub fn beside([before, here, after]: Three) -> u64 {
    before >> 63 | here << 1 | here | here >> 1 | after << 63
}

/// Three words of each of three rows.
#[inline]
pub fn nine(rows: [&[u64]; 3], at: usize) -> [Three; 3] {
    rows.map(|row| three(row, at))
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

/// Fills runs of `among` from each of `seeds` to both ends.
#[inline]
pub fn fill(seeds: u64, among: u64) -> u64 {
    if (seeds << 1 | seeds >> 1) & among & !seeds == 0 {
        return seeds;
    }
    let (up, _) = fill_up(seeds, among, false);
    up | fill_down(seeds, among)
}
