//! The maze cut into patches of eight by eight squares, each of them one word of bits.
//!
//! Eight by eight because what spreads over open floor spreads as a diagonal: in words that lie
//! along a row it would have one square in each.

use fewest_search::{Books, Limit};

use crate::grid::{Direction, Grid, Place, Square};

/// A patch's number times 64, and the square's bit in it: row by row from the lowest.
pub type Spot = u32;

/// The leftmost and the rightmost square of every row of a patch.
pub const LEFT: u64 = 0x0101_0101_0101_0101;
pub const RIGHT: u64 = LEFT << 7;

/// How a board is cut. It stands in a frame of wall, one square wide at least, so that no step
/// from a square of the board leaves the patches.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The patches in a row of them.
    pub width: usize,
    /// All patches.
    pub patches: usize,
}

impl Cut {
    /// Nothing where a spot's number would not fit.
    pub fn new(glyphs: &Grid<u8>) -> Option<Self> {
        let side = |squares: u32| (u64::from(squares) + 2).div_ceil(8);
        let (width, height) = (side(glyphs.columns()), side(glyphs.rows()));
        let patches = width * height;
        (patches * 64 <= 1 << Spot::BITS).then_some(Cut {
            width: width as usize,
            patches: patches as usize,
        })
    }

    /// Where a square of the board is.
    pub fn spot(&self, glyphs: &Grid<u8>, square: Square) -> Spot {
        let Place { row, column } = glyphs.place(square);
        let (row, column) = (row + 1, column + 1);
        let patch = row / 8 * self.width as u32 + column / 8;
        patch * 64 + row % 8 * 8 + column % 8
    }

    /// How far the next spot in each direction is from one on each bit, to be added with
    /// wrapping.
    pub fn strides(&self) -> [[Spot; 4]; 64] {
        // A row of patches further, and back over the seven rows of this one.
        let row = (self.width as u32 * 64).wrapping_sub(56);
        let column: Spot = 64 - 7;
        std::array::from_fn(|bit| {
            let (up, down) = (bit >= 8, bit < 56);
            let (left, right) = (bit % 8 > 0, bit % 8 < 7);
            Direction::ALL.map(|direction| match direction {
                Direction::Up => if up { 8 } else { row }.wrapping_neg(),
                Direction::Down => {
                    if down {
                        8
                    } else {
                        row
                    }
                }
                Direction::Left => if left { 1 } else { column }.wrapping_neg(),
                Direction::Right => {
                    if right {
                        1
                    } else {
                        column
                    }
                }
            })
        })
    }

    /// What is beside a square on each bit.
    pub fn near(&self) -> [Near; 64] {
        let strides = self.strides();
        std::array::from_fn(|from| {
            let mut near = Near::default();
            for (number, stride) in strides[from].into_iter().enumerate() {
                let next = (from as Spot).wrapping_add(stride);
                if next < 64 {
                    near.inside |= bit(next);
                } else {
                    near.outside[number / 2] = (stride, bit(next));
                }
            }
            near
        })
    }

    /// Which squares are no wall, as one word a patch.
    pub fn floor(&self, glyphs: &Grid<u8>, books: &mut Books) -> Result<Vec<u64>, Limit> {
        let mut floor = books.filled(self.patches, 0)?;
        let rows = glyphs.squares().chunks(glyphs.columns() as usize);
        for (row, glyphs) in (1..).zip(rows) {
            let patches = &mut floor[row / 8 * self.width..][..self.width];
            let shift = row % 8 * 8;
            // The frame takes one place of the first patch.
            let (first, rest) = glyphs.split_at(glyphs.len().min(7));
            patches[0] |= (floor_bits(first) << 1) << shift;
            for (patch, glyphs) in patches[1..].iter_mut().zip(rest.chunks(8)) {
                *patch |= floor_bits(glyphs) << shift;
            }
        }
        Ok(floor)
    }
}

/// The squares beside one: those in the same patch, and at most one above or below and one to the
/// left or right of it, each with its distance; a bit that is not set where there is none.
#[derive(Clone, Copy, Default)]
pub struct Near {
    pub inside: u64,
    pub outside: [(Spot, u64); 2],
}

/// Up to eight glyphs as bits: set where there is no wall.
fn floor_bits(glyphs: &[u8]) -> u64 {
    let mut eight = [b'#'; 8];
    eight[..glyphs.len()].copy_from_slice(glyphs);
    // Zero bytes are walls, and no glyph has a high bit: adding 127 sets it in all the others.
    let others = u64::from_le_bytes(eight) ^ (LEFT * u64::from(b'#'));
    let floor = (others + LEFT * 0x7F) >> 7 & LEFT;
    // Gathers the lowest bits of the eight bytes in the highest byte.
    floor.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Whether a spot is in a set of them.
#[inline]
pub fn has(set: &[u64], spot: Spot) -> bool {
    set[patch(spot)] & bit(spot) != 0
}

/// The patch that a spot is in.
#[inline]
pub fn patch(spot: Spot) -> usize {
    spot as usize / 64
}

/// A spot's bit in its patch.
#[inline]
pub fn bit(spot: Spot) -> u64 {
    1 << (spot % 64)
}
