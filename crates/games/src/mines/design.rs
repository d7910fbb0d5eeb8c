//! What those who make Minesweeper boards ask.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use fewest_search::{Limit, Limits, Relay, Verdict, Watch};
use fewest_words::{key, say};

use super::{Board, Clicks, Field, Touch, clicks, every_click, guidance, is_hidden, odds, survey};
use crate::figure::Figure;
use crate::grid::Square;
use crate::layers::Layers;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::rules::{Change, Design, LeftOut, Rules as _, Solve as _, keeping_by_trying};

impl Design for Board {
    fn at(&self, field: &Field) -> Self {
        let (cells, flags) = field.parted();
        let board = self.with(cells, flags);
        Board {
            // The click stands for as long as it may be the first.
            click: self.click.filter(|_| board.is_untouched()),
            ..board
        }
    }

    /// Without mines one click opens everything.
    fn careless(&self) -> u64 {
        u64::from(self.cells.squares().contains(&b'E'))
    }

    /// The cells of all openings, and the digits that touch none; where flags and chords count as
    /// well, each move is tried.
    fn keeping(
        &self,
        fewest: u64,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Touch>, Limit> {
        match (self.is_known(), self.clicks) {
            (false, _) => Err(Limit::Unknown),
            (true, Clicks::All) => {
                let moves = self.worth_trying();
                keeping_by_trying(self, moves, fewest, limits, watch)
            }
            (true, Clicks::Plain) => {
                let places = survey::first_clicks(&self.cells, limits, watch)?;
                Ok(places.into_iter().map(Touch::Open).collect())
            }
        }
    }

    /// The clicks that are left after the best one on each cell.
    fn distances(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<(Square, u64)>, Limit> {
        let relay = Relay::new(limits);
        let cost = match self.solve(limits, watch).verdict {
            Verdict::Fewest { cost: 0, .. } | Verdict::Impossible => return Ok(Vec::new()),
            Verdict::Fewest { cost, .. } => cost,
            Verdict::GaveUp { limit, .. } => return Err(limit),
        };
        let limits = relay.next(watch)?;
        match self.clicks {
            Clicks::Plain => self.distances_by_counting(cost, &limits, watch),
            Clicks::All => self.distances_by_trying(&limits, watch),
        }
    }

    /// The layers of all positions, or of one solution where the positions are too many.
    fn layers(&self, limits: &Limits, watch: &mut dyn Watch) -> Layers {
        clicks::layers(self, limits, watch)
    }

    /// The cell where a mine is set, or removed where one is.
    type Edit = Square;

    /// Every hidden cell, except beside a digit or a blank: what is revealed there tells how many
    /// mines are around it, and would be wrong. No mine is set where the first click is promised
    /// that there is none.
    fn edits(&self) -> impl Iterator<Item = Square> + Send {
        let promised = self.promised();
        (0..self.cells.len()).filter(move |&square| {
            is_hidden(self.cells[square]) && !self.is_told(square) && !promised.contains(&square)
        })
    }

    fn left_out(&self) -> Vec<LeftOut> {
        let promised = self.promised();
        let hidden = (0..self.cells.len()).filter(|&square| is_hidden(self.cells[square]));
        let (mut beside, mut clicked) = (0, 0);
        for square in hidden {
            if self.is_told(square) {
                beside += 1;
            } else if promised.contains(&square) {
                clicked += 1;
            }
        }
        let reasons = [
            (
                beside,
                key("a revealed cell beside them tells how many mines are around it"),
            ),
            (
                clicked,
                key("the first click is promised that no mine is there"),
            ),
        ];
        let there_are = reasons.into_iter().filter(|&(squares, _)| squares > 0);
        there_are
            .map(|(squares, why)| LeftOut { squares, why })
            .collect()
    }

    /// A flag stays where it is; how many mines there are is told anew.
    fn edited(&self, square: Square) -> Self {
        let mut board = self.clone();
        let is_mine = self.cells[square] == b'M';
        board.cells[square] = if is_mine { b'E' } else { b'M' };
        board.total = self.total.map(|total| match is_mine {
            true => total - 1,
            false => total + 1,
        });
        board
    }

    /// The chances of a mine in each covered cell, as a player sees them.
    fn odds(&self, _: &OddsAsk, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        odds::odds(self, limits, watch)
    }

    /// What players call a board by where flags and chords count.
    fn figures(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Vec<Figure>, Limit> {
        match self.clicks == Clicks::All && self.is_known() {
            true => every_click::figures(self, limits, watch),
            false => Ok(Vec::new()),
        }
    }

    /// The cell to open next, as a player sees it.
    fn guidance(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        guidance::guidance(self, limits, watch)
    }

    fn describe(&self, square: Square) -> Change {
        let place = self.cells.place(square);
        let what = match self.cells[square] {
            b'M' => say!("remove the mine at {place}", place),
            _ => say!("set a mine at {place}", place),
        };
        Change {
            group: key("mine"),
            square,
            what,
            by: None,
        }
    }
}

impl Board {
    /// Whether a revealed cell beside a cell tells something of it.
    fn is_told(&self, square: Square) -> bool {
        let tells = |near: Square| matches!(self.cells[near], b'B' | b'1'..=b'8');
        self.cells.around(square).any(tells)
    }

    /// Where it takes `cost` clicks to win: a click is one of them or it is not.
    fn distances_by_counting(
        &self,
        cost: u64,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<(Square, u64)>, Limit> {
        // Both are in reading order.
        let mut keeping = self.keeping(cost, limits, watch)?.into_iter().peekable();
        let left = |touch: Touch| {
            let is_best = keeping.next_if_eq(&touch).is_some();
            (self.square(touch), cost - u64::from(is_best))
        };
        Ok(self.moves(&self.start()).into_iter().map(left).collect())
    }

    /// Each move is made, and what is left is solved.
    fn distances_by_trying(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<(Square, u64)>, Limit> {
        let relay = Relay::new(limits);
        let start = self.start();
        let mut nearest: BTreeMap<Square, u64> = BTreeMap::new();
        for touch in self.worth_trying() {
            let mut next = start.clone();
            next.touch(touch, self.clicks, |_| {});
            let limits = relay.next(watch)?;
            match self.at(&next).solve(&limits, watch).verdict {
                Verdict::Fewest { cost, .. } => {
                    let nearest = nearest.entry(self.square(touch)).or_insert(cost);
                    *nearest = cost.min(*nearest);
                }
                Verdict::Impossible => {}
                Verdict::GaveUp { limit, .. } => return Err(limit),
            }
        }
        Ok(nearest.into_iter().collect())
    }

    /// The moves that an optimal solution may begin with. A flag that is wrong is never of use, nor
    /// is one that is right ever in the way, where the digits are right.
    fn worth_trying(&self) -> Vec<Touch> {
        let mut moves = self.moves(&self.start());
        if every_click::is_right(self) {
            moves.retain(|touch| {
                let square = self.square(*touch);
                let is_flagged = self.flags.binary_search(&square).is_ok();
                !matches!(touch, Touch::Flag(_)) || is_flagged != (self.cells[square] == b'M')
            });
        }
        moves
    }

    /// The cell that a legal touch is on.
    fn square(&self, touch: Touch) -> Square {
        let place = touch.place();
        place.row * self.cells.columns() + place.column
    }
}
