//! What is known of a level, and how levels come into a catalogue, each once, and out of it: by hand, or found by
//! the runs of a generator.

use std::ops::ControlFlow;

use rusqlite::{Connection, OptionalExtension as _, Row, ToSql, Transaction, named_params, params};
use sha2::{Digest as _, Sha256};

use crate::file::{Catalogue, Trouble};
use crate::filter::{self, Filter, Listed};

/// What is known of a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// What identifies the level: two that are mirror images of each other have the same one.
    pub key: String,
    /// Which game it is a level of.
    pub game: String,
    /// The rows of its board.
    pub rows: u32,
    /// The columns of its board.
    pub columns: u32,
    /// The fewest moves that win; nothing where it is proven that none do.
    pub par: Option<u64>,
    /// How hard it is, where that is known. What is not a number counts as not known.
    pub difficulty: Option<f64>,
    /// How many optimal solutions there are, where that is known: a decimal number of any length.
    pub solutions: Option<String>,
    /// The level text as it is handed out, with its notes and its solution.
    pub text: String,
    /// The seed it was made from, where it was made from one.
    pub seed: Option<u64>,
    /// What has solved it.
    pub kernel: String,
    /// How many positions that took.
    pub states: u64,
}

/// The columns of an entry, as [`Entry::read`] wants them.
pub const COLUMNS: &str =
    "key, game, rows, columns, par, difficulty, solutions, text, seed, kernel, states";

/// The id of the level that a key identifies: the same in every catalogue, and short enough to be
/// typed. It only chooses levels; whether two are the same is decided by their keys.
pub(crate) fn id(key: &str) -> String {
    const BYTES: usize = 8;
    let digest = Sha256::digest(key.as_bytes());
    let bytes = digest.iter().take(BYTES);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

impl Entry {
    /// The level's id: 16 hexadecimal digits that are the same in every catalogue.
    pub fn id(&self) -> String {
        id(&self.key)
    }

    /// Reads it from a row.
    pub(crate) fn read(row: &Row) -> rusqlite::Result<Self> {
        Ok(Entry {
            key: row.get("key")?,
            game: row.get("game")?,
            rows: row.get("rows")?,
            columns: row.get("columns")?,
            par: read_unsigned_if_any(row, "par")?,
            difficulty: row.get("difficulty")?,
            solutions: row.get("solutions")?,
            text: row.get("text")?,
            seed: read_unsigned_if_any(row, "seed")?,
            kernel: row.get("kernel")?,
            states: read_unsigned(row, "states")?,
        })
    }

    /// Hands its values to a statement that names them.
    pub(crate) fn bind<T>(&self, run: impl FnOnce(&[(&str, &dyn ToSql)]) -> T) -> T {
        run(named_params! {
            ":key": self.key,
            ":game": self.game,
            ":rows": self.rows,
            ":columns": self.columns,
            ":par": self.par.map(stored),
            ":difficulty": self.difficulty,
            ":solutions": self.solutions,
            ":text": self.text,
            ":seed": self.seed.map(stored),
            ":kernel": self.kernel,
            ":states": stored(self.states),
        })
    }
}

/// How a number is stored.
pub fn stored(number: u64) -> i64 {
    number.cast_signed()
}

/// The number of a column.
pub fn read_unsigned(row: &Row, column: &str) -> rusqlite::Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}

/// The number of a column that may have none.
pub fn read_unsigned_if_any(row: &Row, column: &str) -> rusqlite::Result<Option<u64>> {
    let number: Option<i64> = row.get(column)?;
    Ok(number.map(i64::cast_unsigned))
}

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
            ":seed": entry.seed.map(stored),
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
        run.found =
            transaction.query_row(count, [run.number], |row| read_unsigned(row, "found"))?;
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
            next: read_unsigned(row, "next")?,
            found: read_unsigned(row, "found")?,
        })
    });
    run.optional()
}

/// Only ever forwards: a process that is behind another one takes nothing back.
fn move_on(transaction: &Transaction, run: &Run, next: u64) -> rusqlite::Result<()> {
    let look = "SELECT next FROM run WHERE number = ?";
    let now = transaction.query_row(look, [run.number], |row| read_unsigned(row, "next"))?;
    if next > now {
        let set = "UPDATE run SET next = ? WHERE number = ?";
        transaction.execute(set, [stored(next), run.number])?;
    }
    Ok(())
}
