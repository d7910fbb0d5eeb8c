//! Large and deep worlds in little memory: spilled, merged, and still what the search in memory
//! says.

use fewest_search::Verdict;
use fewest_search_testing::ram::Ram;
use fewest_search_testing::weighed::{LEAST, limits, run_on};
use fewest_search_testing::worlds::{Broom, Counter, Cube, Eight, Fan, Line, Tree};
use fewest_search_testing::{Name, Named, Outcome, World, run};

/// Solves in memory and on the disk; says how many operations the disk had.
fn check<K: Name>(world: &impl World, memory: u64, told: &str) -> u64 {
    let puzzle = Named::<_, K>::sparse(world);
    let disk = Ram::default();
    let report = run_on(&puzzle, &limits(memory), &disk.scratch());
    assert_eq!(report.plan.kernel, "disk", "{told}");
    // A line's outcome is too long to be shown.
    let is_same = Outcome::from(report) == Outcome::from(run(&puzzle));
    assert!(is_same, "{told}");
    disk.operations()
}

fn check_keys(world: &impl World, memory: u64, told: &str) {
    check::<u32>(world, memory, told);
    check::<u64>(world, memory, told);
    check::<u128>(world, memory, told);
    check::<Box<[u32]>>(world, memory, told);
}

#[test]
fn wide_layers_are_the_same() {
    for won in [None, Some((1 << 18) - 1)] {
        check_keys(&Cube { bits: 18, won }, LEAST, "a cube");
    }
    for won in [false, true] {
        let fan = Fan {
            leaves: 400_000,
            won,
        };
        check_keys(&fan, LEAST, "a fan");
    }
    check_keys(&Tree { nodes: 600_000 }, LEAST, "a tree");
}

#[test]
fn puzzles_are_the_same() {
    let eight = Eight {
        start: [8, 7, 6, 5, 4, 3, 2, 1, 0],
        won: None,
    };
    check::<u64>(&eight, LEAST, "the eight-puzzle");
    check::<Box<[u32]>>(&eight, 5 << 20, "the eight-puzzle");
    let counter = Counter {
        bits: 20,
        won: (1 << 20) - 1,
    };
    check::<u64>(&counter, LEAST, "a counter");
    let broom = Broom {
        leaves: 200_000,
        handle: 3000,
    };
    check::<u64>(&broom, LEAST, "a broom");
}

/// A layer for each of a hundred thousand states costs few operations of the disk.
#[test]
fn deep_lines_are_the_same() {
    for won in [None, Some(119_999)] {
        let line = Line {
            nodes: 120_000,
            won,
        };
        let operations = check::<u64>(&line, 3 << 20, "a line");
        assert!(operations < 3_000_000, "{operations}");
    }
}

#[test]
fn too_little_memory_is_as_without_a_disk() {
    let cube = Cube {
        bits: 18,
        won: None,
    };
    let puzzle = Named::<_, u64>::sparse(&cube);
    let report = run_on(&puzzle, &limits(LEAST - 1), &Ram::default().scratch());
    assert_eq!(report.plan.kernel, "keys");
    let expected = fewest_search_testing::run_within(&puzzle, &limits(LEAST - 1));
    assert!(matches!(report.verdict, Verdict::GaveUp { .. }));
    assert_eq!(Outcome::from(report), Outcome::from(expected));
}
