//! A search's files: blocks with checksums, a manifest after each layer, and what to do when a
//! disk fails; and layers of states that are kept in them.

mod blocks;
mod folder;
mod layers;
mod runs;
mod scratch;
mod sorting;
mod strata;

pub use blocks::{FileEntry, Place, Reader, Writer, checksum, put_number, take_number};
pub use folder::{Disk, DiskError, DiskErrorKind, Folder, ReadFile, WriteFile};
pub use layers::LayerReader;
pub use scratch::{LayerEntry, Manifest, Refusal, Scratch, Subject};
pub use strata::{Foundation, Growth, Strata};

use crate::context::Limit;

/// The bytes for each use. Together they are within what is allowed, and leave a little of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BufferSizes {
    /// All of them.
    pub sum: u64,
    /// Candidates that wait to be sorted.
    pub arena: usize,
    /// The longest block.
    pub block: usize,
    /// How many sorted files are merged at once.
    pub fan_in: usize,
    /// Layers that are not in a file yet.
    pub layers: usize,
    /// Sorted states that are not in a file yet. While they are merged there are twice as many.
    pub runs: usize,
    /// The index of one sorted file.
    pub index: usize,
    /// The table of one file of layers.
    pub table: usize,
}

impl BufferSizes {
    /// The least memory with which a search goes to the disk.
    pub const LEAST: u64 = 2 << 20;
    /// What a search takes where nothing is said.
    pub const UNASKED: u64 = 1 << 28;

    /// Blocks that are held at one time: those of the sorted states, of which there are few since
    /// each file of them is at least twice as long as the next, and those that are written.
    const OTHER_BLOCKS: usize = 40;
    const SHORTEST_BLOCK: usize = 1 << 13;
    const LONGEST_BLOCK: usize = 1 << 17;
    const MOST_FAN_IN: usize = 256;

    /// Divides this number of bytes, for blocks at least as long as they were before.
    pub fn of(memory: u64, block: usize) -> Result<Self, Limit> {
        if memory < Self::LEAST {
            return Err(Limit::Memory);
        }
        let part = |parts: u64| usize::try_from(memory / parts).unwrap_or(usize::MAX);
        let block = block.max(part(256).clamp(Self::SHORTEST_BLOCK, Self::LONGEST_BLOCK));
        // Each block has its key, and a file that is written a buffer.
        let for_blocks = part(4);
        let held = for_blocks / (block + Writer::BUFFER / 4);
        let fan_in = held.saturating_sub(Self::OTHER_BLOCKS);
        if fan_in < 2 {
            return Err(Limit::Memory);
        }
        let buffers = BufferSizes {
            sum: 0,
            arena: part(16).saturating_mul(7).min(1 << 32),
            block,
            fan_in: fan_in.min(Self::MOST_FAN_IN),
            layers: part(16),
            runs: part(16),
            index: part(256),
            table: part(64),
        };
        let sum = buffers.arena
            + for_blocks
            + buffers.layers
            + 2 * buffers.runs
            + 16 * buffers.index
            + 2 * buffers.table;
        Ok(BufferSizes {
            sum: sum as u64,
            ..buffers
        })
    }

    /// What is held while layers are only read: some of them in no file, a table, some blocks.
    pub const fn while_reading(&self) -> u64 {
        (self.layers + 2 * self.table + 4 * (self.block + Writer::BUFFER)) as u64
    }

    /// The longest key that can be kept.
    pub const fn longest_key(&self) -> usize {
        self.block / 4
    }
}
