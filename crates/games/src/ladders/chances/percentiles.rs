//! The least number of rolls within which a share of all games is finished, decided exactly.

use std::cmp::Ordering;

use fewest_search::{Limit, SearchContext};

use num_rational::BigRational;
use serde_json::Value;

use super::chain::Chain;
use super::walk::{ONE, Walk, exactly};

/// The shares that are asked for, in hundredths.
pub const SHARES: [u32; 6] = [5, 25, 50, 75, 95, 99];

/// Within how many rolls a share of all games is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Within so many, and not within fewer.
    Rolls(u64),
    /// Within no number of rolls: too many games never finish.
    Never,
    /// That is too far off to be said.
    OutOfReach,
}

impl Within {
    /// For a program: the number, or why there is none.
    pub fn json(self) -> Value {
        match self {
            Within::Rolls(rolls) => rolls.into(),
            Within::Never => "never".into(),
            Within::OutOfReach => Value::Null,
        }
    }
}

/// The percentiles, found one after another as the walk goes on.
pub struct Percentiles {
    found: Vec<Within>,
    /// Those from here on are never reached.
    reachable: usize,
}

impl Percentiles {
    /// None is found yet; `chance` is the chance to finish.
    pub fn new(chain: &Chain, chance: &BigRational) -> Self {
        let is_reached = |share: &u32| match chance.cmp(&hundredths(*share)) {
            Ordering::Less => false,
            // All who will ever finish have done so only where nobody can go round for ever.
            Ordering::Equal => !chain.goes_round(),
            Ordering::Greater => true,
        };
        Percentiles {
            found: Vec::new(),
            reachable: SHARES.iter().take_while(|share| is_reached(share)).count(),
        }
    }

    /// Whether nothing is left to be found.
    pub fn are_found(&self) -> bool {
        self.found.len() == self.reachable
    }

    /// Looks at where the walk is.
    pub fn look(
        &mut self,
        walk: &Walk,
        chain: &Chain,
        ctx: &mut SearchContext,
    ) -> Result<(), Limit> {
        while !self.are_found() {
            let share = SHARES[self.found.len()];
            let least = u128::from(share) * ONE;
            if (walk.won() + walk.lost()) * 100 < least {
                return Ok(());
            }
            if walk.won() * 100 < least {
                // So near that rounding hides it.
                match exactly(chain, walk.rolls(), ctx)? {
                    Some([_, won]) if won < hundredths(share) => return Ok(()),
                    Some(_) => {}
                    None => {
                        self.found.push(Within::OutOfReach);
                        continue;
                    }
                }
            }
            self.found.push(Within::Rolls(walk.rolls()));
        }
        Ok(())
    }

    /// All of them, in the order of the shares.
    pub fn all(&self) -> Vec<Within> {
        let mut all = self.found.clone();
        all.resize(self.reachable, Within::OutOfReach);
        all.resize(SHARES.len(), Within::Never);
        all
    }
}

fn hundredths(share: u32) -> BigRational {
    BigRational::new(share.into(), 100.into())
}
