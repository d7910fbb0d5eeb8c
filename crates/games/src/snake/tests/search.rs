//! The kernel against the oracle where the other boards do not take it: sets of every width,
//! shapes numbered as they come up, tables, and limits.

use std::borrow::Cow;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use fewest_search::{Limit, Limits, SearchContext, SearchOptions, Verdict};

use super::{Body, SEED, Spot, Yard, fill};
use crate::game::Game as _;
use crate::oracle;
use crate::oracle::{Solve as _, reached, within};
use crate::snake::flood::{Flooded, flood};
use crate::snake::shapes::{BLOCKED, Shapes};
use crate::snake::sweep::BitGrid;
use crate::snake::sweep::Sweep;
use crate::snake::{Ask, Board, kernel};

fn solved(board: &Board, limits: &Limits) -> Verdict<crate::grid::Direction> {
    let ask = Ask {
        bounded: true,
        moves: true,
    };
    board
        .search(ask, &mut SearchContext::new(&limits.into()))
        .verdict
}

/// Puts a room into a larger board, walls all around.
fn walled_in(room: &Yard, rows: i32, columns: i32, (down, right): Spot) -> Yard {
    let moved = |&(row, column): &Spot| (row + down, column + right);
    let mut yard = Yard::open(rows, columns, false);
    yard.apple = moved(&room.apple);
    yard.snake = room.snake.iter().map(moved).collect();
    let floor: Vec<Spot> = room
        .spots()
        .iter()
        .filter(|spot| !room.walls.contains(spot))
        .map(moved)
        .collect();
    yard.walls = yard.spots().into_iter().collect();
    for spot in floor {
        yard.walls.remove(&spot);
    }
    yard
}

#[test]
fn sets_of_every_width_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let sizes = [
        (8, 8),
        (1, 64),
        (64, 1),
        (5, 13),
        (8, 16),
        (15, 15),
        (2, 65),
        (7, 63),
        (6, 64),
        (20, 25),
        (3, 128),
        (3, 129),
        (30, 31),
        (6, 200),
        (45, 45),
        (64, 64),
        (63, 65),
        (70, 70),
        (100, 150),
        (5, 800),
        (800, 5),
    ];
    for (rows, columns) in sizes {
        for _ in 0..20 {
            let mut room = Yard::open(rng.i32(1..=6.min(rows)), rng.i32(1..=6.min(columns)), false);
            if fill(&mut room, rng.usize(2..=6), &mut rng).is_none() || room.snake.len() < 2 {
                continue;
            }
            let corner = (
                rng.i32(0..=rows - room.rows),
                rng.i32(0..=columns - room.columns),
            );
            let yard = walled_in(&room, rows, columns, corner);
            assert!(kernel::fits(&yard.board(), &SearchOptions::new()));
            assert_eq!(yard.check().1.layers, room.truth().layers);
        }
    }
}

#[test]
fn open_boards_wider_than_a_word_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for (rows, columns, wrap) in [
        (2, 70, false),
        (3, 70, true),
        (70, 3, true),
        (9, 16, true),
        (12, 11, true),
        (66, 4, false),
    ] {
        for _ in 0..10 {
            let mut yard = Yard::open(rows, columns, wrap);
            fill(&mut yard, rng.usize(2..=5), &mut rng).unwrap();
            yard.check();
        }
    }
}

#[test]
fn tables_have_as_many_bodies_as_there_are_walks() {
    for segments in 2..=12 {
        let shapes = Shapes::table(segments);
        let free = |body| (0..4).filter(move |&way| shapes.known(body, way) != Some(BLOCKED));
        let moves: usize = (0..shapes.bodies() as u32)
            .map(|body| free(body).count())
            .sum();
        let counts = [moves as u64, shapes.bodies() as u64];
        assert_eq!(Some(counts), Shapes::counts(segments));
    }
    assert_eq!(Shapes::counts(13), None);
}

/// What a move leads to has it among its sources, once.
#[test]
fn tables_hold_what_they_say() {
    for segments in 2..=9 {
        let shapes = Shapes::table(segments);
        for body in 0..shapes.bodies() as u32 {
            for direction in 0..4 {
                let moved = shapes.known(body, direction).unwrap();
                if moved != BLOCKED {
                    let source = (body, direction ^ 1);
                    let sources = shapes.sources(moved).filter(|&other| other == source);
                    assert_eq!(sources.count(), 1);
                }
            }
        }
    }
}

