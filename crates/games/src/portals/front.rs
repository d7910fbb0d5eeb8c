//! The squares that a flood reached last: words of bits where they stand close together, a list
//! where they are far between. It changes from one to the other by itself.

use fewest_search::{Books, Limit};

use super::doors::Doors;
use super::patches::{Cut, LEFT, Near, RIGHT, Spot, bit, patch};

/// How many patches are flooded from between two looks at the clock.
const ROUND: usize = 4096;

/// The squares of one layer, and room for the next.
pub struct Front {
    cut: Cut,
    strides: [[Spot; 4]; 64],
    near: [Near; 64],
    layers: [Layer; 2],
    /// Which of the two it is.
    now: usize,
    is_listed: bool,
}

/// A layer in one of two forms; the other one is empty.
struct Layer {
    /// The list is as long as `listed` says; what is behind it means nothing.
    list: Vec<Spot>,
    listed: usize,
    /// All bits, and the patches that have any.
    bits: Vec<u64>,
    patches: Vec<u32>,
}

/// The longest list that is gone on from: beyond, the bits take less memory.
fn most_listed(cut: &Cut) -> usize {
    cut.patches / 8 + 64
}

/// The list after it is up to four times as long, and something may be written behind its end.
fn room(cut: &Cut) -> usize {
    most_listed(cut) * 4 + 1
}

/// The bytes that a front takes.
pub fn bytes(cut: &Cut) -> u64 {
    let a_patch = size_of::<u64>() + size_of::<u32>();
    let listed = room(cut) * size_of::<Spot>();
    2 * (cut.patches as u64 * a_patch as u64 + listed as u64)
}

impl Layer {
    fn new(cut: &Cut, books: &mut Books) -> Result<Self, Limit> {
        Ok(Layer {
            list: books.filled(room(cut), 0)?,
            listed: 0,
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

    fn list(&mut self, spot: Spot) {
        self.list[self.listed] = spot;
        self.listed += 1;
    }

    fn listed(&self) -> &[Spot] {
        &self.list[..self.listed]
    }

    fn write_bits(&mut self) {
        for number in 0..std::mem::take(&mut self.listed) {
            let spot = self.list[number];
            self.add(patch(spot), bit(spot));
        }
    }

    fn write_list(&mut self) {
        while let Some(patch) = self.patches.pop() {
            let mut bits = std::mem::take(&mut self.bits[patch as usize]);
            while bits != 0 {
                self.list(patch * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}

impl Front {
    pub fn new(cut: Cut, books: &mut Books) -> Result<Self, Limit> {
        Ok(Front {
            cut,
            strides: cut.strides(),
            near: cut.near(),
            layers: [Layer::new(&cut, books)?, Layer::new(&cut, books)?],
            now: 0,
            is_listed: true,
        })
    }

    pub fn is_empty(&self) -> bool {
        let now = &self.layers[self.now];
        now.listed == 0 && now.patches.is_empty()
    }

    /// The four spots beside one, in the order of the directions.
    #[inline]
    pub fn beside(&self, spot: Spot) -> [Spot; 4] {
        self.strides[spot as usize % 64].map(|stride| spot.wrapping_add(stride))
    }

    /// Whether a square of it may be a door.
    #[inline]
    pub fn may_touch(&self, doors: &Doors) -> bool {
        let mut listed = self.layers[self.now].listed().iter();
        // Bits are many squares: looking at all doors takes less than looking at them.
        !self.is_listed || listed.any(|&spot| doors.may_be(spot))
    }

    /// Adds a square that is not there.
    pub fn put(&mut self, spot: Spot) {
        let now = &mut self.layers[self.now];
        if self.is_listed && now.listed == most_listed(&self.cut) {
            now.write_bits();
            self.is_listed = false;
        }
        if self.is_listed {
            now.list(spot);
        } else {
            now.add(patch(spot), bit(spot));
        }
    }

    /// Takes away a square that is there.
    pub fn remove(&mut self, spot: Spot) {
        let now = &mut self.layers[self.now];
        if self.is_listed {
            let place = now.listed().iter().position(|&listed| listed == spot);
            now.listed -= 1;
            now.list[place.expect("it is there")] = now.list[now.listed];
            return;
        }
        now.bits[patch(spot)] ^= bit(spot);
        if now.bits[patch(spot)] == 0 {
            now.patches.retain(|&emptied| emptied != patch(spot) as u32);
        }
    }

    pub fn clear(&mut self) {
        let now = &mut self.layers[self.now];
        for patch in now.patches.drain(..) {
            now.bits[patch as usize] = 0;
        }
        now.listed = 0;
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
        self.now ^= 1;
        // A word takes about as long as a square and a quarter. The margin keeps a front that is
        // near to it from changing at every step.
        let is_close = left * 4 >= patches * 6;
        let is_loose = left * 4 < patches * 5;
        let most = most_listed(&self.cut);
        let now = &mut self.layers[self.now];
        if self.is_listed && (is_close || now.listed > most) {
            now.write_bits();
            self.is_listed = false;
        } else if !self.is_listed && is_loose && left * 4 <= most {
            now.write_list();
            self.is_listed = true;
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
        let (now, next) = now_and_next(&mut self.layers, self.now);
        let (list, mut listed) = (&mut next.list[..], 0);
        // Which squares beside one are open is anyone's guess. So each is written behind the end
        // of the list, and the end moves on where it is: there is nothing to be guessed wrong.
        let mut write = |spot, is_open| {
            list[listed] = spot;
            listed += usize::from(is_open);
        };
        let mut patches = 0;
        let mut before = usize::MAX;
        for &spot in now.listed() {
            let patch = patch(spot);
            patches += usize::from(patch != before);
            before = patch;
            note(patch, bit(spot));
            let Near { inside, outside } = self.near[spot as usize % 64];
            let mut new = inside & open[patch];
            open[patch] ^= new;
            let first = spot & !63;
            write(first.wrapping_add(new.trailing_zeros()), new != 0);
            new &= new.wrapping_sub(1);
            while new != 0 {
                write(first + new.trailing_zeros(), true);
                new &= new - 1;
            }
            for (stride, bit) in outside {
                let spot = spot.wrapping_add(stride);
                let word = &mut open[spot as usize / 64];
                let new = *word & bit;
                *word ^= new;
                write(spot, new != 0);
            }
        }
        next.listed = listed;
        (std::mem::take(&mut now.listed), patches)
    }

    /// Says also how many patches they were in.
    fn advance_bits(
        &mut self,
        open: &mut [u64],
        mut note: impl FnMut(usize, u64),
        mut look: impl FnMut(usize) -> Result<(), Limit>,
    ) -> Result<(usize, usize), Limit> {
        let (width, last) = (self.cut.width, self.cut.patches - 1);
        let (now, next) = now_and_next(&mut self.layers, self.now);
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
}

fn now_and_next([one, other]: &mut [Layer; 2], now: usize) -> (&mut Layer, &mut Layer) {
    if now == 0 { (one, other) } else { (other, one) }
}
