//! `fewest convert` as a process: boards through every format and back, files, and refusals.

use std::fs;

use tempfile::TempDir;

use crate::asking::fed;

/// What it writes where all is well.
fn done(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = fed(arguments, input);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {told}");
    assert_eq!(told, "", "{arguments:?}");
    output.stdout
}

/// What it says where it refuses: with exit 2, and nothing written.
fn refused(arguments: &[&str], input: &[u8]) -> String {
    let output = fed(arguments, input);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    told
}

fn convert(input: &[u8], to: &str) -> Vec<u8> {
    done(&["convert", "--to", to], input)
}

const LEVEL: &str = "game: mines\n\nEEEE\nMMEE\nEMEE\nEEEE\n";
const LAID: [&str; 6] = ["mbf", "pttacg", "tatham", "tatham-masked", "rawvf", "json"];

#[test]
fn every_format_leads_to_every_other_and_back() {
    for from in LAID {
        let file = convert(LEVEL.as_bytes(), from);
        assert_eq!(convert(&file, "level"), LEVEL.as_bytes(), "{from}");
        let named = from.trim_end_matches("-masked");
        let named = ["convert", "-", "--from", named, "--to", "level"];
        assert_eq!(done(&named, &file), LEVEL.as_bytes(), "{from}");
        for to in LAID {
            let through = convert(&file, to);
            assert_eq!(through, convert(LEVEL.as_bytes(), to), "{from} to {to}");
        }
    }
}

/// Every command knows the formats by their looks.
#[test]
fn any_command_reads_them() {
    let asked = |verb: &str, file: &[u8]| {
        let answer = done(&[verb, "--json"], file);
        let answer: serde_json::Value = serde_json::from_slice(&answer).expect("JSON");
        let parts = ["fewest", "moves", "counts", "board"];
        parts.map(|part| answer[part].clone())
    };
    for name in LAID {
        let file = convert(LEVEL.as_bytes(), name);
        for verb in ["solve", "rate", "show"] {
            let told = asked(verb, &file);
            assert_eq!(told, asked(verb, LEVEL.as_bytes()), "{verb}, {name}");
        }
    }
    let position = b"4x3x2\n1HF1\n1HH1\n0110\n";
    let level = convert(position, "level");
    let shown = "game: mines\nmines: 2\n\n1?!1\n1??1\nB11B\n";
    assert_eq!(String::from_utf8_lossy(&level), shown);
    assert_eq!(convert(&level, "jsminesweeper"), position);
}

#[test]
fn the_name_of_a_file_tells_its_format() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (mbf, text) = (file("board.mbf"), file("board.txt"));
    let told = done(&["convert", "-o", &mbf], LEVEL.as_bytes());
    let told = String::from_utf8(told).expect("it is text");
    assert_eq!(told, format!("{mbf}: 1 level, mbf, 10 bytes\n"));
    let bytes = fs::read(&mbf).expect("it is written");
    assert_eq!(bytes, b"\x04\x04\0\x03\0\x01\x01\x01\x01\x02");
    let told = done(&["convert", &mbf, "-o", &text, "--json"], b"");
    let told: serde_json::Value = serde_json::from_slice(&told).expect("JSON");
    let line = serde_json::json!({"file": text, "format": "level", "levels": 1, "bytes": 33});
    assert_eq!(told, line);
    assert_eq!(fs::read_to_string(&text).expect("it is written"), LEVEL);

    let unknown = file("board.xyz");
    let told = refused(&["convert", &mbf, "-o", &unknown], b"");
    assert!(told.contains("this name does not tell the format: add --to"));
    let nowhere = file("no/board.mbf");
    let told = refused(&["convert", &mbf, "-o", &nowhere], b"");
    assert!(told.contains("there is no such folder"), "{told}");
    let mut names = fs::read_dir(&folder).expect("it can be listed").count();
    assert_eq!(names, 2, "nothing else is written");
    // What cannot be converted leaves the file as it was.
    let flagged = LEVEL.replace('M', "F");
    refused(&["convert", "-o", &mbf], flagged.as_bytes());
    assert_eq!(fs::read(&mbf).expect("it is there"), bytes);
    names = fs::read_dir(&folder).expect("it can be listed").count();
    assert_eq!(names, 2, "nothing else is written");
}

#[test]
fn what_cannot_be_said_is_refused_or_left_out() {
    let flagged = LEVEL.replacen('M', "F", 1);
    let told = refused(&["convert", "--to", "tatham"], flagged.as_bytes());
    let why = "error: tatham cannot have level 1: it knows no flags, and one is on 1,0 (--lossy \
               leaves them out)\n";
    assert_eq!(told, why);
    let lossy = ["convert", "--to", "tatham", "--lossy"];
    assert_eq!(done(&lossy, flagged.as_bytes()), b"4x4n3:u0c40\n");
    let hidden = ["convert", "--to", "jsminesweeper", "--lossy"];
    let seen = done(&hidden, flagged.as_bytes());
    assert_eq!(seen, b"4x4x3\nHHHH\nFHHH\nHHHH\nHHHH\n");
    refused(&["convert", "--to", "mbf", "--lossy"], &seen);
    let told = refused(
        &["convert", "levels/snake/one-bite.txt", "--to", "mbf"],
        b"",
    );
    assert_eq!(
        told,
        "error: snake cannot be written in the format mbf: its formats are level, judge\n"
    );
    let told = refused(
        &[
            "convert",
            "levels/mines/beginner.txt",
            "levels/mines/expert.txt",
            "--to",
            "mbf",
        ],
        b"",
    );
    assert_eq!(
        told,
        "error: a file in the format mbf has one board: 2 were given\n"
    );
}

#[test]
fn what_is_damaged_is_told_with_its_place() {
    let cut = b"\x04\x04\0\x03\0\x01\x01\x01\x01";
    let told = refused(&["convert", "-", "--from", "mbf", "--to", "level"], cut);
    assert_eq!(
        told,
        "error: <stdin>: byte 9: the file ends after 2 of 3 mines\n"
    );
    let told = refused(&["convert", "--to", "level"], cut);
    let end = "as a .mbf file it is damaged at byte 9: the file ends after 2 of 3 mines\n";
    assert!(told.ends_with(end), "{told}");
    let told = refused(&["convert", "--to", "level"], b"b=44&m=1h00\nb=44&m=1h0w\n");
    assert!(told.contains("`w` is none of the digits 0–9 a–v"), "{told}");
    assert!(told.contains("<stdin>:2:11"), "{told}");
    let told = refused(&["convert", "--from", "rawvf", "--to", "level"], b"hello");
    assert!(told.contains("this does not begin as the format rawvf does"));
    refused(&["convert", "--to", "nothing"], LEVEL.as_bytes());
    refused(&["convert"], LEVEL.as_bytes());
}
