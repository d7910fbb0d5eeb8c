//! The fewest moves by sweeps over numbered bodies: for each body a set of heads, all moved at
//! once, and a bound that leaves out what cannot arrive in time.

use std::collections::HashMap;

use fewest_search::{
    Limit, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};

use super::flood::Flooded;
use super::shapes::{MOST_SEGMENTS, Shapes};
use super::sweep::{BitGrid, Bound, Distances, Guide, MOST_SQUARES, Position, Sweep};
use super::{Board, flood};
use crate::game::Game as _;
use crate::grid::{Direction, Square};
use crate::solve::is_resumed;

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Whether positions may be left out that cannot lead to the fewest moves. Otherwise every
    /// position is visited, layer by layer, up to the win.
    pub bounded: bool,
    /// Whether the moves are wanted, or only how many they are.
    pub moves: bool,
}

/// How many positions are tried for each move to go straight to the apple in as few moves as the
/// bound says. Mostly that is possible, and on a large board sweeps would come by far more.
const TRIES_A_MOVE: u64 = 64;

/// How many moves more than the bound says are tried, before everything is.
pub const SLACK: [usize; 4] = [0, 2, 6, 14];

/// The segments of the shorter snake that the bound is made of, its tail included. The longer it
/// is, the better the bound, and the dearer: 36 bodies for five segments, 284 for seven.
fn short(segments: usize) -> usize {
    segments.div_ceil(2).clamp(5, 7).min(segments)
}

/// Whether a board is one for this kernel.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    // Layers are counted when they are whole, so a limit of positions would be passed.
    is_supported(board)
        && options.limits.states.is_none()
        && !is_resumed(options)
        && (!options.whole && has_room(board, options) || flood::fits(board, options))
}

/// Whether the sweeps support a board of this size with such a snake.
fn is_supported(board: &Board) -> bool {
    let segments = board.snake.len();
    let (rows, columns) = (board.walls.rows() as usize, board.walls.columns() as usize);
    // On a narrower torus a snake could meet itself the other way round, and two directions could
    // lead to one square.
    let is_flat = !board.wrap || rows.min(columns) >= segments.max(3);
    (2..=MOST_SEGMENTS).contains(&segments) && board.walls.len() <= MOST_SQUARES && is_flat
}

fn has_room(board: &Board, options: &SearchOptions) -> bool {
    bytes_of_sets(board) <= options.limits.memory.unwrap_or(u64::MAX) / 2
}

pub fn solve(board: &Board, ctx: &mut SearchContext) -> Report<Direction> {
    let ask = Ask {
        bounded: true,
        moves: true,
    };
    solve_by(ask, board, ctx)
}

/// Decides what takes hardly any search: that walls part the snake from the apple, that the bound
/// is infinite, or that the snake can go straight to the apple in as few moves as the bound says.
/// Otherwise, or if a limit comes first, returns a number of moves that any win takes at least. For
/// boards whose search the kernel does not support, or not with a limit of positions.
pub fn decide_cheaply(board: &Board, ctx: &mut SearchContext) -> Result<Report<Direction>, u64> {
    let ask = Ask {
        bounded: true,
        moves: true,
    };
    let (options, ctx) = (ctx.options, &mut ctx.fresh());
    if options.whole || is_resumed(&options) {
        return Err(1);
    }
    let plan = || board.puzzle().plan(&options);
    let mut search = Search::<256>::new(board, ask, ctx);
    if search.is_walled_off().map_err(|_| 1u64)? {
        return Ok(search.report(Verdict::Impossible, plan()));
    }
    if !is_supported(board) || !has_room(board, &options) {
        return Err(1);
    }
    let grid = BitGrid::<256>::new(board);
    let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
    let mut sweep = search.new_sweep(&grid, &steps).map_err(|_| 1u64)?;
    match search.begin(&mut sweep, &grid, &steps) {
        Ok(Begun::Decided(verdict)) => Ok(search.report(verdict, plan())),
        Ok(Begun::Open { .. }) | Err(_) => Err(search.at_least as u64),
    }
}

