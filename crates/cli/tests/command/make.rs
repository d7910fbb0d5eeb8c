//! `fewest generate` as a command: what it makes has what was asked, says another process that gets
//! nothing but the text.

use std::collections::HashSet;
use std::fs;

use serde_json::Value;

use crate::support::{all_differ, asked, fed, form, levels, objects, run, said, solved};

/// Makes levels, and holds them to all that they have to be whatever else is asked.
fn made(asked_for: &str, count: u32) -> Vec<Value> {
    let command = format!("generate {asked_for} --seed 5 --count {count}");
    let lines = objects(&said(&format!("{command} --json --threads 2"), 0));
    let levels = levels(&lines);
    assert_eq!(levels.len(), count as usize);
    for threads in [1, 4] {
        let text = said(&format!("{command} --threads {threads}"), 0);
        assert_eq!(text, levels.join("---\n"), "{command}");
    }
    assert!(all_differ(levels.iter().copied()), "{command}");
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    fs::write(&file, levels.join("---\n")).expect("it can be written");
    let checked = said(&format!("check {}", file.path().display()), 0);
    assert_eq!(checked.lines().count(), levels.len());
    let again = said(&format!("generate --again {}", file.path().display()), 0);
    assert_eq!(again, levels.join("---\n"), "{command}");
    let words: Vec<_> = asked_for.split_whitespace().collect();
    let size = format!("{}x{}", lines[0]["rows"], lines[0]["columns"]);
    assert_eq!(
        (words[0], words[2]),
        (lines[0]["game"].as_str().expect("it"), &*size)
    );
    let mut last = None;
    for ((line, level), par) in lines.iter().zip(&levels).zip(solved(&levels)) {
        let par = par.expect("it can be won");
        assert_eq!(line["fewest"], par, "{level}");
        assert_eq!(line["at_least"], par, "{level}");
        assert_eq!(line["moves"].as_array().expect("a list").len() as u64, par);
        assert_eq!(line["verdict"], "fewest");
        assert_eq!(
            (&line["rows"], &line["columns"]),
            (&lines[0]["rows"], &lines[0]["columns"])
        );
        assert!(level.contains(&format!("\npar: {par}\n")), "{level}");
        // A seed stands in its level, and leads to it again.
        let seed = line["seed"]
            .as_str()
            .and_then(|seed| seed.parse::<u64>().ok());
        assert!(seed > last, "seeds come in their order");
        last = seed;
        let seed = seed.expect("a seed");
        let made = line["made"].as_str().expect("a recipe");
        assert!(level.contains(&format!("\nmade: {made}\n")), "{level}");
        assert!(made.contains(&format!(" --seed {seed}")), "{made}");
        assert!(level.contains(&format!("\nseed: {seed}\n")), "{level}");
        let again = said(&format!("generate {asked_for} --seed {seed}"), 0);
        assert_eq!(again, *level);
    }
    lines
}

#[test]
fn levels_have_the_par_that_is_asked_for() {
    let cases = [
        ("ladders --size 4x4 --par 3", 3..=3),
        ("ladders --size 6x6 --par 7", 7..=7),
        (
            "ladders --size 8x8 --par 5..6 --with from=0 --with die=8",
            5..=6,
        ),
        ("mines --size 4x4 --par 5", 5..=5),
        ("mines --size 5x7 --par 9..10", 9..=10),
        ("mines --size 9x9 --par 20 --with mines=10", 20..=20),
        ("snake --size 4x4 --par 8", 8..=8),
        ("snake --size 5x6 --par 11..12 --with length=3", 11..=12),
        ("snake --size 5x4 --par 8 --with wrap=yes", 8..=8),
        ("curling --size 4x4 --par 4", 4..=4),
        ("curling --size 5x6 --par 6..7 --with blocks=40%", 6..=7),
        ("curling --size 6x5 --par 11.. --with throws=none", 11..=19),
        ("portals --size 4x5 --par 8", 8..=8),
        ("portals --size 6x6 --par 14 --with portals=2", 14..=14),
        ("portals --size 7x7 --par ..9 --with start=3,3", 1..=9),
    ];
    for (asked_for, pars) in cases {
        for line in made(asked_for, 8) {
            let par = line["fewest"].as_u64().expect("a number");
            assert!(pars.contains(&par), "{asked_for}: {par}");
        }
    }
}

