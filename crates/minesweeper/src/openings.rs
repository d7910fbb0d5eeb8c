//! The fewest left clicks that win a board, which are its 3BV: one for each opening, and one for each
//! number that touches none.
//!
//! No click reveals a zero but one into its opening, and no click reveals a number but one on it or into
//! an opening beside it; so that many are needed, and they are enough.
//!
//! The board is one long string of bits, row after row with a gap of one bit. So what is around a cell is
//! the same string shifted by fixed distances, and 64 cells are processed at a time.

use fewest_search::{Books, Limit, Limits, Patrol, Progress};

use crate::position::Square;

/// The clicks of a shortest solution: the first cell of each opening, and the numbers that touch none.
pub struct LeftClicks {
    layout: Layout,
    bits: Vec<u64>,
    count: u64,
}

impl LeftClicks {
    /// The number of clicks: the 3BV.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The squares, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let Layout { columns, base, .. } = self.layout;
        self.bits.iter().enumerate().flat_map(move |(word, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left = (bit < 64).then(|| left & (left - 1))?;
                let at = 64 * word + bit - base;
                Some((at / (columns + 1) * columns + at % (columns + 1)) as Square)
            })
        })
    }
}

/// Why the clicks were not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftClicksError {
    /// The limit that was reached.
    pub limit: Limit,
    /// A lower bound of the clicks.
    pub at_least: u64,
}

/// The bytes that [`fewest_left_clicks`] takes for a board.
pub fn left_clicks_bytes(rows: u32, columns: u32) -> u64 {
    let words = Layout::new(rows, columns).words as u64;
    words * (4 * size_of::<u64>() + size_of::<u32>()) as u64
}

/// Finds the fewest left clicks that win a board. Its cells are `E` covered without a mine, `M` covered
/// with a mine, `X` an open mine, and anything else for what is open; `None` if there is an open mine.
///
/// # Errors
/// Fails if a limit is reached.
pub fn fewest_left_clicks(
    cells: &[u8],
    columns: u32,
    limits: &Limits,
    budget: &mut Books,
    stop: &mut Patrol,
) -> Result<Option<LeftClicks>, LeftClicksError> {
    let mut counter = Counter {
        layout: Layout::new((cells.len() / columns as usize) as u32, columns),
        most: limits.cost.unwrap_or(u64::MAX),
        stop,
        count: 0,
    };
    let bits = counter.run(cells, budget);
    let bits = bits.map_err(|limit| LeftClicksError {
        limit,
        at_least: counter.count,
    })?;
    Ok(bits.map(|bits| LeftClicks {
        layout: counter.layout,
        bits,
        count: counter.count,
    }))
}

/// Where cells are in a string of bits.
#[derive(Clone, Copy)]
struct Layout {
    columns: usize,
    /// The bit of the first cell: a multiple of 64, with more than a row before it.
    base: usize,
    /// The words of the string, with more than a row after the last cell.
    words: usize,
}

impl Layout {
    fn new(rows: u32, columns: u32) -> Self {
        let stride = columns as usize + 1;
        let base = (stride + 1).next_multiple_of(64);
        Layout {
            columns: columns as usize,
            base,
            words: (base + rows as usize * stride).div_ceil(64) + base / 64 + 1,
        }
    }

    /// The words with cells.
    fn board(&self) -> std::ops::Range<usize> {
        self.base / 64..self.words - self.base / 64 - 1
    }

    /// The distances to the cells around one.
    fn around(&self) -> [usize; 4] {
        let stride = self.columns + 1;
        [1, stride - 1, stride, stride + 1]
    }

    /// The cells of a word that are set, or around one that is.
    fn near(&self, bits: &[u64], word: usize) -> u64 {
        let load = |at: usize| {
            let (word, shift) = (at / 64, at % 64);
            bits[word] >> shift | bits[word + 1] << 1 << (63 - shift)
        };
        let around = self.around().into_iter();
        around.fold(bits[word], |near, distance| {
            near | load(64 * word + distance) | load(64 * word - distance)
        })
    }
}

struct Counter<'a, 'w> {
    layout: Layout,
    /// The most clicks allowed.
    most: u64,
    stop: &'a mut Patrol<'w>,
    count: u64,
}

