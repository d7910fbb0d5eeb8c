//! Minesweeper against its oracle: random boards, all tiny ones, the published ones; and the
//! kernel against the generic search.

mod covered;
mod edits;
pub mod field;
mod game;
mod plain;
mod texts;
mod touches;

use fewest_search::{Limit, Limits, SearchContext, Verdict};
use field::{Field, SEED, every_field, play, random_field};

use crate::oracle::{self, OrShow as _, judge, read, within};
use crate::scan::Scanner;
use crate::source::Source;

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..10_000 {
        let mut field = random_field(4, &mut rng);
        play(&mut field, &mut rng);
        // More cells than these to click one by one, and the oracle has too many orders.
        if field.three_bv().len() <= 9 {
            field.check();
        }
    }
}

#[test]
fn random_boards_and_clicks_are_judged_like_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for round in 0..6_000 {
        let mut field = random_field(if round % 100 == 0 { 50 } else { 8 }, &mut rng);
        play(&mut field, &mut rng);
        let click = rng.choice(&field.hidden(&['E', 'M'])).copied();
        field.check_texts(click);
        field.check_texts(None);
    }
}

#[test]
fn large_boards_take_their_3bv() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..2_000 {
        let mut field = random_field(30, &mut rng);
        play(&mut field, &mut rng);
        let text = field.level_text(None);
        let seen = oracle::seen(SEED, || &text);
        let report = read(&text).solve(&mut SearchContext::default());
        let verdict = report.or_show(&seen).verdict;
        if field.has('X') {
            assert_eq!(verdict, Verdict::Impossible, "{seen}");
            continue;
        }
        let name = |(row, column)| format!("{row},{column}").into();
        let moves: Vec<_> = field.three_bv().into_iter().map(name).collect();
        let cost = moves.len() as u64;
        assert_eq!(verdict, Verdict::Fewest { cost, moves }, "{seen}");
    }
}

#[test]
fn every_row_and_every_small_board_of_hidden_cells() {
    let rows = (1..=9).map(|columns| (1, columns));
    for (rows, columns) in rows.chain([(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]) {
        for field in every_field(rows, columns, &['M', 'E']) {
            field.check();
            field.check_texts(None);
        }
    }
}

#[test]
fn every_small_board_of_hidden_and_revealed_cells() {
    for (rows, columns) in [(1, 5), (2, 2), (2, 3)] {
        for field in every_field(rows, columns, &['M', 'E', 'B', '1', 'X']) {
            field.check();
            field.check_texts(None);
        }
    }
}

/// Whatever the fast reader takes, the careful one takes for the same.
#[test]
fn matrices_are_read_alike_fast_and_with_care() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut taken, mut left) = (0, 0);
    for _ in 0..20_000 {
        let mut text = random_field(5, &mut rng).json().into_bytes();
        text.extend_from_slice(b"\n[0,0]\n[[");
        for _ in 0..rng.u8(..3) {
            let at = rng.usize(..text.len());
            match rng.u8(..3) {
                0 => text[at] = *rng.choice(b"[]\",EM19 \n").unwrap(),
                1 => text.insert(at, *rng.choice(b"[]\",EM19 \n").unwrap()),
                _ => text.truncate(at + 1),
            }
        }
        let text = String::from_utf8(text).unwrap();
        let mut input = Scanner::new(Source::new(text.as_bytes()).unwrap());
        let careful = input.json_matrix("", super::text::read_json_cell);
        match super::formats::read_json(text.as_bytes()) {
            Some((cells, bytes)) => {
                assert_eq!((Ok(cells), bytes), (careful, input.at()), "{text}");
                taken += 1;
            }
            // Spaces are all that it may leave to the other.
            None => {
                let spaced = text[..input.at()].contains([' ', '\n']);
                assert!(careful.is_err() || spaced, "{text}");
                left += 1;
            }
        }
    }
    assert!(taken > 4_000 && left > 4_000, "{taken} taken, {left} left");
}

