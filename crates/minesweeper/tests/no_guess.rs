//! Boards without a guess against plain enumeration, and against the exact probabilities.

mod plain;

use fewest_minesweeper::{
    Cell, FirstClick, Grid, MineCount, NoGuessGenerator, NoReasoning, Position, Reasoning, Square,
    reasoning, split_mix_64,
};
use fewest_search::SearchContext;

fn board(rows: u32, columns: u32, layout: u32) -> Grid<bool> {
    let squares = (0..rows * columns).map(|square| layout >> square & 1 == 1);
    Grid::new(columns as usize, squares.collect())
}

fn generator(
    (rows, columns): (u32, u32),
    mines: u32,
    click: Square,
    first: FirstClick,
) -> Option<NoGuessGenerator> {
    let grid = Grid::new(columns as usize, vec![(); (rows * columns) as usize]);
    let promised = first.promised(&grid, click);
    let places: Vec<Square> = (0..grid.len())
        .filter(|square| !promised.contains(square))
        .collect();
    NoGuessGenerator::new((rows, columns), mines, click, &places)
}

fn neighbours(rows: u32, columns: u32) -> Vec<u32> {
    let grid = board(rows, columns, 0);
    let around = |square| grid.around(square).fold(0, |mask, near| mask | 1 << near);
    (0..rows * columns).map(around).collect()
}