/// The layers of a search whose shapes are numbered as they come up.
fn layers_as_they_come(board: &Board) -> Vec<u64> {
    let yard = BitGrid::<1>::new(board);
    let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
    let ctx = &mut SearchContext::default();
    let after_head = Shapes::code(&steps[1..]);
    let shapes = Shapes::beginning(board.snake.len(), after_head, &mut ctx.budget).unwrap();
    let mut sweep = Sweep::new(&yard, Cow::Owned(shapes), board.apple, &mut ctx.budget).unwrap();
    let mut layer = sweep
        .begin(&steps, board.snake[0], &mut ctx.budget)
        .unwrap();
    let mut layers = vec![1];
    loop {
        let count = layers[layers.len() - 1];
        let step = sweep.step(layer, count, ctx);
        let (next, reached) = step.unwrap();
        layer = next;
        if reached.count == 0 {
            return layers;
        }
        layers.push(reached.count);
        if reached.won {
            return layers;
        }
    }
}

#[test]
fn shapes_numbered_as_they_come_up_lead_to_the_same_layers() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..500 {
        let mut yard = Yard::open(rng.i32(1..=8), rng.i32(1..=8), false);
        if fill(&mut yard, rng.usize(2..=7), &mut rng).is_some() && yard.snake.len() > 1 {
            assert_eq!(layers_as_they_come(&yard.board()), yard.truth().layers);
        }
    }
}

#[test]
fn longer_snakes_than_there_are_tables_for() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut lengths = std::collections::HashSet::new();
    for _ in 0..150 {
        let mut yard = Yard::open(6, 7, rng.bool());
        fill(&mut yard, rng.usize(13..=32), &mut rng);
        if yard.snake.len() >= 13 && yard.apple != yard.snake[0] {
            lengths.insert(yard.snake.len());
            let text = yard.level_text();
            let truth = yard.truth();
            let verdict = solved(&yard.board(), &Limits::default());
            let moves = truth.moves.as_ref().map(Vec::len);
            let seen = oracle::seen(SEED, || &text);
            assert_eq!(verdict.fewest(), moves.map(|moves| moves as u64), "{seen}");
            yard.check();
        }
    }
    assert!(lengths.len() > 10, "{lengths:?}");
}

/// 16 million positions in as many bytes as half of them have bits.
#[test]
fn twelve_segments_on_sixteen_by_sixteen() {
    let mut yard = Yard::open(16, 16, false);
    yard.apple = (15, 15);
    yard.walls = [(14, 15), (15, 14)].into();
    yard.snake = (0..12).map(|column| (8, column)).collect();
    let ask = Ask {
        bounded: false,
        moves: false,
    };
    let report = yard.board().search(ask, &mut SearchContext::default());
    assert_eq!(report.verdict, Verdict::Impossible);
    assert_eq!(report.stats.states, 16_263_434);
    assert_eq!(report.stats.states, report.stats.layers.iter().sum::<u64>());
    assert!(report.stats.bytes < 12 << 20, "{}", report.stats.bytes);
}

#[test]
fn an_apple_in_another_room_is_refused_at_once() {
    let mut yard = Yard::open(15, 15, false);
    yard.snake = (0..9).map(|column| (2, column)).collect();
    yard.apple = (14, 14);
    yard.walls = (0..15).map(|column| (7, column)).collect();
    let ask = Ask {
        bounded: true,
        moves: true,
    };
    let report = yard.board().search(ask, &mut SearchContext::default());
    assert_eq!(report.verdict, Verdict::Impossible);
    assert_eq!(report.stats.states, 1);
}

