//! Parts of boards that are too wide for one sweep: overlapping windows in which a choice of chords is
//! improved, and disjoint tiles whose bounds add up to a bound for the board.

use super::graph::{OpeningGraph, play};
use super::steps::{OrderEffort, Steps, order};
use super::sweep::{Surplus, bound, sweep};
use super::{Action, Effort, KnownBoard, Stop, numbers};
use crate::position::{Grid, Square};

/// A rectangle of cells.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub top: u32,
    pub left: u32,
    /// The row below the last.
    pub bottom: u32,
    /// The column behind the last.
    pub right: u32,
}

impl Area {
    /// The area and `by` cells around it, as far as the board goes.
    pub fn grown<T>(&self, by: u32, grid: &Grid<T>) -> Area {
        Area {
            top: self.top.saturating_sub(by),
            left: self.left.saturating_sub(by),
            bottom: (self.bottom + by).min(grid.rows()),
            right: (self.right + by).min(grid.columns()),
        }
    }

    pub fn has(&self, (row, column): (u32, u32)) -> bool {
        (self.top..self.bottom).contains(&row) && (self.left..self.right).contains(&column)
    }
}

/// The cells of an area, each with its square on the whole board.
pub struct Crop {
    pub squares: Grid<Square>,
    pub mines: Grid<bool>,
    pub open: Grid<bool>,
    pub flags: Grid<bool>,
}

impl Crop {
    /// Cuts out an area, without wrong flags.
    pub fn new(board: &KnownBoard, area: Area) -> Self {
        let columns = board.mines.columns();
        let row = |row: u32| (area.left..area.right).map(move |column| row * columns + column);
        let squares = (area.top..area.bottom).flat_map(row).collect();
        let squares = Grid::new((area.right - area.left) as usize, squares);
        Crop {
            mines: squares.map(|&square| board.mines[square]),
            open: squares.map(|&square| board.open[square]),
            flags: squares.map(|&square| board.flags[square] && board.mines[square]),
            squares,
        }
    }

    /// Opens a cell, and with a zero its neighbours.
    pub fn open(&mut self, numbers: &Grid<u8>, square: Square) {
        let mut to_open = vec![square];
        while let Some(square) = to_open.pop() {
            if !self.open[square] && !self.mines[square] {
                self.open[square] = true;
                if numbers[square] == 0 {
                    to_open.extend(numbers.around(square));
                }
            }
        }
    }

    /// The number of mines around each cell, as far as they are in the crop.
    pub fn numbers(&self) -> Grid<u8> {
        numbers(&self.mines)
    }

    pub fn graph(&self) -> OpeningGraph {
        OpeningGraph::new(&KnownBoard {
            mines: &self.mines,
            open: &self.open,
            flags: &self.flags,
        })
    }
}

/// The height and width of a window. Windows overlap by half of that.
const SIDE: u32 = 12;

/// The number of labels that are kept.
const WINDOW_WIDTH: usize = 300;

/// Improves a choice of chords window by window: what is outside stays as it is, and the best is found for
/// what is inside.
pub struct Windows<'a> {
    board: &'a KnownBoard<'a>,
    /// The cells whose chords are chosen.
    chosen: Grid<bool>,
    areas: Vec<Area>,
    /// The window that is next.
    next: usize,
    /// The number of consecutive windows without an improvement.
    in_vain: usize,
}

impl<'a> Windows<'a> {
    pub fn new(board: &'a KnownBoard<'a>, actions: &[Action]) -> Self {
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
    pub fn chosen(&self, graph: &OpeningGraph) -> Vec<bool> {
        let squares = (0..).zip(&graph.squares);
        let is_chosen = |(node, &square)| !graph.is_opening(node) && self.chosen[square];
        squares.map(is_chosen).collect()
    }

    /// Improves all windows again and again until none gets better.
    pub fn improve(&mut self, effort: &mut Effort) -> Result<(), Stop> {
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
        let mut graph = crop.graph();
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
        let mines = self.board.mines;
        let mut crop = Crop::new(self.board, area.grown(3, mines));
        let numbers = crop.numbers();
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
                for near in crop.mines.around(square) {
                    if crop.mines[near] {
                        crop.flags[near] = true;
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
pub struct Tiles<'a> {
    board: &'a KnownBoard<'a>,
    rows: u32,
    columns: u32,
}

impl<'a> Tiles<'a> {
    pub fn new(board: &'a KnownBoard<'a>) -> Self {
        Tiles::of(board, TILE)
    }

    /// Tiles of this height and width.
    pub fn of(board: &'a KnownBoard<'a>, (rows, columns): (u32, u32)) -> Self {
        Tiles {
            board,
            rows,
            columns,
        }
    }

    /// A lower bound of the actions, without the wrong flags. If it stops early, the sum so far is a
    /// bound as well.
    pub fn bound(&self, effort: &mut Effort) -> (u32, Result<(), Stop>) {
        let mines = self.board.mines;
        let mut sum = 0;
        for top in (0..mines.rows()).step_by(self.rows as usize) {
            for left in (0..mines.columns()).step_by(self.columns as usize) {
                let area = Area {
                    top,
                    left,
                    bottom: (top + self.rows).min(mines.rows()),
                    right: (left + self.columns).min(mines.columns()),
                };
                match self.tile(area, effort) {
                    Ok(actions) => sum += actions,
                    Err(halt) => return (sum, Err(halt)),
                }
            }
        }
        (sum, Ok(()))
    }

    fn tile(&self, area: Area, effort: &mut Effort) -> Result<u32, Stop> {
        let mines = self.board.mines;
        let mut crop = Crop::new(self.board, area.grown(1, mines));
        let numbers = crop.numbers();
        for square in 0..crop.squares.len() {
            if !area.has(mines.coordinates(crop.squares[square])) {
                crop.flags[square] = crop.mines[square];
                crop.open[square] = !crop.mines[square];
                for near in crop.mines.around(square) {
                    if area.has(mines.coordinates(crop.squares[near])) {
                        crop.open(&numbers, near);
                    }
                }
            }
        }
        let graph = crop.graph();
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
}
