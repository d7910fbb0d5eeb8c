//! Which levels are the same to whoever plays them, told from their texts alone: the slow and plain
//! way, against which the command's own keys are held.

use std::collections::{HashMap, HashSet};

/// The rows of a board, and what stands on each square.
type Rows = Vec<Vec<String>>;

/// A text that two levels share if one is the other turned, mirrored, renamed or, on a torus, cut
/// elsewhere.
pub fn form(text: &str) -> String {
    let mut parts = text.split("\n\n");
    let mut notes: HashMap<&str, &str> = parts
        .next()
        .expect("a level has notes")
        .lines()
        .map(|line| line.split_once(": ").expect("a note"))
        .collect();
    for about in ["title", "par", "seed", "made", "comment", "source"] {
        notes.remove(about);
    }
    let game = notes["game"];
    let board = parts.next().expect("a level has a board").lines();
    let mut rows: Rows = match game {
        "ladders" => board
            .map(|line| line.split_whitespace().map(String::from).collect())
            .collect(),
        _ => board
            .map(|line| line.chars().map(String::from).collect())
            .collect(),
    };
    if game == "portals" {
        let corner = format!("{},{}", rows.len() - 1, rows[0].len() - 1);
        mark(&mut rows, notes.remove("start").unwrap_or("0,0"), '<');
        mark(&mut rows, notes.remove("goal").unwrap_or(&corner), '>');
    }
    let images = match (game, notes.get("wrap")) {
        // A track has a beginning and an end.
        ("ladders", _) => vec![rows],
        (_, Some(&"yes")) => turned(rows).iter().flat_map(cut).collect(),
        _ => turned(rows),
    };
    let write = |rows: Rows| -> String { rows.iter().map(|row| row.join(" ") + "\n").collect() };
    let texts = images.into_iter().map(|rows| match game {
        "portals" => write(renamed(rows)),
        _ => write(rows),
    });
    let least = texts.min().expect("it has itself for an image");
    let mut notes: Vec<_> = notes.into_iter().collect();
    notes.sort_unstable();
    format!("{notes:?}\n{least}")
}

/// Whether no two of the levels are the same.
pub fn all_differ<'a>(texts: impl IntoIterator<Item = &'a str>) -> bool {
    let mut forms = HashSet::new();
    texts.into_iter().all(|text| forms.insert(form(text)))
}

/// Marks the square that a note such as `3,0` tells.
fn mark(rows: &mut Rows, place: &str, sign: char) {
    let (row, column) = place.split_once(',').expect("a row and a column");
    let number = |text: &str| text.parse::<usize>().expect("a number");
    rows[number(row)][number(column)].push(sign);
}

/// The board turned by no, one, two and three quarters, and the mirror image of each.
fn turned(rows: Rows) -> Vec<Rows> {
    let mut images = Vec::new();
    let mut rows = rows;
    for _ in 0..4 {
        let mirrored = rows.iter().map(|row| row.iter().rev().cloned().collect());
        images.push(mirrored.collect());
        let column = |at: usize| rows.iter().rev().map(|row| row[at].clone()).collect();
        let next = (0..rows[0].len()).map(column).collect();
        images.push(std::mem::replace(&mut rows, next));
    }
    images
}

/// The board of a torus, cut along every line.
fn cut(rows: &Rows) -> Vec<Rows> {
    let mut images = Vec::new();
    for first_row in 0..rows.len() {
        for first_column in 0..rows[0].len() {
            let mut rows = rows.clone();
            rows.rotate_left(first_row);
            for row in &mut rows {
                row.rotate_left(first_column);
            }
            images.push(rows);
        }
    }
    images
}

/// The board of a portal maze with its letters in the order in which they stand there.
fn renamed(rows: Rows) -> Rows {
    let mut names = HashMap::new();
    let mut rename = |square: String| {
        let letter = square.chars().next().expect("a glyph");
        if !letter.is_ascii_uppercase() {
            return square;
        }
        let next = char::from(b'A' + names.len() as u8);
        let name: &mut char = names.entry(letter).or_insert(next);
        square.replace(letter, &name.to_string())
    };
    let rows = rows.into_iter();
    rows.map(|row| row.into_iter().map(&mut rename).collect())
        .collect()
}
