//! The faults of boards that are drawn are told to the person who drew them, in every game.

use fewest_games::registry;
use fewest_games::source::Source;

/// What the error of a level says to the person who drew it.
fn drawn(text: &str) -> String {
    let source = Source::new(text.as_bytes()).expect("it is UTF-8");
    let error = registry::read(source, None).err().expect(text);
    let drawn = error.drawn.expect(text);
    assert!(!drawn.contains('`'), "{drawn}");
    drawn
}

fn says(cases: &[(&str, &str)]) {
    for (text, told) in cases {
        let drawn = drawn(text);
        assert!(drawn.contains(told), "{drawn}\n{text}");
    }
}

#[test]
fn faults_of_snake_are_told() {
    says(&[
        ("game: snake\n\n..@\n", "There is no snake"),
        ("game: snake\n\n12.\n", "There is no apple"),
        ("game: snake\n\n.23@\n", "no head"),
        ("game: snake\n\n1#3@\n", "in one piece"),
        ("game: snake\n\n1#2@\n", "in one piece"),
        ("game: snake\n\n1122@\n", "two heads"),
        ("game: snake\n\n122@\n", "in one piece"),
        ("game: snake\n\n1@@\n", "two apples"),
        ("game: snake\nwrap: maybe\n\n1@\n", "“wrap”"),
        ("game: snake\n\n1@?\n", "erase it"),
        ("game: snake\n\n1@\n.\n", "equally long"),
    ]);
}

#[test]
fn faults_of_portals_are_told() {
    says(&[
        ("game: portals\n\n.A.\n", "The portal A has no other end"),
        ("game: portals\n\nAAA\n", "more than two portals A"),
        ("game: portals\nstart: 5,5\n\n...\n", "The start is not"),
        ("game: portals\ngoal: 0,3\n\n...\n", "The goal is not"),
        ("game: portals\ngoal: here\n\n...\n", "The goal is not"),
    ]);
}

#[test]
fn faults_of_curling_are_told() {
    says(&[
        ("game: curling\n\nG..\n", "There is no stone"),
        ("game: curling\n\nS..\n", "There is no goal"),
        ("game: curling\n\nSGS\n", "two stones"),
        ("game: curling\n\nSGG\n", "two goals"),
        ("game: curling\nthrows: 0\n\nSG\n", "The number of throws"),
    ]);
}

#[test]
fn faults_of_ladders_are_told() {
    says(&[
        ("game: ladders\n\n. .\n. 9\n", "the last square is 4"),
        ("game: ladders\n\n. .\n3 .\n", "Square 1 must not"),
        ("game: ladders\n\n2 .\n. .\n", "The last square must not"),
        ("game: ladders\n\n.\n", "only one square"),
        ("game: ladders\n\n. . .\n. . .\n", "2 rows and 3 columns"),
        ("game: ladders\n\n. x\n. .\n", "no jump"),
        (
            "game: ladders\nfrom: 9\n\n. .\n. .\n",
            "cannot begin on square 9",
        ),
        ("game: ladders\nfrom: x\n\n. .\n. .\n", "“from”"),
        ("game: ladders\ndie: 0\n\n. .\n. .\n", "The die"),
        ("game: ladders\novershoot: x\n\n. .\n. .\n", "“overshoot”"),
    ]);
}

#[test]
fn faults_of_mines_are_told() {
    says(&[
        ("game: mines\n\n?M\n", "others do not"),
        (
            "game: mines\nmines: 2\n\nEM\n",
            "The mines on the board are 1",
        ),
        ("game: mines\nmines: 3\n\n??\n", "There can be 0 to 2 mines"),
        ("game: mines\nmines: x\n\nEM\n", "whole number"),
        ("game: mines\ndensity: 20%\n\nEM\n", "is known here"),
        ("game: mines\ndensity: x\n\n??\n", "between 0% and 100%"),
        ("game: mines\nclick: 0,0\n\n1M\n", "on a covered square"),
        ("game: mines\nclick: 3,0\n\n1M\n", "on a covered square"),
        ("game: mines\nclick: 0,1\nfirst: safe\n\nEM\n", "promised"),
        ("game: mines\nfirst: x\n\nEM\n", "one of these"),
        ("game: mines\npar: x\n\nEM\n", "The par"),
    ]);
}
