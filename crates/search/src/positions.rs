//! A puzzle seen from outside: positions as bytes, and moves as their numbers. For searches that
//! send positions elsewhere, and need not be compiled for each puzzle.

use std::ops::ControlFlow;

use crate::puzzle::{Key, Puzzle, go_on_if};

/// The positions of a puzzle, each named by bytes: those of its [key](Key::write).
pub trait Positions: Sync {
    /// Tells the position that play begins from.
    fn begin(&self, tell: &mut dyn FnMut(Reached));

    /// Tells every position that one leads to, in the order of the moves, until `tell` breaks; of
    /// a won one there are none. Says whether the bytes name a position at all. The room is for the
    /// names that are told: whoever expands many brings it along.
    fn expand(
        &self,
        position: &[u8],
        room: &mut Vec<u8>,
        tell: &mut dyn FnMut(Reached) -> ControlFlow<()>,
    ) -> bool;

    /// Whether every way to a position has the same length, as [`Puzzle::is_graded`] says.
    fn is_graded(&self) -> bool;
}

/// A position that was reached.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    /// Its name.
    pub key: &'a [u8],
    /// Spreads positions evenly; the same for the same key, on every machine.
    pub hash: u64,
    /// Whether play is over and won there.
    pub is_won: bool,
}

impl<P: Puzzle> Positions for P {
    fn begin(&self, tell: &mut dyn FnMut(Reached)) {
        let mut tell_start = |start: Reached| {
            tell(start);
            ControlFlow::Continue(())
        };
        let _ = tell_state(self, &self.start(), &mut Vec::new(), &mut tell_start);
    }

    fn expand(
        &self,
        position: &[u8],
        room: &mut Vec<u8>,
        tell: &mut dyn FnMut(Reached) -> ControlFlow<()>,
    ) -> bool {
        let Some(key) = P::Key::read(position) else {
            return false;
        };
        let state = self.unpack(&key);
        if !self.is_won(&state) {
            let _ = Puzzle::expand(self, &state, |_, next| tell_state(self, &next, room, tell));
        }
        true
    }

    fn is_graded(&self) -> bool {
        Puzzle::is_graded(self)
    }
}

fn tell_state<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    room: &mut Vec<u8>,
    tell: &mut dyn FnMut(Reached) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let key = puzzle.pack(state);
    room.clear();
    key.write(room);
    tell(Reached {
        key: room,
        hash: key.hash(),
        is_won: puzzle.is_won(state),
    })
}

/// The moves that were chosen, each by its number in the order of the moves; nothing where there
/// is no such move.
pub fn chosen<P: Puzzle>(puzzle: &P, choices: &[u32]) -> Option<Vec<P::Move>> {
    let mut state = puzzle.start();
    let mut moves = Vec::new();
    for &choice in choices {
        let (mut number, mut found) = (0, None);
        let _ = Puzzle::expand(puzzle, &state, |step, next| {
            found = (number == choice).then_some((step, next));
            number += 1;
            go_on_if(found.is_none())
        });
        let (step, next) = found?;
        moves.push(step);
        state = next;
    }
    Some(moves)
}
