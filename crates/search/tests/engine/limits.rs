//! Limits of states, memory and cost: kept exactly, and what is said at them is still proven.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use fewest_search::{Limit, Limits, Progress, Puzzle, Report, Verdict};
use fewest_search_testing::graph::{Graph, Truth};
use fewest_search_testing::worlds::{Cube, Fan, Tree};
use fewest_search_testing::{Named, Outcome, in_every_store, run, run_watched, run_within};

/// Gave up or not, nothing that was said is wrong.
fn assert_sound(report: &Report<u32>, truth: &Truth, told: &str) {
    let whole = truth.outcome();
    let Verdict::GaveUp { at_least, .. } = report.verdict else {
        assert_eq!(Outcome::from(report.clone()), whole, "{told}");
        return;
    };
    if let Some(fewest) = truth.verdict.fewest() {
        assert!(at_least <= fewest, "{at_least} > {fewest}, {told}");
    }
    // What was reached is the beginning of what there is.
    assert!(report.stats.states <= whole.states, "{told}");
    if let Some((last, full)) = report.stats.layers.split_last() {
        assert_eq!(full, &whole.layers[..full.len()], "{told}");
        let there = whole.layers.get(full.len()).copied().unwrap_or(0);
        assert!(*last <= there, "{told}");
    }
}

#[test]
fn the_states_limit_is_exact() {
    for seed in 0..1500 {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng, 60);
        let truth = graph.truth();
        let states = rng.u64(0..=truth.found.len() as u64 + 1);
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        for (store, report) in in_every_store(&graph, &limits) {
            let told = format!("seed {seed}, {states} states, {store}");
            assert_sound(&report, &truth, &told);
            let expected = match truth.found.get(states as usize) {
                // The state that was one too many lies a move beyond what was being expanded.
                Some(depth) => Verdict::GaveUp {
                    limit: Limit::States,
                    at_least: (*depth).max(1),
                },
                None => truth.verdict.clone(),
            };
            assert_eq!(report.verdict, expected, "{told}");
        }
    }
}

#[test]
fn the_cost_limit_is_exact() {
    for seed in 0..1500 {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng, 60);
        let truth = graph.truth();
        let layers = truth.layers().len() as u64;
        let cost = rng.u64(0..=layers + 1);
        let limits = Limits {
            cost: Some(cost),
            ..Limits::default()
        };
        // Impossible needs the proof that no state lies at the cost allowed, or beyond it.
        let answered = match truth.verdict {
            Verdict::Fewest { cost: fewest, .. } => fewest <= cost,
            _ => layers <= cost,
        };
        let expected = match answered {
            true => truth.verdict.clone(),
            false => Verdict::GaveUp {
                limit: Limit::Cost,
                at_least: cost + 1,
            },
        };
        for (store, report) in in_every_store(&graph, &limits) {
            let told = format!("seed {seed}, cost {cost}, {store}");
            assert_eq!(report.verdict, expected, "{told}");
            assert_sound(&report, &truth, &told);
        }
    }
}

/// With exactly the memory that a search needs it ends alike; with a byte less it gives up.
fn needs_what_it_takes<P: Puzzle<Move = u32>>(puzzle: &P) {
    let free = run(puzzle);
    assert_eq!(free.plan.kernel, "keys", "bits are planned by the limit");
    let needed = free.stats.bytes;
    let limits = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let enough = run_within(puzzle, &limits(needed));
    assert_eq!(Outcome::from(enough), Outcome::from(free));
    let short = run_within(puzzle, &limits(needed - 1)).verdict;
    let limit = Limit::Memory;
    assert!(matches!(short, Verdict::GaveUp { limit: l, .. } if l == limit));
}

#[test]
fn the_memory_limit_is_exact() {
    for nodes in [1, 500, 768, 769, 16_384, 16_385, 60_000] {
        let tree = Tree { nodes };
        needs_what_it_takes(&Named::<_, u32>::sparse(&tree));
        needs_what_it_takes(&Named::<_, u64>::sparse(&tree));
        needs_what_it_takes(&Named::<_, u128>::sparse(&tree));
        needs_what_it_takes(&Named::<_, Box<[u32]>>::sparse(&tree));
    }
}

