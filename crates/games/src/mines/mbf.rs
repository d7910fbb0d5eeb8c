//! The `.mbf` files that Minesweeper players pass on: how wide and high the board is, and where
//! its mines are, in bytes.
//!
//! | bytes | what they say |
//! |---|---|
//! | 1 | the width |
//! | 1 | the height |
//! | 2 | how many mines there are, the higher byte first |
//! | 2 for each mine | its column and its row, counted from 0, in any order |

use super::Board;
use crate::grid::Grid;

/// Reads a file that is one from the first byte to the last; nothing where anything does not fit.
pub fn read(bytes: &[u8]) -> Option<Board> {
    let (&[width, height, high, low], places) = bytes.split_first_chunk()?;
    let (places, rest) = places.as_chunks::<2>();
    let count = usize::from(u16::from_be_bytes([high, low]));
    if width == 0 || height == 0 || places.len() != count || !rest.is_empty() {
        return None;
    }
    let mut cells = vec![b'E'; usize::from(width) * usize::from(height)];
    for &[column, row] in places {
        if column >= width || row >= height {
            return None;
        }
        let cell = &mut cells[usize::from(row) * usize::from(width) + usize::from(column)];
        if std::mem::replace(cell, b'M') == b'M' {
            return None;
        }
    }
    Some(Board {
        cells: Grid::new(usize::from(width), cells),
        click: None,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use fastrand::Rng;

    use super::*;
    use crate::contract::{files, text_of};
    use crate::source::{Source, is_text};
    use crate::{GAMES, registry};

    const SEED: u64 = 2_000;

    /// Writes a board as its players' programs do, the mines in any order.
    fn write(cells: &Grid<u8>, rng: &mut Rng) -> Vec<u8> {
        let mines = (0..cells.len()).filter(|&square| cells[square] == b'M');
        let mut mines: Vec<_> = mines.map(|square| cells.place(square)).collect();
        rng.shuffle(&mut mines);
        let mut bytes = vec![cells.columns() as u8, cells.rows() as u8];
        bytes.extend((mines.len() as u16).to_be_bytes());
        for mine in mines {
            bytes.extend([mine.column as u8, mine.row as u8]);
        }
        bytes
    }

    fn random(rng: &mut Rng) -> Grid<u8> {
        let most = if rng.u8(..10) == 0 { 255 } else { 12 };
        let (rows, columns) = (rng.usize(1..=most), rng.usize(1..=most));
        let mines = rng.f32();
        let cell = |_| if rng.f32() < mines { b'M' } else { b'E' };
        Grid::new(columns, (0..rows * columns).map(cell).collect())
    }

    fn read_as_any(bytes: &[u8]) -> Option<String> {
        let levels = registry::read_bytes(bytes, None).ok()?;
        assert_eq!(levels.len(), 1);
        Some(levels[0].level_text())
    }

    #[test]
    fn what_is_written_is_read() {
        let mut rng = Rng::with_seed(SEED);
        for _ in 0..3_000 {
            let cells = random(&mut rng);
            let bytes = write(&cells, &mut rng);
            let board = Board { cells, click: None };
            assert_eq!(read(&bytes).as_ref(), Some(&board), "seed {SEED}");
            assert_eq!(read_as_any(&bytes), Some(text_of(&board)), "seed {SEED}");
            let mines = registry::find("mines").expect("it is a game");
            let said = registry::read_bytes(&bytes, Some(mines)).expect("it is one");
            assert_eq!(said[0].level_text(), text_of(&board), "seed {SEED}");

            // A byte more or less, and it is none.
            let longer = [&bytes[..], &[0]].concat();
            assert_eq!(read(&longer), None, "seed {SEED}");
            for end in 0..bytes.len().min(300) {
                assert_eq!(read(&bytes[..end]), None, "seed {SEED}");
            }
        }
    }

    #[test]
    fn nothing_may_be_out_of_place() {
        let good = [3, 2, 0, 2, 0, 0, 2, 1];
        let text = "game: mines\n\nMEE\nEEM\n";
        assert_eq!(read_as_any(&good).as_deref(), Some(text));
        for (at, byte) in [
            (0, 0),
            (0, 2),
            (1, 0),
            (1, 1),
            (2, 1),
            (3, 1),
            (4, 3),
            (5, 2),
        ] {
            let mut bytes = good;
            bytes[at] = byte;
            assert_eq!(read(&bytes), None, "byte {at} is {byte}");
            assert_eq!(read_as_any(&bytes), None, "byte {at} is {byte}");
        }
        assert_eq!(read(&[3, 2, 0, 2, 2, 1, 2, 1]), None, "the same mine twice");
        assert_eq!(
            read_as_any(&[1, 1, 0, 0]).as_deref(),
            Some("game: mines\n\nE\n")
        );
    }

    /// No text is taken for one: not the levels, not their judges' inputs, not what begins like
    /// one and is made to fit as far as letters can.
    #[test]
    fn no_text_is_mistaken() {
        let mut rng = Rng::with_seed(SEED);
        let letters: Vec<u8> = (b' '..=b'~').chain(*b"\t\n\r").collect();
        let mut fits = 0;
        for _ in 0..3_000 {
            // The shortest that letters can count to are 0x0909 mines.
            let mut letter = || *rng.choice(&letters).expect("there are some");
            let mut bytes: Vec<u8> = (0..2).map(|_| letter()).collect();
            bytes.extend([[9, 9], [9, 10], [10, 9], [10, 10]][rng.usize(..4)]);
            let (width, height) = (bytes[0], bytes[1]);
            let inside = |most: u8| letters.iter().copied().filter(move |&at| at < most);
            let mut places: Vec<[u8; 2]> = inside(width)
                .flat_map(|column| inside(height).map(move |row| [column, row]))
                .collect();
            rng.shuffle(&mut places);
            let count = usize::from(u16::from_be_bytes([bytes[2], bytes[3]]));
            bytes.extend(places.into_iter().take(count).flatten());
            fits += usize::from(read(&bytes).is_some());
            assert!(is_text(&bytes), "seed {SEED}");
            assert_eq!(read_as_any(&bytes), None, "seed {SEED}");
        }
        assert!(fits > 100, "only {fits} would have fitted");
        let all = GAMES.iter().flat_map(|game| files(game.info().id));
        for text in all.map(|path| fs::read_to_string(path).expect("a level is text")) {
            assert!(is_text(text.as_bytes()) && read(text.as_bytes()).is_none());
            let source = Source::new(text.as_bytes()).expect("it is UTF-8");
            let level = registry::read(source, None)
                .expect("it is a level")
                .remove(0);
            assert_eq!(read_as_any(text.as_bytes()), Some(level.level_text()));
            if let Ok(judged) = level.judge_text() {
                assert!(is_text(judged.as_bytes()) && read(judged.as_bytes()).is_none());
            }
        }
    }

    #[test]
    fn what_is_damaged_is_told_of() {
        let told = |bytes: &[u8], game| {
            let error = registry::read_bytes(bytes, game).err().expect("it is none");
            (error.message, error.advice)
        };
        let whole = "; a .mbf file must be whole";
        let (message, advice) = told(b"\xFF\x02\0\x02\x80\0", None);
        assert_eq!(message, "the byte 0xFF is not UTF-8 text");
        assert_eq!(advice, format!("save the file as plain UTF-8 text{whole}"));
        let (message, advice) = told(b"\x03\x02\0\x02\0\0\x02", None);
        let none = "this is no level text, and no one judge's format fits it";
        assert_eq!(message, none);
        assert!(advice.ends_with(whole), "{advice}");
        // What is text, or what is asked of a game without such files, is told as ever.
        let snake = registry::find("snake");
        assert!(!told(b"\x03\x02\0\x02\0\0\x02", snake).1.contains(".mbf"));
        assert!(!told(b"rubbish", None).1.contains(".mbf"));
        assert!(!told(b"game: snake\n\n1\x01@\n", None).1.contains(".mbf"));
    }
}
