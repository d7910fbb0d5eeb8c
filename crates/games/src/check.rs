//! Tests what a level claims: its par, and that its solution wins in the fewest moves.

use fewest_search::{Report, Verdict};
use fewest_words::{key, of, say};
use serde::Serialize;

use crate::game::{Game, MoveName, Standing};
use crate::level::{Level, Par};
use crate::solve::Disagreement;

/// The word of a par, and of what is true instead, where nothing wins.
const IMPOSSIBLE: &str = key("impossible");

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
        f.write_str(&match self {
            Fault::Par { claimed, fewest } => say!(
                "the par is given as {claimed}, but it is {fewest}",
                claimed = of(claimed),
                fewest = of(fewest)
            ),
            Fault::Illegal { number, step, why } => say!(
                "move {number} of the solution, `{step}`, is illegal: {why}",
                number,
                step,
                why
            ),
            Fault::NotWon { moves, lost: false } => {
                say!("after the solution's {moves} the game is not won", moves)
            }
            Fault::NotWon { moves, lost: true } => {
                say!("after the solution's {moves} the game is lost", moves)
            }
            Fault::Longer { moves, by, fewest } => say!(
                "the solution wins in {moves}, {by} more than the fewest, {fewest}",
                moves,
                by,
                fewest
            ),
        })
    }
}

/// What a check found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
    /// Whether the fewest is known, so that nothing more could turn out to be wrong.
    pub decided: bool,
}

/// Tests a level's claims against a report of its search; `solution` is tested in place of the
/// level's own where it is given.
///
/// A solution that wins is evidence too, where the search gave up: no more moves are needed. One
/// that wins although the search has proven that it cannot is a fault of the search, not of the
/// level.
///
/// # Errors
/// A solution wins that was proven not to exist.
pub fn check<G: Game>(
    level: &Level<G>,
    solution: Option<&[MoveName]>,
    report: &Report<MoveName>,
) -> Result<Checked, Disagreement> {
    let mut faults = Vec::new();
    let mut known = Known::from(&report.verdict);
    if let Some(moves) = solution.or(level.solution()) {
        match play(level, moves) {
            Err(fault) => faults.push(fault),
            Ok(()) => {
                let count = moves.len() as u64;
                known.wins_in(count).map_err(|what| Disagreement {
                    game: G::INFO.id,
                    kernel: report.plan.kernel,
                    what,
                })?;
                let fewest = report.verdict.fewest().filter(|&fewest| count > fewest);
                faults.extend(fewest.map(|fewest| Fault::Longer {
                    moves: G::INFO.unit.count(count),
                    by: count - fewest,
                    fewest,
                }));
            }
        }
    }
    let refuted = level.par().and_then(|par| Some((par, known.refutes(par)?)));
    let par = refuted.map(|(par, fewest)| Fault::Par {
        claimed: par.to_string(),
        fewest,
    });
    faults.splice(0..0, par);
    Ok(Checked {
        faults,
        decided: known.at_least == known.at_most,
    })
}

/// Plays a solution; says what is wrong unless it wins.
fn play<G: Game>(level: &Level<G>, moves: &[MoveName]) -> Result<(), Fault> {
    let mut session = level.session();
    for (number, step) in (1..).zip(moves) {
        session.push(step).map_err(|refused| Fault::Illegal {
            number,
            step: step.to_string(),
            why: refused.to_string(),
        })?;
    }
    match session.standing() {
        Standing::Won => Ok(()),
        standing => Err(Fault::NotWon {
            moves: G::INFO.unit.count(moves.len() as u64),
            lost: standing == Standing::Lost,
        }),
    }
}

/// What is known of the fewest; nothing on either side where no win exists.
struct Known {
    at_least: Option<u64>,
    at_most: Option<u64>,
}

impl From<&Verdict<MoveName>> for Known {
    fn from(verdict: &Verdict<MoveName>) -> Self {
        Known {
            at_least: verdict.at_least(),
            at_most: verdict.fewest(),
        }
    }
}

impl Known {
    /// Takes in that some solution wins in so many moves.
    fn wins_in(&mut self, count: u64) -> Result<(), String> {
        match self.at_least {
            None => {
                return Err(format!(
                    "a solution wins in {count}, but none was said to exist"
                ));
            }
            Some(at_least) if count < at_least => {
                return Err(format!(
                    "a solution wins in {count}, but {at_least} were said to be needed"
                ));
            }
            Some(_) => {}
        }
        self.at_most = Some(self.at_most.map_or(count, |at_most| at_most.min(count)));
        Ok(())
    }

    /// What is true instead of a par, where that is known.
    fn refutes(&self, par: Par) -> Option<String> {
        let Some(at_least) = self.at_least else {
            return (par != Par::Impossible).then(|| IMPOSSIBLE.to_string());
        };
        let too_small = matches!(par, Par::Fewest(par) if par < at_least);
        let too_large = self.at_most.filter(|&at_most| match par {
            Par::Fewest(par) => par > at_most,
            Par::Impossible => true,
        });
        match (too_small, too_large) {
            (false, None) => None,
            _ if self.at_most == Some(at_least) => Some(at_least.to_string()),
            (true, _) => Some(say!("at least {at_least}", at_least)),
            (false, Some(at_most)) => Some(say!("at most {at_most}", at_most)),
        }
    }
}