/// More memory never proves less, all the way from none to enough.
#[test]
fn every_memory_limit_is_kept() {
    const BITS: u32 = 15;
    let cube = Cube {
        bits: BITS,
        won: Some((1 << BITS) - 1),
    };
    let whole = Outcome::from(run(&Named::<_, u32>::dense(&cube)));
    let mut proven = [0; 5];
    let mut solved = [false; 5];
    for memory in (0..=30).map(|step| step * step * 2500) {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let reports = [
            run_within(&Named::<_, u32>::dense(&cube), &limits),
            run_within(&Named::<_, u32>::sparse(&cube), &limits),
            run_within(&Named::<_, u64>::sparse(&cube), &limits),
            run_within(&Named::<_, u128>::sparse(&cube), &limits),
            run_within(&Named::<_, Box<[u32]>>::sparse(&cube), &limits),
        ];
        for (store, report) in reports.into_iter().enumerate() {
            let at_least = report.verdict.at_least().expect("never impossible");
            assert!(
                proven[store] <= at_least && at_least <= u64::from(BITS),
                "{at_least} after {} for {memory} bytes, store {store}",
                proven[store]
            );
            proven[store] = at_least;
            match report.verdict {
                Verdict::GaveUp { limit, .. } => {
                    assert_eq!(limit, Limit::Memory);
                    assert!(!solved[store], "{memory} bytes, store {store}");
                }
                _ => {
                    assert_eq!(Outcome::from(report), whole);
                    solved[store] = true;
                }
            }
        }
    }
    assert_eq!(solved, [true; 5], "the last limit is enough for all");
}

/// A single expansion that reaches everything cannot slip past a limit.
#[test]
fn limits_hold_inside_one_expansion() {
    let fan = Fan {
        leaves: 300_000,
        won: true,
    };
    let gave_up = |limit, at_least| Verdict::GaveUp { limit, at_least };
    for (states, at_least, layers) in [
        (0, 1, vec![]),
        (1, 1, vec![1]),
        (70_000, 1, vec![1, 69_999]),
        (300_000, 1, vec![1, 299_999]),
    ] {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        for (store, report) in in_every_store(&fan, &limits) {
            assert_eq!(report.verdict, gave_up(Limit::States, at_least), "{store}");
            assert_eq!(report.stats.layers, layers, "{store}");
        }
    }
    let limits = Limits {
        memory: Some(400_000),
        ..Limits::default()
    };
    for (store, report) in in_every_store(&fan, &limits) {
        assert_eq!(report.verdict, gave_up(Limit::Memory, 1), "{store}");
    }
    // The win is not stored: the states before it are enough.
    let limits = Limits {
        states: Some(300_001),
        ..Limits::default()
    };
    for (store, report) in in_every_store(&fan, &limits) {
        assert_eq!(report.verdict.fewest(), Some(2), "{store}");
    }
}

fn random_limits(rng: &mut Rng, truth: &Truth) -> Limits {
    let states = truth.found.len() as u64 + 2;
    let layers = truth.layers().len() as u64 + 2;
    let mut maybe = |limit: u64| {
        let limit = rng.u64(0..limit.max(1));
        (rng.u32(0..3) == 0).then_some(limit)
    };
    Limits {
        states: maybe(states),
        cost: maybe(layers),
        // From less than the first table to more than a chunk of any key.
        memory: maybe(300_000),
        time: maybe(3)
            .map(|pick| [Duration::ZERO, Duration::from_micros(20), Duration::MAX][pick as usize]),
    }
}

/// Every limit at once: "impossible" and "fewest" are said only where they are true.
#[test]
fn no_limit_makes_a_verdict_wrong() {
    let mut gave_up = HashMap::new();
    let mut answered = 0;
    for seed in 0..3000 {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng, if seed % 10 == 0 { 3000 } else { 80 });
        let truth = graph.truth();
        let limits = random_limits(&mut rng, &truth);
        let patience = rng.u32(0..8);
        let mut looks = 0;
        let mut watch = |_: Progress| {
            looks += 1;
            match patience {
                0 => ControlFlow::Break(()),
                1 if looks > 1 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let told = format!("seed {seed}, {limits:?}, patience {patience}");
        for report in [
            run_watched(&Named::<_, u32>::dense(&graph), &limits, &mut watch),
            run_watched(&Named::<_, u64>::sparse(&graph), &limits, &mut watch),
            run_watched(&Named::<_, u128>::sparse(&graph), &limits, &mut watch),
            run_watched(&Named::<_, Box<[u32]>>::sparse(&graph), &limits, &mut watch),
        ] {
            assert_sound(&report, &truth, &told);
            match report.verdict {
                Verdict::GaveUp { limit, .. } => *gave_up.entry(limit.name()).or_insert(0) += 1,
                _ => answered += 1,
            }
        }
    }
    // Without a disk none can fail, and the other two are the games' own.
    for (name, _) in Limit::TEXTS {
        let times = gave_up.get(name).copied().unwrap_or(0);
        match ["disk", "unknown", "effort"].contains(&name) {
            true => assert_eq!(times, 0, "{name}"),
            false => assert!(times > 100, "{gave_up:?}"),
        }
    }
    assert!(answered > 1000, "{answered}");
}
