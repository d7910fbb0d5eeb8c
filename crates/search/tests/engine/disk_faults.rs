//! A disk that fails, fills up, forgets or lies: the search on it says what is true, or that it
//! gave up for the disk, and goes on from what was committed.

use std::ops::ControlFlow;

use fastrand::Rng;
use fewest_search::disk::{DiskError, DiskErrorKind, Refusal, Scratch, Subject};
use fewest_search::{
    Limit, Limits, Progress, Report, SearchContext, SearchOptions, Verdict, solve,
};
use fewest_search_testing::graph::Graph;
use fewest_search_testing::ram::{Failing, Ram};
use fewest_search_testing::weighed::{LEAST, Weighed, limits, run_on};
use fewest_search_testing::worlds::Cube;
use fewest_search_testing::{Outcome, World};

/// Long keys: a few dozen states are more than is held, so that every layer is committed, and some
/// hundred candidates more than is sorted at once.
fn small<W: World>(world: &W) -> Weighed<'_, W> {
    Weighed {
        world,
        weight: 60_000,
        filling: 1900,
        dense: false,
        graded: false,
    }
}

const CUBE: Cube = Cube {
    bits: 8,
    won: Some(0b0111_1111),
};

/// Opens the folder, if the disk lets it.
fn opened(disk: &Ram) -> Result<Scratch, Refusal> {
    Scratch::on(Box::new(disk.clone()), Subject::default())
}

fn solved(disk: &Ram) -> Result<Report<u32>, Refusal> {
    let scratch = opened(disk)?;
    Ok(run_on(&small(&CUBE), &limits(LEAST), &scratch))
}

fn truth() -> Outcome {
    let report = solved(&Ram::default()).expect("a disk that works");
    assert_eq!(report.plan.kernel, "disk");
    let outcome = Outcome::from(report);
    assert_eq!(outcome.verdict.fewest(), Some(7));
    outcome
}

/// It says the truth, or that the disk failed, and how.
fn checked(report: Report<u32>, truth: &Outcome, told: &str) -> Result<(), DiskError> {
    if let Verdict::GaveUp { limit, at_least } = report.verdict {
        assert!(at_least <= 7, "{told}");
        match limit {
            Limit::Disk(error) => return Err(error),
            other => panic!("{other:?}, {told}"),
        }
    }
    assert_eq!(Outcome::from(report), *truth, "{told}");
    Ok(())
}

/// How many operations the search has.
fn operations() -> u64 {
    let disk = Ram::default();
    disk.fail(Failing::Never);
    solved(&disk).expect("a disk that works");
    disk.operations()
}

#[test]
fn the_small_search_does_everything() {
    let disk = Ram::default();
    solved(&disk).expect("a disk that works");
    let made = ["layer-", "run-", "sort-", "manifest"].map(|kind| disk.made(kind));
    assert!(made[0] >= 4 && made[1] >= 5 && made[2] >= 2, "{made:?}");
    assert!(made[3] >= 5, "{made:?}");
    let is_sort = |name: &String| name.starts_with("sort-");
    assert!(!disk.names().iter().any(is_sort), "they are removed");
}

#[test]
fn one_operation_fails() {
    let truth = truth();
    let mut gave_up = 0;
    for n in 1..=operations() {
        let told = format!("operation {n} fails");
        let disk = Ram::default();
        disk.fail(Failing::At(n));
        match solved(&disk) {
            Ok(report) => gave_up += u64::from(checked(report, &truth, &told).is_err()),
            Err(refusal) => assert!(matches!(refusal, Refusal::Disk(_)), "{told}"),
        }
        // It works again: whatever is there is gone on with.
        disk.fail(Failing::Never);
        let report = solved(&disk).expect("what is there is right");
        assert_eq!(checked(report, &truth, &told), Ok(()), "{told}");
    }
    assert!(gave_up > 400, "{gave_up}");
}

#[test]
fn it_is_killed_at_any_moment() {
    let truth = truth();
    let mut resumed = 0;
    for n in 1..=operations() {
        for power in [true, false] {
            let told = format!("killed at operation {n}, power {power}");
            let disk = Ram::default();
            disk.fail(Failing::From(n));
            if let Ok(report) = solved(&disk) {
                let _ = checked(report, &truth, &told);
            }
            if !power {
                disk.lose_power();
            }
            disk.fail(Failing::Never);
            let scratch = opened(&disk).expect("what is there is right");
            resumed += u64::from(!scratch.found().layers.is_empty());
            drop(scratch);
            let report = solved(&disk).expect("what is there is right");
            assert_eq!(checked(report, &truth, &told), Ok(()), "{told}");
        }
    }
    assert!(resumed > 400, "{resumed}");
}

#[test]
fn it_is_killed_again_and_again() {
    let (truth, operations) = (truth(), operations());
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        let disk = Ram::default();
        let mut kills = 0;
        let outcome = loop {
            disk.fail(Failing::From(rng.u64(1..operations / 2)));
            let told = format!("seed {seed}, after {kills} kills");
            if let Ok(report) = solved(&disk)
                && checked(report.clone(), &truth, &told).is_ok()
            {
                break Outcome::from(report);
            }
            kills += 1;
            if rng.bool() {
                disk.lose_power();
            }
        };
        assert_eq!(outcome, truth, "seed {seed}");
    }
}

