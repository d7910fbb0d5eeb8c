//! Boards go from any format to any other and come back as they were; what a format cannot say and what
//! is wrong or damaged in a text is told with its place.

use fastrand::Rng;

use super::*;
use crate::builtin::{AnyLevel, GAMES, GameId};
use crate::contract::files;
use crate::format::Unread;
use crate::level::bare_text;
use crate::oracle::{judge_text, numbers};
use crate::source::{Source, is_text};
use crate::{builtin, format};

const SEED: u64 = 2_000;

/// The formats that say where the mines are.
const LAID: [&str; 6] = ["mbf", "pttacg", "tatham", "tatham-masked", "rawvf", "json"];

fn game() -> GameId {
    GameId::find("mines").expect("it is a game")
}

fn known(name: &str) -> &'static Format<Board> {
    let found = FORMATS.iter().find(|format| format.name == name);
    found.expect("it is a format")
}

fn write(board: &Board, name: &str, loss: Loss) -> Result<Vec<u8>, String> {
    known(name).write.expect("it is written")(board, loss)
}

/// Reads a file, whether its format is named or not, and its game said or not: always the same.
fn read(bytes: &[u8], name: &str) -> Vec<String> {
    let texts = |levels: Vec<AnyLevel>| -> Vec<_> {
        levels.iter().map(|level| level.level_text()).collect()
    };
    let name = name.trim_end_matches("-masked");
    let named = builtin::read_as(name, bytes, None).expect("it is read by its name");
    let said = builtin::read_as(name, bytes, Some(game())).expect("it is read by its name");
    let unsaid = builtin::read_bytes(bytes, None).expect("it is known by its looks");
    let mine = builtin::read_bytes(bytes, Some(game())).expect("it is known by its looks");
    let [named, said, unsaid, mine] = [named, said, unsaid, mine].map(texts);
    assert!(named == said && named == unsaid && named == mine, "{name}");
    named
}

fn random_size(rng: &mut Rng) -> (usize, usize) {
    match rng.u8(..100) {
        0..4 => (9, 9),
        4 => (16, 16),
        5 => (16, 30),
        6 => (rng.usize(1..=255), rng.usize(1..=255)),
        _ => (rng.usize(1..=12), rng.usize(1..=12)),
    }
}

fn random_laid(rng: &mut Rng) -> Board {
    let (rows, columns) = random_size(rng);
    let mines = rng.f32();
    let cell = |_| rng.f32() < mines;
    laid(Grid::new(columns, (0..rows * columns).map(cell).collect()))
}

/// Flags on some of the cells that `is_covered` picks.
fn random_flags(cells: &Grid<u8>, is_covered: impl Fn(u8) -> bool, rng: &mut Rng) -> Vec<u32> {
    let mut flags: Vec<u32> = (0..cells.len()).collect();
    flags.retain(|&square| is_covered(cells[square]) && rng.u8(..4) == 0);
    flags
}

/// A game in progress, of which everything is known.
fn random_open(rng: &mut Rng) -> Board {
    let (rows, columns) = random_size(rng);
    let cell = |_| *rng.choice(b"MEEB12345678X").expect("there are some");
    let cells = Grid::new(columns, (0..rows * columns).map(cell).collect());
    let flags = random_flags(&cells, is_hidden, rng);
    Board {
        flags,
        ..Board::of(cells)
    }
}

/// What a player sees.
fn random_seen(rng: &mut Rng) -> Board {
    let (rows, columns) = random_size(rng);
    let cell = |_| *rng.choice(b"????B12345678").expect("there are some");
    let cells = Grid::new(columns, (0..rows * columns).map(cell).collect());
    let flags = random_flags(&cells, |cell| cell == b'?', rng);
    let board = Board::of(cells);
    let total = (!board.is_known()).then(|| rng.u32(..=board.unknown));
    Board {
        flags,
        total,
        ..board
    }
}

#[test]
fn every_format_leads_to_every_other_and_back() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..2_000 {
        let board = random_laid(&mut rng);
        let text = bare_text(&board);
        for from in LAID {
            let bytes = write(&board, from, Loss::Refused).expect(from);
            assert_eq!(write(&board, from, Loss::Accepted).as_ref(), Ok(&bytes));
            assert_eq!(read(&bytes, from), [text.as_str()], "seed {SEED}, {from}");
            let name = from.trim_end_matches("-masked");
            let level = builtin::read_as(name, &bytes, None).expect(from).remove(0);
            for to in LAID {
                let direct = write(&board, to, Loss::Refused);
                let through = level.write_as(to, Loss::Refused);
                assert_eq!(through, direct, "seed {SEED}, {from} to {to}");
            }
        }
    }
}

