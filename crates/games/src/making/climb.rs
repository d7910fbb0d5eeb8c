//! From a random board to one that is better: of all changes that chance proposes, those are kept
//! that do not lead away.

use super::Make;
use super::chance::Chance;
use super::frame::Frame;

/// After how many changes that did not help it is given up.
const PATIENCE: u32 = 150;

/// Climbs from the board that chance leads to. `measure` says how far a board is from what is wanted,
/// or that it is to end; 0 is there. Returns the last board and what was said of it, as far as it
/// came.
pub fn climb<B: Make, M>(
    frame: &Frame<B>,
    chance: &mut Chance,
    mut measure: impl FnMut(&B) -> Option<(f64, M)>,
) -> Option<(B, f64, M)> {
    let mut board = B::random(frame, chance)?;
    let (mut gap, mut known) = measure(&board)?;
    let mut idle = 0;
    while gap > 0.0 && idle < PATIENCE {
        idle += 1;
        let Some(changed) = board.changed(frame, chance) else {
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
