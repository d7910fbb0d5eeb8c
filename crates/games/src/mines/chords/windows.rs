//! Makes a choice of chords better a window at a time: what is outside stays as it is, and the best
//! is found for what is inside.

use super::crop::{Area, Crop};
use super::effort::{Effort, Halt};
use super::net::Net;
use super::order::{Care, order};
use super::play::play;
use super::steps::Steps;
use super::sweep::{Surplus, sweep};
use super::{Act, Task};
use crate::grid::{Grid, Square};

/// How high and wide a window is. They overlap by half of that.
const SIDE: u32 = 12;

/// How many labels are kept.
const WIDTH: usize = 300;

pub struct Windows<'a> {
    task: &'a Task<'a>,
    /// The cells whose chords are chosen.
    chosen: Grid<bool>,
    areas: Vec<Area>,
    /// The window that is next.
    next: usize,
    /// How many windows one after another could not be made better.
    in_vain: usize,
}

impl<'a> Windows<'a> {
    pub fn new(task: &'a Task<'a>, acts: &[Act]) -> Self {
        let mut chosen = task.mines.map(|_| false);
        for act in acts {
            if let Act::Chord(square) = act {
                chosen[*square] = true;
            }
        }
        Windows {
            task,
            areas: areas(chosen.rows(), chosen.columns()),
            chosen,
            next: 0,
            in_vain: 0,
        }
    }

    /// The nodes whose chords are chosen.
    pub fn chosen(&self, net: &Net) -> Vec<bool> {
        let squares = (0..).zip(&net.squares);
        let is_chosen = |(node, &square)| !net.is_opening(node) && self.chosen[square];
        squares.map(is_chosen).collect()
    }

    /// Looks through all windows again and again until none gets better.
    pub fn improve(&mut self, effort: &mut Effort) -> Result<(), Halt> {
        while self.in_vain < self.areas.len() {
            let is_better = self.window(self.areas[self.next], effort)?;
            self.next = (self.next + 1) % self.areas.len();
            self.in_vain = if is_better { 0 } else { self.in_vain + 1 };
        }
        Ok(())
    }

    /// Finds the best for a window; whether that is better than before.
    fn window(&mut self, area: Area, effort: &mut Effort) -> Result<bool, Halt> {
        let crop = self.crop(area);
        let mut net = crop.net();
        let place = |square: Square| self.task.mines.place(crop.squares[square]);
        for node in 0..net.len() {
            let place = place(net.squares[node as usize]);
            net.chords[node as usize] &= area.has(place.row, place.column);
        }
        let is_chosen = |node: u32| {
            let square = crop.squares[net.squares[node as usize]];
            net.may_chord(node) && self.chosen[square]
        };
        let before: Vec<bool> = (0..net.len()).map(is_chosen).collect();
        let acts = play(&net, &before).len() as u32;
        let care = Care {
            beginnings: 8,
            moves: 2000,
        };
        let order = order(&net, crop.squares.columns(), care, effort)?;
        let Some(steps) = Steps::new(&net, &order) else {
            return Ok(false);
        };
        let swept = sweep(&steps, acts, WIDTH, Surplus::Dropped, effort)?;
        let Some((_, chords)) = swept.best else {
            return Ok(false);
        };
        let mut after = vec![false; before.len()];
        for chord in chords {
            after[chord as usize] = true;
        }
        if play(&net, &after).len() as u32 >= acts {
            return Ok(false);
        }
        for node in 0..net.len() {
            let square = crop.squares[net.squares[node as usize]];
            let place = self.task.mines.place(square);
            if !net.is_opening(node) && area.has(place.row, place.column) {
                self.chosen[square] = after[node as usize];
            }
        }
        Ok(true)
    }

    /// The window and what is around it, as it is once everything outside is played: hidden are
    /// only the cells inside that no chord outside opens, and those right outside that only a
    /// click or a chord inside does. An opening that goes on outside is open.
    fn crop(&self, area: Area) -> Crop {
        let board = self.task.mines;
        let mut crop = Crop::new(self.task, area.grown(3, board));
        let numbers = crop.numbers();
        let edge = area.grown(1, board);
        let within = |area: &Area, square: Square| {
            let place = board.place(square);
            area.has(place.row, place.column)
        };
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

/// Windows all over a board, side by side, and then again in between.
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
