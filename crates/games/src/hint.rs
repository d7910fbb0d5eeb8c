//! What to play in a position: the moves that keep the optimum, or which move lost the win.

use fewest_search::{Limit, Report, SearchContext, Verdict};

use crate::game::{Game, MoveName, MoveText as _, Standing};
use crate::level::Level;
use crate::session::Session;
use crate::solve::{Disagreement, solve};

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
                Ok(moves) => hint.moves = moves.into_iter().map(G::Move::name).collect(),
                Err(limit) => {
                    hint.moves.extend(moves.first().cloned());
                    hint.unfinished = Some(limit);
                }
            }
        }
        Verdict::Impossible => match lost_by(level, made, context)? {
            Ok(number) => hint.lost_by = Some(number),
            Err(limit) => hint.unfinished = Some(limit),
        },
        Verdict::GaveUp { limit, .. } => hint.unfinished = Some(limit.clone()),
    }
    Ok(hint)
}

/// The number of the move that lost the win, which is lost after all of them. A win that is lost
/// stays lost, so the move is found by halving.
fn lost_by<G: Game>(
    level: &Level<G>,
    made: &[MoveName],
    context: &mut SearchContext,
) -> Result<Result<usize, Limit>, Disagreement> {
    let (mut first, mut last) = (0, made.len());
    while first < last {
        let middle = first.midpoint(last);
        let here = Session::after(&level.board, &made[..middle]).here();
        let mut search = match context.next_search() {
            Ok(search) => search,
            Err(limit) => return Ok(Err(limit)),
        };
        match solve(&here, &mut search)?.verdict {
            Verdict::Fewest { .. } => first = middle + 1,
            Verdict::Impossible => last = middle,
            Verdict::GaveUp { limit, .. } => return Ok(Err(limit)),
        }
    }
    Ok(Ok(first))
}
