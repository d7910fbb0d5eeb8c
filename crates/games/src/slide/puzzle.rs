//! Robots on ice for the search: a state is its key, and the other robots are not told apart.

use std::ops::ControlFlow;

use fewest_search::{Key, Puzzle, Space};

use super::{Board, LABELS, Slide};
use crate::grid::{Direction, Square};
use crate::puzzle::{AnyPuzzle, Placed};

/// The board as a puzzle, with the smallest keys that name all its states.
pub(super) fn of(board: &Board) -> Box<dyn AnyPuzzle<Slide> + '_> {
    let (squares, robots) = (board.ice.len(), board.robots.len() as u32);
    if u64::from(squares).checked_pow(robots).is_some() {
        Box::new(Slides::<u64>::new(board))
    } else if u128::from(squares).checked_pow(robots).is_some() {
        Box::new(Slides::<u128>::new(board))
    } else {
        Box::new(Slides::<Box<[u32]>>::new(board))
    }
}

/// Where the robots are: robot 0, and then the others in the order in which they lie on the board.
/// Only the first so many mean something.
type Robots = [Square; LABELS.len()];

/// A key that is made of squares below a number.
trait Squares: Key {
    fn of(robots: &[Square], below: Square) -> Self;
    fn read_into(&self, robots: &mut [Square], below: Square);
}

/// The squares are the digits of a number.
macro_rules! digits {
    ($integer:ty) => {
        impl Squares for $integer {
            fn of(robots: &[Square], below: Square) -> Self {
                let digit = |key: $integer, &square: &Square| {
                    key * <$integer>::from(below) + <$integer>::from(square)
                };
                robots.iter().fold(0, digit)
            }
            fn read_into(&self, robots: &mut [Square], below: Square) {
                let mut key = *self;
                for square in robots.iter_mut().rev() {
                    *square = (key % <$integer>::from(below)) as Square;
                    key /= <$integer>::from(below);
                }
            }
        }
    };
}

digits!(u64);
digits!(u128);

impl Squares for Box<[u32]> {
    fn of(robots: &[Square], _: Square) -> Self {
        robots.into()
    }
    fn read_into(&self, robots: &mut [Square], _: Square) {
        robots.copy_from_slice(self);
    }
}

/// Where robots stop.
struct Stops<'a> {
    board: &'a Board,
    /// For each square and direction, where a robot stops that meets no other. Empty for boards so
    /// large that it is worked out each time instead.
    table: Vec<[Square; 4]>,
}

/// The most squares for which the stops are kept.
const MOST_KEPT: u32 = 1 << 16;

impl<'a> Stops<'a> {
    fn new(board: &'a Board) -> Self {
        let mut stops = Stops {
            board,
            table: Vec::new(),
        };
        if board.ice.len() <= MOST_KEPT {
            let all = 0..board.ice.len();
            let stop = |square| Direction::ALL.map(|direction| stops.walk(square, direction));
            stops.table = all.map(stop).collect();
        }
        stops
    }

    /// Goes from square to square.
    fn walk(&self, mut square: Square, direction: Direction) -> Square {
        while self.board.is_open(square, direction) {
            let next = self.board.ice.step(square, direction);
            square = next.expect("it is open");
        }
        square
    }

    /// Where the robot at a place of the list comes to rest.
    fn slide(&self, robots: &[Square], place: usize, direction: Direction) -> Square {
        let from = robots[place];
        let columns = self.board.ice.columns();
        let mut to = match self.table.get(from as usize) {
            Some(stops) => stops[direction as usize],
            None => self.walk(from, direction),
        };
        let is_between = |other: Square, to: Square| match direction {
            Direction::Left => to <= other && other < from,
            Direction::Right => from < other && other <= to,
            Direction::Up => to <= other && other < from && (from - other).is_multiple_of(columns),
            Direction::Down => {
                from < other && other <= to && (other - from).is_multiple_of(columns)
            }
        };
        for &other in robots {
            if is_between(other, to) {
                to = match direction {
                    Direction::Left => other + 1,
                    Direction::Right => other - 1,
                    Direction::Up => other + columns,
                    Direction::Down => other - columns,
                };
            }
        }
        let target = self.board.target;
        match self.board.passing && place == 0 && is_between(target, to) {
            true => target,
            false => to,
        }
    }
}

/// The board as a puzzle whose states are keys. A move names a robot by its place among those that
/// a state has; [`Placed::named`] gives it its label.
struct Slides<'a, K> {
    stops: Stops<'a>,
    start: K,
}

impl<'a, K: Squares> Slides<'a, K> {
    fn new(board: &'a Board) -> Self {
        let mut robots = board.robots.clone();
        robots[1..].sort_unstable();
        Slides {
            stops: Stops::new(board),
            start: K::of(&robots, board.ice.len()),
        }
    }

    fn board(&self) -> &Board {
        self.stops.board
    }

    fn robots(&self, state: &K) -> Robots {
        let mut robots = [0; LABELS.len()];
        let count = self.board().robots.len();
        state.read_into(&mut robots[..count], self.board().ice.len());
        robots
    }
}

impl<K: Squares + Sync> Puzzle for Slides<'_, K> {
    type State = K;
    type Move = Slide;
    type Key = K;

    fn start(&self) -> K {
        self.start.clone()
    }

    fn is_won(&self, state: &K) -> bool {
        self.robots(state)[0] == self.board().target
    }

    fn expand(
        &self,
        state: &K,
        mut visit: impl FnMut(Slide, K) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let board = self.board();
        let all = self.robots(state);
        let robots = &all[..board.robots.len()];
        for (place, &from) in robots.iter().enumerate() {
            for direction in Direction::ALL {
                let to = self.stops.slide(robots, place, direction);
                if to == from {
                    continue;
                }
                let mut next = all;
                next[place] = to;
                if place > 0 {
                    next[1..robots.len()].sort_unstable();
                }
                let robot = Some(LABELS.as_bytes()[place]);
                let key = K::of(&next[..robots.len()], board.ice.len());
                visit(Slide { robot, direction }, key)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pack(&self, state: &K) -> K {
        state.clone()
    }

    fn unpack(&self, key: &K) -> K {
        key.clone()
    }

    fn space(&self) -> Space {
        let (squares, robots) = (self.board().ice.len(), self.board().robots.len() as u32);
        match u64::from(squares).checked_pow(robots) {
            Some(states) => Space::Dense(states),
            None => Space::Sparse,
        }
    }
}

impl<K: Squares + Sync> Placed for Slides<'_, K> {
    fn player(&self, state: &K) -> Option<Square> {
        Some(self.robots(state)[0])
    }

    fn named(&self, moves: Vec<Slide>) -> Vec<Slide> {
        let board = self.board();
        let mut robots = board.robots.clone();
        let mut places: Vec<usize> = (0..robots.len()).collect();
        let mut named = Vec::with_capacity(moves.len());
        for step in moves {
            places[1..].sort_unstable_by_key(|&place| robots[place]);
            let rank = LABELS.find(char::from(step.label()));
            let place = places[rank.expect("a label")];
            robots[place] = self.stops.slide(&robots, place, step.direction);
            named.push(board.named(place, step.direction));
        }
        named
    }
}
