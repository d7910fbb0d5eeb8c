//! Snake: boards whose apple is walled in, so that everything is explored, and hard ones that
//! can be won.

use fastrand::Rng;

use super::{Instance, SEED, chosen};

/// The open board with the apple in a walled-in corner.
pub const WALLED: &str = "15×15, k = 9, walled-in apple";
/// The same with a winding corridor of width one.
pub const COMB_ONE: &str = "15×15, k = 9, comb of width one";
/// The same with a winding corridor of width two.
pub const COMB_TWO: &str = "15×15, k = 9, comb of width two";
/// A larger board and a longer snake.
pub const LARGE: &str = "16×16, k = 12, walled-in apple";
/// Hard boards that can be won.
pub const HARD: &str = "15×15, k = 9, the hard twenty";

/// How many random boards the hard ones are chosen from.
pub const RANDOM: u64 = 20_000;
/// How many are chosen.
pub const CHOSEN: usize = 20;
const CHOSEN_LIST: &str = include_str!("../../chosen/snake.tsv");

/// The boards that are explored whole; the last one is large.
pub fn exploring(quick: bool) -> Vec<Instance> {
    if quick {
        return vec![
            Instance::new("6×6, k = 5, walled-in apple", || walled(6, 5, 0.0)),
            Instance::new("6×6, k = 5, comb of width one", || comb(6, 5, 1)),
        ];
    }
    vec![
        Instance::new(WALLED, || walled(15, 9, 0.0)),
        Instance::new("15×15, k = 9, 5 % walls", || walled(15, 9, 0.05)),
        Instance::new("15×15, k = 9, 10 % walls", || walled(15, 9, 0.10)),
        Instance::new(COMB_TWO, || comb(15, 9, 2)),
        Instance::new(COMB_ONE, || comb(15, 9, 1)),
        Instance::new(LARGE, || walled(16, 12, 0.0)),
    ]
}

/// The boards that are won.
pub fn hard(quick: bool) -> Instance {
    if quick {
        return Instance::new("6×6, k = 4, twenty", || (0..20).map(small).collect());
    }
    Instance::new(HARD, || {
        chosen(CHOSEN_LIST)
            .map(|(number, _)| random(number))
            .collect()
    })
}

/// The chosen boards' numbers, each with the positions that a plain search reaches on it.
pub fn hardest() -> Vec<(u64, u64)> {
    chosen(CHOSEN_LIST).collect()
}

/// The random board of a number: 15×15, nine segments, up to a third of it walls.
pub fn random(number: u64) -> String {
    let mut rng = Rng::with_seed(SEED + number);
    let walls = rng.f64() / 3.0;
    scattered(15, 9, walls, &mut rng)
}

/// A small random board, on which every program is quick.
pub fn small(number: u64) -> String {
    let mut rng = Rng::with_seed(SEED + number);
    let walls = rng.f64() / 3.0;
    let segments = rng.usize(2..=5);
    scattered(6, segments, walls, &mut rng)
}

/// Walls, a snake and an apple anywhere.
fn scattered(side: usize, segments: usize, walls: f64, rng: &mut Rng) -> String {
    loop {
        let mut board = vec![vec![b'.'; side]; side];
        scatter(&mut board, walls, rng);
        let mut place = (rng.usize(..side), rng.usize(..side));
        let mut laid = 0;
        while laid < segments && board[place.0][place.1] == b'.' {
            board[place.0][place.1] = b'1' + laid as u8;
            laid += 1;
            let (down, right) = rng
                .choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
                .expect("four");
            place = (
                place.0.saturating_add_signed(down).min(side - 1),
                place.1.saturating_add_signed(right).min(side - 1),
            );
        }
        let apple = (rng.usize(..side), rng.usize(..side));
        if laid == segments && board[apple.0][apple.1] == b'.' {
            board[apple.0][apple.1] = b'@';
            return write(&board);
        }
    }
}

/// The snake along the middle row, its head at the left, and the apple behind two walls in the
/// last corner.
pub fn walled(side: usize, segments: usize, walls: f64) -> String {
    let mut board = vec![vec![b'.'; side]; side];
    scatter(&mut board, walls, &mut Rng::with_seed(SEED));
    lay(&mut board[side / 2], segments);
    wall_in(&mut board);
    write(&board)
}

/// A corridor that winds from the top to the bottom, the snake in its first row.
fn comb(side: usize, segments: usize, width: usize) -> String {
    let mut board = vec![vec![b'.'; side]; side];
    for (turn, row) in (width..side).step_by(width + 1).enumerate() {
        board[row] = vec![b'#'; side];
        let gap = if turn % 2 == 0 {
            side - width..side
        } else {
            0..width
        };
        board[row][gap].fill(b'.');
    }
    lay(&mut board[0], segments);
    board[0][..segments].reverse();
    wall_in(&mut board);
    write(&board)
}

fn scatter(board: &mut [Vec<u8>], walls: f64, rng: &mut Rng) {
    for square in board.iter_mut().flatten() {
        if rng.f64() < walls {
            *square = b'#';
        }
    }
}

fn lay(row: &mut [u8], segments: usize) {
    for (square, &glyph) in row
        .iter_mut()
        .zip(&b"123456789abcdefghijklmnopqrstuvwxyz"[..segments])
    {
        *square = glyph;
    }
}

fn wall_in(board: &mut [Vec<u8>]) {
    let last = board.len() - 1;
    board[last][last] = b'@';
    board[last - 1][last] = b'#';
    board[last][last - 1] = b'#';
}

fn write(board: &[Vec<u8>]) -> String {
    let mut text = format!("{} {}\n", board.len(), board[0].len());
    for row in board {
        text += str::from_utf8(row).expect("the glyphs are ASCII");
        text.push('\n');
    }
    text
}
