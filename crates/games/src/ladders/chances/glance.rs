//! A quick look at what dice make of a board, for those who look at a great many.

use fewest_search::{Limit, SearchContext};

use super::chain::{Chain, Fate};
use super::walk::Walk;
use super::{ENOUGH, seats};
use crate::ladders::Board;
use crate::making::dice::Dice;
use crate::odds::NoOdds;

/// The mean and the edge, nearly; nothing where the game may never end. One that ends only after
/// very long is past a limit.
pub fn glance(board: &Board, ctx: &mut SearchContext) -> Result<Option<Dice>, Limit> {
    /// No board on which anyone would play takes longer.
    const MOST_ROLLS: u64 = 20_000;
    let chain = match Chain::of(board, ctx) {
        Ok(Fate::Open(chain)) if chain.certain() => chain,
        Ok(Fate::Won) => {
            return Ok(Some(Dice {
                mean: 0.0,
                edge: 0.5,
            }));
        }
        Ok(_) => return Ok(None),
        Err(NoOdds::GaveUp(limit)) => return Err(limit),
        Err(_) => return Err(Limit::Cost),
    };
    let mut walk = Walk::new(&chain, ctx)?;
    while seats::chance(walk.open()) > ENOUGH {
        if walk.is_over() || walk.rolls() > MOST_ROLLS {
            return Err(Limit::Cost);
        }
        walk.roll(ctx)?;
    }
    let won = walk.into_won();
    // A roll is made wherever the game was not over before it.
    let open = |won: &u128| 1.0 - seats::chance(*won);
    let mean = won.iter().map(open).sum();
    let seats = seats::seats(&won, 0, 0.0, 2, ctx)?;
    Ok(Some(Dice {
        mean,
        edge: seats.chances[0] - 0.5,
    }))
}
