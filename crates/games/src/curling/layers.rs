//! The positions after the first throws, layer by layer, each once.
//!
//! A throw that does not win breaks a block, so positions can only be equal within a layer. A
//! position is kept as its last throw and its parent: the sheet is walked from one to the next
//! along their throws, and as a layer lies in the order of the tree, that is hardly more than a
//! throw each. A long game takes no more room for a position than a short one.

use std::ops::Range;

use fewest_search::{Books, Chunks, Limit};

use super::sheet::{Count, Sheet, Spot, Stop};
use crate::grid::Direction;

/// A position: the throw that led to it, and from where.
#[derive(Clone, Copy)]
struct Kept {
    parent: u32,
    stop: Stop,
}

/// A place in the table. What was kept for an earlier layer counts as empty.
#[derive(Clone, Copy, Default)]
struct Slot {
    tag: u32,
    place: u32,
}

/// All layers so far; the last of them is the one that can be asked for.
pub struct Layers {
    trail: Chunks<Kept>,
    /// How many positions there may be.
    most: u32,
    slots: Vec<Slot>,
    /// The last layer's places in the trail, and how many throws led there.
    layer: Range<u32>,
    depth: u32,
    /// Where each layer begins.
    begins: Vec<u32>,
    /// How many positions the layer before it has.
    before: u32,
    /// The position that the sheet is in, its depth, and a hash of the blocks that are broken.
    at: u32,
    at_depth: u32,
    hash: u64,
    /// Room for the blocks in which two positions differ.
    blocks: [Vec<Spot>; 2],
}

impl Layers {
    const FIRST_SLOTS: usize = 1 << 10;

    /// The first layer: nothing but the start.
    pub fn new(stone: Spot, most: u32, books: &mut Books) -> Result<Self, Limit> {
        let mut trail = Chunks::new();
        let (parent, block) = (0, stone);
        let stop = Stop { at: stone, block };
        trail.push(Kept { parent, stop }, books)?;
        Ok(Layers {
            trail,
            most,
            slots: books.filled(Self::FIRST_SLOTS, Slot::default())?,
            layer: 0..1,
            depth: 0,
            begins: {
                let mut begins = Vec::new();
                books.push(&mut begins, 0)?;
                begins
            },
            before: 0,
            at: 0,
            at_depth: 0,
            hash: 0,
            blocks: [Vec::new(), Vec::new()],
        })
    }

    /// How many throws led to the last layer.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The positions of the last layer, in the order of their throws.
    pub fn places(&self) -> Range<u32> {
        self.layer.clone()
    }

    /// How many positions the last layer has, and the one before.
    pub fn sizes(&self) -> (u64, u64) {
        (u64::from(self.len()), u64::from(self.before))
    }

    /// How many positions the last layer has.
    pub fn len(&self) -> u32 {
        self.layer.end - self.layer.start
    }

    /// Adds the next layer: the positions that may yet arrive, within `most` throws in all.
    pub fn grow(
        &mut self,
        sheet: &mut impl Sheet,
        most: Option<u32>,
        count: &mut Count,
    ) -> Result<(), Limit> {
        self.make_room(&mut count.ctx.budget)?;
        let begin = self.layer.end;
        let left = most.map(|most| most - (self.depth + 1));
        for place in self.places() {
            let stone = self.walk_to(place, sheet, count)?;
            for stop in sheet.stops(stone, count)? {
                if stop.at != stone && sheet.may_arrive(stop.at, left) {
                    let parent = place;
                    self.admit(Kept { parent, stop }, count)?;
                }
            }
        }
        self.before = begin - self.layer.start;
        count.ctx.budget.push(&mut self.begins, begin)?;
        self.layer = begin..self.trail.len() as u32;
        self.depth += 1;
        Ok(())
    }

    /// Positions of the next layer can differ in one block more.
    fn make_room(&mut self, books: &mut Books) -> Result<(), Limit> {
        let (room, blocks) = (self.blocks[0].capacity(), self.depth as usize + 1);
        if room < blocks {
            let more = blocks.next_power_of_two();
            self.blocks = [books.list(more)?, books.list(more)?];
            books.give_back((2 * room * size_of::<Spot>()) as u64);
        }
        Ok(())
    }

    /// Brings the sheet into a position of the last layer; says where the stone is.
    pub fn walk_to(
        &mut self,
        place: u32,
        sheet: &mut impl Sheet,
        count: &mut Count,
    ) -> Result<Spot, Limit> {
        let steps = self.walk_along(place, self.depth, sheet);
        (self.at, self.at_depth) = (place, self.depth);
        count.work(1 + steps)?;
        Ok(self.kept(place).stop.at)
    }

    /// Walks to a position after so many throws, along them; says how far it was.
    fn walk_along(&mut self, place: u32, depth: u32, sheet: &mut impl Sheet) -> u32 {
        let (mut from, mut to) = (self.at, place);
        let mut deeper = depth - self.at_depth;
        let mut steps = 0;
        while from != to {
            to = self.flip(to, sheet);
            match deeper {
                0 => from = self.flip(from, sheet),
                _ => deeper -= 1,
            }
            steps += 1;
        }
        steps
    }

