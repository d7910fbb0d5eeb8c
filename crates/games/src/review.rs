//! What was played: the moves that keep the optimum in a position, the move that lost the win, and a
//! solution move by move, as chess games are analysed.

use fewest_search::{Limit, Report, SearchContext, Verdict};
use serde::Serialize;

use crate::game::{Game, MoveName, MoveText as _, Standing, names};
use crate::level::Level;
use crate::session::Session;
use crate::solve::{Disagreement, Unanswered, solve};

/// A solution, move by move.
#[derive(Clone, Debug)]
pub struct Review {
    /// The search for the fewest moves from the beginning.
    pub report: Report<MoveName>,
    /// Every move; none where it is unfinished.
    pub steps: Vec<Step>,
    /// Whether the game goes on after the last one.
    pub standing: Standing,
    /// The limit that kept this from being complete.
    pub unfinished: Option<Limit>,
}

/// One move of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The move.
    #[serde(rename = "move")]
    pub step: MoveName,
    /// The fewest moves that win after it; nothing where the win is lost.
    pub left: Option<u64>,
    /// What it cost.
    #[serde(flatten)]
    pub loss: Loss,
    /// What would have kept the optimum, where this move did not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<MoveName>,
}

/// What a move cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "loss", rename_all = "lowercase")]
pub enum Loss {
    /// Nothing.
    None,
    /// The nearest win is so many moves further away than it could be.
    Ground {
        /// How many.
        by: u64,
    },
    /// A win was possible before it, and is no more.
    Win,
    /// The win was lost before.
    Lost,
}

impl Review {
    /// Whether the game is won, or can be, after the last move.
    pub fn can_win(&self) -> bool {
        match self.steps.last() {
            Some(step) => step.left.is_some(),
            None => self.report.verdict.fewest().is_some(),
        }
    }

    /// How many moves more than the fewest a win takes after the last move; nothing where the win
    /// is lost.
    pub fn behind(&self) -> Option<u64> {
        let lost = self.steps.iter().map(|step| match step.loss {
            Loss::None => Some(0),
            Loss::Ground { by } => Some(by),
            Loss::Win | Loss::Lost => None,
        });
        let is_known = self.unfinished.is_none() && self.report.verdict.fewest().is_some();
        lost.sum::<Option<u64>>().filter(|_| is_known)
    }
}

/// Reviews a solution, or the beginning of one, move by move.
///
/// The moves made and the fewest that are left add up to a total that never falls: so where it is
/// the same before and after some moves, none of these lost anything, and none of the positions
/// between needs a search.
///
/// ```
/// use fewest_games::level::Level;
/// use fewest_games::portals;
/// use fewest_games::review::{Loss, review};
/// use fewest_search::SearchContext;
///
/// let level = Level::<portals::Board>::parse("game: portals\n\n...\n.#.\n")?;
/// let moves = ["D", "U", "R"].map(Into::into);
/// let review = review(&level, &moves, &mut SearchContext::default())?;
/// assert_eq!(review.steps[0].loss, Loss::Ground { by: 2 });
/// assert_eq!(review.steps[0].better, ["R"]);
/// assert_eq!(review.behind(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The rules refuse an answer.
///
/// # Panics
/// If a move is illegal: [`Session::push`] reports that before.
pub fn review<G: Game>(
    level: &Level<G>,
    moves: &[MoveName],
    context: &mut SearchContext,
) -> Result<Review, Disagreement> {
    let report = solve(&level.board, context)?;
    let mut walk = Walk {
        board: &level.board,
        moves,
        context,
        totals: vec![None; moves.len() + 1],
    };
    let (steps, unfinished) = match walk.steps(&report) {
        Ok(steps) => (steps, None),
        Err(why) => (Vec::new(), Some(why.limit()?)),
    };
    Ok(Review {
        report: report.map(G::Move::name),
        steps,
        standing: Session::after(&level.board, moves).standing(),
        unfinished,
    })
}

/// The proven fewest; `None` if no win exists.
fn fewest<M>(report: &Report<M>) -> Result<Option<u64>, Unanswered> {
    match &report.verdict {
        Verdict::Fewest { cost, .. } => Ok(Some(*cost)),
        Verdict::Impossible => Ok(None),
        Verdict::GaveUp { limit, .. } => Err(limit.clone().into()),
    }
}

/// The fewest moves that win after those that were made; `None` if none do.
fn fewest_after<G: Game>(
    board: &G,
    made: &[MoveName],
    context: &mut SearchContext,
) -> Result<Option<u64>, Unanswered> {
    let here = Session::after(board, made).here();
    fewest(&solve(&here, &mut context.next_search()?)?)
}

struct Walk<'a, 'c, G> {
    board: &'a G,
    moves: &'a [MoveName],
    context: &'a mut SearchContext<'c>,
    /// The moves made and the fewest left, after each number of moves; `None` if the win is lost.
    totals: Vec<Option<u64>>,
}

