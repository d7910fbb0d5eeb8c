//! How Snakes and Ladders is played: one roll, one landing, one jump at the most.

use fewest_words::say;

use super::{Board, Overshoot, Roll};
use crate::rows::squares;
use crate::rules::{Rules, Standing};

impl Rules for Board {
    /// The number of the square the player stands on; 0 for none, off the board.
    type State = u32;
    type Move = Roll;

    fn start(&self) -> u32 {
        self.from
    }

    fn standing(&self, &number: &u32) -> Standing {
        if number == self.squares() {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &u32) -> Vec<Roll> {
        (1..=self.faces_listed()).map(Roll).collect()
    }

    fn play(&self, number: &mut u32, Roll(roll): Roll) -> Result<(), String> {
        if roll == 0 || roll > self.die {
            return Err(say!("the die has the faces 1 to {die}", die = self.die));
        }
        let left = self.squares() - *number;
        *number = match self.overshoot {
            _ if roll <= left => self.landing(*number + roll),
            Overshoot::Offered => {
                return Err(say!(
                    "only {squares} left",
                    squares = squares(left as usize)
                ));
            }
            Overshoot::Stay => *number,
            Overshoot::Win => self.squares(),
            Overshoot::Bounce => self.landing(self.bounced(roll - left)),
        };
        Ok(())
    }
}

impl Board {
    /// How many faces of the die are listed: all, unless there are so many that those left out
    /// only repeat what others do. A bounce comes by every square within twice the track.
    pub(super) fn faces_listed(&self) -> u32 {
        const ALL_LISTED: u32 = 1000;
        self.die.min(match self.overshoot {
            Overshoot::Offered => self.squares(),
            _ => self.squares().saturating_mul(3).max(ALL_LISTED),
        })
    }
}
