//! A search by several workers says what the plain one says, on worlds that are large, deep, wide,
//! or random.

use std::ops::ControlFlow;

use fastrand::Rng;
use fewest_search::disk::Scratch;
use fewest_search::{Limit, Puzzle, SearchContext, SearchOptions, Verdict, solve};

use crate::exchange::{CancelToken, Cancelled};
use crate::messages::{Found, Outcome};
use crate::session::{committed_depths, common_depths};
use crate::shard::{ShardOptions, Workers};
use fewest_search_testing::graph::Graph;
use fewest_search_testing::ram::{Failing, Ram};
use fewest_search_testing::worlds::{Broom, Cube, Eight, Fan, Line, Tree};
use fewest_search_testing::{Name, Named, World};

const MEMORY: u64 = 3 << 20;

fn options(whole: bool) -> ShardOptions {
    ShardOptions {
        whole,
        memory: MEMORY,
        states: None,
        from: None,
    }
}

/// Searches with the workers of these folders.
fn search(
    puzzle: &impl Puzzle,
    options: ShardOptions,
    scratches: &[Scratch],
) -> Result<Outcome, Cancelled> {
    let workers = Workers {
        positions: puzzle,
        options,
        scratches,
        cancel: &CancelToken::default(),
    };
    workers.search(0, vec![None]).expect("there are threads")
}

fn folders(workers: usize) -> Vec<Scratch> {
    (0..workers).map(|_| Ram::default().scratch()).collect()
}

/// Holds what the workers found to what the plain search says.
fn check<P: Puzzle>(puzzle: &P, whole: bool, outcome: &Outcome, told: &str) {
    let options = SearchOptions::new().whole(whole);
    let plain = solve(puzzle, &mut SearchContext::new(&options));
    let mut layers = plain.stats.layers;
    match (&plain.verdict, &outcome.found) {
        (Verdict::Fewest { cost, .. }, Found::Won { choices }) => {
            assert_eq!(*cost, choices.len() as u64, "{told}");
            let mut state = puzzle.start();
            for &choice in choices {
                assert!(!puzzle.is_won(&state), "{told}: not before the end");
                let mut nexts = Vec::new();
                let _ = puzzle.expand(&state, |_, next| {
                    nexts.push(next);
                    ControlFlow::Continue(())
                });
                state = nexts.swap_remove(choice as usize);
            }
            assert!(puzzle.is_won(&state), "{told}: the moves win");
            if !whole {
                *layers.last_mut().expect("the win is in one") = 1;
            }
        }
        (Verdict::Impossible, Found::Impossible) => {}
        (plain, found) => panic!("{told}: {found:?} for {:?}", plain.at_least()),
    }
    assert_eq!(outcome.layers, layers, "{told}");
}

fn check_world<K: Name>(world: &impl World, told: &str) {
    let puzzle = Named::<_, K>::sparse(world);
    for whole in [false, true] {
        for workers in [1, 2, 3, 7] {
            let outcome = search(&puzzle, options(whole), &folders(workers)).expect(told);
            check(
                &puzzle,
                whole,
                &outcome,
                &format!("{told}, {workers} workers"),
            );
        }
    }
}

#[test]
fn random_graphs_are_searched_as_by_one() {
    for seed in 0..1500 {
        let mut rng = Rng::with_seed(seed);
        let most = if seed % 20 == 0 { 1500 } else { 60 };
        let graph = Graph::random(&mut rng, most);
        if graph.is_won(graph.start()) {
            continue;
        }
        let whole = rng.bool();
        let workers = rng.usize(1..=5);
        let told = format!("seed {seed}, {workers} workers, whole: {whole}");
        macro_rules! held {
            ($key:ty) => {{
                let puzzle = Named::<_, $key>::sparse(&graph);
                let outcome = search(&puzzle, options(whole), &folders(workers)).expect(&told);
                check(&puzzle, whole, &outcome, &told);
            }};
        }
        match seed % 4 {
            0 => held!(u32),
            1 => held!(u64),
            2 => held!(u128),
            _ => held!(Box<[u32]>),
        }
    }
}

#[test]
fn large_worlds_are_searched_as_by_one() {
    for won in [None, Some((1 << 17) - 1)] {
        check_world::<u64>(&Cube { bits: 17, won }, "a cube");
    }
    let fan = Fan {
        leaves: 200_000,
        won: true,
    };
    check_world::<Box<[u32]>>(&fan, "a fan");
    check_world::<u128>(&Tree { nodes: 300_000 }, "a tree");
    let eight = Eight {
        start: [8, 7, 6, 5, 4, 3, 2, 1, 0],
        won: Some(Eight::GOAL),
    };
    check_world::<u32>(&eight, "the eight-puzzle");
}

#[test]
fn deep_worlds_are_searched_as_by_one() {
    let broom = Broom {
        leaves: 20_000,
        handle: 1000,
    };
    check_world::<u64>(&broom, "a broom");
    for won in [None, Some(1999)] {
        check_world::<u32>(&Line { nodes: 2000, won }, "a line");
    }
}

/// Searches on disks that were used before, from the last layer that all of them have.
fn go_on(puzzle: &impl Puzzle, whole: bool, disks: &[Ram]) -> Result<Outcome, Cancelled> {
    let scratches: Vec<Scratch> = disks.iter().map(Ram::scratch).collect();
    let from = common_depths(scratches.iter().map(committed_depths))
        .into_iter()
        .max();
    match from {
        Some(from) => {
            let options = ShardOptions {
                from: Some(from as usize),
                ..options(whole)
            };
            search(puzzle, options, &scratches)
        }
        None => search(puzzle, options(whole), &folders(disks.len())),
    }
}

/// One disk of three fails at its n-th operation, for every n: all workers say that they gave up for
/// the disk, or that nothing was in their way; and with a disk that works they come to the end.
#[test]
fn a_disk_may_fail_at_any_moment() {
    let cube = Cube {
        bits: 14,
        won: Some((1 << 14) - 1),
    };
    let puzzle = Named::<_, u64>::sparse(&cube);
    for whole in [false, true] {
        let (mut operation, mut failed) = (1, 0);
        loop {
            let told = format!("operation {operation}, whole: {whole}");
            let disks = [(); 3].map(|()| Ram::default());
            let scratches: Vec<Scratch> = disks.iter().map(Ram::scratch).collect();
            disks[1].fail(Failing::From(operation));
            let outcome = search(&puzzle, options(whole), &scratches).expect(&told);
            drop(scratches);
            let Found::GaveUp { limit, .. } = outcome.found else {
                check(&puzzle, whole, &outcome, &told);
                break;
            };
            assert!(matches!(limit, Limit::Disk(_)), "{told}");
            assert!(outcome.disk_error.is_some(), "{told}");
            failed += 1;
            disks[1].fail(Failing::Never);
            let outcome = go_on(&puzzle, whole, &disks).expect(&told);
            check(&puzzle, whole, &outcome, &told);
            operation += 1 + operation / 8;
        }
        assert!(failed > 10, "only {failed}");
    }
}

/// Too little memory is a limit like any other, wherever it is noticed.
#[test]
fn too_little_memory_ends_all_of_them() {
    let tree = Tree { nodes: 1000 };
    let puzzle = Named::<_, u64>::sparse(&tree);
    let options = ShardOptions {
        memory: 1 << 20,
        ..options(false)
    };
    let outcome = search(&puzzle, options, &folders(3)).expect("nobody is lost");
    let Found::GaveUp { limit, at_least } = outcome.found else {
        panic!("{outcome:?}");
    };
    assert_eq!((limit, at_least), (Limit::Memory, 1));
}
