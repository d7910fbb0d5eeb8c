//! The levels that ship with the program can be named anywhere, whatever the folder, and the examples
//! of the help run as they stand.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::asking::{ended, fewest, objects, run, said, shipped};

/// What the command says in a folder, when it ends with that code.
fn said_in(folder: &Path, words: &[&str], code: i32) -> String {
    ended(fewest(&words.to_vec()).current_dir(folder), code)
}

#[test]
fn samples_are_listed_as_they_are_named() {
    let lines = objects(&said("games --levels --json", 0));
    let names: BTreeSet<_> = lines
        .iter()
        .map(|line| line["name"].as_str().expect("a name").to_string())
        .collect();
    let files = shipped(None).into_iter().map(|file| {
        let name = file.strip_prefix("levels/").expect("it is below");
        format!(
            "sample:{}",
            name.strip_suffix(".txt").expect("it is a text")
        )
    });
    assert_eq!(names, files.collect());
    let one = lines
        .iter()
        .find(|line| line["name"] == "sample:snake/round-the-wall");
    let expected = serde_json::json!({
        "name": "sample:snake/round-the-wall", "game": "snake", "title": "Round the wall",
        "rows": 4, "columns": 5, "par": "4",
    });
    assert_eq!(one, Some(&expected));
    let told = said("games --levels", 0);
    assert_eq!(told.lines().count(), lines.len());
    for (line, told) in lines.iter().zip(told.lines()) {
        let words: Vec<_> = told.split_whitespace().collect();
        assert_eq!(words[..3], [&line["name"], &line["game"], &line["par"]]);
    }
    let chinese = said("games --levels --lang zh", 0);
    assert!(chinese.contains("无解"), "{chinese}");
}

#[test]
fn every_sample_is_the_level_of_its_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let listed = objects(&said("games --levels --json", 0));
    let names: Vec<_> = listed
        .iter()
        .filter_map(|line| line["name"].as_str())
        .collect();
    let shown = said_in(
        folder.path(),
        &[&["convert", "--to", "level"], &names[..]].concat(),
        0,
    );
    let files: Vec<_> = names
        .iter()
        .map(|name| format!("levels/{}.txt", name.trim_start_matches("sample:")))
        .collect();
    let files = said(&format!("convert --to level {}", files.join(" ")), 0);
    assert_eq!(shown, files);
}

#[test]
fn samples_are_read_wherever_levels_are() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for words in [
        "solve -q SAMPLE",
        "solve -q SAMPLE#1",
        "solve -q --level 1 SAMPLE",
        "solve --jobs 2 SAMPLE",
        "solve -q --into levels.db SAMPLE",
        "check SAMPLE",
        "show SAMPLE",
        "hint SAMPLE",
        "draw SAMPLE -o board.svg",
        "convert SAMPLE --to judge",
        "hardest --quiet --start SAMPLE",
        "catalogue add more.db SAMPLE",
    ] {
        let words = words.replace("SAMPLE", "sample:snake/round-the-wall");
        let words: Vec<_> = words.split(' ').collect();
        assert!(!said_in(folder.path(), &words, 0).is_empty(), "{words:?}");
    }
    let told = said_in(folder.path(), &["check", "sample:snake/round-the-wall"], 0);
    let expected = "sample:snake/round-the-wall: right: par 4, solution of 4 moves\n";
    assert_eq!(told, expected);
    let line = objects(&said_in(
        folder.path(),
        &["solve", "--jobs", "1", "sample:snake/lawn"],
        0,
    ));
    assert_eq!(line[0]["name"], "sample:snake/lawn");
}

#[test]
fn a_sample_that_is_not_there_is_refused() {
    for (name, why) in [
        (
            "sample:snake/round-the-wal",
            "there is no sample `snake/round-the-wal`; similar names: sample:snake/round-the-wall, ",
        ),
        (
            "sample:round-the-wall#1",
            "there is no sample `round-the-wall#1`; similar names: sample:snake/round-the-wall, ",
        ),
        (
            "sample:",
            "there is no sample ``: `fewest games --levels` lists them all",
        ),
        ("sample:/etc/passwd", "there is no sample `/etc/passwd`"),
        ("sample:../README.md", "there is no sample `../README.md`"),
        (
            "sample:snake/lawn#2",
            "sample:snake/lawn: there is no level `2`: it has one level",
        ),
    ] {
        for command in ["solve", "check", "catalogue add none.db", "hardest --start"] {
            let output = run(&format!("{command} {name}"));
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{name}: {told}");
            assert!(told.contains(why), "{told}");
            assert!(output.stdout.is_empty());
        }
    }
    assert!(!crate::asking::top().join("none.db").exists());
}

/// `sample:` is no folder: what a script says is the same everywhere. A folder of that name is found
/// behind `./`.
#[cfg(unix)]
#[test]
fn no_file_stands_in_a_samples_place() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let below = folder.path().join("sample:snake");
    fs::create_dir(&below).expect("it can be made");
    for name in ["lawn", "mine"] {
        fs::write(below.join(name), "game: snake\n\n1@\n").expect("it can be written");
    }
    let lawn = said("solve -q levels/snake/lawn.txt", 0);
    assert_ne!(lawn, "1\n");
    let solved = |name: &str, code| said_in(folder.path(), &["solve", "-q", name], code);
    assert_eq!(solved("sample:snake/lawn", 0), lawn);
    assert_eq!(solved("./sample:snake/lawn", 0), "1\n");
    assert_eq!(solved("./sample:snake/mine#1", 0), "1\n");
    solved("sample:snake/mine", 2);
}

/// The words of an example as a shell takes them, without the remark behind them.
fn words_of(example: &str) -> Vec<String> {
    let example = example.split(" # ").next().unwrap_or_default();
    let mut words = Vec::new();
    for (place, part) in example.split('\'').enumerate() {
        match place % 2 {
            1 => words.push(part.to_string()),
            _ => words.extend(part.split_whitespace().map(str::to_string)),
        }
    }
    words
}

#[test]
fn examples_of_the_help_run_as_they_stand() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut with_samples = BTreeSet::new();
    let commands = [
        "",
        "solve",
        "check",
        "rate",
        "hint",
        "why",
        "all",
        "layers",
        "show",
        "advise",
        "draw",
        "odds",
        "games",
        "hardest",
        "convert",
        "catalogue",
        "catalogue add",
    ];
    for command in commands {
        let help = said(&format!("{command} --help"), 0);
        for example in help
            .lines()
            .filter_map(|line| line.strip_prefix("  fewest "))
        {
            let is_alone = example.contains("sample:") || command == "games";
            if !is_alone || example.contains('>') || example.contains("big.txt") {
                continue;
            }
            with_samples.insert(command);
            let words = words_of(example);
            let words: Vec<_> = words.iter().map(String::as_str).collect();
            let output = fewest(&words).current_dir(folder.path()).output();
            let output = output.expect("the command starts");
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "fewest {example}: {told}");
        }
    }
    assert_eq!(with_samples, BTreeSet::from(commands));
}
