//! The kernel against the generic search.

use std::fmt::Display;
use std::time::Duration;

use fewest_search::{Limit, Limits, Report, SearchContext, SearchOptions, Verdict};

use super::maze::{Maze, SEED, random_maze_of};
use crate::game::Game as _;
use crate::level::Level;
use crate::oracle;
use crate::oracle::{Solve as _, within};
use crate::portals::Board;
use crate::solve::plan;
use fewest_search_testing::ram::Ram;

fn board(text: &str) -> Board {
    Level::parse(text).unwrap().board
}

fn solve(board: &Board, limits: &Limits) -> Report<String> {
    let report = board.solve(&mut within(limits));
    report.map(|step| step.to_string())
}

/// What the generic search says, the kernel left out.
fn search(board: &Board) -> Report<String> {
    let report = board.puzzle().solve(&mut SearchContext::default());
    report.map(|step| step.to_string())
}

/// Holds the kernel to the generic search: the same moves, the same squares in every layer.
fn kernel_agrees(board: &Board, seen: &dyn Display) -> Report<String> {
    let solved = solve(board, &Limits::default());
    assert_eq!(solved.plan.kernel, "flood", "{seen}");
    assert!(Some(solved.stats.bytes) <= solved.plan.bytes, "{seen}");
    let searched = search(board);
    assert_eq!(solved.verdict, searched.verdict, "{seen}");
    let mut layers = searched.stats.layers;
    if solved.verdict != Verdict::Impossible {
        // The search stops somewhere inside the last layer; the kernel counts the goal alone.
        *layers.last_mut().unwrap() = 1;
    }
    assert_eq!(solved.stats.states, layers.iter().sum::<u64>(), "{seen}");
    assert_eq!(solved.stats.layers, layers, "{seen}");
    solved
}

/// Boards that are wide, high, open, full of walls.
#[test]
fn the_kernel_agrees_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut verdicts = [0; 2];
    for round in 0..4_000 {
        let most = if round % 50 == 0 { 200 } else { 40 };
        let size = match round % 5 {
            0 => (rng.usize(1..=3), rng.usize(1..=most * 5)),
            1 => (rng.usize(1..=most * 5), rng.usize(1..=3)),
            _ => (rng.usize(1..=most), rng.usize(1..=most)),
        };
        let walls = rng.f32() * 0.45;
        let maze = random_maze_of(size, walls, &mut rng);
        let text = maze.level_text();
        let solved = kernel_agrees(&board(&text), &oracle::seen(SEED, || &text));
        verdicts[usize::from(solved.verdict == Verdict::Impossible)] += 1;
    }
    assert!(verdicts.iter().all(|&often| often > 500), "{verdicts:?}");
}

/// Corridors one square wide, with portals in them.
#[test]
fn the_kernel_agrees_in_corridors() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..2_000 {
        let (rows, columns) = (rng.usize(1..=20), rng.usize(1..=20));
        let mut maze = random_maze_of((rows * 2 - 1, columns * 2 - 1), 0.0, &mut rng);
        for (row, column) in maze.spots() {
            let glyph = &mut maze.rows[row as usize][column as usize];
            let wall = match (row % 2, column % 2) {
                (0, 0) => false,
                (1, 1) => true,
                _ => rng.u8(..5) < 2,
            };
            if wall && *glyph == '.' {
                *glyph = '#';
            }
        }
        let text = maze.level_text();
        kernel_agrees(&board(&text), &oracle::seen(SEED, || &text));
    }
}

#[test]
fn a_player_born_in_a_wall_passes_no_door() {
    // One of these many doors looks like the wall at first sight.
    for column in 1..1_000 {
        let mut row = vec!['.'; 1_000];
        (row[0], row[column], row[1_000 - column]) = ('#', 'A', 'A');
        if column != 500 {
            let text = Maze::new(vec![row]).level_text();
            let report = kernel_agrees(&board(&text), &text);
            assert_eq!(report.stats.layers, [1], "{text}");
        }
    }
}

#[test]
fn queries_about_one_maze_share_it() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let maze = random_maze_of((12, 17), 0.3, &mut rng);
    let text = maze.level_text();
    let mut board = board(&text);
    for _ in 0..2_000 {
        (board.start, board.goal) = (rng.u32(..12 * 17), rng.u32(..12 * 17));
        let seen = format!("{} to {}, {text}", board.start, board.goal);
        kernel_agrees(&board, &seen);
    }
}

