//! The way back from a win, layer by layer across the workers.

use std::ops::ControlFlow;

use fewest_search::Limit;

use crate::packing::named;
use crate::round::{Halt, Win, Word};
use crate::shard::Shard;

impl Shard<'_, '_, '_> {
    /// The numbers of the moves that lead to a win, the first one first. All workers walk together:
    /// whoever owns a position says what is looked for, and whoever finds a position that leads to
    /// it says so.
    pub(crate) fn walk(&mut self, win: Win) -> Result<Vec<u32>, Halt> {
        let mut choices = vec![win.choice];
        let (mut owner, mut number) = (win.worker, win.number);
        for depth in (1..=win.depth).rev() {
            let word = match owner == self.exchange.index() {
                true => self.seek(depth, number),
                false => Ok(Word::Nothing),
            };
            let words = self.say(word)?;
            let Some(Word::Seek { key, from, to }) = words.get(owner) else {
                return Err(self.exchange.cut().into());
            };
            let word = self.find(depth - 1, (*from, *to), key);
            let words = self.say(word)?;
            let found = words
                .iter()
                .enumerate()
                .find_map(|(worker, word)| match word {
                    Word::Leads { number, choice } => Some((worker, *number, *choice)),
                    _ => None,
                });
            let Some((worker, before, choice)) = found else {
                // Every position but the start was reached from one before it.
                let damaged = self.strata.damaged(depth - 1);
                return Err(Halt::Limit(damaged));
            };
            choices.push(choice);
            (owner, number) = (worker, before);
        }
        choices.reverse();
        Ok(choices)
    }

    /// What is known of the position before one of its own.
    fn seek(&mut self, depth: usize, number: u64) -> Result<Word, Limit> {
        let (from, to) = self.strata.parents(depth, number)?;
        let mut state = self.strata.read(depth, number)?;
        let key = match state.advance()? {
            Some(_) => state.key().to_vec(),
            None => return Err(state.damaged()),
        };
        Ok(Word::Seek { key, from, to })
    }

    /// Looks for the position before, as far as it may be one of its own.
    fn find(&mut self, depth: usize, (from, to): (u64, u64), key: &[u8]) -> Result<Word, Limit> {
        let me = self.exchange.index();
        let ((first, low), (last, high)) = (named(from), named(to));
        if me < first || me > last {
            return Ok(Word::Nothing);
        }
        let low = if me == first { low } else { 0 };
        let high = if me == last { high } else { u64::MAX };
        Ok(match self.leads_to(depth, (low, high), key)? {
            Some((number, choice)) => Word::Leads { number, choice },
            None => Word::Nothing,
        })
    }

    /// Looks at the positions of its share of a layer from one on to another, and says which is
    /// the first that leads to a key, and by which move.
    fn leads_to(
        &mut self,
        depth: usize,
        (from, to): (u64, u64),
        key: &[u8],
    ) -> Result<Option<(u64, u32)>, Limit> {
        if from >= self.strata.size(depth) {
            return Ok(None);
        }
        let mut states = self.strata.read(depth, from)?;
        let mut room = Vec::new();
        while let Some(number) = states.advance()?
            && number <= to
        {
            let (mut choice, mut found) = (0, None);
            let is_one = self.positions.expand(states.key(), &mut room, &mut |next| {
                if next.key == key {
                    found = Some(choice);
                    return ControlFlow::Break(());
                }
                choice += 1;
                ControlFlow::Continue(())
            });
            if !is_one {
                return Err(states.damaged());
            }
            if let Some(choice) = found {
                return Ok(Some((number, choice)));
            }
        }
        Ok(None)
    }
}
