//! Levels that are made to have what is asked: each is solved again, by the generic search.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{SearchContext, SearchOptions};

use super::boards::{Asked, ask, par};
use crate::game::Game;
use crate::grid::Square;
use crate::level::{Level, Par};
use crate::making::frame::{Frame, Unasked};
use crate::making::generate::{Found, GenerateAsk, Unmade, count_fitting, generate, too_hard};
use crate::making::make::alike;
use crate::making::wanted::{Outcome, Wanted};
use crate::mines::reveal;
use crate::odds::OddsAsk;
use crate::oracle::numbers;
use crate::rating::rate;

fn wants(asked: &Asked, wanted: &Wanted, seed: u64) -> GenerateAsk {
    GenerateAsk {
        frame: ask(asked),
        wanted: wanted.clone(),
        seed,
    }
}

/// The first levels that are found, and how many seeds and boards that took.
fn made<B: Game>(
    ask: &GenerateAsk,
    count: usize,
    threads: usize,
) -> (Vec<Found<Level<B>>>, u64, u64) {
    let threads = NonZeroUsize::new(threads).expect("one or more");
    let (mut found, mut next, mut boards) = (Vec::new(), ask.seed, 0);
    let mut hear = |attempt| {
        let Some(crate::making::generate::Attempt {
            seed,
            tried,
            guesses,
            found: level,
            ..
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
    generate::<B, Level<B>>(ask, &SearchOptions::new().threads(threads), &mut hear)
        .expect("boards");
    (found, next - ask.seed, boards)
}

fn read<B: Game>(text: &str) -> Level<B> {
    Level::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn without_a_guess() -> Wanted {
    Wanted {
        no_guess: true,
        ..Wanted::default()
    }
}

#[test]
fn levels_that_need_no_guess_are_the_same_on_all_threads() {
    use fewest_minesweeper::{FirstClick, reasoning};

    use crate::mines::Board;
    let wanted = without_a_guess();
    let asked = (16, 30, &[("mines", "90..99"), ("click", "0,29")][..]);
    let ask = wants(&asked, &wanted, 5);
    let (alone, seeds, boards) = made::<Board>(&ask, 12, 1);
    let (together, ..) = made::<Board>(&ask, 12, 4);
    let text = |found: &Found<Level<Board>>| found.level.level_text();
    let texts: Vec<_> = alone.iter().map(text).collect();
    assert_eq!(together.iter().map(text).collect::<Vec<_>>(), texts);
    assert_eq!((seeds, boards), (12, 60));
    for (found, text) in alone.iter().zip(&texts) {
        let board = read::<Board>(text).board;
        assert_eq!((board.click(), board.first()), (Some(29), FirstClick::Open));
        let mines = board.cells().map(|&cell| cell == b'M');
        let count = mines.squares().iter().filter(|&&is_mine| is_mine).count();
        assert!((90..=99).contains(&count));
        let kinds = reasoning(&mines, 29).expect("it needs no guess");
        let reasoning = found.reasoning.as_ref().expect("it was asked for");
        assert_eq!(reasoning.hardest(), usize::from(kinds.hardest()));
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
        let fitting = count_fitting::<Board>(&ask, &SearchOptions::new(), &mut || {
            ControlFlow::Continue(())
        });
        fitting.expect("boards").all.expect("there are few")
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
        let ask = wants(asked, &wanted, 1);
        let options = &SearchOptions::new();
        let made = match asked.2 {
            [] => generate::<_, Level<crate::snake::Board>>(&ask, options, &mut |_| {
                ControlFlow::Break(())
            }),
            _ => generate::<_, Level<crate::mines::Board>>(&ask, options, &mut |_| {
                ControlFlow::Break(())
            }),
        };
        made.expect_err("there is no such board").to_string()
    };
    assert!(refused(&(5, 5, &[])).starts_with("snake "));
    let most = |asked: &Asked| numbers(&refused(asked));
    assert_eq!(most(&(4, 4, &[("mines", "8")])), [7]);
    assert_eq!(most(&(2000, 2000, &[("mines", "4000000")])), [3_999_991]);
}

/// Makes some levels, and checks each against what was asked, from its text alone.
fn levels_have_what_is_asked<B: Game>(asked: &Asked, wanted: &Wanted) {
    levels_are_right(asked, wanted, par::<B>);
}

fn levels_are_right<B: Game>(asked: &Asked, wanted: &Wanted, par: fn(&B) -> Option<u64>) {
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
        assert_eq!(level.board.size(), (asked.0, asked.1));
        let par = par(&level.board).expect("it can be won");
        assert!(
            wanted.par.as_ref().is_none_or(|range| range.contains(&par)),
            "{text}"
        );
        assert_eq!(level.par(), Some(Par::Fewest(par)));
        assert_eq!(level.solution().expect("a solution").len() as u64, par);
        assert_eq!(found.key, level.key());
        let rating = rate(&level, &mut SearchContext::default()).expect("no lie");
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
            let odds = level.board.odds(&ask, &mut SearchContext::default());
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
fn slide() {
    type B = crate::slide::Board;
    levels_have_what_is_asked::<B>(&(5, 5, &[("robots", "0")]), &of_par(5, 6));
    levels_have_what_is_asked::<B>(&(6, 6, &[("robots", "1")]), &of_par(6, 8));
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
    let options = SearchOptions::new();
    let mut never = |_| panic!("nothing is tried");
    let too_many = wants(&(3, 3, &[("blocks", "4")]), &of_par(6, 9), 1);
    let refused = generate::<B, Level<B>>(&too_many, &options, &mut never);
    assert!(matches!(refused, Err(Unmade::CannotBe(_))));
    // Not refused, but of all boards none is like that.
    let none = wants(&(3, 3, &[("blocks", "0..7")]), &of_par(4, 4), 1);
    let go_on = &mut || ControlFlow::Continue(());
    let fitting = count_fitting::<B>(&none, &options, go_on).expect("boards");
    assert_eq!(fitting.all, Some((0, 9_216)));
    // And all that are like this are found in the end.
    let few = wants(&(3, 3, &[("blocks", "0..7")]), &of_par(3, 3), 1);
    let fitting = count_fitting::<B>(&few, &options, go_on).expect("boards");
    let (levels, _) = fitting.all.expect("few");
    let (found, ..) = made::<B>(&few, 400, 2);
    let keys: BTreeSet<_> = found.iter().map(|found| &found.key).collect();
    assert_eq!(keys.len() as u64, levels);
}

/// What is usual where nothing is asked for is no reason to find nothing: every par that some board
/// has is found, and no other is promised.
fn every_par_is_found_whatever_is_usual<B: Game>(asked: &Asked) {
    let frame = Frame::<B>::new(&ask(asked), Unasked::All).expect("boards");
    let boards = B::generator().numbered(&frame, 1 << 23).expect("few");
    let mut pars = BTreeMap::new();
    for number in 0..boards.count() {
        let board = boards.nth(number);
        if let Some(par) = par(&board) {
            pars.entry(par)
                .or_insert_with(BTreeSet::new)
                .insert(alike(&board).0);
        }
    }
    let (&greatest, _) = pars.last_key_value().expect("some can be won");
    let options = &SearchOptions::new();
    let go_on = &mut || ControlFlow::Continue(());
    for par in 0..=greatest + 2 {
        let ask = wants(asked, &of_par(par, par), 1);
        let keys = pars.get(&par).map_or(0, BTreeSet::len) as u64;
        match count_fitting::<B>(&ask, options, go_on) {
            Ok(fitting) => assert!(
                fitting.all.is_none_or(|(levels, _)| levels == keys),
                "{ask:?}"
            ),
            Err(Unmade::CannotBe(_)) => assert_eq!(keys, 0, "{ask:?}"),
            Err(other) => panic!("{ask:?}: {other}"),
        }
        if keys > 0 {
            let (found, ..) = made::<B>(&ask, 1, 2);
            assert_eq!(found.len(), 1, "{ask:?}");
            assert!(pars[&par].contains(&found[0].key), "{ask:?}");
        }
        let is_too_hard = too_hard::<B>(&ask, options, go_on);
        if let Ok(is_too_hard) = is_too_hard {
            assert_eq!(is_too_hard.is_some(), par > greatest, "{ask:?}");
        }
    }
}

#[test]
fn a_par_that_takes_unusual_boards_is_found() {
    every_par_is_found_whatever_is_usual::<crate::ladders::Board>(&(2, 2, &[("die", "1")]));
    every_par_is_found_whatever_is_usual::<crate::mines::Board>(&(3, 4, &[]));
    every_par_is_found_whatever_is_usual::<crate::snake::Board>(&(2, 3, &[]));
    every_par_is_found_whatever_is_usual::<crate::snake::Board>(&(3, 3, &[("length", "3")]));
    every_par_is_found_whatever_is_usual::<crate::curling::Board>(&(3, 4, &[]));
    every_par_is_found_whatever_is_usual::<crate::curling::Board>(&(3, 3, &[("throws", "2")]));
    every_par_is_found_whatever_is_usual::<crate::portals::Board>(&(2, 4, &[]));
}

#[test]
fn amounts_that_are_not_asked_for_leave_room_for_those_that_are() {
    type Count = fn(&GenerateAsk) -> usize;
    let any = Wanted::default();
    let cases: [(Asked, Count); 4] = [
        ((6, 6, &[("length", "35")]), |ask| {
            made::<crate::snake::Board>(ask, 2, 1).0.len()
        }),
        ((5, 6, &[("length", "27")]), |ask| {
            made::<crate::snake::Board>(ask, 2, 1).0.len()
        }),
        ((6, 6, &[("walls", "33")]), |ask| {
            made::<crate::snake::Board>(ask, 2, 1).0.len()
        }),
        ((5, 5, &[("portals", "12")]), |ask| {
            made::<crate::portals::Board>(ask, 2, 1).0.len()
        }),
    ];
    for (asked, count) in cases {
        assert_eq!(count(&wants(&asked, &any, 1)), 2, "{asked:?}");
    }
}

/// Levels that cannot be won are made where there are any, and where there are none that is said.
fn impossible_levels_are_those_that_cannot_be_won<B: Game>(asked: &Asked) {
    let frame = Frame::<B>::new(&ask(asked), Unasked::All).expect("boards");
    let boards = B::generator().numbered(&frame, 1 << 16).expect("few");
    let all = (0..boards.count()).map(|number| boards.nth(number));
    let lost: BTreeSet<String> = all
        .filter(|board| par(board).is_none())
        .map(|board| alike(&board).0)
        .collect();
    let impossible = Wanted {
        outcome: Outcome::Impossible,
        ..Wanted::default()
    };
    let ask = wants(asked, &impossible, 1);
    let fitting = count_fitting::<B>(&ask, &SearchOptions::new(), &mut || {
        ControlFlow::Continue(())
    });
    match fitting {
        Ok(fitting) => assert_eq!(
            fitting.all,
            Some((lost.len() as u64, boards.count() as u64)),
            "{asked:?}"
        ),
        Err(Unmade::CannotBe(_)) => assert!(lost.is_empty(), "{asked:?}"),
        Err(other) => panic!("{asked:?}: {other}"),
    }
    if lost.is_empty() {
        return;
    }
    let (found, ..) = made::<B>(&ask, 3, 2);
    assert_eq!(found.len(), 3, "{asked:?}");
    for found in found {
        let level = read::<B>(&found.level.level_text());
        assert_eq!(level.par(), Some(Par::Impossible));
        assert_eq!(level.solution(), None);
        assert_eq!((par(&level.board), level.key()), (None, found.key.clone()));
        assert!(lost.contains(&found.key), "{asked:?}");
    }
}

#[test]
fn impossible_levels() {
    let ladders: [Asked; 8] = [
        (2, 2, &[]),
        (2, 2, &[("die", "1")]),
        (2, 2, &[("die", "2")]),
        (2, 2, &[("die", "1"), ("jumps", "0")]),
        (2, 2, &[("die", "1"), ("from", "0")]),
        (
            2,
            2,
            &[("die", "2"), ("from", "0"), ("overshoot", "bounce")],
        ),
        (2, 2, &[("die", "1"), ("from", "3")]),
        (
            3,
            3,
            &[("jumps", "0..2"), ("die", "2"), ("overshoot", "stay")],
        ),
    ];
    for asked in &ladders {
        impossible_levels_are_those_that_cannot_be_won::<crate::ladders::Board>(asked);
    }
    let snake: [Asked; 5] = [
        (1, 4, &[]),
        (2, 3, &[]),
        (2, 3, &[("wrap", "yes"), ("walls", "0"), ("length", "1")]),
        (3, 3, &[("walls", "0"), ("length", "1")]),
        (3, 3, &[("walls", "0"), ("length", "3")]),
    ];
    for asked in &snake {
        impossible_levels_are_those_that_cannot_be_won::<crate::snake::Board>(asked);
    }
    let curling: [Asked; 4] = [
        (1, 4, &[("blocks", "0")]),
        (5, 1, &[]),
        (2, 3, &[("blocks", "0")]),
        (3, 3, &[("throws", "2")]),
    ];
    for asked in &curling {
        impossible_levels_are_those_that_cannot_be_won::<crate::curling::Board>(asked);
    }
    let portals: [Asked; 6] = [
        (1, 1, &[]),
        (1, 4, &[("walls", "0"), ("portals", "0")]),
        (1, 6, &[("walls", "0")]),
        (2, 3, &[]),
        (2, 3, &[("start", "0,2"), ("goal", "0,2")]),
        (3, 3, &[("portals", "0")]),
    ];
    for asked in &portals {
        impossible_levels_are_those_that_cannot_be_won::<crate::portals::Board>(asked);
    }
    let mines: [Asked; 3] = [(1, 1, &[]), (2, 3, &[]), (1, 3, &[("clicks", "all")])];
    for asked in &mines {
        impossible_levels_are_those_that_cannot_be_won::<crate::mines::Board>(asked);
    }
}
