//! A row of cells, one bit for each: what is true of a whole row at once.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A row of cells, of which some are set. The first column is the lowest bit.
pub trait Row:
    Copy
    + Send
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The most columns that it can have.
    const WIDTH: u32;
    /// No cell at all.
    const NONE: Self;

    /// The one cell of a column.
    fn cell(column: u32) -> Self;

    /// Every cell moved to the next column.
    fn later(self) -> Self;

    /// Every cell moved to the column before.
    fn sooner(self) -> Self;

    /// The column of the first cell that is set.
    fn first(self) -> Option<u32>;

    /// How many cells are set.
    fn count(self) -> u32;

    /// Whether no cell is set.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether the cell of a column is set.
    #[inline]
    fn has(self, column: u32) -> bool {
        !(self & Self::cell(column)).is_none()
    }

    /// Those that are not set in another row.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The cells that are set, or beside one that is.
    #[inline]
    fn beside(self) -> Self {
        self | self.sides()
    }

    /// The cells beside one that is set.
    #[inline]
    fn sides(self) -> Self {
        self.later() | self.sooner()
    }

    /// Every cell moved by so many columns.
    #[inline]
    fn moved(self, columns: i32) -> Self {
        let mut moved = self;
        for _ in 0..columns {
            moved = moved.later();
        }
        for _ in columns..0 {
            moved = moved.sooner();
        }
        moved
    }

    /// Visits the columns of all cells that are set.
    #[inline]
    fn each(self, mut visit: impl FnMut(u32)) {
        let mut left = self;
        while let Some(column) = left.first() {
            visit(column);
            left = left.without(Self::cell(column));
        }
    }
}

macro_rules! word_is_a_row {
    ($word:ty) => {
        impl Row for $word {
            const WIDTH: u32 = <$word>::BITS;
            const NONE: Self = 0;

            #[inline]
            fn cell(column: u32) -> Self {
                1 << column
            }

            #[inline]
            fn later(self) -> Self {
                self << 1
            }

            #[inline]
            fn sooner(self) -> Self {
                self >> 1
            }

            #[inline]
            fn first(self) -> Option<u32> {
                (self != 0).then(|| self.trailing_zeros())
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

word_is_a_row!(u32);
word_is_a_row!(u64);

/// A row of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Wide<WORDS> {
    #[inline]
    fn with(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }
}

impl<const WORDS: usize> BitAnd for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.with(other, |one, two| one & two)
    }
}

impl<const WORDS: usize> BitOr for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.with(other, |one, two| one | two)
    }
}

impl<const WORDS: usize> BitXor for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.with(other, |one, two| one ^ two)
    }
}

impl<const WORDS: usize> Not for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> Row for Wide<WORDS> {
    const WIDTH: u32 = 64 * WORDS as u32;
    const NONE: Self = Wide([0; WORDS]);

    #[inline]
    fn cell(column: u32) -> Self {
        let mut row = Self::NONE;
        row.0[column as usize / 64] = 1 << (column % 64);
        row
    }

    #[inline]
    fn later(self) -> Self {
        let before = |at: usize| at.checked_sub(1).map_or(0, |before| self.0[before] >> 63);
        Wide(std::array::from_fn(|at| self.0[at] << 1 | before(at)))
    }

    #[inline]
    fn sooner(self) -> Self {
        let after = |at: usize| self.0.get(at + 1).map_or(0, |after| after << 63);
        Wide(std::array::from_fn(|at| self.0[at] >> 1 | after(at)))
    }

    #[inline]
    fn first(self) -> Option<u32> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at as u32 + self.0[at].trailing_zeros())
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns<R: Row>(row: R) -> Vec<u32> {
        let mut columns = Vec::new();
        row.each(|column| columns.push(column));
        columns
    }

    fn agrees_with_lists<R: Row>() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut row = R::NONE;
            let mut list: Vec<u32> = (0..9).map(|_| random.u32(0..R::WIDTH)).collect();
            list.extend([0, R::WIDTH - 1].iter().filter(|_| random.bool()));
            list.sort_unstable();
            list.dedup();
            for &column in &list {
                row = row | R::cell(column);
            }
            assert_eq!(columns(row), list);
            assert_eq!(row.count() as usize, list.len());
            for by in -3..=3 {
                let moved = list
                    .iter()
                    .filter_map(|column| column.checked_add_signed(by));
                let moved: Vec<u32> = moved.filter(|&column| column < R::WIDTH).collect();
                assert_eq!(columns(row.moved(by)), moved);
            }
            assert!(row.without(row).is_none());
            assert_eq!(columns(row ^ R::cell(0)).contains(&0), !row.has(0));
        }
    }

    #[test]
    fn rows_of_every_width_are_lists_of_columns() {
        agrees_with_lists::<u32>();
        agrees_with_lists::<u64>();
        agrees_with_lists::<Wide<4>>();
        agrees_with_lists::<Wide<32>>();
    }
}