#[test]
fn the_published_examples() {
    let first = "[[\"E\",\"E\",\"E\",\"E\",\"E\"],[\"E\",\"E\",\"M\",\"E\",\"E\"],\
                 [\"E\",\"E\",\"E\",\"E\",\"E\"],[\"E\",\"E\",\"E\",\"E\",\"E\"]]\n";
    let opened = "[[\"B\",\"1\",\"E\",\"1\",\"B\"],[\"B\",\"1\",\"M\",\"1\",\"B\"],\
                  [\"B\",\"1\",\"1\",\"1\",\"B\"],[\"B\",\"B\",\"B\",\"B\",\"B\"]]\n";
    let lost = "[[\"B\",\"1\",\"E\",\"1\",\"B\"],[\"B\",\"1\",\"X\",\"1\",\"B\"],\
                [\"B\",\"1\",\"1\",\"1\",\"B\"],[\"B\",\"B\",\"B\",\"B\",\"B\"]]\n";
    assert_eq!(judge("mines", &format!("{first}[3,0]\n")), opened);
    assert_eq!(judge("mines", &format!("{opened}[1,2]\n")), lost);
    let both = format!("{first}[3,0]\n{opened}[1,2]\n");
    assert_eq!(judge("mines", &both), format!("{opened}{lost}"));
}

#[test]
fn the_example_takes_two_clicks() {
    let rows = ["EEEEE", "EEMEE", "EEEEE", "EEEEE"];
    let field = Field {
        rows: rows.map(|row| row.chars().collect()).to_vec(),
    };
    assert_eq!(field.truth().moves.unwrap(), ["0,0", "0,2"]);
    field.check();
}

#[test]
fn a_board_with_nothing_to_reveal_is_won_at_once() {
    Field::new(2, &['M', 'B', '1', 'M']).check();
    let solved = read("game: mines\n\nMM\n").solve(&mut SearchContext::default());
    assert_eq!(solved.unwrap().verdict.fewest(), Some(0));
}

/// A 3BV of 30, and every limit on the way to it.
#[test]
fn the_kernel_keeps_its_limits() {
    let text = format!("game: mines\n\n{}", "EMEMEM\nMEMEME\n".repeat(5));
    let level = read(&text);
    let solved = |limits: &Limits| level.solve(&mut within(limits)).unwrap();
    let free = solved(&Limits::default());
    assert_eq!(free.verdict.fewest(), Some(30));
    assert!(Some(free.stats.bytes) <= free.plan.bytes);
    for memory in 0..=free.stats.bytes {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let report = solved(&limits);
        assert!(report.stats.bytes <= memory && report.plan.bytes <= Some(memory));
        match report.verdict {
            Verdict::GaveUp { limit, at_least } => {
                assert!(memory < free.stats.bytes);
                assert_eq!(limit, Limit::Memory);
                assert!(at_least == 0 || at_least == 30, "{at_least}");
            }
            verdict => assert_eq!((verdict.fewest(), memory), (Some(30), free.stats.bytes)),
        }
    }
    for cost in 0..35 {
        let limits = Limits {
            cost: Some(cost),
            ..Limits::default()
        };
        let at_least = if cost < 30 { cost + 1 } else { 30 };
        assert_eq!(solved(&limits).verdict.at_least(), Some(at_least));
        assert_eq!(solved(&limits).verdict.fewest().is_some(), cost >= 30);
    }
    let limits = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::default()
    };
    let Verdict::GaveUp { limit, .. } = solved(&limits).verdict else {
        panic!("no time at all is soon up");
    };
    assert_eq!(limit, Limit::Time);
}

#[test]
fn the_judges_board_may_come_without_a_click() {
    let read = |text: &str| {
        let source = Source::new(text.as_bytes()).expect("it is UTF-8");
        crate::builtin::read(source, None)
    };
    for text in [
        r#"[["E","M"],["E","E"]]"#,
        "[ [\"E\", \"M\"],\n [\"E\",\"E\"] ]\n",
    ] {
        let levels = read(text).expect(text);
        assert_eq!(levels[0].level_text(), "game: mines\n\nEM\nEE\n");
    }
    let with = read("[[\"E\",\"M\"]]\n[0,0]\n").expect("it is the judge's");
    assert_eq!(with[0].level_text(), "game: mines\nclick: 0,0\n\nEM\n");
    assert!(read(r#"[["E","M"],["E"]]"#).is_err());
}
