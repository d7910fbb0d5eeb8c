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

#[cfg(test)]
mod tests;

mod graph;
mod steps;
mod sweep;

use fewest_search::{Limit, Progress, SearchContext};
use graph::{OpeningGraph, play};
use steps::{OrderEffort, Steps, order};
use sweep::{LABEL, Surplus, Swept, bound, sweep};

use crate::grid::{Grid, Square};
use crate::openings::{Action, KnownBoard, NONE, Style, Units, Zini, numbers};

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

/// The bytes that a graph takes for each cell.
const GRAPH: u64 = 400;

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
    board: &'a KnownBoard,
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
        let (least, bounded) = bound_by_tiles(self.board, TILE, &mut self.effort);
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

/// A rectangle of cells.
#[derive(Clone, Copy, Debug)]
struct Area {
    top: u32,
    left: u32,
    /// The row below the last.
    bottom: u32,
    /// The column behind the last.
    right: u32,
}

impl Area {
    /// The area and `by` cells around it, as far as the board goes.
    fn grown<T>(&self, by: u32, grid: &Grid<T>) -> Area {
        Area {
            top: self.top.saturating_sub(by),
            left: self.left.saturating_sub(by),
            bottom: (self.bottom + by).min(grid.rows()),
            right: (self.right + by).min(grid.columns()),
        }
    }

    fn has(&self, (row, column): (u32, u32)) -> bool {
        (self.top..self.bottom).contains(&row) && (self.left..self.right).contains(&column)
    }
}

/// The cells of an area, each with its square on the whole board.
struct Crop {
    squares: Grid<Square>,
    board: KnownBoard,
}

impl Crop {
    /// Cuts out an area, without wrong flags.
    fn new(board: &KnownBoard, area: Area) -> Self {
        let columns = board.mines.columns();
        let row = |row: u32| (area.left..area.right).map(move |column| row * columns + column);
        let squares = (area.top..area.bottom).flat_map(row).collect();
        let squares = Grid::new((area.right - area.left) as usize, squares);
        let board = KnownBoard {
            mines: squares.map(|&square| board.mines[square]),
            open: squares.map(|&square| board.open[square]),
            flags: squares.map(|&square| board.flags[square] && board.mines[square]),
        };
        Crop { squares, board }
    }

    /// Opens a cell, and with a zero its neighbours.
    fn open(&mut self, numbers: &Grid<u8>, square: Square) {
        let mut to_open = vec![square];
        while let Some(square) = to_open.pop() {
            if !self.board.open[square] && !self.board.mines[square] {
                self.board.open[square] = true;
                if numbers[square] == 0 {
                    to_open.extend(numbers.around(square));
                }
            }
        }
    }
}

/// The height and width of a window. Windows overlap by half of that.
const SIDE: u32 = 12;

/// The number of labels that are kept.
const WINDOW_WIDTH: usize = 300;

/// Improves a choice of chords window by window: what is outside stays as it is, and the best is found for
/// what is inside.
struct Windows<'a> {
    board: &'a KnownBoard,
    /// The cells whose chords are chosen.
    chosen: Grid<bool>,
    areas: Vec<Area>,
    /// The window that is next.
    next: usize,
    /// The number of consecutive windows without an improvement.
    in_vain: usize,
}

impl<'a> Windows<'a> {
    fn new(board: &'a KnownBoard, actions: &[Action]) -> Self {
        let mut chosen = board.mines.map(|_| false);
        for act in actions {
            if let Action::Chord(square) = act {
                chosen[*square] = true;
            }
        }
        Windows {
            board,
            areas: areas(chosen.rows(), chosen.columns()),
            chosen,
            next: 0,
            in_vain: 0,
        }
    }

    /// The nodes whose chords are chosen.
    fn chosen(&self, graph: &OpeningGraph) -> Vec<bool> {
        let squares = (0..).zip(&graph.squares);
        let is_chosen = |(node, &square)| !graph.is_opening(node) && self.chosen[square];
        squares.map(is_chosen).collect()
    }

    /// Improves all windows again and again until none gets better.
    fn improve(&mut self, effort: &mut Effort) -> Result<(), Stop> {
        while self.in_vain < self.areas.len() {
            let is_better = self.window(self.areas[self.next], effort)?;
            self.next = (self.next + 1) % self.areas.len();
            self.in_vain = if is_better { 0 } else { self.in_vain + 1 };
        }
        Ok(())
    }

