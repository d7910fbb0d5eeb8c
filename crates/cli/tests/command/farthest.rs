//! `fewest hardest --start` as a command: all starts on a board, written down one by one and solved by
//! another process, say the same.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use serde_json::Value;

use crate::asking::{bare, levels, run, said, shipped, solved, top};

/// A level's notes, without what is claimed about it, and its board.
fn taken_apart(level: &str) -> (BTreeMap<String, String>, Vec<Vec<String>>) {
    let level = bare(level);
    let (notes, rest) = level.split_once("\n\n").expect("notes and a board");
    let note = |line: &str| {
        let (name, value) = line.split_once(": ").expect("a note");
        (name.to_string(), value.to_string())
    };
    let notes: BTreeMap<_, _> = notes.lines().map(note).collect();
    let row = |line: &str| match &*notes["game"] {
        "ladders" => line.split_whitespace().map(String::from).collect(),
        _ => line.chars().map(String::from).collect(),
    };
    let rows = rest.split("\n\n").next().expect("a board").lines().map(row);
    let rows = rows.collect();
    (notes, rows)
}

fn put_together(notes: &BTreeMap<String, String>, rows: &[Vec<String>]) -> String {
    let notes = notes
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"));
    let between = if notes.clone().any(|note| note == "game: ladders\n") {
        " "
    } else {
        ""
    };
    let rows = rows.iter().map(|row| row.join(between) + "\n");
    format!(
        "{}\n{}",
        notes.collect::<String>(),
        rows.collect::<String>()
    )
}

/// The level with its start on every square where it may be; nothing where it may be
/// nowhere else, or on too many.
fn other_starts(level: &str) -> Option<Vec<String>> {
    let (mut notes, mut rows) = taken_apart(level);
    let (height, width) = (rows.len(), rows[0].len());
    let squares = || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let mut levels = Vec::new();
    match &*notes["game"] {
        "ladders" => {
            // With a jump on the first square it can only begin off the board.
            if rows[height - 1][0] != "." {
                return None;
            }
            levels.push(put_together(&notes, &rows));
            for from in 1..height * width {
                match from {
                    1 => drop(notes.remove("from")),
                    _ => drop(notes.insert("from".to_string(), from.to_string())),
                }
                levels.push(put_together(&notes, &rows));
            }
        }
        "portals" => {
            let corner = format!("{},{}", height - 1, width - 1);
            let goal = notes.get("goal").unwrap_or(&corner).clone();
            levels.push(put_together(&notes, &rows));
            for (row, column) in squares() {
                let start = format!("{row},{column}");
                if rows[row][column] == "#" || start == goal {
                    continue;
                }
                match (row, column) {
                    (0, 0) => drop(notes.remove("start")),
                    _ => drop(notes.insert("start".to_string(), start)),
                }
                levels.push(put_together(&notes, &rows));
            }
        }
        "curling" => {
            for (row, column) in squares() {
                if rows[row][column] == "S" {
                    rows[row][column] = ".".to_string();
                }
            }
            for (row, column) in squares().filter(|&(row, column)| rows[row][column] == ".") {
                let mut rows = rows.clone();
                rows[row][column] = "S".to_string();
                levels.push(put_together(&notes, &rows));
            }
        }
        _ => {
            let is_segment = |glyph: &str| !["#", ".", "@"].contains(&glyph);
            let mut length = 0;
            for glyph in rows.iter_mut().flatten().filter(|glyph| is_segment(glyph)) {
                length += 1;
                *glyph = ".".to_string();
            }
            let wraps = notes.get("wrap").is_some_and(|wrap| wrap == "yes");
            for head in squares() {
                lay(&mut rows, head, 0, length, wraps, &mut |rows| {
                    levels.push(put_together(&notes, rows));
                    levels.len() <= MOST_STARTS
                });
            }
        }
    }
    (levels.len() <= MOST_STARTS).then_some(levels)
}

const MOST_STARTS: usize = 20_000;

