//! What those who make boards of Snakes and Ladders ask.

#[cfg(test)]
mod tests;

use fewest_search::{Limits, Watch};
use fewest_words::{key, say};

use super::{Board, chances, laid};
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::rules::{Change, Design};

/// A jump moved or added: where it starts, and where it is to end. One that ends where it starts is
/// removed.
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

    /// Each jump's end on every other square; then every jump that could be added, the longest
    /// first, for where there are too many to be tried those change the most.
    fn edits(&self) -> impl Iterator<Item = Edit> + Send {
        let moved = self.jumps.iter().flat_map(|(start, now)| {
            let others = (0..self.squares()).filter(move |&end| end != now);
            others.map(move |end| Edit { start, end })
        });
        let lengths = (1..self.squares()).rev();
        moved.chain(lengths.flat_map(|length| self.added(length)))
    }

    fn count_edits(&self) -> u64 {
        let jumps = self.jumps.ends().len() as u64;
        // All squares but the last, and but the first where play begins there.
        let starts = u64::from(self.last()) - u64::from(self.from != Board::OFF);
        let added = starts - jumps;
        (jumps + added) * u64::from(self.last())
    }

    fn edit(&self, place: u64) -> Option<Edit> {
        let ends = u64::from(self.last());
        let moved = self.jumps.ends().len() as u64 * ends;
        if place < moved {
            let (start, now) = self.jumps.iter().nth((place / ends) as usize)?;
            let end = (place % ends) as u32;
            let end = if end < now { end } else { end + 1 };
            return Some(Edit { start, end });
        }
        // How many squares before each may begin a jump: so the jumps of a length are counted.
        let mut before = vec![0u32];
        for square in 0..self.squares() {
            let count = before[square as usize] + u32::from(self.may_begin(square));
            before.push(count);
        }
        let all = before[self.squares() as usize];
        let mut place = place - moved;
        for length in (1..self.squares()).rev() {
            let up = before[(self.squares() - length) as usize];
            let down = all - before[length as usize];
            let count = u64::from(up) + u64::from(down);
            if place < count {
                return self.added(length).nth(place as usize);
            }
            place -= count;
        }
        None
    }

    fn edited(&self, edit: Edit) -> Self {
        let mut board = self.clone();
        let end = Some(edit.end).filter(|&end| end != edit.start);
        board.jumps.change(edit.start, end);
        board
    }

    fn describe(&self, Edit { start, end }: Edit) -> Change {
        let (from, to) = (start + 1, end + 1);
        if self.jumps.end(start).is_none() {
            return Change {
                group: key("new jump"),
                square: laid(self.side, start),
                what: say!("add a jump from {from} to {to}", from, to),
                by: Some(format!(">{to}")),
            };
        }
        let what = match start == end {
            true => say!("remove the jump on {start}", start = from),
            false => say!(
                "move the end of the jump on {start} to {end}",
                start = from,
                end = to
            ),
        };
        Change {
            group: key("jump"),
            square: laid(self.side, end),
            what,
            by: Some(from.to_string()),
        }
    }

    fn odds(&self, ask: &OddsAsk, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        chances::odds(self, ask, limits, watch)
    }
}

impl Board {
    /// Every jump of a length that could be added.
    fn added(&self, length: u32) -> impl Iterator<Item = Edit> + Send {
        let both = (0..self.squares() - length).flat_map(move |low| {
            let (start, end) = (low, low + length);
            [
                Edit { start, end },
                Edit {
                    start: end,
                    end: start,
                },
            ]
        });
        both.filter(|edit| self.may_begin(edit.start))
    }

    /// Whether a jump may be added on a square: on any that holds none, but not on the last one, nor
    /// on the first where play begins there.
    fn may_begin(&self, square: u32) -> bool {
        let is_first = square == 0 && self.from != Board::OFF;
        !is_first && square != self.last() && self.jumps.end(square).is_none()
    }
}
