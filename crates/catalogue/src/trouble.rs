//! Why a catalogue cannot be opened, read or written, in words.

use std::io;

use fewest_words::say;

/// Why a catalogue cannot be opened, read or written. The file is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// There is no such file.
    #[error("{}", say!("there is no such file"))]
    Missing,
    /// The file is something else than a database.
    #[error("{}", say!("this file is no catalogue of levels"))]
    NotADatabase,
    /// The file is another program's database.
    #[error("{}", say!("this file is a database, but no catalogue of levels"))]
    Foreign,
    /// A newer version of the software made the file.
    #[error("{}", say!("this catalogue is of version {version}, and only version {known} is known here", version, known = crate::schema::VERSION))]
    Newer {
        /// The version of the file.
        version: u32,
    },
    /// The file has the mark of a catalogue, but not its tables.
    #[error("{}", say!("this catalogue is damaged: its tables are not those of a catalogue"))]
    Damaged,
    /// A level that was named is not there.
    #[error("{}", say!("there is no level {name} in it", name = .0))]
    NoLevel(String),
    /// No level is meant.
    #[error("{}", say!("no such level is in it"))]
    NoneMeant,
    /// The system does not let it be read.
    #[error("{}", say!("the file cannot be read: {error}", error = .0))]
    Unreadable(#[source] io::Error),
    /// The database refuses.
    #[error("{}", say!("the catalogue cannot be used: {error}", error = .0))]
    Database(#[from] rusqlite::Error),
}
