//! `fewest catalogue`: a file is made through its crate, and looked into by the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fewest_catalogue::{Catalogue, Entry};
use tempfile::TempDir;

#[cfg(unix)]
use crate::support::{begun, endless, interrupt};
use crate::support::{ended, fed, fewest, numbers, objects, run};

/// Three levels: two of one game and one of another, one of them impossible.
fn some_levels() -> [Entry; 3] {
    let short = Entry {
        key: "short".to_string(),
        game: "portals".to_string(),
        rows: 1,
        columns: 3,
        par: Some(2),
        difficulty: Some(0.25),
        solutions: Some("1".to_string()),
        text: "game: portals\ntitle: Short 近\npar: 2\n\n...\n\nsolution: R R\n".to_string(),
        seed: Some(u64::MAX),
        kernel: "bits".to_string(),
        states: 3,
    };
    let closed = Entry {
        key: "closed".to_string(),
        par: None,
        difficulty: None,
        solutions: None,
        text: "game: portals\npar: impossible\n\n.#.".to_string(),
        seed: None,
        ..short.clone()
    };
    let snake = Entry {
        key: "snake".to_string(),
        game: "snake".to_string(),
        rows: 2,
        par: Some(3),
        difficulty: Some(1.5),
        solutions: Some("2".to_string()),
        text: "game: snake\ntitle: Once round\npar: 3\n\n12.\n..@\n".to_string(),
        seed: Some(7),
        states: 9,
        ..short.clone()
    };
    [short, closed, snake]
}

fn a_catalogue() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("levels.db");
    let mut catalogue = Catalogue::create_or_open(&file).expect("it can be made");
    catalogue.keep(&some_levels()).expect("it keeps");
    (folder, file)
}

/// Runs `fewest catalogue VERB FILE …`.
fn catalogue(verb: &str, file: &Path, more: &str) -> Output {
    looking(verb, file, more)
        .output()
        .expect("the command starts")
}

fn said(verb: &str, file: &Path, more: &str) -> String {
    ended(&mut looking(verb, file, more), 0)
}

fn looking(verb: &str, file: &Path, more: &str) -> Command {
    let mut command = fewest(&["catalogue", verb]);
    command.arg(file).args(more.split_whitespace());
    command
}

#[test]
fn levels_are_listed() {
    let (_folder, file) = a_catalogue();
    let rows = |more: &str| -> Vec<String> {
        let told = said("list", &file, more);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        told.lines().skip(1).map(words).collect()
    };
    let all = rows("");
    assert_eq!(all[0], "1 portals 1x3 2 0.2 18446744073709551615 Short 近");
    assert!(all[1].starts_with("2 portals 1x3 ") && all[1].ends_with(" - - -"));
    assert_eq!(all[2..], ["3 snake 2x3 3 1.5 7 Once round"]);
    assert_eq!(rows("--lang zh")[0], all[0]);
    for filter in [
        "--game snake",
        "--par 3..",
        "--size 2x3",
        "--difficulty 1..2",
    ] {
        assert_eq!(rows(filter), all[2..], "{filter}");
    }
    assert_eq!(rows("--sort par --reverse --limit 1"), all[2..]);
    assert_eq!(rows("--offset 2"), all[2..]);
    assert!(rows("--par 9").is_empty());
}

#[test]
fn levels_are_listed_in_json() {
    let (_folder, file) = a_catalogue();
    let lines = said("list", &file, "--json --sort size --reverse");
    let levels: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let numbers: Vec<_> = levels
        .iter()
        .map(|level| level["number"].as_u64())
        .collect();
    assert_eq!(numbers, [Some(3), Some(1), Some(2)]);
    let expected = serde_json::json!({
        "number": 2, "id": "c3eefb58d7c42440", "game": "portals", "title": null, "rows": 1,
        "columns": 3, "verdict": "impossible", "fewest": null, "difficulty": null,
        "solutions": null, "seed": null, "states": 3, "kernel": "bits", "moves": null,
        "text": "game: portals\npar: impossible\n\n.#.",
    });
    assert_eq!(levels[2], expected);
    assert_eq!(levels[1]["seed"], "18446744073709551615");
    assert_eq!(levels[1]["moves"], serde_json::json!(["R", "R"]));
    assert_eq!(
        said("export", &file, "--format jsonl --sort size --reverse"),
        lines
    );
}

