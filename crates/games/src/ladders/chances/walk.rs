//! The chance to finish in so many rolls: the pawn is spread over the squares, roll by roll.
//!
//! Chances are whole multiples of 2^-120, always rounded down. What rounding takes away is added
//! up, so every chance is known to be between what is here and that much more.

use std::ops::Range;

use fewest_search::{Limit, SearchContext};

use super::count_work;
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::chain::Chain;

/// Certainty. There is room above it for sums, and for a hundred times as much.
pub const ONE: u128 = 1 << 120;

/// How much work a walk may be, in ways passed, before what is further is said to be out of reach.
const FAR: u64 = 3_000_000_000;
/// How many rolls are looked at in any case: each is kept.
const MOST_ROLLS: u64 = 1_000_000;
/// How many ways a square counts for besides its own: it takes a division.
const DIVISION: usize = 16;

/// The pawn spread over the squares after some rolls.
pub struct Walk<'a> {
    chain: &'a Chain,
    alive: Vec<u128>,
    /// All squares that the pawn may be on are among these: hardly ever are they the whole board.
    span: Range<usize>,
    /// Where the next roll leads; empty between the rolls.
    next: Vec<u128>,
    /// The chance to have finished within each number of rolls from 0 on, at the least.
    won: Vec<u128>,
    /// The chance to be where nobody wins, at the least.
    stuck: u128,
    /// What rounding has taken away so far.
    lost: u128,
    work: u64,
}

impl<'a> Walk<'a> {
    /// Before the first roll.
    pub fn new(chain: &'a Chain, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let mut walk = Walk {
            chain,
            alive: ctx.budget.filled(chain.len(), 0)?,
            span: chain.start()..chain.start() + 1,
            next: ctx.budget.filled(chain.len(), 0)?,
            won: Vec::new(),
            stuck: 0,
            lost: 0,
            work: 0,
        };
        walk.alive[chain.start()] = ONE;
        ctx.budget.push(&mut walk.won, 0)?;
        Ok(walk)
    }

    /// How many rolls have been made.
    pub fn rolls(&self) -> u64 {
        self.won.len() as u64 - 1
    }

    /// The chance to have finished by now, at the least.
    pub fn won(&self) -> u128 {
        self.won[self.won.len() - 1]
    }

    /// The chance to have finished one roll earlier, at the least.
    pub fn won_before(&self) -> u128 {
        self.won.len().checked_sub(2).map_or(0, |at| self.won[at])
    }

    /// The chance to be where nobody wins, at the least.
    pub fn stuck(&self) -> u128 {
        self.stuck
    }

    /// The chance that neither is decided yet, at the most.
    pub fn open(&self) -> u128 {
        ONE - self.won() - self.stuck
    }

    /// How much more any chance may be than is said.
    pub fn lost(&self) -> u128 {
        self.lost
    }

    /// Whether more rolls would tell nothing more, or only after too much work.
    pub fn is_over(&self) -> bool {
        let is_far = self.work > FAR || self.rolls() >= MOST_ROLLS;
        is_far || self.won() + self.stuck + self.lost == ONE
    }

    /// The chance to have finished within each number of rolls, from 0 on.
    pub fn into_won(self) -> Vec<u128> {
        self.won
    }

    /// Makes one roll more.
    pub fn roll(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        let chain = self.chain;
        let mut won = self.won();
        let mut work = self.span.len();
        let (mut first, mut end) = (usize::MAX, 0);
        for square in self.span.clone() {
            let chance = std::mem::take(&mut self.alive[square]);
            if chance == 0 {
                continue;
            }
            let each = divided(chance, chain.faces(square));
            self.lost += chance - each * u128::from(chain.faces(square));
            won += each * u128::from(chain.wins(square));
            let mut left = chain.faces(square) - chain.wins(square);
            for &(to, by) in chain.ways(square) {
                let to = to as usize;
                self.next[to] += each * u128::from(by);
                (first, end) = (first.min(to), end.max(to + 1));
                left -= by;
            }
            self.stuck += each * u128::from(left);
            work += chain.ways(square).len() + DIVISION;
        }
        std::mem::swap(&mut self.alive, &mut self.next);
        self.span = first.min(end)..end;
        self.work += work as u64;
        count_work(ctx, work, self.rolls(), chain.len())?;
        ctx.budget.push(&mut self.won, won)
    }
}

/// A chance in so many equal parts, rounded down: like the division of 128 bits by 128, but three
/// of 64 bits are faster.
fn divided(chance: u128, parts: u32) -> u128 {
    let (parts, low) = (u64::from(parts), chance as u64);
    let high = (chance >> 64) as u64;
    let middle = (high % parts) << 32 | low >> 32;
    let rest = (middle % parts) << 32 | low & 0xFFFF_FFFF;
    u128::from(high / parts) << 64 | u128::from(middle / parts) << 32 | u128::from(rest / parts)
}

/// The chances to have finished within one roll less and within so many, exactly; nothing where
/// that would take too long.
pub fn exactly(
    chain: &Chain,
    rolls: u64,
    ctx: &mut SearchContext,
) -> Result<Option<[BigRational; 2]>, Limit> {
    // A million words take a few milliseconds.
    const CHEAP: u64 = 20_000_000;
    let mut common = BigUint::one();
    for square in 0..chain.len() {
        common = common.lcm(&BigUint::from(chain.faces(square)));
        if common.bits() > 4096 {
            return Ok(None);
        }
    }
    let words = rolls.saturating_mul(common.bits()) / 128 + 1;
    let work = (chain.entries() + chain.len()) as u64;
    if work.saturating_mul(rolls).saturating_mul(words) > CHEAP {
        return Ok(None);
    }
    // Three numbers a square, at the most.
    let bytes = chain.len() as u64 * 3 * (size_of::<BigUint>() as u64 + 16 * (words + 1));
    if ctx.budget.take(bytes).is_err() {
        return Ok(None);
    }
    let faces = (0..chain.len()).map(|square| chain.faces(square));
    let each: Vec<BigUint> = faces.map(|faces| &common / faces).collect();
    let mut alive = vec![BigUint::zero(); chain.len()];
    alive[chain.start()] = BigUint::one();
    // All in units of one out of `all`, which grows with every roll.
    let (mut before, mut won, mut all) = (BigUint::zero(), BigUint::zero(), BigUint::one());
    for roll in 0..rolls {
        won *= &common;
        all *= &common;
        before = won.clone();
        let mut next = vec![BigUint::zero(); chain.len()];
        for (square, ways) in alive.iter().enumerate() {
            if ways.is_zero() {
                continue;
            }
            let ways = ways * &each[square];
            won += &ways * chain.wins(square);
            for &(to, by) in chain.ways(square) {
                next[to as usize] += &ways * by;
            }
        }
        alive = next;
        count_work(ctx, (work * words) as usize, roll, chain.len())?;
    }
    ctx.budget.give_back(bytes);
    let fraction = |ways: BigUint| BigRational::new(ways.into(), all.clone().into());
    Ok(Some([fraction(before), fraction(won)]))
}
