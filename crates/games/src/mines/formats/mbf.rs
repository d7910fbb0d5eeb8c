//! The `.mbf` files that Minesweeper players pass on: how wide and high the board is, and where
//! its mines are, in bytes.
//!
//! | bytes | what they say |
//! |---|---|
//! | 1 | the width |
//! | 1 | the height |
//! | 2 | how many mines there are, the higher byte first |
//! | 2 for each mine | its column and its row, counted from 0, in any order |

use fewest_words::say;

use crate::format::Flaw;
use crate::grid::Grid;

/// Reads the mines.
pub fn read(bytes: &[u8]) -> Result<Grid<bool>, Flaw> {
    let flaw = |byte, message| Flaw { byte, message };
    let Some((&[width, height, high, low], places)) = bytes.split_first_chunk() else {
        return Err(flaw(
            bytes.len(),
            say!("the file ends before the fourth byte"),
        ));
    };
    for (byte, side) in [width, height].into_iter().enumerate() {
        if side == 0 {
            return Err(flaw(
                byte,
                say!("a board has at least one row and one column"),
            ));
        }
    }
    let count = usize::from(u16::from_be_bytes([high, low]));
    let found = places.len() / 2;
    let whole = 4 + 2 * count;
    if bytes.len() < whole {
        let message = say!("the file ends after {found} of {count} mines", found, count);
        return Err(flaw(bytes.len(), message));
    }
    if bytes.len() > whole {
        let message = say!("the file goes on after its {count} mines", count);
        return Err(flaw(whole, message));
    }
    let mut mines = vec![false; usize::from(width) * usize::from(height)];
    for (number, &[column, row]) in places.as_chunks::<2>().0.iter().enumerate() {
        let byte = 4 + 2 * number;
        if column >= width || row >= height {
            let byte = byte + usize::from(column < width);
            let message = say!("the mine {row},{column} is outside the board", row, column);
            return Err(flaw(byte, message));
        }
        let mine = &mut mines[usize::from(row) * usize::from(width) + usize::from(column)];
        if std::mem::replace(mine, true) {
            let message = say!("the mine {row},{column} is there already", row, column);
            return Err(flaw(byte, message));
        }
    }
    Ok(Grid::new(usize::from(width), mines))
}

/// Writes the mines, column by column as most programs do.
pub fn write(mines: &Grid<bool>) -> Result<Vec<u8>, String> {
    let (columns, rows) = (mines.columns(), mines.rows());
    let (Ok(width), Ok(height)) = (u8::try_from(columns), u8::try_from(rows)) else {
        return Err(say!(
            "an .mbf file has at most 255 columns and rows, not {columns} and {rows}",
            columns,
            rows
        ));
    };
    let at = |column, row| mines[u32::from(row) * columns + u32::from(column)];
    let mut places = Vec::new();
    for column in 0..width {
        for row in (0..height).filter(|&row| at(column, row)) {
            places.extend([column, row]);
        }
    }
    // 255 × 255 mines are fewer than two bytes can count.
    let count = (places.len() / 2) as u16;
    let [high, low] = count.to_be_bytes();
    Ok([&[width, height, high, low], &places[..]].concat())
}
