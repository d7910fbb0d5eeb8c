//! What a new level is to have, and how far a board is from it; what dice make of a board, and how
//! much reasoning it takes.

use std::fmt;
use std::ops::RangeInclusive;

use fewest_search::{SearchContext, Verdict};
use serde::Serialize;
use serde::ser::SerializeMap as _;

use super::chance::Chance;
use crate::game::Game;
use crate::rating::{Difficulty, log2};
use crate::solve::search;
use crate::survey::Survey;

/// Whether new levels can be won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// All of them can.
    #[default]
    Winnable,
    /// None of them can, which is proven.
    Impossible,
    /// Odd seeds lead to levels that can be won, even ones to impossible ones.
    Mixed,
}

impl Outcome {
    /// What a seed leads to: a level that can be won, or an impossible one.
    pub fn of_seed(self, seed: u64) -> Outcome {
        match self {
            Outcome::Mixed if seed.is_multiple_of(2) => Outcome::Impossible,
            Outcome::Mixed => Outcome::Winnable,
            outcome => outcome,
        }
    }
}

/// What a new level is to have. What nothing is said of may be anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Whether it can be won. Of an impossible level nothing else is asked.
    pub outcome: Outcome,
    /// The fewest moves.
    pub par: Option<RangeInclusive<u64>>,
    /// How hard it is, from 0 to 10.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Whether there is to be just one optimal solution.
    pub unique: bool,
    /// Whether it is to be won without a guess, where something is hidden from the player.
    pub no_guess: bool,
    /// How many rolls it takes on average, where dice decide.
    pub mean: Option<RangeInclusive<f64>>,
    /// By how much the first of two players may win more often than every other time, at the most.
    pub edge: Option<f64>,
}

impl Wanted {
    fn counts_everything(&self) -> bool {
        self.difficulty.is_some() || self.unique
    }

    /// Whether dice are to be thrown.
    pub fn throws_dice(&self) -> bool {
        self.mean.is_some() || self.edge.is_some()
    }
}

/// What is known of a board: as much as was needed to say how far it is from what is wanted.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The fewest moves; nothing where it cannot be won, or where a limit ended the search.
    pub par: Option<u64>,
    /// What was counted.
    pub survey: Option<Survey>,
    /// How hard it is.
    pub difficulty: Option<f64>,
    /// What dice make of it.
    pub dice: Option<Dice>,
    /// How far it is from what is wanted: 0 is there.
    pub gap: f64,
    /// Whether that is certain: no limit kept anything from being found out.
    pub is_certain: bool,
}

/// What no par makes good: whatever else is right, a board that cannot be won is farther away.
const HOPELESS: f64 = 1e12;
/// The same for a board whose par is right, and of which the rest could not be found out.
const UNKNOWN: f64 = 1e6;

/// Measures a board, the cheapest first: what comes later is not asked of a board whose par is
/// wrong.
pub fn measure<G: Game>(board: &G, wanted: &Wanted, context: &mut SearchContext) -> Measures {
    let mut found = Measures {
        par: None,
        survey: None,
        difficulty: None,
        dice: None,
        gap: HOPELESS,
        is_certain: true,
    };
    let cost = match search(board, context).verdict {
        Verdict::Impossible if wanted.outcome == Outcome::Impossible => {
            found.gap = 0.0;
            return found;
        }
        Verdict::Fewest { cost, .. } if wanted.outcome == Outcome::Impossible => {
            // The more it takes, the nearer it is to a board that cannot be won.
            (found.par, found.gap) = (Some(cost), 1.0 + 1.0 / (1.0 + cost as f64));
            return found;
        }
        Verdict::Fewest { cost, .. } => cost,
        Verdict::Impossible => return found,
        Verdict::GaveUp { .. } => {
            found.is_certain = false;
            return found;
        }
    };
    found.par = Some(cost);
    found.gap = match &wanted.par {
        Some(range) => off(cost as f64, *range.start() as f64, *range.end() as f64),
        None => 0.0,
    };
    if found.gap > 0.0 {
        // Between any two that are right, and whatever the rest of those may be.
        found.gap += UNKNOWN;
        return found;
    }
    if wanted.throws_dice() {
        let dice = G::generator().dice(board, context);
        found.is_certain = dice.is_ok();
        found.dice = dice.unwrap_or(None);
        let Some(dice) = found.dice else {
            found.gap = UNKNOWN;
            return found;
        };
        if let Some(range) = &wanted.mean {
            found.gap += off(dice.mean, *range.start(), *range.end());
        }
        if let Some(edge) = wanted.edge {
            found.gap += 100.0 * off(dice.edge.abs(), 0.0, edge);
        }
    }
    if wanted.counts_everything() {
        let mut enough = |_: &[G::Move]| std::ops::ControlFlow::Break(());
        let Ok(survey) = board.survey(context, &mut enough) else {
            (found.gap, found.is_certain) = (UNKNOWN, false);
            return found;
        };
        found.difficulty = Difficulty::new(&survey, board.naive_lower_bound(), G::INFO.hardest)
            .map(|hard| hard.value);
        if let (Some(range), Some(difficulty)) = (&wanted.difficulty, found.difficulty) {
            found.gap += off(difficulty, *range.start(), *range.end());
        }
        if wanted.unique {
            found.gap += log2(&survey.solutions);
        }
        found.survey = Some(survey);
    }
    found
}

