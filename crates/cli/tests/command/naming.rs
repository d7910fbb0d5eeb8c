//! How levels are named: one level of a file with several, `FILE#N`, `-#N` or `--level N`, in every command
//! that reads levels, and the levels that ship with the program, whatever the directory.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{ended, fed, fewest, numbers, objects, run, said, shipped};

/// Three levels whose pars are 1, 2 and 3.
fn three() -> String {
    let level = |par: usize| {
        let way = ".".repeat(par - 1);
        let moves = ["R"; 3][..par].join(" ");
        format!("game: snake\npar: {par}\n\n1{way}@\n\nsolution: {moves}\n")
    };
    [1, 2, 3].map(level).join("---\n")
}

/// A folder with texts in it.
struct Place(TempDir);

impl Place {
    fn with(texts: &[(&str, &str)]) -> Self {
        let place = Place(tempfile::tempdir().expect("a folder can be made"));
        for (name, text) in texts {
            fs::write(place.at(name), text).expect("it can be written");
        }
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What the command says in this folder.
    fn said(&self, words: &str, code: i32) -> String {
        ended(fewest(words).current_dir(self.0.path()), code)
    }

    /// What it complains of, and nothing else.
    fn refused(&self, words: &str) -> String {
        let mut command = fewest(words);
        let output = command.current_dir(self.0.path()).output();
        let output = output.expect("the command starts");
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(output.stdout.is_empty(), "{words}");
        String::from_utf8(output.stderr).expect("it is text")
    }
}

/// Without the time that it took.
fn timeless(text: &str) -> String {
    let is_timed = |line: &&str| line.contains("visited in") || line.contains("tried in");
    let kept = text.lines().filter(|line| !is_timed(line));
    kept.map(|line| match serde_json::from_str::<Value>(line) {
        Ok(mut value) => {
            if let Some(object) = value.as_object_mut() {
                object.remove("seconds");
                object.remove("name");
            }
            value.to_string()
        }
        Err(_) => line.to_string(),
    })
    .map(|line| line.replace("three.txt#2", "second.txt") + "\n")
    .collect()
}

#[test]
fn one_level_is_named_in_every_command() {
    let three = three();
    let second = three.split("---\n").nth(1).expect("there are three");
    let place = Place::with(&[("three.txt", &three), ("second.txt", second)]);
    for words in [
        "solve",
        "solve --quiet",
        "solve --json",
        "solve --jobs 2",
        "solve --jobs 2 --into LEVELS.db",
        "solve --json --into LEVELS.db",
        "solve --processes 2 --threads 1 --quiet",
        "check",
        "check --solution RR",
        "rate --json",
        "hint --after R",
        "why --solution RR",
        "all",
        "layers",
        "show --after R",
        "show --as judge",
        "advise",
        "advise --apply 1",
        "draw --json -o board.svg",
        "draw -o board.svg --solution RR",
        "convert --to judge",
        "convert --from level --to level",
        "hardest --quiet --start",
    ] {
        let alone = place.said(&format!("{words} second.txt"), 0);
        let named = place.said(&format!("{words} three.txt#2"), 0);
        assert_eq!(timeless(&named), timeless(&alone), "{words}");
        if !words.starts_with("hardest") {
            let chosen = place.said(&format!("{words} --level 2 three.txt"), 0);
            assert_eq!(timeless(&chosen), timeless(&alone), "{words}");
        }
    }
    let listed = place.said("catalogue list LEVELS.db --json", 0);
    assert_eq!(objects(&listed).len(), 1, "only the second was kept");
}

#[test]
fn names_that_are_told_can_be_typed() {
    let place = Place::with(&[
        ("three.txt", &three()),
        ("one.txt", "game: snake\n\n1..@\n"),
    ]);
    let told = place.said("check three.txt one.txt", 0);
    let names: Vec<_> = told
        .lines()
        .map(|line| line.split_once(": ").expect("a name").0)
        .collect();
    let expected = ["three.txt#1", "three.txt#2", "three.txt#3", "one.txt"];
    assert_eq!(names, expected);
    for (name, line) in names.iter().zip(told.lines()) {
        assert_eq!(place.said(&format!("check {name}"), 0).trim_end(), line);
        let lines = objects(&place.said(&format!("solve --jobs 1 {name}"), 0));
        assert_eq!(lines[0]["name"], *name);
    }
    // A file of one level has a first one.
    let two = place.said("check one.txt#1 three.txt#03", 0);
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(two, format!("{}\n{}\n", lines[3], lines[2]));
}

#[test]
fn standard_input_is_named_too() {
    let said = |words: &str| {
        let output = fed(words, three());
        assert_eq!(output.status.code(), Some(0), "{words}");
        String::from_utf8(output.stdout).expect("it is text")
    };
    let all = said("check");
    for (line, par) in all.lines().zip(1..) {
        let (name, claims) = line.split_once(": ").expect("a name");
        assert_eq!(name, format!("-#{par}"));
        assert_eq!(numbers(claims), [par, par], "{line}");
    }
    assert_eq!(all.lines().count(), 3);
    assert_eq!(said("check -"), all);
    assert_eq!(said("check -#1 -#2 -#3"), all, "it is read once");
    assert_eq!(said("solve -q -#3 -#1"), "3\n1\n");
    assert_eq!(said("solve -q --level 3"), "3\n");
    let lines = objects(&said("solve --jobs 2 -#2 -#3"));
    assert_eq!(lines[0]["name"], "-#2");
    assert_eq!(
        (&lines[1]["name"], &lines[1]["fewest"]),
        (&"-#3".into(), &3.into())
    );
    assert!(said("solve -#2").starts_with("-#2 (snake): 2 "));
    let output = fed("solve -", "game: snake\n\n1@\n");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.starts_with("<stdin> (snake): 1 "), "{told}");
}

