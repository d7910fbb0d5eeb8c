//! The flood on the disk against the one in memory, with so little memory that every tier is taken.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::disk::{DiskError, Scratch};
use fewest_search::{Limit, Progress, Report, SearchContext, SearchOptions, Verdict, Watch};

use super::yard::{SEED, Yard, fill};
use crate::game::Game as _;
use crate::grid::Direction;
use crate::oracle::{self, OrShow as _, Solve as _};
use crate::snake::flood::{self, Flooded, flood};
use crate::snake::{Board, kernel};
use fewest_search_testing::ram::{Failing, Ram};

fn options(scratch: &Scratch, memory: u64, threads: usize, whole: bool) -> SearchOptions<'_> {
    SearchOptions::new()
        .memory(memory)
        .threads(NonZeroUsize::new(threads).unwrap())
        .scratch(scratch)
        .whole(whole)
}

fn flooded(board: &Board, options: &SearchOptions) -> Result<Flooded, Limit> {
    let mut ctx = SearchContext::new(options);
    let mut flooded = Flooded::default();
    flood(board, &mut flooded, &mut ctx)?;
    assert!(
        options
            .limits
            .memory
            .is_none_or(|memory| ctx.budget.most() <= memory)
    );
    Ok(flooded)
}

/// What the kernel reports, or the generic search where the kernel does not fit.
fn solved(board: &Board, options: &SearchOptions) -> Report<Direction> {
    board.solve(&mut SearchContext::new(options))
}

/// A random board for a flood, and less memory than that would take.
fn random(rng: &mut fastrand::Rng) -> Option<(Yard, Board, u64)> {
    let mut yard = Yard::open(rng.i32(2..=9), rng.i32(2..=12), rng.bool());
    fill(&mut yard, rng.usize(8..=9), rng)?;
    let board = yard.board();
    let (least, bytes) = (flood::least(&board)?, flood::bytes(&board)?);
    let fits = kernel::fits(&board, &SearchOptions::new());
    (fits && least < bytes).then(|| (yard, board, rng.u64(least..bytes)))
}

fn in_memory(board: &Board, whole: bool) -> Flooded {
    flooded(board, &SearchOptions::new().whole(whole)).unwrap()
}

#[test]
fn random_boards_are_flooded_on_the_disk_as_in_memory() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut tiers = [0; 2];
    for _ in 0..800 {
        let Some((yard, board, memory)) = random(&mut rng) else {
            continue;
        };
        let seen = oracle::seen(SEED, || yard.level_text());
        let disk = Ram::default();
        let scratch = disk.scratch();
        let threads = *rng.choice(&[1, 1, 1, 2, 4]).unwrap();
        let options = options(&scratch, memory, threads, rng.bool());
        let flooded = flooded(&board, &options).or_show(&seen);
        let is_seen_there = disk.names().iter().any(|name| name.starts_with("seen-"));
        tiers[usize::from(is_seen_there)] += 1;
        let truth = in_memory(&board, options.whole);
        assert_eq!(flooded.cost, truth.cost, "{seen}");
        assert_eq!(flooded.layers, truth.layers, "{seen}");
    }
    assert!(tiers.iter().all(|&often| often > 50), "{tiers:?}");
}

/// The moves as the layers tell them, without a try to go straight on.
#[test]
fn the_layers_tell_the_moves_that_the_generic_search_tells() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut told = 0;
    for _ in 0..800 {
        let Some((yard, board, memory)) = random(&mut rng) else {
            continue;
        };
        let seen = oracle::seen(SEED, || yard.level_text());
        let disk = Ram::default();
        let scratch = disk.scratch();
        let mut options = options(
            &scratch,
            memory,
            *rng.choice(&[1, 1, 2]).unwrap(),
            rng.bool(),
        );
        // Now and then the flood itself is in memory.
        if rng.bool() {
            options.limits.memory = None;
        }
        let mut ctx = SearchContext::new(&options);
        let mut flooded = Flooded::default();
        flood(&board, &mut flooded, &mut ctx).or_show(&seen);
        if flooded.cost.is_some() {
            told += 1;
            let moves = flood::moves(&board, &scratch, &flooded, &mut ctx);
            let plain = board.puzzle().solve(&mut SearchContext::default());
            let moves = moves.or_show(&seen);
            let cost = moves.len() as u64;
            assert_eq!(Verdict::Fewest { cost, moves }, plain.verdict, "{seen}");
        }
    }
    assert!(told > 100, "{told}");
}

/// A watch that stops after so many looks.
struct Impatient(u64);