/// What the bound and a few tries say of a board.
enum Begun {
    Decided(Verdict<Direction>),
    /// No win is cheaper than `least`.
    Open {
        least: usize,
        distances: Distances,
    },
}

/// Solves a board as it is asked to.
pub fn solve_by(ask: Ask, board: &Board, ctx: &mut SearchContext) -> Report<Direction> {
    let ctx = &mut ctx.fresh();
    match board.walls.len().div_ceil(64) {
        ..=1 => Search::<1>::solve(board, ask, ctx),
        2 => Search::<2>::solve(board, ask, ctx),
        3..=4 => Search::<4>::solve(board, ask, ctx),
        5..=8 => Search::<8>::solve(board, ask, ctx),
        9..=16 => Search::<16>::solve(board, ask, ctx),
        17..=32 => Search::<32>::solve(board, ask, ctx),
        33..=64 => Search::<64>::solve(board, ask, ctx),
        _ => Search::<256>::solve(board, ask, ctx),
    }
}

struct Search<'a, 'c, const W: usize> {
    board: &'a Board,
    ask: Ask,
    ctx: &'a mut SearchContext<'c>,
    /// No win is cheaper.
    at_least: usize,
    states: u64,
    /// Of the last sweep, or of the flood.
    layers: Vec<u64>,
    /// Whether nothing was left out in the end.
    is_flooded: bool,
}

