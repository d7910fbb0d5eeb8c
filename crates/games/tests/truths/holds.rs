//! What holds for every level that was read, whatever it was read from, and for every error.

use std::ops::ControlFlow;

use fewest_games::advise::{Tally, Wish};
use fewest_games::builtin::{self, AnyLevel, GameId};
use fewest_games::check::Fault;
use fewest_games::format;
use fewest_games::game::Standing;
use fewest_games::odds::{NoOdds, OddsAsk};

use fewest_games::source::TextError;
use fewest_search::{SearchOptions, Verdict};

use super::{BYTE_ORDER_MARK, ENOUGH, LIMITS, look, moves_of, read, texts, within_limits};

/// An error says something, and marks a place in the text or right behind a line of it.
pub fn points_into(bytes: &[u8], error: &TextError) {
    assert!(
        !error.message.is_empty() && !error.advice.is_empty(),
        "{error:?}"
    );
    assert!(
        error.line >= 1 && error.column >= 1 && error.width >= 1,
        "{error:?}"
    );
    let text = String::from_utf8_lossy(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    let line = text.split('\n').nth(error.line - 1);
    let line = line.unwrap_or_else(|| panic!("no such line: {error:?}"));
    let seen = line.trim_end_matches('\r').chars().count();
    assert!(
        error.column <= seen + 1,
        "past the line's {seen} characters: {error:?}"
    );
    let left = line.chars().count() + 1 - error.column;
    assert!(
        error.width <= left.max(1),
        "marks more than {left} characters: {error:?}"
    );
}

/// What holds for every level that was read, whatever it was read from.
pub fn holds(level: &AnyLevel) {
    is_written_and_read_again(level);
    is_solved_by_the_rules(level);
    is_advised_until_it_is_enough(level);
}

fn is_written_and_read_again(level: &AnyLevel) {
    let text = level.level_text();
    let again = read(text.as_bytes(), |source| builtin::read(source, None)).expect(&text);
    assert_eq!(texts(&again), [text.as_str()]);
    let claims = |level: &AnyLevel| {
        (
            level.title().map(String::from),
            level.par(),
            level.solution().map(<[_]>::to_vec),
        )
    };
    assert_eq!(claims(&again[0]), claims(level));
    let view = look(&level.session());
    assert_eq!(look(&again[0].session()), view);

    if let Ok(text) = format::input([level].into_iter()) {
        let game = GameId::find(level.info().id).expect("a level's game is listed");
        let again = read(text.as_bytes(), |source| game.read_judge(source)).expect(&text);
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(format::input([&again[0]].into_iter()), Ok(text));
        assert_eq!(look(&again[0].session()), view);
    }
}

/// The first changes are tried, whatever the board, and all others are counted.
fn is_advised_until_it_is_enough(level: &AnyLevel) {
    let mut looks = 0;
    let mut of = None;
    let mut watch = |tally: Tally| {
        assert_eq!(*of.get_or_insert(tally.of), tally.of);
        looks += 1;
        match looks < ENOUGH {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let advice = level.advise(
        Wish::Harder,
        &SearchOptions::new().limits(LIMITS),
        &mut watch,
    );
    let advice = advice.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    let all = advice.tried() + advice.untried;
    assert_eq!(of.unwrap_or(all), all);
    assert_eq!(advice.limit.is_none(), advice.untried == 0);
}

/// The answer keeps to the plan and the limits, and plays to a win that comes no earlier.
fn is_solved_by_the_rules(level: &AnyLevel) {
    let report = level.solve(&mut within_limits());
    let report = report.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    assert_eq!(report.plan, level.plan(&(&LIMITS).into()));
    assert!(Some(report.stats.bytes) <= LIMITS.memory);
    let own = level.check(None, &report).expect("no disagreement");
    assert!(own.decided || matches!(report.verdict, Verdict::GaveUp { .. }));
    let Verdict::Fewest { cost, moves } = &report.verdict else {
        return;
    };
    assert_eq!(moves.len() as u64, *cost);
    let text = moves.join(" ");
    let read = moves_of(level, text.as_bytes()).expect("what is written can be read");
    assert_eq!(read, *moves);
    let mut session = level.session();
    for step in moves {
        assert_eq!(session.standing(), Standing::Playing);
        session.push(step).expect("a legal move");
    }
    assert!(session.won());
    let found = level.check(Some(moves), &report).expect("no disagreement");
    assert!(found.decided);
    for fault in found.faults {
        assert!(matches!(fault, Fault::Par { .. }), "{fault}");
    }
}

/// The odds are told or refused, within the limits, and agree with the search on what is impossible.
pub fn tells_its_odds(level: &AnyLevel) {
    let ask = OddsAsk {
        players: 3,
        moves: Some(7),
    };
    match level.odds(&ask, &mut within_limits()) {
        Ok(odds) => {
            let report = level
                .solve(&mut within_limits())
                .expect("it was solved before");
            match report.verdict {
                Verdict::Fewest { .. } => assert!(odds.can_win),
                Verdict::Impossible => assert!(!odds.can_win),
                Verdict::GaveUp { .. } => {}
            }
        }
        Err(NoOdds::Chanceless(_)) => assert!(!level.info().chance),
        Err(NoOdds::GaveUp(_) | NoOdds::OutOfReach(_)) => {}
        Err(NoOdds::Contradiction { why, .. }) => assert_ne!(why, ""),
        Err(NoOdds::Disagreement(disagreement)) => panic!("{disagreement}"),
    }
}