/// How far a number is from a range.
fn off(number: f64, least: f64, most: f64) -> f64 {
    (least - number).max(number - most).max(0.0)
}

/// What dice make of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dice {
    /// How many rolls it takes on average.
    pub mean: f64,
    /// By how much the first of two players, who roll in turn, wins more often than every other
    /// time.
    pub edge: f64,
}

/// The least edge that any board has where it takes so many rolls on average, or fewer.
///
/// The first player wins wherever both would need as many rolls, which is what the edge is: half of
/// the chance p₁² + p₂² + … of that. For any numbers q it is at least 2(p₁q₁ + p₂q₂ + …) − (q₁² +
/// q₂² + …). With q that falls in a straight line to 0 after c rolls, the mean alone tells how large
/// that is.
pub fn least_edge(mean: f64) -> f64 {
    /// It is not looked further.
    const MOST: f64 = 1e6;
    let bound = |end: f64| {
        if end > MOST {
            return 0.0;
        }
        let last = end.floor() as u64;
        let squares: f64 = (1..=last).map(|roll| (end - roll as f64).powi(2)).sum();
        let slope = (end - mean) / squares;
        match squares > 0.0 && slope > 0.0 {
            true => slope * (end - mean) / 2.0,
            false => 0.0,
        }
    };
    // The best is near three times the mean; each is a bound.
    let ends = (10..=60).map(|tenths| mean * f64::from(tenths) / 10.0 + 0.5);
    ends.map(bound).fold(0.0, f64::max)
}

/// How much reasoning it takes to win a board without a guess: each kind that the game knows, the
/// easiest first, and how often it was the easiest that led on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasoning(pub Vec<(&'static str, u32)>);

impl Reasoning {
    /// The hardest kind that it takes, from 1; 0 where it takes none.
    pub fn hardest(&self) -> usize {
        let last = self.0.iter().rposition(|&(_, times)| times > 0);
        last.map_or(0, |kind| kind + 1)
    }
}

impl fmt::Display for Reasoning {
    /// `2 (single 9, pair 4, set 0, count 0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.0.iter().map(|(kind, times)| format!("{kind} {times}"));
        let kinds: Vec<_> = kinds.collect();
        write!(f, "{} ({})", self.hardest(), kinds.join(", "))
    }
}

impl Serialize for Reasoning {
    /// `{"hardest":2,"single":9,"pair":4,"set":0,"count":0}`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len() + 1))?;
        map.serialize_entry("hardest", &self.hardest())?;
        for (kind, times) in &self.0 {
            map.serialize_entry(kind, times)?;
        }
        map.end()
    }
}

/// Draws boards of a frame, each as likely as any other, until one needs no guess, or there were so
/// many.
pub type Draw<B> = Box<dyn FnMut(&mut Chance, u64) -> Drawn<B>>;

/// What came of drawing boards.
pub struct Drawn<B> {
    /// How many needed a guess.
    pub guesses: u64,
    /// The one that needs none, and how much reasoning it takes.
    pub found: Option<(B, Reasoning)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_has_a_smaller_edge() {
        let mut chance = Chance::new(4);
        let mut nearest = f64::INFINITY;
        for round in 0..5000 {
            // Random ones, and those that fall in a straight line, which are the best.
            let last = 1 + chance.below(90);
            let mut chances: Vec<f64> = (1..=last)
                .map(|roll| match round % 2 {
                    0 => f64::from(chance.below(1000)),
                    _ => f64::from(last + 1 - roll),
                })
                .collect();
            let all: f64 = chances.iter().sum();
            if all == 0.0 {
                continue;
            }
            chances.iter_mut().for_each(|chance| *chance /= all);
            let rolls = (1..).map(f64::from);
            let mean: f64 = rolls
                .zip(&chances)
                .map(|(roll, chance)| roll * chance)
                .sum();
            let edge = chances.iter().map(|chance| chance * chance).sum::<f64>() / 2.0;
            assert!(least_edge(mean) <= edge + 1e-12, "{mean} {edge}");
            nearest = nearest.min(edge / least_edge(mean));
        }
        assert!(
            nearest < 1.01,
            "it is no more careful than it must be: {nearest}"
        );
        assert_eq!(least_edge(1.0), 0.5);
        assert_eq!(least_edge(1e9), 0.0);
        assert_eq!(least_edge(f64::INFINITY), 0.0);
    }

    #[test]
    fn reasoning_is_written_with_its_hardest_kind() {
        let reasoning = Reasoning(vec![("single", 9), ("pair", 4), ("set", 0)]);
        assert_eq!(reasoning.to_string(), "2 (single 9, pair 4, set 0)");
        assert_eq!(
            serde_json::to_string(&reasoning).expect("it is JSON"),
            r#"{"hardest":2,"single":9,"pair":4,"set":0}"#
        );
        assert_eq!(Reasoning(vec![("single", 0)]).hardest(), 0);
    }
}
