//! Numbers without a sign, in a database that has only signed ones: the same bits. Up to 2^63 a
//! number looks as it is, and every larger one is negative there.

use rusqlite::Row;

/// How a number is stored.
pub fn stored(number: u64) -> i64 {
    number.cast_signed()
}

/// The number of a column.
pub fn read(row: &Row, column: &str) -> rusqlite::Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}

/// The number of a column that may have none.
pub fn read_if_any(row: &Row, column: &str) -> rusqlite::Result<Option<u64>> {
    let number: Option<i64> = row.get(column)?;
    Ok(number.map(i64::cast_unsigned))
}
