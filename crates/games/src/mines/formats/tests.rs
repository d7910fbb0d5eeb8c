//! Boards go from any format to any other and come back as they were; what is damaged is told of.

use fastrand::Rng;

use super::*;
use crate::contract::{files, text_of};
use crate::format::Unread;
use crate::game::{Game, Level};
use crate::source::{Source, is_text};
use crate::{GAMES, format, registry};

const SEED: u64 = 2_000;

/// The formats that say where the mines are.
const LAID: [&str; 6] = ["mbf", "pttacg", "tatham", "tatham-masked", "rawvf", "json"];

fn game() -> &'static dyn Game {
    registry::find("mines").expect("it is a game")
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
    let texts = |levels: Vec<Box<dyn Level>>| -> Vec<_> {
        levels.iter().map(|level| level.level_text()).collect()
    };
    let name = name.trim_end_matches("-masked");
    let named = registry::read_as(name, bytes, None).expect("it is read by its name");
    let said = registry::read_as(name, bytes, Some(game())).expect("it is read by its name");
    let unsaid = registry::read_bytes(bytes, None).expect("it is known by its looks");
    let mine = registry::read_bytes(bytes, Some(game())).expect("it is known by its looks");
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
        let text = text_of(&board);
        for from in LAID {
            let bytes = write(&board, from, Loss::Refused).expect(from);
            assert_eq!(write(&board, from, Loss::Accepted).as_ref(), Ok(&bytes));
            assert_eq!(read(&bytes, from), [text.as_str()], "seed {SEED}, {from}");
            let name = from.trim_end_matches("-masked");
            let level = registry::read_as(name, &bytes, None).expect(from).remove(0);
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
            assert_eq!(read(&bytes, name), [text_of(&board)], "seed {SEED}, {name}");
        }
        let bytes = write(&board, "mbf", Loss::Refused).expect("a click is no part of it");
        let unclicked = Board::of(board.cells().clone());
        assert_eq!(read(&bytes, "mbf"), [text_of(&unclicked)]);
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
        assert_eq!(read(&bytes, "jsminesweeper"), [text_of(&board)], "{seen}");
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
                    let text = text_of(&board);
                    assert_eq!(read(&bytes, name), [text.as_str()], "seed {SEED}, {name}");
                }
                Err(_) => {
                    refused += 1;
                    let bytes = write(&board, name, Loss::Accepted).expect("asked for");
                    let text = text_of(&mines);
                    assert_eq!(read(&bytes, name), [text.as_str()], "seed {SEED}, {name}");
                }
            }
        }
        let bytes = write(&board, "json", Loss::Accepted).expect("asked for");
        let flagless = Board::of(board.cells().clone());
        assert_eq!(read(&bytes, "json"), [text_of(&flagless)], "seed {SEED}");
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
            [text_of(&seen)],
            "seed {SEED}"
        );
        assert_eq!(
            write(&board, "jsminesweeper", Loss::Refused).is_ok(),
            seen.is_known()
        );
    }
    assert!(refused > 5_000, "{refused}");
}

#[test]
fn what_is_refused_is_said() {
    let board = |cells: &str| Board::of(Grid::new(3, cells.bytes().collect()));
    let flagged = Board {
        flags: vec![4],
        ..board("MEEMEE")
    };
    let wide = laid(Grid::new(256, vec![false; 256]));
    for (board, name, why) in [
        (
            &board("EEME1M"),
            "mbf",
            "it says nothing of revealed cells, and 1,1 is one (--lossy covers them)",
        ),
        (
            &flagged,
            "tatham",
            "it knows no flags, and one is on 1,1 (--lossy leaves them out)",
        ),
        (
            &flagged,
            "json",
            "it knows no flags, and one is on 1,1 (--lossy leaves them out)",
        ),
        (
            &flagged,
            "jsminesweeper",
            "it says what a player sees, not where the mines are (--lossy leaves that out)",
        ),
        (
            &board("B1XB11"),
            "jsminesweeper",
            "it says nothing of revealed mines, and 0,2 is one (--lossy covers them)",
        ),
        (
            &board("B1?B1?"),
            "jsminesweeper",
            "it says how many mines there are, and no note `mines: …` does",
        ),
        (
            &board("B1?B1?"),
            "rawvf",
            "it says where the mines are, and nobody knows what is under the covered cells",
        ),
        (
            &wide,
            "mbf",
            "an .mbf file has at most 255 columns and rows, not 256 and 1",
        ),
    ] {
        assert_eq!(write(board, name, Loss::Refused), Err(why.to_string()));
    }
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
        let text = text_of(&board);
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
        let levels = registry::read_bytes(text_of(board).as_bytes(), None);
        levels.expect("it is level text").remove(0)
    };
    let levels: Vec<_> = boards.iter().map(level).collect();
    let all = || levels.iter().map(|level| &**level);
    let texts: Vec<_> = boards.iter().map(text_of).collect();
    for name in ["pttacg", "tatham", "tatham-masked"] {
        let bytes = format::file(name, all(), Loss::Refused).expect(name);
        assert_eq!(read(&bytes, name), texts, "{name}");
    }
    assert_eq!(
        format::file("mbf", all(), Loss::Refused),
        Err("a file in the format mbf has one board: 50 were given".to_string())
    );
    assert_eq!(
        format::file("movingai", all(), Loss::Refused),
        Err(
            "mines cannot be written in the format movingai: its formats are level, judge, mbf, \
             pttacg, tatham, tatham-masked, rawvf, jsminesweeper, json"
                .to_string()
        )
    );
    let one = Board::of(Grid::new(1, b"1".to_vec()));
    let one = level(&one);
    assert_eq!(
        format::file("mbf", [&*one].into_iter(), Loss::Refused),
        Err(
            "mbf cannot have level 1: it says nothing of revealed cells, and 0,0 is one (--lossy \
             covers them)"
                .to_string()
        )
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
            assert!(registry::read_as(name, bytes.as_bytes(), None).is_err());
            continue;
        }
        assert_eq!(read(bytes.as_bytes(), name), [text], "{bytes}");
    }
    let masked = write(&laid_of(text), "tatham-masked", Loss::Refused).expect("it is one");
    let masked = String::from_utf8(masked).expect("it is text");
    let upper = masked.replace(|c: char| c.is_ascii_hexdigit(), "0");
    assert!(masked.starts_with("4x4n3:m") && masked.len() == upper.len());
}

