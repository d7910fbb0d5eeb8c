//! A search's files: blocks with checksums, a manifest after each layer, and what to do when a
//! disk fails.

mod blocks;
mod fault;
mod folder;
mod manifest;
mod scratch;

pub use blocks::{FileEntry, Reader, Writer};
pub use fault::Fault;
pub use folder::{Disk, Folder, ReadFile, WriteFile};
pub use manifest::{LayerEntry, Manifest, Subject};
pub use scratch::{Refusal, Scratch};
