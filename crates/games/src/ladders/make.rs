//! How boards of Snakes and Ladders are made.

use std::ops::Range;

use fewest_search::{Limit, NEVER, SearchContext};
use fewest_words::{key, say};

use super::odds::quick_odds;
use super::{Board, Jumps, laid};
use crate::edit::{Change, Edit, Editor};
use crate::game::{Game as _, Standing};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Farthest, NoStarts, distances};
use crate::making::make::{Generator, Numbered, Subsets};
use crate::making::wanted::Dice;

/// Makes and changes boards.
pub struct Maker;

impl Generator<Board> for Maker {
    fn decisive(&self) -> &'static [&'static str] {
        &["die", "from"]
    }

    fn blank(&self, rows: u32, columns: u32) -> Option<String> {
        let row = vec!["."; columns as usize].join(" ");
        (rows == columns && rows >= 2).then(|| format!("{row}\n").repeat(rows as usize))
    }

    fn room(&self, frame: &Frame<Board>) -> Result<(), NoFrame> {
        frame.has_room("jumps", frame.pattern.may_jump().len() as u32)
    }

    fn random(&self, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let board = &frame.pattern;
        let mut squares = board.may_jump();
        let amount = frame.amount_within("jumps", squares.len() as u32)?;
        let jumps = chance.within(&amount);
        let starts = chance.take(&mut squares, jumps);
        let jumps = starts
            .into_iter()
            .map(|start| (start, board.other(start, chance)));
        Some(board.with(jumps.collect()))
    }

    /// A jump's end moved, its start moved, or a jump set or removed.
    fn changed(&self, board: &Board, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut jumps: Vec<(u32, u32)> = board.jumps.iter().collect();
        let mut free = board.may_jump();
        free.retain(|&square| board.jumps.end(square).is_none());
        let amount = frame.amount_within("jumps", (jumps.len() + free.len()) as u32)?;
        let now = jumps.len() as u32;
        let chosen = (now > 0).then(|| chance.below(now) as usize);
        match (chance.below(4), chosen) {
            (0, _) if now < *amount.end() => {
                let start = chance.choice(&free)?;
                jumps.push((start, board.other(start, chance)));
            }
            (1, Some(at)) if now > *amount.start() => {
                jumps.swap_remove(at);
            }
            (2, Some(at)) => {
                let start = chance.choice(&free)?;
                jumps[at].0 = start;
                if jumps[at].1 == start {
                    jumps[at].1 = board.other(start, chance);
                }
            }
            (_, Some(at)) => jumps[at].1 = board.other(jumps[at].0, chance),
            (_, None) => return None,
        }
        Some(board.with(jumps))
    }

    /// A track has a beginning and an end: none is like another. But jumps that lead to where they
    /// start are as good as none.
    fn images(&self, board: &Board) -> Vec<Board> {
        let jumps = board.jumps.iter().filter(|(start, end)| start != end);
        vec![board.with(jumps.collect())]
    }

    /// No way to the last square comes by another twice.
    fn pars(&self, frame: &Frame<Board>) -> (u64, u64) {
        let board = &frame.pattern;
        match board.standing(&board.start()) {
            Standing::Won => (0, 0),
            _ => (1, u64::from(board.squares())),
        }
    }

    /// Where no win can be reached, the squares behind the farthest one that can hold a jump each,
    /// as many as the die has faces, and the last square is not among them.
    fn always_won(&self, frame: &Frame<Board>) -> Option<String> {
        let (board, die) = (&frame.pattern, frame.pattern.die);
        if board.from.max(1) > board.last().saturating_sub(die) {
            return Some(say!(
                "every board can be won: no {die} squares in a row lie between the start and the end",
                die
            ));
        }
        (*frame.amount("jumps").end() < die).then(|| {
            say!(
                "every board can be won: to stop a die with {die} faces takes as many jumps",
                die
            )
        })
    }

    /// Every set of squares that hold a jump, and every other square for each to end on.
    fn numbered<'a>(&self, frame: &'a Frame<Board>, most: u128) -> Option<Numbered<'a, Board>> {
        let pattern = &frame.pattern;
        let squares = pattern.may_jump();
        let others = u128::from(pattern.squares() - 1);
        let size = |jumps| {
            let squares = squares.clone();
            let starts = Subsets::new(squares.len() as u32, &(jumps..=jumps))?;
            let ways = others.checked_pow(jumps)?;
            let count = starts.count().checked_mul(ways)?;
            Some(Numbered::new(count, move |number| {
                let mut ends = number % ways;
                let jumps = starts.nth(number / ways).into_iter().map(|place| {
                    let start = squares[place as usize];
                    let end = (ends % others) as u32;
                    ends /= others;
                    (start, end + u32::from(end >= start))
                });
                pattern.with(jumps.collect())
            }))
        };
        let sizes = frame
            .amount_within("jumps", squares.len() as u32)?
            .map(size);
        let tracks = Numbered::of_kinds(sizes.collect::<Option<_>>()?)?;
        (tracks.count() <= most).then_some(tracks)
    }

    /// The board's own start and every square but the last, told by one pass backwards from the
    /// last. Whether a jump is on a start does not matter to one who begins there; but where one is
    /// on the first square, play can only begin off the board.
    fn farthest(
        &self,
        board: &Board,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<Board>, NoStarts> {
        let leads = |number: u32, tell: &mut dyn FnMut(u32)| {
            if number == board.squares() {
                return;
            }
            for roll in board.candidates(&number) {
                let mut next = number;
                if board.play(&mut next, roll).is_ok() {
                    tell(next);
                }
            }
        };
        let places = board.squares() + 1;
        let distances = distances(places, |at| at == board.squares(), &leads, context)?;
        let mut farthest = Farthest::new(most);
        for from in board.starts() {
            let board = || Board {
                from,
                ..board.clone()
            };
            match distances[from as usize] {
                NEVER => {}
                par => farthest.add(par.into(), board),
            }
        }
        Ok(farthest)
    }

    fn dice(&self, board: &Board, context: &mut SearchContext) -> Result<Option<Dice>, Limit> {
        quick_odds(board, context)
    }
}

