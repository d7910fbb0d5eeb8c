//! Layers in the order of reaching, several small ones to a file, and the table of what is where in
//! such a file.

use super::BufferSizes;
use super::blocks::{Place, Reader, Sink, put_key, put_number, take_key, take_number};
use super::folder::DiskError;
use super::scratch::{LayerEntry, Scratch};
use crate::context::Limit;

/// The states of a block at the most: about as many parents are expanded to find one.
const BLOCK_STATES: u64 = 1024;

/// Layers that are being written: in memory as long as they are small.
pub(super) struct LayerWriter<'a> {
    sink: Sink<'a>,
    pub table: Table,
    /// The number of its first layer.
    pub first: usize,
    buffers: BufferSizes,
    block: Vec<u8>,
    begins: Mark,
    last: Vec<u8>,
    /// The states of the layer that is being written, and of all that are whole.
    number: u64,
    states: u64,
}

impl<'a> LayerWriter<'a> {
    pub fn new(scratch: &'a Scratch, buffers: &BufferSizes, first: usize, most: usize) -> Self {
        LayerWriter {
            sink: Sink::new(scratch, format!("layer-{first}"), most),
            table: Table::default(),
            first,
            buffers: *buffers,
            block: Vec::new(),
            begins: Mark {
                layer: 0,
                number: 0,
                parent: (0, 0),
                place: (0, 0),
            },
            last: Vec::new(),
            number: 0,
            states: 0,
        }
    }

    pub fn begin_layer(&mut self) {
        self.table.begin_layer();
        self.number = 0;
    }

    /// Adds the next state of the layer, whose parent is between two states of the layer before.
    pub fn push(&mut self, key: &[u8], parent: (u64, u64)) -> Result<(), Limit> {
        if key.len() > self.buffers.longest_key() {
            return Err(Limit::Memory);
        }
        let is_long = self.block.len() + key.len() + 2 * ROOM > self.buffers.block;
        if !self.block.is_empty() && (is_long || self.number - self.begins.number >= BLOCK_STATES) {
            self.end_block()?;
        }
        if self.block.is_empty() {
            self.begins = Mark {
                layer: self.table.sizes().len(),
                number: self.number,
                parent,
                place: self.sink.place(),
            };
            put_number(&mut self.block, self.number);
            self.last.clear();
        }
        put_key(&mut self.block, &self.last, key);
        self.last.clear();
        self.last.extend_from_slice(key);
        self.number += 1;
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), DiskError> {
        self.begins.place = self.sink.block(&self.block)?;
        self.block.clear();
        self.table.enter(self.begins, self.buffers.table);
        Ok(())
    }

    pub fn end_layer(&mut self) -> Result<(), DiskError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        self.table.end_layer(self.number);
        self.states += self.number;
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.table.sizes().is_empty()
    }

    /// Whether the layers so far are enough for a file.
    pub fn is_due(&self) -> bool {
        !self.sink.is_held() || self.has_long_table()
    }

    pub fn has_long_table(&self) -> bool {
        2 * self.table.bytes() > self.buffers.table
    }

    pub fn read_held(&self) -> Reader<'_> {
        self.sink.read_held()
    }

    /// Brings them to the disk.
    pub fn file(mut self, scratch: &Scratch) -> Result<(LayerEntry, Table), DiskError> {
        let table = self.sink.place();
        for block in self.table.write(self.buffers.block / 2) {
            self.sink.block(&block)?;
        }
        let mut pages = self.sink.finish(self.states)?;
        pages.file(scratch)?;
        let entry = LayerEntry {
            layers: self.table.sizes().len() as u64,
            table,
            file: pages.entry,
        };
        Ok((entry, self.table))
    }
}

/// What the numbers of a record take at the most.
const ROOM: usize = 32;

