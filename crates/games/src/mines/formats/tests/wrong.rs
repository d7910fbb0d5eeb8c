//! What a format cannot say, and what is wrong in a text: each is told with its place.

use super::write;
use crate::format::Unread;
use crate::mines::formats::*;
use crate::registry;

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
