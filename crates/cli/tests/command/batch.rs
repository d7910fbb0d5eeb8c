//! `solve --jobs` as a process: the order of its lines, its exit codes, and whoever stops it or
//! stops listening.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Output;

use serde_json::Value;

use crate::asking::{self, begun, fewest, interrupt, objects};

const EASY: &str = "game: snake\n\n1@\n---\n";
const IMPOSSIBLE: &str = "game: snake\n\n1#@\n---\n";
const WRONG: &str = "game: snake\n\n1?@\n---\n";

/// A level that nobody waits for, with others behind it.
fn endless() -> String {
    asking::endless() + "---\n"
}

fn fed(arguments: &[&str], text: &str) -> Output {
    asking::fed(&[&["solve"], arguments].concat(), text)
}

fn lines(output: &Output) -> Vec<Value> {
    objects(str::from_utf8(&output.stdout).expect("JSON is text"))
}

#[test]
fn lines_are_in_order_whatever_takes_long() {
    // The first takes as long as it may, and all others wait for it.
    let text = endless() + &(EASY.to_string() + WRONG + IMPOSSIBLE).repeat(10_000);
    for jobs in ["1", "2", "7"] {
        let output = fed(&["--jobs", jobs, "--time", "300ms"], &text);
        assert_eq!(output.status.code(), Some(2));
        let lines = lines(&output);
        assert_eq!(lines.len(), 30_001);
        assert_eq!(lines[0]["limit"], "time");
        for (number, line) in (1..).zip(&lines) {
            assert_eq!(line["name"], format!("-#{number}"));
            match number % 3 {
                _ if number == 1 => {}
                2 => assert_eq!(line["fewest"], 1),
                0 => assert_eq!(line["error"]["message"], "unknown glyph `?`"),
                _ => assert_eq!(line["verdict"], "impossible"),
            }
        }
        assert_eq!(lines[30_000]["name"], "-#30001");
        assert_eq!(lines[29_999]["error"]["column"], 2);
        assert_eq!(lines[29_999]["error"]["line"], 44 + 4 * 29_998 + 3);
    }
}

#[test]
fn the_worst_level_ends_the_command() {
    let cases = [
        (EASY.repeat(3), 0),
        (EASY.to_string() + &endless(), 3),
        (endless() + IMPOSSIBLE, 1),
        (EASY.to_string() + WRONG + IMPOSSIBLE + &endless(), 2),
        ("rubbish".to_string(), 2),
    ];
    for (text, code) in cases {
        let output = fed(&["--jobs", "2", "--states", "1000"], &text);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(output.stderr.is_empty(), "{text}");
    }
}

#[test]
fn whoever_has_read_enough_ends_it() {
    let text = EASY.repeat(300_000);
    let mut child = begun(&mut fewest("solve --jobs 2"), text);
    let mut some = [0; 16];
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut some).expect("it writes something");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_it() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let full = full.expect("it is there");
    let child = begun(fewest("solve --jobs 2").stdout(full), EASY);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(74));
}

/// What is done up to the level that takes long is told at once, and nothing behind it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_where_it_is() {
    let text = EASY.repeat(1000) + &endless() + &EASY.repeat(1000);
    let mut child = begun(&mut fewest("solve --jobs 2"), text);
    let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut lines = stdout.lines().map(|line| line.expect("it can be read"));
    assert_eq!(lines.by_ref().take(1000).count(), 1000);
    interrupt(&child);
    assert_eq!(lines.next(), None);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn progress_is_told_to_programs() {
    let text = EASY.repeat(10) + WRONG;
    let output = fed(&["--jobs", "2", "--progress", "json"], &text);
    let told = String::from_utf8_lossy(&output.stderr);
    let last = told.lines().last().expect("something is told");
    let last: Value = serde_json::from_str(last).expect(last);
    assert_eq!(last["event"], "levels");
    assert_eq!(last["done"], 11);
    assert_eq!(last["of"], 11);
    assert_eq!(last["errors"], 1);
}
