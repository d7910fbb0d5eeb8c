//! The search against the oracle: the kernel, and what the options say about rolls past the end.

use std::collections::BTreeMap;
use std::time::Duration;

use fewest_search::{Limit, Limits, SearchContext, Verdict};

use super::{FAR, JUDGES, SEED, Track, large_track, random_track};
use crate::game::Game as _;
use crate::oracle::{Solve as _, judge_text, numbers, read, within};
use crate::source::Source;
use crate::{builtin, oracle};

#[test]
fn the_kernel_agrees_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut won, mut rolls) = (0, 0);
    for _ in 0..20_000 {
        let report = large_track(&mut rng).check_kernel(&Limits::default());
        won += u64::from(report.verdict.fewest().is_some());
        rolls += report.verdict.fewest().unwrap_or(0);
    }
    // Neither too easy nor too hard to say anything.
    assert!((5_000..19_000).contains(&won), "{won}");
    assert!(rolls > 10 * won, "{rolls} rolls, {won} won");
}

#[test]
fn the_kernel_agrees_on_every_three_by_three_with_a_few_kinds_of_jumps() {
    // Plain, back to the start, to its own square, and one ahead, where a chain may go on.
    for number in 0..4_usize.pow(7) {
        let jump = |square: usize| match number >> (2 * (square - 2)) & 3 {
            0 => None,
            1 => Some((square, 1)),
            2 => Some((square, square)),
            _ => Some((square, square + 1)),
        };
        for die in [1, 2, 3, 6, 9] {
            let jumps = (2..9).filter_map(jump).collect();
            let side = 3;
            Track {
                side,
                die,
                jumps,
                ..JUDGES
            }
            .check_kernel(&Limits::default());
        }
    }
}

/// Every window overlaps the one before but for a square, which leads back once more.
#[test]
fn snakes_that_lead_back_a_little_less_each_time() {
    for (side, die) in [(8, 5), (12, 40), (20, 70), (20, 130)] {
        let last = side * side;
        let back = |square: usize| match square.checked_sub(die + 1) {
            Some(fresh) if square + die < last => (square, fresh + 2),
            _ => (square, 1),
        };
        let jumps: BTreeMap<_, _> = (2..last - 1).map(back).collect();
        let track = Track {
            side,
            die,
            jumps,
            ..JUDGES
        };
        let report = track.check_kernel(&Limits::default());
        assert!(report.stats.layers.len() > last - 3 * die, "{side} {die}");
        track.check();
    }
}

#[test]
fn the_kernel_agrees_on_large_boards() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let side = 1_500;
    let last = side * side;
    for die in [4, 6, 100] {
        let mut jumps = BTreeMap::new();
        for square in 2..last {
            if rng.u8(..10) == 0 {
                jumps.insert(square, rng.usize(1..last));
            }
        }
        let report = Track {
            side,
            die,
            jumps,
            ..JUDGES
        }
        .check_kernel(&Limits::default());
        assert!(report.stats.states > 50_000, "{die}");
    }
}

/// A die as large as the board, and a board on which that matters: nothing is looked at twice.
#[test]
fn a_large_board_and_a_larger_die() {
    let side = 1_500;
    let last = side * side;
    // The last six squares can only be reached one by one.
    let jumps = (2..last - 6)
        .map(|square| (square, square / 2 + 1))
        .collect();
    let die = 4 * last;
    let report = Track {
        side,
        die,
        jumps,
        ..JUDGES
    }
    .board();
    let report = report.solve(&mut SearchContext::default());
    assert_eq!(report.verdict.fewest(), Some(1));
    let walls = (2..last).map(|square| (square, square / 2 + 1)).collect();
    let die = last - 2;
    let board = Track {
        side,
        die,
        jumps: walls,
        ..JUDGES
    }
    .board();
    let report = board.solve(&mut SearchContext::default());
    assert_eq!(report.verdict.fewest(), Some(2));
    assert_eq!(report.stats.states, last as u64 / 2 + 1);
}

