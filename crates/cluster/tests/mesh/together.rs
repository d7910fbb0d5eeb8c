//! Every shipped level, searched by one worker and by several: the same verdict, the same number
//! of positions in every layer, and moves that win.

use crate::common::{Worker, busy, leader, levels, token, work};
use fewest_cluster::Work;
use fewest_search::{Limits, Report, Unwatched, Verdict};

/// More positions than this are left to the benchmark.
const STATES: u64 = 10_000;

/// What must not depend on how many search.
fn essence(report: &Report<u32>) -> (Option<u64>, Option<u64>, &[u64]) {
    let verdict = &report.verdict;
    (verdict.fewest(), verdict.at_least(), &report.stats.layers)
}

#[test]
fn several_find_what_one_finds() {
    let _busy = busy();
    let token = token();
    let workers: Vec<Worker> = (0..4).map(|_| Worker::start(&token)).collect();
    let mut decided = 0;
    for (name, level) in levels() {
        let plain = level.solve(&Limits::default(), &mut Unwatched);
        let plain = plain.expect("the plain search is right").verdict;
        for whole in [false, true] {
            let mut first: Option<Report<u32>> = None;
            for (processes, threads) in [(1, 1), (1, 2), (2, 1), (4, 1)] {
                let told = format!("{name}, whole: {whole}, {processes} × {threads}");
                let work = Work {
                    whole,
                    states: Some(STATES),
                    ..work(threads)
                };
                let mut leader = leader(&workers[..processes], &token);
                let mut tell = |told: &str| panic!("{name}: {told}");
                let report = leader.solve(&*level, &work, &mut Unwatched, &mut tell);
                let report = report.unwrap_or_else(|why| panic!("{told}: {why:?}"));
                match &first {
                    Some(first) => assert_eq!(essence(&report), essence(first), "{told}"),
                    None => first = Some(report.clone()),
                }
                // The rules play what was found.
                let report = level.adopt(report).expect(&told);
                match report.verdict {
                    // Twice is enough where it is large.
                    Verdict::GaveUp { .. } if processes == 2 => break,
                    Verdict::GaveUp { .. } => {}
                    verdict => {
                        assert_eq!(verdict.fewest(), plain.fewest(), "{told}");
                        decided += 1;
                    }
                }
            }
        }
    }
    assert!(decided > 400, "only {decided} were decided");
}
