//! The judge's matrix of one-letter strings, read and written as fast as memory is.

use crate::grid::Grid;

/// Reads a matrix that is written without a space and without a fault, and says how long it
/// is. Whatever else may be said in JSON, or is wrong, is nothing to this one.
pub fn read(text: &[u8]) -> Option<(Grid<u8>, usize)> {
    let first = text.strip_prefix(b"[[")?;
    let columns = (first.iter().position(|&byte| byte == b']')? + 1) / 4;
    // A row has its bracket and four bytes a cell, `"E",` and at the end `"E"]`; a comma parts it
    // from the next.
    let apart = 4 * columns + 2;
    let has_next = |row: &usize| text.get(row * apart) == Some(&b',');
    let rows = 1 + (1..).take_while(has_next).count();
    let mut cells = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        let row = text.get(row * apart + 1..(row + 1) * apart)?;
        read_row(row.strip_prefix(b"[")?, &mut cells)?;
    }
    let end = rows * apart;
    (text.get(end) == Some(&b']')).then(|| (Grid::new(columns, cells), end + 1))
}

fn read_row(strings: &[u8], cells: &mut Vec<u8>) -> Option<()> {
    const BETWEEN: u32 = u32::from_le_bytes(*b"\"\0\",");
    const LETTER: u32 = u32::from_le_bytes(*b"\0\xFF\0\0");
    let (strings, _) = strings.as_chunks();
    let (last, others) = strings.split_last()?;
    let [b'"', _, b'"', b']'] = last else {
        return None;
    };
    // To look at all of it, and only then whether it was right, is faster than to stop early.
    let wrong = |string: &[u8; 4]| (u32::from_le_bytes(*string) ^ BETWEEN) & !LETTER;
    let wrong = others.iter().fold(0, |all, string| all | wrong(string));
    let before = cells.len();
    // Of whole words, which can be narrowed many at once.
    let letter = |string: &[u8; 4]| (u32::from_le_bytes(*string) >> 8) as u8;
    cells.extend(strings.iter().map(letter));
    let strange = cells[before..]
        .iter()
        .fold(0, |all, &cell| all | u8::from(!is_cell(cell)));
    (wrong == 0 && strange == 0 && cells.len() <= Grid::<u8>::MOST).then_some(())
}

/// Whether a byte is one of the judge's letters.
pub fn is_cell(byte: u8) -> bool {
    // Without a branch, so that many bytes can be looked at together.
    let is_letter = (byte == b'M') | (byte == b'E') | (byte == b'B') | (byte == b'X');
    is_letter | (byte.wrapping_sub(b'1') < 8)
}

/// Writes a matrix without spaces.
pub fn write(cells: &Grid<u8>, out: &mut Vec<u8>) {
    const STRING: u32 = u32::from_le_bytes(*b"\"\0\",");
    out.reserve(cells.len() as usize * 4 + cells.rows() as usize * 2 + 1);
    // Made in parts that stay at hand until they are written: to clear the whole text first, only to
    // write over it, takes half as long again.
    let mut strings = [[0; 4]; 1 << 9];
    out.push(b'[');
    for row in cells.squares().chunks(cells.columns() as usize) {
        out.push(b'[');
        for part in row.chunks(strings.len()) {
            for (string, &cell) in strings.iter_mut().zip(part) {
                *string = (STRING | u32::from(cell) << 8).to_le_bytes();
            }
            out.extend_from_slice(strings[..part.len()].as_flattened());
        }
        end_list(out);
        out.push(b',');
    }
    end_list(out);
}

/// Puts a bracket in the place of the comma behind the last entry.
fn end_list(out: &mut [u8]) {
    if let Some(comma) = out.last_mut() {
        *comma = b']';
    }
}
