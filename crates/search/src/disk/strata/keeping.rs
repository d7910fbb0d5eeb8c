//! How a layer is kept: what was added is sorted, compared with all layers before, and what is new
//! is written in the order of reaching. In the arena, or from the files that it was spilled to.

use super::Strata;
use crate::context::SearchContext;
use crate::disk::merging::Order;
use crate::disk::records::Reached;
use crate::disk::runs::Runs;
use crate::disk::sorting::Spilled;
use crate::limits::Limit;

impl Strata<'_> {
    /// What was added is all: keeps the states that are new, and says how many those are. If there
    /// are none, there is no such layer. If there are more than `room`, it gives up for them.
    pub fn keep(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        let states = self.keep_new(room, ctx)?;
        if states > 0 {
            self.enter_layer(states, ctx)?;
            match self.is_due() {
                true => self.commit(ctx)?,
                false => self.runs.tidy_held()?,
            }
        }
        Ok(states)
    }

    /// Keeps what is new as this share's part of a layer, which is there even where it is empty.
    /// It is not committed: that is for whoever knows all shares. Until then it must be, before
    /// it grows again, if it [is due](Strata::is_due).
    pub fn keep_share(&mut self, ctx: &mut SearchContext) -> Result<u64, Limit> {
        let states = self.keep_new(u64::MAX, ctx)?;
        if states == 0 {
            (self.is_torn, self.key_bytes) = (true, 0);
            self.open.begin_layer();
            self.open.end_layer()?;
        }
        self.enter_layer(states, ctx)?;
        Ok(states)
    }

    fn keep_new(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        match self.sorter.is_held() {
            true => self.keep_held(room, ctx),
            false => self.keep_spilled(room, ctx),
        }
    }

    fn enter_layer(&mut self, states: u64, ctx: &mut SearchContext) -> Result<(), Limit> {
        self.enter(states, &mut ctx.budget)?;
        if states > 0 {
            self.key_length = self.average_key();
        }
        self.is_torn = false;
        Ok(())
    }

    fn keep_held(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        self.sift_held(|| ctx.work(1))?;
        let states = self.sorter.len();
        if states as u64 > room {
            return Err(Limit::States);
        }
        if states == 0 {
            return Ok(0);
        }
        if !self.foundation.is_graded {
            let mut run = self.runs.writer();
            for place in 0..states {
                run.push(self.sorter.get(place, &mut [0; 8]).0, (0, 0))?;
                ctx.work(1)?;
            }
            self.runs.add(run)?;
        }
        self.write_layer(ctx)?;
        Ok(states as u64)
    }

    /// Sorts what is in the arena, and drops what is not new.
    fn sift_held(&mut self, mut look: impl FnMut() -> Result<(), Limit>) -> Result<(), Limit> {
        self.sorter.sort(Order::Key);
        if !self.foundation.is_graded {
            self.runs.begin_pass();
            let runs = &mut self.runs;
            self.sorter.retain(|key| {
                look()?;
                Ok(!runs.hold(key)?)
            })?;
        }
        Ok(())
    }

    fn write_layer(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        (self.is_torn, self.key_bytes) = (true, 0);
        let (open, key_bytes) = (&mut self.open, &mut self.key_bytes);
        open.begin_layer();
        self.sorter.each(Order::Reached, |key, (parent, _)| {
            *key_bytes += key.len() as u64;
            open.push(key, (parent, parent))?;
            ctx.work(1)
        })?;
        Ok(open.end_layer()?)
    }

    fn keep_spilled(&mut self, room: u64, ctx: &mut SearchContext) -> Result<u64, Limit> {
        let mut run = (!self.foundation.is_graded).then(|| self.runs.writer());
        let mut spilled = self.sorter.merged()?;
        self.sorter.clear(Order::Reached);
        let (runs, sorter) = (&mut self.runs, &mut self.sorter);
        let mut states = 0;
        sift_spilled(
            &mut spilled,
            runs,
            || ctx.work(1),
            |key, reached| {
                states += 1;
                if states > room {
                    return Err(Limit::States);
                }
                if let Some(run) = &mut run {
                    run.push(key, (0, 0))?;
                }
                sorter.push(key, reached)
            },
        )?;
        spilled.remove()?;
        if states == 0 {
            return Ok(0);
        }
        if let Some(run) = run {
            self.runs.add(run)?;
        }
        self.write_layer(ctx)?;
        Ok(states)
    }

    /// How many of the states that were added are new; none of them is kept. If there are more than
    /// `room`, it gives up for them.
    pub fn count(&mut self, room: u64) -> Result<u64, Limit> {
        let states = if self.sorter.is_held() {
            self.sift_held(|| Ok(()))?;
            self.sorter.len() as u64
        } else {
            let mut spilled = self.sorter.merged()?;
            let mut states = 0;
            sift_spilled(
                &mut spilled,
                &mut self.runs,
                || Ok(()),
                |_, _| {
                    states += 1;
                    Ok(())
                },
            )?;
            spilled.remove()?;
            states
        };
        match states > room {
            true => Err(Limit::States),
            false => Ok(states),
        }
    }
}

/// Hands over what is new among the keys that were spilled: each once, as it was reached first.
fn sift_spilled(
    spilled: &mut Spilled,
    runs: &mut Runs,
    mut look: impl FnMut() -> Result<(), Limit>,
    mut hand_over: impl FnMut(&[u8], Reached) -> Result<(), Limit>,
) -> Result<(), Limit> {
    runs.begin_pass();
    let mut before = None::<Vec<u8>>;
    while spilled.merge.advance()? {
        look()?;
        let key = spilled.merge.key();
        if before.as_deref() == Some(key) || runs.hold(key)? {
            continue;
        }
        hand_over(key, spilled.merge.reached())?;
        let before = before.get_or_insert_with(Vec::new);
        before.clear();
        before.extend_from_slice(key);
    }
    Ok(())
}
