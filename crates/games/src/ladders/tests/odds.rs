//! The odds against plain oracles: elimination and enumeration with fractions, games of several
//! players square by square, and for large boards another prime.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

use fewest_search::{Limits, Unwatched};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use serde_json::Value;

use super::conventions::with_conventions;
use super::track::{FAR, SEED, Track, random_track};
use crate::ladders::chances;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::oracle::{self, OrShow as _};

fn fraction(numerator: usize, denominator: usize) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// Chances to stand on squares.
type Spread = BTreeMap<usize, BigRational>;

impl Track {
    /// Where a roll from a square ends, and with what chance.
    fn spread(&self, square: usize) -> Spread {
        let rolls = self.rolls(square);
        let mut spread = Spread::new();
        for (_, end) in &rolls {
            *spread.entry(*end).or_insert_with(BigRational::zero) += fraction(1, rolls.len());
        }
        spread
    }

    /// The squares that can be stood on, but for the last one.
    pub fn stood_on(&self) -> BTreeSet<usize> {
        let (mut all, mut open) = (BTreeSet::from([self.from]), vec![self.from]);
        while let Some(square) = open.pop() {
            for (_, end) in self.rolls(square) {
                if end != self.last() && all.insert(end) {
                    open.push(end);
                }
            }
        }
        all
    }

    /// Solves x(s) = known(s) + what x is on average after a roll, x being 0 on the last square,
    /// for some squares that are left only for the last one or for where x is 0 as well.
    fn eliminate(
        &self,
        squares: &BTreeSet<usize>,
        known: impl Fn(usize) -> BigRational,
    ) -> BTreeMap<usize, BigRational> {
        let list: Vec<usize> = squares.iter().copied().collect();
        let width = list.len() + 1;
        let mut rows = Vec::new();
        for &square in &list {
            let spread = self.spread(square);
            let mut row: Vec<BigRational> = list
                .iter()
                .map(|to| -spread.get(to).cloned().unwrap_or_else(BigRational::zero))
                .collect();
            row[rows.len()] += BigRational::one();
            row.push(known(square));
            rows.push(row);
        }
        for column in 0..list.len() {
            let pivot = (column..list.len()).find(|&row| !rows[row][column].is_zero());
            rows.swap(column, pivot.expect("the equations have one solution"));
            let pivot = rows[column].clone();
            for (number, row) in rows.iter_mut().enumerate() {
                if number == column || row[column].is_zero() {
                    continue;
                }
                let factor = &row[column] / &pivot[column];
                for entry in column..width {
                    let less = &factor * &pivot[entry];
                    row[entry] -= less;
                }
            }
        }
        let solution = |(number, &square): (usize, &usize)| {
            (square, &rows[number][width - 1] / &rows[number][number])
        };
        list.iter().enumerate().map(solution).collect()
    }

    /// The chance to have finished within 0, 1, 2, … rolls.
    fn finished(&self, most: usize) -> Vec<BigRational> {
        let mut spread = Spread::from([(self.from, BigRational::one())]);
        let mut finished = Vec::new();
        loop {
            let last = spread.get(&self.last());
            finished.push(last.cloned().unwrap_or_else(BigRational::zero));
            if finished.len() > most {
                return finished;
            }
            let mut next = Spread::new();
            for (&square, chance) in &spread {
                let ends = match square == self.last() {
                    true => Spread::from([(square, BigRational::one())]),
                    false => self.spread(square),
                };
                for (end, share) in ends {
                    *next.entry(end).or_insert_with(BigRational::zero) += share * chance;
                }
            }
            spread = next;
        }
    }

    /// Each player's chance to win, with all the players' squares kept side by side.
    fn seats(&self, players: usize) -> Vec<f64> {
        let mut chances = vec![0.0; players];
        let mut spread = BTreeMap::from([(vec![self.from; players], 1.0)]);
        for turn in (0..players).cycle().take(3_000 * players) {
            let mut next = BTreeMap::new();
            for (squares, chance) in spread {
                for (end, share) in self.spread(squares[turn]) {
                    let chance: f64 = chance * share.to_f64().unwrap();
                    if end == self.last() {
                        chances[turn] += chance;
                    } else if chance > 1e-18 {
                        let mut squares = squares.clone();
                        squares[turn] = end;
                        *next.entry(squares).or_insert(0.0) += chance;
                    }
                }
            }
            spread = next;
        }
        chances
    }

    /// The odds as the game tells them.
    pub fn odds(&self, ask: &OddsAsk) -> Odds {
        let level = oracle::read(&self.level_text());
        let odds = level.odds(ask, &Limits::default(), &mut Unwatched);
        odds.unwrap_or_else(|error| panic!("{error}\n{}", self.level_text()))
    }

