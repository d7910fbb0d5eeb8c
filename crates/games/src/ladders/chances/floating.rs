//! The same numbers for boards too large for fractions, in floating point, with a proven error.
//!
//! Let P be the chances from square to square, and let x' be any approximation of the x with
//! (I - P) x = b, such that b and (I - P) x' differ by at most e in every square. The inverse of
//! I - P has no negative entries, and what it makes of ones is t, the expected number of rolls;
//! so x and x' differ by at most e t. For t itself that is |t - t'| <= e t, and so at most
//! e / (1 - e) t'. It does not matter how x' was found; it is found by the stabilised
//! bi-conjugate gradients of van der Vorst, each step after a sweep down the track.

use std::cmp::Ordering;

use fewest_search::{Limit, SearchContext};

use super::count_work;
use fewest_words::say;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

use super::chain::Chain;
use super::figure::Figure;
use crate::odds::NoOdds;

/// What is found of the number of rolls.
pub struct Moments {
    /// The expected number.
    pub mean: Near,
    /// The expected square of the distance from it.
    pub variance: Near,
}

/// A number that is known up to an error.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The number.
    pub number: f64,
    /// How far it may be from the truth.
    pub error: f64,
}

impl Near {
    /// To be told.
    pub fn figure(self) -> Figure {
        Figure::near(self.number, self.error)
    }

    /// Whether it is less or greater than a fraction, as far as that is known.
    pub fn cmp(self, fraction: &BigRational) -> Option<Ordering> {
        let other = fraction.to_f64()?;
        let error = self.error + f64::EPSILON * other;
        match self.number - other {
            less if less < -error => Some(Ordering::Less),
            more if more > error => Some(Ordering::Greater),
            _ => None,
        }
    }

    /// Its square root.
    pub fn root(self) -> Near {
        let least = (self.number - self.error).max(0.0).sqrt();
        let most = (self.number + self.error).sqrt();
        let number = self.number.max(0.0).sqrt();
        let error = (most - number).max(number - least) * SLACK + number * f64::EPSILON;
        Near { number, error }
    }
}

/// A number with fewer digits than this is not told.
const TOLERATED: f64 = 1e-6;
/// The roundings in an error that is calculated itself are fewer than this makes up for.
const SLACK: f64 = 1.0 + 1e-9;

/// The moments of a chain in which the win is certain.
///
/// With t the expected rolls from every square and w from (I - P) w = t, the variance is
/// 2 w - t - t^2. If |t - t'| <= d t' and t' and (I - P) w' differ by at most e t', then by the
/// same argument |w - w'| <= (d + e) (1 + d) w.
pub fn moments(chain: &Chain, ctx: &mut SearchContext) -> Result<Moments, NoOdds> {
    let (rolls, relative) = expected_rolls(chain, ctx)?;
    let solver = Solver {
        chain,
        side: &rolls,
    };
    let (second, residual) = solver.solve(&rolls, ctx)?;
    let share = (relative + residual) * (1.0 + relative) * SLACK;
    told(share)?;
    let (mean, second) = (rolls[chain.start()], second[chain.start()]);
    let mean_error = relative * mean * SLACK;
    let second_error = share / (1.0 - share) * second * SLACK;
    let variance = 2.0 * second - mean - mean * mean;
    let rounding = 4.0 * f64::EPSILON * (2.0 * second + mean + mean * mean);
    let error = 2.0 * second_error + mean_error * (1.0 + 2.0 * mean + mean_error) + rounding;
    ctx.budget.forget(rolls);
    Ok(Moments {
        mean: Near {
            number: mean,
            error: mean_error,
        },
        variance: Near {
            number: variance,
            error: error * SLACK,
        },
    })
}

/// The chance to finish, whatever it is.
pub fn chance(chain: &Chain, ctx: &mut SearchContext) -> Result<Near, NoOdds> {
    let (rolls, relative) = expected_rolls(chain, ctx)?;
    let ones = ctx.budget.filled(chain.len(), 1.0)?;
    let mut wins = ctx.budget.list(chain.len())?;
    wins.extend((0..chain.len()).map(|square| share(chain, square, chain.wins(square))));
    let solver = Solver { chain, side: &wins };
    let (chances, residual) = solver.solve(&ones, ctx)?;
    let most = rolls[chain.start()] * (1.0 + relative);
    let error = (residual * most + f64::EPSILON) * SLACK;
    told(error)?;
    for list in [rolls, ones, wins] {
        ctx.budget.forget(list);
    }
    Ok(Near {
        number: chances[chain.start()],
        error,
    })
}