/// Reads the table of a file of layers.
pub(super) fn read_table(scratch: &Scratch, entry: &LayerEntry) -> Result<Table, DiskError> {
    let mut reader = scratch.open(&entry.file)?;
    reader.jump(entry.table)?;
    let mut bytes = Vec::new();
    while reader.advance()? {
        bytes.extend_from_slice(reader.bytes());
    }
    let table = Table::read(&bytes);
    let is_right = |table: &Table| {
        let sizes = table.sizes();
        sizes.len() as u64 == entry.layers
            && sizes
                .iter()
                .try_fold(0, |sum: u64, size| sum.checked_add(*size))
                == Some(entry.file.records)
    };
    table
        .filter(is_right)
        .ok_or_else(|| DiskError::damaged(&entry.file.name))
}

/// States of one layer that are being read, in the order of reaching.
pub struct LayerReader<'a> {
    reader: Reader<'a>,
    at: usize,
    key: Vec<u8>,
    /// The number of the next state, and the one behind the last.
    next: u64,
    end: u64,
    is_open: bool,
}

impl<'a> LayerReader<'a> {
    /// From the block at a place on, whose first state has this number, to the end of the layer.
    pub(super) fn new(
        mut reader: Reader<'a>,
        place: Place,
        number: u64,
        end: u64,
    ) -> Result<Self, DiskError> {
        reader.jump(place)?;
        Ok(LayerReader {
            reader,
            at: 0,
            key: Vec::new(),
            next: number,
            end,
            is_open: false,
        })
    }

    /// Reads the next state and returns its number, if there is one.
    #[inline]
    pub fn advance(&mut self) -> Result<Option<u64>, DiskError> {
        if self.next == self.end {
            return Ok(None);
        }
        if !self.is_open || self.at == self.reader.bytes().len() {
            self.open()?;
        }
        let read = take_key(self.reader.bytes(), &mut self.at, &mut self.key);
        read.ok_or_else(|| self.reader.damaged())?;
        self.next += 1;
        Ok(Some(self.next - 1))
    }

    fn open(&mut self) -> Result<(), DiskError> {
        if !self.reader.advance()? {
            return Err(self.reader.damaged());
        }
        (self.is_open, self.at) = (true, 0);
        self.key.clear();
        match take_number(self.reader.bytes(), &mut self.at) {
            Some(number) if number == self.next => Ok(()),
            _ => Err(self.reader.damaged()),
        }
    }

    /// The key of the state that was read last.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// The error where what was read is not what it should be.
    pub fn damaged(&self) -> DiskError {
        self.reader.damaged()
    }

    /// The next state will be the one with this number.
    pub(super) fn skip_to(&mut self, number: u64) -> Result<(), DiskError> {
        while self.next < number && self.advance()?.is_some() {}
        Ok(())
    }
}

/// A block of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// The layer, counted in its file.
    pub layer: usize,
    /// The number of its first state in the layer.
    pub number: u64,
    /// Between which states of the layer before the parent of that state is; most often it is
    /// known exactly, and both are the same.
    pub parent: (u64, u64),
    /// Where the block is.
    pub place: Place,
}

/// The table of a file of layers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    sizes: Vec<u64>,
    marks: Vec<Mark>,
    /// Of the layer that is being written, every `stride`th block is entered.
    stride: u64,
    blocks: u64,
}

impl Table {
    /// The bytes it holds.
    pub fn bytes(&self) -> usize {
        self.sizes.len() * size_of::<u64>() + self.marks.len() * size_of::<Mark>()
    }

    /// The layers that are whole.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// Blocks are of a new layer from here on.
    pub fn begin_layer(&mut self) {
        (self.stride, self.blocks) = (1, 0);
    }

    /// Enters a block of the layer that is being written, as long as there is room. Every layer's
    /// first block is entered; of the others of a large layer fewer and fewer.
    pub fn enter(&mut self, mark: Mark, most: usize) {
        if self.blocks.is_multiple_of(self.stride) {
            self.marks.push(mark);
            // Lists double as they grow.
            if self.blocks > 0 && 2 * self.bytes() > most {
                let first = self.marks.partition_point(|other| other.layer < mark.layer);
                let mut number = 0;
                self.marks.retain(|_| {
                    number += 1;
                    number <= first || (number - first) % 2 == 1
                });
                self.stride *= 2;
            }
        }
        self.blocks += 1;
    }

