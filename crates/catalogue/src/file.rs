//! The file of a catalogue: how it is made, opened, and told from other files; its tables; why it cannot be used.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use fewest_words::say;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

/// How long to wait for others that write.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection is used by one thread at a time: the borrow checker sees to that.
const ALONE: OpenFlags = OpenFlags::SQLITE_OPEN_NO_MUTEX;

/// A catalogue of levels, open.
///
/// Any number of processes may have it open at once: they read what is there while one of them
/// writes, and write in turn. What a call has written stays, even if the machine fails after it.
#[derive(Debug)]
pub struct Catalogue {
    pub(crate) connection: Connection,
}

/// What lies where a catalogue is to be.
#[derive(PartialEq, Eq)]
enum Found {
    Nothing,
    /// A file without a byte, or one whose making was broken off.
    Blank,
    /// By its header a catalogue, of whichever version.
    Catalogue,
}

impl Catalogue {
    /// Opens a catalogue; where there is no file, or an empty one, makes it.
    pub fn create_or_open(path: &Path) -> Result<Self, Trouble> {
        let path = absolute(path)?;
        look(&path)?;
        Self::for_writing(&path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a catalogue that is there.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let path = absolute(path)?;
        refuse_no_catalogue(&look(&path)?)?;
        Self::for_writing(&path, OpenFlags::empty())
    }

    /// Opens a catalogue that is there, only to read it: whatever is asked of it, the file stays
    /// as it is. What others write meanwhile is seen by the next question.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        let path = absolute(path)?;
        refuse_no_catalogue(&look(&path)?)?;
        // Somebody writes, or has not ended well: what lies beside the file is left to them.
        // Otherwise a reader lays it there, and only whoever could write takes it away again.
        let way = match beside(&path, "-wal").exists() {
            true => OpenFlags::SQLITE_OPEN_READ_ONLY,
            false => OpenFlags::SQLITE_OPEN_READ_WRITE,
        };
        match Self::for_reading(Connection::open_with_flags(&path, way | ALONE)?) {
            Err(Trouble::Database(why)) if may_not_write_beside(&why, &path) => {
                // In a folder where a reader must lay nothing down, nobody else writes either.
                let way = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                Self::for_reading(Connection::open_with_flags(unchanging(&path), way | ALONE)?)
            }
            read => read,
        }
    }

    fn for_reading(connection: Connection) -> Result<Self, Trouble> {
        let catalogue = Self::with(connection)?;
        catalogue
            .connection
            .pragma_update(None, "query_only", true)?;
        check_tables(&catalogue.connection)?;
        Ok(catalogue)
    }

    fn for_writing(path: &Path, create: OpenFlags) -> Result<Self, Trouble> {
        let way = OpenFlags::SQLITE_OPEN_READ_WRITE | create;
        let mut catalogue = Self::with(Connection::open_with_flags(path, way | ALONE)?)?;
        if !create.is_empty() {
            // All in one transaction, so that nobody sees a catalogue without its tables.
            let transaction = catalogue.write()?;
            if is_empty_database(&transaction)? {
                make_tables(&transaction)?;
            }
            transaction.commit()?;
        }
        check_tables(&catalogue.connection)?;
        catalogue.log_ahead()?;
        Ok(catalogue)
    }

    fn with(connection: Connection) -> Result<Self, Trouble> {
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // The file may be anybody's work: no surprises from its tables, nor from its pages.
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "cell_size_check", true)?;
        Ok(Catalogue { connection })
    }

    /// Lets others read while one writes. To come to that, one process must have the file alone,
    /// and the database does not wait for it by itself.
    fn log_ahead(&self) -> Result<(), Trouble> {
        let since = Instant::now();
        loop {
            let mode =
                self.connection
                    .pragma_update_and_check(None, "journal_mode", "WAL", |row| {
                        row.get::<_, String>(0)
                    });
            match mode {
                Err(busy) if is_busy(&busy) && since.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(10));
                }
                Err(why) => return Err(why.into()),
                // A file system without shared memory stays with another mode, which is as safe.
                Ok(_) => return Ok(()),
            }
        }
    }

    /// Begins to write; others that write wait until it ends.
    pub(crate) fn write(&mut self) -> rusqlite::Result<Transaction<'_>> {
        let at_once = TransactionBehavior::Immediate;
        self.connection.transaction_with_behavior(at_once)
    }
}

/// The whole path, so that no name has a meaning of its own for the database.
fn absolute(path: &Path) -> Result<PathBuf, Trouble> {
    std::path::absolute(path).map_err(Trouble::Unreadable)
}

/// Looks at the file without the database: even to open another program's database may change it.
fn look(path: &Path) -> Result<Found, Trouble> {
    const HEADER: usize = 100;
    const MAGIC: &[u8] = b"SQLite format 3\0";
    const VERSION_AT: usize = 60;
    const APPLICATION_AT: usize = 68;
    match fs::metadata(path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(why) => return Err(Trouble::Unreadable(why)),
        // To open what is no file, such as a pipe, may take for ever.
        Ok(about) if !about.is_file() => return Err(Trouble::NotADatabase),
        Ok(_) => {}
    }
    let mut header = Vec::new();
    File::open(path)
        .and_then(|file| file.take(HEADER as u64).read_to_end(&mut header))
        .map_err(Trouble::Unreadable)?;
    if header.is_empty() || (header.iter().all(|byte| *byte == 0) && was_broken_off(path)) {
        return Ok(Found::Blank);
    }
    if header.len() < HEADER || !header.starts_with(MAGIC) {
        return Err(Trouble::NotADatabase);
    }
    let number = |at: usize| {
        let bytes = header[at..].first_chunk().expect("the header is longer");
        u32::from_be_bytes(*bytes)
    };
    match (number(APPLICATION_AT), number(VERSION_AT)) {
        (APPLICATION, ..=VERSION) => Ok(Found::Catalogue),
        (APPLICATION, version) => Err(Trouble::Newer { version }),
        _ => Err(Trouble::Foreign),
    }
}

