//! What is known of a level, and how it stands in its row.

use rusqlite::{Row, ToSql, named_params};
use sha2::{Digest as _, Sha256};

use crate::unsigned;

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
            par: unsigned::read_if_any(row, "par")?,
            difficulty: row.get("difficulty")?,
            solutions: row.get("solutions")?,
            text: row.get("text")?,
            seed: unsigned::read_if_any(row, "seed")?,
            kernel: row.get("kernel")?,
            states: unsigned::read(row, "states")?,
        })
    }

    /// Hands its values to a statement that names them.
    pub(crate) fn bind<T>(&self, run: impl FnOnce(&[(&str, &dyn ToSql)]) -> T) -> T {
        run(named_params! {
            ":key": self.key,
            ":game": self.game,
            ":rows": self.rows,
            ":columns": self.columns,
            ":par": self.par.map(unsigned::stored),
            ":difficulty": self.difficulty,
            ":solutions": self.solutions,
            ":text": self.text,
            ":seed": self.seed.map(unsigned::stored),
            ":kernel": self.kernel,
            ":states": unsigned::stored(self.states),
        })
    }
}
