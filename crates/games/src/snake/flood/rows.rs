//! The heads of a layer in a file: for each body that has any a row, in ascending order.
//!
//! A row is how far its body is from the one before, which of the words of its set are not zero,
//! and for each of those which of its bytes are not, and these. Most sets have few heads.

use std::collections::VecDeque;

use fewest_search::disk::{DiskError, FileEntry, Reader, Scratch, Writer};
use fewest_search::{Books, Limit};

use super::Layer;
use crate::snake::heads::Heads;

/// How many bytes a block has at the most, where memory is plenty.
pub const BYTES_A_BLOCK: usize = 1 << 18;

/// Where a block begins, the number of its first body stands in so many bytes.
const HEAD: usize = 8;

/// How many bytes past its end may be read.
const BEHIND: usize = 16;

/// The most bytes that a row takes.
const fn longest<const W: usize>() -> usize {
    10 + W.div_ceil(8) + 9 * W
}

/// Writes a file of rows.
pub struct RowsOut<'a, const W: usize> {
    writer: Writer<'a>,
    block: Vec<u8>,
    /// The body of the last row.
    last: usize,
}

impl<'a, const W: usize> RowsOut<'a, W> {
    /// The least room that a block needs.
    pub const LEAST_BLOCK: usize = HEAD + longest::<W>();

    /// Begins a file; its blocks are put together in the room given.
    pub fn new(scratch: &'a Scratch, name: &str, mut room: Vec<u8>) -> Result<Self, Limit> {
        room.clear();
        Ok(RowsOut {
            writer: scratch.create(name)?,
            block: room,
            last: 0,
        })
    }

    /// Adds a row, after those of lower bodies.
    pub fn push(&mut self, body: usize, heads: &Heads<W>) -> Result<(), Limit> {
        if self.block.len() + longest::<W>() > self.block.capacity() {
            self.flush()?;
        }
        if self.block.is_empty() {
            self.block.extend((body as u64).to_le_bytes());
            self.last = body;
        }
        write(&mut self.block, (body - self.last) as u64, heads);
        self.last = body;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Limit> {
        if !self.block.is_empty() {
            self.writer.block(&self.block)?;
            self.block.clear();
        }
        Ok(())
    }

    /// Ends the file, which stands for so many positions, and gives the room back.
    pub fn finish(mut self, positions: u64) -> Result<(FileEntry, Vec<u8>), Limit> {
        self.flush()?;
        Ok((self.writer.finish(positions)?, self.block))
    }
}

/// Reads files of rows, one after another.
pub struct RowsIn<'a, const W: usize> {
    scratch: &'a Scratch,
    files: VecDeque<FileEntry>,
    /// The file that is being read.
    file: Option<Reader<'a>>,
    /// Its block, with room behind it for whoever reads a few bytes too many.
    block: Vec<u8>,
    /// How much of it there is, and was read.
    end: usize,
    at: usize,
    /// The body of the next row.
    next: Option<usize>,
    /// Where it is, if it is anywhere.
    last: usize,
}

impl<'a, const W: usize> RowsIn<'a, W> {
    /// Room for the blocks that are read.
    pub fn room(bytes_a_block: usize, books: &mut Books) -> Result<Vec<u8>, Limit> {
        books.list(bytes_a_block + BEHIND)
    }

