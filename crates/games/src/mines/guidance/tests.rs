//! What is advised, in words and for programs.

use fewest_search::SearchContext;
use serde_json::Value;

use crate::odds::Odds;
use crate::oracle::{numbers, read};

fn ask(text: &str, after: &[&str]) -> Odds {
    let level = read(text);
    let mut session = level.session();
    for step in after {
        session.push(step).expect(step);
    }
    let guidance = session.here().guidance(&mut SearchContext::default());
    guidance.expect("it can be told")
}

fn entry<'a>(odds: &'a Odds, name: &str) -> &'a Value {
    let entry = odds.entries.iter().find(|(known, _)| *known == name);
    &entry.expect(name).1
}

#[test]
fn what_is_safe_is_opened_and_the_numbers_say_why() {
    let told = ask("game: mines\nmines: 3\n\nB1??\nB2??\nB1??\n", &[]);
    assert!(told.headline.contains("1,2"), "{}", told.headline);
    assert_eq!(
        *entry(&told, "because"),
        serde_json::json!(["0,1", "1,1", "2,1"])
    );
    assert!(
        told.lines[0].ends_with(": 0,1 1,1 2,1"),
        "{}",
        told.lines[0]
    );
    assert_eq!(
        (entry(&told, "verdict"), entry(&told, "move")),
        (&"safe".into(), &"1,2".into())
    );
    assert_eq!(*entry(&told, "layouts"), "3");
    assert_eq!(entry(&told, "choices")[0]["safe_fraction"], "1");
    // The board that says where its mines are is not looked at, but for what is open.
    let full = ask("game: mines\n\nB1ME\nB2EE\nB1MM\n", &[]);
    assert_eq!(full, told);
}

#[test]
fn a_guess_is_searched_where_few_layouts_are_left() {
    // Of two cells one is a mine, and nothing will ever tell which.
    let told = ask("game: mines\nmines: 1\n\n1?\n1?\n", &[]);
    assert_eq!(numbers(&told.headline), [0, 1, 50, 0, 1, 2]);
    assert_eq!(*entry(&told, "verdict"), "guess");
    assert_eq!(*entry(&told, "reason"), "searched");
    let choices = entry(&told, "choices").as_array().expect("a list");
    assert_eq!(choices.len(), 2);
    assert_eq!(choices[1]["wins_fraction"], "1/2");
    assert!(told.can_win);
}

#[test]
fn the_first_click_is_where_something_is_promised() {
    let rows = "?????????\n".repeat(9);
    let told = ask(
        &format!("game: mines\nmines: 10\nfirst: open\n\n{rows}"),
        &[],
    );
    assert_eq!(*entry(&told, "move"), "2,2");
    assert!(told.headline.contains("2,2"), "{}", told.headline);
    assert_eq!(*entry(&told, "reason"), "promised");
    let told = ask(
        &format!("game: mines\nclick: 4,4\nmines: 10\nfirst: safe\n\n{rows}"),
        &[],
    );
    assert_eq!(*entry(&told, "move"), "4,4");
    let told = ask(&format!("game: mines\nmines: 10\n\n{rows}"), &[]);
    assert_eq!(*entry(&told, "verdict"), "guess");
    assert_eq!(entry(&told, "choices")[0]["safe_fraction"], "71/81");
}

#[test]
fn a_game_that_is_over_has_nothing_to_open() {
    let told = ask("game: mines\n\nEM\nEE\n", &["0,1"]);
    assert!(!told.can_win);
    let told = ask("game: mines\n\n1M\n", &[]);
    assert_eq!(
        (entry(&told, "verdict"), entry(&told, "move")),
        (&"done".into(), &Value::Null)
    );
}