#[test]
fn levels_are_written_out() {
    let (_folder, file) = a_catalogue();
    let [short, closed, snake] = some_levels().map(|level| level.text);
    let all = said("export", &file, "");
    assert_eq!(all, format!("{short}---\n{closed}\n---\n{snake}"));
    assert_eq!(said("export", &file, "--unique"), short);
    assert_eq!(said("export", &file, "--par 77"), "");
    // What is written out, the other commands read.
    assert_eq!(fed("check", &all).status.code(), Some(0));
    let input = said("export", &file, "--game snake --as judge");
    assert_eq!(input, judge_input());
    let output = catalogue("export", &file, "--as judge");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

/// The same level as `fewest show --as judge` writes it.
fn judge_input() -> String {
    let [_, _, snake] = some_levels();
    let shown = fed("show --as judge", snake.text);
    String::from_utf8(shown.stdout).expect("it is text")
}

#[test]
fn levels_are_counted() {
    let (_folder, file) = a_catalogue();
    let told = said("stats", &file, "");
    let columns: Vec<_> = told.lines().map(numbers).collect();
    let portals = [
        &[][..],
        &[2],
        &[1],
        &[1],
        &[2, 2, 2, 0],
        &[0, 2, 0, 2, 0, 2],
        &[1, 3, 2],
        &[2, 1],
    ];
    let snake = [
        &[][..],
        &[1],
        &[0],
        &[0],
        &[3, 3, 3, 0],
        &[1, 5, 1, 5, 1, 5],
        &[2, 3, 1],
        &[3, 1],
    ];
    let both = [&portals[..], &[&[]], &snake].concat();
    assert_eq!(columns, both, "{told}");
    let json = said("stats", &file, "--json --game portals");
    let json: serde_json::Value = serde_json::from_str(&json).expect("an object");
    let expected = serde_json::json!({
        "levels": 2,
        "games": [{
            "game": "portals", "levels": 2, "impossible": 1, "unique": 1,
            "par": {"least": 2, "mean": 2.0, "most": 2, "histogram": [[2, 1]]},
            "difficulty": {"least": 0.25, "mean": 0.25, "most": 0.25, "histogram": [[0, 1]]},
            "sizes": [{"rows": 1, "columns": 3, "levels": 2}],
        }],
    });
    assert_eq!(json, expected);
}

#[test]
fn many_pars_share_bars() {
    let (_folder, file) = a_catalogue();
    let mut catalogue = Catalogue::open(&file).expect("it is there");
    let [_, _, snake] = some_levels();
    let far = [5, 1 << 63, u64::MAX].map(|par| Entry {
        key: format!("far {par}"),
        par: Some(par),
        ..snake.clone()
    });
    catalogue.keep(&far).expect("it keeps");
    let told = said("stats", &file, "--game snake");
    let bars: Vec<_> = told
        .lines()
        .filter(|line| line.starts_with("    "))
        .collect();
    let first = format!("    {:>42} {} 2", "3..922337203685477583", "█".repeat(40));
    assert_eq!(bars[0], first);
    // Those between which nothing lies are one.
    assert_eq!(bars.len(), 5, "{told}");
    assert_eq!(bars[1].trim(), "922337203685477584..8301034833169298231 0");
    assert!(bars[3].ends_with(" 0"), "{told}");
    assert!(
        bars[4].ends_with("..18446744073709551615 ████████████████████ 1"),
        "{told}"
    );
}

#[test]
fn what_is_no_catalogue_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = folder.path().join("level.txt");
    fs::write(&text, "game: snake\n\n1@\n").expect("it can be written");
    let nothing = folder.path().join("nothing.db");
    for verb in ["list", "export", "stats", "remove"] {
        for (file, flags) in [(&text, ""), (&nothing, ""), (&nothing, "--lang zh")] {
            let flags = match verb {
                "remove" => format!("--number 1 {flags}"),
                _ => flags.to_string(),
            };
            let output = catalogue(verb, file, &flags);
            assert_eq!(output.status.code(), Some(2));
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.contains(&*file.to_string_lossy()), "{told}");
            assert!(output.stdout.is_empty());
        }
    }
    let left = fs::read_dir(folder.path()).expect("it is there");
    assert_eq!(left.count(), 1, "nothing is made");
    for flags in ["--par 9..3", "--par many", "--size 9"] {
        let output = catalogue("list", &nothing, flags);
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn nothing_is_kept_in_what_is_no_catalogue() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = folder.path().join("level.txt");
    fs::write(&text, "game: snake\n\n1@\n").expect("it can be written");
    let nowhere = folder.path().join("no-such-folder").join("levels.db");
    let before = fs::read(&text).expect("it is there");
    let refuses_into = |file: &Path| {
        for command in [
            "generate snake --size 4x4",
            "hardest snake 2x2",
            "solve {text}",
        ] {
            let command = command.replace("{text}", &text.display().to_string());
            let name = file.display();
            let output = run(&format!("{command} --into {name}"));
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.starts_with(&format!("error: {name}: ")), "{told}");
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        }
    };
    refuses_into(&text);
    refuses_into(folder.path());
    refuses_into(&nowhere);
    assert_eq!(fs::read(&text).expect("it is there"), before);
    let left = fs::read_dir(folder.path()).expect("it is there");
    assert_eq!(left.count(), 1, "nothing is made");
}

