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
pub(super) type Robots = [Square; LABELS.len()];

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
pub(super) struct Stops<'a> {
    board: &'a Board,
    /// For each square and direction, where a robot stops that meets no other. Empty for boards so
    /// large that it is worked out each time instead.
    table: Vec<[Square; 4]>,
}

/// The most squares for which the stops are kept.
pub(super) const MOST_KEPT: u32 = 1 << 16;

impl<'a> Stops<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let squares = board.ice.len();
        let mut table = Vec::new();
        if squares <= MOST_KEPT {
            table = (0..squares).map(|square| [square; 4]).collect();
            let mut note = |square: Square, direction: Direction| {
                if board.is_open(square, direction) {
                    // The next square's stop is known already.
                    let next = board.ice.step(square, direction).expect("it is open");
                    let stop = table[next as usize][direction as usize];
                    table[square as usize][direction as usize] = stop;
                }
            };
            for square in 0..squares {
                note(square, Direction::Up);
                note(square, Direction::Left);
            }
            for square in (0..squares).rev() {
                note(square, Direction::Down);
                note(square, Direction::Right);
            }
        }
        Stops { board, table }
    }

    /// The bytes of the stops of a board.
    pub(super) fn bytes(board: &Board) -> u64 {
        match board.ice.len() {
            squares @ ..=MOST_KEPT => u64::from(squares) * size_of::<[Square; 4]>() as u64,
            _ => 0,
        }
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
    #[inline]
    pub(super) fn slide(&self, robots: &[Square], place: usize, direction: Direction) -> Square {
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

    /// Moves from the start on, each of which names a robot by its place among those that the state
    /// has, with the labels of the robots.
    pub(super) fn named(&self, moves: Vec<Slide>) -> Vec<Slide> {
        let mut robots = self.board.robots.clone();
        let mut places: Vec<usize> = (0..robots.len()).collect();
        let mut named = Vec::with_capacity(moves.len());
        for step in moves {
            places[1..].sort_unstable_by_key(|&place| robots[place]);
            let rank = LABELS.find(char::from(step.label())).expect("a label");
            let place = places[rank];
            robots[place] = self.slide(&robots, place, step.direction);
            named.push(self.board.named(place, step.direction));
        }
        named
    }
}

/// Moves the robot at a place to a square. The others stay in the order in which they lie; returns
/// its new place.
#[inline]
pub(super) fn shift(robots: &mut [Square], mut place: usize, to: Square) -> usize {
    robots[place] = to;
    if place > 0 {
        while place > 1 && robots[place - 1] > to {
            robots.swap(place - 1, place);
            place -= 1;
        }
        while place + 1 < robots.len() && robots[place + 1] < to {
            robots.swap(place, place + 1);
            place += 1;
        }
    }
    place
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
        let mut all = self.robots(state);
        let robots = &mut all[..board.robots.len()];
        for place in 0..robots.len() {
            let from = robots[place];
            for direction in Direction::ALL {
                let to = self.stops.slide(robots, place, direction);
                if to == from {
                    continue;
                }
                let moved = shift(robots, place, to);
                let key = K::of(robots, board.ice.len());
                shift(robots, moved, from);
                let robot = Some(LABELS.as_bytes()[place]);
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

impl<K: Squares + std::hash::Hash + Sync> Placed for Slides<'_, K> {
    fn player(&self, state: &K) -> Option<Square> {
        Some(self.robots(state)[0])
    }

    fn named(&self, moves: Vec<Slide>) -> Vec<Slide> {
        self.stops.named(moves)
    }
}
