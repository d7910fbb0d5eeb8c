//! `fewest generate` as a command: what it makes has what was asked, says another process that gets
//! nothing but the text.

use std::collections::HashSet;
use std::fs;

use serde_json::Value;

use crate::alike;
use crate::asking::{asked, levels, objects, run, said, solved};

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
    assert!(alike::all_differ(levels.iter().copied()), "{command}");
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    fs::write(&file, levels.join("---\n")).expect("it can be written");
    let checked = said(&format!("check {}", file.path().display()), 0);
    assert_eq!(checked.lines().count(), levels.len());
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
    let forms: HashSet<_> = of_seven.map(|(level, _)| alike::form(level)).collect();
    let command = "generate mines --size 3x3 --with mines=0..9 --par 7 --seed 1 --count 1000";
    let made = objects(&said(&format!("{command} --json"), 1));
    let shown: Vec<_> = levels(&made).into_iter().map(alike::form).collect();
    assert_eq!(shown.len(), forms.len());
    assert_eq!(HashSet::from_iter(shown), forms);
    // The best that there can be, and no more than that.
    assert!(!pars.contains(&Some(9)));
    let output = run("generate mines --size 3x3 --with mines=0..9 --par 9 --seed 1");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}
