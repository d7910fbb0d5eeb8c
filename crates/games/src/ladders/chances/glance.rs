//! A quick look at what dice make of a board, for those who look at a great many.

use fewest_search::{Books, Limits, Patrol, Unwatched};

use super::chain::{Chain, Fate};
use super::walk::Walk;
use super::{Allowance, ENOUGH, seats};
use crate::ladders::Board;
use crate::making::dice::Dice;

/// The mean and the edge, nearly; nothing where the game may never end, or only after very long.
pub fn glance(board: &Board) -> Option<Dice> {
    /// No board on which anyone would play takes longer.
    const MOST_ROLLS: u64 = 20_000;
    let limits = Limits::default();
    let nobody = &mut Unwatched;
    let mut allowed = Allowance {
        books: Books::new(&limits),
        patrol: Patrol::new(&limits, nobody),
    };
    let chain = match Chain::of(board, &limits, &mut allowed) {
        Ok(Fate::Open(chain)) if chain.certain() => chain,
        _ => return None,
    };
    let mut walk = Walk::new(&chain, &mut allowed).ok()?;
    while seats::chance(walk.open()) > ENOUGH {
        if walk.is_over() || walk.rolls() > MOST_ROLLS {
            return None;
        }
        walk.roll(&mut allowed).ok()?;
    }
    let won = walk.into_won();
    // A roll is made wherever the game was not over before it.
    let open = |won: &u128| 1.0 - seats::chance(*won);
    let mean = won.iter().map(open).sum();
    let seats = seats::seats(&won, 0, 0.0, 2, &mut allowed).ok()?;
    Some(Dice {
        mean,
        edge: seats.chances[0] - 0.5,
    })
}
