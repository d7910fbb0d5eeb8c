//! Limits end the search, and what is said then is true.

use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use fewest_search::{Limit, Limits, Progress, Unwatched};

use super::plain::check_acts;
use super::{Board, SEED};
use crate::mines::chords::{Found, fewest, figures};

fn board() -> Board {
    Board::random(16, 30, 20, &mut Rng::with_seed(SEED))
}

fn check(board: &Board, found: &Found) {
    check_acts(board, &found.acts);
    assert!(found.at_least <= found.acts.len() as u64);
}

#[test]
fn no_time_is_no_answer() {
    let no_time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let board = board();
    let found = fewest(&board.task(), &no_time, &mut Unwatched);
    assert_eq!(found.err(), Some(Limit::Time));
    let counted = figures(&board.task(), &no_time, &mut Unwatched);
    assert_eq!(counted, Err(Limit::Time));
}

#[test]
fn little_time_is_some_answer() {
    let little = Limits {
        time: Some(Duration::from_millis(200)),
        ..Limits::default()
    };
    let board = board();
    if let Ok(found) = fewest(&board.task(), &little, &mut Unwatched) {
        check(&board, &found);
        let is_proven = found.at_least == found.acts.len() as u64;
        assert_eq!(found.limit, (!is_proven).then_some(Limit::Time));
    }
}

#[test]
fn a_limit_of_states_is_kept() {
    let board = board();
    for states in [0, 1, 1000, 50_000] {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        let found = fewest(&board.task(), &limits, &mut Unwatched).expect("ZiNi needs no states");
        check(&board, &found);
        assert_eq!(found.limit, Some(Limit::States));
        assert!(found.states <= states);
    }
}

#[test]
fn a_limit_of_memory_is_kept() {
    let board = board();
    let limits = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let found = fewest(&board.task(), &limits(1000), &mut Unwatched);
    assert_eq!(found.err(), Some(Limit::Memory));
    for memory in [20_000, 90_000, 100_000] {
        let found = fewest(&board.task(), &limits(memory), &mut Unwatched);
        let found = found.expect("there is room for ZiNi");
        check(&board, &found);
        assert_eq!(found.limit, Some(Limit::Memory), "{memory}");
    }
}

#[test]
fn a_watch_stops_it() {
    let board = board();
    let mut looks = 0;
    let mut stop = |_: Progress| {
        looks += 1;
        match looks {
            ..20 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    };
    let found = fewest(&board.task(), &Limits::default(), &mut stop);
    match found {
        Ok(found) => {
            check(&board, &found);
            assert_eq!(found.limit, Some(Limit::Stopped));
        }
        Err(limit) => assert_eq!(limit, Limit::Stopped),
    }
}

#[test]
fn more_acts_than_are_looked_at() {
    let board = board();
    let limits = Limits {
        cost: Some(3),
        ..Limits::default()
    };
    let found = fewest(&board.task(), &limits, &mut Unwatched).expect("ZiNi costs nothing");
    check(&board, &found);
    assert!(found.at_least > 3);
    assert_eq!(found.limit, Some(Limit::Cost));
}
