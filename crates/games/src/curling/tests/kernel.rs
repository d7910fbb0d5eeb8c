//! The kernel against the generic search, on both kinds of sheets.

use std::time::Duration;

use fewest_search::{Limits, SearchContext, Verdict};

use super::rink::{Rink, SEED, Sheet, random_rink, random_sheet, solve_by};
use crate::oracle::{self, Solve as _, within};

#[test]
fn both_sheets_agree_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut long = 0;
    for _ in 0..6_000 {
        let (height, width) = (rng.usize(1..=14), rng.usize(2..=14));
        let blocks = 0.1 + rng.f32() * 0.7;
        let rink = random_rink(&mut rng, height, width, blocks);
        let throws = (rng.u8(..4) > 0).then(|| rng.u32(1..=30));
        let fewest = Sheet { rink, throws }.sheets_agree().fewest();
        long += u32::from(fewest > Some(10));
    }
    assert!(long > 100, "{long}");
}

/// Sides around the lengths of words, and rows and columns on their own.
#[test]
fn sheets_of_every_length_agree_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut decided = 0;
    for length in [31, 32, 33, 61, 62, 63, 64, 65, 66, 127, 128, 129, 200] {
        for _ in 0..60 {
            let (mut height, mut width) = match rng.u8(..3) {
                0 => (1, length),
                1 => (rng.usize(2..=4), length),
                _ => (rng.usize(5..=70), length),
            };
            if rng.bool() {
                (height, width) = (width, height);
            }
            let blocks = rng.f32() * 0.6;
            let rink = random_rink(&mut rng, height, width, blocks);
            let throws = (rng.u8(..4) > 0).then(|| rng.u32(1..=30));
            let verdict = Sheet { rink, throws }.sheets_agree();
            decided += u32::from(!matches!(verdict, Verdict::GaveUp { .. }));
        }
    }
    assert!(decided > 600, "{decided}");
}

/// A row of blocks takes a throw each, however many there are.
#[test]
fn a_corridor_of_twenty_thousand_blocks() {
    const BLOCKS: u64 = 20_000;
    let row = format!("S.{}G", "#".repeat(BLOCKS as usize));
    let column: String = row.chars().map(|glyph| format!("{glyph}\n")).collect();
    let limits = Limits {
        memory: Some(4 << 20),
        ..Limits::default()
    };
    for rows in [row, column] {
        let level = oracle::read(&format!("game: curling\nthrows: none\n\n{rows}\n"));
        let report = level.solve(&mut within(limits)).unwrap();
        assert_eq!(report.verdict.fewest(), Some(BLOCKS + 1));
    }
}

/// To and fro between two rows of blocks: few positions a layer, and long ways between them.
#[test]
fn a_stone_that_goes_to_and_fro() {
    for (blocks, goal, fewest) in [(40, "G", 41), (40, "#", 42), (300, "G", 301)] {
        let row = "#".repeat(blocks);
        let text = format!(
            "{goal}{row}.S.{row}{}",
            if goal == "G" { "#" } else { "#.G" }
        );
        let rink = Rink::new(vec![text.chars().collect()]);
        let sheet = Sheet { rink, throws: None };
        if blocks < 100 {
            sheet.sheets_agree();
        }
        let solved = sheet.board().solve(&mut SearchContext::default());
        assert_eq!(solved.verdict.fewest(), Some(fewest));
    }
}

/// Whatever the limit, the kernel's verdict is the free one or a bound below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [[0; 4]; 2];
    for number in 0..4_000 {
        let narrow = number % 2 == 0;
        let throws = (rng.u8(..4) > 0).then(|| rng.u32(1..=20));
        let sheet = Sheet {
            throws,
            ..random_sheet(&mut rng)
        };
        let (board, seen) = (sheet.board(), oracle::seen(SEED, || sheet.level_text()));
        let solve = |limits: &Limits| solve_by(narrow, &board, limits);
        let free = solve(&Limits::default());
        let fewest = free.verdict.fewest();
        let planned = free.plan.bytes.unwrap_or(u64::MAX);
        assert!(!narrow || free.stats.bytes <= planned, "{seen}");
        let kinds = [
            Limits {
                states: Some(rng.u64(..20)),
                ..Limits::default()
            },
            Limits {
                cost: Some(rng.u64(..10)),
                ..Limits::default()
            },
            Limits {
                memory: Some(rng.u64(..10_000)),
                ..Limits::default()
            },
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
        ];
        for (limits, gave_up) in kinds.iter().zip(&mut gave_up[usize::from(narrow)]) {
            let report = solve(limits);
            assert!(
                report.stats.bytes <= limits.memory.unwrap_or(u64::MAX),
                "{seen}"
            );
            assert!(
                report.stats.states <= limits.states.unwrap_or(u64::MAX),
                "{seen}"
            );
            match report.verdict {
                Verdict::GaveUp { at_least, .. } => {
                    *gave_up += 1;
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                }
                verdict => assert_eq!(verdict, free.verdict, "{seen}"),
            }
        }
    }
    assert!(
        gave_up.as_flattened().iter().all(|&often| often > 50),
        "{gave_up:?}"
    );
}
