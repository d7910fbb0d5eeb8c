//! The dice at random: the chain of squares, by how many faces a roll leads from one to another; and
//! expected rolls, their variance and the chance to finish, as exact fractions.
//!
//! A die may have more faces than can be counted, so all rolls from a square are looked at together.
//!
//! The equations have whole numbers, so they are solved digit by digit in the base of a prime
//! (Dixon's lifting): modulo the prime by its factors, and what is left over is divided by the
//! prime for the next digit. By Hadamard's bound on determinants it is known beforehand how many
//! digits determine the fraction, which Euclid's algorithm then finds. Another prime, for which
//! the equations are solved anew, must agree with it.

use std::ops::Range;

use fewest_search::{Limit, NEVER, SearchContext, distances};
use fewest_words::say;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use super::odds::count_work;
use super::{Board, Overshoot};
use crate::game::Game as _;
use crate::odds::NoOdds;
use crate::solve::Disagreement;

/// The first two moments of the number of rolls.
pub struct Moments {
    /// The expected number.
    pub mean: BigRational,
    /// The expected square of the distance from it.
    pub variance: BigRational,
}

/// The moments of a chain in which the win is certain.
///
/// With A the matrix, F its faces and x the expected rolls from every square: A x = F. With w
/// from A w = F x the expected square of the rolls is 2 w - x.
pub fn moments(chain: &Chain, ctx: &mut SearchContext) -> Result<Moments, NoOdds> {
    let faces = |square| chain.faces(square);
    let [mean, second] = solve(chain, faces, 2, ctx)?
        .try_into()
        .map_err(|_| wrong("two numbers were asked for"))?;
    let variance = &second + &second - &mean - &mean * &mean;
    Ok(Moments { mean, variance })
}

/// The chance to finish, whatever it is.
pub fn chance(chain: &Chain, ctx: &mut SearchContext) -> Result<BigRational, NoOdds> {
    let [chance] = solve(chain, |square| chain.wins(square), 1, ctx)?
        .try_into()
        .map_err(|_| wrong("one number was asked for"))?;
    Ok(chance)
}

/// How much work the moments are at the most, in products of two digits.
///
/// A row of the upper triangle has entries only in columns of squares to which a roll leads back
/// down the track; a row of the lower one besides where a roll leads up.
pub fn work(chain: &Chain) -> f64 {
    let mut is_below = vec![false; chain.len()];
    for square in 0..chain.len() {
        for &(to, _) in chain.ways(square) {
            is_below[to as usize] |= to as usize > square;
        }
    }
    let below = is_below.iter().filter(|&&is_below| is_below).count() as f64;
    let (squares, ways) = (chain.len() as f64, chain.entries() as f64);
    let factor = (ways + squares * below) * below;
    let bounds = bounds(chain, &|square| chain.faces(square), 2);
    let digits = bounds.iter().map(|bound| bound.digits(LEAST_PRIME));
    let digits = digits.max().unwrap_or(0) as f64;
    // Each digit takes a few divisions too.
    2.0 * (factor + digits * (16.0 * squares + 2.0 * ways + squares * below))
}

/// Solves A x = b and, where `depth` says so, A w = F x, and so on; says each solution where play
/// begins.
fn solve(
    chain: &Chain,
    side: impl Fn(usize) -> u32,
    depth: usize,
    ctx: &mut SearchContext,
) -> Result<Vec<BigRational>, NoOdds> {
    let mut primes = primes();
    let factors = factor(chain, &mut primes, ctx)?;
    let bounds = bounds(chain, &side, depth);
    let digits = lift(chain, &factors, &side, &bounds, ctx)?;
    let base = BigUint::from(factors.prime);
    factors.forget(ctx);
    let mut found = Vec::new();
    for (digits, bound) in digits.iter().zip(&bounds) {
        let digits = &digits[..bound.digits(base.to_u64().unwrap_or(1))];
        found.push(reconstruct(digits, &base, bound, ctx)?);
    }
    let other = factor(chain, &mut primes, ctx)?;
    let agree = verify(chain, &other, &side, &found);
    other.forget(ctx);
    match agree {
        true => Ok(found),
        false => Err(wrong("another prime does not agree with the fraction")),
    }
}

