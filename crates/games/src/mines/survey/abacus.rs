//! Multiplies whole numbers of any length, within the limits of memory and time.

use fewest_search::{Books, Limit, Limits, Patrol, Progress, Watch};
use num_bigint::BigUint;

use crate::survey::bytes_of_digits;

/// What the counting may use, and has used.
pub struct Abacus<'w> {
    pub books: Books,
    patrol: Patrol<'w>,
    /// The numbers in tables, so far.
    pub states: u64,
}

/// The longest numbers, in bits, that are multiplied without a look at the clock between.
const AT_ONCE: u64 = 1 << 19;

impl<'w> Abacus<'w> {
    pub fn new(limits: &Limits, watch: &'w mut dyn Watch) -> Self {
        Abacus {
            books: Books::new(limits),
            patrol: Patrol::new(limits, watch),
            states: 0,
        }
    }

    /// Counts steps of work, and looks at the clock now and then.
    #[inline]
    pub fn look(&mut self, steps: usize) -> Result<(), Limit> {
        let states = self.states;
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.patrol.step(steps, || Progress {
            depth: 0,
            states,
            at_least: 0,
        })
    }

    /// The product of two numbers.
    pub fn times(&mut self, one: &BigUint, other: &BigUint) -> Result<BigUint, Limit> {
        // Splitting and multiplying hold a few numbers as long as the product besides it.
        let aside = 4 * (one.bytes() + other.bytes());
        self.books.take(aside)?;
        let product = self.times_in_parts(one, other)?;
        self.books.give_back(aside);
        Ok(product)
    }

    /// Long numbers are multiplied half by half (Karatsuba's way), so that the longest product
    /// can be interrupted.
    fn times_in_parts(&mut self, one: &BigUint, other: &BigUint) -> Result<BigUint, Limit> {
        let (long, short) = if one.bits() < other.bits() {
            (other, one)
        } else {
            (one, other)
        };
        if long.bits() <= AT_ONCE {
            self.look(1 + (long.bits() / 1024) as usize)?;
            return Ok(long * short);
        }
        let half = long.bits() / 2;
        let (low, high) = split(long, half);
        if short.bits() <= half {
            let product = self.times_in_parts(&high, short)? << half;
            return Ok(product + self.times_in_parts(&low, short)?);
        }
        let (short_low, short_high) = split(short, half);
        let lower = self.times_in_parts(&low, &short_low)?;
        let upper = self.times_in_parts(&high, &short_high)?;
        let all = self.times_in_parts(&(low + high), &(short_low + short_high))?;
        let middle = all - &lower - &upper;
        Ok((((upper << half) + middle) << half) + lower)
    }
}

/// The lowest bits of a number, and the others.
fn split(number: &BigUint, bits: u64) -> (BigUint, BigUint) {
    let high = number >> bits;
    (number - (&high << bits), high)
}

/// What can be multiplied.
pub trait Factor: Sized {
    /// The product of two.
    fn times(&self, other: &Self, abacus: &mut Abacus) -> Result<Self, Limit>;

    /// The bytes of its digits.
    fn bytes(&self) -> u64;
}

impl Factor for BigUint {
    fn times(&self, other: &Self, abacus: &mut Abacus) -> Result<Self, Limit> {
        abacus.times(self, other)
    }

    fn bytes(&self) -> u64 {
        bytes_of_digits(self)
    }
}

/// A product of many factors, the short ones first multiplied with each other. Factors are on
/// the books from when they are pushed, and so is the product in the end.
pub struct Product<T> {
    /// The later, the shorter: no two take bytes between the same powers of two.
    parts: Vec<T>,
}

impl<T: Factor> Product<T> {
    pub fn new() -> Self {
        Product { parts: Vec::new() }
    }

    pub fn push(&mut self, mut factor: T, abacus: &mut Abacus) -> Result<(), Limit> {
        abacus.books.take(factor.bytes())?;
        let shorter = |part: &mut T, factor: &T| part.bytes().ilog2() <= factor.bytes().ilog2();
        while let Some(part) = self.parts.pop_if(|part| shorter(part, &factor)) {
            factor = multiplied(&part, &factor, abacus)?;
        }
        self.parts.push(factor);
        Ok(())
    }

    /// The product of what was pushed.
    ///
    /// # Panics
    /// If nothing was.
    pub fn finish(mut self, abacus: &mut Abacus) -> Result<T, Limit> {
        let mut product = self.parts.pop().expect("a factor");
        while let Some(part) = self.parts.pop() {
            product = multiplied(&part, &product, abacus)?;
        }
        Ok(product)
    }
}

/// The product of two factors in their place on the books.
fn multiplied<T: Factor>(one: &T, other: &T, abacus: &mut Abacus) -> Result<T, Limit> {
    let product = one.times(other, abacus)?;
    abacus.books.take(product.bytes())?;
    abacus.books.give_back(one.bytes() + other.bytes());
    Ok(product)
}