#[test]
fn cases_and_other_formats_have_numbers_too() {
    let curling = "3 1\n2 0 3\n6 1\n1 1 2 1 1 3\n5 1\n2 0 1 0 3\n0 0\n";
    let place = Place::with(&[("curling.txt", curling)]);
    let all = place.said("solve -q --game curling curling.txt", 1);
    let all: Vec<_> = all.lines().collect();
    assert_eq!(all, ["1", "impossible", "2"]);
    for (number, fewest) in (1..).zip(&all) {
        let code = i32::from(*fewest == "impossible");
        let words = format!("solve -q --game curling curling.txt#{number}");
        assert_eq!(place.said(&words, code).trim_end(), *fewest);
        let words = format!("convert --game curling --from judge --to judge curling.txt#{number}");
        let case = place.said(&words, 0);
        let output = fed("judge curling", &case);
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(answer.trim_end().replace("-1", "impossible"), *fewest);
    }
    // Several boards of another program's format, an id on each line.
    let levels = said("show --as level levels/mines/lone-mine.txt", 0);
    let two = format!("{levels}---\n{levels}");
    let ids = fed("convert - --to tatham", two);
    assert_eq!(ids.status.code(), Some(0));
    let ids = String::from_utf8(ids.stdout).expect("it is text");
    assert_eq!(ids.lines().count(), 2, "{ids}");
    for words in [
        "convert -#2 --from tatham --to tatham",
        "convert -#2 --to tatham",
    ] {
        let second = fed(words, &ids);
        let told = String::from_utf8_lossy(&second.stderr);
        assert_eq!(second.status.code(), Some(0), "{told}");
        let second = String::from_utf8(second.stdout).expect("it is text");
        assert_eq!(second.trim_end(), ids.lines().nth(1).expect("two"));
    }
    let refused = fed("convert -#3 --from tatham --to tatham", &ids);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn queries_have_numbers_too() {
    let folder = "crates/cli/tests/cmd";
    let words = format!("solve -q {folder}/small.map --scen {folder}/small.map.scen");
    let all = said(&words, 1);
    for (number, fewest) in (1..).zip(all.lines()) {
        let code = i32::from(fewest == "impossible");
        let one = said(&format!("{words}#{number}"), code);
        assert_eq!(one.trim_end(), fewest, "{number}");
    }
}

#[test]
fn a_file_of_just_that_name_is_itself() {
    let one = "game: snake\n\n1..@\n";
    let place = Place::with(&[
        ("a", &three()),
        ("a#2", one),
        ("b#1.txt", one),
        ("c#9", &three()),
        ("#1", one),
        ("-#2", one),
    ]);
    fs::create_dir(place.at("a#3")).expect("it can be made");
    for (name, fewest) in [
        ("a", "1\n2\n3\n"),
        ("a#1", "1\n"),
        ("a#2", "3\n"),
        ("a#2#1", "3\n"),
        ("b#1.txt", "3\n"),
        ("b#1.txt#1", "3\n"),
        ("c#9#2", "2\n"),
        ("#1", "3\n"),
        ("#1#1", "3\n"),
        ("-#2", "3\n"),
        ("./c#9#3", "3\n"),
    ] {
        assert_eq!(place.said(&format!("solve -q {name}"), 0), fewest, "{name}");
    }
    assert_eq!(place.said("solve -q --level 2 a", 0), "2\n");
    // A folder is no level, and it is there.
    assert!(place.refused("solve a#3").contains("a#3: "));
}

/// Names that are no text: the system that has them reads them.
#[cfg(target_os = "linux")]
#[test]
fn a_name_may_be_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let place = Place::with(&[]);
    let name = OsStr::from_bytes(b"\xFF#\xFE");
    fs::write(place.0.path().join(name), three()).expect("it can be written");
    for (more, fewest) in [(&b""[..], "1\n2\n3\n"), (b"#2", "2\n")] {
        let mut command = fewest_in(&place);
        let named = [name.as_bytes(), more].concat();
        assert_eq!(ended(command.arg(OsStr::from_bytes(&named)), 0), fewest);
    }
    let mut command = fewest_in(&place);
    let named = [name.as_bytes(), b"#\xFF"].concat();
    ended(command.arg(OsStr::from_bytes(&named)), 2);
}

