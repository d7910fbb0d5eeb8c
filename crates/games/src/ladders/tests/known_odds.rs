//! Odds that are known from elsewhere, boards at the edge of what can be said, and limits.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Limit, Limits, Progress, SearchContext, SearchOptions, Unwatched};
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _};

use super::dice::{decimal, exact};
use super::odds::PLAIN;
use super::track::{JUDGES, Track};
use crate::game::Game as _;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::oracle::numbers;

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