fn laid_of(text: &str) -> Board {
    let rows: Vec<_> = text
        .lines()
        .skip_while(|line| !line.is_empty())
        .skip(1)
        .collect();
    Board::of(Grid::new(rows[0].len(), rows.concat().into_bytes()))
}

/// Each is wrong by one thing, which is told with its place.
#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (name, text, place, message) in [
        ("pttacg", "b=44", (1, 1), "this link has no `m=…`"),
        (
            "pttacg",
            "b=44&m=1h00\nm=1h00",
            (2, 1),
            "this link has no `b=…`",
        ),
        ("pttacg", "b=4&m=1h00", (1, 3), "`4` is no size"),
        ("pttacg", "b=0044&m=1h00", (1, 3), "`0044` is no size"),
        ("pttacg", "b=4+&m=1h00", (1, 3), "`4+` is no size"),
        (
            "pttacg",
            "b=44&m=1h0",
            (1, 8),
            "4 columns and 4 rows take 4 digits, but 3 are here",
        ),
        (
            "pttacg",
            "b=44&m=1w00",
            (1, 9),
            "`w` is none of the digits 0–9 a–v",
        ),
        (
            "pttacg",
            "b=44&m=1h01",
            (1, 11),
            "the last digit has a mine behind the last cell",
        ),
        (
            "pttacg",
            "b=44&b=44&m=1h00",
            (1, 6),
            "`b=` stands here a second time",
        ),
        (
            "pttacg",
            "b=9999999999999999&m=1h00",
            (1, 22),
            "99999999 columns and 99999999 rows take 1999999960000001 digits, but 4 are here",
        ),
        ("tatham", "4x4n3:u0c40 4x4", (1, 13), "this is no game id"),
        (
            "tatham",
            "4x4n3#123",
            (1, 7),
            "this id is a seed: only the program that made it knows its mines",
        ),
        (
            "tatham",
            "4x4n3:r3,u,abc",
            (1, 7),
            "this game has not begun: its mines are laid at the first click",
        ),
        ("tatham", "0x4n3:u0c40", (1, 1), "`0` is no size"),
        (
            "tatham",
            "4x4n2:u0c40",
            (1, 5),
            "the id says 2 mines, but has 3",
        ),
        (
            "tatham",
            "4x4n3:4,0,u0c40",
            (1, 7),
            "the click 0,4 is outside the board",
        ),
        (
            "tatham",
            "4x4n3:0c40",
            (1, 7),
            "the first click is written `column,row,`, and plain mines after a `u`",
        ),
        (
            "tatham",
            "4x4n3:u0g40",
            (1, 9),
            "`g` is none of the digits 0–9 a–f",
        ),
        (
            "tatham",
            "65536x65536:u0",
            (1, 14),
            "65536 columns and 65536 rows take 1073741824 digits, but 1 are here",
        ),
        (
            "rawvf",
            "RawVF_Version: 6\nWidth: 2",
            (2, 9),
            "the text ends before `Board:`",
        ),
        (
            "rawvf",
            "RawVF_Version: 6\nhello\n",
            (2, 1),
            "expected a line such as `Width: 9`, or `Board:`",
        ),
        (
            "rawvf",
            "RawVF_Version: 6\nBoard:\nEvents:\n",
            (3, 8),
            "there are no rows after `Board:`",
        ),
        (
            "rawvf",
            "RawVF_Version: 6\nBoard:\n0*\n0x\n",
            (4, 2),
            "unknown glyph `x`",
        ),
        (
            "rawvf",
            "RawVF_Version: 6\nMines: 2\nBoard:\n0*\n",
            (2, 8),
            "`Mines` is 2 here, but 1 on the board",
        ),
        ("jsminesweeper", "0x2x1", (1, 1), "`0x2x1` is no size"),
        (
            "jsminesweeper",
            "2x2x3\n1H\nH1\n",
            (1, 1),
            "mines: 3, but covered cells: 2",
        ),
        (
            "jsminesweeper",
            "2x2x1\n1H\n",
            (2, 3),
            "the input ends where row 2 of 2 should be",
        ),
        (
            "jsminesweeper",
            "2x2x1\n1H\n11H\n",
            (3, 1),
            "row 2 has 3 squares instead of 2",
        ),
        (
            "jsminesweeper",
            "2x2x1\n1H\n19\n",
            (3, 2),
            "unknown glyph `9`",
        ),
        (
            "jsminesweeper",
            "2x2x1\n1H\n11\n11\n",
            (4, 1),
            "expected the end of the position, found `11`",
        ),
    ] {
        let wrong = registry::read_as(name, text.as_bytes(), None).err();
        let Some(Unread::Text(error)) = wrong else {
            panic!("{text}: {wrong:?}");
        };
        let told = ((error.line, error.column), error.message.as_str());
        assert_eq!(told, (place, message), "{text}");
        let unnamed = registry::read_bytes(text.as_bytes(), None).err();
        assert_eq!(unnamed, Some(error), "{text}");
    }
    let unread =
        |name: &str, text: &str, game| match registry::read_as(name, text.as_bytes(), game).err() {
            Some(Unread::Text(error)) => error.message,
            Some(Unread::NoFormat(why)) => why,
            other => panic!("{other:?}"),
        };
    assert_eq!(
        unread("tatham", "hello", None),
        "this does not begin as the format tatham does"
    );
    assert_eq!(
        unread("tatham-masked", "hello", None),
        "mines cannot be read in the format tatham-masked: its formats are level, judge, mbf, \
         pttacg, tatham, rawvf, jsminesweeper, json"
    );
    assert_eq!(
        unread("mbf", "hello", registry::find("snake")),
        "snake cannot be read in the format mbf: its formats are level, judge"
    );
    assert_eq!(
        unread("judge", "[]", None),
        format!("say whose input it is with --game: {}", registry::ids())
    );
}

