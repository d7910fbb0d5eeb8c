//! The clock and the watch: seen inside layers, obeyed, and never at the price of a wrong word.

use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Limit, Limits, Progress, Puzzle, Verdict};
use fewest_search_testing::worlds::{Broom, Cube, Fan, Line, Tree};
use fewest_search_testing::{Named, World, in_every_store, run_watched, run_within};

fn assert_watched<P: Puzzle<Move = u32>>(puzzle: &P, inside: u64) {
    let mut looks = Vec::new();
    let mut watch = |progress: Progress| {
        looks.push(progress);
        ControlFlow::Continue(())
    };
    let report = run_watched(puzzle, &Limits::default(), &mut watch);
    for pair in looks.windows(2) {
        assert!(pair[0].depth <= pair[1].depth, "{pair:?}");
        assert!(pair[0].states <= pair[1].states, "{pair:?}");
    }
    for look in &looks {
        assert!(look.states <= report.stats.states, "{look:?}");
        let before: u64 = report.stats.layers[..=look.depth as usize].iter().sum();
        assert!(
            before <= look.states,
            "{look:?} has left a layer unfinished"
        );
    }
    let deepest = looks.iter().max_by_key(|look| look.depth).expect("a look");
    let depths = (0..=deepest.depth).map(|depth| looks.iter().filter(|l| l.depth == depth).count());
    let most = depths.max().expect("a look");
    assert!(most as u64 >= inside, "{most} looks in one layer");
}

#[test]
fn the_watch_looks_inside_layers() {
    let tree = Tree { nodes: 1 << 18 };
    assert_watched(&Named::<_, u32>::dense(&tree), 10);
    assert_watched(&Named::<_, u64>::sparse(&tree), 10);
    let cube = Cube {
        bits: 16,
        won: Some(0xFFFF),
    };
    assert_watched(&Named::<_, u32>::dense(&cube), 10);
    let fan = Fan {
        leaves: 100_000,
        won: true,
    };
    assert_watched(&Named::<_, Box<[u32]>>::sparse(&fan), 10);
    let line = Line {
        nodes: 20_000,
        won: Some(19_999),
    };
    assert_watched(&Named::<_, u32>::dense(&line), 1);
}

/// Stops at every look in turn.
fn stop_at_every_look(world: &impl World, fewest: u64) {
    let puzzle = Named::<_, u32>::dense(world);
    let mut bounds = Vec::new();
    for patience in 0.. {
        let mut seen = Vec::new();
        let mut watch = |progress: Progress| {
            seen.push(progress);
            match seen.len() > patience {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let report = run_watched(&puzzle, &Limits::default(), &mut watch);
        let Verdict::GaveUp { limit, at_least } = report.verdict else {
            // How many looks there are depends on the clock: never more than it had patience for.
            assert!(seen.len() <= patience, "told to stop, yet answered");
            assert_eq!(report.verdict.fewest(), Some(fewest));
            break;
        };
        assert_eq!(limit, Limit::Stopped);
        assert_eq!(seen.len(), patience + 1, "a stopped search looks no more");
        let last = seen.last().expect("a look");
        assert_eq!((at_least, at_least), (last.at_least, last.depth + 1));
        assert_eq!(report.stats.states, last.states);
        bounds.push(at_least);
    }
    assert!(bounds.len() > 5, "only {} looks", bounds.len());
    assert!(bounds.iter().all(|bound| *bound <= fewest));
}

#[test]
fn a_watch_may_stop_at_any_look() {
    let line = Line {
        nodes: 10_001,
        won: Some(10_000),
    };
    stop_at_every_look(&line, 10_000);
    // Which of the many leaves leads to the handle has to be looked for on the way back; the win
    // is found by then, and nobody stops it any more.
    let broom = Broom {
        leaves: 64 * 300,
        handle: 2,
    };
    stop_at_every_look(&broom, 3);
}

#[test]
fn no_time_at_all_is_soon_up() {
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let line = |won| Line {
        nodes: 100_000,
        won,
    };
    for world in [line(None), line(Some(99_999))] {
        for (store, report) in in_every_store(&world, &limits) {
            let Verdict::GaveUp { limit, at_least } = report.verdict else {
                panic!("{:?}, {store}", report.verdict);
            };
            assert_eq!(limit, Limit::Time, "{store}");
            assert!(at_least < 99_999 && report.stats.states < 10_000, "{store}");
        }
    }
    // A start that is won takes no time.
    let report = run_within(&Named::<_, u32>::dense(&line(Some(0))), &limits);
    assert_eq!(report.verdict.fewest(), Some(0));
}

#[test]
fn the_clock_is_read_inside_a_layer() {
    let limits = Limits {
        time: Some(Duration::from_millis(20)),
        ..Limits::default()
    };
    // A look takes a millisecond here, so there are twenty at most: on a slow machine fewer.
    let mut watch = |_: Progress| {
        std::thread::sleep(Duration::from_millis(1));
        ControlFlow::Continue(())
    };
    // Half of all states are in the last layer.
    let tree = Tree { nodes: 1 << 20 };
    let report = run_watched(&Named::<_, u32>::dense(&tree), &limits, &mut watch);
    let Verdict::GaveUp { limit, at_least } = report.verdict else {
        panic!("{:?}", report.verdict);
    };
    assert_eq!(limit, Limit::Time);
    assert_eq!(at_least, report.stats.layers.len() as u64 - 1);
    assert!(report.stats.states < 1 << 18, "{}", report.stats.states);
    assert!(report.stats.elapsed >= Duration::from_millis(20));
}
