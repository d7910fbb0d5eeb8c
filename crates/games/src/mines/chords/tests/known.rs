//! A board whose figures are published, and boards of a usual size, all of them proven.

use fastrand::Rng;
use fewest_search::{Limits, Unwatched};

use super::plain::check_acts;
use super::{Board, SEED};
use crate::grid::Grid;
use crate::mines::chords::{Figures, Found, fewest, figures};

fn solved(board: &Board) -> Found {
    let found = fewest(&board.task(), &Limits::default(), &mut Unwatched).expect("no limit");
    check_acts(board, &found.acts);
    found
}

#[test]
fn the_customary_guesses_may_miss_the_fewest() {
    let board = Board::read("1*21\n12*1\n2321\n**10");
    let counted = figures(&board.task(), &Limits::default(), &mut Unwatched);
    let right = Figures {
        bbbv: 9,
        openings: 1,
        greedy: 7,
        human: 7,
    };
    assert_eq!(counted, Ok(right));
    let found = solved(&board);
    assert_eq!((found.acts.len(), found.at_least), (6, 6));
}

/// Boards of 16 × 16 with 40 mines: the fewest are proven, and no customary guess is below them.
#[test]
fn the_fewest_of_usual_boards_are_proven() {
    let mut rng = Rng::with_seed(SEED);
    let mut sums = (0, 0, 0);
    for round in 0..6 {
        let mut cells = vec![false; 256];
        cells[..40].fill(true);
        rng.shuffle(&mut cells);
        let board = Board::new(Grid::new(16, cells));
        let found = solved(&board);
        let count = found.acts.len() as u64;
        assert_eq!(found.at_least, count, "seed {SEED}, round {round}");
        let figures = figures(&board.task(), &Limits::default(), &mut Unwatched).expect("no limit");
        assert!(count <= figures.greedy.min(figures.human).min(figures.bbbv));
        sums.0 += count;
        sums.1 += figures.greedy;
        sums.2 += found.states;
    }
    assert_eq!(sums, (281, 290, 263_054));
}
