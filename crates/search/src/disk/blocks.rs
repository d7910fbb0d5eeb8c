//! A file in blocks, each with its checksum: written once from beginning to end, and read as often
//! as needed, from any block on.
//!
//! A block is its length, its checksum, and its bytes. The checksum is also of its number, and of
//! the block before: two blocks that changed places are found as a flipped bit is.

use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};

use super::fault::Fault;
use super::folder::{ReadFile, WriteFile};
use super::scratch::Scratch;
use crate::limits::Limit;

const HEAD: usize = 8;
/// The longest block that is believed to be one.
const LONGEST: usize = 1 << 26;
/// How many bytes are written between two looks at how much room is left.
const BETWEEN_LOOKS: u64 = 16 << 20;

/// A file as a manifest knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Its name in the folder.
    pub name: String,
    /// How many records whoever wrote it counted.
    pub records: u64,
    /// How long it is.
    pub bytes: u64,
    /// The checksum of its last block, and so of all.
    pub checksum: u32,
}

/// A file that is being written.
pub struct Writer<'a> {
    scratch: &'a Scratch,
    name: String,
    file: BufWriter<Box<dyn WriteFile>>,
    bytes: u64,
    looked: u64,
    checksum: u32,
}

impl<'a> Writer<'a> {
    pub(super) fn new(scratch: &'a Scratch, name: &str, file: Box<dyn WriteFile>) -> Self {
        Writer {
            scratch,
            name: name.to_string(),
            file: BufWriter::with_capacity(1 << 16, file),
            bytes: 0,
            looked: 0,
            checksum: 0,
        }
    }

    /// Adds a block, and says where it begins.
    pub fn block(&mut self, bytes: &[u8]) -> Result<u64, Limit> {
        assert!(!bytes.is_empty() && bytes.len() <= LONGEST);
        let begin = self.bytes;
        let length = (bytes.len() as u32).to_le_bytes();
        self.checksum = checksum(self.checksum, bytes);
        let sum = self.checksum.to_le_bytes();
        let written = self.file.write_all(&length).and_then(|()| {
            self.file.write_all(&sum)?;
            self.file.write_all(bytes)
        });
        written.map_err(|why| self.scratch.refused(&self.name, &why))?;
        self.bytes += (HEAD + bytes.len()) as u64;
        if self.bytes - self.looked >= BETWEEN_LOOKS {
            self.looked = self.bytes;
            self.scratch.has_room(0)?;
        }
        Ok(begin)
    }

    /// How long the file is so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Ends the file; it is on the disk when this returns.
    pub fn finish(mut self, records: u64) -> Result<FileEntry, Limit> {
        let flushed = self.file.flush();
        let synced = flushed.and_then(|()| self.file.get_mut().sync());
        synced.map_err(|why| self.scratch.refused(&self.name, &why))?;
        Ok(FileEntry {
            name: self.name,
            records,
            bytes: self.bytes,
            checksum: self.checksum,
        })
    }
}

/// A file that is being read.
pub struct Reader<'a> {
    scratch: &'a Scratch,
    entry: FileEntry,
    file: Box<dyn ReadFile>,
    /// Where the next block begins, and the checksum of the one before.
    at: u64,
    before: u32,
    block: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(scratch: &'a Scratch, entry: &FileEntry, file: Box<dyn ReadFile>) -> Self {
        Reader {
            scratch,
            entry: entry.clone(),
            file,
            at: 0,
            before: 0,
            block: Vec::new(),
        }
    }

    /// The bytes of the next block; nothing at the end. What the file holds is compared with its
    /// checksum before anything of it is believed.
    pub fn block(&mut self) -> Result<Option<&[u8]>, Limit> {
        if self.at == self.entry.bytes {
            return match self.before == self.entry.checksum {
                true => Ok(None),
                false => Err(self.damaged()),
            };
        }
        let mut head = [0; HEAD];
        self.fill(&mut head)?;
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let sum = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        let end = self.at + (HEAD + length) as u64;
        if length > LONGEST || end > self.entry.bytes {
            return Err(self.damaged());
        }
        let mut block = std::mem::take(&mut self.block);
        block.resize(length, 0);
        self.fill(&mut block)?;
        self.block = block;
        if checksum(self.before, &self.block) != sum {
            return Err(self.damaged());
        }
        (self.at, self.before) = (end, sum);
        Ok(Some(&self.block))
    }

    /// Where the next block begins, and what has to be known to compare it: for [`Reader::jump`].
    pub fn place(&self) -> (u64, u32) {
        (self.at, self.before)
    }

    /// The next block is the one at a place that was told before.
    pub fn jump(&mut self, place: (u64, u32)) -> Result<(), Limit> {
        if place.0 != self.at {
            let sought = self.file.seek(SeekFrom::Start(place.0));
            sought.map_err(|why| self.scratch.refused(&self.entry.name, &why))?;
        }
        (self.at, self.before) = place;
        Ok(())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Limit> {
        match self.file.read_exact(bytes) {
            Ok(()) => Ok(()),
            Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => Err(self.damaged()),
            Err(why) => Err(self.scratch.refused(&self.entry.name, &why)),
        }
    }

    fn damaged(&self) -> Limit {
        self.scratch.fail(Fault::damaged(&self.entry.name))
    }
}

/// The checksum of a block after one with the checksum `before`.
fn checksum(before: u32, block: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(&(block.len() as u32).to_le_bytes());
    hasher.update(block);
    hasher.finalize()
}
