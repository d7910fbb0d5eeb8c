//! The same for 32 cells at a time, on processors with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_set_epi32, _mm256_and_si256,
    _mm256_blendv_epi8, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_storeu_si256,
};

use super::{Revealed, look_by, write_by};

#[target_feature(enable = "avx2")]
pub fn look(cells: &[u8], columns: usize, empty: &mut [u64], mines: &mut [u64]) {
    look_by(|cells| look_at(cells), cells, columns, empty, mines);
}

#[target_feature(enable = "avx2")]
pub fn write(columns: usize, revealed: impl Fn(usize) -> Revealed, cells: &mut [u8]) {
    write_by(
        |revealed, cells| change(revealed, cells),
        columns,
        revealed,
        cells,
    );
}

#[inline]
#[target_feature(enable = "avx2")]
fn look_at(cells: &[u8; 64]) -> (u64, u64) {
    let (halves, _) = cells.as_chunks();
    let (low, high) = (look_at_half(&halves[0]), look_at_half(&halves[1]));
    // The compiler takes shifting and adding to pieces, bit by bit.
    let words = _mm_set_epi32(high.1, low.1, high.0, low.0);
    (
        _mm_cvtsi128_si64(words) as u64,
        _mm_extract_epi64::<1>(words) as u64,
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn look_at_half(cells: &[u8; 32]) -> (i32, i32) {
    let cells = load(cells);
    let is = |letter: u8| _mm256_cmpeq_epi8(cells, _mm256_set1_epi8(letter as i8));
    let mines = _mm256_or_si256(is(b'M'), is(b'X'));
    (_mm256_movemask_epi8(is(b'E')), _mm256_movemask_epi8(mines))
}

#[inline]
#[target_feature(enable = "avx2")]
fn change(revealed: &Revealed, cells: &mut [u8; 64]) {
    let letter = |letter: u8| _mm256_set1_epi8(letter as i8);
    let [ones, twos, fours, eights] = revealed.mines;
    for (half, cells) in cells.as_chunks_mut().0.iter_mut().enumerate() {
        let spread = |bits: u64| spread((bits >> (32 * half)) as u32);
        let valued = |bits: u64, value: u8| _mm256_and_si256(spread(bits), letter(value));
        let low = _mm256_or_si256(valued(ones, 1), valued(twos, 2));
        let high = _mm256_or_si256(valued(fours, 4), valued(eights, 8));
        let digit = _mm256_or_si256(_mm256_or_si256(low, high), letter(b'0'));
        let written = _mm256_blendv_epi8(load(cells), digit, spread(revealed.digits));
        let written = _mm256_blendv_epi8(written, letter(b'B'), spread(revealed.blanks));
        store(written, cells);
    }
}

/// For 32 bits, 32 bytes with all bits set or none.
#[inline]
#[target_feature(enable = "avx2")]
fn spread(bits: u32) -> __m256i {
    const EACH: i64 = 0x0101_0101_0101_0101;
    let bytes = _mm256_set_epi64x(3 * EACH, 2 * EACH, EACH, 0);
    let bit = _mm256_set1_epi64x(i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]));
    let bits = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), bytes);
    _mm256_cmpeq_epi8(_mm256_and_si256(bits, bit), bit)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(cells: &[u8; 32]) -> __m256i {
    // SAFETY: there are 32 bytes, and they need not be aligned.
    #[allow(unsafe_code, reason = "the only way to load them all at once")]
    unsafe {
        _mm256_loadu_si256(cells.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(bytes: __m256i, cells: &mut [u8; 32]) {
    // SAFETY: there is room for 32 bytes, and they need not be aligned.
    #[allow(unsafe_code, reason = "the only way to store them all at once")]
    unsafe {
        _mm256_storeu_si256(cells.as_mut_ptr().cast(), bytes);
    }
}
