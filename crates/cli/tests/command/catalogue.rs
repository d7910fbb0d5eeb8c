//! `fewest catalogue`: a file is made through its crate, and looked into by the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fewest_catalogue::{Catalogue, Entry};
use tempfile::TempDir;

use crate::asking::{ended, fed, fewest};

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
    let all = "\
number  game     size         par  difficulty                  seed  title
     1  portals   1x3           2         0.2  18446744073709551615  Short 近
     2  portals   1x3  impossible           -                     -  -
     3  snake     2x3           3         1.5                     7  Once round
";
    assert_eq!(said("list", &file, ""), all);
    let chinese = "\
编号  游戏     大小  标准步数  难度                  种子  标题
   1  portals   1x3         2   0.2  18446744073709551615  Short 近
   2  portals   1x3      无解     -                     -  -
   3  snake     2x3         3   1.5                     7  Once round
";
    assert_eq!(said("list", &file, "--lang zh"), chinese);
    let few = "\
number  game   size  par  difficulty  seed  title
     3  snake   2x3    3         1.5     7  Once round
";
    for filter in [
        "--game snake",
        "--par 3..",
        "--size 2x3",
        "--difficulty 1..2",
    ] {
        assert_eq!(said("list", &file, filter), few, "{filter}");
    }
    assert_eq!(said("list", &file, "--sort par --reverse --limit 1"), few);
    assert_eq!(said("list", &file, "--offset 2"), few);
    assert_eq!(said("list", &file, "--par 9"), "no such level is in it\n");
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
        "number": 2, "game": "portals", "title": null, "rows": 1, "columns": 3,
        "verdict": "impossible", "fewest": null, "difficulty": null, "solutions": null,
        "seed": null, "states": 3, "kernel": "bits",
        "text": "game: portals\npar: impossible\n\n.#.",
    });
    assert_eq!(levels[2], expected);
    assert_eq!(levels[1]["seed"], "18446744073709551615");
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
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        told,
        "error: a judge's input is of one game, not portals and snake\n"
    );
    assert!(output.stdout.is_empty());
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
    let told = "\
portals
  levels             2
  impossible         1
  a single solution  1
  par                2 to 2, 2.0 on average
  difficulty         0.2 to 0.2, 0.2 on average
  size               1x3 (2)
    2 ████████████████████████████████████████ 1

snake
  levels             1
  impossible         0
  a single solution  0
  par                3 to 3, 3.0 on average
  difficulty         1.5 to 1.5, 1.5 on average
  size               2x3 (1)
    3 ████████████████████████████████████████ 1
";
    assert_eq!(said("stats", &file, ""), told);
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
    assert_eq!(bars.len(), 20, "{told}");
    let first = format!("    {:>42} {} 2", "3..922337203685477583", "█".repeat(40));
    assert_eq!(bars[0], first);
    assert!(
        bars[19].ends_with("..18446744073709551615 ████████████████████ 1"),
        "{told}"
    );
}

#[test]
fn what_is_no_catalogue_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = folder.path().join("level.txt");
    fs::write(&text, "game: snake\n\n1@\n").expect("it can be written");
    let nothing = folder.path().join("nothing.db");
    let cases = [
        (&text, "", "this file is no catalogue of levels"),
        (&nothing, "", "there is no such file"),
        (&nothing, "--lang zh", "没有这个文件"),
    ];
    for verb in ["list", "export", "stats"] {
        for (file, flags, why) in cases {
            let output = catalogue(verb, file, flags);
            assert_eq!(output.status.code(), Some(2));
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.trim_end().ends_with(why), "{told}");
            assert!(told.contains(&*file.to_string_lossy()), "{told}");
            assert!(output.stdout.is_empty());
        }
    }
    let left = fs::read_dir(folder.path()).expect("it is there");
    assert_eq!(left.count(), 1, "nothing is made");
    for (flags, why) in [
        ("--par 9..3", "the range 9..3 ends before it begins"),
        (
            "--par many",
            "write a number or a range, such as 14, 14..18, 14.. or ..18",
        ),
        ("--size 9", "write rows and columns, such as 9x12"),
    ] {
        let output = catalogue("list", &nothing, flags);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(why), "{told}");
    }
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