#[test]
fn nothing_of_a_strangers_file_reaches_the_terminal_as_it_is() {
    let (_folder, file) = a_catalogue();
    let mut catalogue = Catalogue::open(&file).expect("it is there");
    let [_, _, snake] = some_levels();
    let strange = Entry {
        key: "strange".to_string(),
        game: "\x1b[2Jsnake".to_string(),
        text: "game: snake\ntitle: \x1b[2J\n\n1@\n".to_string(),
        ..snake
    };
    catalogue.keep(&[strange]).expect("it keeps");
    for verb in ["list", "stats"] {
        assert!(!said(verb, &file, "").contains('\x1b'));
    }
}

/// What the command says against it: nothing else happens.
fn refused(verb: &str, file: &Path, more: &str) -> String {
    let before = fs::read(file).expect("it is there");
    let output = catalogue(verb, file, more);
    let told = String::from_utf8(output.stderr).expect("it is text");
    assert_eq!(output.status.code(), Some(2), "{verb} {more}: {told}");
    assert!(output.stdout.is_empty(), "{verb} {more}");
    assert_eq!(
        fs::read(file).expect("it is there"),
        before,
        "{verb} {more}"
    );
    told
}

/// The numbers of the levels that are there.
fn kept(file: &Path, more: &str) -> Vec<u64> {
    let lines = said("list", file, &format!("--json {more}"));
    let numbers = objects(&lines).into_iter();
    numbers
        .map(|level| level["number"].as_u64().expect("a number"))
        .collect()
}

#[test]
fn levels_are_chosen_by_number_and_by_id() {
    let (_folder, file) = a_catalogue();
    let id = "c3eefb58d7c42440";
    for (more, expected) in [
        ("--number 2", &[2][..]),
        ("--number 1,3", &[1, 3]),
        ("--number 2..", &[2, 3]),
        ("--number 3,1..2", &[1, 2, 3]),
        ("--number ..1", &[1]),
        ("--number 1..3 --game portals", &[1, 2]),
        (&format!("--id {id}"), &[2]),
        (&format!("--id {} --number 3", id.to_uppercase()), &[2, 3]),
        (&format!("--id {id},f9b0078b5df596d2"), &[1, 2]),
    ] {
        assert_eq!(kept(&file, more), expected, "{more}");
        let exported = said("export", &file, more);
        assert_eq!(exported.matches("game:").count(), expected.len(), "{more}");
        let stats = said("stats", &file, &format!("--json {more}"));
        assert_eq!(objects(&stats)[0]["levels"], expected.len(), "{more}");
    }
    for verb in ["list", "export", "stats", "remove"] {
        for (more, part) in [
            ("--number 4", " 4 "),
            ("--number 1,7..9", " 7..9 "),
            ("--number 18446744073709551615", " 18446744073709551615 "),
            ("--id 0123456789abcdef", " 0123456789abcdef "),
            ("--number one", "'--number <"),
            ("--number 1,", "'--number <"),
            ("--id c3ee", "'--id <"),
            (&format!("--number {}1", "1,".repeat(500)), " 500 "),
        ] {
            let told = refused(verb, &file, more);
            assert!(told.contains(part), "{verb} {more}: {told}");
        }
    }
    let most = format!("--number {}1 --id {id}", "1,".repeat(499));
    assert_eq!(kept(&file, &most), [1, 2]);
}