impl<'a, 'c, const W: usize> Search<'a, 'c, W> {
    fn solve(board: &'a Board, ask: Ask, ctx: &'a mut SearchContext<'c>) -> Report<Direction> {
        let options = ctx.options;
        let mut search = Search::<W>::new(board, ask, ctx);
        let verdict = search.run().unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: search.at_least as u64,
        });
        let plan = match search.is_flooded {
            true => flood_plan(board, &options),
            false => plan(board, &options),
        };
        search.report(verdict, plan)
    }

    fn new(board: &'a Board, ask: Ask, ctx: &'a mut SearchContext<'c>) -> Self {
        Search {
            board,
            ask,
            ctx,
            at_least: 1,
            states: 1,
            layers: Vec::new(),
            is_flooded: false,
        }
    }

    /// Sets the progress that the observer is shown from here on.
    fn show_progress(&mut self) {
        self.ctx.stop.progress = Progress {
            depth: self.at_least as u64 - 1,
            states: self.states,
            at_least: self.at_least as u64,
        };
    }

    fn report(self, verdict: Verdict<Direction>, plan: Plan) -> Report<Direction> {
        let knows_layers = self.ctx.options.whole || !self.ask.bounded && !self.is_flooded;
        Report {
            verdict,
            best: None,
            stats: Stats {
                states: self.states,
                layers: match knows_layers {
                    true => self.layers,
                    false => Vec::new(),
                },
                bytes: self.ctx.budget.most(),
                elapsed: self.ctx.elapsed(),
            },
            plan,
        }
    }

    /// Whether no way over the floor leads from the head to the apple.
    fn is_walled_off(&mut self) -> Result<bool, Limit> {
        let board = self.board;
        let squares = board.walls.len() as usize;
        self.show_progress();
        let mut is_reached: Vec<bool> = self.ctx.budget.filled(squares, false)?;
        let mut to_visit: Vec<Square> = Vec::new();
        self.ctx.budget.push(&mut to_visit, board.snake[0])?;
        while let Some(square) = to_visit.pop() {
            self.ctx.work(1)?;
            for direction in Direction::ALL {
                if let Some(ahead) = board.step(square, direction)
                    && !board.walls[ahead]
                    && !std::mem::replace(&mut is_reached[ahead as usize], true)
                {
                    if ahead == board.apple {
                        return Ok(false);
                    }
                    self.ctx.budget.push(&mut to_visit, ahead)?;
                }
            }
        }
        Ok(true)
    }

    fn run(&mut self) -> Result<Verdict<Direction>, Limit> {
        let grid = BitGrid::<W>::new(self.board);
        let steps: Vec<usize> = self.board.steps().map(|step| step as usize).collect();
        if self.ctx.options.whole {
            self.states = 0;
            return self.flood(&grid, &steps);
        }
        match self.sweeps(&grid, &steps) {
            // A flood takes fewer bytes for each position.
            Err(Limit::Memory) if flood::fits(self.board, &self.ctx.options) => {
                self.ctx.budget.start_afresh();
                self.flood(&grid, &steps)
            }
            ended => ended,
        }
    }

    /// Searches with the bound where that is asked for, up to the win.
    fn sweeps(&mut self, grid: &BitGrid<W>, steps: &[usize]) -> Result<Verdict<Direction>, Limit> {
        let mut sweep = self.new_sweep(grid, steps)?;
        if self.ask.bounded {
            let (least, distances) = match self.begin(&mut sweep, grid, steps)? {
                Begun::Decided(verdict) => return Ok(verdict),
                Begun::Open { least, distances } => (least, distances),
            };
            let with_slack = SLACK.iter().map(|slack| Some(least + slack));
            for most in with_slack.chain([None]) {
                if let Some(cost) = self.sweep(&mut sweep, steps, most)? {
                    return self.moves(&mut sweep, &distances, steps, cost);
                }
                self.at_least = most.map_or(self.at_least, |most| most + 1);
            }
            return Ok(Verdict::Impossible);
        }
        match self.sweep(&mut sweep, steps, None)? {
            Some(cost) if self.ask.moves => {
                let distances = self.lead(&mut sweep, grid)?;
                self.moves(&mut sweep, &distances, steps, cost)
            }
            Some(cost) => Ok(self.fewest(cost, Vec::new())),
            None => Ok(Verdict::Impossible),
        }
    }

    /// Asks the bound, and tries to go straight to the apple in as few moves as it says. The sweep
    /// follows the bound from here on.
    fn begin(
        &mut self,
        sweep: &mut Sweep<W>,
        grid: &BitGrid<W>,
        steps: &[usize],
    ) -> Result<Begun, Limit> {
        let short = short(self.board.snake.len());
        let short_shapes = Shapes::table(short);
        let bound = self.bound(grid, short_shapes)?;
        let body = short_shapes.number(Shapes::code(&steps[..short - 2]));
        let body = body.expect("a part of a body is a body");
        let Some(least) = bound.least(body, self.board.snake[0]) else {
            return Ok(Begun::Decided(Verdict::Impossible));
        };
        self.at_least = self.at_least.max(least);
        let distances = bound.distances(&mut self.ctx.budget)?;
        sweep.follow(Guide::new(bound, short_shapes), &mut self.ctx.budget)?;
        let limits = &self.ctx.options.limits;
        if limits.cost.is_none_or(|cost| least as u64 <= cost) {
            let tries = TRIES_A_MOVE * least as u64;
            let allowed = limits
                .states
                .map(|states| states.saturating_sub(self.states));
            let tries = allowed.map_or(tries, |allowed| tries.min(allowed));
            if let Some(moves) = self.way(sweep, &distances, steps, least, tries)? {
                return Ok(Begun::Decided(self.fewest(least, moves)));
            }
        }
        Ok(Begun::Open { least, distances })
    }

    fn new_sweep<'y>(
        &mut self,
        grid: &'y BitGrid<W>,
        steps: &[usize],
    ) -> Result<Sweep<'y, W>, Limit> {
        let after_head = Shapes::code(&steps[1..]);
        let shapes = Shapes::of(self.board.snake.len(), after_head, &mut self.ctx.budget)?;
        Sweep::new(grid, shapes, self.board.apple, &mut self.ctx.budget)
    }

    /// Visits everything, up to the win or past it.
    fn flood(&mut self, grid: &BitGrid<W>, steps: &[usize]) -> Result<Verdict<Direction>, Limit> {
        self.is_flooded = true;
        let mut flooded = Flooded {
            before: self.states,
            least: self.at_least,
            ..Flooded::default()
        };
        self.show_progress();
        let ended = flood::flood(self.board, &mut flooded, self.ctx);
        self.at_least = flooded.at_least();
        self.states = flooded.states();
        self.layers = flooded.layers.clone();
        ended?;
        match flooded.cost {
            Some(cost) if self.ask.moves => {
                let mut sweep = self.new_sweep(grid, steps)?;
                let distances = self.lead(&mut sweep, grid)?;
                self.moves(&mut sweep, &distances, steps, cost)
            }
            Some(cost) => Ok(self.fewest(cost, Vec::new())),
            None => Ok(Verdict::Impossible),
        }
    }

    /// Leads a sweep from here on by the bound.
    fn lead(&mut self, sweep: &mut Sweep<W>, grid: &BitGrid<W>) -> Result<Distances, Limit> {
        let short_shapes = Shapes::table(short(self.board.snake.len()));
        let bound = self.bound(grid, short_shapes)?;
        let distances = bound.distances(&mut self.ctx.budget)?;
        sweep.follow(Guide::new(bound, short_shapes), &mut self.ctx.budget)?;
        Ok(distances)
    }

    /// The moves, once it is known how many they are.
    fn moves(
        &mut self,
        sweep: &mut Sweep<W>,
        distances: &Distances,
        steps: &[usize],
        cost: usize,
    ) -> Result<Verdict<Direction>, Limit> {
        self.at_least = cost;
        if !self.ask.moves {
            return Ok(self.fewest(cost, Vec::new()));
        }
        let states = self.states;
        let moves = self.way(sweep, distances, steps, cost, u64::MAX)?;
        // The sweep has counted them.
        self.states = states;
        Ok(self.fewest(cost, moves.expect("so many moves were enough")))
    }

    fn way(
        &mut self,
        sweep: &mut Sweep<W>,
        distances: &Distances,
        steps: &[usize],
        cost: usize,
        tries: u64,
    ) -> Result<Option<Vec<Direction>>, Limit> {
        self.show_progress();
        let snake = (steps, self.board.snake[0]);
        let mut left = tries;
        let moves = find_moves(sweep, distances, snake, cost, &mut left, self.ctx)?;
        self.states += tries - left;
        Ok(moves)
    }

    fn fewest(&self, cost: usize, mut moves: Vec<Direction>) -> Verdict<Direction> {
        if !self.ask.moves {
            moves.clear();
        }
        Verdict::Fewest {
            cost: cost as u64,
            moves,
        }
    }

    fn bound(&mut self, grid: &BitGrid<W>, shapes: &Shapes) -> Result<Bound<W>, Limit> {
        self.show_progress();
        Bound::new(grid, shapes, self.board.apple, self.ctx)
    }

    /// Searches everything from which the apple may be reached with at most so many moves in all;
    /// says how many they are, if it was.
    fn sweep(
        &mut self,
        sweep: &mut Sweep<W>,
        steps: &[usize],
        most: Option<usize>,
    ) -> Result<Option<usize>, Limit> {
        let mut layer = sweep.begin(steps, self.board.snake[0], &mut self.ctx.budget)?;
        let mut count = 1;
        self.layers.clear();
        for depth in 0.. {
            self.ctx.budget.push(&mut self.layers, count)?;
            if most.is_some_and(|most| depth == most) {
                break;
            }
            self.at_least = self.at_least.max(depth + 1);
            let limit = self.ctx.options.limits.cost;
            if limit.is_some_and(|limit| self.at_least as u64 > limit) {
                return Err(Limit::Cost);
            }
            if let Some(guide) = sweep.guide() {
                guide.bound.allow(most.map(|most| most - depth));
            }
            self.show_progress();
            let (next, reached) = sweep.step(layer, count, self.ctx)?;
            (layer, count) = (next, reached.count);
            self.states += count;
            if reached.won {
                self.ctx.budget.push(&mut self.layers, count)?;
                return Ok(Some(depth + 1));
            }
            if count == 0 {
                break;
            }
        }
        sweep.drop_layer(layer, &mut self.ctx.budget)?;
        Ok(None)
    }
}

