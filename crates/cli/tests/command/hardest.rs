//! `fewest hardest` as a command: all boards of a small size, and all starts on a board, are written down
//! one by one and solved by another process, which finds the same.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use serde_json::Value;

use crate::support::{all_differ, bare, form, levels, run, said, shipped, solved, top};

/// All boards of so many squares that are made of the glyphs, one row after another.
fn all_boards(rows: usize, columns: usize, glyphs: &[char]) -> Vec<String> {
    let mut boards = vec![String::new()];
    for square in 1..=rows * columns {
        let end = if square % columns == 0 { "\n" } else { "" };
        let longer = boards.iter().flat_map(|board| {
            let with = move |glyph: &char| format!("{board}{glyph}{end}");
            glyphs.iter().map(with)
        });
        boards = longer.collect();
    }
    boards
}

fn how_many(board: &str, glyph: char) -> usize {
    board.matches(glyph).count()
}

/// Whether the glyphs from the first on stand there once each, as far as they go.
fn are_in_a_row(board: &str, glyphs: &[char]) -> bool {
    let times: Vec<_> = glyphs.iter().map(|&glyph| how_many(board, glyph)).collect();
    times[0] == 1 && times.is_sorted_by(|one, next| one >= next)
}

/// Every board of a small size as a level, written down without a thought.
fn every_level(game: &str) -> (&'static str, Vec<String>) {
    let level = |notes: &str, board: String| format!("game: {game}\n{notes}\n{board}");
    match game {
        "ladders" => {
            // The numbers of the squares as they stand there; the first and the last are plain.
            let boards = all_boards(2, 2, &['.', '1', '2', '3', '4']).into_iter();
            let fits = |board: &String| {
                let mut squares = board
                    .chars()
                    .filter(|&glyph| glyph != '\n')
                    .zip("4312".chars());
                squares.all(|(jump, square)| jump == '.' || !['1', '4', jump].contains(&square))
            };
            let spaced = |board: String| board.replace("", " ").replace("\n ", "\n");
            let boards = boards.filter(fits).map(spaced);
            (
                "ladders 2x2",
                boards.map(|board| level("", board)).collect(),
            )
        }
        "mines" => {
            let boards = all_boards(3, 3, &['E', 'M']).into_iter();
            ("mines 3x3", boards.map(|board| level("", board)).collect())
        }
        "curling" => {
            let boards = all_boards(2, 4, &['.', '#', 'S', 'G']).into_iter();
            let boards =
                boards.filter(|board| how_many(board, 'S') == 1 && how_many(board, 'G') == 1);
            let levels = boards.map(|board| level("throws: none\n", board)).collect();
            ("curling 2x4 --with throws=none", levels)
        }
        "portals" => {
            let boards = all_boards(2, 3, &['.', '#', 'A', 'B', 'C']).into_iter();
            let fits = |board: &String| {
                let pairs = ['A', 'B', 'C'].map(|letter| how_many(board, letter));
                // Of boards that differ only in what the letters are called, one.
                let first_ones = ['A', 'B', 'C'].map(|letter| board.find(letter).unwrap_or(99));
                let (first, last) = (board.chars().next(), board.trim_end().chars().last());
                let ends_are_open = first != Some('#') && last != Some('#');
                let are_pairs = pairs.iter().all(|&times| times == 0 || times == 2);
                ends_are_open && are_pairs && first_ones.is_sorted()
            };
            let boards = boards.filter(fits);
            (
                "portals 2x3",
                boards.map(|board| level("", board)).collect(),
            )
        }
        _ => {
            let segments = ['1', '2', '3', '4', '5'];
            let boards = all_boards(2, 3, &[&['.', '#', '@'], &segments[..]].concat()).into_iter();
            let fits = |board: &String| how_many(board, '@') == 1 && are_in_a_row(board, &segments);
            let levels = boards.filter(fits).map(|board| level("", board));
            (
                "snake 2x3",
                levels.filter(|level| has_a_snake(level)).collect(),
            )
        }
    }
}

