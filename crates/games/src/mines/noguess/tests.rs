//! Every fast way agrees with a plain one.

use super::deal::Deal;
use super::pairs::Pairs;
use super::plain;
use super::position::Position;
use super::quick::{Play, Quick};
use super::repair::{Answer, Repair};
use super::row::{Row, Wide};
use super::sets::Sets;
use super::shape::Shape;
use super::totals::count;
use super::twins::has_twins;
use super::{Grade, Seeker, grade};
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::mines::First;

fn board(rows: u32, columns: u32, layout: u32) -> Grid<bool> {
    let squares = (0..rows * columns).map(|square| layout >> square & 1 == 1);
    Grid::new(columns as usize, squares.collect())
}

/// The places where mines may be by what the first click is promised.
fn places((rows, columns): (u32, u32), click: Square, first: First) -> Vec<Square> {
    let grid = Grid::new(columns as usize, vec![(); (rows * columns) as usize]);
    let is_spared = |square: &Square| match first {
        First::Any => false,
        First::Safe => *square == click,
        First::Open => *square == click || grid.around(click).any(|near| near == *square),
    };
    (0..grid.len())
        .filter(|square| !is_spared(square))
        .collect()
}

fn seeking(size: (u32, u32), mines: u32, click: Square, first: First) -> Option<Seeker> {
    Seeker::new(size, mines, click, &places(size, click, first))
}

fn neighbours(rows: u32, columns: u32) -> Vec<u32> {
    let grid = board(rows, columns, 0);
    let around = |square| grid.around(square).fold(0, |mask, near| mask | 1 << near);
    (0..rows * columns).map(around).collect()
}

/// How many of all boards with so many mines need no guess, from each of some first clicks: by the
/// plain way, which the fast one agrees with on every board, also where it goes through all layouts
/// at once.
fn count_all<R: Row>(rows: u32, columns: u32, mines: u32, clicks: &[Square]) -> Vec<u32> {
    let layouts = plain::layouts(rows * columns, mines);
    let around = neighbours(rows, columns);
    let shape = Shape::new(rows, columns);
    let size = (shape.rows(), shape.columns());
    let mut players = [Repair::MOST_STEPS, 2].map(|steps| Quick::<R>::new(size, steps));
    let count = |&first: &Square| {
        let boards = layouts.iter().filter(|&&layout| {
            let is_certain = plain::needs_no_guess(&layouts, &around, layout, first);
            let expected = if is_certain {
                Play::Certain
            } else {
                Play::Guess
            };
            let mines = shape.rows_of::<R>(&board(rows, columns, layout));
            for player in &mut players {
                let play = player.play(&mines, shape.place(first));
                assert_eq!(play, expected, "{layout:b} from {first}");
            }
            is_certain
        });
        boards.count() as u32
    };
    clicks.iter().map(count).collect()
}

#[test]
fn all_boards_of_four_by_four_are_told_apart_exactly() {
    // A corner, an edge and the middle: the others are these, mirrored.
    let clicks = [0, 1, 5];
    let counts = [
        (0, [1, 1, 1]),
        (1, [15, 15, 15]),
        (2, [69, 55, 49]),
        (3, [182, 119, 87]),
        (4, [270, 153, 87]),
        (5, [210, 108, 52]),
        (11, [1, 0, 0]),
        (12, [1, 0, 0]),
        (13, [0, 0, 0]),
        (14, [0, 0, 0]),
        (15, [1, 1, 1]),
        (16, [0, 0, 0]),
    ];
    for (mines, expected) in counts {
        assert_eq!(count_all::<u32>(4, 4, mines, &clicks), expected, "{mines}");
    }
}

#[test]
fn all_boards_of_other_sizes_are_told_apart_exactly() {
    // From a corner, an edge twice, and the inside three times.
    let clicks = [0, 1, 2, 6, 7, 12];
    let five_by_five = [
        [1; 6],
        [24; 6],
        [201, 171, 171, 140, 140, 140],
        [1045, 799, 809, 512, 520, 524],
    ];
    for (mines, expected) in (0..).zip(five_by_five) {
        assert_eq!(
            count_all::<Wide<4>>(5, 5, mines, &clicks),
            expected,
            "{mines}"
        );
    }
    let others = [
        ([1, 1, 1], [1, 1, 1], [1, 1, 1]),
        ([11, 11, 11], [1, 1, 1], [14, 14, 14]),
        ([1, 2, 23], [6, 6, 6], [56, 46, 43]),
        ([1, 1, 4], [1, 1, 2], [113, 71, 76]),
        ([1, 1, 5], [1, 1, 7], [112, 44, 85]),
        ([1, 1, 5], [0, 1, 1], [76, 18, 60]),
        ([1, 1, 4], [1, 1, 2], [41, 8, 25]),
    ];
    for (mines, (line, two_rows, three_columns)) in (0..).zip(others) {
        assert_eq!(count_all::<u64>(1, 12, mines, &[0, 1, 5]), line, "{mines}");
        assert_eq!(
            count_all::<u64>(2, 7, mines, &[0, 1, 3]),
            two_rows,
            "{mines}"
        );
        assert_eq!(
            count_all::<u32>(5, 3, mines, &[0, 1, 7]),
            three_columns,
            "{mines}"
        );
    }
}

