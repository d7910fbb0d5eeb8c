//! The kernel, through the game's own words, against the generic search.

use fastrand::Rng;
use fewest_search::{Limit, Limits, SearchContext, Verdict};

use super::is_right;
use crate::game::{Game as _, Standing};
use crate::mines::tests::field::SEED;
use crate::mines::{Board, Clicks, Touch};
use crate::oracle::{OrShow as _, Solve as _, read, seen, within};
use crate::solve::{Unanswered, replay};

/// A random board on which some touches have been made, none of them a blast.
fn random(rng: &mut Rng) -> Board {
    let (rows, columns) = (rng.usize(1..=3), rng.usize(1..=4));
    let often = rng.f32() * 0.6;
    let letters = (0..rows * columns).map(|_| if rng.f32() < often { b'M' } else { b'E' });
    let mut board = Board::of(crate::grid::Grid::new(columns, letters.collect()));
    board.clicks = Clicks::All;
    let mut field = board.start();
    for _ in 0..rng.u8(..5) {
        if board.standing(&field) != Standing::Playing {
            break;
        }
        let moves = board.moves(&field);
        let step = rng.choice(moves).expect("there is a flag to set");
        board.play(&mut field, step).expect("it is legal");
    }
    board.at(&field)
}

#[test]
fn the_fewest_is_that_of_the_generic_search() {
    let mut rng = Rng::with_seed(SEED);
    let (mut chords, mut proven) = (0, 0);
    for _ in 0..600 {
        let board = random(&mut rng);
        let seen = seen(SEED, || board.write_board());
        assert!(is_right(&board), "{seen}");
        let report = board.solve(&mut SearchContext::default());
        assert_eq!(report.plan.kernel, "chords", "{seen}");
        let searched = board.puzzle().solve(&mut SearchContext::default());
        let fewest = searched.verdict.fewest().expect("it can be won");
        match report.verdict {
            Verdict::Fewest { cost, moves } => {
                assert_eq!(cost, fewest, "{seen}");
                replay(&board, cost, &moves).or_show(&seen);
                let is_chord = |step: &Touch| matches!(step, Touch::Chord(_));
                chords += usize::from(moves.iter().any(is_chord));
                proven += 1;
            }
            Verdict::GaveUp { limit, at_least } => {
                assert_eq!(limit, Limit::Effort, "{seen}");
                assert!(at_least <= fewest, "{seen}");
                let best = report.best.expect("something is found");
                assert!(best.len() as u64 >= fewest, "{seen}");
                replay(&board, best.len() as u64, &best).or_show(&seen);
            }
            Verdict::Impossible => panic!("{seen}"),
        }
    }
    assert!(
        chords > 20 && proven > 500,
        "{chords} with chords, {proven} proven"
    );
}

/// Digits that are wrong are taken as they are, by the rules and so by the search.
#[test]
fn wrong_digits_are_searched_plainly() {
    let level = read("game: mines\nclicks: all\n\n2EM\n");
    let report = level.solve(&mut SearchContext::default()).unwrap();
    assert_ne!(report.plan.kernel, "chords");
    assert_eq!(report.verdict.fewest(), Some(1));
    // On a large board nobody would wait for the first of its positions.
    let rows = format!("2EM{}\n", "E".repeat(397)).repeat(400);
    let level = read(&format!("game: mines\nclicks: all\n\n{rows}"));
    let report = level.solve(&mut SearchContext::default()).unwrap();
    let (limit, at_least) = (Limit::Effort, 1);
    assert_eq!(report.verdict, Verdict::GaveUp { limit, at_least });
    let survey = level.survey(&mut SearchContext::default(), &mut |_| panic!("none"));
    assert!(matches!(survey, Err(Unanswered::GaveUp(Limit::Effort))));
}

#[test]
fn limits_are_kept() {
    let level = read("game: mines\nclicks: all\n\nEMEE\nEEME\nEEEE\nMMEE\n");
    let solved = |limits: Limits| level.solve(&mut within(limits)).unwrap().verdict;
    let cost = |cost| Limits {
        cost: Some(cost),
        ..Limits::default()
    };
    assert_eq!(solved(cost(6)).fewest(), Some(6));
    let (limit, at_least) = (Limit::Cost, 6);
    assert_eq!(solved(cost(5)), Verdict::GaveUp { limit, at_least });
    let lost = read("game: mines\nclicks: all\n\nXE\n");
    let report = lost.solve(&mut SearchContext::default()).unwrap();
    assert_eq!(report.verdict, Verdict::Impossible);
}

#[test]
fn the_figures_are_told_where_flags_and_chords_count() {
    let text = "game: mines\nclicks: all\n\nEMEE\nEEME\nEEEE\nMMEE\n";
    let told = |text: &str| -> Vec<_> {
        let figures = read(text).figures(&mut SearchContext::default()).unwrap();
        figures
            .iter()
            .map(|figure| (figure.name, figure.value))
            .collect()
    };
    let figures = [
        ("3bv", 9),
        ("openings", 1),
        ("zini_greedy", 7),
        ("zini_human", 7),
    ];
    assert_eq!(told(text), figures);
    assert_eq!(told(&text.replace("clicks: all\n", "")), []);
}
