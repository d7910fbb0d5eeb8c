//! Large worlds with answers known beforehand: deep, wide, and the sliding eight-puzzle.

use fewest_search::Verdict;
use fewest_search_testing::worlds::{Broom, Counted, Counter, Cube, Eight, Fan, Line};
use fewest_search_testing::{Named, Outcome, World, run};

/// How many positions of the eight-puzzle lie at each distance from the goal with the blank in
/// the corner.
const EIGHT: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

/// The outcome in one store of bits and two of keys, which must agree.
fn outcome(world: &impl World) -> Outcome {
    let bits = run(&Named::<_, u32>::dense(world));
    assert_eq!(bits.plan.kernel, "bits");
    let bits = Outcome::from(bits);
    for keys in [
        run(&Named::<_, u64>::sparse(world)),
        run(&Named::<_, Box<[u32]>>::sparse(world)),
    ] {
        assert_eq!(keys.plan.kernel, "keys");
        assert_eq!(Outcome::from(keys), bits);
    }
    bits
}

#[test]
fn all_of_the_eight_puzzle() {
    let everything = outcome(&Eight {
        start: Eight::GOAL,
        won: None,
    });
    assert_eq!(everything.verdict, Verdict::Impossible);
    assert_eq!(everything.states, 181_440);
    assert_eq!(everything.layers, EIGHT);
}

#[test]
fn a_hardest_position_of_the_eight_puzzle() {
    // Blank first: the goal `_12 345 678` from one of the two positions 31 moves away.
    let hardest = Eight {
        start: [8, 0, 6, 5, 4, 7, 2, 3, 1],
        won: Some(Eight::GOAL),
    };
    let solved = outcome(&hardest);
    let Verdict::Fewest { cost, moves } = &solved.verdict else {
        panic!("{:?}", solved.verdict);
    };
    assert_eq!(hardest.play(moves), Eight::GOAL);
    assert_eq!(*cost, 31);
    assert!(solved.states <= 181_440);
}

#[test]
fn two_tiles_changed_over_cannot_be_undone() {
    let swapped = outcome(&Eight {
        start: [0, 2, 1, 3, 4, 5, 6, 7, 8],
        won: Some(Eight::GOAL),
    });
    assert_eq!(swapped.verdict, Verdict::Impossible);
    assert_eq!(swapped.layers, EIGHT);
}

#[test]
fn a_long_line_is_walked_back() {
    const LAST: u32 = 150_000;
    let line = outcome(&Line {
        nodes: LAST + 1,
        won: Some(LAST),
    });
    let cost = u64::from(LAST);
    let moves = vec![1; LAST as usize];
    assert_eq!(line.verdict, Verdict::Fewest { cost, moves });
    assert_eq!(line.layers, vec![1; LAST as usize + 1]);
}

#[test]
fn a_wide_fan_is_one_layer() {
    let mut fan = Fan {
        leaves: 300_000,
        won: true,
    };
    let won = outcome(&fan);
    let (cost, moves) = (2, vec![fan.leaves, 1]);
    assert_eq!(won.verdict, Verdict::Fewest { cost, moves });
    assert_eq!(won.layers, [1, 300_000, 1]);

    fan.won = false;
    let lost = outcome(&fan);
    assert_eq!(lost.verdict, Verdict::Impossible);
    assert_eq!(lost.layers, [1, 300_000]);
}

/// The states that share a written parent are few; those between two parents need not be.
#[test]
fn the_way_back_is_no_longer_than_the_search() {
    // As many leaves as leave the whole handle to the mark that a leaf wrote.
    let (leaves, handle) = (64 * 1000, 62);
    let broom = Broom { leaves, handle };
    let counted = Counted::new(&broom);
    let report = run(&Named::<_, u32>::dense(&counted));
    assert_eq!(report.verdict.fewest(), Some(u64::from(handle) + 1));
    let (expanded, states) = (counted.expanded(), report.stats.states);
    assert!(
        expanded <= 2 * states,
        "{expanded} expansions for {states} states"
    );
}

#[test]
fn a_cube_has_binomial_layers() {
    const BITS: u32 = 17;
    let binomials: Vec<u64> = (0..=u64::from(BITS))
        .map(|chosen| (0..chosen).fold(1, |sofar, i| sofar * (u64::from(BITS) - i) / (i + 1)))
        .collect();
    let mut cube = Cube {
        bits: BITS,
        won: None,
    };
    let everything = outcome(&cube);
    assert_eq!(everything.verdict, Verdict::Impossible);
    assert_eq!(everything.layers, binomials);

    // Any order of flips is a fewest one: the first in the order of moves is promised.
    cube.won = Some((1 << BITS) - 1);
    let flipped = outcome(&cube);
    let (cost, moves) = (u64::from(BITS), (0..BITS).collect());
    assert_eq!(flipped.verdict, Verdict::Fewest { cost, moves });
    assert_eq!(flipped.layers, binomials);
}

#[test]
fn a_counter_doubles_and_counts() {
    const BITS: u32 = 20;
    for won in [1_000_000, 0xF_FFFF, 0xA_AAAA, 1 << (BITS - 1)] {
        let solved = outcome(&Counter { bits: BITS, won });
        let fewest = u32::BITS - 1 - won.leading_zeros() + won.count_ones() - 1;
        assert_eq!(solved.verdict.fewest(), Some(u64::from(fewest)), "to {won}");
    }
}
