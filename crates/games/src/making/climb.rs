//! From a random board to one that is better: of all changes that chance proposes, those are kept
//! that do not lead away.

use super::Make;
use super::chance::Chance;
use super::frame::Frame;

/// After how many changes that did not help it is given up.
const PATIENCE: u32 = 150;

/// Climbs from the board that a seed leads to. `gap` says how far a board is from what is wanted,
/// or that nobody wants to know any more; 0 is there. The last board and what was said of it, as
/// far as it came.
pub fn climb<B: Make, M>(
    frame: &Frame<B>,
    seed: u64,
    mut measure: impl FnMut(&B) -> Option<(f64, M)>,
) -> Option<(B, f64, M)> {
    let mut chance = Chance::new(seed);
    let mut board = B::random(frame, &mut chance)?;
    let (mut gap, mut known) = measure(&board)?;
    let mut idle = 0;
    while gap > 0.0 && idle < PATIENCE {
        idle += 1;
        let Some(changed) = board.changed(frame, &mut chance) else {
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