    /// The odds in floating point, where they are found.
    pub fn floating_odds(&self, ask: &OddsAsk) -> Result<Odds, NoOdds> {
        let (board, limits) = (self.board(), Limits::default());
        chances::odds_within(-1.0, &board, ask, &limits, &mut Unwatched)
    }
}

impl Index<&str> for Odds {
    type Output = Value;

    /// The entry of that name.
    fn index(&self, name: &str) -> &Value {
        let entry = self.entries.iter().find(|(other, _)| *other == name);
        &entry.unwrap_or_else(|| panic!("no {name}")).1
    }
}

/// The fraction behind a figure of the answer.
pub fn exact(value: &Value) -> BigRational {
    let text = value["fraction"].as_str().expect("a fraction");
    text.parse().expect("a fraction")
}

/// A figure's decimals.
pub fn decimal(value: &Value) -> f64 {
    value["decimal"].as_str().unwrap().parse().unwrap()
}

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

/// What the oracle says of the whole: mean and variance, or the chance to finish; nothing where
/// that is 0.
enum Whole {
    Certain(BigRational, BigRational),
    Uncertain(BigRational),
    Impossible,
}

fn whole(track: &Track) -> Whole {
    let to_win = track.to_win();
    if to_win[track.from] == FAR {
        return Whole::Impossible;
    }
    if track.from == track.last() {
        return Whole::Certain(BigRational::zero(), BigRational::zero());
    }
    let squares = track.stood_on();
    let winners = squares.iter().copied();
    let winners: BTreeSet<usize> = winners.filter(|&at| to_win[at] < FAR).collect();
    if winners.len() < squares.len() {
        let wins = |square| {
            let spread = track.spread(square);
            spread
                .get(&track.last())
                .cloned()
                .unwrap_or_else(BigRational::zero)
        };
        return Whole::Uncertain(track.eliminate(&winners, wins)[&track.from].clone());
    }
    let mean = track.eliminate(&squares, |_| BigRational::one());
    // The square of one roll more is the square, twice the rolls, and one.
    let square = track.eliminate(&squares, |square| {
        let spread = track.spread(square);
        let after = spread.iter().map(|(end, share)| match mean.get(end) {
            Some(mean) => share * mean,
            None => BigRational::zero(),
        });
        after.fold(BigRational::one(), |sum, after| {
            sum + after * BigInt::from(2)
        })
    });
    let mean = mean[&track.from].clone();
    let variance = square[&track.from].clone() - &mean * &mean;
    Whole::Certain(mean, variance)
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
        let floating = track.floating_odds(&OddsAsk::default()).or_show(&seen);
        let near = |name: &str, truth: &BigRational| {
            let figure = &floating[name];
            let truth = truth.to_f64().unwrap();
            match figure["error"].as_f64() {
                Some(error) => {
                    assert!(
                        (decimal(figure) - truth).abs() <= error,
                        "{name} {truth} {seen}"
                    );
                    assert!(
                        error <= 1e-9 * truth.max(1.0).powi(2),
                        "{name} {error} {seen}"
                    );
                }
                // What is decided before anything is calculated is exact in any case.
                None => assert_eq!(exact(figure), exact(&json[name]), "{name} {seen}"),
            }
        };
        assert_eq!(odds.can_win, json["verdict"] != "impossible", "{seen}");
        match whole(&track) {
            Whole::Certain(mean, variance) => {
                kinds[0] += 1;
                assert_eq!(json["verdict"], "certain", "{seen}");
                assert_eq!(exact(&json["mean"]), mean, "{seen}");
                assert_eq!(exact(&json["variance"]), variance, "{seen}");
                near("mean", &mean);
                near("variance", &variance);
                let root = decimal(&json["deviation"]);
                let square = variance.to_f64().unwrap();
                assert!((root - square.sqrt()).abs() < 1e-9 * (1.0 + root), "{seen}");
            }
            Whole::Uncertain(chance) => {
                kinds[1] += 1;
                assert_eq!(json["verdict"], "uncertain", "{seen}");
                assert_eq!(exact(&json["chance"]), chance, "{seen}");
                assert_eq!(json["mean"], Value::Null, "{seen}");
                near("chance", &chance);
            }
            Whole::Impossible => {
                kinds[2] += 1;
                assert_eq!(json["verdict"], "impossible", "{seen}");
                assert_eq!(floating["verdict"], "impossible", "{seen}");
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
