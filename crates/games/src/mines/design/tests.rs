//! Minesweeper's edits against its text changed by hand.

use crate::edits::{Glyphs, Rewritten, agree};
use crate::mines::Board;

const SEED: u64 = 529;

fn random(rng: &mut fastrand::Rng) -> Glyphs {
    let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
    let letters = rng.choice(["EM", "EEEM", "EEEEEEM1", "EEEEEMB2X"]).unwrap();
    let letters: Vec<char> = letters.chars().collect();
    let mut board = Glyphs(vec![vec!['E'; columns]; rows]);
    for cell in board.0.iter_mut().flatten() {
        *cell = rng.choice(&letters).copied().unwrap();
    }
    board
}

/// Whether a digit or a blank is beside a cell.
fn is_told(board: &Glyphs, (row, column): (usize, usize)) -> bool {
    board.all().into_iter().any(|((other, across), _, glyph)| {
        let near = row.abs_diff(other) <= 1 && column.abs_diff(across) <= 1;
        near && !matches!(glyph, 'E' | 'M' | 'X')
    })
}

fn by_hand(board: &Glyphs) -> Vec<Rewritten> {
    let mut made = Vec::new();
    for (at, square, glyph) in board.all() {
        let other = match glyph {
            'E' => 'M',
            'M' => 'E',
            _ => continue,
        };
        if !is_told(board, at) {
            let board = board.with(&[(at, other)]);
            let text = format!("game: mines\n\n{board}");
            let group = "mine";
            made.push(Rewritten {
                group,
                square,
                text,
            });
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..300 {
        let board = random(&mut rng);
        agree::<Board>(&format!("game: mines\n\n{board}"), by_hand(&board));
    }
}
