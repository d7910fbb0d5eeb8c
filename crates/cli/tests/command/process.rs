//! How the command behaves as a process: Ctrl-C, closed pipes, colours, standard input.

use std::io::{BufRead as _, BufReader, Read as _};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::support::{begun, endless, fed, fewest, interrupt};

#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_bound_proven_so_far() {
    let mut child = begun(&mut fewest("solve --json --progress json"), endless());
    // It has begun once it tells of a bound; it would go on for minutes.
    let told = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut lines = told.lines().map(|line| line.expect("it can be read"));
    let is_bound = |line: &String| {
        let event: Value = serde_json::from_str(line).expect("a JSON object");
        event["at_least"].as_u64() > Some(1)
    };
    lines.find(is_bound).expect("it tells");
    interrupt(&child);
    // What it still tells must not fill the pipe.
    lines.for_each(drop);
    let output = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{stdout}");
    let answer: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(answer["verdict"], "gave-up");
    assert_eq!(answer["limit"], "stopped");
    assert_eq!(answer["fewest"], Value::Null);
    assert!(
        answer["at_least"].as_u64().expect("a bound") > 1,
        "{answer}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_between_small_levels_ends_the_command() {
    let levels = "game: snake\n\n1@\n---\n".repeat(300_000);
    let mut child = begun(&mut fewest("solve -q"), levels);
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
    let output = fed(&["solve", "--json", "--time", "100ms"], endless());
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(
        (&answer["verdict"], &answer["limit"]),
        (&"gave-up".into(), &"time".into())
    );
    assert!(answer["at_least"].is_u64(), "{answer}");
}

#[test]
fn a_memory_limit_holds() {
    let alone = ["solve", "--json", "--scratch", "none", "--memory", "20MiB"];
    let output = fed(&alone, endless());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(answer["limit"], "memory");
}

