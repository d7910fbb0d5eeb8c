//! The fewest clicks of all kinds on a board with known mines: left clicks, flags and chords.
//!
//! A flag on a cell without a mine is never useful. It keeps that cell closed, and prevents chords
//! beside it: with as many flags as the number says, one of them wrong, a mine is left to explode. So
//! all wrong flags are removed first, one click each, and no other flag is removed.
//!
//! What remains is to decide which cells to chord. The flags are those on the mines around them, and
//! the left clicks are as many as there are units that nothing opens, and groups of chords and openings
//! that open each other and that nothing else opens. `graph` counts these; `sweep` finds the best choice,
//! or a lower bound.

mod graph;
mod regions;
mod steps;
mod sweep;
#[cfg(test)]
mod tests;
mod zini;

use fewest_search::{Limit, Progress, SearchContext};

use crate::openings::{KnownBoard, NONE, Units, numbers};
use crate::position::Square;
use graph::{OpeningGraph, play};
use regions::{Tiles, Windows};
use steps::{OrderEffort, Steps, order};
use sweep::{LABEL, Surplus, Swept, bound, sweep};
use zini::{Style, Zini};

/// One click of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A left click on a covered cell.
    Open(Square),
    /// A flag is set on a covered cell, or removed.
    Flag(Square),
    /// A chord on an open number.
    Chord(Square),
}

/// Actions that win, and a lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestClicks {
    /// The actions, in the order in which they are played.
    pub actions: Vec<Action>,
    /// A lower bound: the actions are proven to be the fewest if they are as many.
    pub at_least: u64,
    /// The number of labels that were expanded.
    pub states: u64,
    /// The limit that ended the search early, if any.
    pub limit: Option<Limit>,
}

/// The customary figures of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClickFigures {
    /// 3BV: the fewest left clicks without flags and chords.
    pub three_bv: u64,
    /// The number of openings.
    pub openings: u64,
    /// Greedy ZiNi.
    pub greedy: u64,
    /// Human ZiNi.
    pub human: u64,
}

/// Computes the customary figures of a board as it stands.
///
/// # Errors
/// Fails if a limit is reached.
pub fn click_figures(
    board: &KnownBoard,
    context: &mut SearchContext,
) -> Result<ClickFigures, Limit> {
    let mut zini = Zini::new(board, context)?;
    let units = zini.units.first_cells();
    let openings = units.clone().filter(|&square| zini.units.is_zero(square));
    let (three_bv, openings) = (units.count() as u64, openings.count() as u64);
    let mut count = |style| {
        let (actions, end) = zini.play(style);
        end.map(|()| actions.len() as u64)
    };
    Ok(ClickFigures {
        three_bv,
        openings,
        greedy: count(Style::Greedy)?,
        human: count(Style::Human)?,
    })
}

/// The bytes that a graph takes for each cell.
const GRAPH: u64 = 200;

/// The most cells of a board that a graph is built for, and that is swept as a whole.
const MOST_CELLS: u32 = 1 << 20;
const MOST_SWEPT: u32 = 1 << 13;

/// The most labels at a time.
const MOST_LABELS: usize = 400_000;

/// Finds the fewest actions that win a board, or few actions and a lower bound.
///
/// Without a limit of time it ends after an effort that depends on the size of the board, proven or not,
/// and is deterministic; with a limit of time it continues until then.
///
/// # Errors
/// Fails if a limit is reached before there is any answer.
pub fn fewest_clicks(
    board: &KnownBoard,
    context: &mut SearchContext,
) -> Result<FewestClicks, Limit> {
    let mut zini = Zini::new(board, context)?;
    let units = zini.units.first_cells().count() as u64;
    let (actions, played) = zini.play(Style::Greedy);
    zini.free();
    let mut effort = Effort::new(context);
    let is_wrong =
        |&square: &Square| board.flags[square] && !board.mines[square] && !board.open[square];
    let wrong = (0..board.mines.len()).filter(is_wrong).count() as u64;
    // A chord needs a mine beside it, so it opens seven cells at the most.
    effort.at_least = wrong + units.div_ceil(7);
    let mut search = Search {
        board,
        effort,
        actions,
        wrong,
    };
    let end = played.map_err(Stop::Limit).and_then(|()| search.run());
    let limit = match end {
        Ok(()) | Err(Stop::Enough) => None,
        Err(Stop::Limit(limit)) => Some(limit),
    };
    let Search {
        actions, effort, ..
    } = search;
    Ok(FewestClicks {
        at_least: effort.at_least.min(actions.len() as u64),
        states: effort.labels,
        actions,
        limit,
    })
}

