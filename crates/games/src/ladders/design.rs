//! What those who make boards of Snakes and Ladders ask.

use super::Board;
use crate::rules::Design;

impl Design for Board {
    fn at(&self, &number: &u32) -> Self {
        Board {
            from: number,
            ..self.clone()
        }
    }

    /// The greatest roll again and again, as if there were no jumps.
    fn careless(&self) -> u64 {
        u64::from((self.squares() - self.from).div_ceil(self.die))
    }
}