/// The bytes of the sets of heads, where all bodies are numbered at once.
fn bytes_of_sets(board: &Board) -> u64 {
    let counts = Shapes::counts(board.snake.len());
    counts.map_or(0, |[_, bodies]| {
        let bytes_a_set = u64::from(board.walls.len())
            .div_ceil(64)
            .next_power_of_two()
            * 8;
        4 * bodies * bytes_a_set
    })
}

/// What a search is expected to take: the sets of a flood, and a little for the rest. The shapes
/// take less, or are given up for the flood.
fn expected(board: &Board) -> Option<u64> {
    const REST: u64 = 4 << 10;
    flood::bytes(board)?.checked_add(REST)
}

/// The plan of a search on these options.
pub fn plan(board: &Board, options: &SearchOptions) -> Plan {
    if options.whole {
        return flood_plan(board, options);
    }
    let why = Why::new(
        "whether a snake is in its own way depends on its shape alone, so all heads of a \
               shape are moved at once, and what cannot reach the apple in time is left out",
    );
    let squares = u64::from(board.walls.len());
    let states = Shapes::counts(board.snake.len())
        .map(|[shapes, _]| shapes * squares * (SLACK.len() as u64 + 1));
    Plan {
        kernel: "shapes",
        states,
        bytes: options.limits.memory,
        needed: None,
        expected: expected(board),
        why,
    }
}