#[cfg(target_os = "linux")]
fn fewest_in(place: &Place) -> std::process::Command {
    let mut command = fewest("solve -q");
    command.current_dir(place.0.path());
    command
}

#[test]
fn a_level_that_is_not_there_is_refused() {
    let place = Place::with(&[
        ("three.txt", &three()),
        ("one.txt", "game: snake\n\n1@\n"),
        ("empty.txt", ""),
    ]);
    for number in [
        "0",
        "4",
        "9",
        "x",
        "",
        "-1",
        "+1",
        " 1",
        "1 ",
        "99999999999999999999",
        "٢",
    ] {
        let named = format!("three.txt#{number}");
        for words in [
            &["solve"][..],
            &["check"],
            &["draw", "-o", "a.svg"],
            &["convert", "--to", "level"],
        ] {
            let mut command = fewest(&[words, &[&named]].concat());
            let output = command.current_dir(place.0.path()).output();
            let output = output.expect("the command starts");
            assert_eq!(output.status.code(), Some(2), "{named}");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.starts_with("error: three.txt: "), "{named}: {told}");
            assert!(told.contains(&format!("`{number}`")), "{named}: {told}");
            assert!(output.stdout.is_empty());
        }
    }
    assert!(!place.at("a.svg").exists());
    for (words, part) in [
        ("solve one.txt#2", "one.txt: "),
        ("solve empty.txt#1", "empty.txt:1:1\n"),
        ("solve none.txt#1", "none.txt#1: "),
        ("solve --level 4 three.txt", "three.txt: "),
        ("solve --level 1 three.txt#2", "--level"),
        ("solve --level 0 three.txt", "--level"),
        ("hardest --start three.txt#4", "three.txt: "),
        // Beside a level that is there, nothing is half done.
        ("solve three.txt#1 three.txt#4", "three.txt: "),
    ] {
        let told = place.refused(words);
        assert!(told.contains(part), "{words}: {told}");
    }
    let lines = objects(&place.said("solve --jobs 2 three.txt#4 three.txt#2", 2));
    let message = lines[0]["error"]["message"].as_str().expect("an error");
    assert_eq!(
        numbers(message),
        [4, 3, 1],
        "the level, and those there are"
    );
    assert_eq!(lines[1]["fewest"], 2);
    let output = fed("solve -#4", three());
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"error: <stdin>: "));
}

#[test]
fn only_the_level_that_is_named_must_be_right() {
    let text = three() + "---\ngame: snake\n\n1?@\n";
    let place = Place::with(&[("four.txt", &text)]);
    assert!(place.refused("solve four.txt").contains("four.txt:24:2"));
    assert!(place.refused("solve four.txt#4").contains("four.txt:24:2"));
    assert_eq!(place.said("solve -q four.txt#3", 0), "3\n");
    let lines = objects(&place.said("solve --jobs 1 four.txt#3", 0));
    assert_eq!(lines[0]["fewest"], 3);
}

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
    assert_ne!(chinese, told);
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
    let claims = told.strip_prefix("sample:snake/round-the-wall: ");
    assert_eq!(numbers(claims.expect(&told)), [4, 4]);
    let line = objects(&said_in(
        folder.path(),
        &["solve", "--jobs", "1", "sample:snake/lawn"],
        0,
    ));
    assert_eq!(line[0]["name"], "sample:snake/lawn");
}

#[test]
fn a_sample_that_is_not_there_is_refused() {
    for (name, part) in [
        ("sample:snake/round-the-wal", "sample:snake/round-the-wall"),
        ("sample:round-the-wall#1", "sample:snake/round-the-wall"),
        ("sample:", "`fewest games --levels`"),
        ("sample:/etc/passwd", "`/etc/passwd`"),
        ("sample:../README.md", "`../README.md`"),
        ("sample:snake/lawn#2", "sample:snake/lawn: "),
    ] {
        for command in ["solve", "check", "catalogue add none.db", "hardest --start"] {
            let output = run(&format!("{command} {name}"));
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{name}: {told}");
            assert!(told.contains(part), "{told}");
            assert!(output.stdout.is_empty());
        }
    }
    assert!(!crate::support::top().join("none.db").exists());
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
