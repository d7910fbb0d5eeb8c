//! Snake's edits against its text changed by hand.

use crate::edits::{Glyphs, Rewritten, agree};
use crate::snake::Board;

const SEED: u64 = 225;

/// A snake of up to four segments on a random walk, an apple, walls.
fn random(rng: &mut fastrand::Rng) -> Option<Glyphs> {
    let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
    let glyph = |rng: &mut fastrand::Rng| if rng.u8(..3) == 0 { '#' } else { '.' };
    let mut board = Glyphs(vec![vec!['.'; columns]; rows]);
    for spot in board.0.iter_mut().flatten() {
        *spot = glyph(rng);
    }
    let (mut row, mut column) = (rng.usize(..rows), rng.usize(..columns));
    for segment in '1'..=rng.choice(['1', '2', '3', '4'])? {
        if board.0[row][column].is_ascii_digit() {
            return None;
        }
        board.0[row][column] = segment;
        let steps = [(0, 1), (1, 0), (2, 1), (1, 2)];
        let (down, right) = rng.choice(steps)?;
        row = (row + down).checked_sub(1).filter(|&row| row < rows)?;
        column = (column + right)
            .checked_sub(1)
            .filter(|&column| column < columns)?;
    }
    let free = board
        .all()
        .into_iter()
        .filter(|(_, _, glyph)| !glyph.is_ascii_digit());
    let (apple, _, _) = rng.choice(free.collect::<Vec<_>>())?;
    Some(board.with(&[(apple, '@')]))
}

fn by_hand(board: &Glyphs, notes: &str) -> Vec<Rewritten> {
    let mut made = Vec::new();
    let mut write = |group, square, board: Glyphs| {
        let text = format!("game: snake\n{notes}\n{board}");
        made.push(Rewritten {
            group,
            square,
            text,
        });
    };
    let apple = board
        .all()
        .into_iter()
        .find(|(_, _, glyph)| *glyph == '@')
        .unwrap()
        .0;
    for (at, square, glyph) in board.all() {
        match glyph {
            '#' => write("wall", square, board.with(&[(at, '.')])),
            '.' => {
                write("wall", square, board.with(&[(at, '#')]));
                write("apple", square, board.with(&[(apple, '.'), (at, '@')]));
            }
            _ => {}
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut boards = 0;
    while boards < 300 {
        if let Some(board) = random(&mut rng) {
            let notes = if rng.u8(..4) == 0 { "wrap: yes\n" } else { "" };
            let text = format!("game: snake\n{notes}\n{board}");
            agree::<Board>(&text, by_hand(&board, notes));
            boards += 1;
        }
    }
}
