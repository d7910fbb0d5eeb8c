//! Snake against a plain oracle.

mod edits;
mod flood;
mod kernel;
mod yard;

use std::collections::HashSet;

use fewest_search::Puzzle as _;
use fewest_search::Space;
use yard::{Body, SEED, Spot, Yard, every_yard, fill};

use super::Board;
use super::puzzle::Lair;
use crate::grid::Grid;
use crate::oracle::judge;

/// Holds the packing of every placement to its promises; says how many there are.
fn check_packing(yard: &Yard, length: usize) -> usize {
    let seen = format!("{} by {}, wrap {}", yard.rows, yard.columns, yard.wrap);
    let squares = |snake: &Body| -> Vec<u32> {
        let square = |&(row, column): &Spot| (row * yard.columns + column) as u32;
        snake.iter().map(square).collect()
    };
    let board = Board {
        walls: Grid::new(yard.columns as usize, vec![false; yard.spots().len()]),
        snake: (0..length as u32).collect(),
        apple: 0,
        wrap: yard.wrap,
    };
    let lair = Lair::<u32>::new(&board);
    let Space::Dense(space) = lair.space() else {
        panic!("{seen} is not dense");
    };
    let mut taken = vec![false; space as usize];
    let mut count = 0;
    yard.place_all(length, &mut |snake| {
        let state = lair.snake(&squares(snake));
        let key = lair.pack(&state);
        assert!(lair.unpack(&key) == state, "{seen}: {snake:?}");
        let taken = &mut taken[key as usize];
        assert!(!std::mem::replace(taken, true), "{seen}: {snake:?}");
        count += 1;
    });
    count
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..25_000 {
        let (rows, columns) = (rng.i32(1..=6), rng.i32(1..=6));
        let mut yard = Yard::open(rows, columns, rng.bool());
        let length = rng.usize(1..=6);
        if fill(&mut yard, length, &mut rng).is_some() {
            let (level, truth) = yard.check();
            yard.check_texts(&level, &truth);
        }
    }
}

#[test]
fn random_narrow_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..20_000 {
        let (narrow, long) = (rng.i32(1..=2), rng.i32(1..=8));
        let (rows, columns) = if rng.bool() {
            (narrow, long)
        } else {
            (long, narrow)
        };
        let mut yard = Yard::open(rows, columns, rng.u8(..3) > 0);
        let length = rng.usize(1..=7);
        if fill(&mut yard, length, &mut rng).is_some() {
            let (level, truth) = yard.check();
            yard.check_texts(&level, &truth);
        }
    }
}

#[test]
fn long_snakes_agree_with_the_oracle_whatever_the_width_of_their_keys() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut longest = 0;
    for _ in 0..200 {
        let mut yard = Yard::open(6, 6, rng.bool());
        if fill(&mut yard, rng.usize(20..=35), &mut rng).is_none() || yard.snake.len() < 20 {
            continue;
        }
        longest = longest.max(yard.snake.len());
        let (level, truth) = yard.check();
        yard.check_texts(&level, &truth);
        if !yard.wrap {
            // Walls all around change nothing but the number of squares, and so the keys.
            let room = yard.spots();
            (yard.rows, yard.columns) = (50, 50);
            let outside = yard.spots().into_iter().filter(|spot| !room.contains(spot));
            yard.walls.extend(outside.collect::<Vec<_>>());
            assert_eq!(yard.check().1.layers, truth.layers);
        }
    }
    assert!(longest > 30, "seed {SEED} made none longer than {longest}");
}

#[test]
fn random_large_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..60 {
        let mut yard = Yard::open(12, 12, rng.u8(..4) == 0);
        fill(&mut yard, rng.usize(4..=6), &mut rng).unwrap();
        yard.check();
    }
}

#[test]
fn every_board_of_six_squares() {
    for (rows, columns) in [(1, 6), (2, 3), (3, 2), (6, 1)] {
        for length in 1..=5 {
            for wrap in [false, true] {
                every_yard(rows, columns, wrap, length, &mut |yard| {
                    yard.check();
                });
            }
        }
    }
}

