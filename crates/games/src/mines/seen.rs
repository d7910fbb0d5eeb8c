//! What a player sees of a board: numbers, covered cells, and how many mines there are.

use super::Board;
use super::chances::{COVERED, MINE, Mines, PROMISED, Position};

impl Board {
    /// The board with everything covered that is hidden, known or not. Flags are nothing to it.
    pub fn seen(&self) -> Position {
        let mut cells = self.cells.map(|&cell| match cell {
            b'B' => 0,
            b'1'..=b'8' => cell - b'0',
            b'X' => MINE,
            _ => COVERED,
        });
        for square in self.promised() {
            cells[square] = PROMISED;
        }
        let exploded = cells.squares().iter().filter(|&&cell| cell == MINE).count() as u32;
        let mines = match self.mines() {
            Some(total) => Mines::Total(total.saturating_sub(exploded)),
            None => {
                let (mines, all) = self.density.fraction();
                Mines::Density { mines, all }
            }
        };
        Position { cells, mines }
    }
}
