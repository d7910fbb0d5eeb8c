//! Minesweeper with flags and chords for the generic search: a state is what is open and what has a
//! flag. There are so many that it serves as an oracle, for boards of a few cells.

use std::ops::ControlFlow;

use fewest_search::{Puzzle, Space};

use super::{Board, Field, Touch};
use crate::game::{Game as _, Standing};
use crate::grid::Square;
use crate::puzzle::Placed;

/// The board, played by the rules.
pub struct Touching<'a> {
    board: &'a Board,
    start: Field,
}

impl<'a> Touching<'a> {
    pub fn new(board: &'a Board) -> Self {
        let start = board.start();
        Touching { board, start }
    }
}

/// Cells in a word of a key.
const IN_A_WORD: usize = 16;

impl Puzzle for Touching<'_> {
    type State = Field;
    type Move = Touch;
    type Key = Box<[u32]>;

    fn start(&self) -> Field {
        self.start.clone()
    }

    fn is_won(&self, field: &Field) -> bool {
        self.board.standing(field) == Standing::Won
    }

    fn expand(
        &self,
        field: &Field,
        mut visit: impl FnMut(Touch, Field) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.board.standing(field) != Standing::Playing {
            return ControlFlow::Continue(());
        }
        for touch in self.board.moves(field) {
            let mut next = field.clone();
            next.touch(touch, self.board.clicks, |_| {});
            visit(touch, next)?;
        }
        ControlFlow::Continue(())
    }

    /// Two bits a cell: whether it is as at the start, or open, or its flag is another.
    fn pack(&self, field: &Field) -> Box<[u32]> {
        let start = self.start.cells().squares();
        let pairs = start.iter().zip(field.cells().squares());
        let change = |(&before, &now): (&u8, &u8)| match now {
            now if now == before => 0,
            b'M' | b'E' | b'F' | b'f' => 1,
            _ => 2u32,
        };
        let changes: Vec<_> = pairs.map(change).collect();
        let word = |changes: &[u32]| changes.iter().fold(0, |word, change| word << 2 | change);
        changes.chunks(IN_A_WORD).map(word).collect()
    }

    fn unpack(&self, key: &Box<[u32]>) -> Field {
        let cells = self.board.cells.len() as usize;
        let change = |square: Square| {
            let (word, place) = (square as usize / IN_A_WORD, square as usize % IN_A_WORD);
            // The last word may be of fewer cells, the last of which is in its lowest bits.
            let in_it = IN_A_WORD.min(cells - word * IN_A_WORD);
            key[word] >> (2 * (in_it - 1 - place)) & 3
        };
        let mut field = self.start.clone();
        for square in 0..self.board.cells.len() {
            match change(square) {
                0 => {}
                1 => field.turn(square),
                _ => field.reveal(square),
            }
        }
        field
    }

    fn space(&self) -> Space {
        Space::Sparse
    }
}

impl Placed for Touching<'_> {
    fn player(&self, _: &Field) -> Option<Square> {
        None
    }

    fn losing_moves(&self, field: &Field) -> u64 {
        self.board.losing_touches(field)
    }

    fn counted_on(&self, field: &Field, visit: &mut dyn FnMut(Square)) {
        let pairs = self
            .start
            .cells()
            .squares()
            .iter()
            .zip(field.cells().squares());
        let changed = (0..).zip(pairs).filter(|(_, (before, now))| before != now);
        changed.for_each(|(square, _)| visit(square));
    }
}
