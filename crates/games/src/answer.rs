//! The answer to one level as it is written in JSON: one schema for the command and the server.

use fewest_search::{Report, Verdict};
use serde::Serialize;

use crate::game::Level;
use crate::rules::MoveName;

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
    /// The moves that do it.
    pub moves: Option<&'a [MoveName]>,
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
    pub fn new(level: &'a dyn Level, report: &'a Report<MoveName>) -> Self {
        let (verdict, moves, limit) = match &report.verdict {
            Verdict::Fewest { moves, .. } => ("fewest", Some(moves.as_slice()), None),
            Verdict::Impossible => ("impossible", None, None),
            Verdict::GaveUp { limit, .. } => ("gave-up", None, Some(limit.name())),
        };
        Answer {
            game: level.info().id,
            title: level.title(),
            verdict,
            fewest: report.verdict.fewest(),
            unit: level.info().unit.many,
            moves,
            at_least: report.verdict.at_least(),
            limit,
            states: report.stats.states,
            seconds: report.stats.elapsed.as_secs_f64(),
            kernel: report.plan.kernel,
        }
    }
}
