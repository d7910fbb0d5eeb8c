//! `fewest convert` and `fewest draw`: boards through every format and back, the files that are written, and
//! those that must not be.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{endless, fed, fewest, interrupt, numbers, run};

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
    assert!(told.starts_with(&mbf), "{told}");
    assert_eq!(numbers(&told[mbf.len()..]), [1, 10], "{told}");
    let bytes = fs::read(&mbf).expect("it is written");
    assert_eq!(bytes, b"\x04\x04\0\x03\0\x01\x01\x01\x01\x02");
    let told = done(&["convert", &mbf, "-o", &text, "--json"], b"");
    let told: serde_json::Value = serde_json::from_slice(&told).expect("JSON");
    let line = serde_json::json!({"file": text, "format": "level", "levels": 1, "bytes": 33});
    assert_eq!(told, line);
    assert_eq!(fs::read_to_string(&text).expect("it is written"), LEVEL);

    let unknown = file("board.xyz");
    refused(&["convert", &mbf, "-o", &unknown], b"");
    let nowhere = file("no/board.mbf");
    refused(&["convert", &mbf, "-o", &nowhere], b"");
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
    assert!(told.contains("1,0") && told.contains("--lossy"), "{told}");
    let lossy = ["convert", "--to", "tatham", "--lossy"];
    assert_eq!(done(&lossy, flagged.as_bytes()), b"4x4n3:u0c40\n");
    let hidden = ["convert", "--to", "jsminesweeper", "--lossy"];
    let seen = done(&hidden, flagged.as_bytes());
    assert_eq!(seen, b"4x4x3\nHHHH\nFHHH\nHHHH\nHHHH\n");
    refused(&["convert", "--to", "mbf", "--lossy"], &seen);
    refused(
        &["convert", "levels/snake/one-bite.txt", "--to", "mbf"],
        b"",
    );
    refused(
        &[
            "convert",
            "levels/mines/beginner.txt",
            "levels/mines/expert.txt",
            "--to",
            "mbf",
        ],
        b"",
    );
}

#[test]
fn what_is_damaged_is_told_with_its_place() {
    let cut = b"\x04\x04\0\x03\0\x01\x01\x01\x01";
    let told = refused(&["convert", "-", "--from", "mbf", "--to", "level"], cut);
    assert_eq!(numbers(&told), [9, 2, 3], "{told}");
    let told = refused(&["convert", "--to", "level"], cut);
    assert!(numbers(&told).ends_with(&[9, 2, 3]), "{told}");
    let told = refused(&["convert", "--to", "level"], b"b=44&m=1h00\nb=44&m=1h0w\n");
    assert!(told.contains("<stdin>:2:11"), "{told}");
    let told = refused(&["convert", "--from", "rawvf", "--to", "level"], b"hello");
    assert!(told.contains("<stdin>:1:1"), "{told}");
    refused(&["convert", "--to", "nothing"], LEVEL.as_bytes());
    refused(&["convert"], LEVEL.as_bytes());
}

/// A folder that is gone when the test is over.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder can be made"))
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).expect("it can be listed");
        let name = |file: fs::DirEntry| file.file_name().display().to_string();
        let mut names: Vec<_> = files.map(|file| name(file.expect("it is there"))).collect();
        names.sort();
        names
    }
}

/// The width and the height that a picture says it has.
fn size(bytes: &[u8]) -> (u64, u64) {
    if bytes.starts_with(b"\x89PNG") {
        let number = |at: usize| {
            bytes[at..at + 4]
                .iter()
                .fold(0, |sum, &byte| sum << 8 | u64::from(byte))
        };
        (number(16), number(20))
    } else if bytes.starts_with(b"GIF89a") {
        let number = |at: usize| u64::from(bytes[at]) + 256 * u64::from(bytes[at + 1]);
        (number(6), number(8))
    } else {
        let text = String::from_utf8_lossy(bytes);
        let number = |name: &str| {
            let value = text.split(name).nth(1).expect("it says its size");
            value
                .split('"')
                .nth(1)
                .expect("in quotes")
                .parse()
                .expect("a number")
        };
        (number(" width="), number(" height="))
    }
}

