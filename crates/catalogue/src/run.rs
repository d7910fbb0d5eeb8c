//! The runs of a generator: what has been asked, which seed comes next, and what has been found.
//! A run can be stopped at any moment, and goes on where it was.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use crate::entry::Entry;
use crate::file::Catalogue;
use crate::keep::put;
use crate::trouble::Trouble;
use crate::unsigned::{read, stored};

/// A run, as it stood when it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    number: i64,
    /// The seed to try next: all before it have been tried.
    pub next: u64,
    /// How many levels it has found.
    pub found: u64,
}

impl Catalogue {
    /// The run of what is asked, as it stands now; one that is not there yet begins with the
    /// first seed. `ask` is all that was asked: with other words it is another run.
    pub fn begin(&mut self, ask: &str, first_seed: u64) -> Result<Run, Trouble> {
        if let Some(run) = run_of(&self.connection, ask)? {
            return Ok(run);
        }
        let transaction = self.write()?;
        transaction.execute(
            "INSERT INTO run (ask, next) VALUES (?, ?) ON CONFLICT DO NOTHING",
            params![ask, stored(first_seed)],
        )?;
        let run = run_of(&transaction, ask)?;
        transaction.commit()?;
        Ok(run.ok_or(rusqlite::Error::QueryReturnedNoRows)?)
    }

    /// Keeps a level that the run has found, unless it has found as many as are wanted, and has it
    /// go on with the seed `next`, all or nothing. Says whether the run had not found it before:
    /// whatever others have found, and even where another process does the same run, each find
    /// counts once. The run then stands as it does for all who do it.
    pub fn found(
        &mut self,
        run: &mut Run,
        next: u64,
        entry: &Entry,
        wanted: u64,
    ) -> Result<bool, Trouble> {
        let transaction = self.write()?;
        let count = "SELECT found FROM run WHERE number = ?";
        run.found = transaction.query_row(count, [run.number], |row| read(row, "found"))?;
        let mut is_new = false;
        if run.found < wanted {
            let level = put(&transaction, entry)?.number;
            let find = "INSERT INTO find (run, level) VALUES (?, ?) ON CONFLICT DO NOTHING";
            is_new = transaction.execute(find, [run.number, level])? == 1;
            move_on(&transaction, run, next)?;
        }
        if is_new {
            run.found += 1;
            let set = "UPDATE run SET found = ? WHERE number = ?";
            transaction.execute(set, [stored(run.found), run.number])?;
        }
        transaction.commit()?;
        Ok(is_new)
    }

    /// Has the run go on with the seed `next`, unless it is further already.
    pub fn tried(&mut self, run: &Run, next: u64) -> Result<(), Trouble> {
        let transaction = self.write()?;
        move_on(&transaction, run, next)?;
        Ok(transaction.commit()?)
    }
}

fn run_of(connection: &Connection, ask: &str) -> rusqlite::Result<Option<Run>> {
    let find = "SELECT number, next, found FROM run WHERE ask = ?";
    let run = connection.query_row(find, [ask], |row| {
        Ok(Run {
            number: row.get("number")?,
            next: read(row, "next")?,
            found: read(row, "found")?,
        })
    });
    run.optional()
}

/// Only ever forwards: a process that is behind another one takes nothing back.
fn move_on(transaction: &Transaction, run: &Run, next: u64) -> rusqlite::Result<()> {
    let look = "SELECT next FROM run WHERE number = ?";
    let now = transaction.query_row(look, [run.number], |row| read(row, "next"))?;
    if next > now {
        let set = "UPDATE run SET next = ? WHERE number = ?";
        transaction.execute(set, [stored(next), run.number])?;
    }
    Ok(())
}
