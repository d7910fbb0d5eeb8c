//! The way back from a win, layer by layer on the disk.

use super::{External, WON_DEPTH, WON_NUMBER};
use crate::bfs::Win;
use crate::limits::Limit;
use crate::puzzle::{Key, Puzzle, go_on_if};
use crate::verdict::Verdict;

impl<P: Puzzle> External<'_, '_, '_, P> {
    /// Walks back from a win. The clock is not looked at any more.
    pub(super) fn solution(&mut self, win: Win<P::Move>) -> Result<Verdict<P::Move>, Limit> {
        self.strata.stop_growing(&mut self.ctx.budget);
        let mut moves = self.ctx.budget.list(win.depth + 1)?;
        moves.push(win.step);
        let mut number = win.place as u64;
        let mut child = Vec::new();
        let mut state = self.strata.read(win.depth, number)?;
        if state.advance()?.is_some() {
            child.extend_from_slice(state.key());
        }
        drop(state);
        for depth in (1..=win.depth).rev() {
            let (parent, step) = self.parent(depth, number, &mut child)?;
            moves.push(step);
            number = parent;
        }
        moves.reverse();
        Ok(Verdict::Fewest {
            cost: moves.len() as u64,
            moves,
        })
    }

    /// The state from which another one was first reached, and by which move; its key takes the
    /// place of the child's.
    fn parent(
        &mut self,
        depth: usize,
        number: u64,
        child: &mut Vec<u8>,
    ) -> Result<(u64, P::Move), Limit> {
        let (from, to) = self.strata.parents(depth, number)?;
        let mut states = self.strata.read(depth - 1, from)?;
        let mut bytes = Vec::new();
        while let Some(parent) = states.advance()?
            && parent <= to
        {
            let Some(key) = P::Key::read(states.key()) else {
                break;
            };
            let mut found = None;
            let _ = self.puzzle.expand(&self.puzzle.unpack(&key), |step, next| {
                bytes.clear();
                self.puzzle.pack(&next).write(&mut bytes);
                found = (bytes == *child).then_some(step);
                go_on_if(found.is_none())
            });
            if let Some(step) = found {
                child.clear();
                child.extend_from_slice(states.key());
                return Ok((parent, step));
            }
        }
        drop(states);
        Err(self.strata.damaged(depth - 1).into())
    }

    /// The win that was passed before the search was resumed: its first move that wins.
    pub(super) fn find_win(&mut self) -> Result<(), Limit> {
        let notes = [WON_DEPTH, WON_NUMBER].map(|name| self.strata.note(name));
        let [Some(depth), Some(number)] = notes else {
            return Ok(());
        };
        let (depth, place) = (depth as usize, number as usize);
        if depth > self.strata.depth() {
            return Err(self.strata.damaged(depth).into());
        }
        let mut state = self.strata.read(depth, number)?;
        let mut step = None;
        if state.advance()?.is_some()
            && let Some(key) = P::Key::read(state.key())
        {
            let _ = self.puzzle.expand(&self.puzzle.unpack(&key), |by, next| {
                step = self.puzzle.is_won(&next).then_some(by);
                go_on_if(step.is_none())
            });
        }
        drop(state);
        let step = step.ok_or_else(|| self.strata.damaged(depth))?;
        self.pass(Win { depth, place, step });
        Ok(())
    }
}
