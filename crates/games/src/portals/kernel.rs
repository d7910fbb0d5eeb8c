//! The fewest seconds by a breadth-first search over one byte for each square.
//!
//! A portal is a fixed map from the square that is touched to the square arrived at, one to one. So
//! each square is touched only once, and the byte of a square keeps from which side that was: the
//! way back follows from it. Squares are reached in the order of the generic search, so the answer is
//! the same step for step.

use fewest_search::{
    Books, Limit, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};

use super::Board;
use crate::grid::{Direction, Square};

/// An index into the bytes: the board stands in a frame of wall.
type Spot = u32;

/// What is known of a square: one more than the number of the direction in which it was first
/// touched, or one of these.
const OPEN: u8 = 0;
const WALL: u8 = 5;
/// One square of a portal that has not been touched.
const DOOR: u8 = 6;
/// The goal, and its twin if it is a portal: touching one of them wins.
const GOAL: u8 = 7;

/// How many squares of a layer are left between two looks at the clock.
const ROUND: usize = 4096;

/// The longest list of layers in a report. A winding corridor has nearly as many layers as
/// squares, and listing them would take several times what the search does.
fn most_layers(board: &Board) -> usize {
    (board.maze.glyphs.len() as usize / 16).max(1 << 16)
}

/// The room that such a list begins with.
const LEAST_LAYERS: usize = 16;

/// The bytes of the squares and their frame.
fn bytes_of_cells(board: &Board) -> u64 {
    let glyphs = &board.maze.glyphs;
    (u64::from(glyphs.rows()) + 2) * (u64::from(glyphs.columns()) + 1)
}

/// The bytes that a search takes on most boards: the squares, and two layers, which are seldom
/// longer than a few rows and columns.
fn usual_bytes(board: &Board) -> u64 {
    let glyphs = &board.maze.glyphs;
    bytes_of_cells(board) + 64 * (u64::from(glyphs.rows()) + u64::from(glyphs.columns())) + 4096
}

/// Returns whether the kernel supports a board: its spots have numbers, and the memory allowed is
/// enough on most boards of its size.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    let memory = options.limits.memory;
    let is_enough = memory.is_none_or(|memory| usual_bytes(board) <= memory);
    !options.whole && is_enough && bytes_of_cells(board) <= u64::from(Spot::MAX)
}

pub fn plan(board: &Board, options: &SearchOptions) -> Plan {
    let limits = &options.limits;
    let squares = u64::from(board.maze.glyphs.len());
    // While a list grows, its old and its new place are held.
    let layers = squares.min(most_layers(board) as u64) * 3 + LEAST_LAYERS as u64;
    let told = layers * size_of::<u64>() as u64 + squares * size_of::<Direction>() as u64;
    let front = squares + 4 * squares.min(ROUND as u64) + Books::LEAST_ROOM as u64;
    let fronts = 2 * 3 * front * size_of::<Spot>() as u64;
    let most = bytes_of_cells(board) + fronts + told;
    let usual = most.min(usual_bytes(board) + told);
    let allowed = |bytes: u64| limits.memory.map_or(bytes, |memory| memory.min(bytes));
    Plan {
        kernel: "flood",
        states: Some(limits.states.map_or(squares, |most| most.min(squares))),
        bytes: Some(allowed(most)),
        needed: Some(most),
        expected: Some(usual),
        why: Why::new(
            "a portal is a fixed map, so the {squares} squares are all the positions, and a byte \
             is kept for each",
        )
        .with("squares", squares),
    }
}

pub fn solve(board: &Board, ctx: &mut SearchContext) -> Report<Direction> {
    let mut search = Search {
        board,
        ctx,
        stride: board.maze.glyphs.columns() + 1,
        cells: Vec::new(),
        depth: 0,
        states: 0,
        layers: Vec::new(),
    };
    let verdict = if board.is_goal(board.birth()) {
        // Known before any memory is taken, whatever the limits are.
        (search.states, search.layers) = (1, vec![1]);
        Verdict::Fewest {
            cost: 0,
            moves: Vec::new(),
        }
    } else {
        search.run().unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: search.depth + 1,
        })
    };
    Report {
        verdict,
        best: None,
        stats: Stats {
            states: search.states,
            layers: search.layers,
            bytes: search.ctx.budget.most(),
            elapsed: search.ctx.elapsed(),
        },
        plan: plan(board, &search.ctx.options),
    }
}

