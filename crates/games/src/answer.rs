//! The answers about one level as they are written in JSON: one schema for the command and the
//! server. Counts that may be larger than 2⁵³ are strings, so that every reader gets them whole.

mod layers;
mod view;

use fewest_search::{Limit, Report, Verdict};
use num_bigint::BigUint;
use serde::Serialize;

use crate::advise::Outcome;
use crate::game::{MoveName, Standing};
use crate::hint::Hint;
use crate::level::About;
use crate::rating::{Difficulty, Rating, share};
use crate::review::{Review, Step};
use crate::survey::Survey;

pub use layers::{LayerAnswer, LayersAnswer};
pub use view::ViewAnswer;

/// What a search found out about a level.
#[derive(Clone, Debug, Serialize)]
pub struct Answer<'a> {
    /// The game's id.
    pub game: &'static str,
    /// The level's title.
    pub title: Option<&'a str>,
    /// `fewest`, `impossible` or `gave-up`.
    pub verdict: &'static str,
    /// The proven fewest.
    pub fewest: Option<u64>,
    /// What is counted.
    pub unit: &'static str,
    /// The moves that do it; where a limit ended the search, the best that it found.
    pub moves: Option<&'a [MoveName]>,
    /// How many moves the best found take, where a limit ended the search and some were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u64>,
    /// How many more that is than a win is proven to take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<u64>,
    /// Nothing shorter than this wins; null where nothing wins.
    pub at_least: Option<u64>,
    /// Which limit ended the search, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// Different positions reached.
    pub states: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Which kernel searched.
    pub kernel: &'static str,
}

impl<'a> Answer<'a> {
    /// The answer for a level.
    pub fn new(level: About<'a>, report: &'a Report<MoveName>) -> Self {
        let (moves, limit) = match &report.verdict {
            Verdict::Fewest { moves, .. } => (Some(moves.as_slice()), None),
            Verdict::Impossible => (None, None),
            Verdict::GaveUp { limit, .. } => (report.best.as_deref(), Some(limit.name())),
        };
        let best = report.best.as_ref().map(|moves| moves.len() as u64);
        let gap = best.zip(report.verdict.at_least());
        Answer {
            game: level.info.id,
            title: level.title,
            verdict: Outcome::from(&report.verdict).name(),
            fewest: report.verdict.fewest(),
            unit: level.info.unit.many,
            moves,
            best,
            gap: gap.map(|(best, at_least)| best.saturating_sub(at_least)),
            at_least: report.verdict.at_least(),
            limit,
            states: report.stats.states,
            seconds: report.stats.elapsed.as_secs_f64(),
            kernel: report.plan.kernel,
        }
    }
}

/// What was counted about a level.
#[derive(Clone, Debug, Serialize)]
pub struct Counts {
    /// How many different optimal solutions there are.
    pub solutions: String,
    /// How many positions can be reached.
    pub positions: String,
    /// From how many of them no win can be reached any more.
    pub dead: String,
    /// The share of moves that keep the win open, from 0 to 1; null where there is no move to
    /// speak of.
    pub keep_win: Option<f64>,
    /// The share of moves that keep the optimum, from 0 to 1; null likewise.
    pub keep_optimum: Option<f64>,
    /// The longest run of forced moves on an optimal solution.
    pub forced: u64,
    /// The longest run on an optimal solution of moves that alone keep it optimal.
    pub narrow: u64,
    /// After how many moves the optimal solutions first part.
    pub part: Option<u64>,
}

impl From<&Survey> for Counts {
    fn from(survey: &Survey) -> Self {
        let of_moves = |part| {
            let is_any = survey.moves != 0u32.into();
            is_any.then(|| share(part, &survey.moves))
        };
        Counts {
            solutions: survey.solutions.to_string(),
            positions: survey.positions.to_string(),
            dead: survey.dead.to_string(),
            keep_win: of_moves(&survey.open),
            keep_optimum: of_moves(&survey.best),
            forced: survey.forced,
            narrow: survey.narrow,
            part: survey.part,
        }
    }
}

