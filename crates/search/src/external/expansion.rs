//! The last layer on the disk, expanded on one thread or on all.

use std::ops::ControlFlow;

use crate::context::SearchContext;
use crate::disk::Growth;
use crate::limits::Limit;
use crate::puzzle::{Key, Puzzle, go_on_if};
use crate::together::{self, Step};

/// The last layer, and what it leads to.
pub(super) struct Expansion<'a, 's, 'g, P: Puzzle> {
    pub puzzle: &'a P,
    pub growth: Growth<'s, 'g>,
    pub bytes: Vec<u8>,
}

impl<P: Puzzle> Expansion<'_, '_, '_, P> {
    /// Says from which number and by which move it wins first, if it does.
    pub fn one_by_one(
        &mut self,
        ctx: &mut SearchContext,
    ) -> Result<Option<(usize, P::Move)>, Limit> {
        let (puzzle, whole, bytes) = (self.puzzle, ctx.options.whole, &mut self.bytes);
        let mut first = None;
        while let Some((number, key)) = self.growth.state()? {
            let Some(key) = P::Key::read(key) else {
                return Err(self.growth.damaged().into());
            };
            let state = puzzle.unpack(&key);
            if whole && puzzle.is_won(&state) {
                continue;
            }
            let mut outcome = Ok(());
            let _ = puzzle.expand(&state, |step, next| {
                if first.is_none() && puzzle.is_won(&next) {
                    first = Some((number as usize, step));
                    if !whole {
                        return ControlFlow::Break(());
                    }
                }
                bytes.clear();
                puzzle.pack(&next).write(bytes);
                outcome = self.growth.add(number, bytes).and_then(|()| ctx.work(1));
                go_on_if(outcome.is_ok())
            });
            outcome?;
            // A win beats the clock: it is found, whatever the time.
            if first.is_some() && !whole {
                break;
            }
            ctx.work(1)?;
        }
        Ok(first)
    }

    /// The same, on all threads.
    pub fn together(
        &mut self,
        size: usize,
        ctx: &mut SearchContext,
    ) -> Result<Option<(usize, P::Move)>, Limit> {
        let mut first = None;
        let (puzzle, whole, threads) = (self.puzzle, ctx.options.whole, ctx.options.threads);
        let mut step = |step: Step<P>| match step {
            Step::Fill(places, keys) => {
                for _ in places {
                    let state = self.growth.state()?;
                    let key = state.and_then(|(_, key)| P::Key::read(key));
                    keys.push(key.ok_or_else(|| self.growth.damaged())?);
                }
                Ok(ControlFlow::Continue(()))
            }
            Step::Admit(begin, slice) => {
                for (parent, key) in slice.found.drain(..) {
                    self.bytes.clear();
                    key.write(&mut self.bytes);
                    let parent = (begin + parent as usize) as u64;
                    self.growth.add(parent, &self.bytes)?;
                }
                if let Some((place, step)) = slice.won {
                    first = first.or(Some((begin + place as usize, step)));
                    if !whole {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                let looked = ctx.work(slice.steps);
                looked.map(ControlFlow::Continue)
            }
            Step::Poll => ctx.work(1).map(ControlFlow::Continue),
        };
        together::expand(puzzle, whole, threads, size, &mut step)?;
        Ok(first)
    }
}