    pub fn new<'f>(
        scratch: &'a Scratch,
        files: impl IntoIterator<Item = &'f FileEntry>,
        room: Vec<u8>,
    ) -> Self {
        RowsIn {
            scratch,
            files: files.into_iter().cloned().collect(),
            file: None,
            block: room,
            end: 0,
            at: 0,
            next: None,
            last: 0,
        }
    }

    /// Gives the room back.
    pub fn into_room(self) -> Vec<u8> {
        self.block
    }

    /// The heads of some bodies; the rows of all before must have been read.
    pub fn fill(&mut self, first: usize, layer: &mut Layer<W>) -> Result<(), Limit> {
        layer.awake.fill(false);
        let end = first + layer.awake.len();
        while let Some((body, heads)) = self.next_below(end)? {
            let place = body.checked_sub(first).ok_or_else(|| self.damaged())?;
            layer.awake[place] = true;
            layer.heads[place] = heads;
        }
        Ok(())
    }

    /// Adds the heads of some bodies to where they have been; says whether there are any.
    pub fn remember(&mut self, first: usize, seen: &mut [Heads<W>]) -> Result<bool, Limit> {
        let mut any = false;
        while let Some((body, heads)) = self.next_below(first + seen.len())? {
            let place = body.checked_sub(first).ok_or_else(|| self.damaged())?;
            for (seen, heads) in seen[place].iter_mut().zip(heads) {
                *seen |= heads;
            }
            any = true;
        }
        Ok(any)
    }

    /// The next row, where its body is below one.
    pub fn next_below(&mut self, end: usize) -> Result<Option<(usize, Heads<W>)>, Limit> {
        if self.next.is_none() && !self.find()? {
            return Ok(None);
        }
        let Some(body) = self.next.filter(|&body| body < end) else {
            return Ok(None);
        };
        let heads = read(&self.block, &mut self.at).ok_or_else(|| self.damaged())?;
        self.next = None;
        Ok(Some((body, heads)))
    }

    /// Reads the body of the next row; says whether there is one.
    fn find(&mut self) -> Result<bool, Limit> {
        while self.at == self.end {
            if self.file.is_none() {
                let Some(file) = self.files.pop_front() else {
                    return Ok(false);
                };
                self.file = Some(self.scratch.open(&file)?);
            }
            let Some(reader) = &mut self.file else {
                continue;
            };
            if !reader.advance()? {
                self.file = None;
                continue;
            }
            self.block.clear();
            self.block.extend(reader.bytes());
            (self.at, self.end) = (HEAD, self.block.len());
            self.block.extend([0; BEHIND]);
            let first = self.block.first_chunk().copied();
            self.last = first.map_or(0, u64::from_le_bytes) as usize;
        }
        let far = read_number(&self.block, &mut self.at).filter(|_| self.at < self.end);
        let body = far.and_then(|far| self.last.checked_add(far as usize));
        self.last = body.ok_or_else(|| self.damaged())?;
        self.next = body;
        Ok(true)
    }

    fn damaged(&self) -> DiskError {
        match &self.file {
            Some(file) => file.damaged(),
            None => DiskError::damaged("manifest"),
        }
    }
}

fn write<const W: usize>(block: &mut Vec<u8>, mut far: u64, heads: &Heads<W>) {
    while far >= 0x80 {
        block.push(far as u8 | 0x80);
        far >>= 7;
    }
    block.push(far as u8);
    for words in heads.chunks(8) {
        let words = words.iter().enumerate();
        let filled = |mask, (place, &word): (usize, &u64)| mask | u8::from(word != 0) << place;
        block.push(words.fold(0, filled));
    }
    let mut end = block.len();
    block.resize(end + 9 * W, 0);
    for &word in heads.iter().filter(|&&word| word != 0) {
        let bytes: &mut [u8; 9] = block[end..].first_chunk_mut().expect("there is room");
        // Every byte is written, and the place goes on past those that are not zero.
        let (mut len, mut mask) = (1, 0);
        for (place, byte) in word.to_le_bytes().into_iter().enumerate() {
            bytes[len] = byte;
            mask |= u8::from(byte != 0) << place;
            len += usize::from(byte != 0);
        }
        bytes[0] = mask;
        end += len;
    }
    block.truncate(end);
}

fn read<const W: usize>(block: &[u8], at: &mut usize) -> Option<Heads<W>> {
    let masks = block.get(*at..*at + W.div_ceil(8))?;
    *at += masks.len();
    let mut heads = [0; W];
    for (words, &mask) in heads.chunks_mut(8).zip(masks) {
        for (place, word) in words.iter_mut().enumerate() {
            if mask >> place & 1 == 0 {
                continue;
            }
            let mask = *block.get(*at)?;
            let bytes: &[u8; 8] = block.get(*at + 1..)?.first_chunk()?;
            let mut len = 0;
            for place in 0..8 {
                let is_there = mask >> place & 1;
                *word |= u64::from(bytes[len & 7] * is_there) << (8 * place);
                len += usize::from(is_there);
            }
            *at += 1 + len;
        }
    }
    Some(heads)
}

fn read_number(block: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for place in (0..64).step_by(7) {
        let byte = *block.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7F) << place;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
