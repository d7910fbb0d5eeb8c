//! `fewest draw` as a process: the files it writes, and those that it must not.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::asking::{endless, fewest, interrupt, run};

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
        assert!(
            errors.contains("3000 by 3000 squares is too large to be drawn"),
            "{errors}"
        );
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
