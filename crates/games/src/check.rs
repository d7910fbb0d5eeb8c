//! Tests what a level claims: its par, and that its solution wins in the fewest moves.

use fewest_search::{Report, Verdict};
use serde::Serialize;

use crate::game::{Level, Par};
use crate::rules::Standing;

/// One thing that is wrong with a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fault {
    /// The par is not the fewest.
    Par {
        /// What the level says.
        claimed: String,
        /// What is true, as far as it is known.
        fewest: String,
    },
    /// A move of the solution is illegal.
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// How it is written.
        step: String,
        /// Why it is illegal.
        why: String,
    },
    /// The solution ends, and the game is not won.
    NotWon {
        /// How many moves it has.
        moves: String,
        /// Whether the game is lost by then.
        lost: bool,
    },
    /// The solution wins, but not in the fewest moves.
    Longer {
        /// How many moves it has.
        moves: String,
        /// How many too many.
        by: u64,
        /// How many it takes.
        fewest: u64,
    },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Par { claimed, fewest } => {
                write!(f, "the par is given as {claimed}, but it is {fewest}")
            }
            Fault::Illegal { number, step, why } => {
                write!(
                    f,
                    "move {number} of the solution, `{step}`, is illegal: {why}"
                )
            }
            Fault::NotWon { moves, lost: false } => {
                write!(f, "after the solution's {moves} the game is not won")
            }
            Fault::NotWon { moves, lost: true } => {
                write!(f, "after the solution's {moves} the game is lost")
            }
            Fault::Longer { moves, by, fewest } => {
                write!(
                    f,
                    "the solution wins in {moves}, {by} more than the fewest, {fewest}"
                )
            }
        }
    }
}

/// Tests a level's claims against a report of its search; `solution` is tested in place of the
/// level's own where it is given.
///
/// Where the search gave up, a claim is only called wrong if the lower bound already refutes it.
pub fn check(
    level: &dyn Level,
    solution: Option<&[String]>,
    report: &Report<String>,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(level.par().and_then(|par| check_par(par, report)));
    let own = level.solution();
    if let Some(moves) = solution.or(own.as_deref()) {
        faults.extend(check_solution(level, moves, report));
    }
    faults
}

fn check_par(par: Par, report: &Report<String>) -> Option<Fault> {
    let (right, fewest) = match (&report.verdict, par) {
        (Verdict::Fewest { cost, .. }, _) => (par == Par::Fewest(*cost), cost.to_string()),
        (Verdict::Impossible, _) => (par == Par::Impossible, "impossible".to_string()),
        (Verdict::GaveUp { at_least, .. }, Par::Fewest(claimed)) => {
            (claimed >= *at_least, format!("at least {at_least}"))
        }
        (Verdict::GaveUp { .. }, Par::Impossible) => return None,
    };
    (!right).then(|| Fault::Par {
        claimed: par.to_string(),
        fewest,
    })
}

fn check_solution(level: &dyn Level, moves: &[String], report: &Report<String>) -> Option<Fault> {
    let mut session = level.session();
    for (number, step) in (1..).zip(moves) {
        if let Err(refused) = session.push(step) {
            return Some(Fault::Illegal {
                number,
                step: step.clone(),
                why: refused.to_string(),
            });
        }
    }
    let count = moves.len() as u64;
    let moves = level.info().unit.count(count);
    match session.standing() {
        Standing::Won => {
            let fewest = report.verdict.fewest()?;
            (count > fewest).then(|| Fault::Longer {
                moves,
                by: count - fewest,
                fewest,
            })
        }
        standing => Some(Fault::NotWon {
            moves,
            lost: standing == Standing::Lost,
        }),
    }
}
