//! The fewest moves by sweeps over numbered bodies: for each body a set of heads, all moved at
//! once, and a bound that leaves out what cannot arrive in time.

use fewest_search::{Books, Limit, Patrol, Plan, Progress, Report, Stats, Terms, Verdict, Watch};

use super::Board;
use super::bound::{Bound, Distances, Guide};
use super::flood::{self, Flooded};
use super::heads::{MOST_SQUARES, Yard};
use super::plan;
use super::shapes::{MOST_SEGMENTS, Shapes};
use super::sweep::Sweep;
use super::way;
use crate::grid::{Direction, Square};
use crate::rules::{Planning, Solve as _};

pub use super::plan::plan;

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

/// How many positions are tried to find the moves of a flood straight on, where its layers can
/// tell them too.
const TRIES_OF_FLOOD: u64 = 1 << 20;

/// How many moves more than the bound says are tried, before everything is.
pub const SLACK: [usize; 4] = [0, 2, 6, 14];

/// The segments of the shorter snake that the bound is made of, its tail included. The longer it
/// is, the better the bound, and the dearer: 36 bodies for five segments, 284 for seven.
fn short(segments: usize) -> usize {
    segments.div_ceil(2).clamp(5, 7).min(segments)
}

/// Whether a board is one for this kernel.
pub fn fits(board: &Board, terms: &Terms) -> bool {
    // Layers are counted when they are whole, so a limit of positions would be passed.
    is_supported(board)
        && terms.limits.states.is_none()
        && !is_others(terms)
        && (!terms.whole && has_room(board, terms) || flood::fits(board, terms))
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

fn has_room(board: &Board, terms: &Terms) -> bool {
    plan::sets(board) <= terms.limits.memory.unwrap_or(u64::MAX) / 2
}

/// Whether the folder holds a search of another kind, which goes on there.
fn is_others(terms: &Terms) -> bool {
    let found = terms.scratch.map(|scratch| scratch.found());
    found.is_some_and(|found| !found.tier.is_empty()) && !flood::is_resumed(terms)
}

pub fn solve(board: &Board, terms: &Terms, watch: &mut dyn Watch) -> Report<Direction> {
    let ask = Ask {
        bounded: true,
        moves: true,
    };
    solve_by(ask, board, terms, watch)
}

/// Decides what takes hardly any search: that walls part the snake from the apple, that the bound
/// is infinite, or that the snake can go straight to the apple in as few moves as the bound says.
/// Otherwise, or if a limit comes first, returns a number of moves that any win takes at least. For
/// boards whose search the kernel does not support, or not with a limit of positions.
pub fn decide_cheaply(
    board: &Board,
    terms: &Terms,
    watch: &mut dyn Watch,
) -> Result<Report<Direction>, u64> {
    let ask = Ask {
        bounded: true,
        moves: true,
    };
    let mut search = Search::<256>::new(board, ask, terms, watch);
    if terms.whole || is_others(terms) {
        return Err(1);
    }
    if search.is_walled_off().map_err(|_| 1u64)? {
        let report = search.report(Verdict::Impossible, board.with_puzzle(Planning { terms }));
        return Ok(report);
    }
    if !is_supported(board) || !has_room(board, terms) {
        return Err(1);
    }
    let yard = Yard::<256>::new(board);
    let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
    let mut sweep = search.new_sweep(&yard, &steps).map_err(|_| 1u64)?;
    match search.begin(&mut sweep, &yard, &steps) {
        Ok(Begun::Decided(verdict)) => {
            Ok(search.report(verdict, board.with_puzzle(Planning { terms })))
        }
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
pub fn solve_by(
    ask: Ask,
    board: &Board,
    terms: &Terms,
    watch: &mut dyn Watch,
) -> Report<Direction> {
    match board.walls.len().div_ceil(64) {
        ..=1 => Search::<1>::solve(board, ask, terms, watch),
        2 => Search::<2>::solve(board, ask, terms, watch),
        3..=4 => Search::<4>::solve(board, ask, terms, watch),
        5..=8 => Search::<8>::solve(board, ask, terms, watch),
        9..=16 => Search::<16>::solve(board, ask, terms, watch),
        17..=32 => Search::<32>::solve(board, ask, terms, watch),
        33..=64 => Search::<64>::solve(board, ask, terms, watch),
        _ => Search::<256>::solve(board, ask, terms, watch),
    }
}

struct Search<'a, const W: usize> {
    board: &'a Board,
    ask: Ask,
    terms: &'a Terms<'a>,
    books: Books,
    patrol: Patrol<'a>,
    /// No win is cheaper.
    at_least: usize,
    states: u64,
    /// Of the last sweep, or of the flood.
    layers: Vec<u64>,
    /// Whether nothing was left out in the end.
    is_flooded: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    fn solve(
        board: &'a Board,
        ask: Ask,
        terms: &'a Terms,
        watch: &'a mut dyn Watch,
    ) -> Report<Direction> {
        let mut search = Search::<W>::new(board, ask, terms, watch);
        let verdict = search.run().unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: search.at_least as u64,
        });
        let plan = match search.is_flooded {
            true => plan::of_flood(board, terms),
            false => plan(board, terms),
        };
        search.report(verdict, plan)
    }

    fn new(board: &'a Board, ask: Ask, terms: &'a Terms, watch: &'a mut dyn Watch) -> Self {
        Search {
            board,
            ask,
            terms,
            books: Books::new(&terms.limits),
            patrol: Patrol::new(&terms.limits, watch),
            at_least: 1,
            states: 1,
            layers: Vec::new(),
            is_flooded: false,
        }
    }

    fn report(self, verdict: Verdict<Direction>, plan: Plan) -> Report<Direction> {
        let knows_layers = self.terms.whole || !self.ask.bounded && !self.is_flooded;
        Report {
            verdict,
            best: None,
            stats: Stats {
                states: self.states,
                layers: match knows_layers {
                    true => self.layers,
                    false => Vec::new(),
                },
                bytes: self.books.most(),
                elapsed: self.patrol.elapsed(),
            },
            plan,
        }
    }

    /// Whether no way over the floor leads from the head to the apple.
    fn is_walled_off(&mut self) -> Result<bool, Limit> {
        let board = self.board;
        let squares = board.walls.len() as usize;
        let mut is_reached: Vec<bool> = self.books.filled(squares, false)?;
        let mut to_visit: Vec<Square> = Vec::new();
        self.books.push(&mut to_visit, board.snake[0])?;
        while let Some(square) = to_visit.pop() {
            look(&mut self.patrol, 1, self.at_least, self.states)?;
            for direction in Direction::ALL {
                if let Some(ahead) = board.step(square, direction)
                    && !board.walls[ahead]
                    && !std::mem::replace(&mut is_reached[ahead as usize], true)
                {
                    if ahead == board.apple {
                        return Ok(false);
                    }
                    self.books.push(&mut to_visit, ahead)?;
                }
            }
        }
        Ok(true)
    }

    fn run(&mut self) -> Result<Verdict<Direction>, Limit> {
        let yard = Yard::<W>::new(self.board);
        let steps: Vec<usize> = self.board.steps().map(|step| step as usize).collect();
        if self.terms.whole || flood::is_resumed(self.terms) {
            self.states = 0;
            return self.flood(&yard, &steps);
        }
        match self.sweeps(&yard, &steps) {
            // A flood takes fewer bytes for each position.
            Err(Limit::Memory) if flood::fits(self.board, self.terms) => {
                self.books.start_afresh();
                self.flood(&yard, &steps)
            }
            ended => ended,
        }
    }

    /// Searches with the bound where that is asked for, up to the win.
    fn sweeps(&mut self, yard: &Yard<W>, steps: &[usize]) -> Result<Verdict<Direction>, Limit> {
        let mut sweep = self.new_sweep(yard, steps)?;
        if self.ask.bounded {
            let (least, distances) = match self.begin(&mut sweep, yard, steps)? {
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
                let distances = self.lead(&mut sweep, yard)?;
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
        yard: &Yard<W>,
        steps: &[usize],
    ) -> Result<Begun, Limit> {
        let short = short(self.board.snake.len());
        let short_shapes = Shapes::table(short);
        let bound = self.bound(yard, short_shapes)?;
        let body = short_shapes.number(Shapes::code(&steps[..short - 2]));
        let body = body.expect("a part of a body is a body");
        let Some(least) = bound.least(body, self.board.snake[0]) else {
            return Ok(Begun::Decided(Verdict::Impossible));
        };
        self.at_least = self.at_least.max(least);
        let distances = bound.distances(&mut self.books)?;
        sweep.follow(Guide::new(bound, short_shapes), &mut self.books)?;
        let limits = &self.terms.limits;
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

    fn new_sweep<'y>(&mut self, yard: &'y Yard<W>, steps: &[usize]) -> Result<Sweep<'y, W>, Limit> {
        let after_head = Shapes::code(&steps[1..]);
        let shapes = Shapes::of(self.board.snake.len(), after_head, &mut self.books)?;
        Sweep::new(yard, shapes, self.board.apple, &mut self.books)
    }

    /// Visits everything, up to the win or past it.
    fn flood(&mut self, yard: &Yard<W>, steps: &[usize]) -> Result<Verdict<Direction>, Limit> {
        self.is_flooded = true;
        let (board, terms) = (self.board, self.terms);
        let patrol = &mut self.patrol;
        let mut flooded = Flooded {
            before: self.states,
            least: self.at_least,
            ..Flooded::default()
        };
        if flood::is_deep(board, terms) {
            patrol.move_to_disk(Progress {
                depth: self.at_least as u64 - 1,
                states: self.states,
            });
        }
        let mut look = |work, flooded: &Flooded| {
            let most = terms.limits.cost;
            if most.is_some_and(|most| flooded.layers.len() as u64 > most) {
                return Err(Limit::Cost);
            }
            look(patrol, work, flooded.at_least(), flooded.states())
        };
        let ended = flood::flood(board, terms, &mut self.books, &mut flooded, &mut look);
        self.at_least = flooded.at_least();
        self.states = flooded.states();
        self.layers = flooded.layers.clone();
        ended?;
        match flooded.cost {
            Some(cost) if self.ask.moves => {
                let moves = self.moves_of_flood(yard, steps, &flooded, cost)?;
                Ok(self.fewest(cost, moves))
            }
            Some(cost) => Ok(self.fewest(cost, Vec::new())),
            None => Ok(Verdict::Impossible),
        }
    }

    /// The moves of a flood: straight on where that is soon found, and back through its layers
    /// otherwise.
    fn moves_of_flood(
        &mut self,
        yard: &Yard<W>,
        steps: &[usize],
        flooded: &Flooded,
        cost: usize,
    ) -> Result<Vec<Direction>, Limit> {
        let terms = self.terms;
        let tries = terms.scratch.map_or(u64::MAX, |_| TRIES_OF_FLOOD);
        let states = self.states;
        let moves = self.straight_on(yard, steps, cost, tries);
        // The flood has counted them.
        self.states = states;
        match (moves, terms.scratch) {
            (Ok(Some(moves)), _) => Ok(moves),
            (Err(limit), None) => Err(limit),
            (Err(limit), _) if limit != Limit::Memory => Err(limit),
            (_, None) => unreachable!("so many moves were enough"),
            (_, Some(scratch)) => {
                self.books.start_afresh();
                let (patrol, books) = (&mut self.patrol, &mut self.books);
                let mut look = |work, flooded: &Flooded| {
                    look(patrol, work, flooded.at_least(), flooded.states())
                };
                flood::moves(self.board, (terms, scratch), flooded, books, &mut look)
            }
        }
    }

    fn straight_on(
        &mut self,
        yard: &Yard<W>,
        steps: &[usize],
        cost: usize,
        tries: u64,
    ) -> Result<Option<Vec<Direction>>, Limit> {
        let mut sweep = self.new_sweep(yard, steps)?;
        let distances = self.lead(&mut sweep, yard)?;
        self.way(&mut sweep, &distances, steps, cost, tries)
    }

    /// Leads a sweep from here on by the bound.
    fn lead(&mut self, sweep: &mut Sweep<W>, yard: &Yard<W>) -> Result<Distances, Limit> {
        let short_shapes = Shapes::table(short(self.board.snake.len()));
        let bound = self.bound(yard, short_shapes)?;
        let distances = bound.distances(&mut self.books)?;
        sweep.follow(Guide::new(bound, short_shapes), &mut self.books)?;
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
            let limit = self.terms.limits.cost;
            if limit.is_some_and(|limit| self.at_least as u64 > limit) {
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
