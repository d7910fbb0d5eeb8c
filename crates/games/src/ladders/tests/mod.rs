//! Snakes and Ladders against its oracle: random boards, all tiny ones, the published ones.

mod conventions;
mod dice;
mod edits;
mod kernel;
mod known_odds;
mod large_odds;
mod odds;
mod track;

use track::{JUDGES, SEED, Track, random_track};

use super::{Roll, winding};
use crate::builtin::GameId;
use crate::game::MoveText as _;
use crate::oracle::{self, judge};
use crate::source::Source;

/// A matrix is read in one way where it has no white space and in another where it has; both
/// must say the same, whatever is wrong with it.
#[test]
fn white_space_in_a_matrix_changes_nothing() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let read = |text: &str| {
        let source = Source::new(text.as_bytes()).unwrap();
        let levels = GameId::find("ladders").unwrap().read_judge(source);
        levels.map(|levels| {
            levels
                .iter()
                .map(|level| level.level_text())
                .collect::<Vec<_>>()
        })
    };
    let parts = [
        "[",
        "]",
        ",",
        "-1",
        "-1,",
        "0",
        "1",
        "7",
        "36",
        "37",
        "-",
        "-2",
        "007",
        "],[",
        "[]",
        "",
        "999999999",
        "1000000000",
        "4294967295",
        "4294967296",
        "99999999999999999999",
        "x",
        "\"",
    ];
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..20_000 {
        let mut text = random_track(&mut rng).judge_text();
        for _ in 0..rng.usize(0..3) {
            let from = rng.usize(..text.len());
            let to = (from + rng.usize(..4)).min(text.len());
            text.replace_range(from..to, rng.choice(&parts).unwrap());
        }
        let seen = oracle::seen(SEED, || &text);
        let Some(rest) = text.strip_prefix('[') else {
            continue;
        };
        let spaced = format!("[ {rest}");
        match (read(&text), read(&spaced)) {
            (Ok(levels), Ok(again)) => {
                right += 1;
                assert_eq!(levels, again, "{seen}");
            }
            (Err(error), Err(again)) => {
                wrong += 1;
                assert_eq!(
                    (error.message, error.width),
                    (again.message, again.width),
                    "{seen}"
                );
                assert_eq!(error.advice, again.advice, "{seen}");
                let column = error.column + usize::from(error.line == 1);
                assert_eq!((error.line, column), (again.line, again.column), "{seen}");
            }
            (one, other) => panic!("{one:?} but {other:?}, {seen}"),
        }
    }
    assert!(right > 5_000 && wrong > 5_000, "{right} {wrong}");
}

#[test]
fn every_roll_is_named_by_its_number() {
    for roll in (0..=200).chain([u32::MAX]) {
        assert_eq!(Roll(roll).name(), roll.to_string());
    }
}

#[test]
fn the_track_winds_from_the_bottom_left() {
    let numbers = |side| -> Vec<u32> {
        (0..side * side)
            .map(|index| winding(side, index) + 1)
            .collect()
    };
    assert_eq!(numbers(2), [4, 3, 1, 2]);
    assert_eq!(numbers(3), [7, 8, 9, 6, 5, 4, 1, 2, 3]);
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..20_000 {
        let track = random_track(&mut rng);
        let (level, truth) = track.check();
        track.check_texts(&level, &truth);
    }
}

#[test]
fn every_board_of_two_by_two() {
    let ends = || (1..=4).map(Some).chain([None]);
    for die in 1..=8 {
        for (second, third) in ends().flat_map(|second| ends().map(move |third| (second, third))) {
            let jumps = [(2, second), (3, third)];
            let jumps = jumps.iter().filter_map(|&(at, end)| Some((at, end?)));
            let track = Track {
                side: 2,
                die,
                jumps: jumps.collect(),
                ..JUDGES
            };
            let (level, truth) = track.check();
            track.check_texts(&level, &truth);
        }
    }
}

#[test]
fn every_board_of_three_by_three_with_up_to_two_jumps() {
    let jumps = || (2..9).flat_map(|at| (1..=9).map(move |end| (at, end)));
    let check = |jumps: &[(usize, usize)]| {
        for die in 1..=8 {
            let jumps = jumps.iter().copied().collect();
            Track {
                side: 3,
                die,
                jumps,
                ..JUDGES
            }
            .check();
        }
    };
    check(&[]);
    for one in jumps() {
        check(&[one]);
        for other in jumps().filter(|other| other.0 > one.0) {
            check(&[one, other]);
        }
    }
}

#[test]
fn the_published_examples() {
    let first = "[[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],\
                 [-1,35,-1,-1,13,-1],[-1,-1,-1,-1,-1,-1],[-1,15,-1,-1,-1,-1]]\n";
    assert_eq!(judge("ladders", first), "4\n");
    assert_eq!(judge("ladders", "[[-1,-1],[-1,3]]\n"), "1\n");
    assert_eq!(
        judge("ladders", &format!("{first}[[-1,-1],[-1,3]]\n")),
        "4\n1\n"
    );
}

#[test]
fn a_jump_at_the_top_left_of_an_odd_board_is_like_any_other() {
    // A published solution says -1 to all of these: it takes that cell for the last square.
    assert_eq!(judge("ladders", "[[9,-1,-1],[-1,-1,-1],[-1,-1,-1]]"), "1\n");
    assert_eq!(judge("ladders", "[[1,-1,-1],[-1,-1,-1],[-1,-1,-1]]"), "2\n");
    assert_eq!(judge("ladders", "[[7,-1,-1],[-1,-1,-1],[-1,-1,-1]]"), "2\n");
}

#[test]
fn one_jump_a_roll() {
    // 2 leads to 3, which leads to the last square: the second ladder waits for a landing.
    let track = |jumps: &[(usize, usize)]| Track {
        side: 3,
        die: 1,
        jumps: jumps.iter().copied().collect(),
        ..JUDGES
    };
    assert_eq!(track(&[(2, 3), (3, 9)]).first_solution().unwrap().len(), 7);
    track(&[(2, 3), (3, 9)]).check();
    track(&[(2, 1)]).check();
}
