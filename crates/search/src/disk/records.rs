//! Keys in order, each once, front-coded in blocks; where they are candidates, each with the number
//! of its parent and its place among that one's children.

use super::blocks::{Place, Reader};
use super::coding::{put_key, put_number, take_key, take_number};
use super::error::DiskError;
use super::index::Index;
use super::pages::{Pages, Sink};

/// The order of reaching: the parent's number in its layer, and the place among its children.
pub(super) type Reached = (u64, u32);

/// Whether records are bare keys, or say when they were reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Keys,
    Candidates,
}

/// Records that are being written.
pub(super) struct RecordWriter<'a> {
    sink: Sink<'a>,
    kind: Kind,
    /// How long a block becomes at the most.
    longest: usize,
    block: Vec<u8>,
    first: Vec<u8>,
    last: Vec<u8>,
    records: u64,
    index: Option<Index>,
}

impl<'a> RecordWriter<'a> {
    pub fn new(sink: Sink<'a>, kind: Kind, longest: usize, index: Option<Index>) -> Self {
        RecordWriter {
            sink,
            kind,
            longest,
            block: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
            records: 0,
            index,
        }
    }

    pub fn push(&mut self, key: &[u8], reached: Reached) -> Result<(), DiskError> {
        if !self.block.is_empty() && self.block.len() + key.len() + ROOM > self.longest {
            self.end_block()?;
        }
        if self.block.is_empty() {
            self.last.clear();
            self.first.clear();
            self.first.extend_from_slice(key);
        }
        put_key(&mut self.block, &self.last, key);
        if self.kind == Kind::Candidates {
            put_number(&mut self.block, reached.0);
            put_number(&mut self.block, u64::from(reached.1));
        }
        self.last.clear();
        self.last.extend_from_slice(key);
        self.records += 1;
        Ok(())
    }

    pub fn finish(mut self) -> Result<(Pages, Option<Index>), DiskError> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        Ok((self.sink.finish(self.records)?, self.index))
    }

    fn end_block(&mut self) -> Result<(), DiskError> {
        let place = self.sink.block(&self.block)?;
        self.block.clear();
        if let Some(index) = &mut self.index {
            index.push(&self.first, place);
        }
        Ok(())
    }
}

/// What a record takes beside its key at the most.
pub(super) const ROOM: usize = 32;

/// Records that are being read.
pub(super) struct RecordReader<'a> {
    reader: Reader<'a>,
    kind: Kind,
    /// Where the next record begins in the block, and where the block begins.
    at: usize,
    block: Option<u64>,
    key: Vec<u8>,
    reached: Reached,
}

impl<'a> RecordReader<'a> {
    pub fn new(reader: Reader<'a>, kind: Kind) -> Self {
        RecordReader {
            reader,
            kind,
            at: 0,
            block: None,
            key: Vec::new(),
            reached: (0, 0),
        }
    }

    /// Goes to the next record, if there is one.
    #[inline]
    pub fn advance(&mut self) -> Result<bool, DiskError> {
        if self.is_at_block_end() && !self.load()? {
            return Ok(false);
        }
        let bytes = self.reader.bytes();
        let mut read = take_key(bytes, &mut self.at, &mut self.key);
        if self.kind == Kind::Candidates {
            let parent = take_number(bytes, &mut self.at);
            let child = take_number(bytes, &mut self.at);
            let child = child.and_then(|child| u32::try_from(child).ok());
            read = read.and(parent.zip(child).map(|reached| self.reached = reached));
        }
        read.map(|()| true).ok_or_else(|| self.reader.damaged())
    }

    fn load(&mut self) -> Result<bool, DiskError> {
        let place = self.reader.place();
        self.block = None;
        if !self.reader.advance()? {
            return Ok(false);
        }
        self.block = Some(place.0);
        self.restart();
        Ok(true)
    }

    fn restart(&mut self) {
        self.at = 0;
        self.key.clear();
    }

    /// The next record is the first one of the block at a place.
    pub fn jump(&mut self, place: Place) -> Result<(), DiskError> {
        if self.block == Some(place.0) {
            self.restart();
            return Ok(());
        }
        self.block = None;
        self.reader.jump(place)
    }

    /// Whether the next record is in another block than the last one.
    pub fn is_at_block_end(&self) -> bool {
        self.block.is_none() || self.at == self.reader.bytes().len()
    }

    /// Where the block begins that is read next.
    pub fn next_block(&self) -> Place {
        self.reader.place()
    }

    #[inline]
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    #[inline]
    pub fn reached(&self) -> Reached {
        self.reached
    }

    pub fn damaged(&self) -> DiskError {
        self.reader.damaged()
    }
}
