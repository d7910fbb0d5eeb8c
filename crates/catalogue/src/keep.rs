//! How levels come into a catalogue, each once, and out of it.

use std::ops::ControlFlow;

use rusqlite::{Connection, OptionalExtension as _, Transaction, named_params};

use crate::entry::Entry;
use crate::file::Catalogue;
use crate::filter::{self, Filter, Listed};
use crate::trouble::Trouble;
use crate::unsigned;

const INSERT: &str = "\
INSERT INTO level (key, game, rows, columns, par, difficulty, solutions, text, seed, kernel, states)
VALUES (:key, :game, :rows, :columns, :par, :difficulty, :solutions, :text, :seed, :kernel, :states)";

const FILL_IN: &str = "\
UPDATE level SET
    difficulty = coalesce(difficulty, :difficulty),
    solutions = coalesce(solutions, :solutions),
    seed = coalesce(seed, :seed)
WHERE number = :number AND (difficulty IS NULL OR solutions IS NULL OR seed IS NULL)";

impl Catalogue {
    /// Keeps levels, all of them or none, and says of each whether it is new. One that is there
    /// already stays as it is; only what was not known of it is filled in.
    pub fn keep(&mut self, entries: &[Entry]) -> Result<Vec<bool>, Trouble> {
        let transaction = self.write()?;
        let mut new = Vec::with_capacity(entries.len());
        for entry in entries {
            new.push(put(&transaction, entry)?.is_new);
        }
        transaction.commit()?;
        Ok(new)
    }

    /// Removes the levels that are meant, all of them or none, and says which they were. A number or
    /// an id of a level that is not there is refused, and so is a filter that means no level at all.
    /// A run that has found one of them has found it nevertheless, and does not look for another.
    pub fn remove(&mut self, filter: &Filter) -> Result<Vec<Listed>, Trouble> {
        let transaction = self.write()?;
        filter::require(&transaction, filter)?;
        let mut removed = Vec::new();
        filter::list(&transaction, filter, &mut |level| {
            removed.push(level);
            ControlFlow::Continue(())
        })?;
        if removed.is_empty() {
            return Err(Trouble::NoneMeant);
        }
        for level in &removed {
            let number = level.number.cast_signed();
            transaction.execute("DELETE FROM find WHERE level = ?", [number])?;
            transaction.execute("DELETE FROM level WHERE number = ?", [number])?;
        }
        transaction.commit()?;
        Ok(removed)
    }
}

/// Where a level stands now.
pub struct Put {
    /// Its number.
    pub number: i64,
    /// Whether it was not there before.
    pub is_new: bool,
}

/// Puts a level in, or fills in what was not known of it.
pub fn put(transaction: &Transaction, entry: &Entry) -> rusqlite::Result<Put> {
    if let Some(number) = number_of(transaction, &entry.key)? {
        let unknown = named_params! {
            ":difficulty": entry.difficulty,
            ":solutions": entry.solutions,
            ":seed": entry.seed.map(unsigned::stored),
            ":number": number,
        };
        transaction.execute(FILL_IN, unknown)?;
        return Ok(Put {
            number,
            is_new: false,
        });
    }
    entry.bind(|values| transaction.execute(INSERT, values))?;
    let number = transaction.last_insert_rowid();
    Ok(Put {
        number,
        is_new: true,
    })
}

pub(crate) fn number_of(connection: &Connection, key: &str) -> rusqlite::Result<Option<i64>> {
    let find = "SELECT number FROM level WHERE key = ?";
    connection
        .query_row(find, [key], |row| row.get(0))
        .optional()
}
