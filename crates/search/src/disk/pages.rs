//! Blocks that are held in memory as long as they are few, and in a file otherwise. In memory they
//! are the image of the file that they would be, so both are read alike.

use std::io::Cursor;
use std::sync::Arc;

use super::blocks::{self, FileEntry, Place, Reader, Writer};
use super::error::DiskError;
use super::scratch::Scratch;

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

    /// Adds a block, and says where it begins.
    pub fn block(&mut self, block: &[u8]) -> Result<Place, DiskError> {
        let place = self.place();
        if self.writer.is_none() && self.image.len() + blocks::length(block) > self.most {
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
            None => self.checksum = blocks::append(&mut self.image, self.checksum, block),
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
