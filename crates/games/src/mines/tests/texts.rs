//! What is written with flags and covered cells, and what is refused there.

use crate::builtin;
use crate::builtin::GameId;
use crate::oracle::read;
use crate::source::{Source, TextError};

fn wrong(text: &str) -> TextError {
    let source = Source::new(text.as_bytes()).unwrap();
    builtin::read(source, None).err().expect(text)
}

#[test]
fn texts_with_flags_and_covered_cells_come_back() {
    for text in [
        "game: mines\n\nFf1\nME1\n",
        "game: mines\nclicks: all\n\nEF\n",
        "game: mines\nmines: 2\n\nMX\n",
        "game: mines\nclick: 0,0\nfirst: safe\n\nEM\n",
        "game: mines\nclick: 0,0\nfirst: open\n\nEEM\n",
        "game: mines\nclick: 0,0\nfirst: open\n\nM1E\n",
        "game: mines\nmines: 2\nfirst: open\n\n?1!\n?2B\n",
        "game: mines\ndensity: 12.5%\n\n???\n",
        "game: mines\nclick: 0,1\nmines: 0\n\n???\n",
    ] {
        assert_eq!(read(text).level_text(), text);
    }
    let level = read("game: mines\nclicks: plain\nfirst: any\ndensity: 0.2\n\n?0\n");
    assert_eq!(level.level_text(), "game: mines\n\n?B\n");
}

#[test]
fn what_cannot_be_is_told() {
    for (notes, board, line, column) in [
        ("", "?1\nE?", 4, 1),
        ("", "1F\nE!", 4, 2),
        ("mines: 3\n", "EM", 2, 8),
        ("mines: 4\n", "?!X", 2, 8),
        ("mines: 0\n", "?!X", 2, 8),
        ("mines: -1\n", "??", 2, 8),
        ("density: 20%\n", "EM", 2, 10),
        ("mines: 1\ndensity: 20%\n", "??", 3, 10),
        ("density: 0\n", "??", 2, 10),
        ("clicks: left\n", "EM", 2, 9),
        ("first: none\n", "EM", 2, 8),
        ("first: safe\nclick: 0,1\n", "EM", 3, 8),
        ("click: 0,0\nfirst: open\n", "EM", 2, 8),
        ("click: 0,1\n", "?1", 2, 8),
        ("", "E9", 3, 2),
    ] {
        let text = format!("game: mines\n{notes}\n{board}\n");
        let error = wrong(&text);
        assert_eq!((error.line, error.column), (line, column), "{text}{error}");
    }
    // The judge has letters for none of it.
    for letter in ["?", "!", "F", "f", "0"] {
        let text = format!("[[\"{letter}\"]]\n[0,0]\n");
        let source = Source::new(text.as_bytes()).unwrap();
        assert!(
            GameId::find("mines").unwrap().read_judge(source).is_err(),
            "{text}"
        );
    }
    for text in [
        "game: mines\n\n??\n",
        "game: mines\n\nFE\n",
        "game: mines\nclicks: all\n\nME\n",
    ] {
        assert!(read(text).judge_case().is_err(), "{text}");
    }
}
