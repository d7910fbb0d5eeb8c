//! The odds of boards too large for the plain oracles: against another prime.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;

use super::conventions::{OVERSHOOTS, with_conventions};
use super::dice::{decimal, exact};
use super::odds::with_trap;
use super::track::{SEED, Track, large_track};
use crate::odds::{NoOdds, OddsAsk};
use crate::oracle::{self, OrShow as _};

/// The expected rolls modulo 2^61 - 1, by plain elimination over all squares.
fn modulo_another_prime(track: &Track) -> u128 {
    const PRIME: u128 = (1 << 61) - 1;
    let power = |mut base: u128, mut exponent: u128| {
        let mut product = 1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                product = product * base % PRIME;
            }
            base = base * base % PRIME;
            exponent /= 2;
        }
        product
    };
    let squares: Vec<usize> = track.stood_on().into_iter().rev().collect();
    let width = squares.len() + 1;
    let mut rows: Vec<Vec<u128>> = Vec::new();
    for (number, &square) in squares.iter().enumerate() {
        let rolls = track.rolls(square);
        let mut row = vec![0; width];
        for (_, end) in &rolls {
            if let Some(column) = squares.iter().position(|square| square == end) {
                row[column] += PRIME - 1;
            }
        }
        row[number] += rolls.len() as u128;
        row[width - 1] = rolls.len() as u128;
        rows.push(row.iter().map(|entry| entry % PRIME).collect());
    }
    for column in 0..squares.len() {
        let inverse = power(rows[column][column], PRIME - 2);
        let pivot: Vec<u128> = rows[column]
            .iter()
            .map(|one| one * inverse % PRIME)
            .collect();
        for row in rows.iter_mut().skip(column + 1) {
            if row[column] != 0 {
                let factor = PRIME - row[column];
                for entry in column..width {
                    row[entry] = (row[entry] + factor * pivot[entry]) % PRIME;
                }
            }
        }
        rows[column] = pivot;
    }
    let mut solution = vec![0; squares.len()];
    for number in (0..squares.len()).rev() {
        let row = &rows[number];
        let known =
            (number + 1..squares.len()).map(|column| row[column] * solution[column] % PRIME);
        solution[number] =
            (row[width - 1] + squares.len() as u128 * PRIME - known.sum::<u128>()) % PRIME;
    }
    let start = squares.iter().position(|&square| square == track.from);
    solution[start.unwrap()]
}

#[test]
fn the_mean_of_boards_of_judge_size_agrees_with_another_prime() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut certain = 0;
    for number in 0..12 {
        let side = 20;
        let last = side * side;
        let density = [0.02, 0.1, 0.3][number % 3];
        let mut jumps = BTreeMap::new();
        for square in 2..last {
            if rng.f32() < density {
                jumps.insert(square, rng.usize(1..=last));
            }
        }
        let track = Track {
            side,
            die: [6, 6, 2, 20, 500][number % 5],
            jumps,
            from: number % 2,
            overshoot: OVERSHOOTS[number % 4],
        };
        let seen = oracle::seen(SEED, || track.level_text());
        let odds = track.odds(&OddsAsk::default());
        if odds["verdict"] != "certain" {
            continue;
        }
        assert_eq!(odds["method"], "exact", "{seen}");
        certain += 1;
        let mean = exact(&odds["mean"]);
        let modulo = |number: &BigInt| (number % ((1_u64 << 61) - 1)).to_u128().unwrap();
        let times = modulo_another_prime(&track) * modulo(mean.denom());
        assert_eq!(times % ((1 << 61) - 1), modulo(mean.numer()), "{seen}");
    }
    assert!(certain > 8, "{certain}");
}
