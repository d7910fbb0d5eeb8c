//! Boards that are too wide for one sweep, and odd ones.

use fastrand::Rng;
use fewest_search::{Limits, Unwatched};

use super::plain::check_acts;
use super::{Board, SEED};
use crate::grid::Grid;
use crate::mines::chords::{fewest, figures};

#[test]
fn a_wide_board_is_better_than_the_customary_guess() {
    let board = Board::random(70, 70, 18, &mut Rng::with_seed(SEED));
    // A limit that does not depend on the clock, so that it is always the same.
    let limits = Limits {
        states: Some(1_000_000),
        ..Limits::default()
    };
    let found = fewest(&board.task(), &limits, &mut Unwatched).expect("ZiNi needs no states");
    check_acts(&board, &found.acts);
    let figures = figures(&board.task(), &limits, &mut Unwatched).expect("no limit");
    let acts = found.acts.len() as u64;
    assert!(acts < figures.greedy && found.at_least <= acts);
    assert!(found.at_least > figures.bbbv.div_ceil(7));
}

#[test]
fn odd_boards() {
    for (columns, cells) in [
        (1, vec![false]),
        (1, vec![true]),
        (5, vec![true; 25]),
        (100, vec![false; 10_000]),
        (1, vec![false; 70_000]),
        (70_000, vec![false; 70_000]),
    ] {
        let board = Board::new(Grid::new(columns, cells));
        let found = fewest(&board.task(), &Limits::default(), &mut Unwatched).expect("no limit");
        check_acts_wide(&board, found.acts.len());
        assert_eq!(found.at_least, found.acts.len() as u64);
    }
}

/// An opening is one click, and mines alone are none. The plain rules open a cell at a time, one
/// inside the other, and that is too deep here.
fn check_acts_wide(board: &Board, acts: usize) {
    let is_safe = board.mines.squares().contains(&false);
    assert_eq!(acts, usize::from(is_safe));
}