    /// Improves a window; whether that succeeded.
    fn window(&mut self, area: Area, effort: &mut Effort) -> Result<bool, Stop> {
        let crop = self.crop(area);
        let mut graph = OpeningGraph::new(&crop.board);
        let coordinates = |square: Square| self.board.mines.coordinates(crop.squares[square]);
        for node in 0..graph.len() {
            let square = graph.squares[node as usize];
            graph.chords[node as usize] &= area.has(coordinates(square));
        }
        let is_chosen = |node: u32| {
            let square = crop.squares[graph.squares[node as usize]];
            graph.may_chord(node) && self.chosen[square]
        };
        let before: Vec<bool> = (0..graph.len()).map(is_chosen).collect();
        let actions = play(&graph, &before).len() as u32;
        let care = OrderEffort {
            beginnings: 8,
            moves: 2000,
        };
        let order = order(&graph, crop.squares.columns(), care, effort)?;
        let Some(steps) = Steps::new(&graph, &order) else {
            return Ok(false);
        };
        let swept = sweep(&steps, actions, WINDOW_WIDTH, Surplus::Dropped, effort)?;
        let Some((_, chords)) = swept.best else {
            return Ok(false);
        };
        let mut after = vec![false; before.len()];
        for chord in chords {
            after[chord as usize] = true;
        }
        if play(&graph, &after).len() as u32 >= actions {
            return Ok(false);
        }
        for node in 0..graph.len() {
            let square = crop.squares[graph.squares[node as usize]];
            let is_inside = area.has(self.board.mines.coordinates(square));
            if !graph.is_opening(node) && is_inside {
                self.chosen[square] = after[node as usize];
            }
        }
        Ok(true)
    }

    /// The window and its surroundings, once everything outside is played: covered are only the cells
    /// inside that no chord outside opens, and those next to the window that only a click or a chord
    /// inside opens. An opening that extends outside is open.
    fn crop(&self, area: Area) -> Crop {
        let mines = &self.board.mines;
        let mut crop = Crop::new(self.board, area.grown(3, mines));
        let numbers = numbers(&crop.board.mines);
        let edge = area.grown(1, mines);
        let within = |area: &Area, square: Square| area.has(mines.coordinates(square));
        for square in 0..crop.squares.len() {
            let on_board = crop.squares[square];
            let is_outside = !within(&area, on_board);
            let is_chosen = is_outside && self.chosen[on_board];
            if !within(&edge, on_board) || is_chosen || (is_outside && numbers[square] == 0) {
                crop.open(&numbers, square);
            }
            if is_chosen {
                for near in crop.board.mines.around(square) {
                    if crop.board.mines[near] {
                        crop.board.flags[near] = true;
                    } else {
                        crop.open(&numbers, near);
                    }
                }
            }
        }
        crop
    }
}

/// Windows that cover a board, and then again with half an offset.
fn areas(rows: u32, columns: u32) -> Vec<Area> {
    let half = SIDE / 2;
    let mut areas = Vec::new();
    for (down, along) in [(0, 0), (half, half), (0, half), (half, 0)] {
        for bottom in (SIDE - down..rows + SIDE).step_by(SIDE as usize) {
            for right in (SIDE - along..columns + SIDE).step_by(SIDE as usize) {
                areas.push(Area {
                    top: bottom.saturating_sub(SIDE),
                    left: right.saturating_sub(SIDE),
                    bottom: bottom.min(rows),
                    right: right.min(columns),
                });
            }
        }
    }
    areas.retain(|area| area.top < area.bottom && area.left < area.right);
    areas
}

/// The height and width of a tile.
const TILE: (u32, u32) = (16, 48);

/// The number of labels that are kept apart.
const TILE_WIDTH: usize = 1000;

/// A bound for a board: the sum over tiles that share no cell.
///
/// Every action is on a cell of one tile. So for a tile all actions elsewhere are free: all cells outside
/// are open, all mines there flagged, and what a chord or an opening outside could open is open too.
/// What the rest of the tile needs is needed.
///
/// If it stops early, the sum so far is a bound as well. Wrong flags are not counted.
fn bound_by_tiles(
    board: &KnownBoard,
    (rows, columns): (u32, u32),
    effort: &mut Effort,
) -> (u32, Result<(), Stop>) {
    let mines = &board.mines;
    let mut sum = 0;
    for top in (0..mines.rows()).step_by(rows as usize) {
        for left in (0..mines.columns()).step_by(columns as usize) {
            let area = Area {
                top,
                left,
                bottom: (top + rows).min(mines.rows()),
                right: (left + columns).min(mines.columns()),
            };
            match bound_tile(board, area, effort) {
                Ok(actions) => sum += actions,
                Err(halt) => return (sum, Err(halt)),
            }
        }
    }
    (sum, Ok(()))
}

fn bound_tile(board: &KnownBoard, area: Area, effort: &mut Effort) -> Result<u32, Stop> {
    let mines = &board.mines;
    let mut crop = Crop::new(board, area.grown(1, mines));
    let numbers = numbers(&crop.board.mines);
    for square in 0..crop.squares.len() {
        if !area.has(mines.coordinates(crop.squares[square])) {
            crop.board.flags[square] = crop.board.mines[square];
            crop.board.open[square] = !crop.board.mines[square];
            for near in crop.board.mines.around(square) {
                if area.has(mines.coordinates(crop.squares[near])) {
                    crop.open(&numbers, near);
                }
            }
        }
    }
    let graph = OpeningGraph::new(&crop.board);
    let care = OrderEffort {
        beginnings: 16,
        moves: 4000,
    };
    let order = order(&graph, crop.squares.columns(), care, effort)?;
    match Steps::new(&graph, &order) {
        Some(steps) => bound(&steps, u32::MAX, TILE_WIDTH, effort),
        None => Ok(0),
    }
}
