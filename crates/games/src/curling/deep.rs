//! The positions after the first throws, layer by layer on the disk: where [`Layers`] go on once
//! the memory is used up. The positions and their order are the same.

use fewest_search::Limit;
use fewest_search::disk::{Foundation, Scratch, Strata};

use super::layers::Layers;
use super::sheet::{Count, Sheet, Spot};
use crate::grid::Direction;

/// Who keeps the layers.
const TIER: &str = "throws";

/// All layers so far; the last of them is the one that can be asked for.
pub struct Deep<'a> {
    strata: Strata<'a>,
    code: Code,
    /// Whether nothing can be thrown any more: the last layer is empty, and not on the disk.
    is_over: bool,
    /// The board of a position that was read, and the key of one that is written.
    board: Vec<u64>,
    key: Vec<u8>,
}

/// How far a search had come when its last layer was added.
#[derive(Clone, Copy)]
pub struct Come {
    /// The throws of the games that were being tried.
    pub throws: u32,
    /// How many last throws were tried, not kept.
    pub last: u32,
    /// How many positions had been looked at.
    pub looked: u64,
}

impl<'a> Deep<'a> {
    /// Whether a search is found that went to the disk.
    pub fn is_found(scratch: &Scratch) -> bool {
        let found = scratch.found();
        found.tier == TIER && !found.layers.is_empty()
    }

    /// Goes on with what is found: says how far it had come. The sheet is as it was at first.
    pub fn resume(
        scratch: &'a Scratch,
        sheet: &impl Sheet,
        count: &mut Count,
    ) -> Result<(Self, Come), Limit> {
        let foundation = foundation(count.ctx.budget.left());
        let strata = Strata::resume(scratch, foundation, count.ctx)?;
        let deep = Deep::new(strata, sheet);
        let note = |name: &str| {
            let note = deep.strata.note(&noted(name, deep.strata.depth()));
            note.ok_or_else(|| deep.strata.damaged(deep.strata.depth()))
        };
        let small = |name| Ok::<_, Limit>(u32::try_from(note(name)?).unwrap_or(u32::MAX));
        let come = Come {
            throws: small(THROWS)?,
            last: small(LAST)?,
            looked: note(KNOWN)?.saturating_add(deep.strata.last_size() - 1),
        };
        Ok((deep, come))
    }

    /// Brings the layers to the disk that no longer fit the memory, all but one that is not whole.
    pub fn take_over(
        mut layers: Layers,
        come: Come,
        scratch: &'a Scratch,
        sheet: &mut impl Sheet,
        count: &mut Count,
    ) -> Result<Self, Limit> {
        layers.walk_home(sheet, &mut count.ctx.budget);
        let memory = count.ctx.budget.left().saturating_add(layers.bytes());
        let mut deep = Deep::new(Strata::begin(scratch, foundation(memory))?, sheet);
        for depth in 0..=layers.depth() {
            let mut begin = 0;
            for (number, place) in (0..).zip(layers.places_at(depth)) {
                if number == 0 && depth > 0 {
                    begin = layers.places_at(depth - 1).start;
                }
                let (stone, parent) = layers.walk_down(place, depth, sheet);
                count.work(1)?;
                deep.code.write(sheet.blocks(), stone, &mut deep.key);
                let parent = u64::from(parent - begin);
                deep.strata.push(&deep.key, (parent, parent))?;
            }
            deep.strata.end_layer()?;
        }
        layers.walk_home(sheet, &mut count.ctx.budget);
        let (last_depth, last_size) = (layers.depth() as usize, u64::from(layers.len()));
        layers.close(&mut count.ctx.budget);
        deep.note(come, last_depth, come.looked + 1 - last_size);
        deep.strata.settle(count.ctx)?;
        Ok(deep)
    }

    fn new(strata: Strata<'a>, sheet: &impl Sheet) -> Self {
        Deep {
            strata,
            code: Code::new(sheet.blocks()),
            is_over: false,
            board: sheet.blocks().to_vec(),
            key: Vec::new(),
        }
    }

    /// Writes down how far the search had come before this layer was there, and how many positions
    /// were known then: those looked at, and the start.
    fn note(&mut self, come: Come, depth: usize, known: u64) {
        for (name, number) in [
            (THROWS, u64::from(come.throws)),
            (LAST, u64::from(come.last)),
            (KNOWN, known),
        ] {
            self.strata.write_note(&noted(name, depth), number);
        }
    }

    /// How many throws led to the last layer.
    pub fn depth(&self) -> u32 {
        self.strata.depth() as u32 + u32::from(self.is_over)
    }

    /// How many positions the last layer has, and the one before.
    pub fn sizes(&self) -> (u64, u64) {
        let mut sizes = self.strata.sizes();
        let before = self.strata.depth().checked_sub(1);
        let before = before.and_then(|depth| sizes.nth(depth)).unwrap_or(0);
        match self.is_over {
            true => (0, self.strata.last_size()),
            false => (self.strata.last_size(), before),
        }
    }