impl<G: Game> Walk<'_, '_, G> {
    fn total(&mut self, made: usize) -> Result<Option<u64>, Unanswered> {
        let fewest = fewest_after(self.board, &self.moves[..made], self.context)?;
        Ok(fewest.map(|fewest| fewest + made as u64))
    }

    /// Every move, and what it cost; `report` is the search from the beginning.
    fn steps(&mut self, report: &Report<G::Move>) -> Result<Vec<Step>, Unanswered> {
        let last = self.moves.len();
        self.totals[0] = fewest(report)?;
        self.totals[last] = self.total(last)?;
        self.between(0, last)?;
        (0..last).map(|made| self.step(made)).collect()
    }

    /// The move that was made after so many others.
    fn step(&mut self, made: usize) -> Result<Step, Unanswered> {
        let (before, after) = (self.totals[made], self.totals[made + 1]);
        let loss = match (before, after) {
            (Some(before), Some(after)) if before == after => Loss::None,
            (Some(before), Some(after)) => Loss::Ground { by: after - before },
            (Some(_), None) => Loss::Win,
            (None, _) => Loss::Lost,
        };
        let better = match (loss, before) {
            (Loss::Ground { .. } | Loss::Win, Some(total)) => self.better(made, total)?,
            _ => Vec::new(),
        };
        Ok(Step {
            step: self.moves[made].clone(),
            left: after.map(|total| total - (made as u64 + 1)),
            loss,
            better,
        })
    }

    /// Fills in the totals between two that are known.
    fn between(&mut self, first: usize, last: usize) -> Result<(), Unanswered> {
        if last - first < 2 {
            return Ok(());
        }
        if self.totals[first] == self.totals[last] {
            let total = self.totals[first];
            self.totals[first..last].fill(total);
            return Ok(());
        }
        let middle = first.midpoint(last);
        self.totals[middle] = self.total(middle)?;
        self.between(first, middle)?;
        self.between(middle, last)
    }

    /// What would have kept a total.
    fn better(&mut self, made: usize, total: u64) -> Result<Vec<MoveName>, Unanswered> {
        let here = Session::after(self.board, &self.moves[..made]).here();
        let mut search = self.context.next_search()?;
        Ok(names(here.keeping(total - made as u64, &mut search)?))
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Hint {
    /// How many moves have been made.
    pub made: usize,
    /// Whether the game goes on.
    pub standing: Standing,
    /// The search for the fewest moves that win from here.
    pub report: Report<MoveName>,
    /// The moves that keep the optimum, in the order in which the search tries them.
    pub moves: Vec<MoveName>,
    /// Where the win is lost: the number of the move that lost it, or 0 where the level itself
    /// cannot be won.
    pub lost_by: Option<usize>,
    /// The limit that kept this from being complete. The moves are then only the first one of the
    /// solution that was found, or it is not known which move lost the win.
    pub unfinished: Option<Limit>,
}

/// The hint for the position after some moves.
///
/// # Errors
/// The rules refuse an answer.
///
/// # Panics
/// If a move is illegal: [`Session::push`] reports that before.
pub fn hint<G: Game>(
    level: &Level<G>,
    made: &[MoveName],
    context: &mut SearchContext,
) -> Result<Hint, Disagreement> {
    let session = Session::after(&level.board, made);
    let here = session.here();
    let report = solve(&here, context)?.map(G::Move::name);
    let mut hint = Hint {
        made: made.len(),
        standing: session.standing(),
        report,
        moves: Vec::new(),
        lost_by: None,
        unfinished: None,
    };
    match &hint.report.verdict {
        Verdict::Fewest { cost, moves } => {
            let search = context.next_search();
            match search.and_then(|mut search| here.keeping(*cost, &mut search)) {
                Ok(moves) => hint.moves = names(moves),
                Err(limit) => {
                    hint.moves.extend(moves.first().cloned());
                    hint.unfinished = Some(limit);
                }
            }
        }
        Verdict::Impossible => match lost_by(&level.board, made, context) {
            Ok(number) => hint.lost_by = Some(number),
            Err(why) => hint.unfinished = Some(why.limit()?),
        },
        Verdict::GaveUp { limit, .. } => hint.unfinished = Some(limit.clone()),
    }
    Ok(hint)
}

/// The number of the move that lost the win, which is lost after all of them. A win that is lost
/// stays lost, so the move is found by halving.
fn lost_by<G: Game>(
    board: &G,
    made: &[MoveName],
    context: &mut SearchContext,
) -> Result<usize, Unanswered> {
    let (mut first, mut last) = (0, made.len());
    while first < last {
        let middle = first.midpoint(last);
        match fewest_after(board, &made[..middle], context)? {
            Some(_) => first = middle + 1,
            None => last = middle,
        }
    }
    Ok(first)
}
