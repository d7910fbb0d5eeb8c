//! Limits hold inside a single step: of every game, boards on which one step is as much work as possible,
//! and every command and option that may take long on them. What a search may take of memory is what the
//! process takes: it is compared with its peak, as the system saw it.
//!
//! What counts is the processor's time, not the clock's, so that a busy machine changes nothing.

#![cfg(target_os = "linux")]

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use serde_json::Value;

use crate::support::{begun, fewest, interrupt, peak_of};

/// What a command may take past its limit of time, or after Ctrl-C, in seconds of a processor.
const PAST: f64 = 1.0;
/// The limit of memory, and what the process may have beside it and the board: its code, what is read and
/// what is written.
const MEMORY: u64 = 64 << 20;
const BESIDE: u64 = 32 << 20;
/// Ticks of a processor in a second, as the system counts them for everyone.
const TICKS: f64 = 100.0;

/// How a run of the command went.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    /// Seconds of a processor: all, and those after Ctrl-C.
    seconds: f64,
    after: f64,
    peak: u64,
}

/// The processor's time that a process has taken so far; `None` once it has ended.
fn seconds_of(child: &Child) -> (f64, bool) {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // The name, in parentheses, may hold anything.
    let fields: Vec<_> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks = |place: usize| fields.get(place).and_then(|ticks| ticks.parse().ok());
    let ticks = ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0);
    (ticks / TICKS, fields.first() == Some(&"Z"))
}

/// Runs the command to its end; presses Ctrl-C once it has used that much processor time.
fn run(command: &mut Command, ctrl_c_after: Option<f64>) -> Run {
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("the command starts");
    let (mut peak, mut at_ctrl_c) = (0, None);
    let seconds = loop {
        peak = peak.max(peak_of(&child));
        let (seconds, has_ended) = seconds_of(&child);
        if has_ended {
            break seconds;
        }
        if at_ctrl_c.is_none() && ctrl_c_after.is_some_and(|after| seconds >= after) {
            at_ctrl_c = Some(seconds);
            interrupt(&child);
        }
        thread::sleep(Duration::from_millis(1));
    };
    Run {
        code: child.wait().expect("it has ended").code(),
        seconds,
        after: at_ctrl_c.map_or(0.0, |before| seconds - before),
        peak,
    }
}

/// Rows of a board, each square by chance one of two glyphs.
fn rows(
    rng: &mut Rng,
    (rows, columns): (usize, usize),
    share: f64,
    glyphs: [&str; 2],
) -> Vec<String> {
    let mut square = || glyphs[usize::from(rng.f64() >= share)];
    (0..rows)
        .map(|_| (0..columns).map(|_| square()).collect())
        .collect()
}

/// A position of Minesweeper, open in squares of five by five, every second of them.
fn half_open(rng: &mut Rng, side: usize, share: f64) -> Vec<String> {
    let mines: Vec<Vec<bool>> = (0..side)
        .map(|_| (0..side).map(|_| rng.f64() < share).collect())
        .collect();
    let near = |at: usize| at.saturating_sub(1)..(at + 2).min(side);
    let glyph = |row: usize, column: usize| {
        let around = near(row).flat_map(|row| near(column).map(move |column| (row, column)));
        match !mines[row][column] && (row / 5 + column / 5).is_multiple_of(2) {
            true => around
                .filter(|&(row, column)| mines[row][column])
                .count()
                .to_string(),
            false => "?".to_string(),
        }
    };
    (0..side)
        .map(|row| (0..side).map(|column| glyph(row, column)).collect())
        .collect()
}

