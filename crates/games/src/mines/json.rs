//! The judge's matrix of one-letter strings, read and written as fast as memory is.

use crate::grid::Grid;

/// Reads a matrix that is written without a space and without a fault, and says how long it
/// is. Whatever else may be said in JSON, or is wrong, is nothing to this one.
pub fn read(text: &[u8]) -> Option<(Grid<u8>, usize)> {
    let first = text.strip_prefix(b"[[")?;
    let columns = (first.iter().position(|&byte| byte == b']')? + 1) / 4;
    let mut cells = Vec::new();
    let mut at = 0;
    loop {
        // Behind its bracket, a row has four bytes a cell: `"E",`, and at the end `"E"]`.
        let row = text.get(at + 1..at + 2 + 4 * columns)?;
        let (b'[', strings) = row.split_first()? else {
            return None;
        };
        read_row(strings, &mut cells)?;
        at += row.len() + 1;
        match text.get(at)? {
            b',' => {}
            b']' => return Some((Grid::new(columns, cells), at + 1)),
            _ => return None,
        }
    }
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
    cells.extend(strings.iter().map(|string| string[1]));
    let all_cells = cells[before..]
        .iter()
        .fold(true, |all, &cell| all & is_cell(cell));
    (wrong == 0 && all_cells && cells.len() <= Grid::<u8>::MOST).then_some(())
}

/// Whether a byte is one of the judge's letters.
pub fn is_cell(byte: u8) -> bool {
    matches!(byte, b'M' | b'E' | b'B' | b'X' | b'1'..=b'8')
}

/// Writes a matrix without spaces.
pub fn write(cells: &Grid<u8>, out: &mut Vec<u8>) {
    out.reserve(cells.len() as usize * 4 + cells.rows() as usize * 2 + 1);
    out.push(b'[');
    for row in cells.squares().chunks(cells.columns() as usize) {
        out.push(b'[');
        // In parts that stay at hand until they are written.
        for part in row.chunks(1 << 12) {
            let at = out.len();
            out.resize(at + 4 * part.len(), 0);
            let (strings, _) = out[at..].as_chunks_mut();
            for (string, &cell) in strings.iter_mut().zip(part) {
                *string = [b'"', cell, b'"', b','];
            }
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
