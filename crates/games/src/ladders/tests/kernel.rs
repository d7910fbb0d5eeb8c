//! The kernel against the generic search.

use std::collections::BTreeMap;
use std::time::Duration;

use fewest_search::{Limit, Limits, SearchContext, Verdict};

use super::track::{JUDGES, SEED, Track, large_track};
use crate::oracle;
use crate::oracle::{Solve as _, within};

#[test]
fn the_kernel_agrees_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut won, mut rolls) = (0, 0);
    for _ in 0..20_000 {
        let report = large_track(&mut rng).check_kernel(&Limits::default());
        won += u64::from(report.verdict.fewest().is_some());
        rolls += report.verdict.fewest().unwrap_or(0);
    }
    // Neither too easy nor too hard to say anything.
    assert!((5_000..19_000).contains(&won), "{won}");
    assert!(rolls > 10 * won, "{rolls} rolls, {won} won");
}

#[test]
fn the_kernel_agrees_on_every_three_by_three_with_a_few_kinds_of_jumps() {
    // Plain, back to the start, to its own square, and one ahead, where a chain may go on.
    for number in 0..4_usize.pow(7) {
        let jump = |square: usize| match number >> (2 * (square - 2)) & 3 {
            0 => None,
            1 => Some((square, 1)),
            2 => Some((square, square)),
            _ => Some((square, square + 1)),
        };
        for die in [1, 2, 3, 6, 9] {
            let jumps = (2..9).filter_map(jump).collect();
            let side = 3;
            Track {
                side,
                die,
                jumps,
                ..JUDGES
            }
            .check_kernel(&Limits::default());
        }
    }
}

/// Every window overlaps the one before but for a square, which leads back once more.
#[test]
fn snakes_that_lead_back_a_little_less_each_time() {
    for (side, die) in [(8, 5), (12, 40), (20, 70), (20, 130)] {
        let last = side * side;
        let back = |square: usize| match square.checked_sub(die + 1) {
            Some(fresh) if square + die < last => (square, fresh + 2),
            _ => (square, 1),
        };
        let jumps: BTreeMap<_, _> = (2..last - 1).map(back).collect();
        let track = Track {
            side,
            die,
            jumps,
            ..JUDGES
        };
        let report = track.check_kernel(&Limits::default());
        assert!(report.stats.layers.len() > last - 3 * die, "{side} {die}");
        track.check();
    }
}

#[test]
fn the_kernel_agrees_on_large_boards() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let side = 1_500;
    let last = side * side;
    for die in [4, 6, 100] {
        let mut jumps = BTreeMap::new();
        for square in 2..last {
            if rng.u8(..10) == 0 {
                jumps.insert(square, rng.usize(1..last));
            }
        }
        let report = Track {
            side,
            die,
            jumps,
            ..JUDGES
        }
        .check_kernel(&Limits::default());
        assert!(report.stats.states > 50_000, "{die}");
    }
}

/// A die as large as the board, and a board on which that matters: nothing is looked at twice.
#[test]
fn a_large_board_and_a_larger_die() {
    let side = 1_500;
    let last = side * side;
    // The last six squares can only be reached one by one.
    let jumps = (2..last - 6)
        .map(|square| (square, square / 2 + 1))
        .collect();
    let die = 4 * last;
    let report = Track {
        side,
        die,
        jumps,
        ..JUDGES
    }
    .board();
    let report = report.solve(&mut SearchContext::default());
    assert_eq!(report.verdict.fewest(), Some(1));
    let walls = (2..last).map(|square| (square, square / 2 + 1)).collect();
    let die = last - 2;
    let board = Track {
        side,
        die,
        jumps: walls,
        ..JUDGES
    }
    .board();
    let report = board.solve(&mut SearchContext::default());
    assert_eq!(report.verdict.fewest(), Some(2));
    assert_eq!(report.stats.states, last as u64 / 2 + 1);
}

/// Whatever the limit, the kernel's verdict is the generic search's, the free one, or a bound
/// below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [0; 4];
    for _ in 0..3_000 {
        let track = large_track(&mut rng);
        let seen = oracle::seen(SEED, || track.level_text());
        let free = track.check_kernel(&Limits::default());
        let fewest = free.verdict.fewest();
        let states = Some(rng.u64(..=free.stats.states + 1));
        let cost = Some(rng.u64(..=free.stats.layers.len() as u64 + 1));
        let unlimited = Limits::default();
        let kinds = [
            Limits {
                states,
                ..unlimited
            },
            Limits { cost, ..unlimited },
            Limits {
                memory: Some(rng.u64(..=free.stats.bytes)),
                ..unlimited
            },
            Limits {
                time: Some(Duration::ZERO),
                ..unlimited
            },
        ];
        for (kind, limits) in kinds.iter().enumerate() {
            let report = match kind {
                0 | 1 => track.check_kernel(limits),
                _ => track.board().solve(&mut within(limits)),
            };
            let (stats, plan) = (&report.stats, &report.plan);
            assert!(stats.bytes <= limits.memory.unwrap_or(u64::MAX), "{seen}");
            assert!(
                plan.bytes <= Some(limits.memory.unwrap_or(u64::MAX)),
                "{seen}"
            );
            assert!(Some(stats.bytes) <= plan.bytes, "{seen}");
            match report.verdict {
                Verdict::GaveUp { limit, at_least } => {
                    gave_up[kind] += 1;
                    let limits = [Limit::States, Limit::Cost, Limit::Memory, Limit::Time];
                    assert_eq!(limit, limits[kind], "{seen}");
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                }
                verdict => assert_eq!(verdict, free.verdict, "{seen}"),
            }
        }
    }
    assert!(gave_up.iter().all(|&often| often > 500), "{gave_up:?}");
}