struct Search<'a, 'w> {
    board: &'a KnownBoard<'a>,
    effort: Effort<'a, 'w>,
    /// The best so far.
    actions: Vec<Action>,
    /// The number of wrong flags.
    wrong: u64,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), Stop> {
        let cells = self.board.mines.len();
        if cells > MOST_CELLS || self.is_done()? {
            return Ok(());
        }
        let bytes = u64::from(cells) * GRAPH;
        (self.effort.context.budget.take(bytes)).map_err(Stop::Limit)?;
        let graph = OpeningGraph::new(self.board);
        if cells > MOST_SWEPT || !self.sweep(&graph)? {
            self.piece_by_piece(&graph)?;
        }
        Ok(())
    }

    /// Whether the best actions are proven to be the fewest.
    fn is_done(&self) -> Result<bool, Stop> {
        match self.effort.context.options.limits.cost {
            Some(cost) if self.effort.at_least > cost => Err(Stop::Limit(Limit::Cost)),
            _ => Ok(self.effort.at_least >= self.actions.len() as u64),
        }
    }

    /// The number of actions to beat, without the wrong flags.
    fn below(&self) -> u32 {
        (self.actions.len() as u64 - self.wrong) as u32
    }

    fn raise_bound(&mut self, actions: u32) {
        let actions = u64::from(actions) + self.wrong;
        self.effort.at_least = self.effort.at_least.max(actions);
    }

    /// Turns the end of the allowed effort into `None`: there is something else to try.
    fn tried<T>(tried: Result<T, Stop>) -> Result<Option<T>, Stop> {
        match tried {
            Ok(done) => Ok(Some(done)),
            Err(Stop::Enough) => Ok(None),
            Err(limit) => Err(limit),
        }
    }

    /// Sweeps the whole board, first in an order that is found quickly, then in a better one. Returns
    /// whether that was possible: not if too much would be in play.
    fn sweep(&mut self, graph: &OpeningGraph) -> Result<bool, Stop> {
        let Some(steps) = self.steps(graph, 140)? else {
            return Ok(false);
        };
        self.guess(graph, &steps)?;
        if self.is_done()? || self.is_proven(graph, &steps, 800)? {
            return Ok(true);
        }
        let Some(steps) = self.steps(graph, 2_100)? else {
            return Ok(false);
        };
        self.guess(graph, &steps)?;
        if self.is_timed() {
            let width = self.width(1000)?;
            self.bound(&steps, width)?;
        }
        if self.is_done()? || self.is_proven(graph, &steps, 22_000)? {
            return Ok(true);
        }
        self.allow(4_000, &steps);
        let most = self.width(MOST_LABELS)?;
        let widths = (5..).map(|round| 1 << (2 * round));
        for width in widths.take_while(|&width| width < most) {
            let bounded = self.bound(&steps, width);
            if Self::tried(bounded)?.is_none() || self.is_done()? {
                return Ok(true);
            }
        }
        Ok(true)
    }

    fn is_timed(&self) -> bool {
        self.effort.context.options.limits.time.is_some()
    }

    /// Allows a number of labels for each chord; without limit if there is a limit of time.
    fn allow(&mut self, labels: u64, steps: &Steps) {
        let chords = steps.steps.len() as u64;
        let enough = if self.is_timed() {
            u64::MAX
        } else {
            labels * chords
        };
        self.effort.allow(enough);
    }

    /// Steps in an order that is improved by a number of moves for each chord.
    fn steps(&mut self, graph: &OpeningGraph, moves: u32) -> Result<Option<Steps>, Stop> {
        let chords = graph.chords.iter().filter(|&&may_chord| may_chord).count();
        let care = OrderEffort {
            beginnings: (20_000 / chords.max(1)).clamp(4, 160),
            moves: moves * chords as u32,
        };
        self.effort.allow(u64::MAX);
        let order = order(graph, self.board.mines.columns(), care, &mut self.effort)?;
        Ok(Steps::new(graph, &order))
    }

    /// Finds something good with few labels.
    fn guess(&mut self, graph: &OpeningGraph, steps: &Steps) -> Result<(), Stop> {
        let width = self.width(300)?;
        self.run_sweep(graph, steps, width, Surplus::Dropped)
    }

    /// Tries to find the best with a number of labels for each chord.
    fn is_proven(
        &mut self,
        graph: &OpeningGraph,
        steps: &Steps,
        labels: u64,
    ) -> Result<bool, Stop> {
        self.allow(labels, steps);
        let width = self.width(MOST_LABELS)?;
        let proof = self.run_sweep(graph, steps, width, Surplus::Refused);
        let is_clipped = proof == Err(Stop::Enough) && width < MOST_LABELS;
        Self::tried(proof)?;
        if self.is_done()? {
            return Ok(true);
        }
        if is_clipped {
            return Err(Stop::Limit(Limit::Memory));
        }
        Ok(false)
    }

    fn bound(&mut self, steps: &Steps, width: usize) -> Result<(), Stop> {
        let least = bound(steps, self.below(), width, &mut self.effort)?;
        self.raise_bound(least);
        Ok(())
    }

    /// The number of labels that there is memory for.
    fn width(&self, wanted: usize) -> Result<usize, Stop> {
        let affordable = self.effort.context.budget.left() / LABEL;
        match affordable.min(wanted as u64) as usize {
            0..2 => Err(Stop::Limit(Limit::Memory)),
            width => Ok(width),
        }
    }

    /// Sweeps for something better.
    fn run_sweep(
        &mut self,
        graph: &OpeningGraph,
        steps: &Steps,
        width: usize,
        surplus: Surplus,
    ) -> Result<(), Stop> {
        let below = self.below();
        let Swept { best, is_whole } = sweep(steps, below, width, surplus, &mut self.effort)?;
        if is_whole {
            self.raise_bound(best.as_ref().map_or(below, |(cost, _)| *cost));
        }
        if let Some((_, chords)) = best {
            let mut chosen = vec![false; graph.len() as usize];
            for chord in chords {
                chosen[chord as usize] = true;
            }
            self.take(play(graph, &chosen));
        }
        Ok(())
    }

    fn take(&mut self, actions: Vec<Action>) {
        if actions.len() < self.actions.len() {
            self.actions = actions;
        }
    }

    /// Improves a board that is too wide for one sweep window by window, and bounds it by tiles.
    fn piece_by_piece(&mut self, graph: &OpeningGraph) -> Result<(), Stop> {
        let cells = u64::from(self.board.mines.len());
        let enough = (400 * cells).clamp(1_000_000, 8_000_000);
        let mut windows = Windows::new(self.board, &self.actions);
        self.effort.allow(enough / 4);
        self.improve(graph, &mut windows)?;
        self.effort.allow(enough / 2);
        let (least, bounded) = Tiles::new(self.board).bound(&mut self.effort);
        self.raise_bound(least);
        Self::tried(bounded)?;
        if !self.is_done()? {
            let enough = if self.is_timed() { u64::MAX } else { enough };
            self.effort.allow(enough);
            self.improve(graph, &mut windows)?;
        }
        Ok(())
    }

    fn improve(&mut self, graph: &OpeningGraph, windows: &mut Windows) -> Result<(), Stop> {
        let improved = windows.improve(&mut self.effort);
        self.take(play(graph, &windows.chosen(graph)));
        Self::tried(improved)?;
        Ok(())
    }
}