/// A level's rating.
#[derive(Clone, Debug, Serialize)]
pub struct RatingAnswer<'a> {
    /// The search.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// The fewest that a careless reading would guess.
    pub guess: u64,
    /// What was counted; null where a limit ended it.
    pub counts: Option<Counts>,
    /// Which limit ended the counting, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_limit: Option<&'static str>,
    /// How hard it is, with its parts; null where it cannot be won or was not counted.
    pub difficulty: Option<&'a Difficulty>,
}

impl<'a> RatingAnswer<'a> {
    /// The answer for a level.
    pub fn new(level: About<'a>, rating: &'a Rating) -> Self {
        RatingAnswer {
            answer: Answer::new(level, &rating.report),
            guess: rating.guess,
            counts: rating.survey.as_ref().ok().map(Counts::from),
            counts_limit: rating.survey.as_ref().err().map(|limit| limit.name()),
            difficulty: rating.difficulty.as_ref(),
        }
    }
}

/// A level's optimal solutions.
#[derive(Clone, Debug, Serialize)]
pub struct SolutionsAnswer<'a> {
    /// The search.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// How many there are; null where a limit ended the counting.
    pub solutions: Option<String>,
    /// The first of them, in the order of their moves.
    pub listed: &'a [Vec<MoveName>],
    /// Which limit ended the counting, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_limit: Option<&'static str>,
}

impl<'a> SolutionsAnswer<'a> {
    /// The answer for a level.
    pub fn new(
        level: About<'a>,
        report: &'a Report<MoveName>,
        solutions: &Result<BigUint, Limit>,
        listed: &'a [Vec<MoveName>],
    ) -> Self {
        SolutionsAnswer {
            answer: Answer::new(level, report),
            solutions: solutions.as_ref().ok().map(BigUint::to_string),
            listed,
            counts_limit: solutions.as_ref().err().map(|limit| limit.name()),
        }
    }
}

/// The hint for a position. Its `fewest` and `moves` are those that win from there.
#[derive(Clone, Debug, Serialize)]
pub struct HintAnswer<'a> {
    /// The search from the position on.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// How many moves have been made.
    pub made: usize,
    /// Whether the game goes on.
    pub standing: Standing,
    /// The moves that keep the optimum.
    pub keep_optimum: &'a [MoveName],
    /// The number of the move that lost the win; 0 where the level itself cannot be won.
    pub lost_by: Option<usize>,
    /// The limit that kept the answer from being complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<&'static str>,
}

impl<'a> HintAnswer<'a> {
    /// The answer for a position of a level.
    pub fn new(level: About<'a>, hint: &'a Hint) -> Self {
        HintAnswer {
            answer: Answer::new(level, &hint.report),
            made: hint.made,
            standing: hint.standing,
            keep_optimum: &hint.moves,
            lost_by: hint.lost_by,
            unfinished: hint.unfinished.as_ref().map(Limit::name),
        }
    }
}

/// A solution, move by move.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewAnswer<'a> {
    /// The search from the beginning.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// Whether the game goes on after the last move.
    pub standing: Standing,
    /// How many moves more than the fewest a win takes after the last move; null where it is
    /// lost.
    pub behind: Option<u64>,
    /// Every move up to the end of the game.
    pub steps: &'a [Step],
    /// The moves given after the end, which cannot be played.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub after_end: &'a [MoveName],
    /// The limit that kept the answer from being complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<&'static str>,
}

impl<'a> ReviewAnswer<'a> {
    /// The answer for a solution of a level.
    pub fn new(level: About<'a>, review: &'a Review, after_end: &'a [MoveName]) -> Self {
        ReviewAnswer {
            after_end,
            answer: Answer::new(level, &review.report),
            standing: review.standing,
            behind: review.behind(),
            steps: &review.steps,
            unfinished: review.unfinished.as_ref().map(Limit::name),
        }
    }
}
