//! What a format cannot say, and what is wrong in a text: each is told with its place.

use super::write;
use crate::builtin::{self, GameId};
use crate::format::Unread;
use crate::grid::Grid;
use crate::mines::Board;
use crate::mines::formats::{Loss, laid};
use crate::oracle::numbers;

#[test]
fn what_is_refused_is_said() {
    let board = |cells: &str| Board::of(Grid::new(3, cells.bytes().collect()));
    let flagged = Board {
        flags: vec![4],
        ..board("MEEMEE")
    };
    let wide = laid(Grid::new(256, vec![false; 256]).into());
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