#[test]
fn the_disk_fills_up() {
    let truth = truth();
    let mut full = 0;
    let mut room = 0;
    loop {
        let mut ended = [false; 2];
        for (tells, ended) in [false, true].into_iter().zip(&mut ended) {
            let told = format!("{room} bytes, told {tells}");
            let disk = Ram::default();
            // A disk that tells keeps something for others.
            let reserve = if tells { 32 << 20 } else { 0 };
            disk.limit(Some(reserve + room), tells);
            let Ok(report) = solved(&disk) else {
                continue;
            };
            let checked_once = checked(report, &truth, &told);
            *ended = checked_once.is_ok();
            if let Err(error) = checked_once {
                full += 1;
                let is_full = matches!(error.kind(), DiskErrorKind::Full { .. });
                assert!(is_full, "{error:?}, {told}");
                // With more room it goes on.
                disk.limit(None, false);
                let report = solved(&disk).expect("what is there is right");
                assert_eq!(checked(report, &truth, &told), Ok(()), "{told}");
            }
        }
        if ended == [true; 2] {
            break;
        }
        room += 15_919;
    }
    assert!(full > 50, "{full}");
}

/// The folder of a search that went no deeper.
fn stopped_at(cost: u64) -> Ram {
    let disk = Ram::default();
    let limited = Limits {
        cost: Some(cost),
        ..limits(LEAST)
    };
    let report = run_on(&small(&CUBE), &limited, &disk.scratch());
    let expected = Verdict::GaveUp {
        limit: Limit::Cost,
        at_least: cost + 1,
    };
    assert_eq!(report.verdict, expected);
    let resumed = disk.scratch();
    let layers = resumed.found().layers.iter().map(|entry| entry.layers);
    assert_eq!(layers.sum::<u64>(), cost + 1);
    disk
}

#[test]
fn no_flipped_bit_is_believed() {
    let truth = truth();
    let disk = stopped_at(5);
    let mut found = 0;
    let mut flipped = 0;
    for name in disk.names() {
        let len = disk.len(&name);
        // Every bit of what tells where what is, some of the rest.
        let step = if name == "manifest" { 1 } else { 1499 };
        for byte in (0..len).filter(|byte| byte % step == 0 || byte + 200 > len || *byte < 40) {
            let bit = byte as u32 % 8;
            let told = format!("bit {bit} of byte {byte} of {name}");
            let lying = disk.copy();
            lying.flip(&name, byte, bit);
            flipped += 1;
            match solved(&lying) {
                Ok(report) => {
                    if let Err(error) = checked(report, &truth, &told) {
                        found += 1;
                        assert_eq!(error, DiskError::damaged(&name), "{told}");
                    }
                }
                Err(refusal) => {
                    found += 1;
                    let damaged = Refusal::Disk(DiskError::damaged(&name));
                    assert_eq!(refusal, damaged, "{told}");
                }
            }
        }
    }
    assert!(found > flipped / 2, "{found} of {flipped}");
}

#[test]
fn no_cut_or_missing_or_older_file_is_believed() {
    let truth = truth();
    let (disk, older) = (stopped_at(5), stopped_at(4));
    for name in disk.names() {
        if name == "manifest" {
            continue;
        }
        for len in [0, 1, 7, 8, disk.len(&name) / 2, disk.len(&name) - 1] {
            let told = format!("{len} bytes of {name}");
            let lying = disk.copy();
            lying.truncate(&name, len);
            let report = solved(&lying).expect("the manifest is right");
            let _ = checked(report, &truth, &told);
        }
        let lying = disk.copy();
        lying.forget(&name);
        let report = solved(&lying).expect("the manifest is right");
        let damaged = Err(DiskError::damaged(&name));
        assert_eq!(checked(report, &truth, &name), damaged);
    }
    // A manifest that went back in time names files that are gone, or the same.
    let lying = disk.copy();
    lying.bring(&older, "manifest");
    let report = solved(&lying).expect("a manifest is a manifest");
    let _ = checked(report, &truth, "an older manifest");
}

/// Stopped at every look, and resumed each time: the same report, whatever was passed.
#[test]
fn a_search_in_pieces_says_the_same() {
    let mut pieces = 0;
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng, 400);
        let whole = rng.bool();
        let puzzle = Weighed {
            world: &graph,
            weight: 150_000,
            filling: rng.choice([0, 300, 1900]).unwrap_or(0),
            dense: false,
            graded: false,
        };
        let in_memory = SearchOptions::new().whole(whole);
        let expected = Outcome::from(solve(&puzzle, &mut SearchContext::new(&in_memory)));

        let disk = Ram::default();
        let mut patience = 0;
        let outcome = loop {
            // A search that gets nowhere is given more time.
            patience += 1;
            let mut looks = 0;
            let mut watch = |_: Progress| {
                looks += 1;
                match looks > patience {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let scratch = disk.scratch();
            let options = in_memory.memory(LEAST).scratch(&scratch);
            let mut ctx = SearchContext::new(&options).observed_by(&mut watch);
            let report = solve(&puzzle, &mut ctx);
            if !matches!(report.verdict, Verdict::GaveUp { .. }) {
                break Outcome::from(report);
            }
            pieces += u64::from(!disk.scratch().found().layers.is_empty());
        };
        assert_eq!(outcome, expected, "seed {seed}");
    }
    assert!(pieces > 100, "{pieces}");
}
