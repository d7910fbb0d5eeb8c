//! The exact chance to win where few layouts are left: every way to play on is searched.
//!
//! What a player knows is which layouts still fit, and nothing else: a cell that is safe in all of
//! them costs nothing to open. So a position is a set of layouts, and its worth is in how many of
//! them the best play wins. A cell that is opened parts the layouts by what it shows; those that
//! have a mine there are lost.

use std::cmp::Reverse;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::grid::Square;

use super::super::chances::{COVERED, Look, MINE, Neighbours};
use super::layouts;

/// The search. Kept to be used again.
#[derive(Default)]
pub struct Endgame {
    /// The cells that are worth a thought.
    cells: Vec<Square>,
    /// For each cell, what each layout shows there: a number, or a mine.
    shows: Vec<Vec<u8>>,
    /// How many layouts there are.
    layouts: usize,
    /// What is known of the worth of sets of layouts.
    worths: FxHashMap<Box<[u16]>, Worth>,
    /// Sets of layouts, one behind the other, that are still to be looked at.
    sets: Vec<u16>,
    /// Sets of cells, one behind the other, that are not settled in those layouts.
    open: Vec<u16>,
    /// How much has been looked at, and how much may be: so many cells in so many layouts.
    work: u64,
    most: u64,
    /// The bytes of what is known of sets of layouts.
    bytes: u64,
}

/// Says whether to go on while so many bytes are held.
pub type GoOn<'a> = &'a mut dyn FnMut(u64) -> bool;

/// In how many layouts of a set the best play wins.
#[derive(Clone, Copy)]
struct Worth {
    layouts: u32,
    /// Whether they are just so many; otherwise no more than that.
    is_exact: bool,
}

/// The most layouts that are looked at.
const MOST_LAYOUTS: usize = 1 << 14;
/// The most cells in all of them together.
const MOST_SHOWN: usize = 1 << 23;

/// What a set of layouts takes besides its layouts, and its place in a table that has doubled.
const BYTES_A_SET: usize = 96;

/// More would have to be searched than is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

impl Endgame {
    /// Takes up a position with so many mines in all that has been looked at. Nothing where it has
    /// too many layouts.
    pub fn begin(
        &mut self,
        cells: &[u8],
        near: &Neighbours,
        total: u32,
        look: &Look,
        go_on: GoOn,
    ) -> Option<usize> {
        let layouts = layouts::all(look, total, MOST_LAYOUTS, go_on)?;
        self.layouts = layouts.len();
        self.cells = layouts::open_cells(look, cells);
        if self.layouts * self.cells.len() > MOST_SHOWN {
            return None;
        }
        self.shows.clear();
        self.shows.resize(self.cells.len(), Vec::new());
        let mut is_mine: Vec<bool> = cells.iter().map(|&cell| cell == MINE).collect();
        for &square in &look.web.mines {
            is_mine[square as usize] = true;
        }
        for layout in &layouts {
            if !go_on(0) {
                return None;
            }
            for &square in layout {
                is_mine[square as usize] = true;
            }
            for (&square, shows) in self.cells.iter().zip(&mut self.shows) {
                let mines = || {
                    near.of(square)
                        .iter()
                        .filter(|&&other| is_mine[other as usize])
                };
                shows.push(match is_mine[square as usize] {
                    true => MINE,
                    false => mines().count() as u8,
                });
            }
            for &square in layout {
                is_mine[square as usize] = false;
            }
        }
        debug_assert!(
            self.cells
                .iter()
                .all(|&square| cells[square as usize] == COVERED)
        );
        self.worths.clear();
        (self.work, self.bytes) = (0, 0);
        Some(self.layouts)
    }

    /// The best cell, and how many layouts it wins; looks at so much at most.
    pub fn best(&mut self, most: u64, go_on: GoOn) -> Result<(Square, u32), TooMuch> {
        let (set, open) = self.whole(most);
        let mut best = (0, 0);
        for (safe, cell) in self.order(set.clone(), open.clone()) {
            if safe <= best.1 {
                break;
            }
            let won = self.after(cell, set.clone(), open.clone(), best.1, go_on)?;
            if won > best.1 {
                best = (cell, won);
            }
        }
        Ok((self.cells[best.0], best.1))
    }

    /// In how many layouts each cell wins.
    pub fn every(&mut self, most: u64, go_on: GoOn) -> Result<Vec<(Square, u32)>, TooMuch> {
        let (set, open) = self.whole(most);
        let worth = |cell| {
            let won = self.after(cell, set.clone(), open.clone(), 0, go_on)?;
            Ok((self.cells[cell], won))
        };
        (0..open.len()).map(worth).collect()
    }

    /// Begins with all layouts and all cells.
    fn whole(&mut self, most: u64) -> (Range<usize>, Range<usize>) {
        self.most = most;
        self.sets.clear();
        self.sets.extend(0..self.layouts as u16);
        self.open.clear();
        self.open.extend(0..self.cells.len() as u16);
        (0..self.sets.len(), 0..self.open.len())
    }

