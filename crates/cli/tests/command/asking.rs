//! Asks the command, each time a process of its own, and reads what it says.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the command from the folder where the levels are.
pub fn run(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fewest"))
        .args(arguments.split_whitespace())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

/// What the command says, when it ends with that code.
pub fn said(arguments: &str, code: i32) -> String {
    let output = run(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {told}");
    String::from_utf8(output.stdout).expect("it is text")
}

/// The objects of lines of JSON.
pub fn objects(lines: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).expect(line);
    lines.lines().map(read).collect()
}

/// The level of each object.
pub fn levels(objects: &[Value]) -> Vec<&str> {
    let texts = objects.iter().map(|object| object["text"].as_str());
    texts.map(|text| text.expect("a level")).collect()
}

/// Asks a command about levels, in a file of their own: a line of JSON for each.
pub fn asked(command: &str, levels: &[impl AsRef<str>]) -> Vec<Value> {
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    let texts: Vec<_> = levels.iter().map(AsRef::as_ref).collect();
    fs::write(&file, texts.join("---\n")).expect("it can be written");
    let output = run(&format!("{command} {}", file.path().display()));
    let lines = objects(str::from_utf8(&output.stdout).expect("JSON is text"));
    assert_eq!(lines.len(), levels.len(), "{command}");
    lines
}

/// The level without what is claimed about it.
pub fn bare(level: &str) -> String {
    let is_claim = |line: &&str| {
        let mut claims = ["par:", "seed:", "solution:"].into_iter();
        claims.any(|claim| line.starts_with(claim))
    };
    let lines = level.lines().filter(|line| !is_claim(line));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The fewest moves of each level, solved anew; nothing for what cannot be won.
pub fn solved(levels: &[impl AsRef<str>]) -> Vec<Option<u64>> {
    let levels: Vec<_> = levels.iter().map(|level| bare(level.as_ref())).collect();
    let answer = |line: Value| {
        assert_ne!(line["verdict"], "gave-up", "{line}");
        assert_eq!(line["error"], Value::Null, "{line}");
        line["fewest"].as_u64()
    };
    asked("solve --jobs 2", &levels)
        .into_iter()
        .map(answer)
        .collect()
}
