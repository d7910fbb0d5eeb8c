//! Thousands of random graphs whose search moves to the disk at any moment: it says what the search
//! in memory says, exactly.

use fastrand::Rng;
use fewest_search::{Limits, SearchContext, SearchOptions, solve};
use fewest_search_testing::graph::Graph;
use fewest_search_testing::ram::Ram;
use fewest_search_testing::weighed::{LEAST, Weighed, limits, run_on};
use fewest_search_testing::{Named, Outcome, World, run};

/// How many states fit before the search moves.
fn weight_for(states: u64) -> u32 {
    // A sixteenth is set aside, and the first chunks take something too.
    let left = LEAST / 16 * 15 - 400_000;
    (left / states.max(1)) as u32
}

#[test]
fn wherever_a_search_moves_it_says_the_same() {
    let mut moved = 0;
    for seed in 0..3000 {
        let mut rng = Rng::with_seed(seed);
        let most = if seed % 20 == 0 { 1500 } else { 60 };
        let graph = Graph::random(&mut rng, most);
        let truth = graph.truth().outcome();
        let puzzle = Weighed {
            world: &graph,
            weight: weight_for(rng.u64(1..=truth.states)),
            filling: rng.choice([0, 0, 3, 40, 1500]).unwrap_or(0),
            dense: rng.bool(),
            graded: false,
        };
        let report = run_on(&puzzle, &limits(LEAST), &Ram::default().scratch());
        moved += u64::from(report.plan.kernel == "disk");
        assert_eq!(Outcome::from(report), truth, "seed {seed}");
    }
    assert!(moved > 1500, "only {moved} moved");
}

#[test]
fn it_moves_at_every_moment() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng, 60);
        let truth = graph.truth().outcome();
        for states in 1..=truth.states + 1 {
            let puzzle = Weighed {
                world: &graph,
                weight: weight_for(states),
                filling: 1000,
                dense: false,
                graded: false,
            };
            let report = run_on(&puzzle, &limits(LEAST), &Ram::default().scratch());
            assert_eq!(Outcome::from(report), truth, "seed {seed}, after {states}");
        }
    }
}

/// Past the win, too.
#[test]
fn the_whole_is_the_same() {
    let mut moved = 0;
    for seed in 0..1000 {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng, 60);
        let whole = |puzzle: &Named<Graph, u32>| {
            let options = SearchOptions::new().whole(true);
            Outcome::from(solve(puzzle, &mut SearchContext::new(&options)))
        };
        let truth = whole(&Named::sparse(&graph));
        let puzzle = Weighed {
            world: &graph,
            weight: weight_for(rng.u64(1..=truth.states)),
            filling: rng.choice([0, 3, 1500]).unwrap_or(0),
            dense: rng.bool(),
            graded: false,
        };
        let scratch = Ram::default().scratch();
        let options = SearchOptions::new()
            .memory(LEAST)
            .scratch(&scratch)
            .whole(true);
        let report = solve(&puzzle, &mut SearchContext::new(&options));
        moved += u64::from(report.plan.kernel == "disk");
        assert_eq!(Outcome::from(report), truth, "seed {seed}");
    }
    assert!(moved > 400, "only {moved} moved");
}

/// The limits of states and of cost are as exact as in memory.
#[test]
fn limits_are_as_exact() {
    let mut moved = 0;
    for seed in 0..2000 {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng, 80);
        let whole = Outcome::from(run(&Named::<_, u32>::sparse(&graph)));
        let mut maybe = |most: u64| rng.bool().then(|| rng.u64(0..=most));
        let limited = Limits {
            states: maybe(whole.states),
            cost: maybe(whole.layers.len() as u64),
            ..Limits::default()
        };
        let expected =
            fewest_search_testing::run_within(&Named::<_, u32>::sparse(&graph), &limited);
        let puzzle = Weighed {
            world: &graph,
            weight: weight_for(rng.u64(1..=whole.states)),
            filling: rng.choice([0, 3, 1500]).unwrap_or(0),
            dense: rng.bool(),
            graded: false,
        };
        let limited = Limits {
            memory: Some(LEAST),
            ..limited
        };
        let report = run_on(&puzzle, &limited, &Ram::default().scratch());
        moved += u64::from(report.plan.kernel == "disk");
        let told = format!("seed {seed}, {limited:?}");
        assert_eq!(Outcome::from(report), Outcome::from(expected), "{told}");
    }
    assert!(moved > 500, "only {moved} moved");
}

/// A board that is walked from one corner to the other: every way to a square is as long, and most
/// have several.
struct Lattice {
    rows: u32,
    won: Option<u32>,
}

impl World for Lattice {
    fn nodes(&self) -> u32 {
        self.rows * self.rows
    }
    fn is_won(&self, node: u32) -> bool {
        Some(node) == self.won
    }
    /// One step down or one step right.
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        if node / self.rows + 1 < self.rows {
            visit(0, node + self.rows);
        }
        if node % self.rows + 1 < self.rows {
            visit(1, node + 1);
        }
    }
}

/// Where no state is met again later, layers are not compared, and nothing is sorted to be.
#[test]
fn a_graded_world_keeps_no_runs() {
    for rows in [1, 2, 5, 30, 60] {
        for won in [None, Some(rows * rows - 1), Some(rows * rows / 2)] {
            let world = Lattice { rows, won };
            let expected = Outcome::from(run(&Named::<_, u32>::sparse(&world)));
            for filling in [0, 1900] {
                let puzzle = Weighed {
                    world: &world,
                    weight: 300_000,
                    filling,
                    dense: false,
                    graded: true,
                };
                let disk = Ram::default();
                let report = run_on(&puzzle, &limits(LEAST), &disk.scratch());
                let told = format!("{rows} rows, won {won:?}, {filling}");
                assert_eq!(report.plan.kernel == "disk", expected.states > 6, "{told}");
                assert_eq!(Outcome::from(report), expected, "{told}");
                assert_eq!(disk.made("run-"), 0, "{told}");
            }
        }
    }
}
