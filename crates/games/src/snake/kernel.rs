//! The fewest moves by sweeps over numbered bodies: for each body a set of heads, all moved at
//! once, and a bound that leaves out what cannot arrive in time.

use fewest_search::{
    Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Verdict, Watch, Why,
};

use super::Board;
use super::bound::{Bound, Distances};
use super::heads::{MOST_SQUARES, Yard};
use super::shapes::{MOST_SEGMENTS, Shapes};
use super::sweep::{Guide, Sweep};
use super::way;
use crate::grid::Direction;

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
const SLACK: [usize; 4] = [0, 2, 6, 14];

/// The segments of the shorter snake that the bound is made of, its tail included. The longer it
/// is, the better the bound, and the dearer: 36 bodies for five segments, 284 for seven.
fn short(segments: usize) -> usize {
    segments.div_ceil(2).clamp(5, 7).min(segments)
}

/// Whether a board is one for this kernel.
pub fn fits(board: &Board, limits: &Limits) -> bool {
    let segments = board.snake.len();
    let (rows, columns) = (board.walls.rows() as usize, board.walls.columns() as usize);
    // On a narrower torus a snake could meet itself the other way round, and two directions could
    // lead to one square.
    let is_flat = !board.wrap || rows.min(columns) >= segments.max(3);
    // Layers are counted when they are whole, so a limit of positions would be passed.
    (2..=MOST_SEGMENTS).contains(&segments)
        && board.walls.len() <= MOST_SQUARES
        && is_flat
        && limits.states.is_none()
        && limits.memory.is_none_or(|memory| sets(board) <= memory / 2)
}

/// The bytes of the sets of heads, where all bodies are numbered at once.
fn sets(board: &Board) -> u64 {
    let counts = Shapes::counts(board.snake.len());
    counts.map_or(0, |[_, bodies]| {
        let bytes_a_set = u64::from(board.walls.len())
            .div_ceil(64)
            .next_power_of_two()
            * 8;
        4 * bodies * bytes_a_set
    })
}

pub fn plan(board: &Board, limits: &Limits) -> Plan {
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
        bytes: limits.memory,
        why,
    }
}

pub fn solve(board: &Board, ask: Ask, limits: &Limits, watch: &mut dyn Watch) -> Report<Direction> {
    match board.walls.len().div_ceil(64) {
        ..=1 => Search::<1>::solve(board, ask, limits, watch),
        2 => Search::<2>::solve(board, ask, limits, watch),
        3..=4 => Search::<4>::solve(board, ask, limits, watch),
        5..=8 => Search::<8>::solve(board, ask, limits, watch),
        9..=16 => Search::<16>::solve(board, ask, limits, watch),
        17..=32 => Search::<32>::solve(board, ask, limits, watch),
        33..=64 => Search::<64>::solve(board, ask, limits, watch),
        _ => Search::<256>::solve(board, ask, limits, watch),
    }
}

