//! Curling's edits against its text changed by hand.

use crate::curling::Board;
use crate::edits::{Glyphs, Rewritten, agree};

const SEED: u64 = 3009;

fn random(rng: &mut fastrand::Rng) -> Glyphs {
    let (rows, columns) = (rng.usize(1..=5), rng.usize(2..=5));
    let mut board = Glyphs(vec![vec!['.'; columns]; rows]);
    for spot in board.0.iter_mut().flatten() {
        *spot = if rng.u8(..3) == 0 { '#' } else { '.' };
    }
    let mut spots: Vec<_> = board.all().into_iter().map(|(at, _, _)| at).collect();
    rng.shuffle(&mut spots);
    board.with(&[(spots[0], 'S'), (spots[1], 'G')])
}

fn by_hand(board: &Glyphs, notes: &str) -> Vec<Rewritten> {
    let mut made = Vec::new();
    let mut write = |group, square, board: Glyphs| {
        let text = format!("game: curling\n{notes}\n{board}");
        made.push(Rewritten {
            group,
            square,
            text,
        });
    };
    let find = |what| {
        board
            .all()
            .into_iter()
            .find(|(_, _, glyph)| *glyph == what)
            .unwrap()
            .0
    };
    let (stone, goal) = (find('S'), find('G'));
    for (at, square, glyph) in board.all() {
        match glyph {
            '#' => write("block", square, board.with(&[(at, '.')])),
            '.' => {
                write("block", square, board.with(&[(at, '#')]));
                write("stone", square, board.with(&[(stone, '.'), (at, 'S')]));
                write("goal", square, board.with(&[(goal, '.'), (at, 'G')]));
            }
            _ => {}
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..300 {
        let board = random(&mut rng);
        let notes = rng.choice(["", "throws: 3\n", "throws: none\n"]).unwrap();
        let text = format!("game: curling\n{notes}\n{board}");
        agree::<Board>(&text, by_hand(&board, notes));
    }
}
