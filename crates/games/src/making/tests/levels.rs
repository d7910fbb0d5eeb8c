//! Levels that are made to have what is asked: each is solved again, by the generic search.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{Limits, Unwatched};

use super::boards::{Asked, ask, par};
use crate::game::{Level as _, Par};
use crate::grid::Square;
use crate::making::generate::{Found, GenerateAsk, Unmade, count_fitting, generate};
use crate::making::wanted::Wanted;
use crate::mines::reveal;
use crate::odds::OddsAsk;
use crate::rating::rate;
use crate::typed::{Board, TypedLevel};

fn wants(asked: &Asked, wanted: &Wanted, seed: u64) -> GenerateAsk {
    GenerateAsk {
        frame: ask(asked),
        wanted: wanted.clone(),
        seed,
    }
}

/// The first levels that are found, and how many seeds and boards that took.
fn made<B: Board>(ask: &GenerateAsk, count: usize, threads: usize) -> (Vec<Found>, u64, u64) {
    let threads = NonZeroUsize::new(threads).expect("one or more");
    let (mut found, mut next, mut boards) = (Vec::new(), ask.seed, 0);
    let mut hear = |attempt| {
        let Some(crate::making::generate::Attempt {
            seed,
            tried,
            guesses,
            found: level,
        }) = attempt
        else {
            return ControlFlow::Continue(());
        };
        assert_eq!(seed, next, "seeds come in their order");
        next += 1;
        boards += tried.values().sum::<u64>() + guesses;
        found.extend(level);
        match found.len() < count && next < 10_000 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    generate::<B>(ask, threads, &Limits::default(), &mut hear).expect("boards");
    (found, next - ask.seed, boards)
}

fn read<B: Board>(text: &str) -> TypedLevel<B> {
    TypedLevel::from_text(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn without_a_guess() -> Wanted {
    Wanted {
        no_guess: true,
        ..Wanted::default()
    }
}

#[test]
fn levels_that_need_no_guess_are_the_same_on_all_threads() {
    use crate::mines::{Board, First, noguess};
    let wanted = without_a_guess();
    let asked = (16, 30, &[("mines", "90..99"), ("click", "0,29")][..]);
    let ask = wants(&asked, &wanted, 5);
    let (alone, seeds, boards) = made::<Board>(&ask, 12, 1);
    let (together, ..) = made::<Board>(&ask, 12, 4);
    let text = |found: &Found| found.level.level_text();
    let texts: Vec<_> = alone.iter().map(text).collect();
    assert_eq!(together.iter().map(text).collect::<Vec<_>>(), texts);
    assert_eq!((seeds, boards), (12, 60));
    for (found, text) in alone.iter().zip(&texts) {
        let board = read::<Board>(text).board;
        assert_eq!((board.click(), board.first()), (Some(29), First::Open));
        let mines = board.cells().map(|&cell| cell == b'M');
        let count = mines.squares().iter().filter(|&&is_mine| is_mine).count();
        assert!((90..=99).contains(&count));
        let grade = noguess::grade(&mines, 29).expect("it needs no guess");
        let reasoning = found.reasoning.as_ref().expect("it was asked for");
        assert_eq!(reasoning.hardest(), usize::from(grade.hardest()));
        assert!(
            text.contains(&format!("\nreasoning: {reasoning}\n")),
            "{text}"
        );
    }
}

#[test]
fn all_levels_that_need_no_guess_are_counted() {
    use crate::mines::Board;
    let wanted = without_a_guess();
    let count = |mines: &str, click: &str| {
        let asked = (4, 4, &[("mines", mines), ("click", click)][..]);
        let ask = wants(&asked, &wanted, 1);
        let fitting =
            count_fitting::<Board>(&ask, &Limits::default(), &mut || ControlFlow::Continue(()));
        let fitting = fitting.expect("boards").expect("there are few");
        (fitting.levels, fitting.boards)
    };
    assert_eq!(
        [count("3", "0,0"), count("3", "1,1"), count("7", "1,1")],
        [(64, 560), (17, 560), (1, 11440)]
    );
}

#[test]
fn where_nothing_is_hidden_nothing_is_guessed() {
    let wanted = without_a_guess();
    let refused = |asked: &Asked| {
        let mut hear = |_| ControlFlow::Break(());
        let ask = wants(asked, &wanted, 1);
        let one = NonZeroUsize::MIN;
        let made = match asked.2 {
            [] => generate::<crate::snake::Board>(&ask, one, &Limits::default(), &mut hear),
            _ => generate::<crate::mines::Board>(&ask, one, &Limits::default(), &mut hear),
        };
        made.expect_err("there is no such board").to_string()
    };
    assert_eq!(
        refused(&(5, 5, &[])),
        "snake hides nothing from the player: there is nothing to guess"
    );
    assert_eq!(
        refused(&(4, 4, &[("mines", "8")])),
        "there is no such board: mines is at most 7 here"
    );
    assert_eq!(
        refused(&(2000, 2000, &[("mines", "4000000")])),
        "there is no such board: mines is at most 3999991 here"
    );
}

/// Makes some levels, and checks each against what was asked, from its text alone.
fn levels_have_what_is_asked<B: Board>(asked: &Asked, wanted: &Wanted) {
    levels_are_right(asked, wanted, par::<B>);
}

fn levels_are_right<B: Board>(asked: &Asked, wanted: &Wanted, par: fn(&B) -> Option<u64>) {
    let ask = wants(asked, wanted, 1);
    let (found, seeds, boards) = made::<B>(&ask, 6, 2);
    assert_eq!(
        found.len(),
        6,
        "{asked:?} {wanted:?}: {seeds} seeds, {boards} boards"
    );
    for found in &found {
        let text = found.level.level_text();
        let level = read::<B>(&text);
        assert_eq!(level.size(), (asked.0, asked.1));
        let par = par(&level.board).expect("it can be won");
        assert!(
            wanted.par.as_ref().is_none_or(|range| range.contains(&par)),
            "{text}"
        );
        assert_eq!(level.par(), Some(Par::Fewest(par)));
        assert_eq!(level.solution().expect("a solution").len() as u64, par);
        assert_eq!(found.key, level.key());
        let rating = rate(&level, &Limits::default(), &mut Unwatched).expect("no lie");
        let hard = rating.difficulty.expect("it can be won").value;
        let survey = rating.survey.expect("no limit");
        assert_eq!(found.difficulty, Some(hard));
        assert_eq!(found.solutions.as_ref(), Some(&survey.solutions));
        assert!(
            wanted
                .difficulty
                .as_ref()
                .is_none_or(|range| range.contains(&hard)),
            "{text}"
        );
        assert!(!wanted.unique || survey.solutions == 1u32.into(), "{text}");
        if wanted.throws_dice() {
            let ask = OddsAsk {
                players: 2,
                ..OddsAsk::default()
            };
            let odds = level.odds(&ask, &Limits::default(), &mut Unwatched);
            let odds = serde_json::to_value(odds.expect("dice").entries).expect("JSON");
            let odds = odds.to_string();
            let (mean, edge) = (number(&odds, "mean"), number(&odds, "chances") - 0.5);
            assert!(
                wanted
                    .mean
                    .as_ref()
                    .is_none_or(|range| range.contains(&mean)),
                "{odds}"
            );
            assert!(wanted.edge.is_none_or(|most| edge.abs() <= most), "{odds}");
        }
        // The seed that stands in it leads to it again.
        let seed = text.lines().find_map(|line| line.strip_prefix("seed: "));
        let seed = seed.expect("it is told").parse().expect("a number");
        let (again, seeds, _) = made::<B>(&wants(asked, wanted, seed), 1, 1);
        assert_eq!((again[0].level.level_text(), seeds), (text, 1));
    }
}

/// The first number after a name in JSON.
fn number(json: &str, name: &str) -> f64 {
    let at = json
        .find(&format!("\"{name}\""))
        .unwrap_or_else(|| panic!("no {name} in {json}"));
    let rest = &json[at + name.len() + 2..];
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-' || c == 'e';
    let begin = rest.find(|c: char| c.is_ascii_digit()).expect("a number");
    let rest = &rest[begin..];
    let end = rest.find(|c| !is_number(c)).unwrap_or(rest.len());
    rest[..end].parse().expect("a number")
}

fn of_par(least: u64, most: u64) -> Wanted {
    Wanted {
        par: Some(least..=most),
        ..Wanted::default()
    }
}

#[test]
fn ladders() {
    type B = crate::ladders::Board;
    levels_have_what_is_asked::<B>(&(5, 5, &[]), &of_par(3, 3));
    levels_have_what_is_asked::<B>(&(8, 8, &[]), &of_par(7, 8));
    levels_have_what_is_asked::<B>(&(10, 10, &[]), &of_par(12, 12));
    let dice = Wanted {
        mean: Some(20.0..=25.0),
        edge: Some(0.02),
        ..Wanted::default()
    };
    levels_have_what_is_asked::<B>(&(7, 7, &[]), &dice);
}

#[test]
fn mines() {
    type B = crate::mines::Board;
    levels_have_what_is_asked::<B>(&(5, 5, &[]), &of_par(7, 7));
    // The generic search would take for ever.
    levels_are_right::<B>(&(9, 9, &[("mines", "10")]), &of_par(20, 21), three_bv);
    levels_are_right::<B>(&(16, 16, &[("mines", "40")]), &of_par(60, 60), three_bv);
}

/// Clicks on every blank that is still hidden, and then on every digit that is.
fn three_bv(board: &crate::mines::Board) -> Option<u64> {
    let mut cells = board.cells().clone();
    let is_mine = |square: Square| board.cells()[square] == b'M';
    let mut clicks = 0;
    for blanks in [true, false] {
        for square in 0..cells.len() {
            let is_blank = !board.cells().around(square).any(is_mine);
            if cells[square] == b'E' && is_blank == blanks {
                reveal(&mut cells, square);
                clicks += 1;
            }
        }
    }
    Some(clicks)
}

#[test]
fn snake() {
    type B = crate::snake::Board;
    levels_have_what_is_asked::<B>(&(4, 4, &[]), &of_par(8, 9));
    levels_have_what_is_asked::<B>(&(6, 7, &[("length", "5")]), &of_par(14, 14));
    let hard = Wanted {
        difficulty: Some(4.0..=6.0),
        unique: true,
        ..of_par(12, 18)
    };
    levels_have_what_is_asked::<B>(&(7, 7, &[]), &hard);
    levels_have_what_is_asked::<B>(&(5, 6, &[("wrap", "yes")]), &of_par(8, 8));
}

#[test]
fn curling() {
    type B = crate::curling::Board;
    levels_have_what_is_asked::<B>(&(4, 4, &[]), &of_par(3, 4));
    levels_have_what_is_asked::<B>(&(6, 7, &[]), &of_par(7, 7));
    levels_have_what_is_asked::<B>(&(8, 8, &[("throws", "none")]), &of_par(8, 9));
}

#[test]
fn portals() {
    type B = crate::portals::Board;
    levels_have_what_is_asked::<B>(&(5, 5, &[]), &of_par(10, 10));
    levels_have_what_is_asked::<B>(&(9, 9, &[("portals", "2")]), &of_par(26, 28));
    levels_have_what_is_asked::<B>(&(15, 20, &[]), &of_par(60, 60));
}

#[test]
fn threads_do_not_matter() {
    type B = crate::curling::Board;
    let ask = wants(&(5, 5, &[]), &of_par(6, 6), 77);
    let texts = |threads| {
        let (found, ..) = made::<B>(&ask, 12, threads);
        let texts = found.iter().map(|found| found.level.level_text());
        texts.collect::<Vec<_>>()
    };
    assert_eq!(texts(1), texts(5));
}

#[test]
fn what_cannot_be_is_refused() {
    type B = crate::curling::Board;
    let limits = Limits::default();
    let mut never = |_| panic!("nothing is tried");
    let too_many = wants(&(3, 3, &[("blocks", "4")]), &of_par(6, 9), 1);
    let refused = generate::<B>(&too_many, NonZeroUsize::MIN, &limits, &mut never);
    assert!(matches!(refused, Err(Unmade::CannotBe(_))));
    // Not refused, but of all boards none is like that.
    let none = wants(&(3, 3, &[("blocks", "0..7")]), &of_par(4, 4), 1);
    let go_on = &mut || ControlFlow::Continue(());
    let fitting = count_fitting::<B>(&none, &limits, go_on)
        .expect("boards")
        .expect("few");
    assert_eq!((fitting.levels, fitting.boards), (0, 9_216));
    // And all that are like this are found in the end.
    let few = wants(&(3, 3, &[("blocks", "0..7")]), &of_par(3, 3), 1);
    let fitting = count_fitting::<B>(&few, &limits, go_on)
        .expect("boards")
        .expect("few");
    let (found, ..) = made::<B>(&few, 400, 2);
    let keys: BTreeSet<_> = found.iter().map(|found| &found.key).collect();
    assert_eq!(keys.len() as u64, fitting.levels);
}