/// The number of all boards with some mines that need no guess, from each of some first clicks.
fn count_all(rows: u32, columns: u32, mines: u32, clicks: &[Square]) -> Vec<u32> {
    let layouts = plain::layouts(rows * columns, mines);
    let around = neighbours(rows, columns);
    let count = |&first: &Square| {
        let boards = layouts.iter().filter(|&&layout| {
            let is_certain = plain::needs_no_guess(&layouts, &around, layout, first);
            let found = reasoning(&board(rows, columns, layout), first);
            let expected = (!is_certain).then_some(NoReasoning::Guess);
            assert_eq!(found.err(), expected, "{layout:b} from {first}");
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
        assert_eq!(count_all(4, 4, mines, &clicks), expected, "{mines}");
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
        assert_eq!(count_all(5, 5, mines, &clicks), expected, "{mines}");
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
        assert_eq!(count_all(1, 12, mines, &[0, 1, 5]), line, "{mines}");
        assert_eq!(count_all(2, 7, mines, &[0, 1, 3]), two_rows, "{mines}");
        assert_eq!(count_all(5, 3, mines, &[0, 1, 7]), three_columns, "{mines}");
    }
}

/// Random boards of Expert's size with different numbers of mines.
fn each_drawn(
    boards: u32,
    mut check: impl FnMut(Grid<bool>, Square, Result<Reasoning, NoReasoning>),
) {
    let mut bits = split_mix_64(7);
    for mines in [60, 80, 99, 110] {
        for (click, first) in [
            (0, FirstClick::Open),
            (255, FirstClick::Open),
            (70, FirstClick::Safe),
        ] {
            let mut generator = generator((16, 30), mines, click, first).expect("there is room");
            for _ in 0..boards {
                let (board, found) = generator.draw(&mut bits);
                check(board, click, found);
            }
        }
    }
}

#[test]
fn large_boards_take_the_reasoning_that_the_plain_way_needs() {
    let (mut needed, mut guesses) = ([0; 4], 0);
    each_drawn(40, |board, first, found| {
        assert_eq!(reasoning(&board, first), found);
        let Some(expected) = plain::reasoning(&board, first) else {
            return;
        };
        assert_eq!(found, expected);
        let Ok(reasoning) = expected else {
            guesses += 1;
            return;
        };
        let kinds = [
            reasoning.single,
            reasoning.pair,
            reasoning.set,
            reasoning.count,
        ];
        for (needed, times) in needed.iter_mut().zip(kinds) {
            *needed += u32::from(times > 0);
        }
    });
    assert!(
        needed.iter().all(|&times| times > 0) && guesses > 200,
        "{needed:?} {guesses}"
    );
}

/// Opens what the exact probabilities show to be safe, again and again; whether that wins.
fn probabilities_win(mines: &Grid<bool>, first: Square) -> bool {
    let number = |square| mines.around(square).filter(|&near| mines[near]).count() as u8;
    let total = mines.squares().iter().filter(|&&is_mine| is_mine).count() as u32;
    let mut position = Position {
        cells: mines.map(|_| Cell::Covered),
        mines: MineCount::Total(total),
    };
    let mut safe = vec![first];
    while !safe.is_empty() {
        while let Some(square) = safe.pop() {
            assert!(!mines[square], "what is safe is no mine");
            if position.cells[square] == Cell::Covered {
                position.cells[square] = Cell::Number(number(square));
                let opens = number(square) == 0;
                safe.extend(mines.around(square).filter(|_| opens));
            }
        }
        let exact = position.probabilities(&mut SearchContext::default());
        let Ok(exact) = exact else {
            panic!("the board itself fits");
        };
        safe.extend(position.covered().filter(|&square| exact.is_safe(square)));
    }
    position.covered().count() as u32 == total
}

#[test]
fn the_exact_probabilities_win_the_same_boards() {
    let mut bits = split_mix_64(11);
    let mut times = [0; 2];
    for (size, mines, first) in [
        ((16, 30), 99, 255),
        ((16, 30), 99, 0),
        ((16, 16), 30, 17),
        ((9, 9), 10, 40),
        ((5, 40), 25, 3),
    ] {
        let mut generator = generator(size, mines, first, FirstClick::Safe).expect("there is room");
        for _ in 0..120 {
            let (board, found) = generator.draw(&mut bits);
            let is_certain = probabilities_win(&board, first);
            assert_eq!(found.err(), (!is_certain).then_some(NoReasoning::Guess));
            times[usize::from(is_certain)] += 1;
        }
    }
    assert!(times.iter().all(|&times| times > 30), "{times:?}");
}

#[test]
fn small_boards_take_the_reasoning_that_the_plain_way_needs() {
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
        let expected = plain::reasoning(&board, first).expect("there are not many layouts");
        assert_eq!(reasoning(&board, first), expected, "{board:?} from {first}");
        if let Ok(reasoning) = expected {
            kinds[usize::from(reasoning.hardest())] += 1;
        }
    }
    assert!(kinds.iter().all(|&times| times > 0), "{kinds:?}");
}

#[test]
fn boards_have_their_mines_where_they_may_be() {
    let mut bits = split_mix_64(1);
    for (first, places) in [
        (FirstClick::Any, 210),
        (FirstClick::Safe, 209),
        (FirstClick::Open, 204),
    ] {
        assert!(generator((3, 70), places + 1, 1, first).is_none());
        for mines in [0, 1, places / 2, places / 2 + 1, places - 1, places] {
            let mut generator = generator((3, 70), mines, 1, first).expect("there is room");
            for _ in 0..20 {
                let (board, _) = generator.draw(&mut bits);
                let count = board.squares().iter().filter(|&&mine| mine).count();
                assert_eq!(count, mines as usize);
                let promised = first.promised(&board, 1);
                assert!(!promised.into_iter().any(|square| board[square]));
            }
        }
    }
}

#[test]
fn every_board_that_needs_no_guess_is_as_likely_as_any_other() {
    // 87 of all boards with three mines need none from the middle, each drawn about as often.
    let mut generator = generator((4, 4), 3, 5, FirstClick::Any).expect("there is room");
    let mut bits = split_mix_64(1);
    let mut times = std::collections::HashMap::new();
    let mut drawn = 0;
    for _ in 0..87 * 400 {
        let one = generator.find(&mut bits, u64::MAX);
        assert_eq!(one.unknown, 0);
        drawn += one.boards;
        let (board, _) = one.found.expect("one is found eventually");
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
fn a_seed_always_leads_to_the_same_board() {
    let drawn_for = |seed: u64, first, rule| {
        let mut generator = generator((16, 30), 99, first, rule).expect("there is room");
        generator.find(&mut split_mix_64(seed), u64::MAX).boards
    };
    let sum = |first, rule| {
        (1..=50)
            .map(|seed| drawn_for(seed, first, rule))
            .sum::<u64>()
    };
    assert_eq!(
        [
            sum(255, FirstClick::Open),
            sum(0, FirstClick::Open),
            sum(0, FirstClick::Safe)
        ],
        [245, 460, 968]
    );
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let mut two = generator((2, 2), 2, 0, FirstClick::Any).expect("there is room");
    let drawn = two.find(&mut split_mix_64(1), 1_000);
    assert_eq!((drawn.boards, drawn.unknown, drawn.found), (1_000, 0, None));
    assert!(generator((3, 3), 1, 4, FirstClick::Open).is_none());
    assert!(generator((3, 3), 9, 4, FirstClick::Safe).is_none());
    let mut none = generator((3, 3), 0, 4, FirstClick::Open).expect("there is room");
    let drawn = none.find(&mut split_mix_64(1), 1);
    let (_, reasoning) = drawn.found.expect("the first click opens everything");
    assert_eq!(reasoning, Reasoning::default());
}

#[test]
fn boards_of_every_shape_are_decided() {
    for (rows, columns) in [
        (1, 1),
        (1, 4_000),
        (40, 50),
        (70, 90),
        (300, 300),
        (2_000, 3),
    ] {
        let cells = rows * columns;
        let mut generator = generator((rows, columns), cells / 25, cells / 2, FirstClick::Open)
            .expect("there is room");
        for seed in 0..5 {
            let (_, found) = generator.draw(&mut split_mix_64(seed));
            assert_ne!(found, Err(NoReasoning::Unknown));
        }
    }
    assert!(NoGuessGenerator::new((2_049, 2_049), 1, 0, &[0, 1]).is_none());
}
