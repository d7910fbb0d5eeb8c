//! The kernel on the disk against the one in memory.

use std::ops::ControlFlow;

use fewest_search::{Limit, Limits, Progress, SearchContext, SearchOptions, Verdict};

use super::rink::{SEED, Sheet, random_rink, solve_by};
use crate::curling::kernel::{self, Manner};
use crate::oracle;
use fewest_search_testing::ram::Ram;

/// However early the positions go to the disk, and however often the search is interrupted there,
/// it finds the same, looking at as many positions.
#[test]
fn on_the_disk_the_same_is_found() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut went, mut resumed, mut won) = (0, 0, 0);
    for number in 0..1_500 {
        let narrow = number % 2 == 0;
        let rink = random_rink(&mut rng, 9, 9, 0.6);
        let throws = (rng.u8(..4) == 0).then(|| rng.u32(15..40));
        let sheet = Sheet { rink, throws };
        let (board, seen) = (sheet.board(), oracle::seen(SEED, || sheet.level_text()));
        let in_memory = solve_by(narrow, &board, &Limits::default());
        let manner = Manner {
            narrow,
            most_in_memory: 1 << rng.u32(0..6),
        };
        let disk = Ram::default();
        // So many looks, and more each time: at last it comes to an end.
        let mut patience = rng.u32(1..40);
        let report = loop {
            let scratch = disk.scratch();
            let options = SearchOptions::new().memory(3 << 20).scratch(&scratch);
            let mut looks = 0;
            let mut watch = |_: Progress| {
                looks += 1;
                match number % 3 == 0 && looks > patience {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let mut ctx = SearchContext::new(&options).observed_by(&mut watch);
            let report = kernel::solve_by(manner, &board, &mut ctx);
            match report.verdict {
                Verdict::GaveUp { limit, at_least } => {
                    assert_eq!(limit, Limit::Stopped, "{seen}");
                    let fewest = in_memory.verdict.fewest();
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                    resumed += u32::from(report.plan.kernel == "disk");
                    patience += patience;
                }
                _ => break report,
            }
        };
        assert_eq!(report.verdict, in_memory.verdict, "{manner:?}, {seen}");
        assert_eq!(
            report.stats.states, in_memory.stats.states,
            "{manner:?}, {seen}"
        );
        let went_deep = report.plan.kernel == "disk";
        went += u32::from(went_deep);
        won += u32::from(went_deep && report.verdict.fewest().is_some());
    }
    assert!(went > 150, "{went} went to the disk");
    assert!(resumed > 10, "{resumed} times it went on there");
    assert!(won > 10, "{won} of those were won");
}

/// Where the goal is so far that several layers are added before anything is tried, and no throw is
/// left before that, a search on the disk ends as the one in memory does.
#[test]
fn on_the_disk_games_that_come_to_nothing_end() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut went = 0;
    for _ in 0..2_000 {
        let (height, width) = (rng.usize(6..=12), rng.usize(6..=12));
        let blocks = 0.08 + rng.f32() * 0.2;
        let rink = random_rink(&mut rng, height, width, blocks);
        let sheet = Sheet { rink, throws: None };
        let (board, seen) = (sheet.board(), oracle::seen(SEED, || sheet.level_text()));
        let limits = Limits {
            memory: Some(3 << 20),
            states: Some(20_000),
            ..Limits::default()
        };
        let in_memory = solve_by(false, &board, &limits);
        if in_memory.verdict != Verdict::Impossible {
            continue;
        }
        let manner = Manner {
            narrow: false,
            most_in_memory: rng.u32(1..=3),
        };
        let disk = Ram::default();
        let scratch = disk.scratch();
        let options = SearchOptions::from(&limits).scratch(&scratch);
        let mut looks = 0;
        let mut watch = |_: Progress| {
            looks += 1;
            match looks > 100_000 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let mut ctx = SearchContext::new(&options).observed_by(&mut watch);
        let report = kernel::solve_by(manner, &board, &mut ctx);
        assert_eq!(report.verdict, in_memory.verdict, "{manner:?}, {seen}");
        assert_eq!(
            report.stats.states, in_memory.stats.states,
            "{manner:?}, {seen}"
        );
        went += u32::from(report.plan.kernel == "disk");
    }
    assert!(went > 20, "{went} went to the disk");
}

/// A search that is resumed with fewer positions than it has looked at already gives up at once,
/// and says how many those were; and it can still be resumed.
#[test]
fn fewer_positions_than_were_looked_at_are_too_few() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut resumed = 0;
    for number in 0..200 {
        let narrow = number % 2 == 0;
        let rink = random_rink(&mut rng, 9, 9, 0.6);
        let sheet = Sheet { rink, throws: None };
        let (board, seen) = (sheet.board(), oracle::seen(SEED, || sheet.level_text()));
        let in_memory = solve_by(narrow, &board, &Limits::default());
        let manner = Manner {
            narrow,
            most_in_memory: 4,
        };
        let disk = Ram::default();
        let within = |states: Option<u64>| {
            let limits = Limits {
                memory: Some(3 << 20),
                states,
                ..Limits::default()
            };
            let scratch = disk.scratch();
            let options = SearchOptions::from(&limits).scratch(&scratch);
            kernel::solve_by(manner, &board, &mut SearchContext::new(&options))
        };
        let before = within(Some(in_memory.stats.states * 3 / 4));
        if before.plan.kernel == "disk" {
            let report = within(Some(1));
            let gave_up = matches!(
                report.verdict,
                Verdict::GaveUp {
                    limit: Limit::States,
                    ..
                }
            );
            assert!(gave_up, "{seen}");
            // A layer is kept whole, past what was allowed too.
            let looked_at = 1..=in_memory.stats.states;
            assert!(looked_at.contains(&report.stats.states), "{seen}");
            resumed += 1;
        }
        let report = within(None);
        assert_eq!(report.verdict, in_memory.verdict, "{seen}");
        assert_eq!(report.stats.states, in_memory.stats.states, "{seen}");
    }
    assert!(resumed > 10, "{resumed} were resumed");
}