impl Watch for Impatient {
    fn look(&mut self, _: Progress) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        match self.0 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn a_flood_that_is_stopped_is_resumed_to_the_same_report() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut stops, mut boards) = (0, 0);
    for _ in 0..150 {
        let Some((yard, board, memory)) = random(&mut rng) else {
            continue;
        };
        boards += 1;
        let seen = oracle::seen(SEED, || yard.level_text());
        let threads = *rng.choice(&[1, 1, 1, 2]).unwrap();
        let through = {
            let scratch = Ram::default().scratch();
            let options = options(&scratch, memory, threads, true);
            solved(&board, &options)
        };
        let disk = Ram::default();
        let mut looks = 1;
        let report = loop {
            let scratch = disk.scratch();
            let options = options(&scratch, memory, threads, true);
            looks += rng.u64(1..=1000);
            let report =
                board.solve(&mut SearchContext::new(&options).observed_by(&mut Impatient(looks)));
            match report.verdict {
                Verdict::GaveUp {
                    limit: Limit::Stopped,
                    at_least,
                } => {
                    stops += 1;
                    let fewest = through.verdict.fewest();
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                }
                _ => break report,
            }
        };
        assert_eq!(report.verdict, through.verdict, "{seen}");
        assert_eq!(report.stats.states, through.stats.states, "{seen}");
        assert_eq!(report.stats.layers, through.stats.layers, "{seen}");
    }
    assert!(stops > boards, "{stops} of {boards}");
}

/// Where the memory is too little for a search with a bound, it goes on on the disk.
#[test]
fn a_bounded_search_goes_on_on_the_disk() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut moved = 0;
    for _ in 0..100 {
        let mut yard = Yard::open(7, 8, false);
        if fill(&mut yard, rng.usize(9..=10), &mut rng).is_none() || yard.snake.len() < 9 {
            continue;
        }
        let board = yard.board();
        let memory = flood::least(&board).unwrap();
        let seen = oracle::seen(SEED, || yard.level_text());
        let disk = Ram::default();
        let scratch = disk.scratch();
        let options = options(&scratch, memory, 2, false);
        let report = solved(&board, &options);
        let free = board.solve(&mut SearchContext::default());
        assert_eq!(report.verdict, free.verdict, "{seen}");
        assert!(report.stats.bytes <= memory, "{seen}");
        moved += usize::from(report.plan.kernel == "flood");
    }
    assert!(moved > 10, "{moved}");
}

fn small() -> (Board, u64) {
    let mut yard = Yard::open(4, 8, false);
    yard.snake = (0..8).map(|column| (2, column)).collect();
    yard.apple = (3, 7);
    yard.walls = [(1, 2), (3, 4)].into();
    let board = yard.board();
    let memory = flood::least(&board).unwrap();
    (board, memory)
}

/// Whatever operation of the disk fails, the search gives up and says so, or it does not need it.
#[test]
fn a_disk_that_fails_at_any_moment_is_told() {
    let (board, memory) = small();
    let through = Ram::default();
    let scratch = through.scratch();
    through.fail(Failing::Never);
    let whole = solved(&board, &options(&scratch, memory, 1, true));
    let operations = through.operations();
    assert!(through.names().iter().any(|name| name.starts_with("seen-")));
    assert!(operations > 100);
    for operation in (1..=operations).step_by(23) {
        let disk = Ram::default();
        let scratch = disk.scratch();
        disk.fail(Failing::At(operation));
        let report = solved(&board, &options(&scratch, memory, 1, true));
        match report.verdict {
            Verdict::GaveUp { limit, .. } => {
                assert!(matches!(limit, Limit::Disk(_)), "{limit:?}");
            }
            verdict => assert_eq!(verdict, whole.verdict),
        }
        // Killed there, it goes on from the last layer that was whole.
        let disk = Ram::default();
        let scratch = disk.scratch();
        disk.fail(Failing::From(operation));
        solved(&board, &options(&scratch, memory, 2, true));
        disk.fail(Failing::Never);
        disk.lose_power();
        let scratch = disk.scratch();
        let report = solved(&board, &options(&scratch, memory, 2, true));
        assert_eq!(report.verdict, whole.verdict);
        assert_eq!(report.stats.layers, whole.stats.layers);
        assert_eq!(report.stats.states, whole.stats.states);
    }
}

#[test]
fn no_flipped_bit_is_believed() {
    let (board, memory) = small();
    let disk = Ram::default();
    let scratch = disk.scratch();
    let whole = solved(&board, &options(&scratch, memory, 1, true));
    let cut = {
        // Up to the moment before it is over.
        let (disk, mut looks) = (Ram::default(), 1);
        while disk.names().iter().all(|name| !name.starts_with("layer-5")) {
            looks += 10;
            let scratch = disk.scratch();
            board.solve(
                &mut SearchContext::new(&options(&scratch, memory, 1, true))
                    .observed_by(&mut Impatient(looks)),
            );
        }
        disk
    };
    let names = cut.names();
    let layers = names.iter().filter(|name| name.starts_with("layer-"));
    for name in layers {
        for byte in (0..cut.len(name)).step_by(3) {
            let disk = cut.copy();
            disk.flip(name, byte, byte as u32 % 8);
            let scratch = disk.scratch();
            let report = solved(&board, &options(&scratch, memory, 1, true));
            match report.verdict {
                Verdict::GaveUp { limit, .. } => {
                    assert_eq!(limit, Limit::Disk(DiskError::damaged(name)));
                }
                // It was of a layer that is not whole, and was written anew.
                verdict => {
                    assert_eq!(verdict, whole.verdict);
                    assert_eq!(report.stats.layers, whole.stats.layers);
                }
            }
        }
    }
}
