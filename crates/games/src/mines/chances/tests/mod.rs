//! Every chance and every count against a plain enumeration of all layouts, and against published
//! positions.

mod backtracking;

use fastrand::Rng;
use fewest_search::{Limits, Unwatched};
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::ToPrimitive as _;

use super::*;

const SEED: u64 = 20_261_116;

fn chances(position: &Position) -> Result<Chances, NoChances> {
    position.chances(&Limits::default(), &mut Unwatched)
}

/// A position as it is drawn: digits, `.` covered, `*` a mine that can be seen.
fn position(rows: &[&str], mines: Mines) -> Position {
    let cell = |byte: u8| match byte {
        b'.' => COVERED,
        b'*' => MINE,
        digit => digit - b'0',
    };
    let cells = rows.iter().flat_map(|row| row.bytes().map(cell)).collect();
    Position {
        cells: Grid::new(rows[0].len(), cells),
        mines,
    }
}

/// All layouts that fit, by trying every set of covered cells: each as its mines, one bit a cell.
fn layouts(position: &Position) -> Vec<u32> {
    let cells = &position.cells;
    let covered: Vec<Square> = position.covered().collect();
    let fits = |layout: &u32| {
        let is_mine = |square: Square| match cells[square] {
            MINE => true,
            COVERED => {
                let at = covered.iter().position(|&other| other == square);
                layout >> at.expect("it is covered") & 1 == 1
            }
            _ => false,
        };
        let mut numbers = (0..cells.len()).filter(|&square| cells[square] < COVERED);
        let total = match position.mines {
            Mines::Total(total) => layout.count_ones() == total,
            Mines::Density { .. } => true,
        };
        total
            && numbers.all(|number| {
                let mines = cells.around(number).filter(|&near| is_mine(near)).count();
                mines == usize::from(cells[number])
            })
    };
    (0..1 << covered.len()).filter(fits).collect()
}

fn weight(position: &Position, layout: u32) -> BigUint {
    let covered = position.covered().count() as u32;
    match position.mines {
        Mines::Total(_) => 1u32.into(),
        Mines::Density { mines, all } => {
            let count = layout.count_ones();
            BigUint::from(mines).pow(count) * BigUint::from(all - mines).pow(covered - count)
        }
    }
}

/// A small board, some of it opened: nearly always right, sometimes with a number that is not.
fn random(rng: &mut Rng) -> Position {
    let (rows, columns) = (rng.usize(1..=5), rng.usize(1..=6));
    let grid = Grid::new(columns, vec![0u8; rows * columns]);
    let share = rng.f64() * 0.6;
    let is_mine: Vec<bool> = (0..grid.len()).map(|_| rng.f64() < share).collect();
    let covered = 0.1 + rng.f64() * 0.5;
    let mut open = 0;
    let mut cells: Vec<u8> = (0..grid.len())
        .map(|square| {
            let near = grid.around(square).filter(|&near| is_mine[near as usize]);
            match (is_mine[square as usize], rng.f64() < covered) {
                (true, _) if rng.f64() < 0.1 => MINE,
                (true, _) | (_, true) => COVERED,
                _ => near.count() as u8,
            }
        })
        .collect();
    // Enough are open for every set of the others to be tried.
    for square in 0..cells.len() {
        let count = cells.iter().filter(|&&cell| cell == COVERED).count();
        if count > 14 && cells[square] == COVERED {
            cells[square] = match is_mine[square] {
                true => MINE,
                false => UNTOLD,
            };
        }
        open += usize::from(cells[square] < COVERED);
    }
    let seen = cells.iter().filter(|&&cell| cell == MINE).count();
    let all = is_mine.iter().filter(|&&is_mine| is_mine).count();
    if open > 0 && rng.u8(..8) == 0 {
        let numbers: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] < COVERED).collect();
        cells[numbers[rng.usize(..open)]] = rng.u8(..=8);
    }
    let total = match rng.u8(..10) {
        0 => all - seen + 1,
        _ => all - seen,
    };
    Position {
        cells: Grid::new(columns, cells),
        mines: match rng.bool() {
            true => Mines::Total(total as u32),
            false => Mines::Density {
                mines: rng.u32(1..5),
                all: rng.u32(5..12),
            },
        },
    }
}