/// The factors for the next prime for which there are any. Only those fail that divide one of a
/// few determinants.
fn factor(
    chain: &Chain,
    primes: &mut impl Iterator<Item = u64>,
    ctx: &mut SearchContext,
) -> Result<Factors, NoOdds> {
    for prime in primes {
        if let Some(factors) = Factors::of(chain, prime, ctx)? {
            return Ok(factors);
        }
    }
    Err(wrong("no prime is left"))
}

/// How large a fraction can be, in bits.
struct Bound {
    numerator: f64,
    denominator: f64,
}

impl Bound {
    /// How many digits determine it, in a base.
    fn digits(&self, base: u64) -> usize {
        let bits = self.whole_numerator() + self.whole_denominator() + 1;
        // Rounded up from a little more, so that no rounding can make it too few.
        (bits as f64 / (base as f64).log2() + 1e-6).ceil() as usize + 1
    }

    fn whole_numerator(&self) -> u64 {
        (self.numerator + 1.0).ceil() as u64
    }

    fn whole_denominator(&self) -> u64 {
        (self.denominator + 1.0).ceil() as u64
    }
}

/// Hadamard's bounds for the solutions of the equations, one after another as one system: a
/// determinant is at most the product of the lengths of its rows.
fn bounds(chain: &Chain, side: &impl Fn(usize) -> u32, depth: usize) -> Vec<Bound> {
    let half_log = |square: f64| 0.5 * square.log2();
    let (mut determinant, mut with_side, mut with_faces) = (0.0, 0.0, 0.0);
    for square in 0..chain.len() {
        let faces = f64::from(chain.faces(square));
        let mut diagonal = faces;
        let mut length = 0.0;
        for &(to, by) in chain.ways(square) {
            if to as usize == square {
                diagonal -= f64::from(by);
            } else {
                length += f64::from(by).powi(2);
            }
        }
        length += diagonal * diagonal;
        determinant += half_log(length);
        with_side += half_log(length + f64::from(side(square)).powi(2));
        with_faces += half_log(length + faces * faces);
    }
    let bound = |before: usize| Bound {
        numerator: with_side + before as f64 * with_faces,
        denominator: (before + 1) as f64 * determinant,
    };
    (0..depth).map(bound).collect()
}

/// The digits of each solution where play begins, the lowest first.
fn lift(
    chain: &Chain,
    factors: &Factors,
    side: &impl Fn(usize) -> u32,
    bounds: &[Bound],
    ctx: &mut SearchContext,
) -> Result<Vec<Vec<u64>>, NoOdds> {
    let prime = factors.prime as i64;
    let most = bounds.iter().map(|bound| bound.digits(factors.prime));
    let most = most.max().unwrap_or(0);
    // What is left over of each right-hand side. It stays below 2^35: faces are below 2^32 and
    // digits below 2^28, so that no product or sum here needs more than 63 bits.
    let mut rests: Vec<Vec<i64>> = Vec::new();
    for depth in 0..bounds.len() {
        let mut rest = ctx.budget.list(chain.len())?;
        let first = |square| {
            if depth == 0 {
                i64::from(side(square))
            } else {
                0
            }
        };
        rest.extend((0..chain.len()).map(first));
        rests.push(rest);
    }
    let mut digits = vec![Vec::new(); bounds.len()];
    let mut solution = ctx.budget.filled(chain.len(), 0_u64)?;
    let work = factors.entries() + chain.entries();
    for count in 0..most {
        for (depth, rest) in rests.iter_mut().enumerate() {
            if depth > 0 {
                for (square, rest) in rest.iter_mut().enumerate() {
                    *rest += i64::from(chain.faces(square)) * solution[square] as i64;
                }
            }
            for (digit, rest) in solution.iter_mut().zip(rest.iter()) {
                *digit = rest.rem_euclid(prime) as u64;
            }
            factors.solve(&mut solution);
            for (square, rest) in rest.iter_mut().enumerate() {
                let by = |faces: u32, to: usize| i64::from(faces) * solution[to] as i64;
                let ways = chain.ways(square).iter();
                let led: i64 = ways.map(|&(to, faces)| by(faces, to as usize)).sum();
                *rest = (*rest - by(chain.faces(square), square) + led) / prime;
            }
            digits[depth].push(solution[chain.start]);
            count_work(ctx, work, count as u64, chain.len())?;
        }
    }
    ctx.budget.forget(solution);
    for rest in rests {
        ctx.budget.forget(rest);
    }
    Ok(digits)
}

