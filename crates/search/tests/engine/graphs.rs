//! Thousands of small random graphs: every store says what a naive oracle says, exactly.

use fastrand::Rng;
use fewest_search::{Limits, Verdict};
use fewest_search_testing::graph::Graph;
use fewest_search_testing::worlds::{Counted, Line};
use fewest_search_testing::{Named, Outcome, in_every_store, run};

fn check(graphs: u64, most_nodes: u32) {
    let mut fewest = 0;
    let mut impossible = 0;
    let mut deepest = 0;
    for seed in 0..graphs {
        let graph = Graph::random(&mut Rng::with_seed(seed), most_nodes);
        let truth = graph.truth().outcome();
        match truth.verdict {
            Verdict::Fewest { cost, .. } => {
                fewest += 1;
                deepest = deepest.max(cost);
            }
            _ => impossible += 1,
        }
        for (store, report) in in_every_store(&graph, &Limits::default()) {
            assert_eq!(Outcome::from(report), truth, "seed {seed}, {store}");
        }
    }
    // A generator that has gone dull would prove nothing.
    assert!(fewest > graphs / 5, "{fewest} of {graphs} can be won");
    assert!(impossible > graphs / 5, "{impossible} cannot be won");
    assert!(deepest > 12, "the deepest takes {deepest}");
}

#[test]
fn small_graphs_agree_with_the_oracle() {
    check(8000, 40);
}

/// Past the 64 states that one written parent stands for, and past the first key table.
#[test]
fn middling_graphs_agree_with_the_oracle() {
    check(500, 3000);
}

#[test]
fn a_search_of_everything_expands_each_state_once() {
    let mut proofs = 0;
    for seed in 0..300 {
        let graph = Graph::random(&mut Rng::with_seed(seed), 200);
        let (bits, keys) = (Counted::new(&graph), Counted::new(&graph));
        for (report, expanded) in [
            (run(&Named::<_, u32>::dense(&bits)), bits.expanded()),
            (run(&Named::<_, u64>::sparse(&keys)), keys.expanded()),
        ] {
            if report.verdict == Verdict::Impossible {
                proofs += 1;
                assert_eq!(expanded, report.stats.states, "seed {seed}");
            }
        }
    }
    assert!(proofs > 100, "only {proofs} searches looked at everything");
}

#[test]
fn a_start_that_is_won_takes_no_move() {
    let line = Line {
        nodes: 5,
        won: Some(0),
    };
    for (store, report) in in_every_store(&line, &Limits::default()) {
        let outcome = Outcome {
            verdict: Verdict::Fewest {
                cost: 0,
                moves: vec![],
            },
            states: 1,
            layers: vec![1],
        };
        assert_eq!(Outcome::from(report), outcome, "{store}");
    }
}