/// Whatever the limit, the kernel's verdict is the free one or a bound below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [0; 3];
    for _ in 0..400 {
        let mut yard = Yard::open(9, 9, false);
        let length = *rng.choice(&[2, 5, 8, 13, 14]).unwrap();
        if fill(&mut yard, length, &mut rng).is_none() || yard.snake.len() < 2 {
            continue;
        }
        let board = yard.board();
        let seen = oracle::seen(SEED, || yard.level_text());
        for (bounded, moves) in [(true, true), (false, true), (false, false)] {
            let ask = Ask { bounded, moves };
            let free = board.search(ask, &mut SearchContext::default());
            let fewest = free.verdict.fewest();
            let none = Limits::default();
            let kinds = [
                Limits {
                    memory: Some(rng.u64(..free.stats.bytes + 100)),
                    ..none
                },
                Limits {
                    cost: Some(rng.u64(..20)),
                    ..none
                },
                Limits {
                    time: Some(Duration::ZERO),
                    ..none
                },
            ];
            for (limits, gave_up) in kinds.iter().zip(&mut gave_up) {
                let report = kernel::solve_by(ask, &board, &mut SearchContext::new(&limits.into()));
                assert!(
                    report.stats.bytes <= limits.memory.unwrap_or(u64::MAX),
                    "{seen}"
                );
                assert!(
                    report
                        .plan
                        .bytes
                        .is_none_or(|bytes| report.stats.bytes <= bytes)
                );
                match report.verdict {
                    Verdict::GaveUp { limit, at_least } => {
                        *gave_up += 1;
                        assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                        if let (Limit::Cost, Some(cost)) = (limit, limits.cost) {
                            assert!(at_least > cost, "{seen}");
                        }
                    }
                    verdict => assert_eq!(verdict, free.verdict, "{seen}"),
                }
            }
        }
    }
    assert!(gave_up.iter().all(|&often| often > 50), "{gave_up:?}");
}

/// What plain `solve` decides with a few positions is decided whatever the limit of positions is.
#[test]
fn cheap_proofs_come_before_a_limit_of_positions() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut impossible, mut won, mut gave_up) = (0, 0, 0);
    for _ in 0..4_000 {
        let mut yard = Yard::open(rng.i32(2..=6), rng.i32(2..=6), rng.bool());
        if fill(&mut yard, rng.usize(1..=6), &mut rng).is_none() {
            continue;
        }
        let board = yard.board();
        let free = board.solve(&mut SearchContext::default());
        for states in [1, 5, 50] {
            let limits = Limits {
                states: Some(states),
                ..Limits::default()
            };
            let limited = board.solve(&mut within(limits));
            // The win is counted, but not stored.
            let won_state = u64::from(limited.verdict.fewest().is_some());
            assert!(limited.stats.states <= states + won_state, "{yard:?}");
            match limited.verdict {
                Verdict::GaveUp { at_least, .. } => {
                    gave_up += 1;
                    let is_cheap = free.stats.states == 1 && free.verdict == Verdict::Impossible;
                    assert!(!is_cheap, "{yard:?}");
                    let fewest = free.verdict.fewest();
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{yard:?}");
                }
                verdict => {
                    impossible += u32::from(verdict == Verdict::Impossible);
                    won += u32::from(verdict != Verdict::Impossible);
                    assert_eq!(verdict.fewest(), free.verdict.fewest(), "{yard:?}");
                }
            }
        }
    }
    assert!(
        impossible > 500 && won > 500 && gave_up > 500,
        "{impossible} {won} {gave_up}"
    );
}

/// Walls that part the snake from the apple are a proof on any board, also one that the sweeps do not
/// support.
#[test]
fn an_apple_behind_walls_is_out_of_reach_at_once() {
    for (side, length) in [(200, 4), (20, 35)] {
        let mut yard = Yard::open(side, side, false);
        yard.apple = (side - 1, side - 1);
        yard.walls = [(side - 2, side - 1), (side - 1, side - 2)].into();
        yard.snake = (0..length)
            .map(|at| {
                (
                    at / side,
                    if at / side % 2 == 0 {
                        at % side
                    } else {
                        side - 1 - at % side
                    },
                )
            })
            .collect();
        let report = yard.board().solve(&mut SearchContext::default());
        assert_eq!(
            (report.verdict, report.stats.states),
            (Verdict::Impossible, 1)
        );
    }
}

/// A limit of positions is counted exactly, which sweeps cannot: then the generic search answers.
#[test]
fn a_limit_of_positions_is_left_to_the_generic_search() {
    let yard = Yard::drawn(&["1....", "2...@", "3...."], false);
    let limits = Limits {
        states: Some(3),
        ..Limits::default()
    };
    assert!(!kernel::fits(&yard.board(), &(&limits).into()));
    let ask = Ask {
        bounded: true,
        moves: true,
    };
    let report = yard
        .board()
        .search(ask, &mut SearchContext::new(&(&limits).into()));
    assert!(report.stats.states <= 3);
}