/// A name, and the text of a level.
fn boards() -> Vec<(&'static str, String)> {
    let mut rng = Rng::with_seed(1);
    let text = |notes: &str, rows: &[String]| format!("{notes}\n\n{}\n", rows.join("\n"));
    let big = (400, 400);
    let snake = |mut rows: Vec<String>, body: &str| {
        let last = rows.len() - 1;
        rows[0].replace_range(..body.len() + 1, &format!("{body}."));
        rows[1].replace_range(..1, ".");
        rows[last].pop();
        rows[last].push('@');
        rows
    };
    let curling = |mut rows: Vec<String>| {
        let middle = rows.len() / 2;
        rows[0].replace_range(..1, "S");
        rows[middle].replace_range(middle..=middle, "G");
        rows
    };
    let jumps = |rng: &mut Rng, side: usize, share: f64| -> Vec<String> {
        let last = side - 1;
        let mut square = |row: usize, column: usize| {
            let is_plain = row == 0 || (row, column) == (last, 0) || rng.f64() >= share;
            match is_plain {
                true => ".".to_string(),
                false => rng.usize(1..=side * side).to_string(),
            }
        };
        let mut row = |row| {
            (0..side)
                .map(|column| square(row, column))
                .collect::<Vec<_>>()
        };
        (0..side).map(|at| row(at).join(" ")).collect()
    };
    vec![
        (
            "mines, a row",
            text(
                "game: mines",
                &rows(&mut rng, (1, 100_000), 1.0, ["E", "M"]),
            ),
        ),
        (
            "mines, full",
            text("game: mines", &rows(&mut rng, big, 0.8, ["E", "M"])),
        ),
        (
            "mines, dense, every click",
            text(
                "game: mines\nclicks: all",
                &rows(&mut rng, (30, 300), 0.3, ["E", "M"]),
            ),
        ),
        (
            "mines, covered",
            text(
                "game: mines\nmines: 100000",
                &rows(&mut rng, (700, 700), 1.0, ["?", "?"]),
            ),
        ),
        (
            "mines, half open",
            text("game: mines", &half_open(&mut rng, 400, 0.1)),
        ),
        (
            "ladders, jumps",
            text("game: ladders", &jumps(&mut rng, 300, 0.9)),
        ),
        (
            "ladders, a large die",
            text(
                "game: ladders\ndie: 90000\nfrom: 0\novershoot: bounce",
                &jumps(&mut rng, 300, 0.1),
            ),
        ),
        (
            "snake, open",
            text(
                "game: snake",
                &snake(rows(&mut rng, big, 1.0, [".", "#"]), "123456789"),
            ),
        ),
        (
            "snake, long",
            text(
                "game: snake",
                &snake(
                    rows(&mut rng, (60, 60), 0.9, [".", "#"]),
                    "123456789abcdefghijklmnopqrstuvwxyz",
                ),
            ),
        ),
        (
            "curling, open",
            text(
                "game: curling\nthrows: none",
                &curling(rows(&mut rng, big, 0.9, [".", "#"])),
            ),
        ),
        (
            "curling, dense",
            text(
                "game: curling\nthrows: none",
                &curling(rows(&mut rng, (200, 200), 0.55, [".", "#"])),
            ),
        ),
        (
            "portals, open",
            text(
                "game: portals",
                &rows(&mut rng, (700, 700), 1.0, [".", "#"]),
            ) + &format!("\nsolution: {}\n", "R".repeat(699) + &"D".repeat(699)),
        ),
    ]
}

/// Everything that is asked of a board, but for its file, which comes last, and the limits.
const ASKED: [&str; 35] = [
    "solve --threads 1",
    "solve --threads 1 --whole",
    "solve --threads 2 --whole",
    "solve --threads 1 --whole --scratch FOLDER",
    "solve --threads 1 --states 100000",
    "solve --threads 1 --explain",
    "solve --jobs 1",
    "check",
    "rate",
    "hint",
    "hint --blind",
    "why",
    "all",
    "all --limit 1000000 --json",
    "layers",
    "layers --json",
    "layers --at 1",
    "show",
    "show --every",
    "show --every --json",
    "show --distances",
    "show --distances --json",
    "advise",
    "advise --easier --top 1000000 --json",
    "odds",
    "odds --rolls 1000000",
    "odds --players 3 --json",
    "hardest --quiet --start",
    "draw -o - --format svg",
    "draw -o - --format png --solution best",
    "draw -o - --format gif",
    "draw -o - --format svg --heat distance",
    "draw -o - --format svg --heat advise",
    "draw -o - --format png --heat distance",
    "catalogue add CATALOGUE",
];

/// What is asked of no board.
const MADE: [&str; 9] = [
    "generate mines --size 400x400 --par 3",
    "generate mines --size 200x200 --no-guess",
    "generate ladders --size 400x400 --par 100",
    "generate snake --size 300x300 --par 900",
    "generate curling --size 300x300 --unique",
    "generate portals --size 400x400 --unique",
    "hardest mines 300x300",
    "hardest snake 6x6 --with length=6",
    "hardest curling 6x6 --with throws=none",
];

