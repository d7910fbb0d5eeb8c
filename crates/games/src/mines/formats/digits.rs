//! Mines as digits: some bits each, row by row, the first cell the most significant.

use fewest_words::say;

use crate::grid::Grid;
use crate::rows::Row;
use crate::source::{Source, TextError};

/// How mines are written in digits.
pub struct Digits {
    /// How many bits a digit has.
    pub bits: u32,
    /// The digits, for errors.
    pub names: &'static str,
    /// What to write instead.
    pub advice: &'static str,
}

impl Digits {
    /// Writes the cells.
    pub fn write(&self, cells: &[bool]) -> String {
        let digit = |cells: &[bool]| {
            let bit = |place: usize| u32::from(cells.get(place).is_some_and(|&cell| cell));
            let value = (0..self.bits as usize).fold(0, |value, place| value << 1 | bit(place));
            char::from_digit(value, 1 << self.bits).expect("so many bits are a digit")
        };
        cells.chunks(self.bits as usize).map(digit).collect()
    }

    /// Reads so many columns and rows of cells: just the digits that they take, and nothing behind
    /// the last cell. A huge size with few digits costs nothing.
    pub fn read(
        &self,
        source: Source,
        row: Row,
        (columns, rows): (u32, u32),
    ) -> Result<Grid<bool>, TextError> {
        let count = u64::from(columns) * u64::from(rows);
        let wanted = count.div_ceil(u64::from(self.bits));
        let (found, names) = (row.text.chars().count(), self.names);
        if found as u64 != wanted || count > Grid::<bool>::MOST as u64 {
            let message = say!(
                "{columns} columns and {rows} rows take {wanted} digits, but {found} are here",
                columns,
                rows,
                wanted,
                found
            );
            return Err(source.error(row.range(), message, self.advice));
        }
        let mut cells = Vec::with_capacity(found * self.bits as usize);
        for letter in row.letters() {
            let digit = letter.text.chars().next();
            let Some(value) = digit.and_then(|digit| digit.to_digit(1 << self.bits)) else {
                let message = say!(
                    "`{letter}` is none of the digits {names}",
                    letter = letter.text,
                    names
                );
                return Err(source.error(letter.range(), message, self.advice));
            };
            cells.extend((0..self.bits).rev().map(|bit| value >> bit & 1 == 1));
            if cells.len() as u64 > count && cells.drain(count as usize..).any(|cell| cell) {
                let message = say!("the last digit has a mine behind the last cell");
                return Err(source.error(letter.range(), message, self.advice));
            }
        }
        Ok(Grid::new(columns as usize, cells))
    }
}
