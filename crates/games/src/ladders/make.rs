//! How boards of Snakes and Ladders are made.

use std::ops::Range;

use fewest_search::{Limit, Limits, NEVER, Watch};

use fewest_words::say;

use super::chances::glance;
use super::{Board, Jumps};
use crate::making::chance::Chance;
use crate::making::dice::Dice;
use crate::making::farthest::{Farthest, NoStarts, distances};
use crate::making::frame::{Frame, NoFrame};
use crate::making::subsets::Subsets;
use crate::making::{Make, Numbered};
use crate::rules::{Rules as _, Standing};

impl Make for Board {
    const DECISIVE: &'static [&'static str] = &["die", "from"];

    fn blank(rows: u32, columns: u32) -> Option<String> {
        let row = vec!["."; columns as usize].join(" ");
        (rows == columns && rows >= 2).then(|| format!("{row}\n").repeat(rows as usize))
    }

    fn room(frame: &Frame<Self>) -> Result<(), NoFrame> {
        frame.has_room("jumps", frame.pattern.may_jump().len() as u32)
    }

    fn random(frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
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
    fn changed(&self, frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut jumps: Vec<(u32, u32)> = self.jumps.iter().collect();
        let mut free = self.may_jump();
        free.retain(|&square| self.jumps.end(square).is_none());
        let amount = frame.amount_within("jumps", (jumps.len() + free.len()) as u32)?;
        let now = jumps.len() as u32;
        let chosen = (now > 0).then(|| chance.below(now) as usize);
        match (chance.below(4), chosen) {
            (0, _) if now < *amount.end() => {
                let start = chance.choice(&free)?;
                jumps.push((start, self.other(start, chance)));
            }
            (1, Some(at)) if now > *amount.start() => {
                jumps.swap_remove(at);
            }
            (2, Some(at)) => {
                let start = chance.choice(&free)?;
                jumps[at].0 = start;
                if jumps[at].1 == start {
                    jumps[at].1 = self.other(start, chance);
                }
            }
            (_, Some(at)) => jumps[at].1 = self.other(jumps[at].0, chance),
            (_, None) => return None,
        }
        Some(self.with(jumps))
    }

    /// A track has a beginning and an end: none is like another. But jumps that lead to where they
    /// start are as good as none.
    fn images(&self) -> Vec<Self> {
        let jumps = self.jumps.iter().filter(|(start, end)| start != end);
        vec![self.with(jumps.collect())]
    }

    /// No way to the last square comes by another twice.
    fn pars(frame: &Frame<Self>) -> (u64, u64) {
        let board = &frame.pattern;
        match board.standing(&board.start()) {
            Standing::Won => (0, 0),
            _ => (1, u64::from(board.squares())),
        }
    }

    /// Where no win can be reached, the squares behind the farthest one that can hold a jump each,
    /// as many as the die has faces, and the last square is not among them.
    fn always_won(frame: &Frame<Self>) -> Option<String> {
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

    fn numbered(frame: &Frame<Self>, most: u128) -> Option<Box<dyn Numbered<Self> + '_>> {
        let tracks = Tracks::new(frame).filter(|tracks| tracks.count <= most)?;
        Some(Box::new(tracks))
    }

    /// The board's own start and every square but the last, told by one pass backwards from the
    /// last. Whether a jump is on a start does not matter to one who begins there; but where one is
    /// on the first square, play can only begin off the board.
    fn farthest(
        &self,
        most: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Farthest<Self>, NoStarts> {
        let leads = |number: u32, tell: &mut dyn FnMut(u32)| {
            if number == self.squares() {
                return;
            }
            for roll in self.candidates(&number) {
                let mut next = number;
                if self.play(&mut next, roll).is_ok() {
                    tell(next);
                }
            }
        };
        let places = self.squares() + 1;
        let distances = distances(places, |at| at == self.squares(), &leads, limits, watch)?;
        let mut farthest = Farthest::new(most);
        for from in self.starts() {
            let board = || Board {
                from,
                ..self.clone()
            };
            match distances[from as usize] {
                NEVER => {}
                par => farthest.add(par.into(), board),
            }
        }
        Ok(farthest)
    }

    fn dice(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Option<Dice>, Limit> {
        glance(self, limits, watch)
    }
}

/// Every set of squares that hold a jump, and every other square for each to end on.
struct Tracks<'a> {
    pattern: &'a Board,
    /// The squares that may hold a jump.
    squares: Vec<u32>,
    sizes: Vec<Size>,
    count: u128,
}

/// All ways to have one number of jumps.
struct Size {
    starts: Subsets,
    /// How many ways there are for them to end.
    ends: u128,
    count: u128,
}

impl<'a> Tracks<'a> {
    fn new(frame: &'a Frame<Board>) -> Option<Self> {
        let pattern = &frame.pattern;
        let squares = pattern.may_jump();
        let most = squares.len() as u32;
        let size = |jumps| {
            let starts = Subsets::new(most, &(jumps..=jumps))?;
            let ends = u128::from(pattern.squares() - 1).checked_pow(jumps)?;
            Some(Size {
                count: starts.count().checked_mul(ends)?,
                starts,
                ends,
            })
        };
        let sizes = frame.amount_within("jumps", most)?.map(size);
        let sizes: Vec<Size> = sizes.collect::<Option<_>>()?;
        let counts = sizes.iter().map(|size| size.count);
        Some(Tracks {
            pattern,
            squares,
            count: counts.into_iter().try_fold(0u128, u128::checked_add)?,
            sizes,
        })
    }
}

impl Numbered<Board> for Tracks<'_> {
    fn count(&self) -> u128 {
        self.count
    }

    fn nth(&self, number: u128) -> Board {
        let others = u128::from(self.pattern.squares() - 1);
        let mut number = number;
        for size in &self.sizes {
            if number >= size.count {
                number -= size.count;
                continue;
            }
            let starts = size.starts.nth(number / size.ends);
            let mut ends = number % size.ends;
            let jumps = starts.into_iter().map(|place| {
                let start = self.squares[place as usize];
                let end = (ends % others) as u32;
                ends /= others;
                (start, end + u32::from(end >= start))
            });
            return self.pattern.with(jumps.collect());
        }
        panic!("there are not so many tracks")
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
