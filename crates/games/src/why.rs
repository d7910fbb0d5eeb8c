//! Walks a solution and marks each move that lost ground, as chess games are analysed.

use fewest_search::{Limit, Limits, Relay, Report, Verdict, Watch};
use serde::Serialize;

use crate::disagreement::{Disagreement, Unanswered};
use crate::game::Level;
use crate::rules::{MoveName, Standing};
use crate::session::play;

/// A solution, move by move.
#[derive(Clone, Debug)]
pub struct Analysis {
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

impl Analysis {
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

/// Analyses a solution, or the beginning of one.
///
/// The moves made and the fewest that are left add up to a total that never falls: so where it is
/// the same before and after some moves, none of these lost anything, and none of the positions
/// between needs a search.
///
/// ```
/// use fewest_games::why::{Loss, analyse};
/// use fewest_games::{registry, source::Source};
/// use fewest_search::{Limits, Unwatched};
///
/// let text = b"game: portals\n\n...\n.#.\n";
/// let level = registry::read(Source::new(text)?, None)?.remove(0);
/// let moves = ["D", "U", "R"].map(Into::into);
/// let analysis = analyse(level.as_ref(), &moves, &Limits::default(), &mut Unwatched)?;
/// assert_eq!(analysis.steps[0].loss, Loss::Ground { by: 2 });
/// assert_eq!(analysis.steps[0].better, ["R"]);
/// assert_eq!(analysis.behind(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If a move is illegal: [`Session::push`](crate::game::Session::push) tells that before.
pub fn analyse(
    level: &dyn Level,
    moves: &[MoveName],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Analysis, Disagreement> {
    let mut walk = Walk {
        level,
        moves,
        relay: Relay::new(limits),
        watch,
        totals: vec![None; moves.len() + 1],
    };
    let report = level.solve(limits, walk.watch)?;
    let (steps, unfinished) = match walk.steps(&report) {
        Ok(steps) => (steps, None),
        Err(Unanswered::GaveUp(limit)) => (Vec::new(), Some(limit)),
        Err(Unanswered::Disagreement(disagreement)) => return Err(disagreement),
    };
    Ok(Analysis {
        report,
        steps,
        standing: play(level, moves).standing(),
        unfinished,
    })
}

/// The proven fewest; nothing where no win exists.
fn fewest(report: &Report<MoveName>) -> Result<Option<u64>, Unanswered> {
    match &report.verdict {
        Verdict::Fewest { cost, .. } => Ok(Some(*cost)),
        Verdict::Impossible => Ok(None),
        Verdict::GaveUp { limit, .. } => Err(Unanswered::GaveUp(*limit)),
    }
}

struct Walk<'a> {
    level: &'a dyn Level,
    moves: &'a [MoveName],
    relay: Relay<'a>,
    watch: &'a mut dyn Watch,
    /// The moves made and the fewest left, after each number of moves; nothing where the win is
    /// lost.
    totals: Vec<Option<u64>>,
}

impl Walk<'_> {
    fn total(&mut self, made: usize) -> Result<Option<u64>, Unanswered> {
        let limits = self.relay.next(self.watch).map_err(Unanswered::GaveUp)?;
        let session = play(self.level, &self.moves[..made]);
        let fewest = fewest(&session.solve(&limits, self.watch)?)?;
        Ok(fewest.map(|fewest| fewest + made as u64))
    }

    /// Every move, and what it cost; `report` is the search from the beginning.
    fn steps(&mut self, report: &Report<MoveName>) -> Result<Vec<Step>, Unanswered> {
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
        let session = play(self.level, &self.moves[..made]);
        let limits = self.relay.next(self.watch).map_err(Unanswered::GaveUp)?;
        session
            .keeping(total - made as u64, &limits, self.watch)
            .map_err(Unanswered::GaveUp)
    }
}