/// The first click of a game id is the click of the level, and stays one.
#[test]
fn a_first_click_stays() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..1_000 {
        let board = random_laid(&mut rng);
        let click = Some(rng.u32(..board.cells().len()));
        let board = Board { click, ..board };
        for name in ["tatham", "tatham-masked"] {
            let bytes = write(&board, name, Loss::Refused).expect(name);
            assert_eq!(
                read(&bytes, name),
                [bare_text(&board)],
                "seed {SEED}, {name}"
            );
        }
        let bytes = write(&board, "mbf", Loss::Refused).expect("a click is no part of it");
        let unclicked = Board::of(board.cells().clone());
        assert_eq!(read(&bytes, "mbf"), [bare_text(&unclicked)]);
    }
}

#[test]
fn a_position_stays_as_it_is_seen() {
    let mut rng = Rng::with_seed(SEED);
    let mut known = 0;
    for _ in 0..3_000 {
        let board = random_seen(&mut rng);
        let bytes = write(&board, "jsminesweeper", Loss::Refused).expect("it is one");
        let seen = format!("seed {SEED}, {}", String::from_utf8_lossy(&bytes));
        assert_eq!(read(&bytes, "jsminesweeper"), [bare_text(&board)], "{seen}");
        if board.is_known() {
            known += 1;
            continue;
        }
        for name in LAID {
            let why = write(&board, name, Loss::Accepted).expect_err(&seen);
            assert!(why.contains("nobody knows"), "{why}");
        }
    }
    assert!(known > 50, "{known}");
}

/// What a format cannot say is refused, or left out where that is asked for.
#[test]
fn nothing_is_lost_unasked() {
    let mut rng = Rng::with_seed(SEED);
    let mut refused = 0;
    for _ in 0..2_000 {
        let board = random_open(&mut rng);
        let mines = laid(board.cells().map(|&cell| is_mine(cell)));
        for name in LAID.into_iter().filter(|name| *name != "json") {
            match write(&board, name, Loss::Refused) {
                Ok(bytes) => {
                    let text = bare_text(&board);
                    assert_eq!(read(&bytes, name), [text.as_str()], "seed {SEED}, {name}");
                }
                Err(_) => {
                    refused += 1;
                    let bytes = write(&board, name, Loss::Accepted).expect("asked for");
                    let text = bare_text(&mines);
                    assert_eq!(read(&bytes, name), [text.as_str()], "seed {SEED}, {name}");
                }
            }
        }
        let bytes = write(&board, "json", Loss::Accepted).expect("asked for");
        let flagless = Board::of(board.cells().clone());
        assert_eq!(read(&bytes, "json"), [bare_text(&flagless)], "seed {SEED}");
        assert_eq!(
            write(&board, "json", Loss::Refused).is_ok(),
            board.flags().is_empty()
        );

        let bytes = write(&board, "jsminesweeper", Loss::Accepted).expect("asked for");
        let cover = |&cell: &u8| match cell {
            b'M' | b'E' | b'X' => b'?',
            other => other,
        };
        let covered = Board::of(board.cells().map(cover));
        let seen = Board {
            total: board.mines().filter(|_| !covered.is_known()),
            flags: board.flags().to_vec(),
            ..covered
        };
        assert_eq!(
            read(&bytes, "jsminesweeper"),
            [bare_text(&seen)],
            "seed {SEED}"
        );
        assert_eq!(
            write(&board, "jsminesweeper", Loss::Refused).is_ok(),
            seen.is_known()
        );
    }
    assert!(refused > 5_000, "{refused}");
}