#[cfg(unix)]
#[test]
fn counting_that_is_interrupted_still_tells_the_par() {
    let mut rows = vec![".".repeat(40); 40];
    rows[20] = format!("{}@.123456789abc{}", ".".repeat(10), ".".repeat(16));
    let level = format!("game: snake\n\n{}\n", rows.join("\n"));
    let start = |command| (command, begun(&mut fewest(&[command, "--json"]), &level));
    let children = ["rate", "all"].map(start);
    // Solved at once; to count half a billion positions would take minutes.
    sleep(Duration::from_secs(1));
    for (command, child) in children {
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{command}");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
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
    let child = begun(&mut fewest(&["advise", "--json"]), level);
    sleep(Duration::from_secs(1));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let advice: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
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
    for words in ["show levels/snake/round-the-wall.txt", "solve"] {
        let output = fewest(words).env_remove("NO_COLOR").output();
        let output = output.expect("the command starts");
        assert!(!output.stdout.contains(&0x1b), "{words}");
        assert!(!output.stderr.contains(&0x1b), "{words}");
    }
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

/// The command under `ulimit -f`: no file may have more than `blocks` blocks.
#[cfg(unix)]
fn with_small_files(blocks: u32, words: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", &format!("ulimit -f {blocks} && exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_fewest"))
        .args(words)
        .current_dir(crate::support::top())
        .env("NO_COLOR", "1")
        .stdin(std::process::Stdio::null());
    command
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_an_error_and_no_signal() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let level = "levels/snake/round-the-wall.txt";
    let kept = file("kept.db");
    let generate = "generate mines --count 3 --seed 1";
    let made = format!("{generate} --size 3x3 --into {kept}");
    assert_eq!(fewest(&made).status().expect("it starts").code(), Some(0));
    let more = format!("{generate} --size 4x4 --into {kept}");
    let first = more.replace("kept.db", "first.db");
    let before = std::fs::read(&kept).expect("a catalogue");
    for (line, code) in [
        (format!("draw {level} -o {}", file("a.svg")), 74),
        (
            format!("draw {level} -o {} --format png", file("a.png")),
            74,
        ),
        (
            format!("convert {level} --to judge -o {}", file("a.txt")),
            74,
        ),
        (more, 2),
        (first, 2),
    ] {
        let words: Vec<_> = line.split_whitespace().collect();
        let output = with_small_files(0, &words).output().expect("it starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{line}: {told}");
        assert!(told.starts_with("error: "), "{line}: {told}");
    }
    assert_eq!(std::fs::read(&kept).expect("a catalogue"), before);
    let left = std::fs::read_dir(folder.path()).expect("a folder");
    let left: Vec<_> = left
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    let is_catalogue = |name: &std::ffi::OsString| name.to_string_lossy().contains(".db");
    assert!(left.iter().all(is_catalogue), "{left:?}");
    // Standard output may be such a file.
    for line in [
        "games".to_string(),
        format!("solve {level}"),
        format!("solve --jobs 2 {level}"),
        format!("draw {level} -o - --format png"),
        format!("convert {level} --to judge"),
        format!("{generate} --size 3x3"),
        "completions bash".to_string(),
        "--version".to_string(),
        "solve --help".to_string(),
    ] {
        let words: Vec<_> = line.split_whitespace().collect();
        let out = std::fs::File::create(file("out")).expect("a file can be made");
        let output = with_small_files(0, &words).stdout(out).output();
        let output = output.expect("it starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(74), "{line}: {told}");
    }
}

/// On one processor and shared out: the search gives up as it does where the disk is full.
#[cfg(unix)]
#[test]
fn a_search_whose_files_may_not_grow_gives_up() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let level = folder.path().join("level.txt");
    std::fs::write(&level, endless()).expect("it can be written");
    let level = level.display().to_string();
    for more in ["", "--processes 2"] {
        let scratch = folder.path().join(format!("scratch{more}"));
        let scratch = scratch.display().to_string();
        let mut words = vec![
            "solve",
            "--json",
            "--memory=64MiB",
            "--scratch",
            &scratch,
            &level,
        ];
        words.extend(more.split_whitespace());
        let output = with_small_files(200, &words).output().expect("it starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{more}: {told}");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("an answer");
        assert_eq!(answer["verdict"], "gave-up", "{answer}");
        assert_eq!(answer["limit"], "disk", "{answer}: {told}");
    }
}

/// What no line that is shown may have.
fn is_hidden_in_line(letter: char) -> bool {
    letter != '\n' && fewest_words::is_hidden(letter)
}

/// Characters that rule a terminal, reorder a text or hide in it, and how they are shown.
const HIDDEN: &str = "\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{2028}\u{feff}";
const SPELT: &str = "\\u{202e}\\u{2066}\\u{200f}\\u{61c}\\u{200b}\\u{2028}\\u{feff}";

#[test]
fn a_title_that_hides_characters_shows_them() {
    let level = format!(
        "game: snake\ntitle: a{HIDDEN}b\n\n##...\n..1#@\n432#.\n...#.\n\nsolution: U R R D\n"
    );
    for words in [
        "solve",
        "rate",
        "hint",
        "why",
        "all",
        "layers",
        "show",
        "advise",
        "show --every",
        "solve --lang zh",
        "solve --explain",
    ] {
        let output = fed(words, &level);
        let told = String::from_utf8(output.stdout).expect("it is text");
        assert!(told.contains(&format!("a{SPELT}b")), "{words}: {told}");
        assert!(!told.contains(is_hidden_in_line), "{words}: {told}");
    }
    let answer = fed("solve --json", &level).stdout;
    let answer: Value = serde_json::from_slice(&answer).expect("an answer");
    assert_eq!(answer["title"], format!("a{HIDDEN}b"));
    let copied = fed("convert --to level", &level).stdout;
    let copied = String::from_utf8(copied).expect("it is text");
    assert!(copied.contains(&format!("title: a{HIDDEN}b\n")), "{copied}");
    let picture = fed("draw -o - --format svg", &level).stdout;
    let picture = String::from_utf8(picture).expect("it is text");
    assert!(
        picture.contains(&format!("<title>a{SPELT}b (Snake)")),
        "{picture}"
    );
    assert!(!picture.contains('\u{202e}'));
}

#[test]
fn an_error_shows_what_is_hidden_and_marks_the_right_place() {
    let every: String = (0..=31).chain([127]).filter_map(char::from_u32).collect();
    let every = every.replace(['\t', '\n', '\r'], "");
    for (note, shown, before, marked) in [
        ("par: \u{202e}4x", r"par: \u{202e}4x", 5, 10),
        ("p\u{200b}ar: 4", r"p\u{200b}ar: 4", 0, 14),
        ("par: 4\u{2066}", r"par: 4\u{2066}", 5, 9),
        ("par:\t4\u{9b}", r"par:    4\u{9b}", 8, 7),
        ("\u{1b}[31mtitle: x", "␛[31mtitle: x", 0, 13),
        (
            &format!("par: x{every}y"),
            "par: x␀␁␂␃␄␅␆␇␈␋␌␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡y",
            5,
            32,
        ),
    ] {
        let output = fed("solve", format!("game: snake\n{note}\n\n##...\n..1#@\n"));
        let told = String::from_utf8(output.stderr).expect("it is text");
        assert_eq!(output.status.code(), Some(2));
        assert!(!told.contains(is_hidden_in_line), "{told}");
        let (gap, marks) = (" ".repeat(before), "^".repeat(marked));
        let lines = format!("\n2 | {shown}\n  | {gap}{marks}\n");
        assert!(told.contains(&lines), "{told}");
    }
}

/// Names that others may have chosen.
#[cfg(unix)]
#[test]
fn a_name_that_hides_characters_shows_them() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let name = "x\u{1b}]0;\u{7}\u{202e}\n.txt";
    let file = folder.path().join(name);
    let file = file.to_str().expect("text");
    let spelt = r"x\u{1b}]0;\u{7}\u{202e}\n.txt";
    let safe = |words: &[&str]| {
        let output = fewest(words).output().expect("it starts");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).expect("it is text");
        assert!(!told.contains(is_hidden_in_line), "{words:?}: {told}");
        told
    };
    let told = |words: &[&str]| {
        let told = safe(words);
        assert!(told.contains(spelt), "{words:?}: {told}");
    };
    told(&["solve", file]);
    told(&["catalogue", "list", file]);
    std::fs::write(file, "game: snake\n\n#\n").expect("it can be written");
    told(&["solve", file]);
    std::fs::write(file, "game: snake\n\n##...\n..1#@\n432#.\n...#.\n").expect("it can be written");
    told(&["solve", file]);
    told(&["draw", file, "-o", &format!("{file}.svg")]);
    told(&["solve", "--resume", file, file]);
    // The parser leaves out what rules a terminal, and of moves only a line is shown.
    safe(&["solve", &format!("--{name}")]);
    safe(&["solve", "--time", name]);
    safe(&["hint", "--after", name, "levels/snake/round-the-wall.txt"]);
    told(&["solve", "--lang", "zh", "--time", name]);
}

#[test]
fn a_catalogue_that_hides_characters_shows_them() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("levels.db");
    let mut catalogue = fewest_catalogue::Catalogue::create_or_open(&file).expect("it is made");
    let entry = fewest_catalogue::Entry {
        key: "1".to_string(),
        game: format!("snake{HIDDEN}"),
        rows: 1,
        columns: 2,
        par: Some(1),
        text: format!("game: snake\ntitle: a{HIDDEN}b\n\n1@\n"),
        kernel: "bits".to_string(),
        ..fewest_catalogue::Entry::default()
    };
    catalogue.keep(&[entry]).expect("it keeps");
    drop(catalogue);
    for (verb, shown) in [("list", "b"), ("stats", "")] {
        let file = file.to_str().expect("text");
        let output = fewest(&["catalogue", verb, file])
            .output()
            .expect("it starts");
        let told = String::from_utf8(output.stdout).expect("it is text");
        assert!(told.contains(&format!("snake{SPELT}")), "{told}");
        assert!(told.contains(&format!("{SPELT}{shown}")), "{told}");
        assert!(!told.contains(is_hidden_in_line), "{told}");
    }
}