#[test]
fn all_chances_are_those_of_every_layout() {
    let mut rng = Rng::with_seed(SEED);
    let mut wrong = 0;
    let mut look = Look::default();
    for round in 0..6_000 {
        let position = random(&mut rng);
        let name = format!("seed {SEED}, round {round}: {position:?}");
        let layouts = layouts(&position);
        let near = Neighbours::new(&position.cells);
        let quick = look.at(position.cells.squares(), &near, position.mines);
        let chances = match chances(&position) {
            Ok(chances) => chances,
            Err(NoChances::Contradiction(found)) => {
                assert!(layouts.is_empty() && quick.is_err(), "{name}");
                holds(&position, &found, &name);
                wrong += 1;
                continue;
            }
            Err(other) => panic!("{other:?}, {name}"),
        };
        quick.expect(&name);
        assert_eq!(chances.layouts, layouts.len().into(), "{name}");
        let all: BigUint = layouts
            .iter()
            .map(|&layout| weight(&position, layout))
            .sum();
        for (at, square) in position.covered().enumerate() {
            let with: Vec<u32> = layouts
                .iter()
                .copied()
                .filter(|layout| layout >> at & 1 == 1)
                .collect();
            let mines: BigUint = with.iter().map(|&layout| weight(&position, layout)).sum();
            let chance = Ratio::new(mines, all.clone());
            let told = chances.mine(square).expect(&name);
            assert_eq!(*told, chance, "{square}, {name}");
            assert_eq!(chances.is_safe(square), with.is_empty(), "{square}, {name}");
            assert_eq!(
                chances.is_mine(square),
                with.len() == layouts.len(),
                "{square}, {name}"
            );
            let quick = look.chance(square);
            let chance = chance.to_f64().expect("it is a number");
            assert!(
                (quick - chance).abs() < 1e-12,
                "{quick} for {chance}, {name}"
            );
            assert_eq!(quick == 0.0, with.is_empty(), "{name}");
            assert_eq!(quick == 1.0, with.len() == layouts.len(), "{name}");
        }
        if let Mines::Total(_) = position.mines {
            let count = look.weight.exp();
            assert!(
                (count / layouts.len() as f64 - 1.0).abs() < 1e-9,
                "{count}, {name}"
            );
        }
    }
    assert!(wrong > 300, "only {wrong} were wrong");
}

/// What is said to contradict itself does, and nothing of it could be left out.
fn holds(position: &Position, found: &Contradiction, name: &str) {
    let among = |numbers: &[Square], with_total: bool| {
        let mut trial = position.clone();
        for square in 0..trial.cells.len() {
            if trial.cells[square] < COVERED && !numbers.contains(&square) {
                trial.cells[square] = UNTOLD;
            }
        }
        if !with_total {
            trial.mines = Mines::Density { mines: 1, all: 2 };
        }
        layouts(&trial).is_empty()
    };
    assert!(among(&found.numbers, found.with_total), "{found:?}, {name}");
    if found.with_total {
        assert!(!among(&found.numbers, false), "{found:?}, {name}");
    }
    for left_out in 0..found.numbers.len() {
        let mut fewer = found.numbers.clone();
        fewer.remove(left_out);
        assert!(!among(&fewer, found.with_total), "{found:?}, {name}");
    }
}

#[test]
fn a_known_corner() {
    let mut rows = vec!["........"; 8];
    rows[0] = "1.......";
    rows[1] = "1.......";
    rows[2] = "2.......";
    let chances = chances(&position(&rows, Mines::Total(10))).expect("it is right");
    assert_eq!(chances.layouts, 3_072_905_550u64.into());
    let told = |row: u32, column: u32| chances.mine(row * 8 + column).expect("it is covered");
    let ratio = |mines: u32, all: u32| Ratio::new(BigUint::from(mines), BigUint::from(all));
    assert_eq!(*told(0, 1), ratio(4, 53));
    assert_eq!(*told(1, 1), ratio(49, 53));
    assert_eq!(*told(2, 1), ratio(0, 1));
    assert_eq!(*told(3, 0), ratio(57, 106));
    assert_eq!(*told(3, 1), ratio(57, 106));
    assert_eq!(*told(7, 7), ratio(15, 106));
    assert!(chances.is_safe(17) && !chances.is_mine(9));
}

/// A frontier as long as a board is wide, and a board without any number.
#[test]
fn length_costs_little() {
    let row = |cells: &str| cells.repeat(1_000);
    let rows = [row("."), row("1"), row(".")];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let density = Mines::Density { mines: 1, all: 5 };
    let all = chances(&position(&rows, density)).expect("it is right");
    // Every third column holds one mine, above or below.
    assert_eq!(all.layouts, BigUint::from(1u32) << 334);
    let rows = vec!["................"; 16];
    let empty = chances(&position(&rows, Mines::Total(40))).expect("it is right");
    assert_eq!(
        empty.mine(0),
        Some(&Ratio::new(40u32.into(), 256u32.into()))
    );
    assert_eq!(empty.sea, 256);
}

#[test]
fn a_limit_of_memory_is_kept() {
    let rows = vec!["................"; 16];
    let limits = Limits {
        memory: Some(1_000),
        ..Limits::default()
    };
    let ended = position(&rows, Mines::Total(40)).chances(&limits, &mut Unwatched);
    assert!(matches!(ended, Err(NoChances::GaveUp(Limit::Memory))));
}