/// The one fraction within the bounds that has these digits.
fn reconstruct(
    digits: &[u64],
    base: &BigUint,
    bound: &Bound,
    ctx: &mut SearchContext,
) -> Result<BigRational, NoOdds> {
    let number = digits
        .iter()
        .rev()
        .fold(BigUint::zero(), |number, &digit| number * base + digit);
    let numerator_below = BigUint::one() << bound.whole_numerator();
    let denominator_below = BigUint::one() << bound.whole_denominator();
    let (mut before, mut rest) = (base.pow(digits.len() as u32), number);
    // The factors of the number, by turns negative and positive.
    let (mut factor_before, mut factor) = (BigUint::zero(), BigUint::one());
    let mut is_positive = true;
    while rest > numerator_below {
        let (quotient, remainder) = before.div_rem(&rest);
        (before, rest) = (rest, remainder);
        let next = factor_before + quotient * &factor;
        (factor_before, factor) = (factor, next);
        is_positive = !is_positive;
        count_work(ctx, digits.len(), 0, digits.len())?;
    }
    if factor > denominator_below || !is_positive && !rest.is_zero() {
        return Err(wrong("the digits are no fraction within the bounds"));
    }
    Ok(BigRational::new(BigInt::from(rest), BigInt::from(factor)))
}

/// Whether the fractions solve the equations modulo another prime.
fn verify(
    chain: &Chain,
    factors: &Factors,
    side: &impl Fn(usize) -> u32,
    found: &[BigRational],
) -> bool {
    let prime = factors.prime;
    let mut solution: Vec<u64> = (0..chain.len())
        .map(|square| u64::from(side(square)) % prime)
        .collect();
    let modulo = |number: &BigInt| (number % prime).to_u64();
    for (depth, fraction) in found.iter().enumerate() {
        if depth > 0 {
            for (square, digit) in solution.iter_mut().enumerate() {
                *digit = *digit * (u64::from(chain.faces(square)) % prime) % prime;
            }
        }
        factors.solve(&mut solution);
        let numerator = modulo(fraction.numer());
        let times =
            modulo(fraction.denom()).map(|denominator| denominator * solution[chain.start] % prime);
        if times != numerator {
            return false;
        }
    }
    true
}

fn wrong(what: &str) -> NoOdds {
    NoOdds::Disagreement(Disagreement {
        game: Board::INFO.id,
        kernel: "lifting",
        what: what.to_string(),
    })
}

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
        let (diagonal, prime) = (diagonal as i64, prime as i64);
        let inverse = diagonal.extended_gcd(&prime).x.rem_euclid(prime);
        self.inverses.push(inverse as u64);
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

/// Whether the dice have anything left to decide.
pub enum Fate {
    /// Play begins on the last square.
    Won,
    /// No roll leads to the last square, proven.
    Impossible,
    /// They do.
    Open(Chain),
}

/// The squares that can be stood on and that can still win, from the last one down, and the ways
/// between them. Whoever leaves them has won, or is on squares from which nobody wins.
///
/// In this order nearly all ways lead to an earlier square: only snakes lead to a later one.
pub struct Chain {
    /// Where the ways of each square begin; those of the last one end at the end.
    begins: Vec<usize>,
    /// Squares that a roll leads to, each once, and by how many faces.
    ways: Vec<(u32, u32)>,
    /// How many faces can be rolled on each square, all equally likely.
    faces: Vec<u32>,
    /// How many of them win.
    wins: Vec<u32>,
    /// Where play begins.
    pub start: usize,
    /// Whether nobody ever leaves but by winning: the game is won sooner or later.
    pub certain: bool,
}

/// Boards with more ways than this are not looked at.
const MOST_WAYS: u64 = 1 << 28;
/// No place among the squares of a chain.
const NONE: u32 = u32::MAX;