/// A seeker's boards of Expert's size, with some other numbers of mines.
fn drawn(boards: u32, mut hear: impl FnMut(Grid<bool>, Square, Play)) {
    let mut chance = Chance::new(7);
    for mines in [60, 80, 99, 110] {
        for (first, rule) in [(0, First::Open), (255, First::Open), (70, First::Safe)] {
            let mut seeker = seeking((16, 30), mines, first, rule).expect("there is room");
            for _ in 0..boards {
                let (board, play) = seeker.draw(&mut chance);
                hear(board, first, play);
            }
        }
    }
}

#[test]
fn large_boards_have_the_grades_that_the_plain_way_needs() {
    let (mut needed, mut guess) = ([0; 4], 0);
    drawn(30, |board, first, play| {
        let Some(expected) = plain::grade(&board, first) else {
            return;
        };
        assert_eq!(play, expected.err().unwrap_or(Play::Certain));
        assert_eq!(grade(&board, first), expected);
        let Ok(grade) = expected else {
            guess += 1;
            return;
        };
        let kinds = [grade.single, grade.pair, grade.set, grade.count];
        for (needed, times) in needed.iter_mut().zip(kinds) {
            *needed += u32::from(times > 0);
        }
    });
    assert!(
        needed.iter().all(|&times| times > 0) && guess > 200,
        "{needed:?} {guess}"
    );
}

#[test]
fn small_boards_have_the_grades_that_the_plain_way_needs() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut kinds = [0; 5];
    for _ in 0..2_000 {
        let (rows, columns) = [(4, 4), (3, 5), (2, 7), (5, 5)][random.usize(..4)];
        let cells = rows * columns;
        let mines = random.u32(1..6);
        let mut layout = 0u32;
        while layout.count_ones() < mines {
            layout |= 1 << random.u32(..cells);
        }
        let board = board(rows, columns, layout);
        let first = random.u32(..cells);
        let expected = plain::grade(&board, first).expect("there are not many layouts");
        assert_eq!(grade(&board, first), expected, "{board:?} from {first}");
        if let Ok(grade) = expected {
            kinds[usize::from(grade.hardest())] += 1;
        }
    }
    assert!(kinds.iter().all(|&times| times > 0), "{kinds:?}");
}

#[test]
fn what_needs_no_guess_has_a_grade_and_the_rest_has_none() {
    let mut kinds = [0; 5];
    drawn(60, |board, first, play| match grade(&board, first) {
        Ok(grade) => {
            assert_eq!(play, Play::Certain);
            kinds[usize::from(grade.hardest())] += 1;
        }
        Err(why) => assert_eq!(play, why),
    });
    assert!(kinds[1..].iter().all(|&times| times > 0), "{kinds:?}");
}

#[test]
fn small_changes_find_what_all_layouts_allow() {
    let (mut sets, mut repair) = (Sets::default(), Repair::new(Repair::MOST_STEPS));
    let shape = Shape::new(16, 30);
    let mut position = Position::<u32>::new(16, 30);
    let mut pairs = Pairs::new(&position);
    let mut times = [0; 3];
    drawn(60, |board, first, _| {
        position.begin(&shape.rows_of(&board), shape.place(first));
        position.singles();
        while pairs.reason(&mut position) {
            position.singles();
        }
        sets.read(&position);
        let Some(counted) = count(&sets) else {
            panic!("{board:?} has too many layouts");
        };
        for counts in [false, true] {
            repair.begin(&sets, counts);
            for at in 0..sets.groups.len() {
                for side in [0, 1] {
                    let answer = repair.can(&sets, at, side == 0);
                    let (can, can_uncounted) =
                        (counted.groups[at][side], counted.uncounted[at][side]);
                    match answer {
                        Answer::Yes => assert!(if counts { can } else { can_uncounted }),
                        Answer::No => assert!(!can_uncounted),
                        Answer::Uncounted => assert!(counts && can_uncounted),
                        Answer::Unknown => panic!("it takes too long"),
                    }
                    times[answer as usize] += 1;
                }
            }
        }
    });
    assert!(times.iter().all(|&times| times > 0), "{times:?}");
}

