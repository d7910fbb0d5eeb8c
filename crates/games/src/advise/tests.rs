//! Advice within limits, stopped, and on many threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Limit, Limits, SearchOptions};

use crate::advise::{Advice, Counts, Effect, Group, Outcome, Tally, Tried, Wish};
use crate::oracle::read;

/// Many edits in two groups; walls stand in the way of half of them.
const LEVEL: &str = "game: snake

1234.....
.######..
.#@......
.#.#####.
.........
";

fn threads(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads).expect("it is not 0")
}

fn advise(text: &str, on: usize, limits: &Limits) -> Advice {
    let advice = read(text).advise(
        Wish::Harder,
        &SearchOptions::new().limits(*limits).threads(threads(on)),
        &mut |_| ControlFlow::Continue(()),
    );
    advice.expect("no kernel lies")
}

/// All that an advice says but the time it took.
fn said(advice: &Advice) -> String {
    format!(
        "{:?}",
        (&advice.now, &advice.groups, advice.untried, &advice.limit)
    )
}

#[test]
fn any_number_of_threads_says_the_same() {
    let limits = Limits::default();
    let alone = advise(LEVEL, 1, &limits);
    assert!(alone.is_complete());
    assert_eq!(alone.tried(), 40 + 27);
    for on in [2, 3, 8, 1000] {
        assert_eq!(said(&advise(LEVEL, on, &limits)), said(&alone));
    }
}

#[test]
fn a_limit_of_states_leaves_changes_undecided() {
    let limits = Limits {
        states: Some(5),
        ..Limits::default()
    };
    let advice = advise(LEVEL, 1, &limits);
    assert_eq!((advice.untried, &advice.limit), (0, &None));
    assert!(!advice.is_complete());
    let Outcome::Undecided { limit, at_least } = &advice.now else {
        panic!("{:?}", advice.now);
    };
    assert_eq!(*limit, Limit::States);
    assert!(*at_least > 1);
    let all = advise(LEVEL, 1, &Limits::default());
    let mut decided = 0;
    for group in &advice.groups {
        let full = all
            .groups
            .iter()
            .find(|full| full.name == group.name)
            .expect("it is there");
        assert_eq!(group.tried.len(), full.tried.len());
        for tried in &group.tried {
            // Where the par before is not known, nothing can be compared.
            assert_eq!(tried.effect, Effect::Undecided);
            let full = full.tried.iter().find(|full| full.what == tried.what);
            match &tried.becomes {
                Outcome::Undecided { at_least, .. } => match &full.expect("it is there").becomes {
                    Outcome::Fewest(par) => assert!(at_least <= par),
                    other => assert_eq!(*other, Outcome::Impossible),
                },
                becomes => {
                    assert_eq!(*becomes, full.expect("it is there").becomes);
                    decided += 1;
                }
            }
        }
        let is_last = |pair: &[_]| matches!(pair, [Outcome::Undecided { .. }, Outcome::Fewest(_)]);
        let becomes: Vec<_> = group
            .tried
            .iter()
            .map(|tried| tried.becomes.clone())
            .collect();
        assert!(
            !becomes.windows(2).any(is_last),
            "what is known comes first"
        );
    }
    assert!(decided > 0, "the limit leaves some");
    assert_eq!(said(&advise(LEVEL, 3, &limits)), said(&advice));
}

#[test]
fn without_time_nothing_is_tried() {
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    for on in [1, 2] {
        let advice = advise(LEVEL, on, &limits);
        assert_eq!((advice.untried, &advice.limit), (67, &Some(Limit::Time)));
        assert!(advice.groups.is_empty() && !advice.is_complete());
    }
}

/// The bytes that an advice holds.
fn bytes(advice: &Advice) -> usize {
    let of_group = |group: &Group| {
        let words: usize = group.tried.iter().map(|tried| tried.what.capacity()).sum();
        let list = group.tried.capacity() * size_of::<Tried>();
        words + list + size_of_val(group.grid.squares())
    };
    advice.groups.iter().map(of_group).sum()
}

