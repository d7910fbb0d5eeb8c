//! The last layer on the disk, expanded on one thread or on all.

use std::ops::ControlFlow;

use crate::disk::Growth;
use crate::limits::{Limit, Progress};
use crate::patrol::Patrol;
use crate::puzzle::{Key, Puzzle, go_on_if};
use crate::terms::Terms;
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
        whole: bool,
        patrol: &mut Patrol,
        progress: Progress,
    ) -> Result<Option<(usize, P::Move)>, Limit> {
        let (puzzle, bytes) = (self.puzzle, &mut self.bytes);
        let mut first = None;
        while let Some((number, key)) = self.growth.state()? {
            let Some(key) = P::Key::read(key) else {
                return Err(self.growth.damaged());
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
                outcome = self
                    .growth
                    .add(number, bytes)
                    .and_then(|()| patrol.step(1, || progress));
                go_on_if(outcome.is_ok())
            });
            outcome?;
            // A win beats the clock: it is found, whatever the time.
            if first.is_some() && !whole {
                break;
            }
            patrol.step(1, || progress)?;
        }
        Ok(first)
    }

    /// The same, on all threads.
    pub fn together(
        &mut self,
        terms: &Terms,
        size: usize,
        patrol: &mut Patrol,
        progress: Progress,
    ) -> Result<Option<(usize, P::Move)>, Limit> {
        let mut first = None;
        let (puzzle, whole) = (self.puzzle, terms.whole);
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
                let looked = patrol.step(slice.steps, || progress);
                looked.map(ControlFlow::Continue)
            }
            Step::Poll => patrol.step(1, || progress).map(ControlFlow::Continue),
        };
        together::expand(puzzle, whole, terms.threads, size, &mut step)?;
        Ok(first)
    }
}
