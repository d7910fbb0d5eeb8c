//! From a random board to one that is better: of all changes that chance proposes, those are kept
//! that do not lead away.

use super::chance::Chance;
use super::frame::Frame;
use crate::game::Game;

/// After how many changes that did not help it is given up.
const PATIENCE: u32 = 150;

/// Climbs from the board that chance leads to. `measure` says how far a board is from what is wanted,
/// or that it is to end; 0 is there. Returns the last board and what was said of it, as far as it
/// came.
pub fn climb<G: Game, M>(
    frame: &Frame<G>,
    chance: &mut Chance,
    mut measure: impl FnMut(&G) -> Option<(f64, M)>,
) -> Option<(G, f64, M)> {
    let mut board = G::generator().random(frame, chance)?;
    let (mut gap, mut known) = measure(&board)?;
    let mut idle = 0;
    while gap > 0.0 && idle < PATIENCE {
        idle += 1;
        let Some(changed) = G::generator().changed(&board, frame, chance) else {
            continue;
        };
        let (next, told) = measure(&changed)?;
        // One that is no worse is kept, too: the way up may lead along.
        if next <= gap {
            if next < gap {
                idle = 0;
            }
            (board, gap, known) = (changed, next, told);
        }
    }
    Some((board, gap, known))
}
