//! The odds against their oracles: elimination and enumeration with fractions, games of several
//! players square by square, another prime, and published figures.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Index};
use std::time::Duration;

use fewest_search::{Limit, Limits, Progress, SearchContext, SearchOptions, Unwatched};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use serde_json::Value;

use super::{FAR, JUDGES, OVERSHOOTS, SEED, Track, random_track, with_conventions};
use crate::game::Game as _;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::oracle;
use crate::oracle::{OrShow as _, numbers};

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

pub fn fraction(numerator: usize, denominator: usize) -> BigRational {
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
    pub fn finished(&self, most: usize) -> Vec<BigRational> {
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
    pub fn seats(&self, players: usize) -> Vec<f64> {
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
        let odds = level.odds(ask, &mut SearchContext::default());
        odds.unwrap_or_else(|error| panic!("{error}\n{}", self.level_text()))
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

/// What the oracle says of the whole: mean and variance, or the chance to finish; nothing where
/// that is 0.
pub enum Whole {
    Certain(BigRational, BigRational),
    Uncertain(BigRational),
    Impossible,
}

pub fn whole(track: &Track) -> Whole {
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

/// The board that Milton Bradley sells as Chutes and Ladders.
fn milton_bradley(overshoot: &'static str) -> Track {
    let ladders = [(1, 38), (4, 14), (9, 31), (21, 42), (28, 84), (36, 44)];
    let more = [(51, 67), (71, 91), (80, 100)];
    let chutes = [(16, 6), (47, 26), (49, 11), (56, 53), (62, 19), (64, 60)];
    let back = [(87, 24), (93, 73), (95, 75), (98, 78)];
    Track {
        jumps: [&ladders[..], &more, &chutes, &back]
            .concat()
            .into_iter()
            .collect(),
        overshoot,
        ..PLAIN
    }
}

fn mean(track: &Track) -> String {
    let odds = track.odds(&OddsAsk::default());
    odds["mean"]["decimal"].as_str().unwrap().to_string()
}

fn percentiles(odds: &Odds) -> Vec<u64> {
    let list = odds["percentiles"].as_array().unwrap();
    list.iter()
        .map(|entry| entry["rolls"].as_u64().unwrap())
        .collect()
}

#[test]
fn milton_bradleys_board() {
    let odds = milton_bradley("stay").odds(&OddsAsk::default());
    let fraction = "225837582538403273407117496273279920181931269186581786048583/\
                    5757472998140039232950575874628786131130999406013041613400";
    assert_eq!(odds["mean"]["fraction"], fraction);
    assert_eq!(odds.headline, "39.2251223082 rolls expected");
    assert_eq!(odds.lines[0], format!("exactly {fraction}"));
    assert_eq!(odds.lines[1], "standard deviation 25.2249571128");
    assert_eq!(percentiles(&odds), [13, 22, 32, 50, 89, 128]);
    assert_eq!(odds["rolls"].as_array().unwrap().len(), 128);
    assert_eq!(milton_bradley("stay").truth().moves.unwrap().len(), 7);
}

#[test]
fn milton_bradleys_board_by_other_conventions() {
    assert_eq!(mean(&milton_bradley("win")), "35.8349384137");
    assert_eq!(mean(&milton_bradley("bounce")), "43.3245974417");
    assert_eq!(mean(&milton_bradley("offered")), "37.4418743886");
    let mut other = milton_bradley("stay");
    other.jumps.remove(&47);
    other.jumps.insert(48, 26);
    assert_eq!(mean(&other), "39.5983656402");
}

#[test]
fn who_rolls_first_wins_more_often() {
    let first = |players| {
        let ask = OddsAsk {
            players,
            ..OddsAsk::default()
        };
        let odds = milton_bradley("stay").odds(&ask);
        let seats = &odds["seats"];
        assert!(seats["error"].as_f64().unwrap() < 1e-12);
        let chances = seats["chances"].as_array().unwrap().iter();
        let chances: Vec<f64> = chances.map(|chance| chance.as_f64().unwrap()).collect();
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(chances.is_sorted_by(|one, next| one > next));
        chances[0]
    };
    assert_eq!(format!("{:.10}", first(2)), "0.5079115939");
    assert_eq!(format!("{:.6}", first(3)), "0.342989");
    assert_eq!(format!("{:.6}", first(4)), "0.260079");
}

#[test]
fn the_judges_first_example() {
    let first = |overshoot| Track {
        side: 6,
        jumps: BTreeMap::from([(2, 15), (14, 35), (17, 13)]),
        overshoot,
        ..JUDGES
    };
    assert_eq!(mean(&first("stay")), "13.0616854507");
    assert_eq!(mean(&first("win")), "8.5789544290");
    assert_eq!(mean(&first("offered")), "8.8521101751");
}

#[test]
fn a_plain_track_of_a_hundred_squares() {
    // Two rolls for every seven squares, and a few to hit the last one: 100/3, but for what the
    // end of the track still knows of where play began.
    assert_eq!(mean(&PLAIN), "33.3333333333");
    let odds = PLAIN.odds(&OddsAsk::default());
    let apart = exact(&odds["mean"]) - BigRational::new(100.into(), 3.into());
    assert!(apart.is_positive() && apart.to_f64().unwrap() < 1e-12);
}

/// Five of six squares lead back to the start, again and again: no clock lives to see the end.
#[test]
fn rolls_beyond_all_counting() {
    let track = Track {
        side: 20,
        jumps: (2..400)
            .filter(|square| square % 6 != 1)
            .map(|square| (square, 1))
            .collect(),
        overshoot: "stay",
        ..JUDGES
    };
    let ask = OddsAsk {
        players: 2,
        moves: Some(1_000_000_000_000),
    };
    let odds = track.odds(&ask);
    assert!(decimal(&odds["mean"]) > 1e51);
    let list = odds["percentiles"].as_array().unwrap();
    assert!(list.iter().all(|entry| entry["rolls"].is_null()));
    assert!(odds["asked"]["at_most"].is_null());
    assert!(odds["seats"]["chances"].is_null());
    let is_asked = |line: &String| numbers(line) == [1_000_000_000_000];
    assert!(odds.lines.iter().any(is_asked));
}

#[test]
fn a_die_of_a_billion_faces() {
    let roll = |overshoot, from| Track {
        die: 1_000_000_000,
        from,
        overshoot,
        ..JUDGES
    };
    let fraction = |track: &Track| exact(&track.odds(&OddsAsk::default())["mean"]).to_string();
    // One face in a billion wins.
    assert_eq!(fraction(&roll("stay", 0)), "1000000000");
    assert_eq!(fraction(&roll("stay", 3)), "1000000000");
    // All but those that fall short win: by one roll more for each square, at the most.
    assert_eq!(fraction(&roll("win", 3)), "1");
    assert_eq!(fraction(&roll("win", 2)), "1000000001/1000000000");
    assert_eq!(fraction(&roll("offered", 3)), "1");
    assert_eq!(fraction(&roll("offered", 0)), "25/12");
    // Nearly one in six comes to rest on the last of four squares that are gone over to and fro.
    let bounce = decimal(&roll("bounce", 1).odds(&OddsAsk::default())["mean"]);
    assert!((bounce - 6.0).abs() < 1e-6, "{bounce}");
}

/// More ways than can be kept, or than there is time for: said at once.
#[test]
fn a_die_and_a_board_that_are_too_large_together() {
    for overshoot in ["offered", "stay", "win", "bounce"] {
        let track = Track {
            side: 300,
            die: u32::MAX as usize,
            overshoot,
            ..JUDGES
        };
        let board = track.board();
        let odds = board.odds(&OddsAsk::default(), &mut SearchContext::default());
        assert!(matches!(odds, Err(NoOdds::OutOfReach(_))), "{overshoot}");
    }
}

#[test]
fn the_win_may_be_uncertain_or_impossible() {
    // Heads the game is won; tails the player goes to and fro for ever.
    let trap = Track {
        side: 3,
        die: 2,
        from: 7,
        jumps: BTreeMap::from([(8, 1), (2, 1), (3, 1)]),
        ..JUDGES
    };
    let odds = trap.odds(&OddsAsk {
        players: 2,
        moves: None,
    });
    assert!(odds.headline.ends_with(" 0.5000000000"));
    assert!(odds.lines[0].ends_with(" 1/2"));
    assert_eq!(numbers(&odds.lines[2]), [5, 1, 25, 1, 50, 1, 75]);
    let seats = odds["seats"]["chances"].as_array().unwrap();
    assert_eq!(seats[0], 0.5);
    assert_eq!(seats[1], 0.25);
    let wall = Track {
        die: 1,
        jumps: BTreeMap::from([(3, 2)]),
        ..JUDGES
    };
    let odds = wall.odds(&OddsAsk::default());
    assert!(!odds.can_win);
}

#[test]
fn who_begins_on_the_last_square_rolls_no_more() {
    let track = Track { from: 4, ..JUDGES };
    let odds = track.odds(&OddsAsk {
        players: 3,
        moves: Some(0),
    });
    assert!(odds.headline.starts_with("0.0000000000 "));
    assert_eq!(percentiles(&odds), [0; 6]);
    assert_eq!(odds["seats"]["chances"][0], 1.0);
    assert_eq!(odds["asked"]["exactly"]["fraction"], "1/1");
}

#[test]
fn limits_are_kept() {
    let board = milton_bradley("stay").board();
    let odds = |limits: Limits, watch: &mut dyn fewest_search::Watch| {
        let options = SearchOptions::new().limits(limits);
        let mut context = SearchContext::new(&options).observed_by(watch);
        match board.odds(&OddsAsk::default(), &mut context) {
            Err(NoOdds::GaveUp(limit)) => Some(limit),
            Ok(_) => None,
            Err(error) => panic!("{error}"),
        }
    };
    let time = |time| Limits {
        time: Some(time),
        ..Limits::default()
    };
    let limit = odds(time(Duration::ZERO), &mut Unwatched);
    assert_eq!(limit, Some(Limit::Time));
    let states = |states| Limits {
        states: Some(states),
        ..Limits::default()
    };
    assert_eq!(odds(states(80), &mut Unwatched), Some(Limit::States));
    assert_eq!(odds(states(81), &mut Unwatched), None);
    let mut stop = |_: Progress| ControlFlow::Break(());
    assert_eq!(odds(Limits::default(), &mut stop), Some(Limit::Stopped));
    // Too little memory ends it wherever it is; enough does not.
    let memory = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let mut gave_up = 0;
    for bytes in (0..100).map(|step| step * 1_000) {
        match odds(memory(bytes), &mut Unwatched) {
            Some(limit) => {
                assert_eq!(limit, Limit::Memory);
                gave_up += 1;
            }
            None => break,
        }
    }
    assert!((5..60).contains(&gave_up), "{gave_up}");
}

#[test]
fn a_board_that_is_too_large_for_fractions() {
    let track = Track {
        side: 400,
        jumps: (2..160_000).step_by(5).map(|square| (square, 1)).collect(),
        ..JUDGES
    };
    let board = track.board();
    let odds = board.odds(&OddsAsk::default(), &mut SearchContext::default());
    assert!(matches!(odds, Err(NoOdds::OutOfReach(_))));
}

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
