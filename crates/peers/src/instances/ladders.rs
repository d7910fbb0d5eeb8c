//! Snakes and Ladders: a plain track, one full of snakes, and one with jumps both ways.

use std::fmt::Write as _;

use fastrand::Rng;

use super::{Instance, SEED};

/// What a board holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No jumps.
    Plain,
    /// Half of the squares lead down, but never six in a row, so the end can be reached.
    Snakes,
    /// One square in ten leads anywhere.
    Mixed,
}

impl Kind {
    /// All three.
    pub const ALL: [Kind; 3] = [Kind::Plain, Kind::Snakes, Kind::Mixed];

    fn name(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::Snakes => "snakes",
            Kind::Mixed => "mixed",
        }
    }
}

/// What an instance is called.
pub fn name(side: usize, kind: Kind) -> String {
    format!("n = {side}, {}", kind.name())
}

/// The boards.
pub fn all(quick: bool) -> Vec<Instance> {
    let sides: &[usize] = if quick { &[20] } else { &[20, 1000, 3000] };
    let mut all = Vec::new();
    for &side in sides {
        for kind in Kind::ALL {
            all.push(Instance::new(name(side, kind), move || board(side, kind)));
        }
    }
    all
}

/// A board of a side and a kind.
pub fn board(side: usize, kind: Kind) -> String {
    let mut rng = Rng::with_seed(SEED + side as u64);
    let last = side * side;
    // By the square's number, from 1; 0 for a plain one.
    let mut jumps = vec![0; last + 1];
    let mut in_a_row = 0;
    for (square, jump) in jumps.iter_mut().enumerate().take(last).skip(2) {
        match kind {
            Kind::Plain => {}
            Kind::Snakes if in_a_row < 5 && rng.bool() => {
                *jump = rng.usize(1..square);
                in_a_row += 1;
            }
            Kind::Snakes => in_a_row = 0,
            Kind::Mixed if rng.u8(..10) == 0 => *jump = rng.usize(1..last),
            Kind::Mixed => {}
        }
    }
    write(side, &jumps)
}

/// A small random board, its end reachable or not.
pub fn small(number: u64) -> String {
    let mut rng = Rng::with_seed(SEED + number);
    let side = rng.usize(2..=7);
    let last = side * side;
    let density = rng.f64();
    let mut jumps = vec![0; last + 1];
    for jump in &mut jumps[2..last] {
        if rng.f64() < density {
            *jump = rng.usize(1..=last);
        }
    }
    write(side, &jumps)
}

fn write(side: usize, jumps: &[usize]) -> String {
    let mut text = String::from("[");
    for row in (0..side).rev() {
        text += if row + 1 == side { "[" } else { ",[" };
        for column in 0..side {
            let along = if row % 2 == 0 {
                column
            } else {
                side - 1 - column
            };
            text += if column == 0 { "" } else { "," };
            match jumps[row * side + along + 1] {
                0 => text += "-1",
                end => write!(text, "{end}").expect("writing to a string"),
            }
        }
        text.push(']');
    }
    text += "]\n";
    text
}