struct Search<'s, 'a> {
    board: &'s Board,
    ctx: &'s mut SearchContext<'a>,
    /// How far the next row is.
    stride: Spot,
    cells: Vec<u8>,
    /// The layer that is being left; no square up to it is the goal.
    depth: u64,
    states: u64,
    layers: Vec<u64>,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<Verdict<Direction>, Limit> {
        self.lay_out()?;
        let strides = self.strides();
        // Two lists of spots, of which only the first so many mean something.
        let (mut layer, mut next) = (Vec::new(), Vec::new());
        let birth = self.spot(self.board.birth());
        self.ctx.budget.push(&mut layer, birth)?;
        let mut left = 1;
        while left > 0 {
            let limits = &self.ctx.options.limits;
            if limits.cost.is_some_and(|cost| self.depth >= cost) {
                return Err(Limit::Cost);
            }
            self.count(left as u64)?;
            if self.board.maze.is_wall(self.board.start) {
                // Nothing can be touched from inside a wall.
                self.depth += 1;
                break;
            }
            let mut reached = 0;
            for spots in layer[..left].chunks(ROUND) {
                let room = reached + 4 * spots.len() + 1;
                if next.len() < room {
                    let more = room - next.len();
                    self.ctx.budget.make_room(&mut next, more)?;
                    next.resize(room, 0);
                }
                for &spot in spots {
                    for (way, stride) in strides.into_iter().enumerate() {
                        let beside = spot.wrapping_add(stride);
                        let cell = self.cells[beside as usize];
                        if cell >= DOOR {
                            if cell == GOAL {
                                return self.solution(spot, way);
                            }
                            self.cells[beside as usize] = way as u8 + 1;
                            next[reached] = self.twin(beside);
                            reached += 1;
                            continue;
                        }
                        // Which squares are open cannot be predicted, so there is no branch: what is
                        // written behind the end of the list means nothing.
                        let is_open = cell == OPEN;
                        self.cells[beside as usize] = if is_open { way as u8 + 1 } else { cell };
                        next[reached] = beside;
                        reached += usize::from(is_open);
                    }
                }
                self.look(spots.len())?;
            }
            std::mem::swap(&mut layer, &mut next);
            left = reached;
            self.depth += 1;
        }
        Ok(Verdict::Impossible)
    }

    /// Writes down the walls, the portals and the goal.
    fn lay_out(&mut self) -> Result<(), Limit> {
        let maze = &self.board.maze;
        let bytes = bytes_of_cells(self.board) as usize;
        self.cells = self.ctx.budget.filled(bytes, WALL)?;
        let stride = self.stride as usize;
        let rows = maze.glyphs.squares().chunks(stride - 1);
        for (cells, glyphs) in self.cells[stride..].chunks_mut(stride).zip(rows) {
            for (cell, &glyph) in cells.iter_mut().zip(glyphs) {
                *cell = if glyph == b'#' { WALL } else { OPEN };
            }
            self.ctx.step(glyphs.len() as u32 / 64, || Progress {
                depth: 0,
                states: 0,
                at_least: 1,
            })?;
        }
        for &square in maze.portals.iter().flatten().flatten() {
            self.mark(square, DOOR);
        }
        let goal = self.board.goal;
        if !maze.is_wall(goal) {
            for square in [Some(goal), maze.twin(goal)].into_iter().flatten() {
                self.mark(square, GOAL);
            }
        }
        // It has been touched, by nobody that came from anywhere.
        self.mark(self.board.start, WALL);
        Ok(())
    }

    fn mark(&mut self, square: Square, cell: u8) {
        let spot = self.spot(square);
        self.cells[spot as usize] = cell;
    }

    /// The steps in the four directions, to be added with wrapping.
    fn strides(&self) -> [Spot; 4] {
        Direction::ALL.map(|direction| match direction {
            Direction::Up => self.stride.wrapping_neg(),
            Direction::Down => self.stride,
            Direction::Left => 1u32.wrapping_neg(),
            Direction::Right => 1,
        })
    }

    fn spot(&self, square: Square) -> Spot {
        let place = self.board.maze.glyphs.place(square);
        (place.row + 1) * self.stride + place.column
    }

    /// The other square of a portal; any other square itself.
    fn twin(&self, spot: Spot) -> Spot {
        let square = (spot / self.stride - 1) * (self.stride - 1) + spot % self.stride;
        let twin = self.board.maze.twin(square);
        twin.map_or(spot, |twin| self.spot(twin))
    }

    /// The steps to the goal, the last of them in a direction from a spot of this layer.
    fn solution(&mut self, mut spot: Spot, way: usize) -> Result<Verdict<Direction>, Limit> {
        let strides = self.strides();
        let cost = self.depth + 1;
        let mut moves = self.ctx.budget.list(cost as usize)?;
        moves.push(Direction::ALL[way]);
        for _ in 1..cost {
            let touched = self.twin(spot);
            let way = usize::from(self.cells[touched as usize] - 1);
            moves.push(Direction::ALL[way]);
            spot = touched.wrapping_sub(strides[way]);
        }
        moves.reverse();
        // Of the last layer the goal alone is counted, and that is not stored.
        self.depth = cost;
        self.list(1)?;
        self.states += 1;
        Ok(Verdict::Fewest { cost, moves })
    }

    fn look(&mut self, steps: usize) -> Result<(), Limit> {
        let (depth, states) = (self.depth, self.states);
        self.ctx.step(steps as u32, || Progress {
            depth,
            states,
            at_least: depth + 1,
        })
    }

    /// Counts a layer.
    fn count(&mut self, reached: u64) -> Result<(), Limit> {
        let room = self.ctx.options.limits.states.unwrap_or(u64::MAX) - self.states;
        if room > 0 {
            self.list(reached.min(room))?;
        }
        self.states += reached.min(room);
        if reached > room {
            return Err(Limit::States);
        }
        Ok(())
    }

    /// Adds a layer to the report, or drops all where they are too many.
    fn list(&mut self, reached: u64) -> Result<(), Limit> {
        let (len, room) = (self.layers.len(), self.layers.capacity());
        if len as u64 != self.depth {
            return Ok(());
        }
        if len < room {
            self.layers.push(reached);
            return Ok(());
        }
        let budget = &mut self.ctx.budget;
        let mut longer = Vec::new();
        let most = most_layers(self.board);
        if len < most {
            longer = budget.list((room * 2).clamp(LEAST_LAYERS, most))?;
            longer.extend_from_slice(&self.layers);
            longer.push(reached);
        }
        self.layers = longer;
        budget.give_back((room * size_of::<u64>()) as u64);
        Ok(())
    }
}