#[test]
fn a_level_tells_all_that_is_known_of_it() {
    let line = &made("ladders --size 5x5 --par 4 --mean ..30", 1)[0];
    let names: Vec<_> = line.as_object().expect("an object").keys().collect();
    let expected = [
        "at_least",
        "columns",
        "difficulty",
        "edge",
        "fewest",
        "game",
        "kernel",
        "made",
        "mean",
        "moves",
        "rows",
        "seconds",
        "seed",
        "solutions",
        "states",
        "text",
        "title",
        "unit",
        "verdict",
    ];
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(sorted, expected);
    let line = &made("portals --size 5x5", 1)[0];
    assert!(line.get("mean").is_none() && line.get("edge").is_none());
}

#[test]
fn what_is_usual_proves_nothing() {
    // None of these can be with the usual amounts.
    let cases = [
        ("curling --size 5x5 --par 12 --with throws=none", 12..=12),
        ("ladders --size 3x3 --par 3", 3..=3),
        ("mines --size 9x9 --par 60", 60..=60),
        ("snake --size 6x6 --with length=35", 1..=99),
        ("portals --size 5x5 --with portals=12", 0..=99),
    ];
    for (asked_for, pars) in cases {
        for line in made(asked_for, 2) {
            let par = line["fewest"].as_u64().expect("a number");
            assert!(pars.contains(&par), "{asked_for}: {par}");
        }
    }
    // There are others, so that these are not all there are.
    let output = run("generate ladders --size 3x3 --par 1 --count 10000 --seed 1 --quiet");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    let is_named = |amounts| told.contains(amounts);
    assert!(is_named("jumps=10%..25%") && is_named("--with jumps=0%..100%"));
}

#[test]
fn levels_without_a_guess_tell_how_much_reasoning_they_take() {
    let cases = [
        "mines --size 16x30 --with mines=99 --no-guess",
        "mines --size 9x9 --with mines=10..14 --no-guess --first 0,8 --with first=safe",
        "mines --size 30x8 --with mines=30 --no-guess --par 45..60",
    ];
    for asked_for in cases {
        for line in made(asked_for, 6) {
            let reasoning = &line["reasoning"];
            let kinds = ["single", "pair", "set", "count"];
            let times = kinds.map(|kind| reasoning[kind].as_u64().expect("a number"));
            let hardest = times.iter().rposition(|&times| times > 0);
            let hardest = hardest.map_or(0, |kind| kind + 1);
            assert_eq!(reasoning["hardest"], hardest);
            let [single, pair, set, count] = times;
            let note = format!(
                "\nreasoning: {hardest} (single {single}, pair {pair}, set {set}, count {count})\n"
            );
            assert!(
                line["text"].as_str().expect("a text").contains(&note),
                "{line}"
            );
        }
    }
}

#[test]
fn all_levels_without_a_guess_are_made_and_then_no_more() {
    let asked_for = "generate mines --size 4x4 --with mines=5 --no-guess --seed 1 --count 100";
    assert_eq!(said(&format!("{asked_for} --quiet"), 1), "11\n");
}

#[test]
fn levels_have_the_difficulty_that_is_asked_for() {
    let cases = [
        ("ladders --size 6x6 --difficulty 2..4", 2.0..=4.0, false),
        ("mines --size 6x6 --difficulty 3.5..4", 3.5..=4.0, false),
        (
            "snake --size 5x5 --par 8..14 --difficulty 3..5 --unique",
            3.0..=5.0,
            true,
        ),
        (
            "curling --size 5x5 --difficulty 2..4 --unique",
            2.0..=4.0,
            true,
        ),
        ("portals --size 6x6 --difficulty 3..5", 3.0..=5.0, false),
        ("portals --size 6x6 --par 9.. --unique", 0.0..=10.0, true),
        ("ladders --size 6x6 --unique", 0.0..=10.0, true),
    ];
    for (asked_for, difficulties, is_unique) in cases {
        let lines = made(asked_for, 6);
        let rated = asked("rate --json", &levels(&lines));
        for (line, rated) in lines.iter().zip(rated) {
            let difficulty = rated["difficulty"]["value"].as_f64().expect("a number");
            assert!(difficulties.contains(&difficulty), "{asked_for}: {rated}");
            assert_eq!(line["difficulty"], rated["difficulty"]["value"]);
            assert_eq!(line["solutions"], rated["counts"]["solutions"]);
            assert!(
                !is_unique || line["solutions"] == "1",
                "{asked_for}: {rated}"
            );
        }
    }
}