impl Board {
    /// The squares that may hold a jump: not the last, and not the first where play begins there.
    fn may_jump(&self) -> Vec<u32> {
        let first = u32::from(self.from != Board::OFF);
        (first..self.last()).collect()
    }

    /// Where play may begin, the board's own start among it.
    fn starts(&self) -> Range<u32> {
        match self.jumps.end(0) {
            Some(_) => Board::OFF..1,
            None => self.from.min(1)..self.squares().max(self.from + 1),
        }
    }

    /// Any other square.
    fn other(&self, start: u32, chance: &mut Chance) -> u32 {
        let end = chance.below(self.squares() - 1);
        end + u32::from(end >= start)
    }

    /// The same track with other jumps.
    fn with(&self, jumps: Vec<(u32, u32)>) -> Self {
        Board {
            jumps: Jumps::new(self.squares(), &jumps),
            ..self.clone()
        }
    }
}

#[cfg(test)]
impl Board {
    /// The track itself, and the same from every square but the last where one may begin there.
    pub(crate) fn all_starts(&self) -> Vec<Self> {
        let mut starts = vec![self.clone()];
        for from in (1..self.squares()).filter(|&from| from != self.from) {
            if self.jumps.end(0).is_none() {
                starts.push(Board {
                    from,
                    ..self.clone()
                });
            }
        }
        starts
    }
}

/// A jump moved or added, from where it starts to where it is to end, in squares of the track. One
/// that ends where it starts is removed.
fn jump(start: u32, end: u32) -> Edit {
    Edit {
        kind: 0,
        from: start,
        to: end,
    }
}

impl Board {
    /// Every jump of a length that could be added.
    fn added(&self, length: u32) -> impl Iterator<Item = Edit> + Send {
        let both = (0..self.squares() - length).flat_map(move |low| {
            let (start, end) = (low, low + length);
            [jump(start, end), jump(end, start)]
        });
        both.filter(|edit| self.may_begin(edit.from))
    }

    /// Whether a jump may be added on a square: on any that holds none, but not on the last one, nor
    /// on the first where play begins there.
    fn may_begin(&self, square: u32) -> bool {
        let is_first = square == 0 && self.from != Board::OFF;
        !is_first && square != self.last() && self.jumps.end(square).is_none()
    }
}

impl Editor<Board> for Maker {
    /// Each jump's end on every other square; then every jump that could be added, the longest
    /// first, for where there are too many to be tried those change the most.
    fn edits<'a>(&'a self, board: &'a Board) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let moved = board.jumps.iter().flat_map(|(start, now)| {
            let others = (0..board.squares()).filter(move |&end| end != now);
            others.map(move |end| jump(start, end))
        });
        let lengths = (1..board.squares()).rev();
        Box::new(moved.chain(lengths.flat_map(|length| board.added(length))))
    }

    fn count(&self, board: &Board) -> u64 {
        let jumps = board.jumps.ends().len() as u64;
        // All squares but the last, and but the first where play begins there.
        let starts = u64::from(board.last()) - u64::from(board.from != Board::OFF);
        let added = starts - jumps;
        (jumps + added) * u64::from(board.last())
    }

    fn edit(&self, board: &Board, place: u64) -> Option<Edit> {
        let ends = u64::from(board.last());
        let moved = board.jumps.ends().len() as u64 * ends;
        if place < moved {
            let (start, now) = board.jumps.iter().nth((place / ends) as usize)?;
            let end = (place % ends) as u32;
            let end = if end < now { end } else { end + 1 };
            return Some(jump(start, end));
        }
        // How many squares before each may begin a jump: so the jumps of a length are counted.
        let mut before = vec![0u32];
        for square in 0..board.squares() {
            let count = before[square as usize] + u32::from(board.may_begin(square));
            before.push(count);
        }
        let all = before[board.squares() as usize];
        let mut place = place - moved;
        for length in (1..board.squares()).rev() {
            let up = before[(board.squares() - length) as usize];
            let down = all - before[length as usize];
            let count = u64::from(up) + u64::from(down);
            if place < count {
                return board.added(length).nth(place as usize);
            }
            place -= count;
        }
        None
    }

    fn edited(&self, board: &Board, edit: Edit) -> Board {
        let others = board.jumps.iter().filter(|jump| jump.0 != edit.from);
        let changed = (edit.from != edit.to).then_some((edit.from, edit.to));
        board.with(others.chain(changed).collect())
    }

    fn describe(&self, board: &Board, edit: Edit) -> Change {
        let (start, end) = (edit.from, edit.to);
        let (from, to) = (start + 1, end + 1);
        if board.jumps.end(start).is_none() {
            return Change {
                group: key("new jump").into(),
                square: laid(board.side, start),
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
            group: key("jump").into(),
            square: laid(board.side, end),
            what,
            by: Some(from.to_string()),
        }
    }
}
