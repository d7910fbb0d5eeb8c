//! How positions travel: who owns which, how they are packed, and how much is under way.

use fewest_search::Limit;
use fewest_search::disk::Growth;

/// A parent's name over all workers: who owns it, and its number in the layer there.
const NUMBER_BITS: u32 = 44;

/// Names a position of a layer over all workers, in an order that is the same for all.
pub(crate) fn name(worker: usize, number: u64) -> u64 {
    (worker as u64) << NUMBER_BITS | number
}

/// Whose position a [`name`] is, and its number there.
pub(crate) fn named(name: u64) -> (usize, u64) {
    (
        (name >> NUMBER_BITS) as usize,
        name & ((1 << NUMBER_BITS) - 1),
    )
}

/// Who owns a position.
pub(crate) fn owner(hash: u64, workers: usize) -> usize {
    ((u128::from(hash) * workers as u128) >> u64::BITS) as usize
}

/// How much of a worker's memory is for its layers; the rest is for what is under way.
pub(crate) fn for_layers(memory: u64) -> u64 {
    memory / 4 * 3
}

/// How many bytes a worker sends in a round: an eighth of what is left for them, since those of
/// the next round come early, and each is held once where it is sent and once where it arrives.
pub(crate) fn budget(memory: u64) -> usize {
    const LEAST: u64 = 1 << 14;
    const MOST: u64 = 1 << 23;
    (memory / 32).clamp(LEAST, MOST) as usize
}

/// Positions that wait to be sent, for each worker.
pub(crate) struct Outbox {
    boxes: Vec<Vec<u8>>,
    /// The number of the parent that was packed last for each.
    last: Vec<u64>,
    full: Vec<usize>,
    packet: usize,
}

impl Outbox {
    /// Boxes for so many workers, which together hold no more than a round's bytes.
    pub fn new(workers: usize, budget: usize) -> Self {
        const LEAST: usize = 1 << 10;
        const MOST: usize = 1 << 16;
        Outbox {
            boxes: vec![Vec::new(); workers],
            last: vec![0; workers],
            full: Vec::new(),
            packet: (budget / workers / 2).clamp(LEAST, MOST),
        }
    }

    /// Adds a position that was reached from the parent of this number by the move of this number,
    /// and says how many bytes that took.
    pub fn put(&mut self, to: usize, parent: u64, choice: u32, key: &[u8]) -> usize {
        let bytes = &mut self.boxes[to];
        let before = bytes.len();
        if before == 0 {
            self.last[to] = 0;
        }
        put_number(bytes, parent - self.last[to]);
        put_number(bytes, u64::from(choice));
        put_number(bytes, key.len() as u64);
        bytes.extend_from_slice(key);
        self.last[to] = parent;
        if before < self.packet && bytes.len() >= self.packet {
            self.full.push(to);
        }
        bytes.len() - before
    }

    /// A box that is full, emptied.
    pub fn full(&mut self) -> Option<(usize, Vec<u8>)> {
        let to = self.full.pop()?;
        let room = self.boxes[to].capacity();
        let bytes = std::mem::replace(&mut self.boxes[to], Vec::with_capacity(room));
        Some((to, bytes))
    }

    /// A box that is not empty, emptied.
    pub fn rest(&mut self) -> Option<(usize, Vec<u8>)> {
        let to = self.boxes.iter().position(|bytes| !bytes.is_empty())?;
        self.full.retain(|full| *full != to);
        Some((to, std::mem::take(&mut self.boxes[to])))
    }
}

/// Adds the positions that a worker packed to the layer that grows.
pub(crate) fn unpack(from: usize, mut bytes: &[u8], growth: &mut Growth) -> Result<(), Limit> {
    let mut parent = 0;
    while !bytes.is_empty() {
        let record = take_record(&mut bytes);
        // Whoever sends has the same version and has shown the token.
        let (gap, choice, key) = record.expect("a packet holds whole positions");
        parent += gap;
        growth.add_child(name(from, parent), choice, key)?;
    }
    Ok(())
}

fn take_record<'b>(bytes: &mut &'b [u8]) -> Option<(u64, u32, &'b [u8])> {
    let gap = take_number(bytes)?;
    let choice = u32::try_from(take_number(bytes)?).ok()?;
    let length = usize::try_from(take_number(bytes)?).ok()?;
    let (key, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some((gap, choice, key))
}

/// Seven bits a byte, the lowest first; the last byte has its highest bit clear.
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
