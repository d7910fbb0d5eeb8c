//! Minesweeper for the generic search, and which board goes to which kernel.
//!
//! Without flags a state is the set of revealed cells. There are two to the number of openings of
//! them, so that search is the kernel's oracle, not its rival.

use std::ops::ControlFlow;

use fewest_search::{
    Limit, Plan, Puzzle, Report, SearchContext, SearchOptions, Space, Stats, Verdict,
};

use super::{Board, Clicks, Touch, mines_around};
use crate::game::{Game as _, Standing};
use crate::grid::{Grid, Square};
use crate::puzzle::Placed;
use crate::survey::{Listener, Survey};

/// The board with its counts worked out.
pub(super) struct Clearing<'a> {
    board: &'a Board,
    /// The mines around each cell.
    counts: Grid<u8>,
    /// Whether a mine has been hit: then no move is left and nothing can be won.
    exploded: bool,
    empty: u32,
    /// The covered mines, which stay covered until the game is lost.
    mines: u32,
}

/// The revealed cells, one bit for each cell of the board.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Revealed {
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

impl<'a> Clearing<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let cells = &board.cells;
        let mut counts = cells.map(|_| 0);
        for square in 0..cells.len() {
            counts[square] = mines_around(cells, square);
        }
        let squares = cells.squares();
        let count = |what| squares.iter().filter(|&&cell| cell == what).count() as u32;
        Clearing {
            board,
            counts,
            exploded: squares.contains(&b'X'),
            empty: count(b'E'),
            mines: count(b'M'),
        }
    }

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
    type Move = Touch;
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

    fn expand(
        &self,
        revealed: &Revealed,
        mut visit: impl FnMut(Touch, Revealed) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.exploded {
            return ControlFlow::Continue(());
        }
        for square in 0..self.board.cells.len() {
            if self.is_to_reveal(square) && !revealed.has(square) {
                let touch = Touch::Open(self.board.cells.place(square));
                visit(touch, self.click(revealed, square))?;
            }
        }
        ControlFlow::Continue(())
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

    /// The clicks on covered mines.
    fn losing_moves(&self, _: &Revealed) -> u64 {
        self.mines.into()
    }

    fn counted_on(&self, revealed: &Revealed, visit: &mut dyn FnMut(Square)) {
        let squares = 0..self.board.cells.len();
        squares
            .filter(|&square| revealed.has(square))
            .for_each(visit);
    }
}

impl Board {
    /// Whether the fewest is found by counting.
    pub(super) fn is_counted(&self) -> bool {
        self.clicks == Clicks::Plain && self.is_known()
    }

    /// Walks through every position, if they are not too many: flags can be set in any way, so that
    /// there are two to the number of hidden cells of them before anything is opened.
    pub(super) fn survey_by_walking(
        &self,
        context: &mut SearchContext,
        listener: Listener<Touch>,
    ) -> Result<Survey, Limit> {
        const POSITIONS: u64 = 200_000;
        if !self.can_be_walked() {
            return Err(Limit::Effort);
        }
        let states = context.options.limits.states;
        let is_less = states.is_some_and(|states| states <= POSITIONS);
        let mut search = context.fresh().within_states(POSITIONS);
        let walked = self.puzzle().survey(&mut search, listener);
        walked.map_err(|limit| match limit {
            Limit::States if !is_less => Limit::Effort,
            limit => limit,
        })
    }

    /// Whether one position after another can be looked at: each has as many moves as there are
    /// cells, and takes as long to be made.
    pub(super) fn can_be_walked(&self) -> bool {
        const MOST_CELLS: u32 = 10_000;
        self.cells.len() <= MOST_CELLS || self.standing(&self.start()) != Standing::Playing
    }

    /// What the generic search would do.
    pub(super) fn plan_to_walk(&self, options: &SearchOptions) -> Plan {
        self.puzzle().plan(options)
    }

    /// That nothing is searched, and why.
    pub(super) fn unsearched(&self, limit: Limit, options: &SearchOptions) -> Report<Touch> {
        let is_won = self.standing(&self.start()) == Standing::Won;
        Report {
            verdict: Verdict::GaveUp {
                limit,
                at_least: u64::from(!is_won),
            },
            best: None,
            stats: Stats::default(),
            plan: self.plan_to_walk(options),
        }
    }
}