#[test]
fn what_has_twins_needs_a_guess() {
    let shape = Shape::new(16, 30);
    let mut position = Position::<u32>::new(16, 30);
    let mut times = 0;
    drawn(60, |board, first, _| {
        position.begin(&shape.rows_of(&board), shape.place(first));
        if has_twins(&position) {
            assert_eq!(grade(&board, first), Err(Play::Guess));
            times += 1;
        }
    });
    assert!(times > 100, "{times}");
}

#[test]
fn boards_are_dealt_as_is_asked() {
    let shape = Shape::new(3, 70);
    let mut chance = Chance::new(1);
    for (rule, count) in [(First::Any, 210), (First::Safe, 209), (First::Open, 204)] {
        let allowed = places((3, 70), 1, rule);
        assert_eq!(allowed.len() as u32, count);
        assert!(Deal::<u32>::new(&shape, count + 1, &allowed).is_none());
        for mines in [0, 1, count / 2, count / 2 + 1, count - 1, count] {
            let mut deal = Deal::<u32>::new(&shape, mines, &allowed).expect("there is room");
            for _ in 0..20 {
                let rows = deal.next(&mut chance).to_vec();
                let board = shape.board_of(&rows);
                let of = |squares: &[Square]| squares.iter().any(|&square| board[square]);
                assert_eq!(shape.rows_of::<u32>(&board), rows);
                assert_eq!(
                    board.squares().iter().filter(|&&mine| mine).count(),
                    mines as usize
                );
                assert!(rule == First::Any || !of(&[1]));
                assert!(rule != First::Open || !of(&[0, 1, 2, 70, 71, 72]));
            }
        }
    }
}

#[test]
fn every_board_that_needs_no_guess_is_as_likely_as_any_other() {
    // 87 of all boards with three mines need none from the middle, each drawn about as often.
    let mut seeker = seeking((4, 4), 3, 5, First::Any).expect("there is room");
    let mut chance = Chance::new(1);
    let mut times = std::collections::HashMap::new();
    let mut drawn = 0;
    for _ in 0..87 * 400 {
        let sought = seeker.seek(&mut chance, u64::MAX);
        assert_eq!(sought.unknown, 0);
        drawn += sought.drawn;
        let board = sought.board.expect("one is found at last");
        *times.entry(board.squares().to_vec()).or_insert(0u32) += 1;
    }
    assert_eq!(times.len(), 87);
    assert!(
        times.values().all(|times| times.abs_diff(400) < 100),
        "{times:?}"
    );
    let expected = 560 * 400;
    assert!(drawn.abs_diff(expected) < expected / 50, "{drawn}");
}

#[test]
fn a_seed_leads_to_the_same_board_for_ever() {
    let drawn_for = |seed: u64, first, rule| {
        let mut seeker = seeking((16, 30), 99, first, rule).expect("there is room");
        seeker.seek(&mut Chance::new(seed), u64::MAX).drawn
    };
    let sum = |first, rule| {
        (1..=50)
            .map(|seed| drawn_for(seed, first, rule))
            .sum::<u64>()
    };
    assert_eq!(
        [
            sum(255, First::Open),
            sum(0, First::Open),
            sum(0, First::Safe)
        ],
        [245, 460, 968]
    );
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let mut seeker = seeking((2, 2), 2, 0, First::Any).expect("there is room");
    let sought = seeker.seek(&mut Chance::new(1), 1_000);
    assert_eq!(
        (sought.drawn, sought.unknown, sought.board),
        (1_000, 0, None)
    );
    assert!(seeking((3, 3), 1, 4, First::Open).is_none());
    assert!(seeking((3, 3), 9, 4, First::Safe).is_none());
    let whole = seeking((3, 3), 0, 4, First::Open).map(|mut seeker| {
        seeker
            .seek(&mut Chance::new(1), 1)
            .board
            .expect("there is one")
    });
    let whole = whole.expect("there is room");
    assert_eq!(grade(&whole, 4), Ok(Grade::default()));
}

#[test]
fn boards_of_every_width_are_played() {
    for (rows, columns) in [
        (1, 1),
        (1, 4_000),
        (40, 50),
        (70, 90),
        (300, 300),
        (2_000, 3),
    ] {
        let cells = rows * columns;
        let mut seeker =
            seeking((rows, columns), cells / 25, cells / 2, First::Open).expect("there is room");
        for seed in 0..5 {
            let (board, play) = seeker.draw(&mut Chance::new(seed));
            assert_eq!(
                grade(&board, cells / 2).err(),
                (play != Play::Certain).then_some(play)
            );
        }
    }
    assert!(Seeker::new((2_049, 2_049), 1, 0, &[0, 1]).is_none());
}