/// Holds a command to its limits; returns its exit code under the limit of time.
fn check(name: &str, words: &[&str], board: u64) -> i32 {
    let limits = ["--time=100ms", "--memory=64MiB"];
    let timed = run(&mut fewest(&[words, &limits].concat()), None);
    assert!(timed.seconds < 0.1 + PAST, "{name}, {words:?}: {timed:?}");
    let stopped = run(&mut fewest(&[words, &limits[1..]].concat()), Some(0.1));
    assert!(
        stopped.after < PAST,
        "{name}, {words:?}, Ctrl-C: {stopped:?}"
    );
    let most = board + MEMORY + BESIDE;
    let peak = timed.peak.max(stopped.peak);
    assert!(
        peak <= most,
        "{name}, {words:?}: {peak}, and {most} are allowed"
    );
    let code = timed.code.expect("no signal ends it");
    assert!((0..=3).contains(&code), "{name}, {words:?}: {timed:?}");
    code
}

#[test]
fn limits_hold_inside_a_single_step_of_every_game_and_command() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let boards = boards();
    // What was asked, and how it ended: with the limit reached, or with an answer.
    let ended = Mutex::new(Vec::new());
    thread::scope(|scope| {
        // Two at a time: the other tests have a processor, too.
        for half in 0..2 {
            let (folder, boards, ended) = (folder.path(), &boards, &ended);
            scope.spawn(move || {
                for (number, (name, text)) in boards.iter().enumerate().skip(half).step_by(2) {
                    let folder = folder.join(number.to_string());
                    let [file, catalogue] =
                        ["level.txt", "levels.db"].map(|name| folder.join(name));
                    std::fs::create_dir(&folder).expect("it can be made");
                    std::fs::write(&file, text).expect("it can be written");
                    let [folder, file, catalogue] =
                        [&folder, &file, &catalogue].map(|path| path.to_str().expect("text"));
                    // The board as it is read and shown.
                    let shown = run(&mut fewest(&["show", file]), None);
                    assert_eq!(shown.code, Some(0), "{name}");
                    for asked in ASKED {
                        let words = asked.split(' ').map(|word| match word {
                            "FOLDER" => folder,
                            "CATALOGUE" => catalogue,
                            word => word,
                        });
                        let words: Vec<_> = words.chain([file]).collect();
                        let code = check(name, &words, shown.peak);
                        ended.lock().expect("no panic").push((asked, code));
                    }
                }
                for made in MADE.into_iter().skip(half).step_by(2) {
                    let words: Vec<_> = made.split_whitespace().collect();
                    let code = check("made", &words, 0);
                    ended.lock().expect("no panic").push((made, code));
                }
            });
        }
    });
    // What is refused holds every limit: each question is answered for some board, and many of the
    // searches come to their limit.
    let ended = ended.into_inner().expect("no panic");
    for asked in ASKED.iter().chain(&MADE) {
        let mut codes = ended.iter().filter(|(words, _)| words == asked);
        assert!(
            codes.any(|(_, code)| *code != 2),
            "{asked} is refused for every board"
        );
    }
    let limited = ended.iter().filter(|(_, code)| *code == 3).count();
    assert!(limited > 50, "{limited} of {}", ended.len());
}

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

/// A kernel whose memory is used up leaves the rest to the generic search, which has a disk.
#[test]
fn a_kernel_that_leaves_its_board_to_the_disk_keeps_to_its_memory() {
    for mebibytes in [4, 8] {
        let seen = solve(CURLING, &[&format!("--memory={mebibytes}MiB")]);
        assert!(seen.peak <= (mebibytes << 20) + BESIDE, "{}", seen.peak);
        assert!(seen.moved, "{mebibytes} MiB are enough");
        for part in ["verdict", "states"] {
            assert_eq!(seen.answer[part], WHOLE_CURLING.answer[part], "{part}");
        }
    }
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
fn a_search_that_gives_up_for_want_of_memory_has_not_taken_more() {
    for (level, whole) in [(CURLING, true), (CURLING, false), (SNAKE, true)] {
        let whole = if whole { &["--whole"][..] } else { &[] };
        let memory = ["--memory=4MiB", "--scratch=none"];
        let seen = solve(level, &[whole, &memory].concat());
        assert_eq!(seen.answer["limit"], "memory");
        assert!(seen.peak <= (4 << 20) + BESIDE, "{}", seen.peak);
    }
}