/// Whether each segment is beside the one before it.
fn has_a_snake(level: &str) -> bool {
    let rows: Vec<Vec<char>> = board_of(level)
        .lines()
        .map(|row| row.chars().collect())
        .collect();
    let place = |segment: char| {
        let mut all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |at| (row, at)));
        all.find(|&(row, column)| rows[row][column] == segment)
    };
    let mut places = ('1'..='9').map_while(place);
    let mut last = places.next().expect("a head");
    places.all(|next| {
        let before = std::mem::replace(&mut last, next);
        before.0.abs_diff(next.0) + before.1.abs_diff(next.1) == 1
    })
}

fn board_of(level: &str) -> &str {
    level.split("\n\n").nth(1).expect("a board")
}

/// The greatest par of all boards of a small size, and one text for all boards that have it and are
/// alike.
fn greatest(levels: &[String]) -> (Option<u64>, HashSet<String>) {
    let pars = solved(levels);
    let par = pars.iter().copied().flatten().max();
    let hardest = levels.iter().zip(&pars).filter(|(_, other)| **other == par);
    (par, hardest.map(|(level, _)| form(level)).collect())
}

#[test]
fn the_hardest_are_the_hardest_of_all_boards_written_down() {
    for game in ["ladders", "mines", "curling", "portals", "snake"] {
        let (frame, all) = every_level(game);
        let (par, forms) = greatest(&all);
        let told = said(&format!("hardest {frame} --list 1000 --json"), 0);
        let told: Value = serde_json::from_str(&told).expect("one JSON object");
        assert_eq!(told["par"].as_u64(), par, "{frame}");
        assert_eq!(told["proof"], "all", "{frame}");
        assert_eq!(told["count"].as_u64(), Some(forms.len() as u64), "{frame}");
        let shown = levels(told["levels"].as_array().expect("a list"));
        let shown = shown.into_iter().map(form).collect::<Vec<_>>();
        assert_eq!(shown.len(), forms.len(), "{frame}");
        assert_eq!(HashSet::from_iter(shown), forms, "{frame}");
        assert_eq!(told["boards"], all.len().to_string(), "{frame}");
    }
}

#[test]
fn the_hardest_that_are_known() {
    let cases = [
        ("curling 3x3 --with throws=none", 3, "9216"),
        ("curling 3x4 --with throws=none", 4, "135168"),
        ("curling 4x4 --with throws=none", 6, "3932160"),
        ("snake 4x4 --with length=3", 17, "5537792"),
    ];
    for (frame, par, boards) in cases {
        assert_eq!(
            said(&format!("hardest {frame} --quiet"), 0),
            format!("{par}\n")
        );
        let told = said(&format!("hardest {frame} --list 100 --json"), 0);
        let told: Value = serde_json::from_str(&told).expect("one JSON object");
        assert_eq!(told["par"], par, "{frame}");
        assert_eq!(told["boards"], boards, "{frame}");
        let shown = told["levels"].as_array().expect("a list");
        let shown = levels(shown);
        assert_eq!(told["count"], shown.len(), "{frame}");
        assert!(all_differ(shown.iter().copied()), "{frame}");
        assert!(
            solved(&shown).iter().all(|other| *other == Some(par)),
            "{frame}"
        );
        let size = frame.split_whitespace().nth(1);
        for level in shown {
            let rows: Vec<_> = board_of(level).lines().collect();
            let is = format!("{}x{}", rows.len(), rows[0].len());
            assert_eq!(Some(&*is), size, "{level}");
        }
        let text = said(&format!("hardest {frame}"), 0);
        for threads in [1, 3] {
            let again = said(&format!("hardest {frame} --threads {threads}"), 0);
            assert_eq!(text, again, "{frame}");
        }
    }
}

#[test]
fn what_is_too_large_is_not_proven() {
    for frame in [
        "curling 12x12",
        "mines 20x20",
        "portals 9x9",
        "ladders 10x10",
    ] {
        let output = run(&format!("hardest {frame} --time 250ms --json"));
        assert_eq!(output.status.code(), Some(3), "{frame}");
        let told: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(
            (&told["proof"], &told["boards"]),
            (&"best-found".into(), &Value::Null)
        );
        let shown = levels(told["levels"].as_array().expect("a list"));
        assert!((1..=3).contains(&shown.len()), "{frame}");
        assert!(
            solved(&shown)
                .iter()
                .all(|par| *par == told["par"].as_u64())
        );
    }
    let output = run("hardest portals 1x3 --with walls=1 --with portals=0");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

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
        assert!(output.stderr.starts_with(b"error: mines "));
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