impl Chain {
    /// The chain of a board.
    pub fn of(board: &Board, ctx: &mut SearchContext) -> Result<Fate, NoOdds> {
        if board.from == board.squares() {
            return Ok(Fate::Won);
        }
        let squares = reached(board, ctx)?;
        if count_ways(board, &squares) > MOST_WAYS {
            return Err(NoOdds::OutOfReach(say!(
                "so many rolls on so many squares are too many to follow"
            )));
        }
        let mut chain = Chain::among(board, &squares, ctx)?;
        let can_win = chain.winners(ctx)?;
        if !can_win[chain.start] {
            return Ok(Fate::Impossible);
        }
        if can_win.contains(&false) {
            let winners = squares.iter().zip(can_win).filter(|(_, can_win)| *can_win);
            let winners: Vec<u32> = winners.map(|(&number, _)| number).collect();
            chain.forget(ctx);
            chain = Chain::among(board, &winners, ctx)?;
            chain.certain = false;
        }
        Ok(Fate::Open(chain))
    }

    /// Gives back what it holds.
    fn forget(self, ctx: &mut SearchContext) {
        ctx.budget.forget(self.begins);
        ctx.budget.forget(self.ways);
        ctx.budget.forget(self.faces);
        ctx.budget.forget(self.wins);
    }

    /// How many squares it has.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// How many ways there are between them.
    pub fn entries(&self) -> usize {
        self.ways.len()
    }

    /// The squares that a roll leads to from one, and by how many faces.
    pub fn ways(&self, square: usize) -> &[(u32, u32)] {
        &self.ways[self.row(square)]
    }

    /// How many faces can be rolled on a square.
    pub fn faces(&self, square: usize) -> u32 {
        self.faces[square]
    }

    /// How many faces win from a square.
    pub fn wins(&self, square: usize) -> u32 {
        self.wins[square]
    }

    /// Whether somebody can come by a square a second time, and so for ever.
    pub fn goes_round(&self) -> bool {
        let mut arrivals = vec![0_u32; self.len()];
        for &(to, _) in &self.ways {
            arrivals[to as usize] += 1;
        }
        let mut free: Vec<usize> = (0..self.len())
            .filter(|&square| arrivals[square] == 0)
            .collect();
        let mut passed = 0;
        while let Some(square) = free.pop() {
            passed += 1;
            for &(to, _) in self.ways(square) {
                arrivals[to as usize] -= 1;
                if arrivals[to as usize] == 0 {
                    free.push(to as usize);
                }
            }
        }
        passed < self.len()
    }

    fn row(&self, square: usize) -> Range<usize> {
        let end = self.begins.get(square + 1).copied();
        self.begins[square]..end.unwrap_or(self.ways.len())
    }

    /// The chain of some squares of a board, given by their numbers, the greatest first. Rolls that
    /// lead elsewhere are left out.
    fn among(board: &Board, squares: &[u32], ctx: &mut SearchContext) -> Result<Self, Limit> {
        let mut places = ctx.budget.filled(board.squares() as usize, NONE)?;
        for (place, &number) in (0..).zip(squares) {
            places[number as usize] = place;
        }
        let mut chain = Chain {
            begins: ctx.budget.list(squares.len())?,
            ways: Vec::new(),
            faces: ctx.budget.list(squares.len())?,
            wins: ctx.budget.list(squares.len())?,
            start: places[board.from as usize] as usize,
            certain: true,
        };
        // By how many faces a roll leads to each square, while one row is written.
        let mut by_faces = ctx.budget.filled(squares.len(), 0)?;
        for &number in squares {
            let begin = chain.ways.len();
            let (mut faces, mut wins, mut room) = (0, 0, Ok(()));
            ways(board, number, |end, by| {
                faces += by;
                if end == board.squares() {
                    wins += by;
                    return;
                }
                let to = places[end as usize];
                if to == NONE {
                    return;
                }
                let sum: &mut u32 = &mut by_faces[to as usize];
                if *sum == 0 && room.is_ok() {
                    room = ctx.budget.push(&mut chain.ways, (to, 0));
                }
                *sum += by;
            });
            room?;
            for (to, by) in &mut chain.ways[begin..] {
                *by = std::mem::take(&mut by_faces[*to as usize]);
            }
            count_work(ctx, chain.ways.len() - begin, 0, chain.len())?;
            chain.begins.push(begin);
            chain.faces.push(faces);
            chain.wins.push(wins);
        }
        ctx.budget.forget(by_faces);
        ctx.budget.forget(places);
        Ok(chain)
    }

