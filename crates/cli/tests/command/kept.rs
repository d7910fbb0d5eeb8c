//! What `--into` keeps: nothing that was shown is lost, whoever kills the command, interrupts it,
//! stops listening, or runs it twice at once, and what goes on ends as if it had been left alone.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{all_differ, ended, fewest, form, interrupt, numbers, said};

const SEED: u64 = 30_092_006;

/// A folder, and in it a catalogue that is not there yet.
struct Place {
    folder: TempDir,
    file: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("levels.db");
        Place { folder, file }
    }

    /// The command, which keeps what it finds in the catalogue.
    fn keeping(&self, arguments: &str) -> Command {
        let mut command = fewest(arguments);
        command.arg("--into").arg(&self.file);
        command
    }

    /// Runs the command to its end, which is a good one.
    fn kept(&self, arguments: &str) -> String {
        ended(&mut self.keeping(arguments), 0)
    }

    fn looking(&self, verb: &str) -> Command {
        let mut command = fewest(verb);
        command.arg(&self.file);
        command
    }

    fn look(&self, verb: &str) -> Output {
        self.looking(verb).output().expect("the command starts")
    }

    /// The catalogue, a line of JSON for each level.
    fn list(&self) -> String {
        ended(&mut self.looking("catalogue list --json"), 0)
    }

    fn export(&self) -> String {
        ended(&mut self.looking("catalogue export"), 0)
    }
}

/// A text of all lines: `level` of those that a maker shows, `text` of those that are listed.
fn each(lines: &str, name: &str) -> Vec<String> {
    let text = |line: &str| {
        let line: Value = serde_json::from_str(line).expect(line);
        line[name].as_str().expect("a text").to_string()
    };
    lines.lines().map(text).collect()
}

/// The lines that were written to their ends.
fn whole_lines(file: &Path) -> String {
    let mut text = fs::read_to_string(file).expect("it can be read");
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    text
}

/// Starts the command, kills it after some time, and tells the lines that it had written by then
/// and whether it was still at work.
fn killed(command: &mut Command, place: &Place, after: Duration) -> (String, bool) {
    let shown = place.folder.path().join("shown");
    command.stdout(File::create(&shown).expect("it can be made"));
    let mut child = command.spawn().expect("the command starts");
    sleep(after);
    let was_at_work = child.try_wait().expect("it can be asked").is_none();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    (whole_lines(&shown), was_at_work)
}

#[test]
fn a_run_that_is_killed_goes_on_as_if_it_had_been_left_alone() {
    const KILLS: u32 = 100;
    const RUN: &str = "generate curling --size 5x5 --par 6 --count 400 --seed 1 --threads 2 --json";
    let alone = Place::new();
    let began = Instant::now();
    let shown = alone.kept(RUN);
    let took = began.elapsed();
    let (list, export) = (alone.list(), alone.export());
    assert_eq!(each(&shown, "text"), each(&list, "text"));
    assert_eq!(list.lines().count(), 400);
    let mut rng = Rng::with_seed(SEED);
    let mut kills = 0;
    while kills < KILLS {
        // A new file each time, so that its making is killed, too; and another patience.
        let place = Place::new();
        let patience = took.mul_f64(0.02 + 0.2 * rng.f64());
        let mut shown = HashSet::new();
        let mut is_over = false;
        while kills < KILLS && !is_over {
            let after = patience.mul_f64(rng.f64());
            let (lines, was_at_work) = killed(&mut place.keeping(RUN), &place, after);
            kills += u32::from(was_at_work);
            is_over = !was_at_work;
            let told = format!("seed {SEED}, {kills} kills");
            for level in each(&lines, "text") {
                assert!(shown.insert(level), "{told}: nothing is shown twice");
            }
            let output = place.look("catalogue list --json");
            if output.status.code() == Some(2) && shown.is_empty() {
                continue; // It was not even made.
            }
            let kept = place.list();
            assert!(list.starts_with(&kept), "{told}: {kept}");
            let kept: HashSet<_> = each(&kept, "text").into_iter().collect();
            assert!(shown.is_subset(&kept), "{told}");
        }
        place.kept(RUN);
        assert_eq!(place.list(), list, "seed {SEED}, {kills} kills");
        assert_eq!(place.export(), export, "seed {SEED}, {kills} kills");
    }
}

