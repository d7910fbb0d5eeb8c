//! Limits and spaces no machine has: the search neither panics nor aborts, and still answers.

use std::time::Duration;

use fewest_search::{Limits, SearchContext, SearchOptions, Verdict, solve};
use fewest_search_testing::worlds::{Line, Tree};
use fewest_search_testing::{Named, Outcome, run};

const LINE: Line = Line {
    nodes: 20,
    won: Some(19),
};

#[test]
fn limits_beyond_measure_are_no_limits() {
    let limits = Limits {
        states: Some(u64::MAX),
        memory: Some(u64::MAX),
        time: Some(Duration::MAX),
        cost: Some(u64::MAX),
    };
    let whole = Outcome::from(run(&Named::<_, u32>::dense(&LINE)));
    for (store, report) in fewest_search_testing::in_every_store(&LINE, &limits) {
        // That store has its own test below.
        if store != "u64 in a space past all bits" {
            assert_eq!(Outcome::from(report), whole, "{store}");
        }
    }
}

#[test]
fn a_vast_space_is_searched_by_keys() {
    let whole = Outcome::from(run(&Named::<_, u32>::dense(&LINE)));
    for space in [1 << 40, 1 << 62, u64::MAX - 63, u64::MAX] {
        let report = run(&Named::<_, u64>::within(&LINE, space));
        assert_eq!(report.plan.kernel, "keys", "{space}");
        assert_eq!(Outcome::from(report), whole, "{space}");
    }
}

/// All the memory in the world is allowed, but there is not so much: keys still fit.
#[test]
fn a_vast_space_and_vast_memory_are_searched_all_the_same() {
    let whole = Outcome::from(run(&Named::<_, u32>::dense(&LINE)));
    for space in [1 << 50, 1 << 56, 1 << 62, u64::MAX] {
        for memory in [1 << 60, u64::MAX] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            // Whether the plan foresees it or the search falls back is its own affair.
            let puzzle = Named::<_, u64>::within(&LINE, space);
            let report = solve(
                &puzzle,
                &mut SearchContext::new(&SearchOptions::from(&limits)),
            );
            assert_eq!(
                Outcome::from(report),
                whole,
                "space {space}, memory {memory}"
            );
        }
    }
}

#[test]
fn nothing_allowed_proves_nothing_wrong() {
    let limits = Limits {
        states: Some(0),
        memory: Some(0),
        time: Some(Duration::ZERO),
        cost: Some(0),
    };
    for (store, report) in fewest_search_testing::in_every_store(&LINE, &limits) {
        let Verdict::GaveUp { at_least, .. } = report.verdict else {
            panic!("{:?}, {store}", report.verdict);
        };
        assert!(at_least <= 1, "{store}");
        assert_eq!(report.stats.states, 0, "{store}");
    }
    let limits = Limits {
        states: Some(1),
        ..Limits::default()
    };
    // One state is all there is: that is enough to prove it.
    for (store, report) in fewest_search_testing::in_every_store(&Tree { nodes: 1 }, &limits) {
        assert_eq!(report.verdict, Verdict::Impossible, "{store}");
    }
}
