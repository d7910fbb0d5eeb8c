//! Positions with covered cells: what can be asked about them, and what is refused with a word on
//! what to ask instead.

use std::fs;

use crate::asking::{objects, run};

const POSITION: &str = "positions/mines/one-is-safe.txt";

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("it is text")
}

/// Nothing pretends to know what is under the covered cells.
#[test]
fn what_must_know_the_mines_is_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let catalogue = folder.path().join("levels.db").display().to_string();
    for arguments in [
        &["solve", POSITION][..],
        &["solve", "--json", POSITION],
        &["solve", "--whole", POSITION],
        &["solve", "--processes", "2", POSITION],
        &["solve", "--into", &catalogue, POSITION],
        &["check", POSITION],
        &["rate", POSITION],
        &["why", "--solution", "1,2", POSITION],
        &["all", POSITION],
        &["layers", POSITION],
        &["advise", POSITION],
        // Nothing of the other level is told either.
        &["solve", "levels/mines/one-click.txt", POSITION],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {output:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        let told = format!(
            "error: {POSITION}: what lies under its covered cells is not known; ask for `odds` or \
             `hint`, which need only what is seen\n"
        );
        assert_eq!(text(&output.stderr), told, "{arguments:?}");
    }
}

/// In a batch it is wrong by itself, and takes nothing along.
#[test]
fn a_batch_tells_it_in_its_place() {
    let files = [
        "levels/mines/one-click.txt",
        POSITION,
        "levels/mines/heart.txt",
    ];
    let output = run(&[&["solve", "--jobs", "2"], &files[..]].concat());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let lines = objects(text(&output.stdout));
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["fewest"], &lines[2]["verdict"]),
        (&1.into(), &"fewest".into())
    );
    let told = lines[1]["error"]["message"].as_str().expect("a message");
    assert!(told.contains("ask for `odds` or `hint`"), "{told}");
}

#[test]
fn it_is_shown_and_drawn() {
    let shown = run(&["show", POSITION]);
    assert_eq!(
        text(&shown.stdout),
        "One is safe (mines)\nB 1 ? ?\nB 2 ? ?\nB 1 ? ?\n"
    );
    let folder = tempfile::tempdir().expect("there is room");
    let picture = folder.path().join("position.svg");
    let drawn = run(&["draw", POSITION, "-o", &picture.display().to_string()]);
    assert!(drawn.status.success(), "{drawn:?}");
    let svg = fs::read_to_string(picture).expect("it is written");
    assert_eq!(svg.matches("href=\"#lid\"").count(), 6, "{svg}");
    let judged = run(&["show", "--as", "judge", POSITION]);
    assert_eq!(judged.status.code(), Some(2));
    let told = text(&judged.stderr);
    assert!(
        told.contains("the judge's boards say what is under every cell"),
        "{told}"
    );
    // A solution to draw would be one that nobody knows.
    let film = folder.path().join("film.gif").display().to_string();
    let drawn = run(&["draw", POSITION, "-o", &film]);
    assert_eq!(drawn.status.code(), Some(3));
}
