//! A worker's share of a layer, as it is expanded: what is reached goes to whoever owns it.

use fewest_search::disk::Growth;
use fewest_search::{Limit, Patrol, Positions, Progress};

use crate::exchange::Exchange;
use crate::packing::{self, Outbox};

/// A share of a layer that is being expanded.
pub(crate) struct Expansion<'a, 'e, 's, 'g> {
    pub positions: &'a dyn Positions,
    pub growth: &'a mut Growth<'s, 'g>,
    pub outbox: &'a mut Outbox,
    pub exchange: &'a mut Exchange<'e>,
    /// Whether another worker has won, and what is reached is of no use.
    pub is_over: bool,
    pub whole: bool,
    pub won: Option<(u64, u32)>,
}

impl Expansion<'_, '_, '_, '_> {
    /// Expands for as long as a round is; says whether that was all of it.
    pub fn run(
        &mut self,
        budget: usize,
        patrol: &mut Patrol,
        progress: Progress,
    ) -> Result<bool, Limit> {
        let peers = self.exchange.peers();
        let (mut done, mut room) = (0, Vec::new());
        while done < budget {
            let Some((number, key)) = self.growth.state()? else {
                while let Some((to, bytes)) = self.outbox.rest() {
                    self.deliver(to, bytes)?;
                }
                return Ok(true);
            };
            let (mut choice, mut steps) = (0, 1);
            let (outbox, won) = (&mut *self.outbox, &mut self.won);
            let (is_over, whole) = (self.is_over, self.whole);
            let is_one = self.positions.expand(key, &mut room, &mut |next| {
                if won.is_none() && next.is_won {
                    *won = Some((number, choice));
                }
                if whole || (won.is_none() && !is_over) {
                    let to = packing::owner(next.hash, peers);
                    done += outbox.put(to, number, choice, next.key);
                }
                choice += 1;
                steps += 1;
            });
            if !is_one {
                return Err(self.growth.damaged());
            }
            done += 1;
            if self.won.is_some() && !self.whole {
                return Ok(true);
            }
            while let Some((to, bytes)) = self.outbox.full() {
                self.deliver(to, bytes)?;
            }
            patrol.step(steps, || progress)?;
        }
        Ok(false)
    }

    /// Brings positions to their owner, and takes in what has come meanwhile.
    fn deliver(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Limit> {
        let growth = &mut *self.growth;
        if to == self.exchange.index() {
            return packing::unpack(to, &bytes, growth);
        }
        self.exchange.send(to, bytes);
        self.exchange
            .take(|from, bytes| packing::unpack(from, bytes, growth))
    }
}
