//! No answer is shown that the plain rules do not play: moves are made here, and solutions replayed.

use fewest_search::{Report, Terms, Verdict, Watch};
use fewest_words::say;

use crate::disagreement::Disagreement;
use crate::game::Refused;
use crate::rules::{Rules, Standing};
use crate::typed::Board;

/// Solves a board, and lets the plain rules play the answer before anyone sees it.
pub(crate) fn solve_and_replay<B: Board>(
    board: &B,
    terms: &Terms,
    watch: &mut dyn Watch,
) -> Result<Report<B::Move>, Disagreement> {
    replayed(board, board.solve_on(terms, watch))
}

/// Lets the plain rules play the answer of a search.
pub(crate) fn replayed<B: Board>(
    board: &B,
    report: Report<B::Move>,
) -> Result<Report<B::Move>, Disagreement> {
    let replayed = match (&report.verdict, &report.best) {
        (Verdict::Fewest { cost, moves }, _) => replay(board, *cost, moves),
        (_, Some(moves)) => replay(board, moves.len() as u64, moves),
        _ => Ok(()),
    };
    replayed.map_err(|what| Disagreement {
        game: B::INFO.id,
        kernel: report.plan.kernel,
        what,
    })?;
    Ok(report)
}

/// Lets the plain rules play moves that are said to win.
pub(crate) fn replay<B: Board>(board: &B, cost: u64, moves: &[B::Move]) -> Result<(), String> {
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

/// Makes a move by the rules; refuses it where the game is over.
pub(crate) fn push<B: Rules>(
    board: &B,
    state: &mut B::State,
    step: B::Move,
) -> Result<(), Refused> {
    match board.standing(state) {
        Standing::Playing => board.play(state, step).map_err(Refused),
        Standing::Won => Err(Refused(say!("the game is already won"))),
        Standing::Lost => Err(Refused(say!("the game is already lost"))),
    }
}