impl Counter<'_, '_> {
    /// Returns the bits of the clicks; `None` if there is an open mine.
    fn run(&mut self, cells: &[u8], budget: &mut Books) -> Result<Option<Vec<u64>>, Limit> {
        let Layout {
            columns,
            base,
            words,
        } = self.layout;
        let mut empty = budget.filled(words, 0)?;
        let mut mines = budget.filled(words, 0)?;
        for (row, cells) in cells.chunks(columns).enumerate() {
            let begin = base + row * (columns + 1);
            for (chunk, cells) in cells.chunks(64).enumerate() {
                self.step()?;
                let set = |is_meant: fn(u8) -> bool| {
                    let bits = cells.iter().rev();
                    bits.fold(0, |bits, &cell| bits << 1 | u64::from(is_meant(cell)))
                };
                if set(|cell| cell == b'X') != 0 {
                    return Ok(None);
                }
                let at = begin + 64 * chunk;
                add(&mut empty, at, set(|cell| cell == b'E'));
                add(&mut mines, at, set(|cell| cell == b'M'));
            }
        }
        let mut zeros: Vec<u64> = budget.filled(words, 0)?;
        for word in self.layout.board() {
            self.step()?;
            zeros[word] = empty[word] & !self.layout.near(&mines, word);
        }
        // Of the empty cells those remain that no opening reveals; the first cells of openings are added.
        let mut clicks = empty;
        for word in self.layout.board() {
            self.step()?;
            clicks[word] &= !self.layout.near(&zeros, word);
            self.add_clicks(clicks[word].count_ones())?;
        }
        let mut seeds = mines;
        seeds.fill(0);
        let mut stack: Vec<u32> = budget.list(words)?;
        for word in self.layout.board() {
            self.step()?;
            while zeros[word] != 0 {
                let first = zeros[word] & zeros[word].wrapping_neg();
                clicks[word] |= first;
                self.add_clicks(1)?;
                seeds[word] = first;
                stack.push(word as u32);
                self.remove_opening(&mut zeros, &mut seeds, &mut stack)?;
            }
        }
        budget.forget(zeros);
        budget.forget(seeds);
        budget.forget(stack);
        Ok(Some(clicks))
    }

    /// Removes the zeros that touch the seeds, and all that touch these. The stack has the words with
    /// seeds.
    fn remove_opening(
        &mut self,
        zeros: &mut [u64],
        seeds: &mut [u64],
        stack: &mut Vec<u32>,
    ) -> Result<(), Limit> {
        while let Some(word) = stack.pop() {
            self.step()?;
            let word = word as usize;
            let mut opened = std::mem::take(&mut seeds[word]);
            loop {
                let more = (opened << 1 | opened | opened >> 1) & zeros[word];
                if more == opened {
                    break;
                }
                opened = more;
            }
            zeros[word] ^= opened;
            let mut touch = |at: usize| {
                let (word, shift) = (at / 64, at % 64);
                let halves = [opened << shift, opened >> 1 >> (63 - shift)];
                for (word, bits) in (word..).zip(halves) {
                    let touched = bits & zeros[word];
                    if touched != 0 {
                        if seeds[word] == 0 {
                            stack.push(word as u32);
                        }
                        seeds[word] |= touched;
                    }
                }
            };
            for distance in self.layout.around() {
                touch(64 * word + distance);
                touch(64 * word - distance);
            }
        }
        Ok(())
    }

    fn add_clicks(&mut self, clicks: u32) -> Result<(), Limit> {
        self.count += u64::from(clicks);
        if self.count > self.most {
            self.count = self.most + 1;
            return Err(Limit::Cost);
        }
        Ok(())
    }

    #[inline]
    fn step(&mut self) -> Result<(), Limit> {
        let progress = || Progress {
            depth: self.count.saturating_sub(1),
            states: 0,
            at_least: self.count,
        };
        self.stop.step(1, progress)
    }
}

/// Sets bits from a place on.
fn add(bits: &mut [u64], at: usize, set: u64) {
    let (word, shift) = (at / 64, at % 64);
    bits[word] |= set << shift;
    bits[word + 1] |= set >> 1 >> (63 - shift);
}
