//! How the values of flags are read: games, formats, times, sizes.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, RangedI64ValueParser, TypedValueParser};
use fewest_draw::Format as Picture;
use fewest_games::builtin::GAMES;

use crate::args::Heat;
use fewest_words::{Lang, say};

/// Reads the id of a game.
pub fn game_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(GAMES.iter().map(|game| game.info().id))
}

pub fn languages() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::code))
        .map(|code| Lang::find(&code).expect("only languages there are can be typed"))
}

pub fn pictures() -> impl TypedValueParser<Value = Picture> {
    let named = |name: String| {
        Picture::ALL
            .into_iter()
            .find(|format| format.name() == name)
    };
    PossibleValuesParser::new(Picture::ALL.map(Picture::name))
        .map(move |name| named(name).expect("only formats there are can be typed"))
}

/// Reads how many do something at a time.
pub fn at_a_time(most: u32) -> impl TypedValueParser<Value = NonZeroUsize> {
    clap::value_parser!(u32)
        .range(1..=i64::from(most))
        .map(|many| NonZeroUsize::new(many as usize).expect("it is at least one"))
}

/// Reads how many threads.
pub fn threads() -> impl TypedValueParser<Value = NonZeroUsize> {
    at_a_time(1024)
}

pub fn sizes() -> RangedI64ValueParser<u32> {
    let sizes = Picture::SIZES;
    clap::value_parser!(u32).range(i64::from(*sizes.start())..=i64::from(*sizes.end()))
}

/// Reads `distance`, `advise`, `advise:apple`.
pub fn heat(text: &str) -> Result<Heat, String> {
    match (text, text.strip_prefix("advise:")) {
        ("distance", _) => Ok(Heat::Distance),
        ("advise", _) => Ok(Heat::Advise(None)),
        (_, Some(group)) => Ok(Heat::Advise(Some(group.to_string()))),
        _ => Err(say!(
            "write distance, advise, or a group of changes, such as advise:wall"
        )),
    }
}

/// Reads `10s`, `500ms`, `5m`, `1h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    scaled(text, &units)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| say!("write a number and ms, s, m or h, such as 10s"))
}

/// Reads how long to wait for others. More than a day is a day: for a connection the system counts
/// hardly further.
pub fn patience(text: &str) -> Result<Duration, String> {
    const LONGEST: Duration = Duration::from_secs(24 * 3600);
    duration(text).map(|patience| patience.min(LONGEST))
}

/// Reads `2GiB`, `500MB`, `4096`.
pub fn bytes(text: &str) -> Result<u64, String> {
    let units = [
        ("KiB", 1024.0),
        ("MiB", 1024f64.powi(2)),
        ("GiB", 1024f64.powi(3)),
        ("TiB", 1024f64.powi(4)),
        ("kB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("B", 1.0),
        ("", 1.0),
    ];
    scaled(text, &units)
        .filter(|&bytes| bytes <= u64::MAX as f64)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| say!("write a number and a unit, such as 500MB or 2GiB"))
}

/// What a range can be of: numbers that are not negative.
pub trait Bound: FromStr + PartialOrd + Copy {
    /// The smallest.
    const LEAST: Self;
    /// The greatest.
    const MOST: Self;
}

impl Bound for u64 {
    const LEAST: u64 = 0;
    const MOST: u64 = u64::MAX;
}

impl Bound for f64 {
    const LEAST: f64 = 0.0;
    const MOST: f64 = f64::INFINITY;
}

/// Reads `14`, `14..18`, `14..`, `..18`: both ends are in it.
pub fn range<T: Bound>(text: &str) -> Result<RangeInclusive<T>, String> {
    let form = || say!("write a number or a range, such as 14, 14..18, 14.. or ..18");
    let number = |text: &str| {
        let is_plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number = is_plain.then(|| text.parse().ok()).flatten();
        number.ok_or_else(form)
    };
    let (least, most): (T, T) = match text.split_once("..") {
        None => (number(text)?, number(text)?),
        Some(("", "")) => return Err(form()),
        Some((least, "")) => (number(least)?, T::MOST),
        Some(("", most)) => (T::LEAST, number(most)?),
        Some((least, most)) => (number(least)?, number(most)?),
    };
    match least <= most {
        true => Ok(least..=most),
        false => Err(say!("the range {text} ends before it begins", text)),
    }
}

/// Reads `9x12`: so many rows and so many columns.
pub fn board_size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once(['x', '×']);
    let sides = sides.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    sides.ok_or_else(|| say!("write rows and columns, such as 9x12"))
}

/// A number that is not negative, times the unit that follows it.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim())?;
    let number: f64 = number.parse().ok()?;
    Some(number * factor).filter(|scaled| scaled.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        assert_eq!(patience("30s"), duration("30s"));
        for long in ["24h", "28h", "5000000000000000h"] {
            assert_eq!(patience(long), duration("24h"), "{long}");
        }
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("1.5 kB"), Ok(1500));
        assert_eq!(bytes("4096"), Ok(4096));
        for wrong in [
            "",
            "s",
            "-1s",
            "10",
            "10d",
            "1e400s",
            "99999999999999999999h",
        ] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        for wrong in [
            "",
            "GiB",
            "-1",
            "2gigs",
            "1.2.3MB",
            "99999999999999999999GiB",
        ] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_range_has_both_its_ends() {
        assert_eq!(range("14"), Ok(14..=14_u64));
        assert_eq!(range("14..18"), Ok(14..=18_u64));
        assert_eq!(range("14.."), Ok(14..=u64::MAX));
        assert_eq!(range("..18"), Ok(0..=18_u64));
        assert_eq!(range("5..7"), Ok(5.0..=7.0));
        assert_eq!(range("5.5..6.25"), Ok(5.5..=6.25));
        assert_eq!(range("5.5.."), Ok(5.5..=f64::INFINITY));
        for wrong in [
            "",
            "..",
            "a",
            "-1",
            "+1",
            "1-2",
            "1.5",
            "1..2..3",
            "1..=2",
            "18446744073709551616",
        ] {
            assert!(range::<u64>(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "..", ".", "NaN", "inf", "..inf", "1e3", "1..2..3"] {
            assert!(range::<f64>(wrong).is_err(), "{wrong}");
        }
        let backwards = range::<u64>("18..14").expect_err("it ends before it begins");
        assert!(backwards.contains("18..14"), "{backwards}");
    }

    #[test]
    fn a_size_is_rows_by_columns() {
        assert_eq!(board_size("9x12"), Ok((9, 12)));
        assert_eq!(board_size("9×12"), Ok((9, 12)));
        for wrong in ["", "9", "x", "9x", "-1x2", "9x12x3", "4294967296x1"] {
            assert!(board_size(wrong).is_err(), "{wrong}");
        }
    }
}