#[test]
fn levels_are_removed() {
    let (_folder, file) = a_catalogue();
    assert!(refused("remove", &file, "").contains("--number"));
    assert!(refused("remove", &file, "--json").contains("--number"));
    refused("remove", &file, "--game mines");
    refused("remove", &file, "--number 1 --game snake");
    // One that is not there keeps the others.
    refused("remove", &file, "--number 1,9");
    assert_eq!(kept(&file, ""), [1, 2, 3]);
    let told = said("remove", &file, "--number 1..2");
    let lines: Vec<_> = told.lines().collect();
    assert_eq!((numbers(lines[0]), numbers(lines[1])), (vec![1], vec![2]));
    assert!(lines.len() == 2 && lines[0].contains("Short 近"), "{told}");
    assert_eq!(kept(&file, ""), [3]);
    let before = said("list", &file, "--json");
    let told = said("remove", &file, "--game snake --par 3 --json");
    assert_eq!(told, before, "what is removed can be put back");
    assert!(kept(&file, "").is_empty());
    refused("remove", &file, "--number 3 --lang zh");
}

#[test]
fn levels_are_added() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("levels.db");
    let many = folder.path().join("many.txt");
    let level = |board: &str| format!("game: snake\n\n{board}\n");
    let text = ["1..@", "1#@", "@..1"].map(level).join("---\n");
    fs::write(&many, text).expect("it can be written");
    let add = |more: &str, code: i32| {
        let named = format!("{} {more}", many.display());
        let told = ended(&mut looking("add", &file, &named), code);
        told.replace(&*many.display().to_string(), "many.txt")
    };
    // Which level of the file, and its number in the catalogue: the last is the first, turned round.
    let told = add("", 0);
    let told: Vec<_> = told.lines().map(numbers).collect();
    assert_eq!(told, [[1, 1], [2, 2], [3, 1]]);
    let listed = objects(&said("list", &file, "--json"));
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0]["fewest"], 3);
    assert_eq!(listed[0]["moves"], serde_json::json!(["R", "R", "R"]));
    assert_eq!(listed[0]["solutions"], "1");
    assert!(listed[0]["difficulty"].is_number());
    assert_eq!(listed[1]["verdict"], "impossible");
    // As `solve --into` does.
    let other = folder.path().join("other.db");
    let mut solve = fewest("solve -q");
    ended(solve.arg(&many).arg("--into").arg(&other), 1);
    assert_eq!(objects(&said("list", &other, "--json")), listed);
    let lines = objects(&add("sample:snake/lawn --level 1 --json", 0));
    assert_eq!(
        (&lines[0]["added"], &lines[0]["number"]),
        (&false.into(), &1.into())
    );
    assert_eq!(lines[0]["id"], listed[0]["id"]);
    assert_eq!(
        (&lines[1]["added"], &lines[1]["number"]),
        (&true.into(), &3.into())
    );
    assert_eq!(lines[1]["name"], "sample:snake/lawn");
    // What is not proven is not kept, and the rest is.
    let told = add("sample:snake/anaconda --states 5 --level 1", 3);
    assert!(told.contains("anaconda"), "{told}");
    assert_eq!(kept(&file, ""), [1, 2, 3]);
    assert_eq!(said("remove", &file, "--number 1").lines().count(), 1);
    assert_eq!(kept(&file, ""), [2, 3]);
    let wrong = folder.path().join("wrong.txt");
    fs::write(&wrong, "game: snake\n\n1?@\n").expect("it can be written");
    let told = refused(
        "add",
        &file,
        &format!("{} {}", many.display(), wrong.display()),
    );
    assert!(told.contains("wrong.txt:3:2"), "{told}");
    assert_eq!(kept(&file, ""), [2, 3], "nothing is half done");
}

/// A catalogue whose levels are dice and boards that the judge has, and one that it has not.
#[test]
fn what_a_format_cannot_express_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("levels.db");
    let samples = ["down-the-snake", "seventh-face", "promotion"];
    let named = samples
        .map(|name| format!("sample:ladders/{name}"))
        .join(" ");
    said("add", &file, &named);
    let output = catalogue("export", &file, "--as judge");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("warning: "), "{told}");
    assert_eq!(numbers(&told), [2, 6, 7, 1], "{told}");
    let others = said("export", &file, "--as judge --number 1,3");
    assert_eq!(String::from_utf8_lossy(&output.stdout), others);
    assert_eq!(others.lines().count(), 2, "{others}");
    // Level text can say all of it.
    assert_eq!(
        said("export", &file, "--format level")
            .matches("game:")
            .count(),
        3
    );
}

/// Waits until the search has begun, which is after the file is made.
#[cfg(unix)]
#[test]
fn what_is_interrupted_has_added_nothing() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("levels.db");
    let text = format!("game: snake\n\n1..@\n---\n{}", endless());
    let child = begun(&mut looking("add", &file, ""), text);
    while !file.exists() {
        std::thread::yield_now();
    }
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    assert!(kept(&file, "").is_empty());
}
