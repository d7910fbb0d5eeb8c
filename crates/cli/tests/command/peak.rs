//! What a search may take is what the process takes: held against its peak, as the system saw it.
#![cfg(target_os = "linux")]

use std::io::Read as _;
use std::process::Child;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::asking::{begun, fewest};

/// What the process may have beside: its code, the board, what is read and written.
const BESIDE: u64 = 32 << 20;

/// A goal that is never reached, and millions of positions to find that out.
const CURLING: &str = "game: curling\nthrows: none\n\n#..#..#G..#.\n.#####.#.##.\n#.#.##.#.###\n\
                       ##.##.#####.\n#....#..#.##\n.##########.\n..####.#.#.#\n.##.########\n\
                       ..########.#\n.##.###.####\n##.#####.###\n.##S.#######\n";

/// A snake on an open board.
const SNAKE: &str = "game: snake\n\n..................\n..................\n..................\n\
                     ..................\n..................\n..................\n\
                     ..................\n..................\n..123456789abcd...\n\
                     ..................\n..................\n..................\n\
                     ..................\n..................\n..................\n\
                     ..................\n..................\n.................@\n";

struct Seen {
    answer: Value,
    /// Whether it told that it went to the disk.
    moved: bool,
    peak: u64,
}

/// Solves, and looks at the process until it ends.
fn solve(level: &str, arguments: &[&str]) -> Seen {
    let asked = [&["solve", "--json", "--progress=json"], arguments].concat();
    let mut process = begun(&mut fewest(&asked), level);
    let mut stderr = process.stderr.take().expect("it is piped");
    let told = thread::spawn(move || {
        let mut told = String::new();
        stderr.read_to_string(&mut told).map(|_| told)
    });
    let mut peak = 0;
    while process.try_wait().expect("it can be asked").is_none() {
        peak = peak.max(peak_of(&process));
        thread::sleep(Duration::from_millis(1));
    }
    let output = process.wait_with_output().expect("it has ended");
    let told = told.join().expect("it reads").expect("it is text");
    Seen {
        answer: serde_json::from_slice(&output.stdout).expect("one answer"),
        moved: told.contains("moved-to-disk"),
        peak,
    }
}

/// The most that a process has had in memory so far.
pub fn peak_of(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB"));
    kib.and_then(|kib| kib.trim().parse::<u64>().ok())
        .unwrap_or(0)
        * 1024
}

/// The answer where there is plenty of memory.
fn plenty(level: &str, arguments: &[&str]) -> Seen {
    let plenty = solve(level, &[arguments, &["--memory=8GiB"]].concat());
    assert_ne!(plenty.answer["verdict"], "gave-up");
    plenty
}

/// That of the generic search, which two tests ask for: it does not depend on the threads.
static WHOLE_CURLING: LazyLock<Seen> = LazyLock::new(|| plenty(CURLING, &["--whole"]));

/// However little memory is allowed, it is kept to, and the answer is the same.
fn keeps_to(level: &str, arguments: &[&str], plenty: &Seen, allowed: &[u64]) {
    for &mebibytes in allowed {
        let memory = format!("--memory={mebibytes}MiB");
        let seen = solve(level, &[arguments, &[memory.as_str()]].concat());
        let most = (mebibytes << 20) + BESIDE;
        assert!(seen.peak > 0, "the process was looked at");
        assert!(seen.peak <= most, "{} for {memory}", seen.peak);
        for part in ["verdict", "fewest", "moves", "states", "layers"] {
            assert_eq!(seen.answer[part], plenty.answer[part], "{part}, {memory}");
        }
        assert!(seen.moved && !plenty.moved, "{memory} is enough");
    }
}

#[test]
fn a_kernel_that_goes_to_the_disk_keeps_to_its_memory() {
    keeps_to(CURLING, &[], &plenty(CURLING, &[]), &[4, 8]);
}

#[test]
fn the_generic_search_that_goes_to_the_disk_keeps_to_its_memory() {
    keeps_to(CURLING, &["--whole"], &WHOLE_CURLING, &[8, 64]);
}

#[test]
fn many_threads_keep_to_the_memory_of_one() {
    let many = ["--whole", "--threads=64"];
    keeps_to(CURLING, &many, &WHOLE_CURLING, &[8]);
}

#[test]
fn a_flood_that_goes_to_the_disk_keeps_to_its_memory() {
    keeps_to(SNAKE, &["--whole"], &plenty(SNAKE, &["--whole"]), &[4, 8]);
}

#[test]
fn a_search_that_gives_up_for_want_of_memory_has_not_taken_more() {
    for (level, whole) in [(CURLING, true), (CURLING, false), (SNAKE, true)] {
        let whole = if whole { &["--whole"][..] } else { &[] };
        let memory = ["--memory=4MiB", "--scratch=none"];
        let seen = solve(level, &[whole, &memory].concat());
        assert_eq!(seen.answer["limit"], "memory");
        assert!(seen.peak <= (4 << 20) + BESIDE, "{}", seen.peak);
    }
}
