//! Rates a level: what was counted, and from that one figure for how hard it is, with its parts.

use std::ops::ControlFlow;
use std::time::Instant;

use fewest_search::{Limit, Limits, Relay, Report, Verdict, Watch};
use fewest_words::key;
use num_bigint::BigUint;
use serde::Serialize;

use crate::disagreement::{Disagreement, Unanswered};
use crate::game::Level;
use crate::rules::MoveName;
use crate::survey::{Listener, Survey};

/// What is known of a level.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The search for the fewest moves that win.
    pub report: Report<MoveName>,
    /// What was counted, or the limit that ended the counting.
    pub survey: Result<Survey, Limit>,
    /// The fewest that a careless reading would guess.
    pub guess: u64,
    /// How hard it is; nothing where it cannot be won or was not counted.
    pub difficulty: Option<Difficulty>,
}

/// Rates a level.
///
/// ```
/// use fewest_games::{rating::rate, registry, source::Source};
/// use fewest_search::{Limits, Unwatched};
///
/// let text = b"game: snake\n\n##...\n..1#@\n432#.\n...#.\n";
/// let level = registry::read(Source::new(text)?, None)?.remove(0);
/// let rating = rate(level.as_ref(), &Limits::default(), &mut Unwatched)?;
/// let survey = rating.survey.expect("no limit is set");
/// assert_eq!((survey.par, rating.guess), (Some(4), 2));
/// assert_eq!(survey.solutions, 1u32.into());
/// assert_eq!((survey.positions, survey.dead), (88u32.into(), 0u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(
    level: &dyn Level,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Rating, Disagreement> {
    let began = Instant::now();
    let report = level.solve(limits, watch)?;
    rate_solved(level, report, &limits.after(began.elapsed()), watch)
}

/// Rates a level that a search has looked at.
pub fn rate_solved(
    level: &dyn Level,
    report: Report<MoveName>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Rating, Disagreement> {
    let survey = match report.verdict {
        // Counting takes far more than searching.
        Verdict::GaveUp { limit, .. } => Err(limit),
        _ => match Relay::new(limits).next(watch) {
            Ok(limits) => survey(level, &report, &limits, watch, &mut |_| {
                ControlFlow::Break(())
            })?,
            Err(limit) => Err(limit),
        },
    };
    let guess = level.careless();
    let counted = survey.as_ref().ok();
    let difficulty = counted.and_then(|survey| Difficulty::new(survey, guess));
    Ok(Rating {
        report,
        survey,
        guess,
        difficulty,
    })
}

/// Counts everything about a level that a search has decided. The two find the fewest in different
/// ways, and must agree.
pub fn survey(
    level: &dyn Level,
    report: &Report<MoveName>,
    limits: &Limits,
    watch: &mut dyn Watch,
    listener: Listener<MoveName>,
) -> Result<Result<Survey, Limit>, Disagreement> {
    let survey = match level.survey(limits, watch, listener) {
        Ok(survey) => survey,
        Err(Unanswered::GaveUp(limit)) => return Ok(Err(limit)),
        Err(Unanswered::Disagreement(disagreement)) => return Err(disagreement),
    };
    let (searched, counted) = (report.verdict.fewest(), survey.par);
    if searched != counted {
        return Err(Disagreement {
            game: level.info().id,
            kernel: report.plan.kernel,
            what: format!("the search says {searched:?}, and counting says {counted:?}"),
        });
    }
    Ok(Ok(survey))
}

/// How hard a level is, from 0 to 10: ten times the sum of its parts, each times its weight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// From 0 to 10.
    pub value: f64,
    /// What it is made of.
    pub parts: Vec<Part>,
}

/// One part of the difficulty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// From 0, easy, to 1, hard.
    pub value: f64,
    /// How much it counts; the weights of all parts add up to 1.
    pub weight: f64,
}

impl Difficulty {
    /// The difficulty of a level that can be won. One that is won already has no parts.
    pub(crate) fn new(survey: &Survey, guess: u64) -> Option<Self> {
        let par = survey.par?;
        let mut parts = Vec::new();
        if par > 0 {
            let mut part = |name, weight, value| {
                parts.push(Part {
                    name,
                    value,
                    weight,
                });
            };
            // Half as hard as can be with 10 moves to choose, 10,000 positions, 2 solutions.
            let chosen = (par - survey.forced) as f64;
            let length = chosen / (chosen + 10.0);
            part(key("length"), 0.25, length);
            let positions = log2(&survey.positions) / 10f64.log2();
            part(key("space"), 0.20, positions / (positions + 4.0));
            part(
                key("precision"),
                0.15,
                1.0 - share(&survey.best, &survey.moves),
            );
            part(key("traps"), 0.15, 1.0 - share(&survey.open, &survey.moves));
            let detour = par.abs_diff(guess) as f64 / par.max(guess) as f64;
            part(key("surprise"), 0.15, detour);
            // A single move that has no equal is no feat.
            part(
                key("rarity"),
                0.10,
                length / (1.0 + log2(&survey.solutions)),
            );
        }
        let weighted = parts.iter().map(|part| part.weight * part.value);
        Some(Difficulty {
            value: 10.0 * weighted.fold(0.0, |sum, part| sum + part),
            parts,
        })
    }
}

/// The logarithm of a number that is not 0, however large.
pub(crate) fn log2(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(64);
    let leading = u64::try_from(number >> shift).expect("64 bits");
    (leading as f64).log2() + shift as f64
}

/// One number as a share of another, of which it is a part; all of it where that is 0.
pub fn share(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::ZERO {
        return 1.0;
    }
    let shift = whole.bits().saturating_sub(64);
    let leading = |number: &BigUint| u64::try_from(number >> shift).expect("64 bits") as f64;
    leading(part) / leading(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_logarithms_and_shares() {
        let large = BigUint::from(3u32).pow(1000);
        assert!((log2(&large) - 1000.0 * 3f64.log2()).abs() < 1e-9);
        assert_eq!(log2(&BigUint::from(1u32)), 0.0);
        let third = BigUint::from(3u32).pow(999);
        assert!((share(&third, &large) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(share(&BigUint::ZERO, &large), 0.0);
        assert_eq!(share(&BigUint::ZERO, &BigUint::ZERO), 1.0);
    }
}