struct Search<'a, const W: usize> {
    board: &'a Board,
    ask: Ask,
    limits: &'a Limits,
    books: Books,
    patrol: Patrol<'a>,
    /// No win is cheaper.
    at_least: usize,
    states: u64,
    /// Of the last sweep.
    layers: Vec<u64>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn solve(
        board: &'a Board,
        ask: Ask,
        limits: &'a Limits,
        watch: &'a mut dyn Watch,
    ) -> Report<Direction> {
        let mut search = Search::<W> {
            board,
            ask,
            limits,
            books: Books::new(limits),
            patrol: Patrol::new(limits, watch),
            at_least: 1,
            states: 1,
            layers: Vec::new(),
        };
        let verdict = search.run().unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: search.at_least as u64,
        });
        Report {
            verdict,
            stats: Stats {
                states: search.states,
                layers: if ask.bounded {
                    Vec::new()
                } else {
                    search.layers
                },
                bytes: search.books.most(),
                elapsed: search.patrol.elapsed(),
            },
            plan: plan(board, limits),
        }
    }

    fn run(&mut self) -> Result<Verdict<Direction>, Limit> {
        let board = self.board;
        let yard = Yard::<W>::new(board);
        let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
        let after_head = Shapes::code(&steps[1..]);
        let shapes = Shapes::of(board.snake.len(), after_head, &mut self.books)?;
        let short = short(board.snake.len());
        let short_shapes = Shapes::table(short);
        let mut sweep = Sweep::new(&yard, shapes, board.apple, &mut self.books)?;
        if self.ask.bounded {
            let bound = self.bound(&yard, short_shapes)?;
            let body = short_shapes.number(Shapes::code(&steps[..short - 2]));
            let body = body.expect("a part of a body is a body");
            let Some(least) = bound.least(body, board.snake[0]) else {
                return Ok(Verdict::Impossible);
            };
            self.at_least = self.at_least.max(least);
            let distances = bound.distances(&mut self.books)?;
            sweep.follow(Guide::new(bound, short_shapes), &mut self.books)?;
            if self.limits.cost.is_none_or(|cost| least as u64 <= cost) {
                let tries = TRIES_A_MOVE * least as u64;
                if let Some(moves) = self.way(&mut sweep, &distances, &steps, least, tries)? {
                    return Ok(self.fewest(least, moves));
                }
            }
            let with_slack = SLACK.iter().map(|slack| Some(least + slack));
            for most in with_slack.chain([None]) {
                if let Some(cost) = self.sweep(&mut sweep, &steps, most)? {
                    return self.moves(&mut sweep, &distances, &steps, cost);
                }
                self.at_least = most.map_or(self.at_least, |most| most + 1);
            }
            return Ok(Verdict::Impossible);
        }
        let Some(cost) = self.sweep(&mut sweep, &steps, None)? else {
            return Ok(Verdict::Impossible);
        };
        if !self.ask.moves {
            return Ok(self.fewest(cost, Vec::new()));
        }
        let bound = self.bound(&yard, short_shapes)?;
        let distances = bound.distances(&mut self.books)?;
        sweep.follow(Guide::new(bound, short_shapes), &mut self.books)?;
        self.moves(&mut sweep, &distances, &steps, cost)
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
        let (patrol, at_least, states) = (&mut self.patrol, self.at_least, self.states);
        let look = |steps| look(patrol, steps, at_least, states);
        let snake = (steps, self.board.snake[0]);
        let (mut left, books) = (tries, &mut self.books);
        let moves = way::moves(sweep, distances, snake, cost, &mut left, books, look)?;
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

    fn bound(&mut self, yard: &Yard<W>, shapes: &Shapes) -> Result<Bound<W>, Limit> {
        let (patrol, at_least, states) = (&mut self.patrol, self.at_least, self.states);
        let look = |steps| look(patrol, steps, at_least, states);
        Bound::new(yard, shapes, self.board.apple, &mut self.books, look)
    }

    /// Searches everything from which the apple may be reached with at most so many moves in all;
    /// says how many they are, if it was.
    fn sweep(
        &mut self,
        sweep: &mut Sweep<W>,
        steps: &[usize],
        most: Option<usize>,
    ) -> Result<Option<usize>, Limit> {
        let mut layer = sweep.begin(steps, self.board.snake[0], &mut self.books)?;
        let mut count = 1;
        self.layers.clear();
        for depth in 0.. {
            self.books.push(&mut self.layers, count)?;
            if most.is_some_and(|most| depth == most) {
                break;
            }
            self.at_least = self.at_least.max(depth + 1);
            if self
                .limits
                .cost
                .is_some_and(|cost| self.at_least as u64 > cost)
            {
                return Err(Limit::Cost);
            }
            if let Some(guide) = sweep.guide() {
                guide.bound.allow(most.map(|most| most - depth));
            }
            let (patrol, at_least, states) = (&mut self.patrol, self.at_least, self.states);
            let mut look = |steps| look(patrol, steps, at_least, states);
            let (next, reached) = sweep.step(layer, count, &mut self.books, &mut look)?;
            (layer, count) = (next, reached.count);
            self.states += count;
            if reached.won {
                self.books.push(&mut self.layers, count)?;
                return Ok(Some(depth + 1));
            }
            if count == 0 {
                break;
            }
        }
        sweep.drop_layer(layer, &mut self.books)?;
        Ok(None)
    }
}

fn look(patrol: &mut Patrol, steps: u32, at_least: usize, states: u64) -> Result<(), Limit> {
    let depth = at_least as u64 - 1;
    patrol.step(steps, || Progress { depth, states })
}