#[test]
fn every_game_is_drawn_in_every_format_and_theme() {
    let folder = Folder::new();
    let levels = [
        ("ladders/two-by-two", 1),
        ("mines/do-not-touch", 1),
        ("snake/round-the-wall", 4),
        ("curling/first-throw", 1),
        ("portals/born-on-a-portal", 6),
    ];
    for (level, moves) in levels {
        let level = format!("levels/{level}.txt");
        for (theme, format) in ["light", "dark"]
            .iter()
            .flat_map(|theme| ["svg", "png", "gif"].map(|format| (*theme, format)))
        {
            let file = folder.file(&format!("{theme}.{format}"));
            let drawn = run(&[
                "draw",
                &level,
                "-o",
                &file,
                "--theme",
                theme,
                "--solution",
                "best",
                "--json",
            ]);
            let errors = String::from_utf8_lossy(&drawn.stderr);
            assert_eq!(drawn.status.code(), Some(0), "{level} {errors}");
            let line: serde_json::Value = serde_json::from_slice(&drawn.stdout).expect("JSON");
            let bytes = fs::read(&file).expect("it was written");
            let (width, height) = size(&bytes);
            let frames = if format == "gif" { moves + 1 } else { 1 };
            assert_eq!(line["game"], level.split('/').nth(1).expect("a folder"));
            assert_eq!(line["file"], file);
            assert_eq!(line["format"], format);
            assert_eq!(
                (&line["width"], &line["height"]),
                (&width.into(), &height.into())
            );
            assert_eq!(line["frames"], frames, "{level}");
            assert_eq!(line["bytes"], bytes.len());
        }
        assert_eq!(folder.names().len(), 6, "nothing is left aside");
    }
    let [light, dark] =
        ["light.svg", "dark.svg"].map(|name| fs::read(folder.file(name)).expect("it is there"));
    assert_ne!(light, dark);
}

#[test]
fn standard_output_gets_what_a_file_gets() {
    let folder = Folder::new();
    let level = "levels/curling/crooked-way.txt";
    for format in ["svg", "png", "gif"] {
        let file = folder.file(&format!("x.{format}"));
        assert_eq!(run(&["draw", level, "-o", &file]).status.code(), Some(0));
        let piped = run(&["draw", level, "-o", "-", "--format", format]);
        assert_eq!(
            piped.stdout,
            fs::read(&file).expect("it was written"),
            "{format}"
        );
    }
}

#[test]
fn a_failure_leaves_everything_as_it_was() {
    let folder = Folder::new();
    let (svg, gif) = (folder.file("old.svg"), folder.file("new.gif"));
    fs::write(&svg, "old").expect("it can be written");
    let wall = "levels/snake/round-the-wall.txt";
    let failures: [(&[&str], i32); 6] = [
        (
            &[
                "levels/portals/game-over.txt",
                "-o",
                &svg,
                "--solution",
                "best",
            ],
            1,
        ),
        (&["levels/portals/game-over.txt", "-o", &gif], 1),
        (
            &[
                "levels/portals/six-chambers.txt",
                "-o",
                &gif,
                "--states",
                "5",
            ],
            3,
        ),
        (&[wall, "-o", &svg, "--after", "U U"], 2),
        (&[wall, "-o", &svg, "--solution", "U R nonsense"], 2),
        (&[wall, wall, "-o", &svg], 2),
    ];
    for (arguments, code) in failures {
        let failed = run(&[&["draw"], arguments].concat());
        assert_eq!(failed.status.code(), Some(code), "{arguments:?}");
        assert!(
            failed.stdout.is_empty() && !failed.stderr.is_empty(),
            "{arguments:?}"
        );
        assert_eq!(folder.names(), ["old.svg"], "{arguments:?}");
        assert_eq!(
            fs::read(&svg).expect("it is there"),
            b"old",
            "{arguments:?}"
        );
    }
    assert_eq!(run(&["draw", wall, "-o", &svg]).status.code(), Some(0));
    assert_ne!(fs::read(&svg).expect("it is there"), b"old");
    // Won already: no moves, and one position.
    let won = run(&["draw", wall, "-o", &gif, "--after", "URRD", "--json"]);
    let line: serde_json::Value = serde_json::from_slice(&won.stdout).expect("JSON");
    assert_eq!(line["frames"], 1);
}

