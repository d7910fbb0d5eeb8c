//! Clusters of real processes on this machine: they say what one process says, and survive the
//! death of any of them.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::NamedTempFile;

use crate::asking::{fewest, run, shipped, timeless};

/// What must not depend on how many search: of each line the verdict and the layers.
fn essence(output: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(output);
    let line = |line: &str| {
        let told: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        ["verdict", "fewest", "at_least", "states", "layers"]
            .iter()
            .map(|name| told[name].clone())
            .collect()
    };
    text.lines().map(line).collect()
}

/// A file with a snake on an open board: on 48 squares a side, four million positions.
fn lawn(side: usize) -> (NamedTempFile, String) {
    let mut rows = vec![".".repeat(side); side];
    rows[2].replace_range(2..6, "4321");
    rows[3].replace_range(2..6, "5678");
    rows[side - 1].replace_range(side - 1.., "@");
    let file = NamedTempFile::new().expect("a file can be made");
    let text = format!("game: snake\n\n{}\n", rows.join("\n"));
    fs::write(&file, text).expect("it can be written");
    let name = file.path().display().to_string();
    (file, name)
}

/// What one process says of the largest of them.
static ALONE: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let (_file, level) = lawn(48);
    essence(&run(&["solve", "--whole", "--json", &level]).stdout)
});

/// That any number finds the same is held to every level by the cluster's own tests.
#[test]
fn several_processes_find_what_one_finds() {
    let (_file, lawn) = lawn(16);
    let levels = [
        "levels/snake/python.txt",
        "levels/curling/butterfly.txt",
        "levels/portals/hall-of-mirrors.txt",
        "levels/ladders/hall-of-doors.txt",
        &lawn,
    ];
    for level in levels {
        let plain = run(&["solve", "--whole", "--json", level]);
        for [processes, threads] in [["1", "2"], ["2", "2"], ["4", "1"]] {
            let asked = ["solve", "--whole", "--json", "--processes", processes];
            let asked = [&asked[..], &["--threads", threads, level]].concat();
            let output = run(&asked);
            assert_eq!(essence(&output.stdout), essence(&plain.stdout), "{asked:?}");
            assert_eq!(output.status.code(), plain.status.code(), "{asked:?}");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(told.is_empty(), "{asked:?}: {told}");
        }
    }
}

/// Every shipped level, each solved by one of the processes.
#[test]
fn a_batch_is_answered_as_by_one_process() {
    let levels = shipped(None);
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let alone = run(&[&["solve", "--json"], &levels[..]].concat());
    let spread = ["solve", "--json", "--processes", "3", "--threads", "2"];
    let spread = run(&[&spread[..], &levels].concat());
    assert_eq!(timeless(&spread.stdout), timeless(&alone.stdout));
    assert_eq!(spread.status.code(), alone.status.code());
    for how in [&["--quiet"][..], &["--lang", "zh", "--quiet"]] {
        let alone = run(&[&["solve"], how, &levels].concat());
        let spread = run(&[&["solve", "--processes", "2"], how, &levels].concat());
        assert_eq!(spread.stdout, alone.stdout);
    }
}

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("Linux has one").flatten() {
        let Ok(id) = entry.file_name().to_string_lossy().parse::<u32>() else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        // The name before it may have any characters.
        let parent = stat
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(1));
        if parent.and_then(|parent| parent.parse().ok()) == Some(of) {
            found.push(id);
        }
    }
    found.sort_unstable();
    found
}

fn kill(process: u32) {
    let killed = Command::new("kill")
        .args(["-9", &process.to_string()])
        .status();
    assert!(killed.expect("there is such a command").success());
}

/// Waits until a search has so many positions, and says what it told on the way.
fn wait_for(child: &mut Child, states: u64) -> BufReader<std::process::ChildStderr> {
    let mut told = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut line = String::new();
    while told.read_line(&mut line).expect("it can be read") > 0 {
        let event: Value = serde_json::from_str(&line).unwrap_or_default();
        if event["states"].as_u64().is_some_and(|many| many >= states) {
            return told;
        }
        line.clear();
    }
    panic!("it ended before");
}

/// A search by two processes that tells how far it is, with so little memory that it commits often.
const BY_TWO: [&str; 11] = [
    "solve",
    "--whole",
    "--json",
    "--progress",
    "json",
    "--memory",
    "16MiB",
    "--processes",
    "2",
    "--threads",
    "1",
];

#[test]
fn a_process_may_be_killed_in_the_middle() {
    let (_file, level) = lawn(48);
    for victim in 0..2 {
        let asked = [&BY_TWO[..], &[&level]].concat();
        let mut child = fewest(&asked).spawn().expect("the command starts");
        let mut told = wait_for(&mut child, 300_000);
        kill(children(child.id())[victim]);
        let mut rest = String::new();
        told.read_to_string(&mut rest).expect("it is text");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(essence(&output.stdout), *ALONE, "{rest}");
        let lost =
            format!("process {victim} was lost: signal: 9 (SIGKILL); it starts again (1 of 3)");
        assert!(rest.contains(&lost), "{rest}");
        assert!(rest.contains("going on from layer "), "{rest}");
    }
}

#[test]
fn the_leader_may_be_killed_and_the_search_resumed() {
    let (_file, level) = lawn(48);
    let above = tempfile::tempdir().expect("a folder can be made");
    let folder = above.path().join("resumed");
    let name = folder.display().to_string();
    let asked = [&BY_TWO[..], &["--resume", &name, &level]].concat();
    for states in [100_000, 400_000] {
        let mut child = fewest(&asked).spawn().expect("the command starts");
        let told = wait_for(&mut child, states);
        let processes = children(child.id());
        assert_eq!(processes.len(), 2);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        drop(told);
        let until = Instant::now() + Duration::from_secs(20);
        while processes
            .iter()
            .any(|id| Path::new(&format!("/proc/{id}")).exists())
        {
            assert!(Instant::now() < until, "no process outlives its leader");
            sleep(Duration::from_millis(20));
        }
    }
    let other = run(&["solve", "--whole", "--json", "--resume", &name, &level]);
    let told = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{told}");
    assert!(
        told.contains("holds a search by 2 × 1 (processes × threads)"),
        "{told}"
    );
    let output = run(&asked);
    assert_eq!(essence(&output.stdout), *ALONE);
    assert!(!folder.exists(), "nothing is left behind");
}
