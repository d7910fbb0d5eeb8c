//! Many layers at once, where each is one run: plain squares ahead, and jumps that lead back.

use fewest_search::Limit;

use super::kernel::{NOWHERE, Run, Search};
use super::squares::{Squares, first};

impl Search<'_> {
    /// Goes on from a layer of one run for as long as only new squares are ahead, and the jumps
    /// among them lead back to where all has been landed on: then the next layer is one run as
    /// well.
    pub fn stride(&mut self, squares: &mut Squares) -> Result<(), Limit> {
        let mut last = self.runs[self.runs.len() - 1].last;
        while let Some(next) = self.stride_over_plain(last, squares)? {
            last = next;
        }
        Ok(())
    }

    /// Plain squares as far as can be seen are many layers at once. Says where they end; nothing
    /// where neither those nor one layer with jumps in it can be passed.
    fn stride_over_plain(
        &mut self,
        mut last: u32,
        squares: &mut Squares,
    ) -> Result<Option<u32>, Limit> {
        let die = self.board.die;
        let start = last + 1;
        let old = squares.landed_on(start) | squares.stood_on(start);
        let jumps = squares.jumps(start);
        let new = (old | jumps)
            .trailing_zeros()
            .min(self.board.last() - start);
        let layers = u64::from(new / die).min(self.layers_allowed()) as u32;
        if layers == 0 {
            return self.stride_over_jumps(start, squares);
        }
        self.look()?;
        squares.land(start, layers * die);
        squares.stand(start, first(layers * die));
        for _ in 0..layers {
            let run = Run::plain(last + 1, die);
            last = run.last;
            self.add_layer(run, die.into())?;
        }
        Ok(Some(last))
    }

    /// Passes one layer. All its jumps lead to where nobody can go on to anything new, so only
    /// how many new ends they have is counted.
    fn stride_over_jumps(
        &mut self,
        start: u32,
        squares: &mut Squares,
    ) -> Result<Option<u32>, Limit> {
        let die = self.board.die;
        // Jumps at the end of the last layer have been landed on.
        let skipped = squares.first_left().wrapping_sub(start);
        if skipped >= die {
            return Ok(None);
        }
        let window = first(die) >> skipped << skipped;
        let jumps = window & squares.jumps(start);
        let plain = window & !jumps & !squares.stood_on(start);
        let number = squares.jumps_before(start + skipped);
        let ends = &self.board.jumps.ends()[number..number + jumps.count_ones() as usize];
        // Squares further on may have been landed on too. Nothing new comes of that: whoever did
        // stood where they lead.
        if plain == 0
            || self.board.last() - start < die
            || self.layers_allowed() == 0
            || ends.iter().any(|&end| end >= start)
        {
            return Ok(None);
        }
        self.look()?;
        squares.land(start, die);
        squares.stand(start, plain);
        let mut reached = plain.count_ones();
        for &end in ends {
            reached += u32::from(!squares.was_stood_on(end));
            squares.stand(end, 1);
        }
        let run = Run {
            first: start + plain.trailing_zeros(),
            last: start + plain.ilog2(),
            jumped_from: NOWHERE,
        };
        self.add_layer(run, reached.into())?;
        Ok(Some(run.last))
    }

    /// How many layers may be passed at once, each at most twice as large as the die.
    fn layers_allowed(&self) -> u64 {
        let (cost, states) = (self.limits.cost, self.limits.states);
        let by_states = states.map_or(u64::MAX, |most| {
            (most - self.states) / (2 * u64::from(self.board.die))
        });
        cost.map_or(u64::MAX, |cost| cost.saturating_sub(self.depth))
            .min(by_states)
    }

    fn add_layer(&mut self, run: Run, reached: u64) -> Result<(), Limit> {
        self.begin_layer()?;
        self.books.push(&mut self.runs, run)?;
        self.states += reached;
        self.depth += 1;
        self.layers[self.depth as usize] = reached;
        Ok(())
    }
}