/// A million squares: open floor, a winding corridor; the goal walled in, and not.
#[test]
fn a_search_takes_two_and_a_half_bytes_a_square_at_most() {
    const SIDE: usize = 1001;
    let winding = |row: usize, column| match row % 4 {
        0 | 2 => true,
        1 => column == SIDE - 1,
        _ => column == 0,
    };
    let open = |_, _| true;
    for is_floor in [&open as &dyn Fn(usize, usize) -> bool, &winding] {
        for is_walled_in in [false, true] {
            let mut text = "game: portals\n\n".to_string();
            for row in 0..SIDE {
                let glyph = |column| if is_floor(row, column) { '.' } else { '#' };
                text.extend((0..SIDE).map(glyph).chain(['\n']));
            }
            if is_walled_in {
                let end = text.len() - 2 - (SIDE + 1);
                text.replace_range(end..=end, "#");
                text.replace_range(text.len() - 3..text.len() - 2, "#");
            }
            let board = board(&text);
            let report = solve(&board, &Limits::default());
            let impossible = report.verdict == Verdict::Impossible;
            assert_eq!(impossible, is_walled_in);
            assert!(report.stats.bytes * 2 <= u64::from(board.maze.glyphs.len()) * 5);
        }
    }
}

/// A corridor of many layers, and hardly more memory than its squares take: the kernel gives up, and
/// with a disk the generic search takes over.
#[test]
fn the_generic_search_takes_over_where_the_kernel_lacks_memory() {
    const SIDE: usize = 1350;
    let mut text = format!("game: portals\ngoal: {},0\n\n", 2 * 20);
    for row in 0..SIDE {
        let is_floor = |column: usize| match row % 4 {
            0 | 2 => true,
            1 => column == SIDE - 1,
            _ => column == 0,
        };
        let glyph = |column| if is_floor(column) { '.' } else { '#' };
        text.extend((0..SIDE).map(glyph).chain(['\n']));
    }
    let board = board(&text);
    let limits = Limits {
        memory: Some(2 << 20),
        ..Limits::default()
    };
    let report = solve(&board, &limits);
    assert_eq!(report.plan.kernel, "flood");
    let limit = Limit::Memory;
    assert!(matches!(report.verdict, Verdict::GaveUp { limit: met, .. } if met == limit));
    let disk = Ram::default();
    let scratch = disk.scratch();
    let options = SearchOptions::new().limits(limits).scratch(&scratch);
    let report = board.solve(&mut SearchContext::new(&options));
    assert_eq!(report.plan.kernel, "bits");
    let free = solve(&board, &Limits::default()).verdict;
    assert_eq!(report.verdict.fewest(), free.fewest());
    assert!(free.fewest() > Some(20_000));
}

/// Whatever the limit, the verdict is the free one or a bound below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [0; 4];
    for _ in 0..2_000 {
        let size = (rng.usize(1..=20), rng.usize(1..=20));
        let maze = random_maze_of(size, 0.2, &mut rng);
        let text = maze.level_text();
        let seen = oracle::seen(SEED, || &text);
        let board = board(&text);
        let free = solve(&board, &Limits::default());
        let fewest = free.verdict.fewest();
        let kinds = [
            Limits {
                states: Some(rng.u64(..200)),
                ..Limits::default()
            },
            Limits {
                cost: Some(rng.u64(..30)),
                ..Limits::default()
            },
            Limits {
                memory: Some(rng.u64(..free.stats.bytes + 2)),
                ..Limits::default()
            },
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
        ];
        for (limits, gave_up) in kinds.iter().zip(&mut gave_up) {
            let report = solve(&board, limits);
            assert_eq!(report.plan, plan(&board, &limits.into()), "{seen}");
            assert!(Some(report.stats.bytes) <= report.plan.bytes, "{seen}");
            assert!(
                report.plan.bytes <= limits.memory.or(report.plan.bytes),
                "{seen}"
            );
            // The goal is counted, but not stored.
            let won = u64::from(report.verdict.fewest().is_some());
            let states = report.stats.states;
            assert_eq!(states, report.stats.layers.iter().sum::<u64>(), "{seen}");
            assert!(states - won <= limits.states.unwrap_or(u64::MAX), "{seen}");
            match report.verdict {
                Verdict::GaveUp { limit, at_least } => {
                    *gave_up += 1;
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                    match limit {
                        Limit::States => assert_eq!(Some(states), limits.states, "{seen}"),
                        Limit::Cost => assert_eq!(Some(at_least - 1), limits.cost, "{seen}"),
                        _ => {}
                    }
                }
                verdict => assert_eq!(verdict, free.verdict, "{seen}"),
            }
        }
    }
    assert!(gave_up.iter().all(|&often| often > 300), "{gave_up:?}");
}