/// What the formats' rules say, worked out by hand: a link, a file and the mines.
#[test]
fn the_same_boards_in_three_formats() {
    for (link, hex, rows) in [
        (
            "b=44&m=8860",
            "040400040003010001030201",
            ".*../..*./..../**..",
        ),
        ("b=53&m=g01", "0503000200000402", "*..../...../....*"),
        (
            "b=1&m=00000000g0000040g",
            "09090003000804040808",
            "........./........./........./........./....*..../........./........./........./*.......*",
        ),
        (
            "b=1202&m=00402",
            "0c02000200010b01",
            "............/*..........*",
        ),
    ] {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("a byte");
        let file: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        let columns = rows.find('/').unwrap_or(rows.len());
        let cells = rows.bytes().filter(|&cell| cell != b'/');
        let mines = Grid::new(columns, cells.map(|cell| cell == b'*').collect());
        let board = laid(mines);
        assert_eq!(
            write(&board, "pttacg", Loss::Refused),
            Ok(format!("{link}\n").into())
        );
        assert_eq!(write(&board, "mbf", Loss::Refused), Ok(file.clone()));
        let text = bare_text(&board);
        let address = format!("https://example.org/#/zini?x=1&{link}&c=12\n");
        for bytes in [link.as_bytes(), address.as_bytes()] {
            assert_eq!(read(bytes, "pttacg"), [text.as_str()]);
        }
        assert_eq!(read(&file, "mbf"), [text.as_str()]);
    }
}

#[test]
fn links_and_ids_stand_many_in_a_file() {
    let mut rng = Rng::with_seed(SEED);
    let boards: Vec<_> = (0..50).map(|_| random_laid(&mut rng)).collect();
    let level = |board: &Board| {
        let levels = builtin::read_bytes(bare_text(board).as_bytes(), None);
        levels.expect("it is level text").remove(0)
    };
    let levels: Vec<_> = boards.iter().map(level).collect();
    let all = || levels.iter();
    let texts: Vec<_> = boards.iter().map(bare_text).collect();
    for name in ["pttacg", "tatham", "tatham-masked"] {
        let bytes = format::file(name, all(), Loss::Refused).expect(name);
        assert_eq!(read(&bytes, name), texts, "{name}");
    }
    let many = format::file("mbf", all(), Loss::Refused).expect_err("it holds one");
    assert_eq!(numbers(&many), [50], "{many}");
    let unknown = format::file("movingai", all(), Loss::Refused).expect_err("of another game");
    let formats = "level, judge, mbf, pttacg, tatham, tatham-masked, rawvf, jsminesweeper, json";
    assert!(unknown.ends_with(formats), "{unknown}");
    let one = Board::of(Grid::new(1, b"1".to_vec()));
    let one = level(&one);
    let revealed = format::file("mbf", [&one].into_iter(), Loss::Refused);
    let revealed = revealed.expect_err("it has no such cells");
    assert_eq!(
        numbers(&revealed),
        [1, 0, 0],
        "the level and the cell: {revealed}"
    );
}

/// What other programs write and this one does not.
#[test]
fn other_spellings_are_read() {
    let text = "game: mines\n\nEEEE\nMMEE\nEMEE\nEEEE\n";
    let clicked = "game: mines\nclick: 0,3\n\nEEEE\nMMEE\nEMEE\nEEEE\n";
    for (name, bytes, text) in [
        ("pttacg", "?b=44&m=1H00", text),
        ("pttacg", "b=0404&m=1h00\n", text),
        ("pttacg", "  m=1h00&b=44".trim_start(), ""),
        ("tatham", "4x4n3:u0C40", text),
        ("tatham", "4:u0c40", text),
        ("tatham", "4x4n3a:3,0,u0c40", clicked),
        ("tatham", "4x4n3:3,0,0c40", clicked),
        (
            "tatham",
            "https://example.org/mines.html#4x4n3:3,0,u0c40",
            clicked,
        ),
        (
            "rawvf",
            "RawVF_Version: Rev6.2\r\nPlayer: a: b\r\n\r\nwidth: 4\r\nBoard:\r\n0000\r\n**00\r\n\
             0*00\r\n0000\r\nEvents:\r\nstart\r\n0.000 lc 1 1 (8 8)\r\n",
            text,
        ),
        (
            "rawvf",
            "RawVF_Version: 5\nBoard:\n0000\n**00\n0*00\n0000",
            text,
        ),
    ] {
        if text.is_empty() {
            assert!(builtin::read_as(name, bytes.as_bytes(), None).is_err());
            continue;
        }
        assert_eq!(read(bytes.as_bytes(), name), [text], "{bytes}");
    }
    let masked = write(&laid_of(text), "tatham-masked", Loss::Refused).expect("it is one");
    let masked = String::from_utf8(masked).expect("it is text");
    assert!(masked.starts_with("4x4n3:m"), "{masked}");
}

fn laid_of(text: &str) -> Board {
    let rows: Vec<_> = text
        .lines()
        .skip_while(|line| !line.is_empty())
        .skip(1)
        .collect();
    Board::of(Grid::new(rows[0].len(), rows.concat().into_bytes()))
}

