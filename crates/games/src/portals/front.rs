//! The squares that a flood reached last: words of bits where they stand close together, a list
//! where they are far between. It changes from one to the other by itself.

use fewest_search::{Books, Limit};

use super::doors::Doors;
use super::patches::{Cut, LEFT, RIGHT, Spot, bit, patch};

/// How much is done between two looks at the clock.
const ROUND: usize = 4096;

/// The squares of one layer, and room for the next.
pub struct Front {
    cut: Cut,
    strides: [[Spot; 4]; 64],
    now: Layer,
    next: Layer,
    is_listed: bool,
}

/// A layer in one of two forms; the other one is empty.
struct Layer {
    listed: Vec<Spot>,
    /// All bits, and the patches that have any.
    bits: Vec<u64>,
    patches: Vec<u32>,
}

/// The longest list: beyond, the bits take less memory. The layer after it is up to four times
/// as long.
fn most_listed(cut: &Cut) -> usize {
    cut.patches / 8 + 64
}

/// The bytes that a front takes.
pub fn bytes(cut: &Cut) -> u64 {
    let a_patch = size_of::<u64>() + size_of::<u32>();
    let listed = most_listed(cut) * 4 * size_of::<Spot>();
    2 * (cut.patches as u64 * a_patch as u64 + listed as u64)
}

impl Layer {
    fn new(cut: &Cut, books: &mut Books) -> Result<Self, Limit> {
        Ok(Layer {
            listed: books.list(most_listed(cut) * 4)?,
            bits: books.filled(cut.patches, 0)?,
            patches: books.list(cut.patches)?,
        })
    }

    #[inline(always)]
    fn add(&mut self, patch: usize, bits: u64) {
        let before = self.bits[patch];
        self.bits[patch] = before | bits;
        if before == 0 {
            self.patches.push(patch as u32);
        }
    }

    /// Adds those of some squares of a patch that are open, and closes them.
    #[inline(always)]
    fn flood(&mut self, patch: usize, bits: u64, open: &mut [u64]) {
        let new = bits & open[patch];
        if new != 0 {
            open[patch] ^= new;
            self.add(patch, new);
        }
    }
}

impl Front {
    pub fn new(cut: Cut, books: &mut Books) -> Result<Self, Limit> {
        Ok(Front {
            cut,
            strides: cut.strides(),
            now: Layer::new(&cut, books)?,
            next: Layer::new(&cut, books)?,
            is_listed: true,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.now.listed.is_empty() && self.now.patches.is_empty()
    }

    /// The four spots beside one, in the order of the directions.
    pub fn beside(&self, spot: Spot) -> [Spot; 4] {
        self.strides[spot as usize % 64].map(|stride| spot.wrapping_add(stride))
    }

    /// Whether a square of it may be a door.
    #[inline]
    pub fn may_touch(&self, doors: &Doors) -> bool {
        // Bits are many squares: looking at all doors takes less than looking at them.
        !self.is_listed || self.now.listed.iter().any(|&spot| doors.may_be(spot))
    }

    pub fn put(&mut self, spot: Spot) {
        if self.is_listed {
            self.now.listed.push(spot);
        } else {
            self.now.add(patch(spot), bit(spot));
        }
    }

    /// Takes away a square that is there.
    pub fn remove(&mut self, spot: Spot) {
        if self.is_listed {
            self.now.listed.retain(|&listed| listed != spot);
            return;
        }
        self.now.bits[patch(spot)] ^= bit(spot);
        if self.now.bits[patch(spot)] == 0 {
            let emptied = patch(spot) as u32;
            self.now.patches.retain(|&patch| patch != emptied);
        }
    }

    pub fn clear(&mut self) {
        self.now.listed.clear();
        for patch in self.now.patches.drain(..) {
            self.now.bits[patch as usize] = 0;
        }
    }

    /// One step in all directions, onto what is open; that is then closed. Hands the squares that
    /// are left to `note`, by their patches, and says how many they are. Tells `look` now and
    /// then how much was done, and stops where that says so.
    #[inline]
    pub fn advance(
        &mut self,
        open: &mut [u64],
        note: impl FnMut(usize, u64),
        look: impl FnMut(usize) -> Result<(), Limit>,
    ) -> Result<usize, Limit> {
        let (left, patches) = if self.is_listed {
            self.advance_list(open, note)
        } else {
            self.advance_bits(open, note, look)?
        };
        std::mem::swap(&mut self.now, &mut self.next);
        // A word takes about as long as a square and a quarter; the margin keeps a front that is
        // near to it from changing at every step.
        let is_close = left * 4 >= patches * 6;
        let is_loose = left * 4 < patches * 5;
        let most = most_listed(&self.cut);
        if self.is_listed && (is_close || self.now.listed.len() > most) {
            self.to_bits();
        } else if !self.is_listed && is_loose && left * 4 <= most {
            self.to_list();
        }
        Ok(left)
    }

    /// Says also how often the list went on in another patch.
    #[inline]
    fn advance_list(
        &mut self,
        open: &mut [u64],
        mut note: impl FnMut(usize, u64),
    ) -> (usize, usize) {
        let mut patches = 0;
        let mut before = usize::MAX;
        for &spot in &self.now.listed {
            patches += usize::from(patch(spot) != before);
            before = patch(spot);
            note(patch(spot), bit(spot));
            for next in self.beside(spot) {
                let word = &mut open[patch(next)];
                if *word & bit(next) != 0 {
                    *word ^= bit(next);
                    self.next.listed.push(next);
                }
            }
        }
        let left = self.now.listed.len();
        self.now.listed.clear();
        (left, patches)
    }

    /// Says also how many patches they were in.
    fn advance_bits(
        &mut self,
        open: &mut [u64],
        mut note: impl FnMut(usize, u64),
        mut look: impl FnMut(usize) -> Result<(), Limit>,
    ) -> Result<(usize, usize), Limit> {
        let (width, last) = (self.cut.width, self.cut.patches - 1);
        let (now, next) = (&mut self.now, &mut self.next);
        let mut left = 0;
        for patches in now.patches.chunks(ROUND) {
            for &patch in patches {
                let patch = patch as usize;
                let bits = std::mem::take(&mut now.bits[patch]);
                left += bits.count_ones() as usize;
                note(patch, bits);
                let inside = bits << 8 | bits >> 8 | (bits & !RIGHT) << 1 | (bits & !LEFT) >> 1;
                next.flood(patch, inside, open);
                // There is nothing to hand on where a patch beside this one is missing.
                next.flood(patch.saturating_sub(width), bits << 56, open);
                next.flood((patch + width).min(last), bits >> 56, open);
                next.flood(patch.saturating_sub(1), (bits & LEFT) << 7, open);
                next.flood((patch + 1).min(last), (bits & RIGHT) >> 7, open);
            }
            look(patches.len())?;
        }
        let patches = now.patches.len();
        now.patches.clear();
        Ok((left, patches))
    }

    fn to_bits(&mut self) {
        self.is_listed = false;
        let mut listed = std::mem::take(&mut self.now.listed);
        for spot in listed.drain(..) {
            self.now.add(patch(spot), bit(spot));
        }
        self.now.listed = listed;
    }

    fn to_list(&mut self) {
        self.is_listed = true;
        for patch in self.now.patches.drain(..) {
            let mut bits = std::mem::take(&mut self.now.bits[patch as usize]);
            while bits != 0 {
                self.now.listed.push(patch * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}
