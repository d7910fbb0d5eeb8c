//! A file in blocks, each with its checksum: written once from beginning to end, and read as often
//! as needed, from any block on.
//!
//! A block is its length, its checksum, and its bytes. The checksum is also of its length, and of
//! the block before: two blocks that changed places are found as a flipped bit is.

use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};

use super::error::DiskError;
use super::folder::{ReadFile, WriteFile};
use super::scratch::Scratch;

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

/// Where a block begins, and the checksum of the one before.
pub type Place = (u64, u32);

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
    /// What is held back of small blocks; larger ones are written as they are.
    pub(super) const BUFFER: usize = 1 << 13;

    pub(super) fn new(scratch: &'a Scratch, name: &str, file: Box<dyn WriteFile>) -> Self {
        Writer {
            scratch,
            name: name.to_string(),
            file: BufWriter::with_capacity(Self::BUFFER, file),
            bytes: 0,
            looked: 0,
            checksum: 0,
        }
    }

    /// Adds a block, and says where it begins.
    pub fn block(&mut self, bytes: &[u8]) -> Result<u64, DiskError> {
        assert!(!bytes.is_empty() && bytes.len() <= LONGEST);
        let begin = self.bytes;
        self.checksum = checksum(self.checksum, bytes);
        let head = head(bytes, self.checksum);
        self.write(&head)?;
        self.write(bytes)?;
        Ok(begin)
    }

    /// Adds blocks that were put together elsewhere; the checksum is that of the last one.
    pub(super) fn image(&mut self, image: &[u8], checksum: u32) -> Result<(), DiskError> {
        self.checksum = checksum;
        self.write(image)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        let written = self.file.write_all(bytes);
        written.map_err(|why| self.scratch.refused(&self.name, why))?;
        self.bytes += bytes.len() as u64;
        if self.bytes - self.looked >= BETWEEN_LOOKS {
            self.looked = self.bytes;
            self.scratch.has_room(0)?;
        }
        Ok(())
    }

    /// Where the next block begins, and the checksum of the one before.
    pub(super) fn place(&self) -> Place {
        (self.bytes, self.checksum)
    }

    /// How long the file is so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Ends the file; it is on the disk when this returns.
    pub fn finish(mut self, records: u64) -> Result<FileEntry, DiskError> {
        let flushed = self.file.flush();
        let synced = flushed.and_then(|()| self.file.get_mut().sync());
        synced.map_err(|why| self.scratch.refused(&self.name, why))?;
        Ok(self.entry(records))
    }

    /// Ends a file that no manifest will name: it need not outlive the process.
    pub fn finish_passing(mut self, records: u64) -> Result<FileEntry, DiskError> {
        let flushed = self.file.flush();
        flushed.map_err(|why| self.scratch.refused(&self.name, why))?;
        Ok(self.entry(records))
    }

    fn entry(self, records: u64) -> FileEntry {
        FileEntry {
            name: self.name,
            records,
            bytes: self.bytes,
            checksum: self.checksum,
        }
    }
}

/// A file that is being read.
pub struct Reader<'a> {
    scratch: &'a Scratch,
    entry: FileEntry,
    file: Box<dyn ReadFile + 'a>,
    /// Where the next block begins, and the checksum of the one before.
    at: u64,
    before: u32,
    block: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        scratch: &'a Scratch,
        entry: &FileEntry,
        file: Box<dyn ReadFile + 'a>,
    ) -> Self {
        Reader {
            scratch,
            entry: entry.clone(),
            file,
            at: 0,
            before: 0,
            block: Vec::new(),
        }
    }

    /// Reads the next block, if there is one. What the file holds is compared with its checksum
    /// before anything of it is believed.
    pub fn advance(&mut self) -> Result<bool, DiskError> {
        if self.at == self.entry.bytes {
            return match self.before == self.entry.checksum {
                true => Ok(false),
                false => Err(self.damaged()),
            };
        }
        let mut head = [0; HEAD];
        self.fill(&mut head)?;
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let sum = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        let end = self.at + (HEAD + length) as u64;
        if length == 0 || length > LONGEST || end > self.entry.bytes {
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
        Ok(true)
    }

    /// The bytes of the block that was read last.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.block
    }

    /// Where the next block begins, and what has to be known to compare it: for [`Reader::jump`].
    pub fn place(&self) -> Place {
        (self.at, self.before)
    }

    /// The next block is the one at a place that was told before.
    pub fn jump(&mut self, place: Place) -> Result<(), DiskError> {
        if place.0 != self.at {
            let sought = self.file.seek(SeekFrom::Start(place.0));
            sought.map_err(|why| self.scratch.refused(&self.entry.name, why))?;
        }
        (self.at, self.before) = place;
        Ok(())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), DiskError> {
        match self.file.read_exact(bytes) {
            Ok(()) => Ok(()),
            Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => Err(self.damaged()),
            Err(why) => Err(self.scratch.refused(&self.entry.name, why)),
        }
    }

    /// The error where the file does not hold what it should.
    pub fn damaged(&self) -> DiskError {
        DiskError::damaged(&self.entry.name)
    }
}

/// Adds a block to the image of a file, and says what its checksum is.
pub(super) fn append(image: &mut Vec<u8>, before: u32, block: &[u8]) -> u32 {
    let checksum = checksum(before, block);
    image.extend_from_slice(&head(block, checksum));
    image.extend_from_slice(block);
    checksum
}

/// What a block takes in a file.
pub(super) const fn length(block: &[u8]) -> usize {
    HEAD + block.len()
}

fn head(block: &[u8], checksum: u32) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&(block.len() as u32).to_le_bytes());
    head[4..].copy_from_slice(&checksum.to_le_bytes());
    head
}

/// The checksum of a block after one with the checksum `before`.
pub fn checksum(before: u32, block: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(&(block.len() as u32).to_le_bytes());
    hasher.update(block);
    hasher.finalize()
}