#[test]
fn dice_make_of_a_board_what_is_asked_for() {
    let cases = [
        ("ladders --size 6x6 --mean 10..14", 10.0..=14.0, 0.5),
        ("ladders --size 6x6 --edge 3%", 0.0..=1e9, 0.03),
        (
            "ladders --size 7x7 --mean 20..25 --edge 2%",
            20.0..=25.0,
            0.02,
        ),
    ];
    for (asked_for, means, edges) in cases {
        let lines = made(asked_for, 5);
        let odds = asked("odds --json --players 2", &levels(&lines));
        for (line, odds) in lines.iter().zip(odds) {
            let decimal = odds["mean"]["decimal"].as_str().expect("a number");
            let mean: f64 = decimal.parse().expect("a number");
            let first = odds["seats"]["chances"][0].as_f64().expect("a number");
            assert!(means.contains(&mean), "{asked_for}: {mean}");
            assert!((first - 0.5).abs() <= edges, "{asked_for}: {first}");
            let told = |name: &str| line[name].as_f64().expect("a number");
            assert!((told("mean") - mean).abs() < 1e-6, "{line}");
            assert!((told("edge") - (first - 0.5)).abs() < 1e-9, "{line}");
        }
    }
}

#[test]
fn all_levels_of_a_par_are_made_and_then_no_more() {
    let all: Vec<String> = (0..1u32 << 9)
        .map(|mines| {
            let cell = |at: u32| if mines >> at & 1 == 1 { "M" } else { "E" };
            let row = |row: u32| (3 * row..3 * row + 3).map(cell).collect::<String>() + "\n";
            format!("game: mines\n\n{}", (0..3).map(row).collect::<String>())
        })
        .collect();
    let pars = solved(&all);
    let of_seven = all.iter().zip(&pars).filter(|(_, par)| **par == Some(7));
    let forms: HashSet<_> = of_seven.map(|(level, _)| form(level)).collect();
    let command = "generate mines --size 3x3 --with mines=0..9 --par 7 --seed 1 --count 1000";
    let made = objects(&said(&format!("{command} --json"), 1));
    let shown: Vec<_> = levels(&made).into_iter().map(form).collect();
    assert_eq!(shown.len(), forms.len());
    assert_eq!(HashSet::from_iter(shown), forms);
    // The best that there can be, and no more than that.
    assert!(!pars.contains(&Some(9)));
    let output = run("generate mines --size 3x3 --with mines=0..9 --par 9 --seed 1");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

/// A level with the words of its file changed.
fn changed(level: &str, from: &str, to: &str) -> tempfile::NamedTempFile {
    assert!(level.contains(from), "{level}");
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    fs::write(&file, level.replacen(from, to, 1)).expect("it can be written");
    file
}

#[test]
fn a_level_carries_all_that_makes_it_again() {
    let level = said("generate snake --size 5x5 --par 9 --seed 1", 0);
    let version = env!("CARGO_PKG_VERSION");
    let made = format!(
        "made: fewest {version} generate snake --size 5x5 --par 9 --seed 1 (length=4, walls=5%..40%)\n"
    );
    assert!(level.contains(&made), "{level}");
    let again = |file: &tempfile::NamedTempFile, code| {
        let output = run(&format!("generate --again {}", file.path().display()));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{told}");
        (String::from_utf8_lossy(&output.stdout).into_owned(), told)
    };
    // What people write about a level, and how its lines end, was not made.
    let titled = changed(&level, "seed: 1", "title: Mine\nseed: 1");
    assert_eq!(again(&titled, 0).0, level);
    let others = changed(&level.replace('\n', "\r\n"), "\r", "\r");
    assert_eq!(again(&others, 0).0, level);
    let shown = said(&format!("show --as level {}", titled.path().display()), 0);
    assert_eq!(shown, level.replace("seed: 1\n", "title: Mine\nseed: 1\n"));
    // Another level comes out.
    for (from, to, given) in [
        (".@#43\n", "#@#43\n", "#@#43"),
        ("par: 9\n", "par: 8\n", "par: 8"),
        ("\nseed: 1\n", "\nseed: 2\n", "seed: 2"),
        ("R\n", "R L\n", "solution: L L U L L D D D R L"),
    ] {
        let (text, told) = again(&changed(&level, from, to), 1);
        assert_eq!(text, level);
        assert!(told.contains(&format!("`{given}`")), "{told}");
    }
    // What is no note of this version is not followed.
    let mistakes = [
        (made.as_str(), ""),
        (version, "0.0.9"),
        ("--par 9", "--par x"),
        ("--par 9", "--par 9 --into levels.db"),
        ("walls=5%", "walls=4%"),
        ("generate snake", "generate curling"),
        ("generate snake", "solve"),
    ];
    for (from, to) in mistakes {
        let (text, told) = again(&changed(&level, from, to), 2);
        assert!(text.is_empty() && told.contains("`made`"), "{told}");
    }
    // Several at a time, from standard input; all notes are read before one is made.
    let other = said("generate mines --size 4x4 --with mines=3 --seed 7", 0);
    let both = format!("{level}---\n{other}");
    let output = fed("generate --again - --json", &both);
    assert_eq!(output.status.code(), Some(0));
    let lines = objects(str::from_utf8(&output.stdout).expect("JSON is text"));
    assert_eq!(levels(&lines), [level.as_str(), other.as_str()]);
    assert!(lines.iter().all(|line| line["equal"] == true));
    let output = fed("generate --again -", both.replace(&made, ""));
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let output = run("generate snake --again x");
    assert_eq!(output.status.code(), Some(2));
}

/// Makes levels that cannot be won, or by turns, on any number of threads the same.
fn with_impossible(asked_for: &str, count: usize) -> Vec<Option<u64>> {
    let command = format!("generate {asked_for} --count {count}");
    let lines = objects(&said(&format!("{command} --json --threads 2"), 0));
    let levels = levels(&lines);
    assert_eq!(levels.len(), count);
    let text = said(&format!("{command} --threads 1"), 0);
    assert_eq!(text, levels.join("---\n"), "{command}");
    assert!(all_differ(levels.iter().copied()), "{command}");
    let output = fed("generate --again -", &text);
    assert_eq!(String::from_utf8_lossy(&output.stdout), text);
    assert_eq!(fed("check -", &text).status.code(), Some(0), "{text}");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("levels.db").display().to_string();
    assert_eq!(said(&format!("{command} --into {file}"), 0), text);
    assert_eq!(said(&format!("catalogue export {file}"), 0), text);
    let pars = solved(&levels);
    for (line, par) in lines.iter().zip(&pars) {
        let verdict = if par.is_some() {
            "fewest"
        } else {
            "impossible"
        };
        assert_eq!(
            (line["verdict"].as_str(), line["fewest"].as_u64()),
            (Some(verdict), *par)
        );
        let claim = par.map_or("impossible".to_string(), |par| par.to_string());
        let text = line["text"].as_str().expect("a level");
        assert!(text.contains(&format!("\npar: {claim}\n")), "{text}");
    }
    pars
}

#[test]
fn levels_that_cannot_be_won() {
    for asked_for in [
        "ladders --size 4x4 --seed 1",
        "ladders --size 6x6 --with die=3 --with from=0 --seed 1",
        "snake --size 6x7 --seed 1",
        "curling --size 5x5 --with throws=3 --seed 1",
        "portals --size 6x6 --seed 1",
    ] {
        let pars = with_impossible(&format!("{asked_for} --impossible"), 4);
        assert!(pars.iter().all(Option::is_none), "{asked_for}: {pars:?}");
    }
}

#[test]
fn levels_that_can_be_won_and_impossible_ones_by_turns() {
    for (asked_for, pars) in [
        ("ladders --size 4x4", 0..=99),
        ("snake --size 5x5 --par 9..12 --unique", 9..=12),
        ("curling --size 5x5 --par 5..", 5..=10),
        ("portals --size 6x6 --par 12", 12..=12),
    ] {
        for first in [4, 5] {
            let made = with_impossible(&format!("{asked_for} --mix --seed {first}"), 6);
            for (number, par) in made.into_iter().enumerate() {
                let is_impossible = (first + number) % 2 == 0;
                assert_eq!(par.is_none(), is_impossible, "{asked_for}");
                assert!(par.is_none_or(|par| pars.contains(&par)), "{asked_for}");
            }
        }
    }
    // All there are: as many as come by turns.
    let all = "generate portals --size 1x3 --with portals=0 --mix --count 9 --quiet --seed";
    assert_eq!(said(&format!("{all} 1"), 1), "2\n");
    assert_eq!(said(&format!("{all} 2"), 1), "2\n");
}