/// Whether the journal of a change that did not end lies beside the file.
fn was_broken_off(path: &Path) -> bool {
    let journal = beside(path, "-journal");
    fs::metadata(journal).is_ok_and(|journal| journal.len() > 0)
}

/// The path of what the database lays beside the file.
fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(what);
    name.into()
}

fn refuse_no_catalogue(found: &Found) -> Result<(), Trouble> {
    match found {
        Found::Nothing => Err(Trouble::Missing),
        Found::Blank => Err(Trouble::NotADatabase),
        Found::Catalogue => Ok(()),
    }
}

fn is_busy(why: &rusqlite::Error) -> bool {
    let busy = [ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked];
    why.sqlite_error_code()
        .is_some_and(|code| busy.contains(&code))
}

fn may_not_write_beside(why: &rusqlite::Error, path: &Path) -> bool {
    let refused = [ErrorCode::CannotOpen, ErrorCode::ReadOnly];
    let refused = why
        .sqlite_error_code()
        .is_some_and(|code| refused.contains(&code));
    refused && !beside(path, "-wal").exists()
}

/// The address of a file that nobody changes.
fn unchanging(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let mut address = "file://".to_string();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match plain(byte) {
            true => address.push(char::from(byte)),
            false => address += &format!("%{byte:02X}"),
        }
    }
    address + "?immutable=1"
}

/// What the header of the file says whose it is: `fwst`.
pub const APPLICATION: u32 = u32::from_be_bytes(*b"fwst");

/// The version of the tables.
pub const VERSION: u32 = 1;

/// The tables, as the database remembers them. The long texts of a level stand last, so that what
/// is asked about the rest of it need not read them.
const TABLES: [(&str, &str); 3] = [
    (
        "level",
        "CREATE TABLE level (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rows INTEGER NOT NULL,
    columns INTEGER NOT NULL,
    par INTEGER,
    difficulty REAL,
    solutions TEXT,
    seed INTEGER,
    states INTEGER NOT NULL,
    kernel TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
) STRICT",
    ),
    (
        "run",
        "CREATE TABLE run (
    number INTEGER PRIMARY KEY,
    ask TEXT NOT NULL UNIQUE,
    next INTEGER NOT NULL,
    found INTEGER NOT NULL DEFAULT 0
) STRICT",
    ),
    (
        "find",
        "CREATE TABLE find (
    run INTEGER NOT NULL REFERENCES run (number),
    level INTEGER NOT NULL REFERENCES level (number),
    PRIMARY KEY (run, level)
) STRICT, WITHOUT ROWID",
    ),
];

/// Makes the tables and the marks in an empty database.
pub fn make_tables(transaction: &Transaction) -> rusqlite::Result<()> {
    for (_, sql) in TABLES {
        transaction.execute_batch(sql)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)
}

/// Whether there is nothing in a database, not even a mark.
pub fn is_empty_database(connection: &Connection) -> rusqlite::Result<bool> {
    let things: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(things == 0 && mark(connection, "application_id")? == 0)
}

/// Refuses a database that is not just what [`make`] makes: another one's, a newer one, or one
/// whose tables have been put in the place of ours by somebody else, with who knows what in them.
pub fn check_tables(connection: &Connection) -> Result<(), Trouble> {
    if mark(connection, "application_id")? != APPLICATION {
        return Err(Trouble::Foreign);
    }
    let version = mark(connection, "user_version")?;
    if version > VERSION {
        return Err(Trouble::Newer { version });
    }
    let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql = ?";
    let mut sound = version == VERSION;
    for table in TABLES {
        let found: i64 = connection.query_row(count, table, |row| row.get(0))?;
        sound &= found == 1;
    }
    let triggers = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'";
    let triggers: i64 = connection.query_row(triggers, (), |row| row.get(0))?;
    match sound && triggers == 0 {
        true => Ok(()),
        false => Err(Trouble::Damaged),
    }
}

/// A mark of the header. It is a number without a sign, but told as one with a sign.
fn mark(connection: &Connection, name: &str) -> rusqlite::Result<u32> {
    let mark: i32 = connection.pragma_query_value(None, name, |row| row.get(0))?;
    Ok(mark.cast_unsigned())
}

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
    #[error("{}", say!("this catalogue is of version {version}, and only version {known} is known here", version, known = VERSION))]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Filter;

    #[test]
    fn a_file_that_nobody_changes_has_an_address() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for name in ["levels.db", "a?b#c%20", "目录 ü&immutable=0"] {
            let path = folder.path().join(name);
            drop(Catalogue::create_or_open(&path).expect("it can be made"));
            let way = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let connection = Connection::open_with_flags(unchanging(&path), way | ALONE);
            let catalogue = Catalogue::for_reading(connection.expect("it is there"));
            let levels = catalogue.expect("it is one").count(&Filter::default());
            assert_eq!(levels.expect("it can be read"), 0);
            assert!(!beside(&path, "-shm").exists(), "{name}");
        }
    }
}