#[test]
fn a_huge_board_is_refused_before_anything_is_made_of_it() {
    let folder = Folder::new();
    let board = folder.file("board.txt");
    let text = format!(
        "game: portals\n\n{}",
        (".".repeat(3000) + "\n").repeat(3000)
    );
    fs::write(&board, text).expect("it can be written");
    for format in ["svg", "png", "gif"] {
        let file = folder.file(&format!("never.{format}"));
        let refused = run(&["draw", &board, "-o", &file]);
        assert_eq!(refused.status.code(), Some(2));
        let errors = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(numbers(&errors)[..2], [3000, 3000], "{errors}");
    }
    assert_eq!(folder.names(), ["board.txt"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_are_not_replaced() {
    let folder = Folder::new();
    let (file, link) = (folder.file("file.svg"), folder.file("link.svg"));
    fs::write(&file, "old").expect("it can be written");
    std::os::unix::fs::symlink(&file, &link).expect("a link can be made");
    let level = "levels/snake/one-bite.txt";
    assert_eq!(run(&["draw", level, "-o", &link]).status.code(), Some(0));
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    assert!(fs::read(&file).expect("it is there").starts_with(b"<svg"));
    assert_eq!(folder.names(), ["file.svg", "link.svg"]);
    let null = run(&["draw", level, "-o", "/dev/null", "--format", "png"]);
    assert_eq!(null.status.code(), Some(0));
    assert!(!fs::metadata("/dev/null").expect("it is there").is_file());
    if Path::new("/dev/full").exists() {
        let full = run(&["draw", level, "-o", "/dev/full", "--format", "png"]);
        assert_eq!(full.status.code(), Some(74));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_writes_nothing() {
    let folder = Folder::new();
    let board = folder.file("board.txt");
    fs::write(&board, endless()).expect("it can be written");
    let child = fewest(&["draw", &board, "-o", &folder.file("never.gif")]).spawn();
    let child = child.expect("the command starts");
    // Long enough to have begun on the slowest machine; it would go on for minutes.
    std::thread::sleep(std::time::Duration::from_secs(1));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(folder.names(), ["board.txt"]);
}

#[test]
fn every_game_has_heat() {
    let folder = Folder::new();
    for level in [
        "ladders/odd-corner",
        "mines/lone-mine",
        "snake/round-the-wall",
        "curling/crooked-way",
        "portals/born-on-a-portal",
    ] {
        let level = format!("levels/{level}.txt");
        for (heat, format) in ["distance", "advise"]
            .iter()
            .flat_map(|heat| ["svg", "png"].map(|format| (*heat, format)))
        {
            let file = folder.file(&format!("{heat}.{format}"));
            let drawn = run(&["draw", &level, "-o", &file, "--heat", heat, "--json"]);
            let errors = String::from_utf8_lossy(&drawn.stderr);
            assert_eq!(drawn.status.code(), Some(0), "{level} {errors}");
            let line: serde_json::Value = serde_json::from_slice(&drawn.stdout).expect("JSON");
            let bytes = fs::read(&file).expect("it was written");
            let (width, height) = size(&bytes);
            assert_eq!(
                (&line["width"], &line["height"]),
                (&width.into(), &height.into())
            );
            if format == "svg" {
                let text = String::from_utf8(bytes).expect("an SVG is text");
                assert!(text.contains("class=\"heat\"") && text.contains("class=\"readings\""));
                assert!(text.contains("class=\"legend\""), "{level} {heat}");
            }
        }
    }
}
