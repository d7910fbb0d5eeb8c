//! The chances of boards of a usual size, against plain backtracking over what the numbers see.

use fastrand::Rng;
use num_bigint::BigUint;
use num_rational::Ratio;

use super::{SEED, chances};
use crate::mines::chances::*;

/// A board of a usual size on which some clicks have been made.
fn played(rng: &mut Rng) -> Position {
    let (rows, columns, mines) = [(9, 9, 10), (16, 16, 40), (16, 30, 99)][rng.usize(..3)];
    let mut squares: Vec<Square> = (0..rows * columns).collect();
    rng.shuffle(&mut squares);
    let (is_mine, empty) = squares.split_at(mines);
    let mut cells = Grid::new(columns as usize, vec![b'E'; squares.len()]);
    for &square in is_mine {
        cells[square] = b'M';
    }
    for &click in &empty[..rng.usize(1..30)] {
        crate::mines::reveal(&mut cells, click);
    }
    let seen = |&cell: &u8| match cell {
        b'M' | b'E' => COVERED,
        b'B' => 0,
        digit => digit - b'0',
    };
    Position {
        cells: cells.map(seen),
        mines: Mines::Total(mines as u32),
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
        for square in (0..cells.len()).filter(|&square| cells[square] < COVERED) {
            for near in cells.around(square).filter(|&near| cells[near] == COVERED) {
                left[square] += 1;
                seen[near] = true;
            }
        }
        let frontier: Vec<Square> = (0..cells.len()).filter(|&square| seen[square]).collect();
        let mut all = Backtracking {
            position,
            found: vec![(0, vec![0; frontier.len()]); frontier.len() + 1],
            cells: frontier,
            needs: cells.map(|&cell| i32::from(cell)),
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
            .filter(|&near| cells[near] < COVERED)
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
        let Mines::Total(total) = position.mines else {
            unreachable!("it is known");
        };
        let chances = chances(&position).expect(&name);
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
        assert_eq!(chances.layouts, all, "{name}");
        for (&square, mines) in plain.cells.iter().zip(with) {
            let chance = Ratio::new(mines, all.clone());
            assert_eq!(chances.mine(square), Some(&chance), "{square}, {name}");
        }
    }
    assert!(looked_at > 150, "only {looked_at}");
}
