//! Small random boards of the games, as level text.

use std::path::Path;

use fastrand::Rng;

/// What makes a small random board of the game of that id; nothing where none are made of it here.
pub fn maker(id: &str) -> Option<fn(&mut Rng) -> String> {
    match id {
        "ladders" => Some(ladders),
        "mines" => Some(mines),
        "snake" => Some(snake),
        "curling" => Some(curling),
        "portals" => Some(portals),
        _ => None,
    }
}

/// The levels of a game that ship.
pub fn levels(id: &str) -> Vec<String> {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let files = std::fs::read_dir(levels.join(id)).expect("every game has levels");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let read = |path| std::fs::read_to_string(path).expect("a level can be read");
    paths.into_iter().map(read).collect()
}

/// Rows of glyphs, most of them `common`.
struct Rows {
    rows: usize,
    columns: usize,
    glyphs: Vec<char>,
}

impl Rows {
    fn random(rng: &mut Rng, most: usize, common: char, other: char, share: f32) -> Self {
        let (rows, columns) = (rng.usize(1..=most), rng.usize(1..=most));
        let glyph = |_| if rng.f32() < share { other } else { common };
        let glyphs = (0..rows * columns).map(glyph).collect();
        Rows {
            rows,
            columns,
            glyphs,
        }
    }

    /// Puts a glyph on a random square that has the common one; says whether there was one.
    fn put(&mut self, rng: &mut Rng, common: char, glyph: char) -> bool {
        let free = (0..self.glyphs.len()).filter(|&square| self.glyphs[square] == common);
        let square = rng.choice(free.collect::<Vec<_>>());
        if let Some(square) = square {
            self.glyphs[square] = glyph;
        }
        square.is_some()
    }

    fn text(&self) -> String {
        let rows = self.glyphs.chunks(self.columns);
        rows.map(|row| row.iter().collect::<String>() + "\n")
            .collect()
    }
}

fn ladders(rng: &mut Rng) -> String {
    let side = rng.usize(2..=5);
    let last = side * side;
    let jumps = rng.f32() * 0.7;
    // The first and the last square are corners: the bottom left, and one at the top.
    let end = if side.is_multiple_of(2) { 0 } else { side - 1 };
    let start = last - side;
    let entry = |square| match rng.f32() < jumps && square != end && square != start {
        true => rng.usize(1..=last).to_string(),
        false => ".".to_string(),
    };
    let entries: Vec<String> = (0..last).map(entry).collect();
    let rows: Vec<String> = entries.chunks(side).map(|row| row.join(" ")).collect();
    let mut notes = format!("die: {}\n", rng.usize(1..=6));
    if rng.bool() {
        notes += &format!("from: {}\n", rng.usize(0..=last));
    }
    let overshoot = rng.choice(["offered", "stay", "win", "bounce"]);
    notes += &format!("overshoot: {}\n", overshoot.expect("four"));
    format!("{notes}\n{}\n", rows.join("\n"))
}

fn mines(rng: &mut Rng) -> String {
    let share = rng.f32() * 0.5;
    let rows = Rows::random(rng, 4, 'E', 'M', share);
    format!("\n{}", rows.text())
}

fn snake(rng: &mut Rng) -> String {
    loop {
        let share = rng.f32() * 0.5;
        let mut rows = Rows::random(rng, 5, '.', '#', share);
        let wrap = rng.u32(0..4) == 0;
        if !rows.put(rng, '.', '@') {
            continue;
        }
        let free = (0..rows.glyphs.len()).filter(|&square| rows.glyphs[square] == '.');
        let Some(mut square) = rng.choice(free.collect::<Vec<_>>()) else {
            continue;
        };
        // The body grows from the head on, into whatever is free.
        for glyph in "12345".chars().take(rng.usize(1..=5)) {
            rows.glyphs[square] = glyph;
            let (row, column) = (square / rows.columns, square % rows.columns);
            let mut beside = Vec::new();
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let (row, column) = (row as i32 + down, column as i32 + right);
                let (rows_in, columns_in) = (rows.rows as i32, rows.columns as i32);
                let is_inside = (0..rows_in).contains(&row) && (0..columns_in).contains(&column);
                let next = (row * columns_in + column) as usize;
                if is_inside && rows.glyphs[next] == '.' {
                    beside.push(next);
                }
            }
            match rng.choice(beside) {
                Some(next) => square = next,
                None => break,
            }
        }
        let wrap = if wrap { "wrap: yes\n" } else { "" };
        return format!("{wrap}\n{}", rows.text());
    }
}

fn curling(rng: &mut Rng) -> String {
    loop {
        let share = 0.1 + rng.f32() * 0.4;
        let mut rows = Rows::random(rng, 7, '.', '#', share);
        if rows.put(rng, '.', 'S') && rows.put(rng, '.', 'G') {
            let throws = match rng.u32(0..3) {
                0 => "throws: none\n".to_string(),
                1 => format!("throws: {}\n", rng.u32(1..8)),
                _ => String::new(),
            };
            return format!("{throws}\n{}", rows.text());
        }
    }
}

fn portals(rng: &mut Rng) -> String {
    let share = rng.f32() * 0.5;
    let mut rows = Rows::random(rng, 6, '.', '#', share);
    for letter in "ABC".chars().take(rng.usize(0..=3)) {
        let before = rows.glyphs.clone();
        if !(rows.put(rng, '.', letter) && rows.put(rng, '.', letter)) {
            rows.glyphs = before;
        }
    }
    let mut notes = String::new();
    for name in ["start", "goal"] {
        if rng.u32(0..3) == 0 {
            let (row, column) = (rng.usize(0..rows.rows), rng.usize(0..rows.columns));
            notes += &format!("{name}: {row},{column}\n");
        }
    }
    format!("{notes}\n{}", rows.text())
}