#[test]
fn no_more_is_kept_than_memory_allows() {
    let all = advise(LEVEL, 1, &Limits::default());
    let mut complete = 0;
    for most in (0..60_000).step_by(250) {
        let limits = Limits {
            memory: Some(most),
            ..Limits::default()
        };
        let advice = advise(LEVEL, 1, &limits);
        assert!(bytes(&advice) as u64 <= most);
        assert_eq!(advice.tried() + advice.untried, all.tried());
        match &advice.limit {
            None => complete += 1,
            Some(limit) => assert_eq!(*limit, Limit::Memory),
        }
        assert_eq!(advice.limit.is_none(), advice.untried == 0);
        assert!(most > 0 || advice.groups.is_empty());
    }
    assert!(complete > 0, "that is enough");
}

#[test]
fn what_was_found_until_it_was_stopped_is_told() {
    let all = advise(LEVEL, 1, &Limits::default());
    let is_true = |advice: &Advice| {
        for group in &advice.groups {
            let full = all.groups.iter().find(|full| full.name == group.name);
            let full = full.expect("it is there");
            for tried in &group.tried {
                assert!(full.tried.contains(tried), "{tried:?}");
            }
        }
    };
    for on in [1, 3] {
        for last in (1..200).step_by(7) {
            let mut looks = Vec::new();
            let mut watch = |tally: Tally| {
                looks.push(tally);
                match looks.len() < last {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            };
            let level = read(LEVEL);
            let limits = Limits::default();
            let advice = level.advise(
                Wish::Harder,
                &SearchOptions::new().limits(limits).threads(threads(on)),
                &mut watch,
            );
            let advice = advice.expect("no kernel lies");
            assert!(looks.is_sorted_by_key(|tally| tally.tried));
            assert!(looks.iter().all(|tally| tally.of == 67));
            assert_eq!(advice.tried() + advice.untried, 67);
            if advice.limit.is_some() {
                assert_eq!(advice.limit, Some(Limit::Stopped));
                assert!(looks.len() >= last, "nobody asked for it");
            } else {
                assert_eq!(advice.untried, 0);
            }
            if last == 1 {
                assert_eq!(
                    advice.tried(),
                    0,
                    "the first look is before the first change"
                );
            }
            if matches!(advice.now, Outcome::Fewest(_)) {
                is_true(&advice);
            }
        }
    }
}

#[test]
fn more_changes_than_can_ever_be_tried_can_be_stopped_at_once() {
    // Every square but the first and the last holds a jump: 159,998 times 159,999 changes.
    let side = 400;
    let mut text = "game: ladders\n\n".to_string();
    for row in 0..side {
        let first = if row == 0 || row == side - 1 {
            "."
        } else {
            "7"
        };
        text += &format!("{first}{}\n", " 7".repeat(side - 1));
    }
    let mut looks = 0;
    let watch = &mut |tally: Tally| {
        assert_eq!(tally.of, 159_998 * 159_999);
        looks += 1;
        match looks {
            50 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let level = read(&text);
    let advice = level.advise(
        Wish::Harder,
        &SearchOptions::new()
            .limits(Limits::default())
            .threads(threads(2)),
        watch,
    );
    let advice = advice.expect("no kernel lies");
    assert_eq!(advice.limit, Some(Limit::Stopped));
    assert!(advice.tried() < 1000);
}

#[test]
fn a_board_without_changes_has_no_groups() {
    let advice = advise("game: portals\n\n.\n", 2, &Limits::default());
    assert_eq!(advice.now, Outcome::Fewest(0));
    assert!(advice.groups.is_empty() && advice.is_complete());
}

#[test]
fn the_smallest_boards() {
    let advice = advise("game: mines\n\nE\n", 2, &Limits::default());
    assert_eq!(advice.now, Outcome::Fewest(1));
    let [tried] = &advice.groups[0].tried[..] else {
        panic!("{advice:?}");
    };
    assert!(tried.what.ends_with(" 0,0"), "{}", tried.what);
    assert_eq!(tried.becomes, Outcome::Fewest(0));
    let advice = advise("game: portals\n\n#\n", 2, &Limits::default());
    assert_eq!(advice.now, Outcome::Impossible);
    assert_eq!(advice.groups[0].tried[0].effect, Effect::Winnable);
    let counts = Counts {
        winnable: 1,
        ..Counts::default()
    };
    assert_eq!(advice.groups[0].counts, counts);
}
