//! How the command behaves as a process: Ctrl-C, closed pipes, colours, standard input.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn fewest(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child = fewest(arguments).spawn().expect("the command starts");
    feed(&mut child, input);
    child.wait_with_output().expect("it ends")
}

fn feed(child: &mut Child, input: &str) {
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin
        .write_all(input.as_bytes())
        .expect("it reads its input");
}

/// Presses Ctrl-C, by the shell's own `kill`: not every system has another.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    let status = Command::new("sh").args(["-c", &kill]).status();
    assert!(status.expect("there is a shell").success());
}

/// An open board, a snake longer than any that is left to the shapes' sweeps, and an apple that
/// cannot be reached: far more positions than a test waits for.
fn endless() -> String {
    let mut rows = vec![".".repeat(40); 40];
    rows[0] = format!("{}#@", ".".repeat(38));
    rows[1] = format!("{}##", ".".repeat(38));
    rows[20] = format!("123456789abcdefghijklmnopqrstuvwxyz{}", ".".repeat(5));
    format!("game: snake\ntitle: Endless\n\n{}\n", rows.join("\n"))
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_bound_proven_so_far() {
    let mut child = fewest(&["solve", "--json"])
        .spawn()
        .expect("the command starts");
    feed(&mut child, &endless());
    // Long enough to have begun on the slowest machine; it would go on for minutes.
    sleep(Duration::from_secs(1));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{stdout}");
    let answer: serde_json::Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(answer["verdict"], "gave-up");
    assert_eq!(answer["limit"], "stopped");
    assert_eq!(answer["fewest"], serde_json::Value::Null);
    assert!(
        answer["at_least"].as_u64().expect("a bound") > 1,
        "{answer}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_between_small_levels_ends_the_command() {
    let levels = "game: snake\n\n1@\n---\n".repeat(300_000);
    let mut child = fewest(&["solve", "-q"])
        .spawn()
        .expect("the command starts");
    feed(&mut child, &levels);
    // It has begun to answer; the pipe is full soon, so it cannot be through.
    let mut stdout = child.stdout.take().expect("it is piped");
    let mut some = [0; 16];
    stdout.read_exact(&mut some).expect("it writes something");
    interrupt(&child);
    sleep(Duration::from_millis(200));
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).expect("it can be read");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(
        rest.len() < 2 * 300_000 - some.len(),
        "it went on to the end"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_error_that_cannot_be_written_still_ends_with_its_code() {
    let full = || {
        std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("it is there")
    };
    let status = fewest(&["solve", "no-such-file.txt"])
        .stderr(full())
        .status()
        .expect("the command starts");
    assert_eq!(status.code(), Some(2));
    let status = fewest(&["games"])
        .stdout(full())
        .status()
        .expect("the command starts");
    assert_eq!(status.code(), Some(74));
}

#[test]
fn a_time_limit_holds_and_is_no_proof() {
    let output = fed(&["solve", "--time", "100ms"], &endless());
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        stdout.contains("Endless (snake): gave up at the limit of time; a win takes at least"),
        "{stdout}"
    );
    assert!(!stdout.contains("impossible"), "{stdout}");
}

#[test]
fn a_memory_limit_holds() {
    let alone = ["solve", "--json", "--scratch", "none", "--memory", "20MiB"];
    let output = fed(&alone, &endless());
    let answer: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(answer["limit"], "memory");
}

#[cfg(unix)]
#[test]
fn counting_that_is_interrupted_still_tells_the_par() {
    let mut rows = vec![".".repeat(40); 40];
    rows[20] = format!("{}@.123456789abc{}", ".".repeat(10), ".".repeat(16));
    let level = format!("game: snake\n\n{}\n", rows.join("\n"));
    for command in ["rate", "all"] {
        let mut child = fewest(&[command, "--json"])
            .spawn()
            .expect("the command starts");
        feed(&mut child, &level);
        // Solved at once; to count half a billion positions would take minutes.
        sleep(Duration::from_secs(1));
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{command}");
        let answer: serde_json::Value =
            serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(answer["fewest"], 2, "{answer}");
        assert_eq!(answer["counts_limit"], "stopped", "{answer}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_advice_tells_what_was_found() {
    // A board of 1,000 by 1,000 squares has millions of changes.
    let level = format!(
        "game: portals\n\n{}",
        format!("{}\n", ".".repeat(1000)).repeat(1000)
    );
    let mut child = fewest(&["advise", "--json"])
        .spawn()
        .expect("the command starts");
    feed(&mut child, &level);
    sleep(Duration::from_secs(1));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let advice: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(advice["ended"], "stopped");
    let untried = advice["untried"].as_u64().expect("a number");
    let groups = advice["groups"].as_array().expect("a list");
    let tried: usize = groups
        .iter()
        .map(|group| group["changes"].as_array().expect("a list").len())
        .sum();
    assert_eq!(untried + tried as u64, 3 * (1_000_000 - 2));
}

#[test]
fn a_reader_that_has_read_enough_is_no_error() {
    let mut child = fewest(&["show", "levels/portals/six-chambers.txt", "--every"])
        .spawn()
        .expect("the command starts");
    let mut stdout = child.stdout.take().expect("it is piped");
    let mut some = [0; 16];
    stdout.read_exact(&mut some).expect("it writes something");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn no_colour_goes_into_a_pipe() {
    let output = fed(&["show", "levels/snake/round-the-wall.txt"], "");
    assert!(!output.stdout.contains(&0x1b));
    let output = fed(&["solve"], "");
    assert!(!output.stderr.contains(&0x1b));
}

#[test]
fn standard_input_is_read_where_no_file_is_named_or_a_hyphen_is() {
    let level = "game: portals\n\n.A\nA.\n";
    for arguments in [&["solve", "-q"][..], &["solve", "-q", "-"]] {
        let output = fed(arguments, level);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "2\n");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn a_judges_input_is_recognised_where_only_one_game_fits() {
    let inputs = [
        ("[[-1,-1],[-1,3]]\n", "1\n"),
        ("[[\"E\",\"M\"]]\n[0,0]\n", "1\n"),
        ("1 3\n1.@\n", "2\n"),
        ("2 1\n3 2\n0 0\n", "1\n"),
        ("1 3\n.AA\n", "1\n"),
    ];
    for (input, fewest) in inputs {
        let output = fed(&["solve", "-q"], input);
        assert_eq!(String::from_utf8_lossy(&output.stdout), fewest, "{input}");
    }
}

#[test]
fn a_judge_answers_every_case_and_says_no_in_the_judges_words() {
    let cases = [
        ("ladders", "[[-1,-1],[-1,3]]\n[[-1,-1],[-1,3]]\n", "1\n1\n"),
        ("snake", "3 2\n3@\n2#\n1#\n", "-1\n"),
        ("curling", "2 1\n3 2\n6 1\n1 1 2 1 1 3\n0 0\n", "1\n-1\n"),
        ("portals", "2 2\n.#\n#.\n", "Game Over.\n"),
        ("mines", "[[\"M\"]]\n[0,0]\n", "[[\"X\"]]\n"),
    ];
    for (game, input, answer) in cases {
        let output = fed(&["judge", game], input);
        assert_eq!(String::from_utf8_lossy(&output.stdout), answer, "{game}");
        assert_eq!(output.status.code(), Some(0), "{game}");
    }
}

#[test]
fn every_shell_gets_a_completion_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = fed(&["completions", shell], "");
        let script = String::from_utf8_lossy(&output.stdout);
        assert!(
            script.contains("fewest") && script.contains("solve"),
            "{shell}"
        );
        assert_eq!(output.status.code(), Some(0));
    }
}
