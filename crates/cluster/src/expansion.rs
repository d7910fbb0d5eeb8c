//! A worker's share of a layer, as it is expanded: what is reached goes to whoever owns it.

use std::ops::ControlFlow;

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
        let (mut done, mut room, mut position) = (0, Vec::new(), Vec::new());
        while done < budget {
            let Some((number, key)) = self.growth.state()? else {
                while let Some((to, bytes)) = self.outbox.rest() {
                    self.deliver(to, bytes)?;
                }
                return Ok(true);
            };
            position.clear();
            position.extend_from_slice(key);
            let (mut choice, mut outcome) = (0, Ok(()));
            let positions = self.positions;
            let is_one = positions.expand(&position, &mut room, &mut |next| {
                if self.won.is_none() && next.is_won {
                    self.won = Some((number, choice));
                }
                if self.whole || (self.won.is_none() && !self.is_over) {
                    let to = packing::owner(next.hash, peers);
                    done += self.outbox.put(to, number, choice, next.key);
                }
                choice += 1;
                outcome = self
                    .deliver_full()
                    .and_then(|()| patrol.step(1, || progress));
                let is_settled = self.won.is_some() && !self.whole;
                match outcome.is_ok() && !is_settled {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            if !is_one {
                return Err(self.growth.damaged());
            }
            done += 1;
            if self.won.is_some() && !self.whole {
                return Ok(true);
            }
            outcome?;
            patrol.step(1, || progress)?;
        }
        Ok(false)
    }

    /// Delivers what has become enough to be worth sending.
    fn deliver_full(&mut self) -> Result<(), Limit> {
        while let Some((to, bytes)) = self.outbox.full() {
            self.deliver(to, bytes)?;
        }
        Ok(())
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
