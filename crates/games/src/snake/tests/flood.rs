//! The flood against the oracle, which remembers whole snakes.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use fewest_search::{SearchContext, SearchOptions};

use super::yard::{Body, SEED, Yard, fill};
use crate::game::Game as _;
use crate::oracle::{self, Solve as _, reached};
use crate::snake::flood::{Flooded, flood};
use crate::snake::{Board, kernel};

fn flooded(board: &Board, whole: bool, threads: usize) -> Flooded {
    let threads = NonZeroUsize::new(threads).unwrap();
    let options = SearchOptions::new().threads(threads).whole(whole);
    let mut flooded = Flooded::default();
    flood(board, &mut flooded, &mut SearchContext::new(&options)).unwrap();
    flooded
}

/// All that a snake can come to; from the apple nothing goes on.
pub fn truth(yard: &Yard) -> Flooded {
    let going_on = |snake: &Body| match yard.is_won(snake) {
        true => Vec::new(),
        false => yard.moves(snake),
    };
    let layers = reached(&yard.snake, |_| false, going_on);
    let has_win = |layer: &HashSet<Body>| layer.iter().any(|snake| yard.is_won(snake));
    Flooded {
        cost: layers.iter().position(has_win),
        layers: layers.iter().map(|layer| layer.len() as u64).collect(),
        ..Flooded::default()
    }
}

pub fn check(yard: &Yard) {
    let board = yard.board();
    let whole = SearchOptions::new().whole(true);
    if !kernel::fits(&board, &whole) {
        return;
    }
    let seen = oracle::seen(SEED, || yard.level_text());
    let truth = truth(yard);
    assert_eq!(flooded(&board, true, 2), truth, "{seen}");
    let up_to_the_win = flooded(&board, false, 1);
    assert_eq!(up_to_the_win.cost, truth.cost, "{seen}");
    let layers = truth.cost.map_or(truth.layers.len(), |cost| cost + 1);
    assert_eq!(up_to_the_win.layers, truth.layers[..layers], "{seen}");
    for threads in [1, 2, 4] {
        let options = whole.threads(NonZeroUsize::new(threads).unwrap());
        let report = board.solve(&mut SearchContext::new(&options));
        let plain = board.puzzle().solve(&mut SearchContext::new(&options));
        assert_eq!(report.verdict, plain.verdict, "{seen}");
        assert_eq!(report.stats.layers, plain.stats.layers, "{seen}");
        assert_eq!(report.stats.states, plain.stats.states, "{seen}");
        assert_eq!(report.plan.kernel, "flood");
    }
}

#[test]
fn random_boards_are_flooded_as_the_oracle_says() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..6_000 {
        let (rows, columns) = (rng.i32(1..=6), rng.i32(1..=6));
        let mut yard = Yard::open(rows, columns, rng.bool());
        if fill(&mut yard, rng.usize(3..=9), &mut rng).is_some() {
            check(&yard);
        }
    }
}

/// A snake laid straight along the middle row of an open board, the apple in the last corner.
fn line(side: i32, segments: i32) -> Yard {
    let mut yard = Yard::open(side, side, false);
    yard.apple = (side - 1, side - 1);
    yard.snake = (0..segments).map(|column| (side / 2, column)).collect();
    yard
}

/// How many positions there are in all; the same for any number of threads.
fn positions(side: i32, segments: i32) -> u64 {
    let board = line(side, segments).board();
    flooded(&board, true, 2).layers.iter().sum()
}

#[test]
fn twelve_segments_on_sixteen_by_sixteen() {
    let mut yard = line(16, 12);
    yard.walls = [(14, 15), (15, 14)].into();
    let board = yard.board();
    let alone = flooded(&board, true, 1);
    assert_eq!(alone.layers.iter().sum::<u64>(), 16_263_434);
    for threads in [2, 5] {
        assert_eq!(flooded(&board, true, threads), alone);
    }
}

#[test]
fn sets_of_every_width_are_flooded_alike() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for rows in [1, 2, 3, 5, 9, 14, 20, 30, 33, 40, 63, 80] {
        for columns in [1, 7, 16, 31, 32, 50, 64, 65, 110, 130, 200] {
            let mut yard = Yard::open(rows, columns, rng.bool());
            if fill(&mut yard, rng.usize(3..=5), &mut rng).is_some() {
                check(&yard);
            }
        }
    }
}

#[test]
#[ignore = "takes 600 MB, and seconds where it is optimised"]
fn sixteen_segments_on_thirty_two_by_thirty_two() {
    assert_eq!(positions(32, 16), 4_475_317_228);
}

#[test]
#[ignore = "takes 4.4 GB, and half a minute where it is optimised"]
fn eighteen_segments_on_thirty_two_by_thirty_two() {
    assert_eq!(positions(32, 18), 30_938_181_540);
}
