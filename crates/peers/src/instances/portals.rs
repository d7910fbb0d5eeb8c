//! Portal mazes: open, a third of walls, and one long corridor, each with all portals and a goal
//! that is walled in, so that everything is explored.

use fastrand::Rng;

use super::{Instance, SEED};

/// What a maze looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No walls but those around the goal.
    Open,
    /// 30 % of the squares are walls.
    Walls,
    /// One corridor of width one that winds from the top to the bottom.
    Serpentine,
}

impl Kind {
    /// All three.
    pub const ALL: [Kind; 3] = [Kind::Open, Kind::Walls, Kind::Serpentine];

    fn name(self) -> &'static str {
        match self {
            Kind::Open => "open",
            Kind::Walls => "30 % walls",
            Kind::Serpentine => "serpentine",
        }
    }
}

/// What an instance is called.
pub fn name(side: usize, kind: Kind) -> String {
    format!("{side}², {}", kind.name())
}

/// The sides, and the mazes of each.
pub fn all(quick: bool) -> Vec<(usize, Instance)> {
    let sides: &[usize] = if quick { &[20] } else { &[100, 1000, 4000] };
    let mut all = Vec::new();
    for &side in sides {
        for kind in Kind::ALL {
            let instance = Instance::new(name(side, kind), move || maze(side, kind));
            all.push((side, instance));
        }
    }
    all
}

/// A maze with 26 pairs of portals and an unreachable goal.
pub fn maze(side: usize, kind: Kind) -> String {
    let mut rng = Rng::with_seed(SEED + side as u64);
    let mut board = vec![b'.'; side * side];
    match kind {
        Kind::Open => {}
        Kind::Walls => {
            board.fill_with(|| if rng.f64() < 0.3 { b'#' } else { b'.' });
            // A player born into a cell of four walls would make for a short search.
            for row in board.chunks_mut(side).take(5) {
                row[..5].fill(b'.');
            }
        }
        Kind::Serpentine => {
            for (turn, row) in board.chunks_mut(side).skip(1).step_by(2).enumerate() {
                let gap = if turn % 2 == 0 { side - 1 } else { 0 };
                row.fill(b'#');
                row[gap] = b'.';
            }
        }
    }
    let last = board.len() - 1;
    board[last] = b'.';
    board[last - 1] = b'#';
    board[last - side] = b'#';
    for letter in b'A'..=b'Z' {
        for _ in 0..2 {
            let place = loop {
                let place = rng.usize(1..last);
                if board[place] == b'.' {
                    break place;
                }
            };
            board[place] = letter;
        }
    }
    write(side, &board)
}

/// A small random maze, its goal reachable or not, portals on the corners at times.
pub fn small(number: u64) -> String {
    let mut rng = Rng::with_seed(SEED + number);
    let side = rng.usize(1..=8);
    let walls = rng.f64() / 2.0;
    let mut board = vec![b'.'; side * side];
    board.fill_with(|| if rng.f64() < walls { b'#' } else { b'.' });
    for letter in b'A'..=b'D' {
        let (one, other) = (rng.usize(..board.len()), rng.usize(..board.len()));
        if one != other && board[one] == b'.' && board[other] == b'.' {
            board[one] = letter;
            board[other] = letter;
        }
    }
    write(side, &board)
}

fn write(side: usize, board: &[u8]) -> String {
    let mut text = format!("{side} {side}\n");
    text.reserve(board.len() + side);
    for row in board.chunks(side) {
        text += str::from_utf8(row).expect("the glyphs are ASCII");
        text.push('\n');
    }
    text
}
