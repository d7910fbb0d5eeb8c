//! How much of something a new board has: `10`, `5..12`, `20%`, `10%..30%`.

use std::ops::RangeInclusive;

use fewest_words::say;
use serde::Serialize;

use crate::source::digits;

/// Something of which new boards of a game have more or less.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Amount {
    /// What it is called: `mines`.
    pub name: &'static str,
    /// How much of it a new board has where nobody says it.
    pub usual: &'static str,
    /// How much of it there may be where all boards are asked about.
    pub all: &'static str,
    /// What it is.
    pub meaning: &'static str,
}

/// Reads an amount: how many of so many squares.
pub fn read_amount(text: &str, squares: u32) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| match text.strip_suffix('%') {
        Some(percent) => {
            let percent: f64 = percent.parse().ok()?;
            let share = (0.0..=100.0)
                .contains(&percent)
                .then_some(percent / 100.0)?;
            // What 12.5 % of 8 is should not depend on how fractions are kept.
            let exact = (share * f64::from(squares) * 1e6).round() / 1e6;
            Some(exact.round() as u32)
        }
        None => digits(text),
    };
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least), number(most)),
        None => (number(text), number(text)),
    };
    match (least, most) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err(say!(
            "`{text}` is no amount: write, for example, 10, 5..12, 20% or 10%..30%",
            text
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_numbers_or_shares() {
        assert_eq!(read_amount("10", 25), Ok(10..=10));
        assert_eq!(read_amount("5..12", 25), Ok(5..=12));
        assert_eq!(read_amount("20%", 25), Ok(5..=5));
        assert_eq!(read_amount("10%..30%", 25), Ok(3..=8));
        assert_eq!(read_amount("0%..100%", 25), Ok(0..=25));
        assert_eq!(read_amount("10%..40%", 2), Ok(0..=1));
        assert_eq!(read_amount("12.5%", 8), Ok(1..=1));
        for wrong in [
            "",
            "x",
            "7..3",
            "-1",
            "110%",
            "1..",
            "..3",
            "5%%",
            "nan%",
            "1e9%",
            "4294967296",
        ] {
            assert!(read_amount(wrong, 25).is_err(), "{wrong}");
        }
    }
}
