//! Minesweeper for the generic search: a state is the set of revealed cells. It grows with two
//! to the number of openings, so it serves as the kernel's oracle, not as its rival.

use fewest_search::{Limit, Limits, Plan, Puzzle, Report, Space, Terms, Watch};

use super::{Board, kernel, mines_around, survey};
use crate::grid::{Grid, Place, Square};
use crate::rules::{Placed, Planning, Searching, Solve, Task};
use crate::survey::{Listener, Survey};

/// The board with its counts worked out.
struct Clearing<'a> {
    board: &'a Board,
    /// The mines around each cell.
    counts: Grid<u8>,
    /// Whether a mine has been hit: then no move is left and nothing can be won.
    exploded: bool,
    empty: u32,
}

/// The revealed cells, one bit for each cell of the board.
#[derive(Clone, PartialEq, Eq)]
struct Revealed {
    bits: Box<[u32]>,
    count: u32,
}

impl Revealed {
    fn has(&self, square: Square) -> bool {
        self.bits[square as usize / 32] >> (square % 32) & 1 == 1
    }

    fn add(&mut self, square: Square) {
        self.bits[square as usize / 32] |= 1 << (square % 32);
        self.count += 1;
    }
}

impl Clearing<'_> {
    /// Whether a cell is hidden and empty when play begins.
    fn is_to_reveal(&self, square: Square) -> bool {
        self.board.cells[square] == b'E'
    }

    fn click(&self, revealed: &Revealed, square: Square) -> Revealed {
        let mut next = revealed.clone();
        next.add(square);
        let mut opened = vec![square];
        while let Some(square) = opened.pop() {
            if self.counts[square] > 0 {
                continue;
            }
            for near in self.board.cells.around(square) {
                if self.is_to_reveal(near) && !next.has(near) {
                    next.add(near);
                    opened.push(near);
                }
            }
        }
        next
    }
}

impl Puzzle for Clearing<'_> {
    type State = Revealed;
    type Move = Place;
    type Key = Box<[u32]>;

    fn start(&self) -> Revealed {
        let words = (self.board.cells.len() as usize).div_ceil(32);
        Revealed {
            bits: vec![0; words].into_boxed_slice(),
            count: 0,
        }
    }

    fn is_won(&self, revealed: &Revealed) -> bool {
        !self.exploded && revealed.count == self.empty
    }

    fn expand(&self, revealed: &Revealed, mut visit: impl FnMut(Place, Revealed)) {
        if self.exploded {
            return;
        }
        for square in 0..self.board.cells.len() {
            if self.is_to_reveal(square) && !revealed.has(square) {
                visit(self.board.cells.place(square), self.click(revealed, square));
            }
        }
    }

    fn pack(&self, revealed: &Revealed) -> Box<[u32]> {
        revealed.bits.clone()
    }

    fn unpack(&self, key: &Box<[u32]>) -> Revealed {
        Revealed {
            bits: key.clone(),
            count: key.iter().map(|word| word.count_ones()).sum(),
        }
    }

    fn space(&self) -> Space {
        Space::Sparse
    }
}

impl Placed for Clearing<'_> {
    fn player(&self, _: &Revealed) -> Option<Square> {
        None
    }
}

impl Solve for Board {
    fn with_puzzle<T: Task<Place>>(&self, task: T) -> T::Output {
        let cells = &self.cells;
        let mut counts = cells.map(|_| 0);
        for square in 0..cells.len() {
            counts[square] = mines_around(cells, square);
        }
        let squares = cells.squares();
        task.run(&Clearing {
            board: self,
            counts,
            exploded: squares.contains(&b'X'),
            empty: squares.iter().filter(|&&cell| cell == b'E').count() as u32,
        })
    }

    fn plan(&self, terms: &Terms) -> Plan {
        match terms.whole {
            true => self.with_puzzle(Planning { terms }),
            false => kernel::plan(&self.cells, &terms.limits),
        }
    }

    fn solve_on(&self, terms: &Terms, watch: &mut dyn Watch) -> Report<Place> {
        match terms.whole {
            true => self.with_puzzle(Searching { terms, watch }),
            false => kernel::solve(&self.cells, &terms.limits, watch),
        }
    }

    fn survey(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
        listener: Listener<Place>,
    ) -> Result<Survey, Limit> {
        survey::survey(&self.cells, limits, watch, listener)
    }
}
