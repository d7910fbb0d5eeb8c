//! The layers of a search on a Minesweeper board: of all positions where they are few enough to be
//! walked through, otherwise of one shortest solution.

use fewest_search::{Books, Limit, Limits, Patrol, Progress, Relay, Verdict, Watch};

use super::{Board, Touch};
use crate::layers::{Layering, Layers, Shows};
use crate::rules::{Rules as _, Solve as _, Standing};

/// The layers of a board.
pub fn layers(board: &Board, limits: &Limits, watch: &mut dyn Watch) -> Layers {
    if !board.is_known() {
        return Layers {
            limit: Some(Limit::Unknown),
            ..Layers::begin(Shows::Search)
        };
    }
    let relay = Relay::new(limits);
    if board.can_be_walked() {
        let most = most_positions(board);
        let is_less = limits.states.is_some_and(|states| states <= most);
        let layers = board.with_puzzle(Layering {
            limits: &Limits {
                states: if is_less { limits.states } else { Some(most) },
                ..*limits
            },
            watch,
        });
        if is_less || layers.limit != Some(Limit::States) {
            return layers;
        }
    }
    match relay.next(watch) {
        Ok(limits) => of_a_solution(board, &limits, watch),
        Err(limit) => Layers {
            limit: Some(limit),
            ..Layers::begin(Shows::Solution)
        },
    }
}

/// How many positions are walked through. Each has as many moves as there are hidden cells, and a
/// move may open all of them.
fn most_positions(board: &Board) -> u64 {
    const CELLS_OPENED: u64 = 100_000_000;
    const MOST: u64 = 200_000;
    let cells = u64::from(board.cells.len());
    (CELLS_OPENED / (cells * cells)).clamp(1, MOST)
}

/// One layer for each of the fewest clicks, with the squares that it changes.
pub fn of_a_solution(board: &Board, limits: &Limits, watch: &mut dyn Watch) -> Layers {
    let mut layers = Layers::begin(Shows::Solution);
    let relay = Relay::new(limits);
    // As many layers as the cost allows are told, though the clicks must all be known for that.
    let whole = Limits {
        cost: None,
        ..*limits
    };
    let ended = match board.solve(&whole, watch).verdict {
        Verdict::Impossible => Ok(()),
        Verdict::GaveUp { limit, .. } => Err(limit),
        Verdict::Fewest { moves, .. } => relay
            .next(watch)
            .and_then(|limits| reveal(board, &moves, &limits, watch, &mut layers)),
    };
    layers.limit = ended.err();
    layers
}

/// Plays the clicks by the rules, and notes what each changes.
fn reveal(
    board: &Board,
    clicks: &[Touch],
    limits: &Limits,
    watch: &mut dyn Watch,
    layers: &mut Layers,
) -> Result<(), Limit> {
    let mut books = Books::new(limits);
    let mut patrol = Patrol::new(limits, watch);
    let mut field = board.start();
    let mut changed = books.list(board.cells.len() as usize)?;
    for (depth, click) in (0..).zip(clicks) {
        if limits.cost.is_some_and(|cost| depth >= cost) {
            return Err(Limit::Cost);
        }
        changed.clear();
        field.touch(*click, board.clicks, |square| changed.push(square));
        layers.push(1, &mut changed, &mut books)?;
        let states = depth + 1;
        patrol.step(changed.len() as u32, || Progress { depth, states })?;
    }
    assert_eq!(board.standing(&field), Standing::Won, "the clicks win");
    layers.won_at = Some(clicks.len() as u64);
    Ok(())
}
