//! `fewest hardest` as a command: all boards of a small size, written down one by one and solved by
//! another process, say the same.

use std::collections::HashSet;

use serde_json::Value;

use crate::alike;
use crate::asking::{levels, run, said, solved};

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
    (par, hardest.map(|(level, _)| alike::form(level)).collect())
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
        let shown = shown.into_iter().map(alike::form).collect::<Vec<_>>();
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
        assert!(alike::all_differ(shown.iter().copied()), "{frame}");
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
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("so this is not proven"), "{told}");
        assert!(!told.contains("proven;"), "{told}");
    }
    let output = run("hardest portals 1x3 --with walls=1 --with portals=0");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("no board can be won, proven"), "{told}");
}
