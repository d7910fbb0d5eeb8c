//! How the odds are told: in lines for people, and as JSON.

use fewest_words::{key, of, say};
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use serde_json::{Value, json};

use super::odds::{SHARES, Seats, Within, chance};
use crate::odds::Odds;

/// All that was found out about a board on which the game can be won.
pub struct Findings {
    /// What is known of the number of rolls.
    pub rolls: Rolls,
    /// Within how many rolls each share of all games is finished.
    pub percentiles: Vec<Within>,
    /// The chance to have finished within each number of rolls, from 0 on.
    pub won: Vec<u128>,
    /// What was found about the number of rolls that was asked for.
    pub asked: Option<Asked>,
    /// The chances of several players.
    pub seats: Option<Seats>,
}

/// What is known of the number of rolls.
pub enum Rolls {
    /// The game is won sooner or later.
    Certain {
        /// The expected number.
        mean: Figure,
        /// Its variance.
        variance: Figure,
        /// The root of the variance.
        deviation: Figure,
    },
    /// It may never be won.
    Uncertain {
        /// The chance that it is.
        chance: Figure,
    },
}

/// The chances of a certain number of rolls; nothing where they are out of reach.
pub struct Asked {
    /// The number.
    pub rolls: u64,
    /// To finish with just so many.
    pub exactly: Option<Figure>,
    /// To finish within so many.
    pub at_most: Option<Figure>,
}

/// How wide a column of percentages is.
const PERCENT: usize = 8;
/// More numbers of rolls than this are not listed.
const LISTED: usize = 10_000;
/// Fractions with more digits are not shown to people.
const READABLE: usize = 130;
/// How many lines a table has at the most, and how wide its bars are.
const LINES: usize = 20;
const WIDEST: f64 = 40.0;

/// What is told about a board on which nobody wins.
pub fn impossible() -> Odds {
    let never = Figure::exact(&BigRational::zero());
    Odds {
        headline: say!("impossible, proven"),
        lines: Vec::new(),
        entries: vec![("verdict", "impossible".into()), ("chance", never.json())],
        can_win: false,
    }
}

impl Findings {
    /// Puts it into words.
    pub fn tell(&self) -> Odds {
        let mut lines = Vec::new();
        let headline = match &self.rolls {
            Rolls::Certain {
                mean, deviation, ..
            } => {
                lines.extend(behind(mean));
                lines.push(say!(
                    "standard deviation {deviation}",
                    deviation = deviation.decimal
                ));
                say!("{mean} rolls expected", mean = mean.decimal)
            }
            Rolls::Uncertain { chance } => {
                lines.extend(behind(chance));
                lines.push(say!("so the expected number of rolls is infinite"));
                say!(
                    "finished with a chance of {chance}",
                    chance = chance.decimal
                )
            }
        };
        lines.push(self.shares());
        lines.extend(self.table());
        lines.extend(self.asked.iter().flat_map(Asked::lines));
        lines.extend(self.seats.iter().flat_map(seats_lines));
        Odds {
            headline,
            lines,
            entries: self.entries(),
            can_win: true,
        }
    }

    /// Within how many rolls each share of the games is finished, as far as they are.
    fn shares(&self) -> String {
        let mut words = Vec::new();
        let mut rest = None;
        for (share, within) in SHARES.iter().zip(&self.percentiles) {
            match within {
                Within::Rolls(rolls) => words.push(say!("{share} % within {rolls}", share, rolls)),
                Within::Never => rest = rest.or(Some(say!("fewer than {share} % ever are", share))),
                Within::OutOfReach => {
                    rest = rest.or(Some(say!("for {share} % it is out of reach", share)));
                }
            }
        }
        words.extend(rest);
        say!(
            "games finished: {shares}",
            shares = words.join(of(key(", ")))
        )
    }

    /// How many rolls, how often: a bar for each number of rolls, or for several together.
    fn table(&self) -> Vec<String> {
        let won = self.listed();
        let Some(first) = won.iter().position(|&won| won > 0) else {
            return Vec::new();
        };
        let together = (won.len() - first).div_ceil(LINES);
        let mut rows = Vec::new();
        for from in (first..won.len()).step_by(together) {
            let to = (from + together).min(won.len()) - 1;
            let before = if from == 0 { 0 } else { won[from - 1] };
            let label = match from == to {
                true => from.to_string(),
                false => format!("{from}–{to}"),
            };
            rows.push((label, chance(won[to] - before), chance(won[to])));
        }
        let label = |(label, _, _): &(String, f64, f64)| label.chars().count();
        // The heads of the three columns are one text: a word means something else elsewhere.
        let heads: Vec<_> = of(key("rolls chance within")).split(' ').collect();
        let width = rows.iter().map(label).max().unwrap_or(0);
        let width = width.max(fewest_words::width(heads[0]));
        let most = rows.iter().fold(0.0, |most: f64, row| most.max(row.1));
        let mut lines = vec![
            String::new(),
            format!(
                "{}  {} {}",
                fewest_words::to_the_right(heads[0], width),
                fewest_words::to_the_right(heads[1], PERCENT),
                fewest_words::to_the_right(heads[2], PERCENT)
            ),
        ];
        for (label, here, so_far) in rows {
            let bar = "█".repeat((here / most * WIDEST).round() as usize);
            let (here, so_far) = (100.0 * here, 100.0 * so_far);
            let line = format!("{label:>width$}  {here:>6.2} % {so_far:>6.2} %  {bar}");
            lines.push(line.trim_end().to_string());
        }
        lines
    }

