//! However many threads work at a search, the report is the same; and a search of the whole space
//! counts what a plain walk counts.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;

use fastrand::Rng;
use fewest_search::{Limit, Limits, Puzzle, SearchContext, SearchOptions, Verdict, solve};
use fewest_search_testing::graph::Graph;
use fewest_search_testing::{Named, Outcome, World};

/// A world as wide as it is large: from everywhere a few moves lead somewhere.
struct Tangle {
    nodes: u32,
    moves: u64,
    seed: u64,
    wins: Vec<u32>,
}

impl World for Tangle {
    fn nodes(&self) -> u32 {
        self.nodes
    }
    fn start(&self) -> u32 {
        0
    }
    fn is_won(&self, node: u32) -> bool {
        self.wins.contains(&node)
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        let mut rng = Rng::with_seed(self.seed ^ u64::from(node));
        for step in 0..self.moves as u32 {
            visit(step, rng.u32(0..self.nodes));
        }
    }
}

fn on<P: Puzzle<Move = u32>>(puzzle: &P, limits: Limits, threads: usize, whole: bool) -> Outcome {
    let threads = NonZeroUsize::new(threads).expect("at least one");
    let options = SearchOptions::new()
        .limits(limits)
        .threads(threads)
        .whole(whole);
    Outcome::from(solve(puzzle, &mut SearchContext::new(&options)))
}

#[test]
fn the_report_is_the_same_whatever_the_number_of_threads() {
    let (mut won, mut gave_up) = (0, 0);
    for seed in 0..16 {
        let mut rng = Rng::with_seed(seed);
        let nodes = rng.u32(60_000..200_000);
        let wins = (0..rng.u32(0..3)).map(|_| rng.u32(1..nodes)).collect();
        let moves = rng.u64(2..5);
        let world = Tangle {
            nodes,
            moves,
            seed,
            wins,
        };
        let (dense, sparse) = (
            Named::<_, u32>::dense(&world),
            Named::<_, u64>::sparse(&world),
        );
        let states = Some(rng.u64(1..2 * u64::from(nodes)));
        let memory = Some(rng.u64(1 << 16..2 << 20));
        for limits in [
            Limits::default(),
            Limits {
                states,
                ..Limits::default()
            },
            Limits {
                memory,
                ..Limits::default()
            },
        ] {
            for whole in [false, true] {
                let (alone, by_keys) =
                    (on(&dense, limits, 1, whole), on(&sparse, limits, 1, whole));
                match alone.verdict {
                    Verdict::Fewest { .. } => won += 1,
                    Verdict::GaveUp { .. } => gave_up += 1,
                    Verdict::Impossible => {}
                }
                for threads in [2, 3, 8] {
                    let seen = format!("seed {seed}, {threads} threads, {limits:?}, {whole}");
                    assert_eq!(on(&dense, limits, threads, whole), alone, "{seen}");
                    assert_eq!(on(&sparse, limits, threads, whole), by_keys, "{seen}");
                }
            }
        }
    }
    assert!(won > 15, "{won} were won");
    assert!(gave_up > 10, "{gave_up} met a limit");
}

/// How many nodes are first met at each depth; a won one leads nowhere.
fn walked(graph: &Graph) -> Vec<u64> {
    let mut depths = HashMap::from([(graph.start(), 0)]);
    let mut queue = VecDeque::from([graph.start()]);
    let mut layers = vec![1];
    while let Some(node) = queue.pop_front() {
        let depth = depths[&node];
        if graph.is_won(node) {
            continue;
        }
        graph.moves(node, |_, next| {
            depths.entry(next).or_insert_with(|| {
                queue.push_back(next);
                layers.resize(layers.len().max(depth + 2), 0);
                layers[depth + 1] += 1;
                depth + 1
            });
        });
    }
    layers
}

#[test]
fn a_search_of_the_whole_space_counts_every_state_and_still_finds_the_fewest() {
    for seed in 0..4000 {
        let graph = Graph::random(&mut Rng::with_seed(seed), 60);
        let layers = walked(&graph);
        let verdict = graph.truth().outcome().verdict;
        let truth = Outcome {
            verdict,
            states: layers.iter().sum(),
            layers,
        };
        let dense = on(&Named::<_, u32>::dense(&graph), Limits::default(), 1, true);
        assert_eq!(dense, truth, "seed {seed}");
        let sparse = on(
            &Named::<_, u128>::sparse(&graph),
            Limits::default(),
            2,
            true,
        );
        assert_eq!(sparse, truth, "seed {seed}");
        if truth.states > 1 && !graph.is_won(graph.start()) {
            let limits = Limits {
                states: Some(truth.states - 1),
                ..Limits::default()
            };
            let short = on(&Named::<_, u32>::dense(&graph), limits, 1, true);
            let at_least = match truth.verdict {
                Verdict::Fewest { cost, .. } => cost,
                _ => truth.layers.len() as u64,
            };
            match short.verdict {
                Verdict::GaveUp {
                    limit,
                    at_least: proven,
                } => {
                    assert_eq!(limit, Limit::States, "seed {seed}");
                    assert!(proven <= at_least, "seed {seed}: {proven} of {at_least}");
                }
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    }
}