    /// Adds the next layer: the positions that may yet arrive, within `most` throws in all.
    pub fn grow(
        &mut self,
        come: Come,
        sheet: &mut impl Sheet,
        most: Option<u32>,
        count: &mut Count,
    ) -> Result<(), Limit> {
        let depth = self.depth();
        let left = most.map(|most| most - (depth + 1));
        let mut growth = self.strata.grow()?;
        while let Some((number, key)) = growth.state()? {
            let stone = self.code.read(key, &mut self.board);
            let stone = stone.ok_or_else(|| growth.damaged())?;
            turn_into(&self.board, sheet);
            count.work(1 + self.board.len() as u32 / 4)?;
            for stop in sheet.stops(stone, count)? {
                if stop.at != stone && sheet.may_arrive(stop.at, left) {
                    sheet.flip(stop.block);
                    self.code.write(sheet.blocks(), stop.at, &mut self.key);
                    sheet.flip(stop.block);
                    growth.add(number, &self.key)?;
                }
            }
        }
        drop(growth);
        self.note(come, depth as usize + 1, come.looked + 1);
        let added = self.strata.keep(u64::MAX, count.ctx)?;
        self.is_over = added == 0;
        count.add(added)
    }

    /// Tries to win by so many more throws from every position of the last layer; says by which
    /// throws it was reached, the last one first, if one does.
    pub fn win(
        &mut self,
        throws: u32,
        sheet: &mut impl Sheet,
        count: &mut Count,
    ) -> Result<Option<Vec<Direction>>, Limit> {
        if self.is_over {
            return Ok(None);
        }
        let depth = self.strata.depth();
        let mut states = self.strata.read(depth, 0)?;
        let mut won = None;
        while let Some(number) = states.advance()? {
            let stone = self.code.read(states.key(), &mut self.board);
            let stone = stone.ok_or_else(|| states.damaged())?;
            turn_into(&self.board, sheet);
            count.work(1 + self.board.len() as u32 / 4)?;
            if sheet.wins(stone, throws, count)? {
                won = Some((number, states.key().to_vec()));
                break;
            }
        }
        drop(states);
        won.map(|(number, key)| self.way_to(number, key, sheet, count))
            .transpose()
    }

    /// The throws that led to a position of the last layer, the last one first.
    fn way_to(
        &mut self,
        mut number: u64,
        mut key: Vec<u8>,
        sheet: &mut impl Sheet,
        count: &mut Count,
    ) -> Result<Vec<Direction>, Limit> {
        let mut way = Vec::new();
        for depth in (1..=self.strata.depth()).rev() {
            let (from, to) = self.strata.parents(depth, number)?;
            let mut states = self.strata.read(depth - 1, from)?;
            let mut found = None;
            while let Some(parent) = states.advance()?.filter(|&parent| parent <= to) {
                let stone = self.code.read(states.key(), &mut self.board);
                let stone = stone.ok_or_else(|| states.damaged())?;
                turn_into(&self.board, sheet);
                let stops = sheet.stops(stone, count)?;
                let leads = stops.into_iter().find(|stop| {
                    if stop.at == stone {
                        return false;
                    }
                    sheet.flip(stop.block);
                    self.code.write(sheet.blocks(), stop.at, &mut self.key);
                    sheet.flip(stop.block);
                    self.key == key
                });
                if let Some(stop) = leads {
                    found = Some((parent, states.key().to_vec(), sheet.direction(stop)));
                    break;
                }
            }
            drop(states);
            let Some((parent, before, direction)) = found else {
                return Err(self.strata.damaged(depth - 1).into());
            };
            way.push(direction);
            (number, key) = (parent, before);
        }
        Ok(way)
    }

    /// Brings what is whole to the disk, for whoever goes on.
    pub fn save(&mut self) -> Result<(), Limit> {
        self.strata.save()
    }
}

const THROWS: &str = "throws";
const LAST: &str = "last";
const KNOWN: &str = "known";

/// A number's name: of two layers after each other both are kept, since it is not known before
/// which of them will be the last.
fn noted(name: &str, depth: usize) -> String {
    format!("{name}-{}", depth % 2)
}

fn foundation(memory: u64) -> Foundation {
    Foundation {
        tier: TIER,
        is_graded: true,
        // As good as all of it is what a budget without a limit has left.
        memory: Some(memory).filter(|&memory| memory < u64::MAX / 2),
    }
}

/// How a position is written: the bytes of the board that had blocks at first, and the stone.
struct Code {
    bytes: Vec<usize>,
}

impl Code {
    fn new(blocks: &[u64]) -> Self {
        let has_blocks = |byte: &usize| byte_of(blocks, *byte) != 0;
        Code {
            bytes: (0..8 * blocks.len()).filter(has_blocks).collect(),
        }
    }

    fn write(&self, blocks: &[u64], stone: Spot, key: &mut Vec<u8>) {
        key.clear();
        key.extend(self.bytes.iter().map(|&byte| byte_of(blocks, byte)));
        key.extend(stone.to_be_bytes());
    }

    /// The inverse: fills in the blocks that stand, and says where the stone is; nothing where the
    /// key is of another length.
    fn read(&self, key: &[u8], blocks: &mut [u64]) -> Option<Spot> {
        let (board, stone) = key.split_last_chunk()?;
        if board.len() != self.bytes.len() {
            return None;
        }
        blocks.fill(0);
        for (&byte, &bits) in self.bytes.iter().zip(board) {
            blocks[byte / 8] |= u64::from(bits) << (8 * (byte % 8));
        }
        Some(Spot::from_be_bytes(*stone))
    }
}

/// Brings the sheet's blocks into the state of another board.
fn turn_into(board: &[u64], sheet: &mut impl Sheet) {
    for (word, &blocks) in board.iter().enumerate() {
        let mut differ = blocks ^ sheet.blocks()[word];
        while differ != 0 {
            sheet.flip((word * 64) as Spot + differ.trailing_zeros());
            differ &= differ - 1;
        }
    }
}

fn byte_of(blocks: &[u64], byte: usize) -> u8 {
    (blocks[byte / 8] >> (8 * (byte % 8))) as u8
}
