//! The tables of a catalogue, and the marks by which its file is known.

use rusqlite::{Connection, Transaction};

use crate::trouble::Trouble;

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
pub fn make(transaction: &Transaction) -> rusqlite::Result<()> {
    for (_, sql) in TABLES {
        transaction.execute_batch(sql)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)
}

/// Whether there is nothing in a database, not even a mark.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let things: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(things == 0 && mark(connection, "application_id")? == 0)
}

/// Refuses a database that is not just what [`make`] makes: another one's, a newer one, or one
/// whose tables have been put in the place of ours by somebody else, with who knows what in them.
pub fn check(connection: &Connection) -> Result<(), Trouble> {
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
