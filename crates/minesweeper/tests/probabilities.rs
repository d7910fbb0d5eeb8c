//! The probabilities against plain enumeration and plain backtracking over all layouts, and against
//! published positions.

use fastrand::Rng;
use fewest_minesweeper::{
    Cell, Contradiction, FloatProbabilities, Grid, MineCount, Neighbours, Position, Probabilities,
    ProbabilityError, Square,
};
use fewest_search::{Limit, Limits, SearchContext, SearchOptions};
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::ToPrimitive as _;

const SEED: u64 = 20_261_116;

fn probabilities(position: &Position) -> Result<Probabilities, ProbabilityError> {
    position.probabilities(&mut SearchContext::default())
}

/// A position as it is drawn: digits, `.` covered, `*` a mine that can be seen.
fn position(rows: &[&str], mines: MineCount) -> Position {
    let cell = |byte: u8| match byte {
        b'.' => Cell::Covered,
        b'*' => Cell::Mine,
        digit => Cell::Number(digit - b'0'),
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
            Cell::Mine => true,
            Cell::Covered => {
                let at = covered.iter().position(|&other| other == square);
                layout >> at.expect("it is covered") & 1 == 1
            }
            _ => false,
        };
        let mut numbers = (0..cells.len()).filter(|&square| cells[square].is_number());
        let total = match position.mines {
            MineCount::Total(total) => layout.count_ones() == total,
            MineCount::Density { .. } => true,
        };
        total
            && numbers.all(|number| {
                let mines = cells.around(number).filter(|&near| is_mine(near)).count();
                cells[number] == Cell::Number(mines as u8)
            })
    };
    (0..1 << covered.len()).filter(fits).collect()
}

