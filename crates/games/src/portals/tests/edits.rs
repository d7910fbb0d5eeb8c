//! The portal maze's edits against its text changed by hand.

use crate::edits::{Glyphs, Rewritten, agree};
use crate::portals::Board;

const SEED: u64 = 54_138;

type Spot = (usize, usize);

/// A maze with up to two portals, and any two squares to go between.
struct Maze {
    board: Glyphs,
    start: Spot,
    goal: Spot,
}

impl Maze {
    fn random(rng: &mut fastrand::Rng) -> Maze {
        let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
        let mut board = Glyphs(vec![vec!['.'; columns]; rows]);
        for spot in board.0.iter_mut().flatten() {
            *spot = if rng.u8(..3) == 0 { '#' } else { '.' };
        }
        let mut spots: Vec<_> = board.all().into_iter().map(|(at, _, _)| at).collect();
        let (start, goal) = match rng.bool() {
            true => (spots[0], spots[spots.len() - 1]),
            false => (
                rng.choice(&spots).copied().unwrap(),
                rng.choice(&spots).copied().unwrap(),
            ),
        };
        rng.shuffle(&mut spots);
        for (pair, letter) in spots.chunks_exact(2).zip("AQ".chars().take(rng.usize(..3))) {
            board = board.with(&[(pair[0], letter), (pair[1], letter)]);
        }
        Maze { board, start, goal }
    }

    fn text(&self, board: &Glyphs, start: Spot, goal: Spot) -> String {
        let note = |(row, column)| format!("{row},{column}");
        format!(
            "game: portals\nstart: {}\ngoal: {}\n\n{board}",
            note(start),
            note(goal)
        )
    }

    fn by_hand(&self) -> Vec<Rewritten> {
        let Maze { board, start, goal } = self;
        let mut made = Vec::new();
        let mut write = |group, square, board: &Glyphs, start, goal| {
            let text = self.text(board, start, goal);
            made.push(Rewritten {
                group,
                square,
                text,
            });
        };
        for (at, square, glyph) in board.all() {
            let is_end = at == *start || at == *goal;
            if glyph == '#' {
                write("wall", square, &board.with(&[(at, '.')]), *start, *goal);
                continue;
            }
            if !is_end {
                write("start", square, board, at, *goal);
                write("goal", square, board, *start, at);
            }
            if glyph != '.' {
                continue;
            }
            if !is_end {
                write("wall", square, &board.with(&[(at, '#')]), *start, *goal);
            }
            for (end, _, letter) in board.all() {
                if letter.is_ascii_uppercase() {
                    let moved = board.with(&[(end, '.'), (at, letter)]);
                    write("portal", square, &moved, *start, *goal);
                }
            }
        }
        made
    }
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..600 {
        let maze = Maze::random(&mut rng);
        let text = maze.text(&maze.board, maze.start, maze.goal);
        agree::<Board>(&text, maze.by_hand());
    }
}