#[test]
fn a_damaged_binary_file_is_told_with_its_byte() {
    for (bytes, byte, message) in [
        (&[][..], 0, "the file ends before the fourth byte"),
        (&[3, 2, 0], 3, "the file ends before the fourth byte"),
        (
            &[0, 2, 0, 0],
            0,
            "a board has at least one row and one column",
        ),
        (
            &[2, 0, 0, 0],
            1,
            "a board has at least one row and one column",
        ),
        (
            &[3, 2, 0, 2, 0, 0, 2],
            7,
            "the file ends after 1 of 2 mines",
        ),
        (
            &[3, 2, 0, 1, 0, 0, 2, 1],
            6,
            "the file goes on after its 1 mines",
        ),
        (&[3, 2, 0, 1, 3, 0], 4, "the mine 0,3 is outside the board"),
        (&[3, 2, 0, 1, 0, 2], 5, "the mine 2,0 is outside the board"),
        (
            &[3, 2, 0, 2, 2, 1, 2, 1],
            6,
            "the mine 1,2 is there already",
        ),
    ] {
        let message = message.to_string();
        let flaw = Unread::Binary(crate::format::Flaw { byte, message });
        let told = registry::read_as("mbf", bytes, None).err();
        assert_eq!(told, Some(flaw), "{bytes:?}");
    }
    let told = |bytes: &[u8], game| {
        let error = registry::read_bytes(bytes, game).err().expect("it is none");
        (error.message, error.advice)
    };
    let (message, advice) = told(b"\xFF\x02\0\x02\x80\0", None);
    assert_eq!(message, "the byte 0xFF is not UTF-8 text");
    assert_eq!(
        advice,
        "save the file as plain UTF-8 text; as a .mbf file it is damaged at byte 6: the file ends \
         after 1 of 2 mines"
    );
    // What is text, or what is asked of a game without such files, is told as ever.
    let snake = registry::find("snake");
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
        let _ = registry::read_bytes(bytes, None);
        match registry::read_as(name, bytes, None) {
            Ok(levels) => {
                boards += 1;
                for text in levels.iter().map(|level| level.level_text()) {
                    let again = registry::read_bytes(text.as_bytes(), None).expect(&text);
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
        fits += usize::from(mbf::read(&bytes).is_ok());
        assert!(is_text(&bytes), "seed {SEED}");
        assert!(registry::read_bytes(&bytes, None).is_err(), "seed {SEED}");
    }
    assert!(fits > 50, "only {fits} would have fitted");
    let all = GAMES.iter().flat_map(|game| files(game.info().id));
    for path in all {
        let text = std::fs::read(&path).expect("a level can be read");
        let levels = registry::read_bytes(&text, None).expect("a level is right");
        let judged = levels.iter().filter_map(|level| level.judge_text().ok());
        for text in judged.map(String::into_bytes).chain([text]) {
            assert!(is_text(&text) && mbf::read(&text).is_err());
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
