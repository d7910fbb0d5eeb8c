//! What went wrong with a disk.

use std::io;

/// Why a search could not go on with its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no room for more; so many bytes are left.
    Full {
        /// What the disk still has.
        free: u64,
    },
    /// The system refused to write, read, rename or remove a file.
    Refused {
        /// Which file.
        file: String,
        /// What the system said.
        why: String,
    },
    /// A file does not hold what was written to it.
    Damaged {
        /// Which file.
        file: String,
    },
}

impl Fault {
    pub(crate) fn refused(file: &str, why: &io::Error) -> Self {
        Fault::Refused {
            file: file.to_string(),
            why: why.to_string(),
        }
    }

    pub(crate) fn damaged(file: &str) -> Self {
        Fault::Damaged {
            file: file.to_string(),
        }
    }
}
