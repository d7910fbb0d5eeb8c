//! Files that are damaged, or only look like one of a format.

use fastrand::Rng;

use super::{Grid, LAID, SEED, laid_of, write};
use crate::builtin::{self, GAMES, GameId};
use crate::contract::files;
use crate::format::Unread;
use crate::mines::Board;
use crate::mines::formats::{FORMATS, Loss, Reading, read_mbf};
use crate::oracle::judge_text;
use crate::oracle::numbers;
use crate::source::{Source, is_text};

#[test]
fn a_damaged_binary_file_is_told_with_its_byte() {
    // The byte, and the numbers in what is said of it.
    for (bytes, byte, said) in [
        (&[][..], 0, &[][..]),
        (&[3, 2, 0], 3, &[]),
        (&[0, 2, 0, 0], 0, &[]),
        (&[2, 0, 0, 0], 1, &[]),
        (&[3, 2, 0, 2, 0, 0, 2], 7, &[1, 2]),
        (&[3, 2, 0, 1, 0, 0, 2, 1], 6, &[1]),
        (&[3, 2, 0, 1, 3, 0], 4, &[0, 3]),
        (&[3, 2, 0, 1, 0, 2], 5, &[2, 0]),
        (&[3, 2, 0, 2, 2, 1, 2, 1], 6, &[1, 2]),
    ] {
        match builtin::read_as("mbf", bytes, None).err() {
            Some(Unread::Binary(flaw)) => {
                assert_eq!(flaw.byte, byte, "{bytes:?}");
                assert_eq!(numbers(&flaw.message), said, "{}", flaw.message);
            }
            other => panic!("{bytes:?}: {other:?}"),
        }
    }
    let told = |bytes: &[u8], game| {
        let error = builtin::read_bytes(bytes, game).err().expect("it is none");
        (error.message, error.advice)
    };
    let (message, advice) = told(b"\xFF\x02\0\x02\x80\0", None);
    assert!(message.contains("0xFF"), "{message}");
    assert!(advice.contains(".mbf"), "{advice}");
    assert!(numbers(&advice).ends_with(&[6, 1, 2]), "{advice}");
    // What is text, or what is asked of a game without such files, is told as ever.
    let snake = GameId::find("snake");
    assert!(!told(b"\x03\x02\0\x02\0\0\x02", snake).1.contains(".mbf"));
    assert!(!told(b"rubbish", None).1.contains(".mbf"));
    assert!(!told(b"game: snake\n\n1\x01@\n", None).1.contains(".mbf"));
}

/// Every beginning of a small file, and every one with another byte in any place, is a board or an
/// error: and a board is the one that its level text says.
#[test]
fn what_is_damaged_is_an_error_or_a_board() {
    let board = laid_of("game: mines\n\nEEEME\nMMEEE\nEMEEE\n");
    let seen = Board {
        total: Some(3),
        flags: vec![3],
        ..Board::of(Grid::new(4, b"1??2B11?".to_vec()))
    };
    let (mut boards, mut errors) = (0, 0);
    let mut tried = |bytes: &[u8], name: &str| {
        let _ = builtin::read_bytes(bytes, None);
        match builtin::read_as(name, bytes, None) {
            Ok(levels) => {
                boards += 1;
                for text in levels.iter().map(|level| level.level_text()) {
                    let again = builtin::read_bytes(text.as_bytes(), None).expect(&text);
                    assert_eq!(again[0].level_text(), text);
                }
            }
            Err(Unread::NoFormat(why)) => panic!("{why}"),
            Err(Unread::Text(_) | Unread::Binary(_)) => errors += 1,
        }
    };
    for name in LAID.into_iter().chain(["jsminesweeper"]) {
        let board = if name == "jsminesweeper" {
            &seen
        } else {
            &board
        };
        let good = write(board, name, Loss::Refused).expect(name);
        let name = name.trim_end_matches("-masked");
        for end in 0..good.len() {
            tried(&good[..end], name);
        }
        for at in 0..good.len() {
            for byte in 0..=u8::MAX {
                let mut bytes = good.clone();
                bytes[at] = byte;
                tried(&bytes, name);
                bytes[at] = good[at];
                bytes.insert(at, byte);
                tried(&bytes, name);
            }
        }
    }
    assert!(boards > 1_000 && errors > 50_000, "{boards}, {errors}");
}

/// No text is taken for a binary file: not the levels, not their judges' inputs, not what begins
/// like one and is made to fit as far as letters can. Nor is any taken for another game's.
#[test]
fn no_text_is_mistaken() {
    let mut rng = Rng::with_seed(SEED);
    let letters: Vec<u8> = (b' '..=b'~').chain(*b"\t\n\r").collect();
    let mut fits = 0;
    for _ in 0..1_000 {
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
        fits += usize::from(read_mbf(&bytes).is_ok());
        assert!(is_text(&bytes), "seed {SEED}");
        assert!(builtin::read_bytes(&bytes, None).is_err(), "seed {SEED}");
    }
    assert!(fits > 50, "only {fits} would have fitted");
    let all = GAMES.iter().flat_map(|game| files(game.info().id));
    for path in all {
        let text = std::fs::read(&path).expect("a level can be read");
        let levels = builtin::read_bytes(&text, None).expect("a level is right");
        let judged = levels.iter().filter_map(|level| judge_text(level).ok());
        for text in judged.map(String::into_bytes).chain([text]) {
            assert!(is_text(&text) && read_mbf(&text).is_err());
            let source = Source::new(&text).expect("it is text");
            for format in FORMATS.iter().filter(|format| format.name != "json") {
                if let Reading::Text(read) = format.read {
                    assert!(
                        read(source).is_none(),
                        "{}: {}",
                        format.name,
                        path.display()
                    );
                }
            }
        }
    }
}