    /// The chances up to the greatest percentile that was found.
    fn listed(&self) -> &[u128] {
        let found = self.percentiles.iter().filter_map(|within| match within {
            Within::Rolls(rolls) => Some(*rolls as usize),
            _ => None,
        });
        let all = self.won.len() - 1;
        let most = match self.percentiles.contains(&Within::Never) {
            // Of those who finish, 99 in a hundred.
            true => {
                let enough = self.won[all] - self.won[all] / 100;
                self.won.iter().position(|&won| won >= enough)
            }
            false => found.max(),
        };
        &self.won[..=most.unwrap_or(all)]
    }

    fn entries(&self) -> Vec<(&'static str, Value)> {
        let mut entries = match &self.rolls {
            Rolls::Certain {
                mean,
                variance,
                deviation,
            } => vec![
                ("verdict", "certain".into()),
                ("chance", Figure::exact(&BigRational::one()).json()),
                ("mean", mean.json()),
                ("variance", variance.json()),
                ("deviation", deviation.json()),
            ],
            Rolls::Uncertain { chance } => vec![
                ("verdict", "uncertain".into()),
                ("chance", chance.json()),
                ("mean", Value::Null),
                ("variance", Value::Null),
                ("deviation", Value::Null),
            ],
        };
        entries.push(("method", "exact".into()));
        let percentiles = SHARES.iter().zip(&self.percentiles);
        let percentile =
            |(share, within): (&u32, &Within)| json!({"percent": share, "rolls": within.json()});
        entries.push(("percentiles", percentiles.map(percentile).collect()));
        let listed = self.listed();
        let row = |rolls: usize| {
            let exactly = chance(listed[rolls] - listed[rolls - 1]);
            json!({"rolls": rolls, "exactly": exactly, "at_most": chance(listed[rolls])})
        };
        entries.push((
            "rolls",
            match listed.len() <= LISTED {
                true => (1..listed.len()).map(row).collect(),
                false => Value::Null,
            },
        ));
        if let Some(asked) = &self.asked {
            let figure = |figure: &Option<Figure>| figure.as_ref().map(Figure::json);
            let (exactly, at_most) = (figure(&asked.exactly), figure(&asked.at_most));
            let asked = json!({"rolls": asked.rolls, "exactly": exactly, "at_most": at_most});
            entries.push(("asked", asked));
        }
        if let Some(seats) = &self.seats {
            let known = seats.are_known().then_some(&seats.chances);
            entries.push(("seats", json!({"chances": known, "error": seats.error})));
        }
        entries
    }
}

/// What is behind a figure's decimals.
fn behind(figure: &Figure) -> Option<String> {
    if let Some(error) = figure.error {
        return Some(say!(
            "in floating point, off by at most {error}",
            error = format!("{error:.1e}")
        ));
    }
    let fraction = figure.fraction.as_ref()?;
    if fraction.len() <= READABLE {
        // Whole numbers are told as such.
        let told = fraction.strip_suffix("/1").unwrap_or(fraction);
        return Some(say!("exactly {told}", told));
    }
    let digits = fraction.len() - 1;
    Some(say!(
        "exactly a fraction of {digits} digits, which --json tells",
        digits
    ))
}

impl Asked {
    fn lines(&self) -> Vec<String> {
        let rolls = self.rolls;
        let (Some(exactly), Some(at_most)) = (&self.exactly, &self.at_most) else {
            return vec![
                String::new(),
                say!("within {rolls} rolls: out of reach", rolls),
            ];
        };
        let mut lines = vec![String::new()];
        let (within, just) = (&at_most.decimal, &exactly.decimal);
        for (told, figure) in [
            (
                say!("within {rolls} rolls: {chance}", rolls, chance = within),
                at_most,
            ),
            (
                say!("with just {rolls} rolls: {chance}", rolls, chance = just),
                exactly,
            ),
        ] {
            lines.push(told);
            lines.extend(behind(figure).map(|behind| format!("  {behind}")));
        }
        lines
    }
}

/// The seats' chances; of very many only the first and the last.
fn seats_lines(seats: &Seats) -> Vec<String> {
    let count = seats.chances.len();
    let question = say!(
        "of {count} players who roll in turn, each one's chance to finish first:",
        count
    );
    if !seats.are_known() {
        return vec![
            String::new(),
            format!("{question} {}", of(key("out of reach"))),
        ];
    }
    let mut lines = vec![String::new(), question];
    let width = count.to_string().len();
    for (number, &chance) in (1..).zip(&seats.chances) {
        if count > LINES && number >= LINES && number < count {
            if number == LINES {
                lines.push(format!("{:>width$}", "…"));
            }
            continue;
        }
        let figure = Figure::near(chance, seats.error);
        lines.push(format!("{number:>width$}  {}", figure.decimal));
    }
    lines
}

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
