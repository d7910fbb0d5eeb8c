//! Each player's chance to win, where several roll in turn and the first to finish wins.

use fewest_search::{Limit, SearchContext};

use super::count_work;

use super::walk::ONE;

/// The chances of the seats, in the order in which they roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// The chances.
    pub chances: Vec<f64>,
    /// How far each may be from the truth.
    pub error: f64,
}

impl Seats {
    /// Whether they are known well enough to be told.
    pub fn are_known(&self) -> bool {
        self.error <= 1e-6
    }
}

/// The chance, at the most, that nobody has won yet after so many rolls of everyone, but will.
pub fn undecided(won: u128, stuck: u128, players: u32) -> f64 {
    let open = power(chance(ONE - won), players);
    (open - power(chance(stuck), players)).max(0.0)
}

/// The chances of the seats from the chance to have finished within each number of rolls, from 0
/// on, which may be `lost` more than is said; `undecided` is what is left after the last.
///
/// The player in seat j wins with its roll r if it finishes then, those before it have not
/// finished within r rolls, and those after it not within r - 1.
pub fn seats(
    won: &[u128],
    lost: u128,
    undecided: f64,
    players: u32,
    ctx: &mut SearchContext,
) -> Result<Seats, Limit> {
    let mut chances = ctx.budget.filled(players as usize, 0.0)?;
    let mut before = 0;
    for (roll, &won) in (0..).zip(won) {
        // A player still on the way after one roll less, and after this one.
        let (still, now) = (chance(ONE - before), chance(ONE - won));
        if won > before && still > 0.0 {
            let mut wins = chance(won - before) * power(still, players - 1);
            for seat in &mut chances {
                *seat += wins;
                wins *= now / still;
            }
            count_work(ctx, chances.len(), roll, chances.len())?;
        }
        before = won;
    }
    // Each product is off by fewer than four roundings a player, each sum by one a roll. What
    // was lost may be missing from any factor.
    let roundings = 4.0 * f64::from(players) + won.len() as f64 + 8.0;
    let rounding = roundings * f64::EPSILON;
    let missing = 2.0 * f64::from(players) * won.len() as f64 * chance(lost);
    Ok(Seats {
        chances,
        error: undecided + rounding + missing,
    })
}

/// A chance as a floating-point number.
pub fn chance(units: u128) -> f64 {
    units as f64 / ONE as f64
}

/// A power by products alone, so that it is known how far it is rounded.
fn power(base: f64, exponent: u32) -> f64 {
    let (mut product, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            product *= square;
        }
        square *= square;
        left /= 2;
    }
    product
}
