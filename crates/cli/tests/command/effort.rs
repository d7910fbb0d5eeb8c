//! However many threads search and whatever is told meanwhile, the answer is the same.

use std::process::Output;

use serde_json::Value;

use crate::asking::{fewest, objects, shipped, timeless};

fn run(arguments: &[&str], levels: &[String]) -> Output {
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
        let one = run(&on("1"), &levels);
        assert_eq!(answers(&one).len(), levels.len());
        for threads in ["2", "4"] {
            let several = run(&on(threads), &levels);
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
    let whole = run(&["solve", "--json", memory, "--whole"], &levels);
    let up_to_the_win = run(&["solve", "--json", memory], &levels);
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
            let output = run(&asked, std::slice::from_ref(&level));
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
    let output = run(&["solve", "-q", "--whole", "--progress", "json"], &[level]);
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
        let output = run(&asked, &[]);
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
        let output = run(asked, &shipped(Some("curling")));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{asked:?}");
    }
}
