//! Solves a board of any game: by its kernel or the generic search, and then by the rules.
//!
//! No answer is returned that the plain rules do not play.

use fewest_search::{Limit, Plan, Report, SearchContext, SearchOptions, Verdict};
use fewest_words::{of, say};

use crate::game::{Game, Refused, Standing, push};

/// How [`search`] will go about a board.
pub fn plan<G: Game>(board: &G, options: &SearchOptions) -> Plan {
    match board.kernel(options) {
        Some(kernel) => (kernel.plan)(board, options),
        None => board.puzzle().plan(options),
    }
}

/// Finds the fewest moves, by the game's own kernel where it has one for this board.
pub fn search<G: Game>(board: &G, context: &mut SearchContext) -> Report<G::Move> {
    match board.kernel(&context.options) {
        Some(kernel) => (kernel.solve)(board, context),
        None => board.puzzle().solve(context),
    }
}

/// Finds the fewest moves by the generic search; no win is cheaper than `at_least`.
pub(crate) fn generic<G: Game>(
    board: &G,
    at_least: u64,
    context: &mut SearchContext,
) -> Report<G::Move> {
    let mut report = board.puzzle().solve(context);
    if let Verdict::GaveUp {
        at_least: proven, ..
    } = &mut report.verdict
    {
        *proven = at_least.max(*proven);
    }
    report
}

/// Returns a kernel's report, or, if the kernel has used up its memory and there is a disk, that of
/// the generic search, which continues there.
pub(crate) fn on_disk_if_full<G: Game>(
    board: &G,
    report: Report<G::Move>,
    context: &mut SearchContext,
) -> Report<G::Move> {
    match report.verdict {
        Verdict::GaveUp {
            limit: Limit::Memory,
            at_least,
        } if context.options.scratch.is_some() => generic(board, at_least, context),
        _ => report,
    }
}

/// Whether the scratch directory holds a search that went to the disk: the generic search resumes
/// it, whatever kernel the board has.
pub(crate) fn is_resumed(options: &SearchOptions) -> bool {
    let found = options.scratch.map(|scratch| scratch.found());
    found.is_some_and(|found| !found.tier.is_empty())
}

/// Finds the fewest moves, and lets the plain rules play them before anyone sees them.
///
/// # Errors
/// The rules refuse the answer.
pub fn solve<G: Game>(
    board: &G,
    context: &mut SearchContext,
) -> Result<Report<G::Move>, Disagreement> {
    replayed(board, search(board, context))
}

/// Lets the plain rules play the answer of a search.
pub(crate) fn replayed<G: Game>(
    board: &G,
    report: Report<G::Move>,
) -> Result<Report<G::Move>, Disagreement> {
    let replayed = match (&report.verdict, &report.best) {
        (Verdict::Fewest { cost, moves }, _) => replay(board, *cost, moves),
        (_, Some(moves)) => replay(board, moves.len() as u64, moves),
        _ => Ok(()),
    };
    replayed.map_err(|what| Disagreement {
        game: G::INFO.id,
        kernel: report.plan.kernel,
        what,
    })?;
    Ok(report)
}

/// Lets the plain rules play moves that are said to win.
pub(crate) fn replay<G: Game>(board: &G, cost: u64, moves: &[G::Move]) -> Result<(), String> {
    if moves.len() as u64 != cost {
        return Err(format!("{} moves were given for {cost}", moves.len()));
    }
    let mut state = board.start();
    for (number, step) in (1..).zip(moves) {
        push(board, &mut state, *step)
            .map_err(|Refused(why)| format!("move {number}, `{step}`, is illegal: {why}"))?;
    }
    match board.standing(&state) {
        Standing::Won => Ok(()),
        _ => Err(format!("the {cost} moves do not win")),
    }
}

/// Why a question about a level was not answered.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    /// A limit ended it.
    #[error("{}", of(.0.in_words()))]
    GaveUp(Limit),
    /// An answer was refused by the rules.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

impl From<Limit> for Unanswered {
    fn from(limit: Limit) -> Self {
        Unanswered::GaveUp(limit)
    }
}

impl Unanswered {
    /// The limit that ended it, unless the rules refused an answer.
    pub(crate) fn limit(self) -> Result<Limit, Disagreement> {
        match self {
            Unanswered::GaveUp(limit) => Ok(limit),
            Unanswered::Disagreement(disagreement) => Err(disagreement),
        }
    }
}

/// A kernel's answer that the plain rules refuse: a fault of this program, never an answer.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.in_words())]
pub struct Disagreement {
    /// Which game.
    pub game: &'static str,
    /// Which kernel answered.
    pub kernel: &'static str,
    /// What the rules said, in English: it is for those who read the report.
    pub what: String,
}

impl Disagreement {
    fn in_words(&self) -> String {
        say!(
            "internal error in {game}, kernel {kernel}: {what}; this is a fault of fewest, please report it",
            game = self.game,
            kernel = self.kernel,
            what = self.what
        )
    }
}