/// Kills a command that solves many levels: what it has answered is kept, and so is nothing else.
fn answers_survive(solve: &str, levels: u32, kills: u32) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let many = folder.path().join("many.txt");
    let make = format!("generate curling --size 5x5 --par 6 --seed 1 --count {levels}");
    fs::write(&many, said(&make, 0)).expect("it can be written");
    let solve = format!("{solve} {}", many.display());
    let alone = Place::new();
    let began = Instant::now();
    let answers = alone.kept(&solve).lines().count();
    let took = began.elapsed();
    let list = alone.list();
    assert_eq!((answers, list.lines().count()), (levels as usize, answers));
    let mut rng = Rng::with_seed(SEED);
    let place = Place::new();
    for kill in 0..kills {
        let (answered, _) = killed(&mut place.keeping(&solve), &place, took.mul_f64(rng.f64()));
        let told = format!("{solve}, seed {SEED}, kill {kill}");
        let answered = answered.lines().count();
        if answered == 0 && place.look("catalogue list").status.code() == Some(2) {
            continue; // It was not even made.
        }
        let kept = place.list();
        assert!(list.starts_with(&kept), "{told}: {kept}");
        assert!(kept.lines().count() >= answered, "{told}: {kept}");
    }
    place.kept(&solve);
    assert_eq!(place.list(), list, "{solve}");
}

#[test]
fn answers_of_a_solver_that_is_killed_are_kept() {
    answers_survive("solve --json", 200, 10);
}

#[test]
fn answers_of_several_jobs_that_are_killed_are_kept() {
    answers_survive("solve --jobs 2", 3000, 10);
}

/// Two runs at once: what each of them has shown.
fn both(place: &Place, runs: [&str; 2]) -> [Vec<String>; 2] {
    let start = |run| place.keeping(run).spawn().expect("the command starts");
    runs.map(start).map(|child: Child| {
        // One that cannot write while the other is read waits, and keeps nobody from writing.
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let shown = String::from_utf8(output.stdout).expect("it is text");
        each(&shown, "text")
    })
}

#[test]
fn two_runs_at_once_are_both_kept_and_what_both_find_is_kept_once() {
    const RUNS: [&str; 2] = [
        "generate curling --size 4x4 --par 4 --count 150 --json --seed 1",
        "generate curling --size 4x4 --par 4 --count 150 --json --seed 1000000",
    ];
    let alone = RUNS.map(|run| each(&said(run, 0), "text"));
    let forms =
        |levels: &[String]| -> HashSet<String> { levels.iter().map(|level| form(level)).collect() };
    let [one, other] = alone.each_ref().map(|levels| forms(levels));
    assert_eq!((one.len(), other.len()), (150, 150));
    assert!(!one.is_disjoint(&other), "they find some of the same");
    let place = Place::new();
    // Each shows all that it finds, whatever the other has found.
    let shown = both(&place, RUNS);
    assert_eq!(shown, alone);
    let kept = each(&place.list(), "text");
    assert!(kept.iter().all(|level| alone.concat().contains(level)));
    assert!(all_differ(kept.iter().map(String::as_str)));
    assert_eq!(forms(&kept), &one | &other);
}

#[test]
fn the_same_run_twice_at_once_finds_nothing_twice() {
    const RUN: &str = "generate curling --size 5x5 --par 6 --seed 1 --json --count";
    let place = Place::new();
    let run = format!("{RUN} 150");
    let shown = both(&place, [&run, &run]).concat();
    let list = place.list();
    let kept = each(&list, "text");
    // What one has found is not the other's find: each of them goes on.
    assert!((150..=300).contains(&kept.len()), "{}", kept.len());
    assert_eq!(kept.len(), shown.len());
    let all: HashSet<_> = shown.into_iter().collect();
    assert_eq!(all, kept.into_iter().collect());
    let alone = Place::new();
    alone.kept(&format!("{RUN} {}", all.len()));
    assert_eq!(list, alone.list());
}

#[test]
fn the_same_run_twice_at_once_knows_when_nothing_is_left() {
    // There are just a hundred and one.
    const RUN: &str = "generate mines --size 3x5 --with mines=0..15 --par 11 --seed 1 --count 999 \
                       --time 10s --quiet";
    let place = Place::new();
    let start = |run| place.keeping(run).spawn().expect("the command starts");
    for child in [RUN, RUN].map(start) {
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "101\n");
    }
    assert_eq!(place.list().lines().count(), 101);
}