/// The plan of a search that leaves nothing out.
fn flood_plan(board: &Board, options: &SearchOptions) -> Plan {
    let why = Why::new(
        "whether a snake is in its own way depends on its body alone, so all heads of each of \
         {bodies} bodies are moved at once, and a bit for each that was ever reached, and for \
         each in two layers, takes {bytes} bytes",
    );
    let needed = flood::bytes(board);
    Plan {
        kernel: "flood",
        states: flood::states(board),
        // The way to the apple may take more than the flood.
        bytes: options.limits.memory,
        needed,
        expected: expected(board),
        why: why
            .with("bodies", flood::bodies(board).unwrap_or(0))
            .with("bytes", needed.unwrap_or(0)),
    }
}

/// The first way of so many moves, in their order, where there is none of fewer; nothing where
/// there is none, or none was found among so many positions as may be tried.
///
/// Goes ahead in that order wherever the bound says that the apple may still be reached in time,
/// and back where it turns out that it is not. A position that was too late once is too late
/// whenever it is reached no sooner.
fn find_moves<const W: usize>(
    sweep: &mut Sweep<W>,
    distances: &Distances,
    (steps, head): (&[usize], Square),
    cost: usize,
    tries: &mut u64,
    ctx: &mut SearchContext,
) -> Result<Option<Vec<Direction>>, Limit> {
    /// What an entry of the map takes at the most: it may be seven sixteenths full, and for a
    /// moment there are an old one and a new one.
    const BYTES_A_FAILURE: u64 = 64;
    let mut failed: HashMap<Position, usize> = HashMap::new();
    let mut moves: Vec<Direction> = ctx.budget.list(cost)?;
    let mut line: Vec<(Position, usize)> = ctx.budget.list(cost + 1)?;
    line.push((sweep.position(steps, head, &mut ctx.budget)?, 0));
    while let Some((at, direction)) = line.last_mut() {
        let made = moves.len();
        if made == cost {
            return Ok(Some(moves));
        }
        if *direction == Direction::ALL.len() {
            ctx.budget.take(BYTES_A_FAILURE)?;
            failed.insert(*at, made);
            line.pop();
            moves.pop();
            continue;
        }
        ctx.work(1)?;
        let step = Direction::ALL[*direction];
        *direction += 1;
        let at = *at;
        let Some(next) = sweep.moved(at, step as usize, &mut ctx.budget)? else {
            continue;
        };
        let left = cost - (made + 1);
        let prefix = sweep.guide().expect("it was followed").prefix(next.0);
        let is_near = distances
            .least(prefix, next.1)
            .is_some_and(|least| least <= left);
        if is_near && failed.get(&next).is_none_or(|&failed| made + 1 < failed) {
            if *tries == 0 {
                return Ok(None);
            }
            *tries -= 1;
            moves.push(step);
            line.push((next, 0));
        }
    }
    Ok(None)
}
