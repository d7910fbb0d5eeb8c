//! A search's files: blocks with checksums, a manifest after each layer, and what to do when a
//! disk fails; and layers of states that are kept in them.

mod blocks;
mod coding;
mod error;
mod folder;
mod index;
mod layers;
mod manifest;
mod merging;
mod pages;
mod records;
mod runs;
mod scratch;
mod shares;
mod sorting;
mod strata;
mod table;

pub use blocks::{FileEntry, Place, Reader, Writer, checksum};
pub use error::{DiskError, DiskErrorKind};
pub use folder::{Disk, Folder, ReadFile, WriteFile};
pub use layers::LayerReader;
pub use manifest::{LayerEntry, Manifest, Subject};
pub use scratch::{Refusal, Scratch};
pub use strata::{Foundation, Growth, Strata};