/// The expected rolls until a square outside of the chain, from every square, and how far each
/// may be off, as a share of it.
fn expected_rolls(chain: &Chain, ctx: &mut SearchContext) -> Result<(Vec<f64>, f64), NoOdds> {
    let ones = ctx.budget.filled(chain.len(), 1.0)?;
    let solver = Solver { chain, side: &ones };
    let (rolls, residual) = solver.solve(&ones, ctx)?;
    told(residual)?;
    ctx.budget.forget(ones);
    Ok((rolls, residual / (1.0 - residual) * SLACK))
}

/// Refuses an error that is too large to tell anything.
fn told(error: f64) -> Result<(), NoOdds> {
    // Not a number is not tolerated either.
    match error <= TOLERATED {
        true => Ok(()),
        false => Err(NoOdds::OutOfReach(say!(
            "the board is too large for fractions, and its rolls are too many for floating point \
             to vouch for six digits"
        ))),
    }
}

fn share(chain: &Chain, square: usize, by: u32) -> f64 {
    f64::from(by) / f64::from(chain.faces(square))
}

/// Solves (I - P) x = `side`.
struct Solver<'a> {
    chain: &'a Chain,
    side: &'a [f64],
}

impl Solver<'_> {
    /// How often the whole is begun again from what was found, and steps each time.
    const ROUNDS: usize = 20;
    const STEPS: usize = 500;
    /// How many rounds that bring hardly anything are made before it is left at that.
    const IN_VAIN: usize = 3;
    /// How many sweeps come before the steps.
    const SWEEPS: usize = 10;

    /// An approximation, and how far it is off in the worst square, as a share of that square's
    /// `scale`.
    fn solve(&self, scale: &[f64], ctx: &mut SearchContext) -> Result<(Vec<f64>, f64), Limit> {
        let mut found = ctx.budget.filled(self.chain.len(), 0.0)?;
        let mut tried = ctx.budget.filled(self.chain.len(), 0.0)?;
        let mut error = f64::INFINITY;
        let mut in_vain = 0;
        for round in 0..Self::ROUNDS {
            self.smooth(&mut tried, ctx)?;
            self.improve(&mut tried, round, ctx)?;
            let now = self.residual(&tried, scale);
            // Not a number is no improvement either.
            let is_better = now < 0.5 * error;
            in_vain = if is_better { 0 } else { in_vain + 1 };
            if now < error {
                error = now;
                found.copy_from_slice(&tried);
            } else {
                tried.copy_from_slice(&found);
            }
            if in_vain == Self::IN_VAIN {
                break;
            }
        }
        ctx.budget.forget(tried);
        Ok((found, error))
    }

    /// The greatest difference between the right-hand side and what an approximation makes it, as
    /// a share of the scale, roundings included.
    fn residual(&self, found: &[f64], scale: &[f64]) -> f64 {
        let mut worst = 0.0_f64;
        for square in 0..self.chain.len() {
            let led = self.led(square, found);
            let rest = self.side[square] - found[square] + led;
            let size =
                self.side[square].abs() + found[square].abs() + self.led_by_size(square, found);
            // One rounding for each product and each sum, and a few more.
            let roundings = (2 * self.chain.ways(square).len() + 8) as f64;
            let error = rest.abs() + roundings * f64::EPSILON * size;
            let share = error / scale[square] * SLACK;
            // `max` would pass over what is not a number.
            worst = if share <= worst { worst } else { share };
        }
        worst
    }

    /// What a roll leads to, on average.
    fn led(&self, square: usize, values: &[f64]) -> f64 {
        let ways = self.chain.ways(square).iter();
        let sum: f64 = ways
            .map(|&(to, by)| f64::from(by) * values[to as usize])
            .sum();
        sum / f64::from(self.chain.faces(square))
    }

    fn led_by_size(&self, square: usize, values: &[f64]) -> f64 {
        let ways = self.chain.ways(square).iter();
        let sizes = ways.map(|&(to, by)| f64::from(by) * values[to as usize].abs());
        sizes.sum::<f64>() / f64::from(self.chain.faces(square))
    }

    /// `values` without where they lead.
    fn apply(&self, values: &[f64], out: &mut [f64]) {
        for (square, out) in out.iter_mut().enumerate() {
            *out = values[square] - self.led(square, values);
        }
    }

    /// Solves as if nothing led back down the track: nearly the truth, and one sweep.
    fn sweep(&self, rest: &[f64], out: &mut [f64]) {
        for square in 0..self.chain.len() {
            let (mut sum, mut stays) = (0.0, 0);
            for &(to, by) in self.chain.ways(square) {
                match (to as usize).cmp(&square) {
                    Ordering::Less => sum += f64::from(by) * out[to as usize],
                    Ordering::Equal => stays = by,
                    Ordering::Greater => {}
                }
            }
            let faces = f64::from(self.chain.faces(square));
            out[square] = (rest[square] * faces + sum) / (faces - f64::from(stays));
        }
    }

    /// Comes nearer to the solution, by sweeps alone. Small boards are solved by that.
    fn smooth(&self, found: &mut [f64], ctx: &mut SearchContext) -> Result<(), Limit> {
        let length = self.chain.len();
        let mut rest = ctx.budget.filled(length, 0.0)?;
        let mut swept = ctx.budget.filled(length, 0.0)?;
        for count in 0..Self::SWEEPS {
            self.rest(found, &mut rest);
            self.sweep(&rest, &mut swept);
            add(found, 1.0, &swept);
            count_work(ctx, 2 * self.chain.entries() + length, count as u64, length)?;
        }
        ctx.budget.forget(rest);
        ctx.budget.forget(swept);
        Ok(())
    }

    /// What the right-hand side has more than an approximation makes it.
    fn rest(&self, found: &[f64], out: &mut [f64]) {
        self.apply(found, out);
        for (out, side) in out.iter_mut().zip(self.side) {
            *out = side - *out;
        }
    }

    /// Comes nearer to the solution, by some steps.
    fn improve(
        &self,
        found: &mut [f64],
        round: usize,
        ctx: &mut SearchContext,
    ) -> Result<(), Limit> {
        let length = self.chain.len();
        let mut lists = Vec::new();
        for _ in 0..8 {
            lists.push(ctx.budget.filled(length, 0.0)?);
        }
        let [rest, shadow, way, step, half, swept, turned, swept_half] = &mut lists[..] else {
            unreachable!("there are eight");
        };
        self.rest(found, rest);
        for (square, shadow) in shadow.iter_mut().enumerate() {
            // The method fails for some: those of the next round are others.
            let other = (square * (2 * round + 1) % 7) as f64;
            *shadow = rest[square] * (1.0 + other / 7.0);
        }
        let aim = 1e-3 * f64::EPSILON * size(self.side);
        let (mut rho, mut alpha, mut omega) = (1.0, 1.0, 1.0);
        for count in 0..Self::STEPS {
            let before = rho;
            rho = dot(shadow, rest);
            let beta = rho / before * alpha / omega;
            for square in 0..length {
                way[square] = rest[square] + beta * (way[square] - omega * step[square]);
            }
            self.sweep(way, swept);
            self.apply(swept, step);
            alpha = rho / dot(shadow, step);
            for square in 0..length {
                half[square] = rest[square] - alpha * step[square];
            }
            self.sweep(half, swept_half);
            self.apply(swept_half, turned);
            omega = dot(turned, half) / dot(turned, turned);
            let is_number = alpha.is_finite() && omega.is_finite() && beta.is_finite();
            if !is_number {
                // The half step may have hit the solution: then there is nothing to turn to.
                if alpha.is_finite() && beta.is_finite() {
                    add(found, alpha, swept);
                }
                break;
            }
            add(found, alpha, swept);
            add(found, omega, swept_half);
            for square in 0..length {
                rest[square] = half[square] - omega * turned[square];
            }
            // Four passes over all ways.
            count_work(
                ctx,
                4 * self.chain.entries() + 16 * length,
                count as u64,
                length,
            )?;
            if size(rest) <= aim || omega == 0.0 {
                break;
            }
        }
        for list in lists {
            ctx.budget.forget(list);
        }
        Ok(())
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn size(list: &[f64]) -> f64 {
    list.iter().fold(0.0, |most, entry| most.max(entry.abs()))
}

fn add(list: &mut [f64], factor: f64, other: &[f64]) {
    for (entry, other) in list.iter_mut().zip(other) {
        *entry += factor * other;
    }
}