/// Lays a snake from one segment on in every way, as long as that is wanted.
fn lay(
    rows: &mut Vec<Vec<String>>,
    (row, column): (usize, usize),
    segment: usize,
    length: usize,
    wraps: bool,
    tell: &mut dyn FnMut(&[Vec<String>]) -> bool,
) -> bool {
    if rows[row][column] != "." {
        return true;
    }
    let glyph = "123456789abcdefghijklmnopqrstuvwxyz".as_bytes()[segment];
    rows[row][column] = char::from(glyph).to_string();
    let (height, width) = (rows.len(), rows[0].len());
    let beside = [
        (row > 0 || wraps, ((row + height - 1) % height, column)),
        (row + 1 < height || wraps, ((row + 1) % height, column)),
        (column > 0 || wraps, (row, (column + width - 1) % width)),
        (column + 1 < width || wraps, (row, (column + 1) % width)),
    ];
    let goes_on = match segment + 1 == length {
        true => tell(rows),
        false => beside
            .into_iter()
            .all(|(is_there, next)| !is_there || lay(rows, next, segment + 1, length, wraps, tell)),
    };
    rows[row][column] = ".".to_string();
    goes_on
}

#[test]
fn the_farthest_starts_are_those_of_the_board_with_its_start_moved_by_hand() {
    for game in ["ladders", "snake", "curling", "portals"] {
        let mut compared = 0;
        for file in shipped(Some(game)) {
            let level = fs::read_to_string(top().join(&file)).expect("a level");
            let Some(starts) = other_starts(&level) else {
                continue;
            };
            compared += 1;
            let starts: HashSet<String> = starts.into_iter().collect();
            let starts: Vec<String> = starts.into_iter().collect();
            let pars = if starts.is_empty() {
                Vec::new()
            } else {
                solved(&starts)
            };
            let par = pars.iter().copied().flatten().max();
            let winnable = pars.iter().flatten().count();
            let code = i32::from(par.is_none());
            let told = said(&format!("hardest --start {file} --list 9999 --json"), code);
            let told: Value = serde_json::from_str(&told).expect("one JSON object");
            assert_eq!(told["par"].as_u64(), par, "{file}");
            assert_eq!(told["winnable"], winnable, "{file}");
            let shown = levels(told["levels"].as_array().expect("a list"));
            assert_eq!(told["count"], shown.len(), "{file}");
            let apart = |level: &str| taken_apart(level);
            let mut shown: Vec<_> = shown.into_iter().map(apart).collect();
            let farthest = starts
                .iter()
                .zip(&pars)
                .filter(|(_, other)| par.is_some() && **other == par);
            let mut expected: Vec<_> = farthest.map(|(level, _)| apart(level)).collect();
            shown.sort();
            expected.sort();
            assert_eq!(shown, expected, "{file}");
        }
        assert!(compared > 10, "{game}: {compared}");
    }
    for file in shipped(Some("mines")) {
        let output = run(&format!("hardest --start {file}"));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(told, "error: mines has no start that could be elsewhere\n");
    }
}

/// Holds `hardest --start` to the level's own start, which `solve` answers.
#[test]
fn the_start_of_the_level_is_one_of_those_that_are_compared() {
    let levels = [
        "game: ladders\ndie: 1\nfrom: 0\n\n. .\n. .\n",
        "game: ladders\ndie: 1\nfrom: 4\n\n. 1\n. 1\n",
        "game: portals\n\n.\n",
        "game: portals\nstart: 0,1\ngoal: 0,1\n\n#.#\n",
    ];
    let pars = solved(&levels);
    for ((level, par), (own, expected)) in
        levels
            .iter()
            .zip(pars)
            .zip([(4, 4), (0, 1), (0, 0), (0, 0)])
    {
        assert_eq!(par, Some(own), "{level}");
        let file = tempfile::NamedTempFile::new().expect("a file can be made");
        fs::write(&file, level).expect("it can be written");
        let told = said(
            &format!("hardest --quiet --start {}", file.path().display()),
            0,
        );
        assert_eq!(told, format!("{expected}\n"), "{level}");
    }
}

#[test]
fn a_start_that_is_shown_can_be_read() {
    for file in shipped(Some("ladders")) {
        let shown = said(&format!("hardest --start {file}"), 0);
        let written = tempfile::NamedTempFile::new().expect("a file can be made");
        fs::write(&written, shown).expect("it can be written");
        said(&format!("check {}", written.path().display()), 0);
    }
}
