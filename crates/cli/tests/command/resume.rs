//! A search that is killed and resumed ends with the very report of one that is left alone, in one process
//! and in a cluster of processes on this machine; a directory that does not fit is refused and left as it
//! is.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};

use crate::support::{endless, fewest, numbers, run, shipped, timeless};

const SEED: u64 = 20_061_014;

/// A folder for one test, which is not there at its beginning, in one that is gone at its end.
fn folder(name: &str) -> (TempDir, PathBuf, String) {
    let above = tempfile::tempdir().expect("a folder can be made");
    let path = above.path().join(name);
    let name = path.display().to_string();
    (above, path, name)
}

/// What was answered, but for the time it took.
fn answer(output: &Output) -> String {
    let [answer] = &timeless(&output.stdout)[..] else {
        panic!("one JSON object: {output:?}");
    };
    answer.to_string()
}

/// Kills the process at once, and says whether it was over by then.
fn kill(mut child: Child) -> Option<Output> {
    child.kill().expect("it can be killed");
    let output = child.wait_with_output().expect("it ends");
    // Whoever had written the answer is through, though the folder may not be cleared.
    output.stdout.ends_with(b"\n").then_some(output)
}

/// Kills a search again and again, with patience enough that it comes to its end several times.
fn survives(name: &str, asked: &[&str], kills: usize) {
    let mut rng = Rng::with_seed(SEED);
    let (_above, path, folder) = folder(name);
    let asked = [&["solve", "--json"], asked].concat();
    let began = Instant::now();
    let expected = run(&asked);
    let took = began.elapsed();
    let expected = answer(&expected);
    assert!(expected.contains(r#""kernel":"disk""#), "{expected}");
    let command = [&asked[..], &["--resume", &folder]].concat();
    let mut killed = 0;
    while killed < kills {
        // Each time it begins anew, and with another patience: some kills fall into the memory's
        // part, some into a layer, some into the end.
        let mut patience = took.mul_f64(0.1 + 0.9 * rng.f64());
        let ended = loop {
            if killed == kills {
                break run(&command);
            }
            let child = fewest(&command).spawn().expect("the command starts");
            sleep(patience.mul_f64(rng.f64()));
            killed += 1;
            // Where no layer is through in the time, nothing would ever end.
            patience = patience.mul_f64(1.1);
            if let Some(output) = kill(child) {
                break output;
            }
        };
        let told = format!("{name}, seed {SEED}, {killed} kills");
        assert_eq!(answer(&ended), expected, "{told}");
        // Killed after its answer, it may have left something to be resumed, or nothing.
        let again = run(&command);
        assert_eq!(answer(&again), expected, "{told}, once more");
        assert!(!path.exists(), "{told}: what is over is gone");
    }
}

#[test]
fn a_whole_space_survives_kills() {
    let asked = ["--whole", "--memory=4MiB", "levels/curling/butterfly.txt"];
    survives("whole and killed", &asked, 40);
}

#[test]
fn a_search_that_comes_back_to_its_positions_survives_kills() {
    const SIDE: usize = 670;
    let level = tempfile::NamedTempFile::new().expect("a file can be made");
    let rows = format!("{}\n", ".".repeat(SIDE)).repeat(SIDE);
    fs::write(&level, format!("game: portals\n\n{rows}")).expect("it can be written");
    let level = level.path().display().to_string();
    survives("open and killed", &["--whole", "--memory=2MiB", &level], 30);
}

#[test]
fn a_search_by_the_games_own_kernel_survives_kills() {
    let asked = ["--memory=3MiB", "crates/cli/tests/levels/no-way-in.txt"];
    survives("curling and killed", &asked, 30);
}

#[test]
fn a_search_that_gave_up_says_how_it_goes_on() {
    let (_above, path, name) = folder("gave up");
    let level = "levels/snake/lawn.txt";
    let output = run(&["solve", "-q", "--time", "0s", "--scratch", &name, level]);
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8_lossy(&output.stderr);
    let again = format!(": fewest solve --resume '{name}'\n");
    assert!(told.ends_with(&again), "{told}");
    let output = run(&["solve", "-q", "--resume", &name, "--game", "snake"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "70\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(!path.exists(), "what is over is gone");
    // The same command begins where nothing is kept, and serves a folder that was there.
    fs::create_dir(&path).expect("it can be made");
    let output = run(&["solve", "-q", "--resume", &name, level]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "70\n");
    let left = fs::read_dir(&path).expect("it stays").count();
    assert_eq!(left, 0, "and nothing in it");
}

#[test]
fn other_limits_go_on_and_what_is_damaged_is_named() {
    let (_above, path, name) = folder("limited");
    let level = "levels/curling/butterfly.txt";
    let whole = ["solve", "--json", "--whole", "--memory=4MiB", level];
    let expected = answer(&run(&whole));
    let limited = [&whole[..], &["--states=100000", "--resume", &name]].concat();
    let output = run(&limited);
    assert_eq!(output.status.code(), Some(3));
    let gave_up: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(
        (&gave_up["limit"], &gave_up["states"]),
        (&"states".into(), &100_000.into())
    );
    let go_on = String::from_utf8_lossy(&output.stderr);
    let again = format!(": fewest solve --resume {name}\n");
    assert!(go_on.ends_with(&again), "{go_on}");

    // The last layer has to be read to go on; of others, only what the way back needs.
    let files = fs::read_dir(&path).expect("it is kept").flatten();
    let name_of = |file: fs::DirEntry| file.file_name().to_string_lossy().into_owned();
    let number = |name: &str| name.strip_prefix("layer-")?.parse::<u32>().ok();
    let last = files.filter_map(|file| number(&name_of(file))).max();
    let last = format!("layer-{}", last.expect("a layer"));
    let layer = path.join(&last);
    let whole_layer = fs::read(&layer).expect("it is on the disk");
    let mut damaged = whole_layer.clone();
    damaged[whole_layer.len() / 2] ^= 4;
    fs::write(&layer, damaged).expect("it can be written");
    let resumed = ["solve", "--json", "--memory=4MiB", "--resume", &name];
    let output = run(&resumed);
    assert_eq!(output.status.code(), Some(3));
    let gave_up: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(gave_up["limit"], "disk");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with(&format!("error: {last} ")), "{told}");
    assert!(told.ends_with(&*go_on), "{told}");

    fs::write(&layer, whole_layer).expect("it can be written");
    let output = run(&resumed);
    assert_eq!(answer(&output), expected);
    assert!(!path.exists(), "what is over is gone");
}

#[test]
fn what_is_resumed_knows_whether_it_was_for_the_whole_space() {
    let (_above, _, name) = folder("whole");
    let level = "levels/curling/owl.txt";
    let expected = run(&["solve", "--json", "--whole", level]);
    assert!(expected.stdout.ends_with(b"]}\n"), "it has layers");
    run(&[
        "solve",
        "--whole",
        "--time",
        "0s",
        "--scratch",
        &name,
        level,
    ]);
    let output = run(&["solve", "--json", "--resume", &name]);
    assert_eq!(answer(&output), answer(&expected));
}

/// Holds the command to a refusal that names something, and the folder to what is in it.
fn refuses(path: &Path, arguments: &[&str], part: &str) {
    let files = || -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        for entry in fs::read_dir(path).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            let bytes = fs::read(&path).expect("a file");
            files.push((path.display().to_string(), bytes));
        }
        files.sort();
        files
    };
    let before = files();
    let output = run(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(part), "{arguments:?}: {told}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(files(), before, "{arguments:?}");
}

#[test]
fn a_folder_that_does_not_fit_is_refused_and_left_as_it_is() {
    let (_above, path, name) = folder("refused");
    let (lawn, owl) = ("levels/snake/lawn.txt", "levels/curling/owl.txt");
    let refuses = |arguments: &[&str], part: &str| refuses(&path, arguments, part);
    refuses(&["solve", "--resume", &name], &name);
    refuses(&["solve", "--scratch", &name, lawn, owl], "--scratch");
    refuses(&["solve", "--resume", &name, lawn, owl], "--resume");
    assert!(!path.exists());
    run(&["solve", "--time", "0s", "--scratch", &name, lawn]);
    refuses(&["solve", "--scratch", &name, lawn], &name);
    for flags in [&[][..], &["--lang", "zh"]] {
        let arguments = [&["solve", "--resume", &name, owl], flags].concat();
        refuses(&arguments, "`game: curling`");
    }
    refuses(&["solve", "--resume", &name, "--whole"], "--whole");
    let place = format!("{name}:1:7\n");
    refuses(&["solve", "--resume", &name, "--game", "curling"], &place);
    fs::write(path.join("manifest"), "rubbish").expect("it can be written");
    for arguments in [["solve", "--resume", &name], ["solve", "--scratch", &name]] {
        let arguments = [&arguments[..], &[lawn]].concat();
        refuses(&arguments, &format!("{name}: manifest "));
    }
}

#[test]
fn a_folder_with_files_that_would_be_taken_for_its_own_is_refused() {
    let (_above, path, name) = folder("in the way");
    fs::create_dir(&path).expect("it can be made");
    fs::write(path.join("run-1"), "the first run").expect("it can be written");
    for how in ["--scratch", "--resume"] {
        let level = "levels/snake/lawn.txt";
        refuses(&path, &["solve", how, &name, level], "run-1");
    }
}

#[test]
fn a_search_of_the_whole_space_is_not_one_up_to_the_win() {
    let (_above, path, name) = folder("not whole");
    let owl = "levels/curling/owl.txt";
    run(&["solve", "--whole", "--time", "0s", "--scratch", &name, owl]);
    refuses(&path, &["solve", "--resume", &name, owl], "--whole");
}

#[test]
fn a_search_of_another_version_is_not_gone_on_with() {
    let (_above, path, name) = folder("older");
    let level = "levels/snake/lawn.txt";
    run(&["solve", "--time", "0s", "--scratch", &name, level]);
    let manifest = path.join("manifest");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let version = format!("subject version {}\n", env!("CARGO_PKG_VERSION"));
    let (text, _) = text.split_once("checksum ").expect("a checksum");
    let text = text.replace(&version, "subject version 0.0.9\n");
    let sum = crc32fast::hash(text.as_bytes());
    fs::write(&manifest, format!("{text}checksum {sum:08x}\n")).expect("it can be written");
    for arguments in [
        &["solve", "--resume", &name][..],
        &["solve", "--resume", &name, level],
    ] {
        refuses(&path, arguments, " 0.0.9 ");
    }
}

#[test]
fn a_folder_in_which_another_process_works_is_refused() {
    let (_above, path, name) = folder("locked");
    let level = tempfile::NamedTempFile::new().expect("a file can be made");
    fs::write(&level, endless()).expect("it can be written");
    let level = level.path().display().to_string();
    let child = fewest(&["solve", "--scratch", &name, &level]).spawn();
    let child = child.expect("the command starts");
    while !path.join("manifest").exists() {
        sleep(Duration::from_millis(10));
    }
    for arguments in [
        &["solve", "--resume", &name][..],
        &["solve", "--resume", &name, &level],
        &["solve", "--scratch", &name, &level],
    ] {
        let output = run(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(&name), "{told}");
        assert_eq!(output.status.code(), Some(2));
    }
    assert!(kill(child).is_none(), "it would have gone on for long");
}

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

fn kill_process(process: u32) {
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
        kill_process(children(child.id())[victim]);
        let mut rest = String::new();
        told.read_to_string(&mut rest).expect("it is text");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(essence(&output.stdout), *ALONE, "{rest}");
        // The loss is reported with the signal and the number of restarts, then the layer.
        let events = rest.lines().filter(|line| !line.starts_with('{'));
        let events: Vec<_> = events.map(numbers).collect();
        assert_eq!(events[0], [victim as u64, 9, 1, 3], "{rest}");
        assert!(events[1].len() == 1 && events[1][0] > 0, "{rest}");
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
    assert_eq!(numbers(&told.replace(&name, "")), [2, 1], "{told}");
    let output = run(&asked);
    assert_eq!(essence(&output.stdout), *ALONE);
    assert!(!folder.exists(), "nothing is left behind");
}