#[test]
fn every_board_of_three_by_three() {
    for length in 1..=8 {
        every_yard(3, 3, false, length, &mut |yard| {
            yard.check();
        });
    }
    for length in 1..=4 {
        every_yard(3, 3, true, length, &mut |yard| {
            yard.check();
        });
    }
}

#[test]
fn every_placement_on_a_board_of_fifteen_has_its_own_key() {
    let yard = Yard::open(15, 15, false);
    let counts = (3..=9).map(|length| check_packing(&yard, length));
    let counts: Vec<usize> = counts.collect();
    assert_eq!(counts, [2348, 6656, 17372, 46632, 120532, 317296, 813820]);
}

#[test]
fn every_placement_on_a_torus_of_fifteen_has_its_own_key() {
    let yard = Yard::open(15, 15, true);
    assert_eq!(check_packing(&yard, 9), 1_331_100);
}

#[test]
fn every_placement_on_a_narrow_torus_has_its_own_key() {
    for rows in 1..=4 {
        for columns in 1..=5 {
            for length in 1..=6 {
                check_packing(&Yard::open(rows, columns, true), length);
            }
        }
    }
}

#[test]
fn all_that_five_segments_reach_on_fifteen_by_fifteen() {
    let mut yard = Yard::open(15, 15, false);
    yard.snake = vec![(7, 7), (7, 8), (7, 9), (8, 9), (9, 9)];
    yard.walls = HashSet::from([(0, 1), (1, 0)]);
    assert!(yard.check().1.moves.is_none());
    yard.wrap = true;
    yard.walls.extend([(0, 14), (14, 0)]);
    assert!(yard.check().1.moves.is_none());
}

#[test]
fn all_that_nine_segments_reach_on_fifteen_by_fifteen() {
    let mut yard = Yard::open(15, 15, false);
    yard.apple = (14, 14);
    yard.walls = HashSet::from([(13, 14), (14, 13)]);
    yard.snake = (0..9).map(|column| (7, column)).collect();
    let truth = yard.check().1;
    assert!(truth.moves.is_none());
    assert_eq!(truth.layers.iter().sum::<u64>(), 798_232);
}

#[test]
fn the_published_examples() {
    let first = "4 5\n##...\n..1#@\n432#.\n...#.\n";
    let second = "4 4\n#78#\n.612\n.543\n..@.\n";
    let third = "3 2\n3@\n2#\n1#\n";
    assert_eq!(judge("snake", first), "4\n");
    assert_eq!(judge("snake", second), "6\n");
    assert_eq!(judge("snake", third), "-1\n");
    assert_eq!(
        judge("snake", &format!("{first}{second}{third}")),
        "4\n6\n-1\n"
    );
}

#[test]
fn a_snake_of_two_turns_round() {
    let yard = Yard::drawn(&["12@"], false);
    let moves = yard.check().1.moves.unwrap();
    assert_eq!(moves, ["R", "R"]);
    // One of three cannot.
    assert!(Yard::drawn(&["123@"], false).check().1.moves.is_none());
}

#[test]
fn a_snake_of_one_walks_freely() {
    let truth = Yard::drawn(&["1.", ".@"], false).check().1;
    assert_eq!(truth.moves.unwrap(), ["D", "R"]);
    assert!(Yard::drawn(&["1#@"], false).check().1.moves.is_none());
}

#[test]
fn a_torus_leads_round_its_edges() {
    assert_eq!(Yard::drawn(&["1#@"], true).check().1.moves.unwrap(), ["L"]);
    let moves = Yard::drawn(&["1", "#", "@"], true).check().1.moves;
    assert_eq!(moves.unwrap(), ["U"]);
}

#[test]
fn a_ring_of_four_follows_its_tail_for_ever() {
    let truth = Yard::drawn(&["12#", "43@"], false).check().1;
    assert_eq!(truth.moves.unwrap(), ["D", "R", "R"]);
    let truth = Yard::drawn(&["12#", "43#", "##@"], false).check().1;
    assert_eq!(truth.layers, [1, 1, 1, 1]);
}
