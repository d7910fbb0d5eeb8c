//! Curling: random boards, and the hundred of them that keep the textbook program longest.

use std::fmt::Write as _;

use fastrand::Rng;

use super::{Instance, SEED, chosen};

/// The hundred boards that take the textbook program the most steps.
pub const SLOW: &str = "20×20, the slow hundred";
/// A hundred boards as they come.
pub const PLAIN: &str = "20×20, a random hundred";

/// How many random boards the slow ones are chosen from.
pub const RANDOM: u64 = 5_000;
/// How many are chosen.
pub const CHOSEN: usize = 100;
const CHOSEN_LIST: &str = include_str!("../../chosen/curling.tsv");

/// The inputs, one hundred boards each.
pub fn all(quick: bool) -> Vec<Instance> {
    if quick {
        return vec![Instance::new("8×8, twenty", || input((0..20).map(small)))];
    }
    vec![
        Instance::new(SLOW, || {
            input(hardest().into_iter().map(|(number, _)| random(number)))
        }),
        Instance::new(PLAIN, || input((0..100).map(random))),
    ]
}

/// The chosen boards' numbers, each with the steps that the textbook program takes.
pub fn hardest() -> Vec<(u64, u64)> {
    chosen(CHOSEN_LIST).collect()
}

/// A judge's input of these cases.
pub fn input(cases: impl Iterator<Item = String>) -> String {
    cases.collect::<String>() + "0 0\n"
}

/// The random board of a number: 20×20, up to half of it blocks.
pub fn random(number: u64) -> String {
    scattered(20, number)
}

/// A small random board.
pub fn small(number: u64) -> String {
    scattered(8, number)
}

fn scattered(side: usize, number: u64) -> String {
    let mut rng = Rng::with_seed(SEED + number);
    let blocks = rng.f64() / 2.0;
    let mut board: Vec<u8> = (0..side * side)
        .map(|_| u8::from(rng.f64() < blocks))
        .collect();
    let stone = rng.usize(..board.len());
    let goal = (stone + rng.usize(1..board.len())) % board.len();
    board[stone] = 2;
    board[goal] = 3;
    let mut text = format!("{side} {side}\n");
    for row in board.chunks(side) {
        for (column, square) in row.iter().enumerate() {
            let gap = if column + 1 == side { '\n' } else { ' ' };
            write!(text, "{square}{gap}").expect("writing to a string");
        }
    }
    text
}
