//! The exact probability to win where few layouts are left: every way to play on is searched.
//!
//! A player knows which layouts still fit, and nothing else: a cell that is safe in all of them costs
//! nothing to open. So a position is a set of layouts, and its worth is the number of them that the
//! best play wins. Opening a cell splits the layouts by what the cell shows; those that have a mine
//! there are lost.

use std::cmp::Reverse;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::constraints::CellState;
use crate::float_probabilities::FloatProbabilities;
use crate::grid::Square;
use crate::position::{Cell, Neighbours};

/// The search. It can be reused for the next position.
#[derive(Default)]
pub struct Endgame {
    /// The covered cells that hold no mine in some layout.
    cells: Vec<Square>,
    /// For each cell, what each layout shows there: a number, or [`MINE`].
    shows: Vec<Vec<u8>>,
    /// The number of layouts.
    layouts: usize,
    /// The worth of sets of layouts, as far as known.
    worths: FxHashMap<Box<[u16]>, Worth>,
    /// A stack of sets of layouts.
    sets: Vec<u16>,
    /// A stack of sets of cells that are not decided in those layouts.
    open: Vec<u16>,
    /// The work so far and the most that is allowed, in cells times layouts.
    work: u64,
    most: u64,
    /// The bytes of `worths`.
    bytes: u64,
}

/// Returns whether to keep going, given the number of bytes held.
pub type KeepGoing<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The number of layouts of a set that the best play wins.
#[derive(Clone, Copy)]
struct Worth {
    layouts: u32,
    /// Whether the number is exact; otherwise it is an upper bound.
    is_exact: bool,
}

/// What a cell with a mine shows.
const MINE: u8 = 10;
/// The most layouts that are searched.
const MOST_LAYOUTS: usize = 1 << 14;
/// The most cells in all of them together.
const MOST_SHOWN: usize = 1 << 23;
/// The bytes of a set of layouts besides its layouts, with its place in a table that has doubled.
const BYTES_A_SET: usize = 96;

/// The search would take more work than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