/// Whatever the limit, the kernel's verdict is the generic search's, the free one, or a bound
/// below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [0; 4];
    for _ in 0..3_000 {
        let track = large_track(&mut rng);
        let seen = oracle::seen(SEED, || track.level_text());
        let free = track.check_kernel(&Limits::default());
        let fewest = free.verdict.fewest();
        let states = Some(rng.u64(..=free.stats.states + 1));
        let cost = Some(rng.u64(..=free.stats.layers.len() as u64 + 1));
        let unlimited = Limits::default();
        let kinds = [
            Limits {
                states,
                ..unlimited
            },
            Limits { cost, ..unlimited },
            Limits {
                memory: Some(rng.u64(..=free.stats.bytes)),
                ..unlimited
            },
            Limits {
                time: Some(Duration::ZERO),
                ..unlimited
            },
        ];
        for (kind, limits) in kinds.iter().enumerate() {
            let report = match kind {
                0 | 1 => track.check_kernel(limits),
                _ => track.board().solve(&mut within(limits)),
            };
            let (stats, plan) = (&report.stats, &report.plan);
            assert!(stats.bytes <= limits.memory.unwrap_or(u64::MAX), "{seen}");
            assert!(
                plan.bytes <= Some(limits.memory.unwrap_or(u64::MAX)),
                "{seen}"
            );
            assert!(Some(stats.bytes) <= plan.bytes, "{seen}");
            match report.verdict {
                Verdict::GaveUp { limit, at_least } => {
                    gave_up[kind] += 1;
                    let limits = [Limit::States, Limit::Cost, Limit::Memory, Limit::Time];
                    assert_eq!(limit, limits[kind], "{seen}");
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                }
                verdict => assert_eq!(verdict, free.verdict, "{seen}"),
            }
        }
    }
    assert!(gave_up.iter().all(|&often| often > 500), "{gave_up:?}");
}

pub const OVERSHOOTS: [&str; 4] = ["offered", "stay", "win", "bounce"];

/// Another beginning and another rule for rolls past the last square.
pub fn with_conventions(rng: &mut fastrand::Rng, track: Track) -> Track {
    let last = track.last();
    let from = match rng.u8(..4) {
        0 => 0,
        1 => 1,
        _ => rng.usize(..=last),
    };
    let mut jumps = track.jumps;
    if from == 0 && rng.bool() {
        jumps.insert(1, rng.usize(1..=last));
    }
    Track {
        from,
        jumps,
        overshoot: rng.choice(&OVERSHOOTS).unwrap(),
        ..track
    }
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut won = 0;
    for _ in 0..20_000 {
        let track = random_track(&mut rng);
        let track = with_conventions(&mut rng, track);
        let (level, truth) = track.check();
        track.check_texts(&level, &truth);
        won += u32::from(truth.moves.is_some());
    }
    assert!((5_000..19_500).contains(&won), "{won}");
}

/// The kernel is asked wherever play begins on square 1, whatever a roll past the last one does.
#[test]
fn the_kernel_agrees_whatever_the_options_say() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut kernel = 0;
    for _ in 0..5_000 {
        let track = large_track(&mut rng);
        let track = with_conventions(&mut rng, track);
        let report = track.check_kernel(&Limits::default());
        assert_eq!(report.plan.kernel == "track", track.from == 1);
        kernel += u32::from(track.from == 1 && track.overshoot != "offered");
    }
    assert!(kernel > 500, "{kernel}");
}

/// Every position of a board is the beginning of another one: with a jump on square 1, which
/// no text could say, it is the same game still.
#[test]
fn every_position_is_a_board() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut jumps_on_the_first = 0;
    for _ in 0..1_000 {
        let track = random_track(&mut rng);
        let track = with_conventions(&mut rng, track);
        let seen = oracle::seen(SEED, || track.level_text());
        let to_win = track.to_win();
        let board = track.board();
        for number in track.from..=track.last() {
            let here = board.at(&(number as u32));
            let report = here.solve(&mut SearchContext::default());
            let fewest = to_win.get(number).copied().filter(|&rolls| rolls < FAR);
            assert_eq!(report.verdict.fewest(), fewest, "from {number}, {seen}");
            jumps_on_the_first += u32::from(number == 1 && track.jumps.contains_key(&1));
        }
    }
    assert!(jumps_on_the_first > 50, "{jumps_on_the_first}");
}

#[test]
fn a_bounce_goes_to_and_fro() {
    let bounce = Track {
        die: 20,
        overshoot: "bounce",
        ..JUDGES
    };
    let mut ends = Vec::new();
    for roll in 1..=10 {
        let mut number = 3;
        let played = bounce.board().play(&mut number, super::Roll(roll));
        played.expect("every roll is legal");
        ends.push(number);
    }
    assert_eq!(ends, [4, 3, 2, 1, 2, 3, 4, 3, 2, 1]);
}

/// More faces than could be listed, or counted: those that do something else all are.
#[test]
fn a_die_of_four_billion_faces() {
    for overshoot in OVERSHOOTS {
        for from in 0..4 {
            let track = Track {
                die: u32::MAX as usize,
                from,
                overshoot,
                ..JUDGES
            };
            let level = read(&track.level_text());
            let report = level.solve(&mut SearchContext::default()).unwrap();
            assert_eq!(report.verdict.fewest(), Some(1), "{overshoot} from {from}");
            let mut session = level.session();
            let listed = if overshoot == "offered" {
                4 - from
            } else {
                1000
            };
            assert_eq!(session.moves().len(), listed, "{overshoot} from {from}");
            let rolled = session.push("4294967295").is_ok();
            assert_eq!(rolled, overshoot != "offered");
        }
    }
}

