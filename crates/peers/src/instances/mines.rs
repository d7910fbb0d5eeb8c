//! Minesweeper: what a click in the middle reveals, on empty boards and with few mines.

use fastrand::Rng;

use super::{Instance, SEED};

/// What an instance is called.
pub fn name(side: usize, mines: u32) -> String {
    match mines {
        0 => format!("{side}², empty"),
        mines => format!("{side}², {mines} % mines"),
    }
}

/// The boards.
pub fn all(quick: bool) -> Vec<Instance> {
    let sides: &[usize] = if quick { &[20] } else { &[50, 2000, 5000] };
    let mut all = Vec::new();
    for &side in sides {
        for mines in [0, 1] {
            all.push(Instance::new(name(side, mines), move || field(side, mines)));
        }
    }
    all
}

/// The largest board without mines.
pub fn largest(quick: bool) -> Instance {
    let side = if quick { 20 } else { 5000 };
    Instance::new(name(side, 0), move || field(side, 0))
}

/// A field with so many mines in a hundred, none near the click in its middle.
pub fn field(side: usize, mines: u32) -> String {
    let mut rng = Rng::with_seed(SEED + side as u64);
    let middle = side / 2;
    let cell = |row: usize, column: usize| {
        let is_near = row.abs_diff(middle) <= 1 && column.abs_diff(middle) <= 1;
        let is_mine = rng.u32(..100) < mines && !is_near;
        if is_mine { 'M' } else { 'E' }
    };
    write(side, side, cell, (middle, middle))
}

/// A small random case: any letters, the click on a hidden cell.
pub fn small(number: u64) -> String {
    let mut rng = Rng::with_seed(SEED + number);
    let (rows, columns) = (rng.usize(1..=9), rng.usize(1..=9));
    let mut letters = *b"EEEEEEEEEEEEEEEEEEB3";
    for _ in 0..rng.usize(..4) {
        letters[rng.usize(..15)] = b'M';
    }
    if rng.u8(..20) == 0 {
        letters[19] = b'X';
    }
    let click = (rng.usize(..rows), rng.usize(..columns));
    let cell = |row, column| match (row, column) == click {
        true => rng.choice(['E', 'E', 'E', 'M']).expect("four"),
        false => rng.choice(letters).expect("twenty") as char,
    };
    write(rows, columns, cell, click)
}

fn write(
    rows: usize,
    columns: usize,
    mut cell: impl FnMut(usize, usize) -> char,
    click: (usize, usize),
) -> String {
    let mut text = String::with_capacity(rows * columns * 4 + rows * 3 + 20);
    text.push('[');
    for row in 0..rows {
        text += if row == 0 { "[" } else { ",[" };
        for column in 0..columns {
            text += if column == 0 { "\"" } else { ",\"" };
            text.push(cell(row, column));
            text.push('"');
        }
        text.push(']');
    }
    text += &format!("]\n[{},{}]\n", click.0, click.1);
    text
}
