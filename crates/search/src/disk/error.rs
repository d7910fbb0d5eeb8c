//! What went wrong with a disk.

use std::io;
use std::sync::Arc;

use super::folder::Disk;
use crate::limits::Limit;

/// Why a search could not continue with its files. Clones share the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskError(Arc<DiskErrorKind>);

/// What went wrong with a disk, and with which file.
#[derive(Debug)]
pub enum DiskErrorKind {
    /// Too little room is left for more.
    Full {
        /// The bytes that are free.
        free: u64,
    },
    /// The system refused to write, read, rename or remove a file.
    Refused {
        /// The file's name in its directory, or the path of the directory itself.
        file: String,
        /// What the system said.
        error: io::Error,
    },
    /// A file does not hold what was written to it.
    Damaged {
        /// The file's name.
        file: String,
    },
}

impl DiskError {
    /// What went wrong, and with which file.
    pub fn kind(&self) -> &DiskErrorKind {
        &self.0
    }

    /// The error where a disk has only so many bytes left.
    pub fn full(free: u64) -> Self {
        DiskErrorKind::Full { free }.into()
    }

    /// The error where the system refused something about a file.
    pub fn refused(file: &str, error: io::Error) -> Self {
        let file = file.to_string();
        DiskErrorKind::Refused { file, error }.into()
    }

    /// As [`DiskError::refused`], but a disk that ran full is told apart.
    pub(super) fn on(disk: Option<&dyn Disk>, file: &str, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::full(disk.and_then(|disk| disk.free().ok()).unwrap_or(0))
            }
            _ => Self::refused(file, error),
        }
    }

    /// The error where a file does not hold what was written to it.
    pub fn damaged(file: &str) -> Self {
        let file = file.to_string();
        DiskErrorKind::Damaged { file }.into()
    }
}

impl From<DiskErrorKind> for DiskError {
    fn from(kind: DiskErrorKind) -> Self {
        DiskError(Arc::new(kind))
    }
}

impl From<DiskError> for Limit {
    fn from(error: DiskError) -> Self {
        Limit::Disk(error)
    }
}

/// Errors of the system are equal if they are of one kind and read the same.
impl PartialEq for DiskErrorKind {
    fn eq(&self, other: &Self) -> bool {
        use DiskErrorKind::{Damaged, Full, Refused};
        match (self, other) {
            (Full { free }, Full { free: other }) => free == other,
            (Damaged { file }, Damaged { file: other }) => file == other,
            (
                Refused { file, error },
                Refused {
                    file: other_file,
                    error: other,
                },
            ) => {
                let is_same = error.kind() == other.kind() && file == other_file;
                is_same && error.to_string() == other.to_string()
            }
            _ => false,
        }
    }
}

impl Eq for DiskErrorKind {}