#[test]
fn who_wants_more_gets_what_comes_after() {
    const RUN: &str = "generate portals --size 5x6 --par 9..11 --seed 7 --count";
    let alone = Place::new();
    let all = alone.kept(&format!("{RUN} 20"));
    let place = Place::new();
    let first = place.kept(&format!("{RUN} 10"));
    let more = place.kept(&format!("{RUN} 20"));
    assert_eq!(format!("{first}---\n{more}"), all);
    assert_eq!(place.list(), alone.list());
    assert_eq!(place.export(), all);
    for fewer in [10, 20] {
        let output = place.keeping(&format!("{RUN} {fewer}")).output();
        let output = output.expect("the command starts");
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout.is_empty());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(numbers(&told), [fewer, fewer], "no board is tried");
    }
    // Another seed is another run, which may find the same, and so is another par.
    let again = place.kept("generate portals --size 5x6 --par 9..11 --seed 8 --count 10");
    assert!(all.contains(&again));
    assert_eq!(place.list(), alone.list());
    place.kept("generate portals --size 5x6 --par 12 --seed 7 --count 10");
    let kept = each(&place.list(), "text");
    assert_eq!(kept.len(), 30);
    assert!(all_differ(kept.iter().map(String::as_str)));
}

/// A run that nobody waits for, of which some lines were read.
fn endless(place: &Place) -> (Child, Vec<String>, BufReader<std::process::ChildStdout>) {
    const RUN: &str = "generate curling --size 5x5 --par 6 --seed 1 --json --count 1000000";
    let mut child = place.keeping(RUN).spawn().expect("the command starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut lines = Vec::new();
    for _ in 0..20 {
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it writes something");
        lines.push(line);
    }
    (child, lines, stdout)
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_and_what_was_found_is_kept() {
    let place = Place::new();
    let (child, mut shown, stdout) = endless(&place);
    interrupt(&child);
    shown.extend(stdout.lines().map(|line| line.expect("text") + "\n"));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("1,000,000"), "{told}");
    assert_eq!(
        each(&shown.concat(), "text"),
        each(&place.list(), "text"),
        "all that was shown, and nothing else"
    );
}

#[test]
fn a_reader_that_goes_away_ends_a_run_quietly_and_what_was_found_is_kept() {
    let place = Place::new();
    let (child, shown, stdout) = endless(&place);
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let (shown, kept) = (each(&shown.concat(), "text"), each(&place.list(), "text"));
    assert_eq!(kept[..shown.len()], shown);
    // It goes on where it was.
    let more = "generate curling --size 5x5 --par 6 --seed 1 --json --count";
    place.kept(&format!("{more} {}", kept.len() + 5));
    let alone = Place::new();
    alone.kept(&format!("{more} {}", kept.len() + 5));
    assert_eq!(place.list(), alone.list());
}

#[test]
fn the_hardest_boards_are_kept_once() {
    let place = Place::new();
    for (list, levels) in [(2, 2), (4, 4), (4, 4), (100, 6)] {
        let run = format!("hardest curling 3x3 --with throws=none --json --list {list}");
        let told = place.kept(&run);
        let told: Value = serde_json::from_str(&told).expect("one JSON object");
        assert_eq!((&told["par"], &told["count"]), (&3.into(), &6.into()));
        let shown = told["levels"].as_array().expect("a list").iter();
        let shown: Vec<_> = shown.map(|level| level["text"].clone()).collect();
        let kept = each(&place.list(), "text");
        assert_eq!(kept.len(), levels);
        assert!(shown.iter().eq(kept.iter().take(shown.len())));
    }
}

/// Whenever it is killed, `catalogue add` has added all levels or none, and `remove` has removed all
/// or none.
#[test]
fn what_is_added_and_removed_at_once_is_so_whoever_kills_it() {
    const KILLS: u32 = 40;
    const LEVELS: usize = 30;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let many = folder.path().join("many.txt");
    let mut place = Place::new();
    let level = |way: usize| format!("game: portals\n\n.{}\n", ".".repeat(way));
    let texts: Vec<_> = (1..=LEVELS).map(level).collect();
    fs::write(&many, texts.join("---\n")).expect("it can be written");
    let adding = |place: &Place| {
        let mut command = place.looking("catalogue add");
        command.arg(&many);
        command
    };
    let removing = |place: &Place| {
        let mut command = place.looking("catalogue remove");
        command.args(["--number", "1.."]);
        command
    };
    let began = Instant::now();
    ended(&mut adding(&place), 0);
    let took = began.elapsed();
    assert_eq!(place.list().lines().count(), LEVELS);
    let mut rng = Rng::with_seed(SEED);
    for kill in 0..KILLS {
        let told = format!("seed {SEED}, kill {kill}");
        let after = took.mul_f64(1.2 * rng.f64());
        let there = match place.look("catalogue list --json") {
            list if list.status.code() == Some(0) => place.list().lines().count(),
            _ => 0, // It was not even made.
        };
        match there {
            0 => killed(&mut adding(&place), &place, after),
            LEVELS => killed(&mut removing(&place), &place, after),
            some => panic!("{told}: {some} of {LEVELS} levels"),
        };
        if rng.u8(..4) == 0 {
            // So that the making of the file is killed, too.
            place = Place::new();
        }
    }
}
