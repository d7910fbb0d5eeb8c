//! What to play in a position: the moves that keep the optimum, or which move lost the win.

use std::time::Instant;

use fewest_search::{Limit, Limits, Relay, Report, Verdict, Watch};

use crate::disagreement::Disagreement;
use crate::game::Level;
use crate::rules::{MoveName, Standing};
use crate::session::play;

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
/// # Panics
/// If a move is illegal: [`Session::push`](crate::game::Session::push) tells that before.
pub fn hint(
    level: &dyn Level,
    made: &[MoveName],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Hint, Disagreement> {
    let began = Instant::now();
    let session = play(level, made);
    let report = session.solve(limits, watch)?;
    let mut hint = Hint {
        made: made.len(),
        standing: session.standing(),
        report,
        moves: Vec::new(),
        lost_by: None,
        unfinished: None,
    };
    let limits = &limits.after(began.elapsed());
    match &hint.report.verdict {
        Verdict::Fewest { cost, moves } => match session.keeping(*cost, limits, watch) {
            Ok(moves) => hint.moves = moves,
            Err(limit) => {
                hint.moves.extend(moves.first().cloned());
                hint.unfinished = Some(limit);
            }
        },
        Verdict::Impossible => match lost_by(level, made, limits, watch)? {
            Ok(number) => hint.lost_by = Some(number),
            Err(limit) => hint.unfinished = Some(limit),
        },
        Verdict::GaveUp { limit, .. } => hint.unfinished = Some(*limit),
    }
    Ok(hint)
}

/// The number of the move that lost the win, which is lost after all of them. A win that is lost
/// stays lost, so the move is found by halving.
fn lost_by(
    level: &dyn Level,
    made: &[MoveName],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Result<usize, Limit>, Disagreement> {
    let relay = Relay::new(limits);
    let (mut first, mut last) = (0, made.len());
    while first < last {
        let middle = first.midpoint(last);
        let session = play(level, &made[..middle]);
        let limits = match relay.next(watch) {
            Ok(limits) => limits,
            Err(limit) => return Ok(Err(limit)),
        };
        match session.solve(&limits, watch)?.verdict {
            Verdict::Fewest { .. } => first = middle + 1,
            Verdict::Impossible => last = middle,
            Verdict::GaveUp { limit, .. } => return Ok(Err(limit)),
        }
    }
    Ok(Ok(first))
}
