//! What `solve` answers: the same, however many threads search and whatever is reported meanwhile; a line
//! for each level with `--jobs`, in order; and nothing about a board whose mines are not known.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Output;

use serde_json::Value;

use crate::support::{self, begun, fewest, interrupt, objects, run, shipped, timeless};

fn run_on(arguments: &[&str], levels: &[String]) -> Output {
    let mut command = fewest(arguments);
    command.args(levels).output().expect("the command starts")
}

/// What was answered, an object a line.
fn answers(output: &Output) -> Vec<Value> {
    objects(str::from_utf8(&output.stdout).expect("JSON is text"))
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let levels = shipped(None);
    // The memory is said, for the plan may depend on it, and what is free changes.
    let asked: [&[&str]; 2] = [
        &["solve", "--json", "--explain", "--memory=1GiB"],
        &[
            "solve",
            "--json",
            "--memory=1GiB",
            "--whole",
            "--states=30000",
        ],
    ];
    for asked in asked {
        let on = |threads: &'static str| [asked, &["--threads", threads]].concat();
        let one = run_on(&on("1"), &levels);
        assert_eq!(answers(&one).len(), levels.len());
        for threads in ["2", "4"] {
            let several = run_on(&on(threads), &levels);
            assert_eq!(several.status, one.status);
            for (several, one) in timeless(&several.stdout).iter().zip(&timeless(&one.stdout)) {
                assert_eq!(several, one, "{asked:?} on {threads} threads");
            }
        }
    }
}

#[test]
fn a_whole_space_has_layers() {
    let levels = shipped(Some("curling"));
    let memory = "--memory=1GiB";
    let whole = run_on(&["solve", "--json", memory, "--whole"], &levels);
    let up_to_the_win = run_on(&["solve", "--json", memory], &levels);
    for (whole, short) in answers(&whole).iter().zip(&answers(&up_to_the_win)) {
        for name in ["title", "verdict", "fewest", "at_least", "moves"] {
            assert_eq!(whole[name], short[name], "{whole}");
        }
        assert_eq!(short.get("layers"), None);
        let layers = whole["layers"].as_array().expect("a list");
        let states: u64 = layers.iter().filter_map(Value::as_u64).sum();
        assert_eq!(whole["states"], states, "{whole}");
        let depth = layers.len() as u64 - 1;
        assert!(
            short["fewest"]
                .as_u64()
                .is_none_or(|fewest| fewest <= depth)
        );
    }
}

#[test]
fn events_are_json_and_their_bound_is_proven() {
    let asked: [&[&str]; 3] = [&[], &["--whole", "--states=20000"], &["--states=5000"]];
    for asked in asked {
        for level in shipped(None) {
            let asked = [&["solve", "--json", "--progress", "json"][..], asked].concat();
            let output = run_on(&asked, std::slice::from_ref(&level));
            let name = format!("{level}, {asked:?}");
            let answer = &answers(&output)[0];
            let (mut bound, mut states, mut seconds) = (0, 0, 0.0);
            for line in String::from_utf8_lossy(&output.stderr).lines() {
                let event: Value = serde_json::from_str(line).expect(line);
                let number = |field: &str| event[field].as_u64().expect(line);
                let kinds = ["progress", "moved-to-disk"];
                assert!(
                    kinds.contains(&event["event"].as_str().expect(line)),
                    "{name}: {line}"
                );
                let (before, since) = (bound, seconds);
                (bound, states) = (number("at_least"), states.max(number("states")));
                seconds = event["seconds"].as_f64().expect(line);
                assert!(bound >= before && seconds >= since, "{name}: {line}");
            }
            if let Some(proven) = answer["at_least"].as_u64() {
                assert!(bound <= proven, "{name}: {bound}");
            }
            assert!(
                states <= answer["states"].as_u64().expect("a number"),
                "{name}"
            );
        }
    }
}

#[test]
fn a_search_that_takes_its_time_tells_of_every_layer() {
    let level = "levels/curling/butterfly.txt".to_string();
    let output = run_on(&["solve", "-q", "--whole", "--progress", "json"], &[level]);
    let told = String::from_utf8_lossy(&output.stderr);
    let bound = |line: &str| -> u64 {
        let event: Value = serde_json::from_str(line).expect("a JSON object");
        event["at_least"].as_u64().expect("a number")
    };
    let last = told.lines().map(bound).max();
    assert_eq!(last, Some(26), "{told}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "26\n");
}

#[test]
fn it_is_told_when_the_memory_is_used_up() {
    let [butterfly, no_way_in] = [
        "levels/curling/butterfly.txt",
        "crates/cli/tests/levels/no-way-in.txt",
    ];
    let whole = ["--whole", "--memory=4MiB", butterfly];
    for asked in [&whole[..], &["--memory=3MiB", no_way_in]] {
        let asked = [&["solve", "--json", "--progress", "json"], asked].concat();
        let output = run_on(&asked, &[]);
        assert_eq!(answers(&output)[0]["kernel"], "disk", "{asked:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        let moved = told.lines().filter(|line| line.contains("moved-to-disk"));
        assert_eq!(moved.count(), 1, "{asked:?}: {told}");
    }
}

#[test]
fn nothing_is_told_unasked() {
    for asked in [
        &["solve", "--progress", "none"][..],
        &["solve"],
        &["solve", "-q"],
    ] {
        let output = run_on(asked, &shipped(Some("curling")));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{asked:?}");
    }
}

const EASY: &str = "game: snake\n\n1@\n---\n";
const IMPOSSIBLE: &str = "game: snake\n\n1#@\n---\n";
const WRONG: &str = "game: snake\n\n1?@\n---\n";

/// A level that nobody waits for, with others behind it.
fn endless() -> String {
    support::endless() + "---\n"
}

fn fed(arguments: &[&str], text: &str) -> Output {
    support::fed(&[&["solve"], arguments].concat(), text)
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
                0 => assert_eq!(line["error"]["column"], 2),
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
        let told = text(&output.stderr);
        assert!(told.starts_with(&format!("error: {POSITION}: ")), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
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
    assert!(lines[1]["error"]["message"].is_string());
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
    assert_eq!((judged.status.code(), judged.stdout.len()), (Some(2), 0));
    // A solution to draw would be one that nobody knows.
    let film = folder.path().join("film.gif").display().to_string();
    let drawn = run(&["draw", POSITION, "-o", &film]);
    assert_eq!(drawn.status.code(), Some(3));
}