    /// The layer that is being written is whole.
    pub fn end_layer(&mut self, states: u64) {
        self.sizes.push(states);
    }

    /// The entry from which on a state is found, and the next one of the layer.
    pub fn marks(&self, layer: usize, number: u64) -> (Option<&Mark>, Option<&Mark>) {
        let marks = &self.marks;
        let behind = marks.partition_point(|mark| (mark.layer, mark.number) <= (layer, number));
        let of_layer = |mark: &&Mark| mark.layer == layer;
        let before = behind.checked_sub(1).and_then(|at| marks.get(at));
        (before.filter(of_layer), marks.get(behind).filter(of_layer))
    }

    /// As blocks of about a length.
    pub fn write(&self, length: usize) -> Vec<Vec<u8>> {
        let mut blocks = vec![Vec::new()];
        let mut entry = |numbers: &[u64]| {
            if blocks.last().is_some_and(|block| block.len() > length) {
                blocks.push(Vec::new());
            }
            let block = blocks.last_mut().expect("there is one");
            numbers.iter().for_each(|number| put_number(block, *number));
        };
        entry(&[self.sizes.len() as u64, self.marks.len() as u64]);
        self.sizes.iter().for_each(|size| entry(&[*size]));
        for mark in &self.marks {
            let Mark { parent, place, .. } = mark;
            entry(&[
                mark.layer as u64,
                mark.number,
                parent.0,
                parent.1,
                place.0,
                u64::from(place.1),
            ]);
        }
        blocks
    }

    /// The inverse of [`Table::write`], from all its blocks together.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut at = 0;
        let mut next = || take_number(bytes, &mut at);
        let (sizes, marks) = (next()?, next()?);
        let mut table = Table::default();
        for _ in 0..sizes {
            table.sizes.push(next()?);
        }
        for _ in 0..marks {
            let layer = usize::try_from(next()?).ok()?;
            table.marks.push(Mark {
                layer,
                number: next()?,
                parent: (next()?, next()?),
                place: (next()?, u32::try_from(next()?).ok()?),
            });
        }
        let is_sorted = table
            .marks
            .is_sorted_by_key(|mark| (mark.layer, mark.number));
        (at == bytes.len() && is_sorted).then_some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(layers: usize, blocks: u64, most: usize) -> Table {
        let mut table = Table::default();
        for layer in 0..layers {
            table.begin_layer();
            for block in 0..blocks {
                let mark = Mark {
                    layer,
                    number: block * 10,
                    parent: (block, block + 1),
                    place: (1000 * layer as u64 + block, 7),
                };
                table.enter(mark, most);
            }
            table.end_layer(blocks * 10);
        }
        table
    }

    #[test]
    fn what_is_written_is_read() {
        for most in [usize::MAX, 1000] {
            let mut table = example(5, 100, most);
            (table.stride, table.blocks) = (0, 0);
            let bytes = table.write(64).concat();
            assert_eq!(Table::read(&bytes), Some(table));
            assert_eq!(Table::read(&bytes[..bytes.len() - 1]), None);
        }
    }

    #[test]
    fn a_state_is_behind_the_mark_that_is_found() {
        for most in [usize::MAX, 1000, 1] {
            let table = example(5, 100, most);
            for layer in 0..5 {
                for number in 0..1000 {
                    let (mark, next) = table.marks(layer, number);
                    let mark = mark.expect("every layer has one");
                    assert!(mark.layer == layer && mark.number <= number);
                    assert!(next.is_none_or(|next| next.number > number));
                    assert!(most < usize::MAX || mark.number == number / 10 * 10);
                }
            }
        }
    }
}
