//! The chain's equations modulo a prime: factored once, then solved for any right-hand side.

use std::ops::Range;

use fewest_search::{Limit, SearchContext};

use super::count_work;

use super::chain::Chain;

/// Of numbers below this, 255 products can be added up in 64 bits.
const BELOW: u64 = 1 << 28;
/// No prime is less.
pub const LEAST_PRIME: u64 = 1 << 27;
const TOGETHER: usize = 255;

/// The primes, from the greatest that is small enough down.
pub fn primes() -> impl Iterator<Item = u64> {
    let is_prime = |&number: &u64| (2..1 << 14).all(|divisor| number % divisor != 0);
    (LEAST_PRIME..BELOW).rev().filter(is_prime)
}

/// A lower and an upper triangle whose product is the matrix of a chain, modulo a prime.
///
/// The matrix has, in the row of a square, its faces on the diagonal, less by the faces that
/// lead from it to each square. Only what is not 0 is kept, and with its sign changed.
pub struct Factors {
    prime: u64,
    /// Where the lower and then the upper part of each row begin, and where the row ends.
    rows: Vec<[usize; 3]>,
    entries: Vec<(u32, u32)>,
    /// What to multiply by instead of dividing by the diagonal of the upper triangle.
    inverses: Vec<u64>,
}

impl Factors {
    /// Factors the matrix; nothing where the prime is one of the few for which that cannot be.
    pub fn of(chain: &Chain, prime: u64, ctx: &mut SearchContext) -> Result<Option<Self>, Limit> {
        let mut factors = Factors {
            prime,
            rows: ctx.budget.list(chain.len())?,
            entries: Vec::new(),
            inverses: ctx.budget.list(chain.len())?,
        };
        let mut row = ctx.budget.filled(chain.len(), 0)?;
        for square in 0..chain.len() {
            row[square] = u64::from(chain.faces(square));
            for &(to, by) in chain.ways(square) {
                row[to as usize] += prime - u64::from(by) % prime;
            }
            if !factors.add_row(square, &mut row, ctx)? {
                ctx.budget.forget(row);
                factors.forget(ctx);
                return Ok(None);
            }
        }
        ctx.budget.forget(row);
        Ok(Some(factors))
    }

    /// Takes the rows before out of one and keeps what is left; leaves it all 0. Says whether
    /// something is left on the diagonal.
    fn add_row(
        &mut self,
        square: usize,
        row: &mut [u64],
        ctx: &mut SearchContext,
    ) -> Result<bool, Limit> {
        let prime = self.prime;
        let lower = self.entries.len();
        let mut added = 0;
        for before in 0..square {
            if row[before] == 0 {
                continue;
            }
            let factor = row[before] % prime * self.inverses[before] % prime;
            row[before] = 0;
            if factor == 0 {
                continue;
            }
            if added == TOGETHER - 1 {
                row.iter_mut().for_each(|entry| *entry %= prime);
                added = 0;
            }
            added += 1;
            let upper = self.upper(before);
            for &(to, entry) in &self.entries[upper.clone()] {
                row[to as usize] += factor * u64::from(entry);
            }
            count_work(ctx, upper.len(), 0, square)?;
            let entry = (before as u32, (prime - factor) as u32);
            ctx.budget.push(&mut self.entries, entry)?;
        }
        let middle = self.entries.len();
        let diagonal = std::mem::take(&mut row[square]) % prime;
        for (to, entry) in (0..).zip(row.iter_mut()).skip(square + 1) {
            let left = std::mem::take(entry) % prime;
            if left != 0 {
                let entry = (to, (prime - left) as u32);
                ctx.budget.push(&mut self.entries, entry)?;
            }
        }
        self.rows.push([lower, middle, self.entries.len()]);
        self.inverses.push(power(diagonal, prime - 2, prime));
        Ok(diagonal != 0)
    }

    fn lower(&self, square: usize) -> Range<usize> {
        let [begin, middle, _] = self.rows[square];
        begin..middle
    }

    fn upper(&self, square: usize) -> Range<usize> {
        let [_, middle, end] = self.rows[square];
        middle..end
    }

    /// The prime.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// How many entries the triangles have.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Turns a right-hand side, all of it below the prime, into the solution.
    pub fn solve(&self, side: &mut [u64]) {
        for square in 0..side.len() {
            side[square] = self.add_up(side[square], self.lower(square), side);
        }
        for square in (0..side.len()).rev() {
            let sum = self.add_up(side[square], self.upper(square), side);
            side[square] = sum * self.inverses[square] % self.prime;
        }
    }

    fn add_up(&self, first: u64, row: Range<usize>, side: &[u64]) -> u64 {
        let chunks = self.entries[row].chunks(TOGETHER);
        chunks.fold(first, |sum, chunk| {
            let products = chunk
                .iter()
                .map(|&(to, entry)| side[to as usize] * u64::from(entry));
            (sum + products.sum::<u64>()) % self.prime
        })
    }

    /// Gives back what it holds.
    pub fn forget(self, ctx: &mut SearchContext) {
        ctx.budget.forget(self.rows);
        ctx.budget.forget(self.entries);
        ctx.budget.forget(self.inverses);
    }
}

/// A power modulo a prime.
fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut product = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = product * base % prime;
        }
        base = base * base % prime;
        exponent /= 2;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::super::chain::Fate;
    use super::*;
    use crate::ladders::{Board, Jumps, Overshoot};

    /// Rows so long that their products do not all fit into one sum.
    #[test]
    fn long_rows_are_added_up_in_parts() {
        let board = Board {
            side: 45,
            die: 2025,
            overshoot: Overshoot::Offered,
            jumps: Jumps::new(2025, &[]),
            from: 1,
        };
        let ctx = &mut SearchContext::default();
        let Ok(Fate::Open(chain)) = Chain::of(&board, ctx) else {
            panic!("the board can be won");
        };
        let prime = primes().next().expect("there are primes");
        let factors = Factors::of(&chain, prime, ctx);
        let factors = factors
            .expect("no limits")
            .expect("the prime is a good one");
        let side: Vec<u64> = (0..chain.len())
            .map(|square| prime - 1 - square as u64)
            .collect();
        let mut solution = side.clone();
        factors.solve(&mut solution);
        for square in 0..chain.len() {
            let ways = chain.ways(square).iter();
            let led: u64 = ways
                .map(|&(to, by)| u64::from(by) * solution[to as usize])
                .sum();
            let all = u64::from(chain.faces(square)) * solution[square];
            assert_eq!((side[square] + led) % prime, all % prime, "{square}");
        }
    }
}