#[test]
fn a_player_off_the_board_is_nowhere_on_it() {
    let level = read("game: ladders\nfrom: 0\n\n. .\n2 .\n");
    let look = || {
        let view = level.session().view();
        let texts = view.tiles.squares().iter().map(|tile| tile.text.clone());
        texts.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(look(), "4* 3 1>2 2");
    let mut session = level.session();
    session.push("1").unwrap();
    let view = session.view();
    assert_eq!(view.tiles.squares()[3].text, "(2)");
}

/// The squares, in the numbers of the track, that a roll walks over, and where a jump leads then.
fn traced(notes: &str, moves: &[&str], roll: &str) -> (Vec<u32>, Option<u32>) {
    // 7 8 9 / 6 5 4 / 1 2 3, with a ladder from 1 to 5 and a snake from 8 to 4.
    let level = read(&format!("game: ladders\n{notes}\n\n. 4 .\n. . .\n5 . .\n"));
    let mut session = level.session();
    for step in moves {
        session.push(step).unwrap();
    }
    let number = |square: u32| [7, 8, 9, 6, 5, 4, 1, 2, 3][square as usize];
    let trace = session.trace(roll).unwrap();
    let steps = trace.steps.into_iter().map(number).collect();
    (steps, trace.jump.map(number))
}

#[test]
fn a_roll_walks_over_every_square() {
    let from = "from: 0\ndie: 9\novershoot:";
    let (stay, win) = (format!("{from} stay"), format!("{from} win"));
    let bounce = format!("{from} bounce");
    assert_eq!(traced(&stay, &[], "1"), (vec![1], Some(5)));
    assert_eq!(traced(&stay, &[], "3"), (vec![1, 2, 3], None));
    assert_eq!(traced(&stay, &["1"], "2"), (vec![5, 6, 7], None));
    assert_eq!(traced(&stay, &["1"], "3"), (vec![5, 6, 7, 8], Some(4)));
    assert_eq!(traced(&stay, &["7"], "5"), (vec![7], None));
    assert_eq!(traced(&win, &["7"], "5"), (vec![7, 8, 9], None));
    assert_eq!(traced(&bounce, &["7"], "3"), (vec![7, 8, 9, 8], Some(4)));
    assert_eq!(traced(&bounce, &["7"], "4"), (vec![7, 8, 9, 8, 7], None));
}

#[test]
fn who_begins_on_the_last_square_has_won() {
    let level = read("game: ladders\nfrom: 4\n\n. .\n. .\n");
    let report = level.solve(&mut SearchContext::default()).unwrap();
    let moves = Vec::new();
    assert_eq!(report.verdict, Verdict::Fewest { cost: 0, moves });
}

/// A player who begins on a jump stands there, and takes it only by landing on it later.
#[test]
fn who_begins_on_a_jump_stands_there() {
    let level = read("game: ladders\nfrom: 2\ndie: 1\n\n. 2\n. 4\n");
    let report = level.solve(&mut SearchContext::default()).unwrap();
    assert_eq!(report.verdict, Verdict::Impossible);
    let level = read("game: ladders\nfrom: 2\ndie: 1\n\n. 1\n. 4\n");
    let report = level.solve(&mut SearchContext::default()).unwrap();
    assert_eq!(report.verdict.fewest(), Some(2));
}

#[test]
fn what_the_judge_cannot_say() {
    let said = |notes: &str| {
        let level = read(&format!("game: ladders\n{notes}\n. .\n. .\n"));
        judge_text(&level).unwrap_err()
    };
    assert_eq!(numbers(&said("die: 8\n")), [6, 8]);
    assert_eq!(numbers(&said("from: 0\n")), [1, 0]);
    let overshoot = said("overshoot: stay\n");
    assert!(overshoot.contains("offered") && overshoot.contains("stay"));
}

#[test]
fn what_is_wrong_with_a_note() {
    let wrong = |notes: &str| {
        let text = format!("game: ladders\n{notes}\n\n. .\n3 .\n");
        let source = Source::new(text.as_bytes()).unwrap();
        let error = builtin::read(source, None).err().expect(notes);
        (error.line, error.column)
    };
    for text in ["", "-1", "one", "4294967296"] {
        assert_eq!(wrong(&format!("from: {text}")), (2, 7), "{text}");
    }
    assert_eq!(wrong("overshoot: Stay"), (2, 12));
    // Square 1 holds a jump here, which is right only for those who begin off the board.
    assert_eq!(wrong("from: 2"), (5, 1));
    let text = "game: ladders\nfrom: 5\n\n. .\n. .\n";
    let error = builtin::read(Source::new(text.as_bytes()).unwrap(), None);
    let error = error.err().unwrap();
    assert_eq!((error.line, error.column), (2, 7));
}
