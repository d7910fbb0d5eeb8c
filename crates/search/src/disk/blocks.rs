//! Blocks with checksums, in files or in memory, and the coding of numbers and keys in them.
//!
//! A block is its length, its checksum, and its bytes. The checksum is also of its length, and of
//! the block before: two blocks that changed places are found as a flipped bit is. A file is written
//! once from beginning to end, and read as often as needed, from any block on.

use std::io::{self, BufWriter, Cursor, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::Arc;

use super::folder::{DiskError, ReadFile, WriteFile};
use super::scratch::Scratch;

const HEAD: usize = 8;
/// The longest block that is believed to be one.
const LONGEST: usize = 1 << 26;
/// How many bytes are written between two checks of the free space.
const BETWEEN_LOOKS: u64 = 16 << 20;

/// A file as a manifest knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Its name in the folder.
    pub name: String,
    /// The number of records, as its writer counted them.
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

    /// Adds a block, and returns where it begins.
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

    /// Continues at a place that was returned before.
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

/// Adds a block to the image of a file, and returns its checksum.
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

/// Blocks that are being written.
pub(super) struct Sink<'a> {
    scratch: &'a Scratch,
    name: String,
    image: Vec<u8>,
    /// How long the image may become.
    most: usize,
    checksum: u32,
    writer: Option<Writer<'a>>,
    /// Whether it is needed only as long as the process lives.
    is_passing: bool,
}

impl<'a> Sink<'a> {
    /// Holds up to `most` bytes, and makes the file once there are more.
    pub fn new(scratch: &'a Scratch, name: String, most: usize) -> Self {
        Sink {
            scratch,
            name,
            image: Vec::new(),
            most,
            checksum: 0,
            writer: None,
            is_passing: false,
        }
    }

    /// Makes a file that no manifest will name.
    pub fn passing(scratch: &'a Scratch, name: String) -> Self {
        Sink {
            is_passing: true,
            ..Sink::new(scratch, name, 0)
        }
    }

    /// Adds a block, and returns where it begins.
    pub fn block(&mut self, block: &[u8]) -> Result<Place, DiskError> {
        let place = self.place();
        if self.writer.is_none() && self.image.len() + length(block) > self.most {
            let mut writer = self.scratch.create(&self.name)?;
            if !self.image.is_empty() {
                writer.image(&std::mem::take(&mut self.image), self.checksum)?;
            }
            self.writer = Some(writer);
        }
        match &mut self.writer {
            Some(writer) => {
                writer.block(block)?;
            }
            None => self.checksum = append(&mut self.image, self.checksum, block),
        }
        Ok(place)
    }

    /// Where the next block will begin.
    pub fn place(&self) -> Place {
        match &self.writer {
            Some(writer) => writer.place(),
            None => (self.image.len() as u64, self.checksum),
        }
    }

    /// Whether there is no file.
    pub fn is_held(&self) -> bool {
        self.writer.is_none()
    }

    /// Reads what is held so far.
    pub fn read_held(&self) -> Reader<'_> {
        let entry = self.entry(0);
        Reader::new(self.scratch, &entry, Box::new(Cursor::new(&self.image[..])))
    }

    /// Ends the blocks.
    pub fn finish(self, records: u64) -> Result<Pages, DiskError> {
        match self.writer {
            Some(writer) if self.is_passing => writer.finish_passing(records).map(Pages::of),
            Some(writer) => writer.finish(records).map(Pages::of),
            None => Ok(Pages {
                entry: self.entry(records),
                image: Some(self.image.into()),
            }),
        }
    }

    fn entry(&self, records: u64) -> FileEntry {
        FileEntry {
            name: self.name.clone(),
            records,
            bytes: self.image.len() as u64,
            checksum: self.checksum,
        }
    }
}

/// Blocks that were written.
pub(super) struct Pages {
    pub entry: FileEntry,
    image: Option<Arc<[u8]>>,
}

impl Pages {
    /// Those of a file.
    pub fn of(entry: FileEntry) -> Self {
        Pages { entry, image: None }
    }

    pub fn is_held(&self) -> bool {
        self.image.is_some()
    }

    pub fn open<'a>(&self, scratch: &'a Scratch) -> Result<Reader<'a>, DiskError> {
        match &self.image {
            Some(image) => {
                let file = Box::new(Cursor::new(Arc::clone(image)));
                Ok(Reader::new(scratch, &self.entry, file))
            }
            None => scratch.open(&self.entry),
        }
    }

    /// Brings them to the disk.
    pub fn file(&mut self, scratch: &Scratch) -> Result<(), DiskError> {
        if let Some(image) = &self.image {
            let mut writer = scratch.create(&self.entry.name)?;
            writer.image(image, self.entry.checksum)?;
            self.entry = writer.finish(self.entry.records)?;
            self.image = None;
        }
        Ok(())
    }
}

/// Appends a number, seven bits a byte, the lowest first.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number and steps behind it; nothing where there is none.
#[inline]
pub fn take_number(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a key after another one: how much of it is the same, how long the rest is, the rest.
pub(super) fn put_key(bytes: &mut Vec<u8>, before: &[u8], key: &[u8]) {
    let same = before.iter().zip(key).take_while(|(a, b)| a == b).count();
    put_number(bytes, same as u64);
    put_number(bytes, (key.len() - same) as u64);
    bytes.extend_from_slice(&key[same..]);
}

/// Turns a key into the next one and steps behind it; nothing where there is none.
#[inline]
pub(super) fn take_key(bytes: &[u8], at: &mut usize, key: &mut Vec<u8>) -> Option<()> {
    let same = usize::try_from(take_number(bytes, at)?).ok()?;
    let rest = usize::try_from(take_number(bytes, at)?).ok()?;
    let end = at.checked_add(rest)?;
    if same > key.len() {
        return None;
    }
    key.truncate(same);
    key.extend_from_slice(bytes.get(*at..end)?);
    *at = end;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for shift in 0..64 {
            for number in [(1 << shift) - 1, 1 << shift, u64::MAX >> shift] {
                let mut bytes = Vec::new();
                put_number(&mut bytes, number);
                let mut at = 0;
                assert_eq!(take_number(&bytes, &mut at), Some(number));
                assert_eq!(at, bytes.len());
                assert_eq!(take_number(&bytes[..at - 1], &mut 0), None);
            }
        }
        assert_eq!(take_number(&[0xFF; 11], &mut 0), None);
    }

    #[test]
    fn keys_are_read_as_they_were_written() {
        let keys: [&[u8]; 6] = [b"", b"a", b"abc", b"abd", b"ab", b"zzz"];
        let (mut bytes, mut before) = (Vec::new(), &b""[..]);
        for key in keys {
            put_key(&mut bytes, before, key);
            before = key;
        }
        let (mut at, mut read) = (0, Vec::new());
        for key in keys {
            assert_eq!(take_key(&bytes, &mut at, &mut read), Some(()));
            assert_eq!(read, key);
        }
        assert_eq!(take_key(&bytes, &mut at, &mut read), None);
        // More is the same than there is.
        assert_eq!(take_key(&[9, 0], &mut 0, &mut vec![1]), None);
        assert_eq!(take_key(&[0, 200, 200], &mut 0, &mut vec![1]), None);
    }
}
