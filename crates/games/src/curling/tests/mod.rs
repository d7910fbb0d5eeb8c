//! Curling against its oracle: random boards, all tiny ones, the published ones.

mod deep;
mod edits;
mod kernel;
mod rink;

use rink::{Rink, SEED, Sheet, every_rink, random_sheet};

use super::text::{read_carefully, read_case};
use crate::oracle::judge;
use crate::scan::Scanner;
use crate::source::Source;

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..40_000 {
        let sheet = random_sheet(&mut rng);
        let (level, truth) = sheet.check();
        sheet.check_texts(&level, &truth);
    }
}

#[test]
fn every_single_row_of_up_to_seven_squares() {
    for width in 2..=7 {
        every_rink(1, width, &mut |rink| {
            for throws in [Some(10), Some(1), Some(2), Some(3), None] {
                let rink = rink.clone();
                let sheet = Sheet { rink, throws };
                let (level, truth) = sheet.check();
                sheet.check_texts(&level, &truth);
            }
        });
    }
}

#[test]
fn every_board_of_two_by_three_and_three_by_three() {
    for (height, width) in [(2, 3), (3, 2), (3, 3)] {
        every_rink(height, width, &mut |rink| {
            for throws in [Some(10), Some(1), Some(2), Some(3), None] {
                let rink = rink.clone();
                Sheet { rink, throws }.check();
            }
        });
    }
}

#[test]
fn the_published_examples() {
    let cases = [
        ("2 1\n3 2\n", "1\n"),
        (
            "6 6\n1 0 0 2 1 0\n1 1 0 0 0 0\n0 0 0 0 0 3\n0 0 0 0 0 0\n1 0 0 0 0 1\n0 1 1 1 1 1\n",
            "4\n",
        ),
        ("6 1\n1 1 2 1 1 3\n", "-1\n"),
        ("6 1\n1 0 2 1 1 3\n", "4\n"),
        ("12 1\n2 0 1 1 1 1 1 1 1 1 1 3\n", "10\n"),
        ("13 1\n2 0 1 1 1 1 1 1 1 1 1 1 3\n", "-1\n"),
    ];
    for (case, answer) in cases {
        assert_eq!(judge("curling", &format!("{case}0 0\n")), answer, "{case}");
    }
    let all = |part: fn(&(&str, &str)) -> String| cases.iter().map(part).collect::<String>();
    let input = all(|case| case.0.to_string()) + "0 0\n";
    assert_eq!(judge("curling", &input), all(|case| case.1.to_string()));
}

#[test]
fn the_eleventh_throw_wins_where_it_is_allowed() {
    let sheet = |throws| {
        let row = "S.##########G".chars().collect();
        let rink = Rink::new(vec![row]);
        Sheet { rink, throws }
            .check()
            .1
            .moves
            .map(|moves| moves.len())
    };
    assert_eq!(sheet(Some(10)), None);
    assert_eq!(sheet(Some(11)), Some(11));
    assert_eq!(sheet(None), Some(11));
}

#[test]
fn a_stone_that_would_slide_past_the_goal_has_arrived() {
    let rink = Rink::new(vec!["S.G...".chars().collect()]);
    let throws = Some(1);
    let moves = Sheet { rink, throws }.check().1.moves.unwrap();
    assert_eq!(moves, ["R"]);
}

/// What is read at once is what is read word by word, and so is what is wrong with it.
#[test]
fn reading_fast_is_reading_carefully() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut refused = 0;
    for _ in 0..20_000 {
        let sheet = random_sheet(&mut rng);
        let mut text = sheet.judge_text();
        if rng.u8(..4) > 0 {
            let at = rng.usize(..text.len());
            let part = [
                "", "1", "2", "3", " ", "\n", "4", "#", "x", "\r\n", "\u{86C7}",
            ];
            text.replace_range(at..at + rng.usize(..=1), rng.choice(part).unwrap());
        }
        let source = Source::new(text.as_bytes()).unwrap();
        let (mut fast, mut slow) = (Scanner::new(source), Scanner::new(source));
        let mut carefully = || {
            let (width, height) = (slow.number("", "").ok()?, slow.number("", "").ok()?);
            let is_size = width > 0 && height > 0;
            is_size.then(|| (read_carefully(&mut slow, width, height), slow.at()))
        };
        if let Some((board, at)) = carefully() {
            refused += u32::from(board.is_err());
            let read = read_case(&mut fast).transpose().unwrap();
            assert_eq!(format!("{read:?}"), format!("{board:?}"), "{text}");
            assert_eq!(fast.at(), at, "{text}");
        }
    }
    assert!(refused > 1_000, "{refused}");
}
