//! Chooses the hard boards again, out of all random ones, and writes their lists.

use std::fmt::Write as _;
use std::path::Path;

use crate::instances::{curling, snake};
use crate::textbook;

/// Writes `chosen/snake.tsv` and `chosen/curling.tsv` anew.
pub fn write() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("chosen");
    eprintln!("snake: {} random boards …", snake::RANDOM);
    let hardest = hardest(snake::RANDOM, snake::CHOSEN, snake_hardness);
    std::fs::write(folder.join("snake.tsv"), hardest)?;
    eprintln!("curling: {} random boards …", curling::RANDOM);
    let hardest = self::hardest(curling::RANDOM, curling::CHOSEN, curling_hardness);
    std::fs::write(folder.join("curling.tsv"), hardest)
}

/// The positions that a plain search reaches before it wins; 0 where it cannot.
pub fn snake_hardness(number: u64) -> u64 {
    let text = snake::random(number);
    let board = textbook::snake::read(&mut text.split_ascii_whitespace()).expect("a board");
    let found = textbook::snake_shapes::fewest(&board);
    found.fewest.map_or(0, |_| found.positions)
}

/// The steps that the textbook program takes.
pub fn curling_hardness(number: u64) -> u64 {
    let text = curling::random(number);
    let board = textbook::curling::read(&mut text.split_ascii_whitespace()).expect("a board");
    textbook::curling::fewest(&board).positions
}

fn hardest(random: u64, chosen: usize, hardness: fn(u64) -> u64) -> String {
    let mut all: Vec<(u64, u64)> = (0..random)
        .map(|number| (hardness(number), number))
        .collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    let mut list = String::new();
    for (hardness, number) in &all[..chosen] {
        writeln!(list, "{number}\t{hardness}").expect("writing to a string");
    }
    list
}
