//! The counts against the generic survey, which walks through every position, and against a plain
//! sum over all sets of openings.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use fewest_search::{Limit, Limits, SearchContext, Verdict};
use num_bigint::BigUint;

use super::ByUnits;
use crate::game::Game as _;
use crate::grid::Place;
use crate::mines::tests::field::{Cell, Field, SEED, every_field, play, random_field};
use crate::mines::{Board, Touch};
use crate::oracle::{Solve as _, seen, within};
use crate::survey::Survey;

/// The solutions that are compared, where there are more.
const MOST: usize = 500;

/// What a survey counts, and the solutions that it lists.
type Surveyed = (Survey, Vec<Vec<Touch>>);

fn counted(board: &Board) -> Surveyed {
    let mut solutions = Vec::new();
    let survey = board.survey(&mut SearchContext::default(), &mut |moves| {
        hear(moves, &mut solutions)
    });
    (survey.unwrap(), solutions)
}

fn walked(board: &Board) -> Surveyed {
    let mut solutions = Vec::new();
    let survey = board
        .puzzle()
        .survey(&mut SearchContext::default(), &mut |moves| {
            hear(moves, &mut solutions)
        });
    (survey.unwrap(), solutions)
}

fn hear(moves: &[Touch], solutions: &mut Vec<Vec<Touch>>) -> ControlFlow<()> {
    solutions.push(moves.to_vec());
    if solutions.len() < MOST {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// Holds the survey to the generic one.
fn check(field: &Field) {
    let board = field.board();
    let (survey, solutions) = counted(&board);
    let seen = seen(SEED, || field.board_text());
    let (walked, walked_solutions) = walked(&board);
    assert_eq!(survey, walked, "{seen}");
    assert_eq!(solutions, walked_solutions, "{seen}");
    let heard = survey.solutions.min(MOST.into());
    assert_eq!(heard, solutions.len().into(), "{seen}");
    check_first_clicks(field, &seen);
}

/// Holds the first clicks to those after which one click fewer is needed.
fn check_first_clicks(field: &Field, seen: &dyn Display) {
    let board = field.board();
    let solved = board.solve(&mut SearchContext::default()).verdict;
    let keeping = |fewest| board.keeping(fewest, &mut SearchContext::default());
    let Some(fewest) = solved.fewest() else {
        return assert_eq!(keeping(0), Ok(Vec::new()), "{seen}");
    };
    let keeps = |cell: &Cell| {
        let mut after = field.clone();
        after.click(*cell);
        let solved = after.board().solve(&mut SearchContext::default());
        solved.verdict.fewest() < Some(fewest)
    };
    let open = |(row, column): Cell| {
        Touch::Open(Place {
            row: row as u32,
            column: column as u32,
        })
    };
    let clicks = field.hidden(&['E']).into_iter().filter(keeps).map(open);
    assert_eq!(keeping(fewest), Ok(clicks.collect()), "{seen}");
}

/// The digits that are hidden.
fn digits(field: &Field) -> Vec<Cell> {
    let mut digits = field.hidden(&['E']);
    digits.retain(|&cell| field.mines(cell) > 0);
    digits
}

/// How many openings the digits touch that touch most.
fn most_touched(board: &Board) -> usize {
    let units = ByUnits::find(board, &mut SearchContext::default()).unwrap();
    let several = units.shared.iter().map(|shared| shared.openings().count());
    several.max().unwrap_or(0)
}

/// A board with many revealed cells, so that few positions have many openings with digits between
/// them.
fn sparse_field(most: usize, rng: &mut Rng) -> Field {
    let (rows, columns) = (rng.usize(2..=most), rng.usize(2..=most));
    let (mines, revealed) = (rng.f32() * 0.2, rng.f32() * 0.9);
    let letters: Vec<char> = (0..rows * columns)
        .map(|_| match rng.f32() {
            random if random < mines => 'M',
            _ if rng.f32() < revealed => '1',
            _ => 'E',
        })
        .collect();
    Field::new(columns, &letters)
}

#[test]
fn random_boards_agree_with_the_generic_survey() {
    let mut rng = Rng::with_seed(SEED);
    let mut checked = [0; 4];
    while checked.iter().sum::<usize>() < 20_000 {
        let mut field = match rng.bool() {
            true => random_field(5, &mut rng),
            false => sparse_field(8, &mut rng),
        };
        play(&mut field, &mut rng);
        // The generic survey walks through two to the number of digits, and of openings.
        let hidden = field.hidden(&['E']).len();
        if digits(&field).len() <= 8 && hidden <= 16 || digits(&field).len() <= 4 && hidden <= 24 {
            check(&field);
            checked[most_touched(&field.board())] += 1;
        }
    }
    let [_, _, two, three] = checked;
    assert!(two > 300 && three > 5, "{checked:?}");
}

#[test]
fn every_row_and_every_small_board_of_hidden_cells() {
    let rows = (1..=8).map(|columns| (1, columns));
    for (rows, columns) in rows.chain([(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]) {
        every_field(rows, columns, &['M', 'E']).for_each(|field| check(&field));
    }
}

#[test]
fn every_small_board_of_hidden_and_revealed_cells() {
    for (rows, columns) in [(1, 4), (2, 2), (2, 3)] {
        every_field(rows, columns, &['M', 'E', 'B', '1', 'X']).for_each(|field| check(&field));
    }
}

/// What one click on each opening reveals, and how many of the cells are blank: found by playing.
fn openings(field: &Field) -> Vec<(Vec<Cell>, u32)> {
    let mut openings: BTreeMap<Vec<Cell>, u32> = BTreeMap::new();
    for cell in field.hidden(&['E']) {
        if field.mines(cell) == 0 {
            let mut after = field.clone();
            after.click(cell);
            let left = after.hidden(&['E']);
            let mut revealed = field.hidden(&['E']);
            revealed.retain(|cell| !left.contains(cell));
            *openings.entry(revealed).or_default() += 1;
        }
    }
    openings.into_iter().collect()
}

/// The positions, their moves, and the best of these, as a sum over all sets of openings.
fn summed(field: &Field) -> [BigUint; 3] {
    let (openings, digits) = (openings(field), digits(field));
    let is_rim = |digit: &Cell| {
        openings
            .iter()
            .any(|(revealed, _)| revealed.contains(digit))
    };
    let lone = digits.iter().filter(|digit| !is_rim(digit)).count() as u32;
    let mut sums = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
    for set in 0..1 << openings.len() {
        let (mut free, mut blank) = (digits.clone(), 0);
        for (number, (revealed, cells)) in openings.iter().enumerate() {
            match set >> number & 1 {
                0 => blank += cells,
                _ => free.retain(|digit| !revealed.contains(digit)),
            }
        }
        // Twice the positions, so that half of them is a whole number.
        let twice = BigUint::from(2u32) << free.len();
        sums[0] += &twice;
        sums[1] += &twice * blank + (&twice >> 1) * free.len();
        sums[2] += &twice * blank + (&twice >> 1) * lone;
    }
    let [positions, mut moves, best] = sums.map(|sum| sum >> 1);
    // Every mine can be clicked on in every position but the won one.
    moves += (&positions - 1u32) * field.hidden(&['M']).len();
    [positions, moves, best]
}

/// Holds the counts to the plain sum; says how many openings there are.
fn check_sums(field: &Field) -> usize {
    let (survey, _) = counted(&field.board());
    let sums = [survey.positions, survey.moves, survey.best];
    assert_eq!(sums, summed(field), "{}", seen(SEED, || field.board_text()));
    openings(field).len()
}

#[test]
fn boards_with_many_openings_agree_with_the_sum() {
    let mut rng = Rng::with_seed(SEED);
    let mut many = 0;
    let mut checked = 0;
    while checked < 2_000 {
        let field = sparse_field(14, &mut rng);
        if openings(&field).len() <= 10 {
            many += usize::from(check_sums(&field) > 6 && most_touched(&field.board()) > 1);
            checked += 1;
        }
    }
    assert!(many > 50, "{many}");
}

/// Openings of one cell each, every one linked to those around it: mines are at every second
/// place of a lattice, and every digit is in the middle of three openings and a mine.
fn mesh(side: usize) -> Field {
    let cell = |row: usize, column: usize| match (row % 2, column % 2) {
        (0, 0) if row.is_multiple_of(4) && column.is_multiple_of(4) => 'M',
        (0, 0) | (1, 1) => 'E',
        _ => '1',
    };
    let row = |row| (0..side).map(|column| cell(row, column)).collect();
    Field {
        rows: (0..side).map(row).collect(),
    }
}

#[test]
fn a_web_of_openings_agrees_with_the_sum() {
    let openings = [3, 5, 7, 9].map(|side| check_sums(&mesh(side)));
    assert_eq!(openings, [3, 5, 12, 16]);
    assert_eq!(most_touched(&mesh(9).board()), 3);
}

/// What is counted of a board within limits.
fn survey(board: &Board, limits: Limits) -> Result<Survey, Limit> {
    let enough = &mut |_: &[Touch]| ControlFlow::Break(());
    board.survey(&mut within(limits), enough)
}

fn states(most: u64) -> Limits {
    Limits {
        states: Some(most),
        ..Limits::default()
    }
}

fn memory(most: u64) -> Limits {
    Limits {
        memory: Some(most),
        ..Limits::default()
    }
}

/// A mesh is settled with tables of just so many entries, or given up before the first.
#[test]
fn states_are_limited() {
    let board = mesh(9).board();
    let free = survey(&board, Limits::default());
    assert_eq!(survey(&board, states(91)), free);
    for most in 0..91 {
        assert_eq!(survey(&board, states(most)), Err(Limit::States), "{most}");
    }
}

#[test]
fn memory_is_limited() {
    let board = mesh(9).board();
    let free = survey(&board, Limits::default());
    let refused = |&most: &u64| survey(&board, memory(most)) == Err(Limit::Memory);
    let enough = (0..).step_by(64).find(|most| !refused(most)).unwrap();
    assert_eq!(survey(&board, memory(enough)), free);
    // More than that is never too little.
    assert!(
        (enough..2 * enough)
            .step_by(256)
            .all(|most| survey(&board, memory(most)) == free)
    );
    assert!((4_000..20_000).contains(&enough), "{enough}");
}

/// Whatever is allowed, a wide mesh is given up at once: its tables would fit no machine.
#[test]
fn a_wide_mesh_is_given_up() {
    let board = mesh(201).board();
    for limits in [Limits::default(), memory(1 << 40)] {
        assert_eq!(survey(&board, limits), Err(Limit::Memory));
    }
}

#[test]
fn the_clock_and_the_watch_are_obeyed() {
    let board = mesh(13).board();
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(survey(&board, limits), Err(Limit::Time));
    // Whenever it is stopped, it stops, in the counting and in the listing.
    let mut looks = 0;
    loop {
        let mut left = looks;
        let mut watch = |_| match left {
            0 => ControlFlow::Break(()),
            _ => {
                left -= 1;
                ControlFlow::Continue(())
            }
        };
        let mut heard = 0;
        let outcome = board.survey(
            &mut SearchContext::default().observed_by(&mut watch),
            &mut |_| {
                heard += 1;
                match heard {
                    1_000 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            },
        );
        match outcome {
            Err(limit) => assert_eq!(limit, Limit::Stopped),
            Ok(_) => break,
        }
        looks += 1;
    }
    assert!(looks > 10, "{looks}");
}

/// The expert's board: its counts, and its first solutions, are there at once.
#[test]
fn an_expert_board_is_surveyed() {
    let mut rng = Rng::with_seed(SEED);
    let mut letters = vec!['E'; 16 * 30];
    letters[..99].fill('M');
    rng.shuffle(&mut letters);
    let board = Field::new(30, &letters).board();
    let (survey, solutions) = counted(&board);
    let solved = board.solve(&mut SearchContext::default());
    let Verdict::Fewest { cost, moves } = solved.verdict else {
        panic!("it can be won");
    };
    assert_eq!(survey.par, Some(cost));
    assert_eq!((solutions.len(), &solutions[0]), (MOST, &moves));
    let order = |moves: &[Touch]| -> Vec<_> {
        moves
            .iter()
            .map(|click| (click.place().row, click.place().column))
            .collect()
    };
    assert!(solutions.is_sorted_by(|one, next| order(one) < order(next)));
}
