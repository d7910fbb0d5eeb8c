//! The odds against their oracles.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};
use serde_json::Value;

use super::conventions::with_conventions;
use super::dice::{Whole, decimal, exact, fraction, whole};
use super::track::{SEED, Track, random_track};
use crate::odds::OddsAsk;
use crate::oracle::{self, OrShow as _};

fn small_track(rng: &mut fastrand::Rng) -> Track {
    loop {
        let track = random_track(rng);
        if track.side <= 4 {
            let die = rng.usize(1..=8);
            let track = with_conventions(rng, Track { die, ..track });
            let is_trap = track.side > 2 && rng.u8(..4) == 0;
            return if is_trap {
                with_trap(rng, track)
            } else {
                track
            };
        }
    }
}

/// A wall of snakes that nobody passes who has come near it, and a ladder over it before that.
pub fn with_trap(rng: &mut fastrand::Rng, track: Track) -> Track {
    let (die, last) = (rng.usize(1..=3), track.last());
    let near = rng.usize(3..last - die - 1);
    let wall = rng.usize(near + 1..last - die);
    let mut jumps = track.jumps;
    jumps.retain(|square, _| !(near..wall).contains(square));
    for square in wall..wall + die {
        jumps.insert(square, rng.usize(near..wall));
    }
    jumps.insert(rng.usize(2..near), rng.usize(wall + die..=last));
    let from = track.from.min(1);
    Track {
        die,
        from,
        jumps,
        ..track
    }
}

#[test]
fn mean_variance_and_chance_agree_with_elimination() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut kinds = [0; 3];
    for _ in 0..4_000 {
        let track = small_track(&mut rng);
        let seen = oracle::seen(SEED, || track.level_text());
        let odds = track.odds(&OddsAsk::default());
        let json = &odds;
        assert_eq!(odds.can_win, json["verdict"] != "impossible", "{seen}");
        match whole(&track) {
            Whole::Certain(mean, variance) => {
                kinds[0] += 1;
                assert_eq!(json["verdict"], "certain", "{seen}");
                assert_eq!(exact(&json["mean"]), mean, "{seen}");
                assert_eq!(exact(&json["variance"]), variance, "{seen}");
                let root = decimal(&json["deviation"]);
                let square = variance.to_f64().unwrap();
                assert!((root - square.sqrt()).abs() < 1e-9 * (1.0 + root), "{seen}");
            }
            Whole::Uncertain(chance) => {
                kinds[1] += 1;
                assert_eq!(json["verdict"], "uncertain", "{seen}");
                assert_eq!(exact(&json["chance"]), chance, "{seen}");
                assert_eq!(json["mean"], Value::Null, "{seen}");
            }
            Whole::Impossible => {
                kinds[2] += 1;
                assert_eq!(json["verdict"], "impossible", "{seen}");
            }
        }
    }
    assert!(kinds.iter().all(|&often| often > 200), "{kinds:?}");
}

#[test]
fn the_spread_of_the_rolls_agrees_with_enumeration() {
    const MOST: usize = 40;
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut decided = [0; 2];
    for _ in 0..2_000 {
        let track = small_track(&mut rng);
        let seen = oracle::seen(SEED, || track.level_text());
        let rolls = rng.usize(..20);
        let ask = OddsAsk {
            moves: Some(rolls as u64),
            ..OddsAsk::default()
        };
        let odds = track.odds(&ask);
        if !odds.can_win {
            continue;
        }
        let finished = track.finished(MOST);
        let before = rolls.checked_sub(1).map(|before| finished[before].clone());
        let exactly = &finished[rolls] - before.unwrap_or_else(BigRational::zero);
        let asked = &odds["asked"];
        assert_eq!(exact(&asked["at_most"]), finished[rolls], "{seen}");
        assert_eq!(exact(&asked["exactly"]), exactly, "{seen}");
        let listed = odds["rolls"].as_array().or_show(&seen);
        for (row, at_most) in listed.iter().zip(&finished[1..]) {
            let at_most = at_most.to_f64().unwrap();
            assert!(
                (row["at_most"].as_f64().unwrap() - at_most).abs() < 1e-15,
                "{seen}"
            );
        }
        for (number, row) in listed.iter().enumerate() {
            assert_eq!(row["rolls"], number as u64 + 1, "{seen}");
        }
        let percentiles = odds["percentiles"].as_array().or_show(&seen);
        for (percentile, percent) in percentiles.iter().zip([5, 25, 50, 75, 95, 99]) {
            assert_eq!(percentile["percent"], percent, "{seen}");
            let share = fraction(percent, 100);
            let first = finished.iter().position(|chance| *chance >= share);
            let told = &percentile["rolls"];
            match first {
                Some(rolls) => assert_eq!(*told, rolls as u64, "{seen}"),
                None if told == "never" => {
                    let Whole::Uncertain(chance) = whole(&track) else {
                        panic!("{seen}");
                    };
                    assert!(chance <= share, "{seen}");
                    decided[1] += 1;
                }
                None => assert!(told.as_u64().or_show(&seen) > MOST as u64, "{seen}"),
            }
            decided[0] += u32::from(first.is_some());
        }
    }
    assert!(decided[0] > 3_000 && decided[1] > 200, "{decided:?}");
}

#[test]
fn the_seats_agree_with_a_game_played_square_by_square() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut checked = 0;
    while checked < 150 {
        let track = small_track(&mut rng);
        let players = rng.usize(2..=3);
        let seen = oracle::seen(SEED, || track.level_text());
        let ask = OddsAsk {
            players: players as u32,
            ..OddsAsk::default()
        };
        let odds = track.odds(&ask);
        if !odds.can_win || track.side > 3 {
            continue;
        }
        let far = odds["percentiles"][5]["rolls"].as_u64();
        if far.is_none_or(|rolls| rolls > 60) {
            continue;
        }
        checked += 1;
        let seats = &odds["seats"];
        assert!(seats["error"].as_f64().unwrap() < 1e-11, "{seen}");
        let truth = match track.from == track.last() {
            true => [1.0, 0.0, 0.0][..players].to_vec(),
            false => track.seats(players),
        };
        let told = seats["chances"].as_array().or_show(&seen);
        assert_eq!(told.len(), players, "{seen}");
        for (told, truth) in told.iter().zip(truth) {
            assert!(
                (told.as_f64().unwrap() - truth).abs() < 1e-10,
                "{truth} {seen}"
            );
        }
    }
}

/// A plain track of a hundred squares, from off the board.
pub const PLAIN: Track = Track {
    side: 10,
    die: 6,
    jumps: BTreeMap::new(),
    from: 0,
    overshoot: "stay",
};
