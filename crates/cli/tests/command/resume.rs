//! A search that is killed and resumed ends with the very report of one that is left alone, and a
//! folder that does not fit is refused and left as it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::Value;
use tempfile::TempDir;

use crate::asking::{endless, fewest, run, timeless};

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
    let told = format!("nothing is kept yet; to begin again: fewest solve --resume '{name}'\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
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
    let go_on = format!("to go on from what is kept: fewest solve --resume {name}\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), go_on);

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
    let told = format!("error: {last} is damaged: it is not what was written\n{go_on}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);

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

/// Holds the command to a refusal, and the folder to what is in it.
fn refuses(path: &Path, arguments: &[&str], message: &str) {
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
    assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(files(), before, "{arguments:?}");
}

#[test]
fn a_folder_that_does_not_fit_is_refused_and_left_as_it_is() {
    let (_above, path, name) = folder("refused");
    let (lawn, owl) = ("levels/snake/lawn.txt", "levels/curling/owl.txt");
    let refuses = |arguments: &[&str], message: &str| {
        let message = message.replace("{name}", &name);
        refuses(&path, arguments, &message);
    };
    refuses(
        &["solve", "--resume", &name],
        "error: {name} holds no search: name the level, and it begins there\n",
    );
    refuses(
        &["solve", "--scratch", &name, lawn, owl],
        "error: --scratch keeps one search: give it one level\n",
    );
    refuses(
        &["solve", "--resume", &name, lawn, owl],
        "error: --resume goes on with one search: give it one level\n",
    );
    assert!(!path.exists());
    run(&["solve", "--time", "0s", "--scratch", &name, lawn]);
    refuses(
        &["solve", "--scratch", &name, lawn],
        "error: {name} holds an unfinished search: go on with --resume, or name another folder\n",
    );
    refuses(
        &["solve", "--resume", &name, owl],
        "error: {name} holds a search of another level: its line 1 is `game: snake`, not `game: \
         curling`\n",
    );
    refuses(
        &["solve", "--resume", &name, "--whole"],
        "error: {name} holds a search up to the win: leave out --whole\n",
    );
    refuses(
        &["solve", "--resume", &name, "--game", "curling"],
        "error: this level is snake, but curling was asked for\n --> {name}:1:7\n  |\n1 | game: \
         snake\n  |       ^^^^^\n  |\n  = help: leave out --game, or choose another file\n",
    );
    refuses(
        &["solve", "--lang", "zh", "--resume", &name, owl],
        "错误: {name} 中是另一个关卡的搜索：它的第 1 行是 `game: snake`，而不是 `game: curling`\n",
    );
    fs::write(path.join("manifest"), "rubbish").expect("it can be written");
    for arguments in [["solve", "--resume", &name], ["solve", "--scratch", &name]] {
        let arguments = [&arguments[..], &[lawn]].concat();
        let message = "error: {name}: manifest is damaged: it is not what was written\n";
        refuses(&arguments, message);
    }
}

#[test]
fn a_folder_with_files_that_would_be_taken_for_its_own_is_refused() {
    let (_above, path, name) = folder("in the way");
    fs::create_dir(&path).expect("it can be made");
    fs::write(path.join("run-1"), "the first run").expect("it can be written");
    let message = format!(
        "error: {name} holds run-1, but no search that it belongs to: name another folder\n"
    );
    for how in ["--scratch", "--resume"] {
        let level = "levels/snake/lawn.txt";
        refuses(&path, &["solve", how, &name, level], &message);
    }
}

#[test]
fn a_search_of_the_whole_space_is_not_one_up_to_the_win() {
    let (_above, path, name) = folder("not whole");
    let owl = "levels/curling/owl.txt";
    run(&["solve", "--whole", "--time", "0s", "--scratch", &name, owl]);
    let message = format!("error: {name} holds a search of the whole space: add --whole\n");
    refuses(&path, &["solve", "--resume", &name, owl], &message);
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
    let message = format!(
        "error: {name} holds a search by version 0.0.9 of fewest, and this is {}\n",
        env!("CARGO_PKG_VERSION")
    );
    for arguments in [
        &["solve", "--resume", &name][..],
        &["solve", "--resume", &name, level],
    ] {
        refuses(&path, arguments, &message);
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
        let told = format!("error: another process works in {name}\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), told);
        assert_eq!(output.status.code(), Some(2));
    }
    assert!(kill(child).is_none(), "it would have gone on for long");
}
