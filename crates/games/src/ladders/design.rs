//! What those who make boards of Snakes and Ladders ask.

#[cfg(test)]
mod tests;

use fewest_search::{Limits, Watch};
use fewest_words::{key, say};

use super::{Board, chances, laid};
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::rules::{Change, Design};

/// The end of a jump moved: where the jump starts, and where it is to end. To end where it starts
/// is to be removed.
#[derive(Clone, Copy)]
pub struct Edit {
    start: u32,
    end: u32,
}

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

    type Edit = Edit;

    /// Each jump's end on every other square.
    fn edits(&self) -> impl Iterator<Item = Edit> + Send {
        self.jumps.iter().flat_map(|(start, now)| {
            let others = (0..self.squares()).filter(move |&end| end != now);
            others.map(move |end| Edit { start, end })
        })
    }

    fn count_edits(&self) -> u64 {
        self.jumps.ends().len() as u64 * u64::from(self.last())
    }

    fn edited(&self, edit: Edit) -> Self {
        let mut board = self.clone();
        let end = Some(edit.end).filter(|&end| end != edit.start);
        board.jumps.change(edit.start, end);
        board
    }

    fn describe(&self, Edit { start, end }: Edit) -> Change {
        let what = match start == end {
            true => say!("remove the jump on {start}", start = start + 1),
            false => say!(
                "move the end of the jump on {start} to {end}",
                start = start + 1,
                end = end + 1
            ),
        };
        Change {
            group: key("jump"),
            square: laid(self.side, end),
            what,
        }
    }

    fn odds(&self, ask: &OddsAsk, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        chances::odds(self, ask, limits, watch)
    }
}