    /// Makes or takes back the last throw of a position; says from where it was made.
    fn flip(&mut self, place: u32, sheet: &mut impl Sheet) -> u32 {
        let kept = self.kept(place);
        sheet.flip(kept.stop.block);
        self.hash ^= mixed(kept.stop.block);
        kept.parent
    }

    /// The throws that led to a position, the last one first.
    pub fn throws(&self, mut place: u32, sheet: &impl Sheet) -> impl Iterator<Item = Direction> {
        (0..self.depth).map(move |_| {
            let kept = self.kept(place);
            place = kept.parent;
            sheet.direction(kept.stop)
        })
    }

    /// The positions of a layer, in the order of their throws.
    pub fn places_at(&self, depth: u32) -> Range<u32> {
        let end = self.begins.get(depth as usize + 1);
        self.begins[depth as usize]..*end.unwrap_or(&self.layer.end)
    }

    /// Brings the sheet back into the first position. No layer can be added any more: what only
    /// that needs is freed.
    pub fn walk_home(&mut self, sheet: &mut impl Sheet, books: &mut Books) {
        for _ in 0..self.at_depth {
            self.at = self.flip(self.at, sheet);
        }
        self.at_depth = 0;
        books.forget(std::mem::take(&mut self.slots));
    }

    /// Brings the sheet into a position of any layer that is at least as deep as where it is; says
    /// where the stone is, and the position's parent.
    pub fn walk_down(&mut self, place: u32, depth: u32, sheet: &mut impl Sheet) -> (Spot, u32) {
        self.walk_along(place, depth, sheet);
        (self.at, self.at_depth) = (place, depth);
        let kept = self.kept(place);
        (kept.stop.at, kept.parent)
    }

    /// What is still held.
    pub fn bytes(&self) -> u64 {
        let lists = self.begins.capacity() * size_of::<u32>()
            + self.slots.capacity() * size_of::<Slot>()
            + self.blocks.iter().map(Vec::capacity).sum::<usize>() * size_of::<Spot>();
        Chunks::<Kept>::bytes(self.trail.len() as u64) + lists as u64
    }

    /// Frees everything.
    pub fn close(self, books: &mut Books) {
        books.give_back(self.bytes());
    }

    fn kept(&self, place: u32) -> Kept {
        *self.trail.get(place as usize)
    }

    /// Keeps a position that is one throw from the sheet's, unless it is there already.
    fn admit(&mut self, kept: Kept, count: &mut Count) -> Result<(), Limit> {
        let begin = self.layer.end;
        let stone = mixed(!kept.stop.at);
        let tag = ((self.hash ^ mixed(kept.stop.block)).wrapping_add(stone) >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut slot = tag as usize & mask;
        while self.slots[slot].place >= begin {
            let Slot { tag: other, place } = self.slots[slot];
            if other == tag && self.is_same(kept, place) {
                return Ok(());
            }
            slot = (slot + 1) & mask;
        }
        count.position()?;
        let place = self.trail.len() as u32;
        if place >= self.most {
            return Err(Limit::Memory);
        }
        self.trail.push(kept, &mut count.ctx.budget)?;
        self.slots[slot] = Slot { tag, place };
        if (place - begin) as usize >= self.slots.len() / 4 * 3 {
            self.add_slots(begin, &mut count.ctx.budget)?;
        }
        Ok(())
    }

    /// Whether a new position is the one at `place`: the stone at the same square, and the same
    /// blocks broken since they had a parent in common.
    fn is_same(&mut self, kept: Kept, place: u32) -> bool {
        let (mut one, mut other) = (kept, self.kept(place));
        if one.stop.at != other.stop.at {
            return false;
        }
        self.blocks.iter_mut().for_each(Vec::clear);
        loop {
            self.blocks[0].push(one.stop.block);
            self.blocks[1].push(other.stop.block);
            if one.parent == other.parent {
                break;
            }
            (one, other) = (self.kept(one.parent), self.kept(other.parent));
        }
        let [one, other] = &mut self.blocks;
        one.sort_unstable();
        other.sort_unstable();
        one == other
    }

    /// Doubles the table. Only the layer from `begin` on goes with it.
    fn add_slots(&mut self, begin: u32, books: &mut Books) -> Result<(), Limit> {
        let len = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, books.filled(len, Slot::default())?);
        for kept in old.iter().filter(|slot| slot.place >= begin) {
            let mut slot = kept.tag as usize & (len - 1);
            while self.slots[slot].place >= begin {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = *kept;
        }
        books.give_back((old.len() * size_of::<Slot>()) as u64);
        Ok(())
    }
}

/// Scatters a number over 64 bits.
fn mixed(spot: Spot) -> u64 {
    let once = u64::from(spot).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let twice = (once ^ once >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let thrice = (twice ^ twice >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    thrice ^ thrice >> 31
}