    /// The squares from which the last one can be reached.
    fn winners(&self, ctx: &mut SearchContext) -> Result<Vec<bool>, Limit> {
        let won = (0..self.len()).filter(|&square| self.wins[square] > 0);
        let leads = |from: u32, tell: &mut dyn FnMut(u32)| {
            let ways = self.ways(from as usize).iter();
            ways.for_each(|&(to, _)| tell(to));
        };
        let squares = self.len() as u32;
        let distances = distances(squares, won.map(|square| square as u32), &leads, ctx)?;
        let can_win = distances
            .iter()
            .map(|&distance| distance != NEVER)
            .collect();
        ctx.budget.forget(distances);
        Ok(can_win)
    }
}

/// The numbers of the squares that can be stood on, but for the last one, the greatest first.
///
/// Each square is landed on only once here, whatever the die: the next one that nobody has landed
/// on is looked up.
pub fn reached(board: &Board, ctx: &mut SearchContext) -> Result<Vec<u32>, Limit> {
    let most = ctx.options.limits.states.unwrap_or(u64::MAX);
    let last = board.squares();
    let mut is_reached = ctx.budget.filled(last as usize + 1, false)?;
    // A square at or after each on which nobody has landed, if it is its own; one to spare.
    let mut fresh: Vec<u32> = ctx.budget.list(last as usize + 2)?;
    fresh.extend(0..=last + 1);
    let mut open = ctx.budget.list(1)?;
    is_reached[board.from as usize] = true;
    open.push(board.from);
    let mut count = 1;
    while let Some(number) = open.pop() {
        for (first, end) in touched(board, number) {
            let mut square = find(&mut fresh, first);
            while square <= end {
                fresh[square as usize] = square + 1;
                let landing = board.landing(square);
                if landing != last && !std::mem::replace(&mut is_reached[landing as usize], true) {
                    count += 1;
                    ctx.budget.push(&mut open, landing)?;
                }
                count_work(ctx, 1, 0, count)?;
                square = find(&mut fresh, square);
            }
        }
        if count as u64 > most {
            return Err(Limit::States);
        }
    }
    let mut squares = ctx.budget.list(count)?;
    squares.extend(
        (0..last)
            .rev()
            .filter(|&number| is_reached[number as usize]),
    );
    ctx.budget.forget(is_reached);
    ctx.budget.forget(fresh);
    ctx.budget.forget(open);
    Ok(squares)
}

/// The first square at or after one on which nobody has landed; shortens the way to it.
fn find(fresh: &mut [u32], square: u32) -> u32 {
    let mut end = square;
    while fresh[end as usize] != end {
        end = fresh[end as usize];
    }
    let mut at = square;
    while fresh[at as usize] != end {
        at = std::mem::replace(&mut fresh[at as usize], end);
    }
    end
}

/// The squares that a roll from one can land on, by their numbers: the first and the last of
/// those ahead, and of those that a bounce comes by. There are none where the last is before the
/// first.
fn touched(board: &Board, number: u32) -> [(u32, u32); 2] {
    let left = board.squares() - number;
    let ahead = (number + 1, number + board.die.min(left));
    let past = match board.overshoot {
        Overshoot::Bounce => board.die.saturating_sub(left).min(board.last()),
        _ => 0,
    };
    [ahead, (board.squares() - past, board.last())]
}

/// How many ways there are between some squares of a board, at the most.
pub fn count_ways(board: &Board, squares: &[u32]) -> u64 {
    let count = |(first, end): (u32, u32)| u64::from((end + 1).saturating_sub(first));
    let from = |&number: &u32| touched(board, number).into_iter().map(count).sum::<u64>();
    squares.iter().map(from).sum()
}

/// Visits where the rolls from a square end, by its number, and by how many faces; one square
/// maybe several times.
pub fn ways(board: &Board, number: u32, mut visit: impl FnMut(u32, u32)) {
    let left = board.squares() - number;
    for touched in number + 1..=number + board.die.min(left) {
        visit(board.landing(touched), 1);
    }
    let Some(past @ 1..) = board.die.checked_sub(left) else {
        return;
    };
    match board.overshoot {
        Overshoot::Offered => {}
        Overshoot::Stay => visit(number, past),
        Overshoot::Win => visit(board.squares(), past),
        Overshoot::Bounce => {
            // To and fro: after that all comes again.
            let round = board.last().saturating_mul(2);
            for one in 1..=past.min(round) {
                visit(board.landing(board.bounced(one)), (past - one) / round + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