impl Endgame {
    /// Begins with a position whose probabilities were computed, and returns its number of layouts;
    /// `None` if there are too many.
    pub fn begin(
        &mut self,
        cells: &[Cell],
        near: &Neighbours,
        total: u32,
        now: &FloatProbabilities,
        keep_going: KeepGoing,
    ) -> Option<usize> {
        let layouts = all_layouts(now, total, MOST_LAYOUTS, keep_going)?;
        self.layouts = layouts.len();
        let is_open =
            |&square: &Square| cells[square as usize] == Cell::Covered && now.mine(square) < 1.0;
        self.cells = (0..cells.len() as Square).filter(is_open).collect();
        if self.layouts * self.cells.len() > MOST_SHOWN {
            return None;
        }
        self.shows.clear();
        self.shows.resize(self.cells.len(), Vec::new());
        let mut is_mine: Vec<bool> = cells.iter().map(|&cell| cell == Cell::Mine).collect();
        for &square in &now.graph.mines {
            is_mine[square as usize] = true;
        }
        for layout in &layouts {
            if !keep_going(0) {
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
        self.worths.clear();
        (self.work, self.bytes) = (0, 0);
        Some(self.layouts)
    }

    /// Finds the best cell, and the number of layouts that it wins.
    ///
    /// # Errors
    /// Fails if that takes more than `most` cells times layouts.
    pub fn best(&mut self, most: u64, keep_going: KeepGoing) -> Result<(Square, u32), TooMuch> {
        let (set, open) = self.whole(most);
        let mut best = (0, 0);
        for (safe, cell) in self.order(set.clone(), open.clone()) {
            if safe <= best.1 {
                break;
            }
            let won = self.after(cell, set.clone(), open.clone(), best.1, keep_going)?;
            if won > best.1 {
                best = (cell, won);
            }
        }
        Ok((self.cells[best.0], best.1))
    }

    /// Counts the layouts that each cell wins.
    ///
    /// # Errors
    /// Fails if that takes more than `most` cells times layouts.
    pub fn every(
        &mut self,
        most: u64,
        keep_going: KeepGoing,
    ) -> Result<Vec<(Square, u32)>, TooMuch> {
        let (set, open) = self.whole(most);
        let worth = |cell| {
            let won = self.after(cell, set.clone(), open.clone(), 0, keep_going)?;
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

    /// The undecided cells with the number of layouts in which they are safe, the safest first. Of
    /// equally safe cells, those that split the layouts come first.
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

    /// The number of layouts of a set that are won after opening a cell. If it is not greater than
    /// `enough`, the result may be greater than it, but not than `enough`.
    fn after(
        &mut self,
        cell: usize,
        set: Range<usize>,
        open: Range<usize>,
        enough: u32,
        keep_going: KeepGoing,
    ) -> Result<u32, TooMuch> {
        let begin = self.sets.len();
        let counts = self.split(cell, set);
        let mut left = (self.sets.len() - begin) as u32;
        let mut won = 0;
        let mut end = begin;
        for count in counts {
            end += count;
            left -= count as u32;
            if count > 0 {
                // Fewer cannot exceed `enough`, even if all remaining layouts are won.
                let needed = enough.saturating_sub(won + left);
                let worth = self.worth(end - count..end, open.clone(), needed, keep_going)?;
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

    /// Pushes the layouts of a set, split by the number that a cell shows, and returns how many show
    /// each. Those with a mine there are left out.
    fn split(&mut self, cell: usize, set: Range<usize>) -> [usize; 9] {
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

    /// The number of layouts of a set that the best play wins. If it is not greater than `enough`, the
    /// result may be greater than it, but not than `enough`.
    fn worth(
        &mut self,
        set: Range<usize>,
        open: Range<usize>,
        enough: u32,
        keep_going: KeepGoing,
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
        if self.work > self.most || !keep_going(self.bytes) {
            return Err(TooMuch);
        }
        let key: Box<[u16]> = layouts.into();
        let order = self.order(set.clone(), open);
        let begin = self.open.len();
        self.open.extend(order.iter().map(|&(_, cell)| cell as u16));
        let open = begin..self.open.len();
        let count = set.len() as u32;
        // The most that is known to be won, and an upper bound of what was not searched.
        let mut best = 0;
        let mut bound = 0;
        for (safe, cell) in order {
            let enough = enough.max(best);
            if safe <= enough {
                bound = bound.max(safe);
                break;
            }
            let won = self.after(cell, set.clone(), open.clone(), enough, keep_going)?;
            match won > enough {
                true => best = won,
                false => bound = bound.max(won),
            }
            // A cell that is safe in all of them costs nothing, so no other is better.
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

    /// The worth of two layouts: both are won if some cell tells them apart without a risk.
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

/// The mines of every layout of a position with `total` mines, without those that single numbers show;
/// `None` if there are more than `most` layouts, or if it is not to keep going.
fn all_layouts(
    now: &FloatProbabilities,
    total: u32,
    most: usize,
    keep_going: KeepGoing,
) -> Option<Vec<Vec<Square>>> {
    let left = total as usize - now.graph.mines.len();
    let mut all = vec![Vec::new()];
    for component in &now.diagrams.components {
        // The ways to each state of a layer, each as its mines.
        let mut first = component.start;
        let mut layer = vec![vec![Vec::new()]];
        for step in component.steps.clone() {
            let cells = now.graph.cells_of(now.diagrams.steps[step].group as usize);
            let edges = now.diagrams.edges_of(step);
            let next_first = first + layer.len() as u32;
            let states = edges.iter().map(|edge| edge.to - next_first).max()? as usize + 1;
            let mut next = vec![Vec::new(); states];
            let mut count = 0;
            for edge in edges {
                if !keep_going(0) {
                    return None;
                }
                for way in &layer[(edge.from - first) as usize] {
                    each_subset(cells, edge.mines as usize, &mut |some| {
                        let to: &mut Vec<Vec<Square>> = &mut next[(edge.to - next_first) as usize];
                        to.push([way.as_slice(), some].concat());
                        count += 1;
                        count <= MOST_WAYS
                    })?;
                }
            }
            (first, layer) = (next_first, next);
        }
        let mut longer = Vec::new();
        for one in &all {
            if !keep_going(0) {
                return None;
            }
            for other in layer.iter().flatten() {
                if one.len() + other.len() <= left {
                    longer.push([one.as_slice(), other].concat());
                }
                if longer.len() > MOST_WAYS {
                    return None;
                }
            }
        }
        all = longer;
    }
    let is_unconstrained =
        |&square: &Square| now.graph.states[square as usize] == CellState::Unconstrained;
    let squares = 0..now.graph.states.len() as Square;
    let unconstrained: Vec<Square> = squares.filter(is_unconstrained).collect();
    let mut whole = Vec::new();
    for one in &all {
        each_subset(&unconstrained, left - one.len(), &mut |some| {
            whole.push([one.as_slice(), some].concat());
            whole.len() <= most
        })?;
    }
    Some(whole)
}

/// The most ways to fill some of the groups that are kept at the same time: more than there are
/// layouts, because not all of them fit in the end.
const MOST_WAYS: usize = 1 << 16;

/// Visits every subset of `count` items; `None` if `visit` returned false.
fn each_subset(
    items: &[Square],
    count: usize,
    visit: &mut dyn FnMut(&[Square]) -> bool,
) -> Option<()> {
    if count > items.len() {
        return Some(());
    }
    let mut chosen: Vec<usize> = (0..count).collect();
    let mut some: Vec<Square> = items[..count].to_vec();
    loop {
        if !visit(&some) {
            return None;
        }
        // The last item that can move moves, and those after it follow.
        let Some(at) = (0..count).rfind(|&at| chosen[at] < items.len() - count + at) else {
            return Some(());
        };
        let first = chosen[at] + 1;
        for (next, at) in (first..).zip(at..count) {
            chosen[at] = next;
            some[at] = items[next];
        }
    }
}
