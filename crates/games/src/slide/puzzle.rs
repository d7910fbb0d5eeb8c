//! Robots on ice for the search: where robots stop, and a state as its key, in which the other
//! robots are not told apart.

use std::ops::ControlFlow;

use fewest_search::{Key, Puzzle, Space};

use super::{Board, LABELS, Slide};
use crate::grid::{Direction, Square};
use crate::puzzle::{AnyPuzzle, Placed};

/// The board as a puzzle, with keys that name all its states.
pub(super) fn of(board: &Board) -> Box<dyn AnyPuzzle<Slide> + '_> {
    match square_bits(board) * board.robots.len() as u32 {
        ..=u64::BITS => Box::new(Slides::<u64>::new(board)),
        _ => Box::new(Slides::<Box<[u32]>>::new(board)),
    }
}

/// Where the robots are: robot 0, and then the others in the order in which they lie on the board.
/// Only the first so many mean something.
pub(super) type Robots = [Square; LABELS.len()];

/// How many bits a square takes in a key.
pub(super) fn square_bits(board: &Board) -> u32 {
    u32::BITS - (board.ice.len() - 1).leading_zeros()
}

/// A key that is made of squares of so many bits.
pub(super) trait Squares: Key {
    fn of(robots: &[Square], bits: u32) -> Self;
    fn read_into(&self, robots: &mut [Square], bits: u32);
}

/// Robot 0 is in the lowest bits.
impl Squares for u64 {
    fn of(robots: &[Square], bits: u32) -> Self {
        let robots = robots.iter().rev();
        robots.fold(0, |key, &square| key << bits | u64::from(square))
    }
    #[inline]
    fn read_into(&self, robots: &mut [Square], bits: u32) {
        let mut key = *self;
        for square in robots {
            *square = (key & ((1 << bits) - 1)) as Square;
            key >>= bits;
        }
    }
}

impl Squares for Box<[u32]> {
    fn of(robots: &[Square], _: u32) -> Self {
        robots.into()
    }
    fn read_into(&self, robots: &mut [Square], _: u32) {
        robots.copy_from_slice(self);
    }
}

/// The row or the column of a square, in a numbering of the squares in which it has no gaps.
#[derive(Clone, Copy)]
struct Line {
    at: Square,
    /// Where a robot stops that meets no other, on either side.
    first: Square,
    last: Square,
}

/// Where robots stop.
pub(super) struct Stops<'a> {
    pub(super) board: &'a Board,
    /// For each square, its column and its row. Empty for boards so large that robots go from square
    /// to square instead.
    lines: Vec<[Line; 2]>,
}

/// The most squares for which the lines are kept.
pub(super) const MOST_KEPT: u32 = 1 << 16;

impl<'a> Stops<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let (squares, rows, columns) = (board.ice.len(), board.ice.rows(), board.ice.columns());
        let kept = if squares <= MOST_KEPT { squares } else { 0 };
        let line = |at| Line {
            at,
            first: at,
            last: at,
        };
        let lines = |square| [square % columns * rows + square / columns, square].map(line);
        let mut lines: Vec<_> = (0..kept).map(lines).collect();
        // The next square's stop is known already.
        for square in 0..kept {
            for (axis, direction) in [Direction::Up, Direction::Left].into_iter().enumerate() {
                if let Some(next) = board.next(square, direction) {
                    lines[square as usize][axis].first = lines[next as usize][axis].first;
                }
            }
        }
        for square in (0..kept).rev() {
            for (axis, direction) in [Direction::Down, Direction::Right].into_iter().enumerate() {
                if let Some(next) = board.next(square, direction) {
                    lines[square as usize][axis].last = lines[next as usize][axis].last;
                }
            }
        }
        Stops { board, lines }
    }

    /// The bytes of the lines of a board that are kept.
    pub(super) fn bytes(board: &Board) -> u64 {
        u64::from(board.ice.len()) * size_of::<[Line; 2]>() as u64
    }

    /// Where the robot at a place of the list comes to rest, by the direction: on its own square if
    /// it cannot go there.
    #[inline(always)]
    pub(super) fn ends(&self, robots: &[Square], place: usize) -> [Square; 4] {
        let from = robots[place];
        let Some(lines) = self.lines.get(from as usize) else {
            return Direction::ALL.map(|direction| self.board.end(robots, place, direction));
        };
        let end = |axis: usize, stride: u32| {
            let Line { at, first, last } = lines[axis];
            let (mut first, mut last) = (first, last);
            for &other in robots {
                let other = self.lines[other as usize][axis].at;
                first = first.max(if other < at { other + 1 } else { 0 });
                last = last.min(if other > at { other - 1 } else { Square::MAX });
            }
            if self.board.passing && place == 0 {
                let target = self.lines[self.board.target as usize][axis].at;
                first = first.max(if target < at { target } else { 0 });
                last = last.min(if target > at { target } else { Square::MAX });
            }
            [from - (at - first) * stride, from + (last - at) * stride]
        };
        let ([up, down], [left, right]) = (end(0, self.board.ice.columns()), end(1, 1));
        [up, down, left, right]
    }

    /// Moves from the start on, each of which names a robot by its place among those that the state
    /// has, with the labels of the robots.
    pub(super) fn named(&self, moves: Vec<Slide>) -> Vec<Slide> {
        let mut robots = self.board.robots.clone();
        let mut places: Vec<usize> = (0..robots.len()).collect();
        let name = |step: Slide| {
            places[1..].sort_unstable_by_key(|&place| robots[place]);
            let rank = LABELS.find(char::from(step.label())).expect("a label");
            let place = places[rank];
            robots[place] = self.board.end(&robots, place, step.direction);
            self.board.named(place, step.direction)
        };
        moves.into_iter().map(name).collect()
    }
}

/// A slide of the robot at a place among those that a state has.
pub(super) fn placed(place: usize, direction: Direction) -> Slide {
    let robot = Some(LABELS.as_bytes()[place]);
    Slide { robot, direction }
}

/// The board as a puzzle whose states are keys. A move names a robot by its place among those that
/// a state has; [`Placed::named`] gives it its label.
struct Slides<'a, K> {
    stops: Stops<'a>,
    bits: u32,
    start: K,
}

impl<'a, K: Squares> Slides<'a, K> {
    fn new(board: &'a Board) -> Self {
        let bits = square_bits(board);
        Slides {
            stops: Stops::new(board),
            bits,
            start: K::of(&board.sorted(), bits),
        }
    }

    fn count(&self) -> usize {
        self.stops.board.robots.len()
    }

    fn robots(&self, state: &K) -> Robots {
        let mut robots = [0; LABELS.len()];
        state.read_into(&mut robots[..self.count()], self.bits);
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
        self.robots(state)[0] == self.stops.board.target
    }

    fn expand(
        &self,
        state: &K,
        mut visit: impl FnMut(Slide, K) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let all = self.robots(state);
        let robots = &all[..self.count()];
        for place in 0..robots.len() {
            for (direction, to) in Direction::ALL
                .into_iter()
                .zip(self.stops.ends(robots, place))
            {
                if to != robots[place] {
                    let mut all = all;
                    let next = &mut all[..robots.len()];
                    next[place] = to;
                    next[1..].sort_unstable();
                    visit(placed(place, direction), K::of(next, self.bits))?;
                }
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
        match 1u64.checked_shl(self.bits * self.count() as u32) {
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