    /// The cells that are not settled, the safest first: in how many layouts they are safe. Of those
    /// that are as safe, the ones that tell something come first.
    fn order(&self, set: Range<usize>, open: Range<usize>) -> Vec<(u32, usize)> {
        let all = &self.sets[set];
        let mut order = Vec::with_capacity(open.len());
        for &cell in &self.open[open] {
            let shows = &self.shows[usize::from(cell)];
            let mut seen = 0u32;
            let mut safe = 0;
            for &layout in all {
                let shown = shows[usize::from(layout)];
                seen |= 1 << shown;
                safe += u32::from(shown != MINE);
            }
            if seen.count_ones() > 1 {
                let tells = (seen & !(1 << MINE)).count_ones() > 1;
                order.push((safe, tells, usize::from(cell)));
            }
        }
        order.sort_unstable_by_key(|&(safe, tells, cell)| (Reverse(safe), Reverse(tells), cell));
        order
            .into_iter()
            .map(|(safe, _, cell)| (safe, cell))
            .collect()
    }

    /// In how many layouts of a set one wins after opening a cell. Where they are not more than
    /// `enough`, it may tell more, but no more than that.
    fn after(
        &mut self,
        cell: usize,
        set: Range<usize>,
        open: Range<usize>,
        enough: u32,
        go_on: GoOn,
    ) -> Result<u32, TooMuch> {
        let begin = self.sets.len();
        let counts = self.part(cell, set);
        let mut left = (self.sets.len() - begin) as u32;
        let mut won = 0;
        let mut end = begin;
        for count in counts {
            end += count;
            left -= count as u32;
            if count > 0 {
                // What all other layouts together cannot make up for.
                let needed = enough.saturating_sub(won + left);
                let worth = self.worth(end - count..end, open.clone(), needed, go_on)?;
                won += worth;
                if worth <= needed && won + left <= enough {
                    won += left;
                    break;
                }
            }
        }
        self.sets.truncate(begin);
        Ok(won)
    }

    /// Parts the layouts of a set by what a cell shows, behind all other sets: tells how many show
    /// each number. Those with a mine there are left out.
    fn part(&mut self, cell: usize, set: Range<usize>) -> [usize; 9] {
        let shows = &self.shows[cell];
        let mut counts = [0; 9];
        for &layout in &self.sets[set.clone()] {
            let shown = shows[usize::from(layout)];
            if shown != MINE {
                counts[usize::from(shown)] += 1;
            }
        }
        let mut ends = [0; 9];
        let mut end = self.sets.len();
        for (place, count) in ends.iter_mut().zip(counts) {
            *place = end;
            end += count;
        }
        self.sets.resize(end, 0);
        for at in set {
            let layout = self.sets[at];
            let shown = shows[usize::from(layout)];
            if shown != MINE {
                let place = &mut ends[usize::from(shown)];
                self.sets[*place] = layout;
                *place += 1;
            }
        }
        counts
    }

    /// In how many layouts of a set the best play wins. Where they are not more than `enough`, it may
    /// tell more, but no more than that.
    fn worth(
        &mut self,
        set: Range<usize>,
        open: Range<usize>,
        enough: u32,
        go_on: GoOn,
    ) -> Result<u32, TooMuch> {
        let layouts = &self.sets[set.clone()];
        match *layouts {
            [_] => return Ok(1),
            [one, other] => return Ok(self.worth_of_two(one, other, open)),
            _ => {}
        }
        if let Some(known) = self.worths.get(layouts)
            && (known.is_exact || known.layouts <= enough)
        {
            return Ok(known.layouts);
        }
        self.work += (set.len() * open.len()) as u64;
        self.bytes += (set.len() * size_of::<u16>() + BYTES_A_SET) as u64;
        if self.work > self.most || !go_on(self.bytes) {
            return Err(TooMuch);
        }
        let key: Box<[u16]> = layouts.into();
        let order = self.order(set.clone(), open);
        let begin = self.open.len();
        self.open.extend(order.iter().map(|&(_, cell)| cell as u16));
        let open = begin..self.open.len();
        let count = set.len() as u32;
        // The most that is known to be won, and the most that what was not searched could win.
        let mut best = 0;
        let mut bound = 0;
        for (safe, cell) in order {
            let enough = enough.max(best);
            if safe <= enough {
                bound = bound.max(safe);
                break;
            }
            let won = self.after(cell, set.clone(), open.clone(), enough, go_on)?;
            match won > enough {
                true => best = won,
                false => bound = bound.max(won),
            }
            // A cell that is safe in all of them costs nothing, so it is as good as any.
            if safe == count {
                break;
            }
        }
        self.open.truncate(begin);
        let worth = Worth {
            layouts: best.max(bound),
            is_exact: best >= bound && best > enough,
        };
        self.worths.insert(key, worth);
        Ok(worth.layouts)
    }

    /// The same of two layouts: both are won where something tells them apart without a risk.
    fn worth_of_two(&self, one: u16, other: u16, open: Range<usize>) -> u32 {
        let tells = |&cell: &u16| {
            let shows = &self.shows[usize::from(cell)];
            let (one, other) = (shows[usize::from(one)], shows[usize::from(other)]);
            one != other && one != MINE && other != MINE
        };
        match self.open[open].iter().any(tells) {
            true => 2,
            false => 1,
        }
    }
}