fn weight(position: &Position, layout: u32) -> BigUint {
    let covered = position.covered().count() as u32;
    match position.mines {
        MineCount::Total(_) => 1u32.into(),
        MineCount::Density { mines, of } => {
            let count = layout.count_ones();
            BigUint::from(mines).pow(count) * BigUint::from(of - mines).pow(covered - count)
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
    let mut cells: Vec<Cell> = (0..grid.len())
        .map(|square| {
            let near = grid.around(square).filter(|&near| is_mine[near as usize]);
            match (is_mine[square as usize], rng.f64() < covered) {
                (true, _) if rng.f64() < 0.1 => Cell::Mine,
                (true, _) | (_, true) => Cell::Covered,
                _ => Cell::Number(near.count() as u8),
            }
        })
        .collect();
    // Enough are open for every set of the others to be tried.
    for square in 0..cells.len() {
        let count = cells.iter().filter(|&&cell| cell == Cell::Covered).count();
        if count > 14 && cells[square] == Cell::Covered {
            cells[square] = match is_mine[square] {
                true => Cell::Mine,
                false => Cell::Unnumbered,
            };
        }
        open += usize::from(cells[square].is_number());
    }
    let seen = cells.iter().filter(|&&cell| cell == Cell::Mine).count();
    let all = is_mine.iter().filter(|&&is_mine| is_mine).count();
    if open > 0 && rng.u8(..8) == 0 {
        let numbers: Vec<usize> = (0..cells.len())
            .filter(|&at| cells[at].is_number())
            .collect();
        cells[numbers[rng.usize(..open)]] = Cell::Number(rng.u8(..=8));
    }
    let total = match rng.u8(..10) {
        0 => all - seen + 1,
        _ => all - seen,
    };
    Position {
        cells: Grid::new(columns, cells),
        mines: match rng.bool() {
            true => MineCount::Total(total as u32),
            false => MineCount::Density {
                mines: rng.u32(1..5),
                of: rng.u32(5..12),
            },
        },
    }
}

#[test]
fn all_probabilities_are_those_of_every_layout() {
    let mut rng = Rng::with_seed(SEED);
    let mut wrong = 0;
    let mut fast = FloatProbabilities::default();
    for round in 0..6_000 {
        let position = random(&mut rng);
        let name = format!("seed {SEED}, round {round}: {position:?}");
        let layouts = layouts(&position);
        let near = Neighbours::new(&position.cells);
        let quick = fast.read(position.cells.squares(), &near, position.mines);
        let exact = match probabilities(&position) {
            Ok(exact) => exact,
            Err(ProbabilityError::Contradiction(found)) => {
                assert!(layouts.is_empty() && quick.is_err(), "{name}");
                holds(&position, &found, &name);
                wrong += 1;
                continue;
            }
            Err(other) => panic!("{other:?}, {name}"),
        };
        quick.expect(&name);
        assert_eq!(exact.layouts, layouts.len().into(), "{name}");
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
            let told = exact.mine(square).expect(&name);
            assert_eq!(*told, chance, "{square}, {name}");
            assert_eq!(exact.is_safe(square), with.is_empty(), "{square}, {name}");
            assert_eq!(
                exact.is_mine(square),
                with.len() == layouts.len(),
                "{square}, {name}"
            );
            let quick = fast.mine(square);
            let chance = chance.to_f64().expect("it is a number");
            assert!(
                (quick - chance).abs() < 1e-12,
                "{quick} for {chance}, {name}"
            );
            assert_eq!(quick == 0.0, with.is_empty(), "{name}");
            assert_eq!(quick == 1.0, with.len() == layouts.len(), "{name}");
        }
        if let MineCount::Total(_) = position.mines {
            let count = fast.log_weight.exp();
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
            if trial.cells[square].is_number() && !numbers.contains(&square) {
                trial.cells[square] = Cell::Unnumbered;
            }
        }
        if !with_total {
            trial.mines = MineCount::Density { mines: 1, of: 2 };
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
    let corner = probabilities(&position(&rows, MineCount::Total(10))).expect("it is right");
    assert_eq!(corner.layouts, 3_072_905_550u64.into());
    let told = |row: u32, column: u32| corner.mine(row * 8 + column).expect("it is covered");
    let ratio = |mines: u32, all: u32| Ratio::new(BigUint::from(mines), BigUint::from(all));
    assert_eq!(*told(0, 1), ratio(4, 53));
    assert_eq!(*told(1, 1), ratio(49, 53));
    assert_eq!(*told(2, 1), ratio(0, 1));
    assert_eq!(*told(3, 0), ratio(57, 106));
    assert_eq!(*told(3, 1), ratio(57, 106));
    assert_eq!(*told(7, 7), ratio(15, 106));
    assert!(corner.is_safe(17) && !corner.is_mine(9));
}

/// A frontier as long as a board is wide, and a board without any number.
#[test]
fn length_costs_little() {
    let row = |cells: &str| cells.repeat(1_000);
    let rows = [row("."), row("1"), row(".")];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let density = MineCount::Density { mines: 1, of: 5 };
    let all = probabilities(&position(&rows, density)).expect("it is right");
    // Every third column holds one mine, above or below.
    assert_eq!(all.layouts, BigUint::from(1u32) << 334);
    let rows = vec!["................"; 16];
    let empty = probabilities(&position(&rows, MineCount::Total(40))).expect("it is right");
    assert_eq!(
        empty.mine(0),
        Some(&Ratio::new(40u32.into(), 256u32.into()))
    );
    assert_eq!(empty.unconstrained, 256);
}

#[test]
fn a_limit_of_memory_is_kept() {
    let rows = vec!["................"; 16];
    let limits = Limits {
        memory: Some(1_000),
        ..Limits::default()
    };
    let ended = position(&rows, MineCount::Total(40)).probabilities(&mut SearchContext::new(
        &SearchOptions::new().limits(limits),
    ));
    assert!(matches!(
        ended,
        Err(ProbabilityError::GaveUp(Limit::Memory))
    ));
}

/// Opens a cell, and with a zero its neighbours.
fn open(cells: &mut Grid<Cell>, is_mine: &[Square], square: Square) {
    if cells[square] == Cell::Covered {
        let mines = cells
            .around(square)
            .filter(|near| is_mine.contains(near))
            .count();
        cells[square] = Cell::Number(mines as u8);
        if mines == 0 {
            for near in cells.around(square) {
                open(cells, is_mine, near);
            }
        }
    }
}

/// A board of a usual size on which some clicks have been made.
fn played(rng: &mut Rng) -> Position {
    let (rows, columns, mines) = [(9, 9, 10), (16, 16, 40), (16, 30, 99)][rng.usize(..3)];
    let mut squares: Vec<Square> = (0..rows * columns).collect();
    rng.shuffle(&mut squares);
    let (is_mine, empty) = squares.split_at(mines);
    let mut cells = Grid::new(columns as usize, vec![Cell::Covered; squares.len()]);
    for &click in &empty[..rng.usize(1..30)] {
        open(&mut cells, is_mine, click);
    }
    Position {
        cells,
        mines: MineCount::Total(mines as u32),
    }
}

/// Every way to put mines on the covered cells that a number sees, one cell after another: for each
/// number of mines how many there are, and in how many each cell holds one.
struct Backtracking<'a> {
    pub position: &'a Position,
    pub cells: Vec<Square>,
    needs: Grid<i32>,
    left: Grid<i32>,
    pub mines: Vec<usize>,
    /// By number of mines: the ways, and those with a mine in each cell.
    pub found: Vec<(u64, Vec<u64>)>,
    steps: u64,
}

impl<'a> Backtracking<'a> {
    /// Nothing where it would take too long.
    fn run(position: &'a Position) -> Option<Self> {
        let cells = &position.cells;
        let mut left = cells.map(|_| 0);
        let mut seen = cells.map(|_| false);
        for square in (0..cells.len()).filter(|&square| cells[square].is_number()) {
            for near in cells
                .around(square)
                .filter(|&near| cells[near] == Cell::Covered)
            {
                left[square] += 1;
                seen[near] = true;
            }
        }
        let frontier: Vec<Square> = (0..cells.len()).filter(|&square| seen[square]).collect();
        let mut all = Backtracking {
            position,
            found: vec![(0, vec![0; frontier.len()]); frontier.len() + 1],
            cells: frontier,
            needs: cells.map(|&cell| match cell {
                Cell::Number(number) => i32::from(number),
                _ => 0,
            }),
            left,
            mines: Vec::new(),
            steps: 0,
        };
        all.go(0);
        (all.steps < 200_000).then_some(all)
    }

    fn go(&mut self, at: usize) {
        self.steps += 1;
        if self.steps >= 200_000 {
            return;
        }
        let Some(&cell) = self.cells.get(at) else {
            let (ways, with) = &mut self.found[self.mines.len()];
            *ways += 1;
            for &mine in &self.mines {
                with[mine] += 1;
            }
            return;
        };
        let cells = &self.position.cells;
        let numbers: Vec<Square> = cells
            .around(cell)
            .filter(|&near| cells[near].is_number())
            .collect();
        for mine in [0, 1] {
            let mut fits = true;
            for &number in &numbers {
                self.needs[number] -= mine;
                self.left[number] -= 1;
                fits &= (0..=self.left[number]).contains(&self.needs[number]);
            }
            if fits {
                if mine == 1 {
                    self.mines.push(at);
                }
                self.go(at + 1);
                if mine == 1 {
                    self.mines.pop();
                }
            }
            for &number in &numbers {
                self.needs[number] += mine;
                self.left[number] += 1;
            }
        }
    }
}

fn choose(all: u64, some: u64) -> BigUint {
    let steps = 1..=some;
    steps.fold(1u32.into(), |ways: BigUint, step| {
        ways * (all + 1 - step) / step
    })
}

#[test]
fn boards_that_are_played_by_backtracking() {
    let mut rng = Rng::with_seed(SEED);
    let mut looked_at = 0;
    for round in 0..400 {
        let position = played(&mut rng);
        let Some(plain) = Backtracking::run(&position) else {
            continue;
        };
        looked_at += 1;
        let name = format!("seed {SEED}, round {round}");
        let MineCount::Total(total) = position.mines else {
            unreachable!("it is known");
        };
        let exact = probabilities(&position).expect(&name);
        let sea = (position.covered().count() - plain.cells.len()) as u64;
        let mut all = BigUint::ZERO;
        let mut with = vec![BigUint::ZERO; plain.cells.len()];
        for (mines, (ways, mined)) in (0..).zip(&plain.found) {
            let Some(rest) = u64::from(total)
                .checked_sub(mines)
                .filter(|&rest| rest <= sea)
            else {
                continue;
            };
            let rest = choose(sea, rest);
            all += &rest * ways;
            for (sum, ways) in with.iter_mut().zip(mined) {
                *sum += &rest * ways;
            }
        }
        assert_eq!(exact.layouts, all, "{name}");
        for (&square, mines) in plain.cells.iter().zip(with) {
            let chance = Ratio::new(mines, all.clone());
            assert_eq!(exact.mine(square), Some(&chance), "{square}, {name}");
        }
    }
    assert!(looked_at > 150, "only {looked_at}");
}
