//! Snakes and Ladders for the generic search: a state is a square, and its key is its number.

use fewest_search::{Limits, Plan, Puzzle, Report, Space, Watch};

use super::{Board, Roll, kernel};
use crate::rules::{Planning, Searching, Solve, Task};

/// The track with every jump folded in: where a player stands who lands on a square.
struct Track {
    landings: Vec<u32>,
    die: u32,
    from: u32,
}

impl Puzzle for Track {
    type State = u32;
    type Move = Roll;
    type Key = u32;

    fn start(&self) -> u32 {
        self.from
    }

    fn is_won(&self, &square: &u32) -> bool {
        square as usize == self.landings.len() - 1
    }

    fn expand(&self, &square: &u32, mut visit: impl FnMut(Roll, u32)) {
        let ahead = &self.landings[square as usize + 1..];
        for (roll, &landing) in (1..=self.die).zip(ahead) {
            visit(Roll(roll), landing);
        }
    }

    fn pack(&self, &square: &u32) -> u32 {
        square
    }

    fn unpack(&self, &key: &u32) -> u32 {
        key
    }

    fn space(&self) -> Space {
        Space::Dense(self.landings.len() as u64)
    }
}

impl Solve for Board {
    fn with_puzzle<T: Task<Roll>>(&self, task: T) -> T::Output {
        task.run(&Track {
            landings: (0..=self.last())
                .map(|square| self.landing(square))
                .collect(),
            die: self.die,
            from: self.from,
        })
    }

    fn plan(&self, limits: &Limits) -> Plan {
        if self.from == 0 {
            kernel::plan(self, limits)
        } else {
            self.with_puzzle(Planning { limits })
        }
    }

    fn solve(&self, limits: &Limits, watch: &mut dyn Watch) -> Report<Roll> {
        if self.from == 0 {
            kernel::solve(self, limits, watch)
        } else {
            self.with_puzzle(Searching { limits, watch })
        }
    }
}
