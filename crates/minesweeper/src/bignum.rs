//! Arithmetic on whole numbers of millions of digits that can be stopped: every loop polls.
//!
//! A board of a million covered cells has layouts by the hundred thousand digits. One division, one
//! greatest common divisor or one conversion to decimal of such numbers takes seconds, so that each
//! is cut into steps of a few milliseconds here.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

/// Returns an error when the work is to stop.
pub type Poll<'a, S> = &'a mut dyn FnMut() -> Result<(), S>;

/// Numbers up to this length are left to the plain operation.
const SHORT_BITS: u64 = 1 << 13;

/// The number of ways to choose `some` of `all`.
pub fn choose<S>(all: u32, some: u32, poll: Poll<S>) -> Result<BigUint, S> {
    const FEW: u32 = 1 << 9;
    let few = some.min(all - some);
    if few <= FEW {
        let mut ways = BigUint::one();
        for chosen in 0..few {
            poll()?;
            ways *= all - chosen;
            ways /= chosen + 1;
        }
        return Ok(ways);
    }
    // The power of a prime in n! is the sum of n / p, n / p², n / p³, …
    let power_in_factorial = |number: u32, prime: u32| {
        let mut left = number;
        let mut power = 0;
        while left >= prime {
            left /= prime;
            power += left;
        }
        power
    };
    let mut is_composite = vec![false; all as usize + 1];
    let mut factors = Vec::new();
    let mut word = 1u64;
    for prime in 2..=all {
        if prime % STEPS_A_POLL == 0 {
            poll()?;
        }
        if is_composite[prime as usize] {
            continue;
        }
        let multiples =
            (u64::from(prime) * u64::from(prime)..=u64::from(all)).step_by(prime as usize);
        for multiple in multiples {
            is_composite[multiple as usize] = true;
        }
        let power = power_in_factorial(all, prime)
            - power_in_factorial(some, prime)
            - power_in_factorial(all - some, prime);
        for _ in 0..power {
            word = match word.checked_mul(u64::from(prime)) {
                Some(product) => product,
                None => {
                    factors.push(BigUint::from(word));
                    u64::from(prime)
                }
            };
        }
    }
    factors.push(BigUint::from(word));
    while factors.len() > 1 {
        let mut products = Vec::with_capacity(factors.len().div_ceil(2));
        for pair in factors.chunks(2) {
            poll()?;
            products.push(pair.iter().product());
        }
        factors = products;
    }
    Ok(factors.swap_remove(0))
}

/// How many short steps are made between two polls.
const STEPS_A_POLL: u32 = 1 << 10;

/// Divides, as [`Integer::div_rem`](num_integer::Integer::div_rem) does.
pub fn divide<S>(
    number: &BigUint,
    divisor: &BigUint,
    poll: Poll<S>,
) -> Result<(BigUint, BigUint), S> {
    // A step of so many words takes as long as that many times the divisor's.
    const WORK_A_STEP: u64 = 1 << 22;
    let step = (WORK_A_STEP / (divisor.bits() / 32).max(1)).max(2) as usize;
    let digits = number.to_u32_digits();
    if digits.len() <= step {
        poll()?;
        return Ok(number.div_rem(divisor));
    }
    // Long division, each digit being of `step` words.
    let (mut quotient, mut rest) = (Vec::new(), BigUint::ZERO);
    let width = 32 * step as u64;
    for digit in digits.chunks(step).rev() {
        poll()?;
        let next = (rest << width) + BigUint::from_slice(digit);
        let (share, left) = next.div_rem(divisor);
        quotient.push(share);
        rest = left;
    }
    // The shares are joined two by two, so that none is shifted often.
    let mut width = width;
    quotient.reverse();
    while quotient.len() > 1 {
        poll()?;
        let joined = quotient.chunks(2).map(|pair| match pair {
            [low, high] => (high << width) + low,
            rest => rest[0].clone(),
        });
        quotient = joined.collect();
        width *= 2;
    }
    Ok((quotient.pop().unwrap_or_default(), rest))
}

/// The fraction in its lowest terms.
pub fn fraction<S>(
    numerator: BigUint,
    denominator: BigUint,
    poll: Poll<S>,
) -> Result<Ratio<BigUint>, S> {
    if denominator.bits() <= SHORT_BITS || numerator.is_zero() {
        return Ok(Ratio::new(numerator, denominator));
    }
    let divisor = common_divisor(numerator.clone(), denominator.clone(), poll)?;
    let (numerator, _) = divide(&numerator, &divisor, poll)?;
    let (denominator, _) = divide(&denominator, &divisor, poll)?;
    Ok(Ratio::new_raw(numerator, denominator))
}

