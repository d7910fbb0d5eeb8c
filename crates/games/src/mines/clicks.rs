//! The fewest clicks one after another, and what each of them changes: what is shown in place of
//! the layers of a search that this game does not need.

use fewest_search::{Books, Limit, Limits, Patrol, Progress, Relay, Verdict, Watch};

use super::{Board, Touch};
use crate::layers::Layers;
use crate::rules::{Rules as _, Solve as _, Standing};

/// One layer for each of the fewest clicks, of one position, with the squares that it changes.
pub fn layers(board: &Board, limits: &Limits, watch: &mut dyn Watch) -> Layers {
    let mut layers = Layers::begin(None);
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