/// Why something is not finished.
#[derive(Debug, PartialEq, Eq)]
enum Stop {
    /// A limit was reached.
    Limit(Limit),
    /// The allowed effort was spent.
    Enough,
}

/// The effort that is left, in labels that are expanded. Other work counts as the labels that take about
/// as long.
struct Effort<'a, 'w> {
    context: &'a mut SearchContext<'w>,
    /// The effort that is allowed now.
    left: u64,
    /// The number of labels that were expanded.
    labels: u64,
    /// The lower bound of the actions.
    at_least: u64,
}

impl<'a, 'w> Effort<'a, 'w> {
    fn new(context: &'a mut SearchContext<'w>) -> Self {
        Effort {
            context,
            left: 0,
            labels: 0,
            at_least: 0,
        }
    }

    /// Sets the effort that is allowed.
    pub fn allow(&mut self, labels: u64) {
        self.left = labels;
    }

    /// Counts a label.
    #[inline]
    pub fn count_label(&mut self) -> Result<(), Stop> {
        if self.context.options.limits.states == Some(self.labels) {
            return Err(Stop::Limit(Limit::States));
        }
        self.labels += 1;
        self.spend(1)
    }

    /// Counts work that takes as long as a number of labels.
    #[inline]
    pub fn spend(&mut self, labels: u32) -> Result<(), Stop> {
        self.left = (self.left.checked_sub(u64::from(labels))).ok_or(Stop::Enough)?;
        let progress = || Progress {
            depth: self.at_least.saturating_sub(1),
            states: self.labels,
            at_least: self.at_least,
        };
        self.context.step(labels, progress).map_err(Stop::Limit)
    }
}
