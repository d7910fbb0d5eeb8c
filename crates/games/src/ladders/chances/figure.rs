//! A number as it is told: its decimals, and the fraction behind them or how far they may be off.

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::Signed as _;
use serde_json::{Value, json};

/// A number to be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its decimals, correctly rounded.
    pub decimal: String,
    /// The fraction, where it is exact.
    pub fraction: Option<String>,
    /// How far it may be from the truth, where it is not.
    pub error: Option<f64>,
}

/// How many decimals are told.
const PLACES: usize = 10;

impl Figure {
    /// A fraction.
    pub fn exact(number: &BigRational) -> Self {
        let places = places(number);
        Figure {
            decimal: decimal(&scaled(number, places), places),
            fraction: Some(format!("{}/{}", number.numer(), number.denom())),
            error: None,
        }
    }

    /// The square root of a fraction.
    pub fn root(number: &BigRational) -> Self {
        // Half of the whole part of twice the root, rounded up, is the root rounded to the nearest.
        let four_times: BigInt = number.numer() * 4 * power_of_ten(2 * PLACES) / number.denom();
        let root: BigInt = (four_times.sqrt() + 1) / 2;
        Figure {
            decimal: decimal(&root, PLACES),
            fraction: None,
            error: None,
        }
    }

    /// A number that is known up to an error. Only decimals that say something are told.
    pub fn near(number: f64, error: f64) -> Self {
        let told = (-error.log10()).floor().clamp(0.0, PLACES as f64);
        Figure {
            decimal: format!("{number:.*}", told as usize),
            fraction: None,
            // What the decimals leave out is part of it.
            error: Some(error + 0.5 * 10_f64.powf(-told)),
        }
    }

    /// For a program.
    pub fn json(&self) -> Value {
        match (&self.fraction, self.error) {
            (Some(fraction), _) => json!({"decimal": self.decimal, "fraction": fraction}),
            (None, Some(error)) => json!({"decimal": self.decimal, "error": error}),
            (None, None) => json!({"decimal": self.decimal}),
        }
    }
}

/// More decimals where a chance is small, so that it is not told as 0.
fn places(number: &BigRational) -> usize {
    let digits = |number: &BigInt| number.to_string().len();
    let zeros = digits(number.denom()).saturating_sub(digits(number.numer()) + 1);
    match number.numer().sign() {
        Sign::NoSign => PLACES,
        _ => PLACES + zeros,
    }
}

/// A fraction that is not negative times a power of ten, rounded to the nearest whole number.
fn scaled(number: &BigRational, places: usize) -> BigInt {
    debug_assert!(!number.is_negative());
    let twice = number.numer() * 2 * power_of_ten(places) / number.denom();
    (twice + 1) / 2
}

fn power_of_ten(exponent: usize) -> BigInt {
    BigInt::from(10).pow(exponent as u32)
}

/// Puts the point in.
fn decimal(scaled: &BigInt, places: usize) -> String {
    let digits = format!("{scaled:0>width$}", width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    format!("{whole}.{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits of a decimal as one whole number, and how many are behind the point.
    fn digits(decimal: &str) -> (BigInt, usize) {
        let (_, rest) = decimal.split_once('.').expect("a point");
        let digits = decimal.replace('.', "").parse().expect("digits");
        (digits, rest.len())
    }

    #[test]
    fn decimals_are_rounded_to_the_nearest() {
        let mut rng = fastrand::Rng::with_seed(10);
        for _ in 0..5_000 {
            let (numerator, denominator) =
                (rng.u64(..) >> rng.u8(..64), rng.u64(1..) >> rng.u8(..63));
            let number = BigRational::new(numerator.into(), denominator.max(1).into());
            let (top, bottom) = (number.numer(), number.denom());
            let (told, places) = digits(&Figure::exact(&number).decimal);
            let apart = &told * bottom - top * power_of_ten(places);
            assert!(apart.abs() * 2 <= *bottom, "{number}");
            let (root, places) = digits(&Figure::root(&number).decimal);
            let four_times: BigInt = top * 4 * power_of_ten(2 * places);
            let twice: BigInt = root * 2;
            let below = BigInt::ZERO.max(&twice - 1_u32);
            assert!(below.pow(2) * bottom <= four_times, "{number}");
            assert!(four_times < (twice + 1_u32).pow(2) * bottom, "{number}");
        }
    }

    #[test]
    fn small_chances_are_not_told_as_nothing() {
        let decimal = |numerator: u64, denominator: u64| {
            Figure::exact(&BigRational::new(numerator.into(), denominator.into())).decimal
        };
        assert_eq!(decimal(2, 3), "0.6666666667");
        assert_eq!(decimal(0, 1), "0.0000000000");
        assert_eq!(decimal(1, 30_000_000_000), "0.0000000000333333333");
        assert_eq!(Figure::near(0.5, 1e-7).decimal, "0.5000000");
    }
}
