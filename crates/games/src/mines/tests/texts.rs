//! What is written with flags and covered cells, and what is refused there.

use crate::oracle::read;
use crate::registry;
use crate::source::{Source, TextError};

fn wrong(text: &str) -> TextError {
    let source = Source::new(text.as_bytes()).unwrap();
    registry::read(source, None).err().expect(text)
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
    for (notes, board, line, column, message) in [
        (
            "",
            "?1\nE?",
            4,
            1,
            "some hidden cells are known here and others are not",
        ),
        (
            "",
            "1F\nE!",
            4,
            2,
            "some hidden cells are known here and others are not",
        ),
        ("mines: 3\n", "EM", 2, 8, "the board has mines: 1, not 3"),
        (
            "mines: 4\n",
            "?!X",
            2,
            8,
            "there can be 1 to 3 mines, not 4",
        ),
        (
            "mines: 0\n",
            "?!X",
            2,
            8,
            "there can be 1 to 3 mines, not 0",
        ),
        ("mines: -1\n", "??", 2, 8, "`-1` is not a whole number"),
        (
            "density: 20%\n",
            "EM",
            2,
            10,
            "how many mines there are is known here",
        ),
        (
            "mines: 1\ndensity: 20%\n",
            "??",
            3,
            10,
            "how many mines there are is known here",
        ),
        (
            "density: 0\n",
            "??",
            2,
            10,
            "`0` is no chance between 0% and 100%",
        ),
        ("clicks: left\n", "EM", 2, 9, "`clicks` cannot be `left`"),
        ("first: none\n", "EM", 2, 8, "`first` cannot be `none`"),
        (
            "first: safe\nclick: 0,1\n",
            "EM",
            3,
            8,
            "the first click is promised that 0,1 is no mine",
        ),
        (
            "click: 0,0\nfirst: open\n",
            "EM",
            2,
            8,
            "the first click is promised that 0,1 is no mine",
        ),
        (
            "click: 0,1\n",
            "?1",
            2,
            8,
            "the click 0,1 is on a revealed cell",
        ),
        ("", "E9", 3, 2, "unknown glyph `9`"),
    ] {
        let text = format!("game: mines\n{notes}\n{board}\n");
        let error = wrong(&text);
        assert_eq!((error.line, error.column), (line, column), "{text}{error}");
        assert_eq!(error.message, message, "{text}");
    }
    // The judge has letters for none of it.
    for letter in ["?", "!", "F", "f", "0"] {
        let text = format!("[[\"{letter}\"]]\n[0,0]\n");
        let source = Source::new(text.as_bytes()).unwrap();
        assert!(
            registry::find("mines").unwrap().read_judge(source).is_err(),
            "{text}"
        );
    }
    for (text, why) in [
        (
            "game: mines\n\n??\n",
            "the judge's boards say what is under every cell",
        ),
        ("game: mines\n\nFE\n", "the judge's boards have no flags"),
        (
            "game: mines\nclicks: all\n\nME\n",
            "the judge's clicks set no flags and make no chords",
        ),
    ] {
        assert_eq!(read(text).judge_case(), Err(why.to_string()), "{text}");
    }
}