fn flooded(board: &Board, whole: bool, threads: usize) -> Flooded {
    let threads = NonZeroUsize::new(threads).unwrap();
    let options = SearchOptions::new().threads(threads).whole(whole);
    let mut flooded = Flooded::default();
    flood(board, &mut flooded, &mut SearchContext::new(&options)).unwrap();
    flooded
}

/// All that a snake can come to; from the apple nothing goes on.
pub fn truth(yard: &Yard) -> Flooded {
    let going_on = |snake: &Body| match yard.is_won(snake) {
        true => Vec::new(),
        false => yard.moves(snake),
    };
    let layers = reached(&yard.snake, |_| false, going_on);
    let has_win = |layer: &HashSet<Body>| layer.iter().any(|snake| yard.is_won(snake));
    Flooded {
        cost: layers.iter().position(has_win),
        layers: layers.iter().map(|layer| layer.len() as u64).collect(),
        ..Flooded::default()
    }
}

pub fn check(yard: &Yard) {
    let board = yard.board();
    let whole = SearchOptions::new().whole(true);
    if !kernel::fits(&board, &whole) {
        return;
    }
    let seen = oracle::seen(SEED, || yard.level_text());
    let truth = truth(yard);
    assert_eq!(flooded(&board, true, 2), truth, "{seen}");
    let up_to_the_win = flooded(&board, false, 1);
    assert_eq!(up_to_the_win.cost, truth.cost, "{seen}");
    let layers = truth.cost.map_or(truth.layers.len(), |cost| cost + 1);
    assert_eq!(up_to_the_win.layers, truth.layers[..layers], "{seen}");
    for threads in [1, 2, 4] {
        let options = whole.threads(NonZeroUsize::new(threads).unwrap());
        let report = board.solve(&mut SearchContext::new(&options));
        let plain = board.puzzle().solve(&mut SearchContext::new(&options));
        assert_eq!(report.verdict, plain.verdict, "{seen}");
        assert_eq!(report.stats.layers, plain.stats.layers, "{seen}");
        assert_eq!(report.stats.states, plain.stats.states, "{seen}");
        assert_eq!(report.plan.kernel, "flood");
    }
}

#[test]
fn random_boards_are_flooded_as_the_oracle_says() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..6_000 {
        let (rows, columns) = (rng.i32(1..=6), rng.i32(1..=6));
        let mut yard = Yard::open(rows, columns, rng.bool());
        if fill(&mut yard, rng.usize(3..=9), &mut rng).is_some() {
            check(&yard);
        }
    }
}

/// A snake laid straight along the middle row of an open board, the apple in the last corner.
fn line(side: i32, segments: i32) -> Yard {
    let mut yard = Yard::open(side, side, false);
    yard.apple = (side - 1, side - 1);
    yard.snake = (0..segments).map(|column| (side / 2, column)).collect();
    yard
}

/// How many positions there are in all; the same for any number of threads.
fn positions(side: i32, segments: i32) -> u64 {
    let board = line(side, segments).board();
    flooded(&board, true, 2).layers.iter().sum()
}

#[test]
fn twelve_segments_are_flooded_alike_by_any_threads() {
    let mut yard = line(16, 12);
    yard.walls = [(14, 15), (15, 14)].into();
    let board = yard.board();
    let alone = flooded(&board, true, 1);
    assert_eq!(alone.layers.iter().sum::<u64>(), 16_263_434);
    for threads in [2, 5] {
        assert_eq!(flooded(&board, true, threads), alone);
    }
}

#[test]
fn sets_of_every_width_are_flooded_alike() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for rows in [1, 2, 3, 5, 9, 14, 20, 30, 33, 40, 63, 80] {
        for columns in [1, 7, 16, 31, 32, 50, 64, 65, 110, 130, 200] {
            let mut yard = Yard::open(rows, columns, rng.bool());
            if fill(&mut yard, rng.usize(3..=5), &mut rng).is_some() {
                check(&yard);
            }
        }
    }
}

#[test]
#[ignore = "takes 600 MB, and seconds where it is optimised"]
fn sixteen_segments_on_thirty_two_by_thirty_two() {
    assert_eq!(positions(32, 16), 4_475_317_228);
}

#[test]
#[ignore = "takes 4.4 GB, and half a minute where it is optimised"]
fn eighteen_segments_on_thirty_two_by_thirty_two() {
    assert_eq!(positions(32, 18), 30_938_181_540);
}
