//! What a new level is to have, and how far a board is from it.

use std::ops::RangeInclusive;

use fewest_search::{SearchContext, Verdict};

use super::dice::Dice;
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