#[test]
fn what_is_refused_is_said() {
    let board = |cells: &str| Board::of(Grid::new(3, cells.bytes().collect()));
    let flagged = Board {
        flags: vec![4],
        ..board("MEEMEE")
    };
    let wide = laid(Grid::new(256, vec![false; 256]));
    // The numbers in what is said: a cell, or the size.
    for (board, name, said) in [
        (&board("EEME1M"), "mbf", &[1, 1][..]),
        (&flagged, "tatham", &[1, 1]),
        (&flagged, "json", &[1, 1]),
        (&flagged, "jsminesweeper", &[]),
        (&board("B1XB11"), "jsminesweeper", &[0, 2]),
        (&board("B1?B1?"), "jsminesweeper", &[]),
        (&board("B1?B1?"), "rawvf", &[]),
        (&wide, "mbf", &[255, 256, 1]),
    ] {
        let why = write(board, name, Loss::Refused).expect_err(name);
        assert_eq!(numbers(&why), said, "{why}");
    }
}

/// Each is wrong by one thing, which is told with its place.
#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (name, text, place) in [
        ("pttacg", "b=44", (1, 1)),
        ("pttacg", "b=44&m=1h00\nm=1h00", (2, 1)),
        ("pttacg", "b=4&m=1h00", (1, 3)),
        ("pttacg", "b=0044&m=1h00", (1, 3)),
        ("pttacg", "b=4+&m=1h00", (1, 3)),
        ("pttacg", "b=44&m=1h0", (1, 8)),
        ("pttacg", "b=44&m=1w00", (1, 9)),
        ("pttacg", "b=44&m=1h01", (1, 11)),
        ("pttacg", "b=44&b=44&m=1h00", (1, 6)),
        ("pttacg", "b=9999999999999999&m=1h00", (1, 22)),
        ("tatham", "4x4n3:u0c40 4x4", (1, 13)),
        ("tatham", "4x4n3#123", (1, 7)),
        ("tatham", "4x4n3:r3,u,abc", (1, 7)),
        ("tatham", "0x4n3:u0c40", (1, 1)),
        ("tatham", "4x4n2:u0c40", (1, 5)),
        ("tatham", "4x4n3:4,0,u0c40", (1, 7)),
        ("tatham", "4x4n3:0c40", (1, 7)),
        ("tatham", "4x4n3:u0g40", (1, 9)),
        ("tatham", "65536x65536:u0", (1, 14)),
        ("rawvf", "RawVF_Version: 6\nWidth: 2", (2, 9)),
        ("rawvf", "RawVF_Version: 6\nhello\n", (2, 1)),
        ("rawvf", "RawVF_Version: 6\nBoard:\nEvents:\n", (3, 8)),
        ("rawvf", "RawVF_Version: 6\nBoard:\n0*\n0x\n", (4, 2)),
        ("rawvf", "RawVF_Version: 6\nMines: 2\nBoard:\n0*\n", (2, 8)),
        ("jsminesweeper", "0x2x1", (1, 1)),
        ("jsminesweeper", "2x2x3\n1H\nH1\n", (1, 1)),
        ("jsminesweeper", "2x2x1\n1H\n", (2, 3)),
        ("jsminesweeper", "2x2x1\n1H\n11H\n", (3, 1)),
        ("jsminesweeper", "2x2x1\n1H\n19\n", (3, 2)),
        ("jsminesweeper", "2x2x1\n1H\n11\n11\n", (4, 1)),
    ] {
        let wrong = builtin::read_as(name, text.as_bytes(), None).err();
        let Some(Unread::Text(error)) = wrong else {
            panic!("{text}: {wrong:?}");
        };
        assert_eq!((error.line, error.column), place, "{text}: {error}");
        let unnamed = builtin::read_bytes(text.as_bytes(), None).err();
        assert_eq!(unnamed, Some(error), "{text}");
    }
    // What is not in the format that is named: a text has a place.
    let text = builtin::read_as("tatham", b"hello", None).err();
    assert!(matches!(text, Some(Unread::Text(error)) if (error.line, error.column) == (1, 1)));
    let unknown = |name: &str, text: &str, game| {
        let unread = builtin::read_as(name, text.as_bytes(), game).err();
        assert!(
            matches!(unread, Some(Unread::NoFormat(_))),
            "{name}: {unread:?}"
        );
    };
    unknown("tatham-masked", "hello", None);
    unknown("mbf", "hello", GameId::find("snake"));
    unknown("judge", "[]", None);
}

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
