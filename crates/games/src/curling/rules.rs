//! How Curling is played: throw, slide, and win, stop or leave the board.

use fewest_words::say;

use super::{Board, Ice, Slide};
use crate::grid::Direction;
use crate::rules::{Rules, Standing};

impl Rules for Board {
    type State = Ice;
    type Move = Direction;

    fn start(&self) -> Ice {
        Ice {
            stone: self.stone,
            broken: Vec::new(),
        }
    }

    fn standing(&self, ice: &Ice) -> Standing {
        if ice.stone == self.goal {
            Standing::Won
        } else if ice.stone == Ice::OFF || self.is_spent(ice.broken.len()) {
            Standing::Lost
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &Ice) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, ice: &mut Ice, direction: Direction) -> Result<(), String> {
        match self.slide(ice, direction) {
            Slide::Blocked => return Err(say!("a block is right beside the stone")),
            Slide::Goal => ice.stone = self.goal,
            Slide::Off => ice.stone = Ice::OFF,
            Slide::Stopped { at, block } => {
                ice.stone = at;
                ice.breaks(block);
            }
        }
        Ok(())
    }

    fn lost_because(&self, ice: &Ice) -> Option<String> {
        (self.standing(ice) == Standing::Lost).then(|| match ice.stone {
            Ice::OFF => say!("the stone left the board"),
            _ => say!("that was the last throw allowed"),
        })
    }
}