/// The greatest common divisor, by Lehmer's method: the leading 63 bits of both tell many steps of
/// Euclid's at once.
fn common_divisor<S>(mut one: BigUint, mut other: BigUint, poll: Poll<S>) -> Result<BigUint, S> {
    if one < other {
        std::mem::swap(&mut one, &mut other);
    }
    while other.bits() > SHORT_BITS {
        poll()?;
        let shift = one.bits() - 63;
        let lead = |number: &BigUint| (number >> shift).to_i128().expect("63 bits");
        let (mut x, mut y) = (lead(&one), lead(&other));
        // The two as sums of multiples of what they were.
        let (mut a, mut b, mut c, mut d) = (1i128, 0i128, 0i128, 1i128);
        while y + c != 0 && y + d != 0 {
            let share = (x + a) / (y + c);
            if share != (x + b) / (y + d) {
                break;
            }
            (a, c) = (c, a - share * c);
            (b, d) = (d, b - share * d);
            (x, y) = (y, x - share * y);
        }
        if b == 0 {
            let (_, rest) = divide(&one, &other, poll)?;
            one = std::mem::replace(&mut other, rest);
            continue;
        }
        let sum = |a: i128, b: i128| {
            let (first, second) = (&one * a.unsigned_abs(), &other * b.unsigned_abs());
            // The two differ in sign, and the sum is not negative.
            match b > 0 {
                true => second - first,
                false => first - second,
            }
        };
        (one, other) = (sum(a, b), sum(c, d));
    }
    Ok(one.gcd(&other))
}

/// Writes a number in decimal digits.
pub fn decimal<S>(number: &BigUint, poll: Poll<S>) -> Result<String, S> {
    // 10^512, 10^1024, …: the last is longer than half of the number.
    let mut powers = vec![BigUint::from(10u32).pow(LEAST_DIGITS as u32)];
    while powers[powers.len() - 1].bits() * 2 <= number.bits() {
        poll()?;
        let last = &powers[powers.len() - 1];
        powers.push(last * last);
    }
    let mut digits = String::new();
    write_digits(number, &powers, false, &mut digits, poll)?;
    Ok(digits)
}

/// The digits of the shortest part.
const LEAST_DIGITS: usize = 512;

/// Writes a number less than the square of the last power; with zeros before it if it is a part.
fn write_digits<S>(
    number: &BigUint,
    powers: &[BigUint],
    is_part: bool,
    digits: &mut String,
    poll: Poll<S>,
) -> Result<(), S> {
    let Some((power, powers)) = powers.split_last() else {
        let text = number.to_string();
        if is_part {
            digits.extend(std::iter::repeat_n('0', LEAST_DIGITS - text.len()));
        }
        digits.push_str(&text);
        return Ok(());
    };
    let (high, low) = divide(number, power, poll)?;
    let has_high = is_part || !high.is_zero();
    if has_high {
        write_digits(&high, powers, is_part, digits, poll)?;
    }
    write_digits(&low, powers, has_high, digits, poll)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use fastrand::Rng;
    use num_integer::binomial;

    use super::*;

    fn go_on() -> Result<(), Infallible> {
        Ok(())
    }

    fn number(rng: &mut Rng, bits: u32) -> BigUint {
        let words = (0..bits.div_ceil(32)).map(|_| match rng.u8(..4) {
            // Long runs of equal bits try the carries.
            0 => 0,
            1 => u32::MAX,
            _ => rng.u32(..),
        });
        BigUint::new(words.collect()) >> (bits.next_multiple_of(32) - bits)
    }

    #[test]
    fn choose_equals_the_plain_binomial() {
        for all in [0, 1, 2, 30, 1100, 2500] {
            for some in (0..=all).step_by(if all > 100 { 83 } else { 1 }) {
                let plain = binomial(BigUint::from(all), BigUint::from(some));
                assert_eq!(choose(all, some, &mut go_on), Ok(plain), "{all} {some}");
            }
        }
    }

    #[test]
    fn division_fractions_and_digits_equal_the_plain_ones() {
        let mut rng = Rng::with_seed(1);
        for round in 0..300 {
            let most = if round % 50 == 0 { 200_000 } else { 30_000 };
            let (one, other) = (rng.u32(1..most), rng.u32(1..most));
            let (one, other) = (number(&mut rng, one), number(&mut rng, other) + 1u32);
            let common = number(&mut rng, most / 10) + 1u32;
            let (one, other) = (one * &common, other * common);
            let divided = divide(&one, &other, &mut go_on);
            assert_eq!(divided, Ok(one.div_rem(&other)), "{round}");
            assert_eq!(decimal(&one, &mut go_on), Ok(one.to_string()), "{round}");
            let lowest = fraction(one.clone(), other.clone(), &mut go_on);
            assert_eq!(lowest, Ok(Ratio::new(one, other)), "{round}");
        }
    }

    #[test]
    fn long_division_goes_digit_by_digit() {
        let mut rng = Rng::with_seed(2);
        let (one, other) = (
            number(&mut rng, 1_500_000),
            number(&mut rng, 500_000) + 1u32,
        );
        assert_eq!(divide(&one, &other, &mut go_on), Ok(one.div_rem(&other)));
    }

    #[test]
    fn every_operation_stops_when_the_poll_fails() {
        let mut rng = Rng::with_seed(3);
        let (one, other) = (number(&mut rng, 900_000), number(&mut rng, 899_000));
        for polls in [0, 1, 5] {
            let mut left = polls;
            let mut poll = || {
                left -= 1;
                if left < 0 { Err("enough") } else { Ok(()) }
            };
            assert_eq!(decimal(&one, &mut poll), Err("enough"));
            left = polls;
            let mut poll = || {
                left -= 1;
                if left < 0 { Err("enough") } else { Ok(()) }
            };
            let stopped = fraction(one.clone(), other.clone(), &mut poll);
            assert_eq!(stopped, Err("enough"));
            left = polls;
            let mut poll = || {
                left -= 1;
                if left < 0 { Err("enough") } else { Ok(()) }
            };
            assert_eq!(choose(100_000, 20_000, &mut poll), Err("enough"));
        }
    }
}
