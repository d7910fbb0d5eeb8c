//! Where heads have been, as a flood on the disk keeps it: in memory where it fits.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};

use fewest_search::disk::{DiskError, Scratch, WriteFile, checksum};
use fewest_search::{Books, Limit};

use super::deep::Cut;
use super::ground::Ground;
use crate::snake::heads::Heads;

/// For each colour of squares, for each body, those where its head has been.
pub enum Seen<'a, const W: usize> {
    Memory(Vec<Vec<Heads<W>>>),
    /// By the direction whose moves lead to the bodies.
    Disk(Vec<[SeenFile<'a>; 4]>),
}

impl<'a, const W: usize> Seen<'a, W> {
    /// Nowhere yet.
    pub fn new(
        ground: &Ground<W>,
        scratch: &'a Scratch,
        cut: &Cut,
        books: &mut Books,
    ) -> Result<Self, Limit> {
        let parts = cut.batches(ground).len();
        let (colours, bodies) = (ground.chequer.colours(), ground.register.marks().len());
        let left = books.left();
        let in_memory: Result<Vec<_>, Limit> =
            (0..colours).map(|_| books.filled(bodies, [0; W])).collect();
        match in_memory {
            Ok(seen) => return Ok(Seen::Memory(seen)),
            Err(Limit::Memory) => books.give_back(left - books.left()),
            Err(limit) => return Err(limit),
        }
        let mut files = Vec::new();
        for colour in 0..colours {
            let mut file = |direction: usize| {
                let name = format!("seen-{colour}-{direction}");
                let bytes = cut.targets[direction] * size_of::<Heads<W>>();
                SeenFile::new(scratch, name, parts, bytes, books)
            };
            files.push([file(0)?, file(1)?, file(2)?, file(3)?]);
        }
        Ok(Seen::Disk(files))
    }
}

/// The same for the bodies that moves in one direction lead to, in a file.
pub struct SeenFile<'a> {
    scratch: &'a Scratch,
    name: String,
    file: Box<dyn WriteFile>,
    /// The checksum of each part that was written; where none was, no head has been.
    sums: Vec<Option<u32>>,
    bytes: Vec<u8>,
}

impl<'a> SeenFile<'a> {
    fn new(
        scratch: &'a Scratch,
        name: String,
        parts: usize,
        bytes_a_part: usize,
        books: &mut Books,
    ) -> Result<Self, Limit> {
        Ok(SeenFile {
            scratch,
            file: scratch.create_plain(&name)?,
            name,
            sums: books.filled(parts, None)?,
            bytes: books.list(bytes_a_part)?,
        })
    }

    /// Reads a part, whose first word is at this place.
    pub fn read(&mut self, part: usize, place: usize, seen: &mut [u64]) -> Result<(), DiskError> {
        let Some(sum) = self.sums[part] else {
            seen.fill(0);
            return Ok(());
        };
        self.bytes.clear();
        self.bytes.resize(size_of_val(seen), 0);
        let sought = self.file.seek(at_word(place));
        let read = sought.and_then(|_| self.file.read_exact(&mut self.bytes));
        if read.is_ok() && checksum(0, &self.bytes) != sum {
            return Err(DiskError::damaged(&self.name));
        }
        read.map_err(|why| self.scratch.refused(&self.name, why))?;
        let words = self
            .bytes
            .as_chunks()
            .0
            .iter()
            .map(|&word| u64::from_le_bytes(word));
        for (word, read) in seen.iter_mut().zip(words) {
            *word = read;
        }
        Ok(())
    }

    /// Writes a part.
    pub fn write(&mut self, part: usize, place: usize, seen: &[u64]) -> Result<(), DiskError> {
        self.bytes.clear();
        let bytes = seen.iter().flat_map(|word| word.to_le_bytes());
        self.bytes.extend(bytes);
        self.sums[part] = Some(checksum(0, &self.bytes));
        let sought = self.file.seek(at_word(place));
        let written = sought.and_then(|_| self.file.write_all(&self.bytes));
        written.map_err(|why| self.scratch.refused(&self.name, why))
    }
}

fn at_word(place: usize) -> SeekFrom {
    SeekFrom::Start((place * size_of::<u64>()) as u64)
}
