//! Curling for the search: a key is the stone's square and the squares of the broken blocks.
//!
//! Where few blocks can break, as in the judge's ten throws, a position and its key have a fixed
//! size, so that nothing is allocated for one; otherwise both are as long as they need to be.

use std::marker::PhantomData;

use fewest_search::{Key, Limits, Plan, Puzzle, Report, Space, Watch};

use super::{Board, Ice, Slide, kernel};
use crate::grid::{Direction, Square};
use crate::rules::{Planning, Searching, Solve, Task};

/// The board as a puzzle whose positions are kept as `P`. Throws that lose are not offered.
struct Rink<'a, P> {
    board: &'a Board,
    positions: PhantomData<fn() -> P>,
}

/// A way to keep a position.
trait Position: Clone + Eq {
    type Key: Key;
    fn new(stone: Square) -> Self;
    fn stone(&self) -> Square;
    /// The squares of the broken blocks, ascending.
    fn broken(&self) -> &[Square];
    /// The same blocks broken, the stone elsewhere.
    fn moved(&self, stone: Square) -> Self;
    /// The stone elsewhere, and one more block broken.
    fn stopped(&self, stone: Square, block: Square) -> Self;
    fn pack(&self, squares: u32) -> Self::Key;
    fn unpack(key: &Self::Key, squares: u32) -> Self;
}

impl<P: Position> Puzzle for Rink<'_, P> {
    type State = P;
    type Move = Direction;
    type Key = P::Key;

    fn start(&self) -> P {
        P::new(self.board.stone)
    }

    fn is_won(&self, position: &P) -> bool {
        position.stone() == self.board.goal
    }

    fn expand(&self, position: &P, mut visit: impl FnMut(Direction, P)) {
        let board = self.board;
        let broken = position.broken();
        if board.is_spent(broken.len()) {
            return;
        }
        // A last throw that only breaks a block loses the game.
        let may_stop = !board.is_spent(broken.len() + 1);
        for direction in Direction::ALL {
            match board.slide(position.stone(), broken, direction) {
                Slide::Goal => visit(direction, position.moved(board.goal)),
                Slide::Stopped { at, block } if may_stop => {
                    visit(direction, position.stopped(at, block));
                }
                Slide::Stopped { .. } | Slide::Blocked | Slide::Off => {}
            }
        }
    }

    fn pack(&self, position: &P) -> P::Key {
        position.pack(self.board.blocks.len())
    }

    fn unpack(&self, key: &P::Key) -> P {
        P::unpack(key, self.board.blocks.len())
    }

    fn space(&self) -> Space {
        Space::Sparse
    }
}

/// Any number of broken blocks.
impl Position for Ice {
    type Key = Box<[u32]>;

    fn new(stone: Square) -> Self {
        Ice {
            stone,
            broken: Vec::new(),
        }
    }

    fn stone(&self) -> Square {
        self.stone
    }

    fn broken(&self) -> &[Square] {
        &self.broken
    }

    fn moved(&self, stone: Square) -> Self {
        Ice {
            stone,
            broken: self.broken.clone(),
        }
    }

    fn stopped(&self, stone: Square, block: Square) -> Self {
        let place = self.broken.partition_point(|&broken| broken < block);
        let (before, after) = self.broken.split_at(place);
        Ice {
            stone,
            broken: [before, &[block], after].concat(),
        }
    }

    /// The stone's square, and then the broken blocks: their squares in ascending order, or one
    /// bit for each square of the board where that is no longer. The length tells which.
    fn pack(&self, squares: u32) -> Box<[u32]> {
        let words = squares.div_ceil(32) as usize;
        let mut key = Vec::with_capacity(1 + words.min(self.broken.len()));
        key.push(self.stone);
        if self.broken.len() < words {
            key.extend_from_slice(&self.broken);
        } else {
            key.resize(1 + words, 0);
            for &block in &self.broken {
                key[1 + block as usize / 32] |= 1 << (block % 32);
            }
        }
        key.into_boxed_slice()
    }

    fn unpack(key: &Box<[u32]>, squares: u32) -> Self {
        let (stone, blocks) = (key[0], &key[1..]);
        let broken = if blocks.len() < squares.div_ceil(32) as usize {
            blocks.to_vec()
        } else {
            let is_broken =
                |&square: &Square| blocks[square as usize / 32] >> (square % 32) & 1 == 1;
            (0..squares).filter(is_broken).collect()
        };
        Ice { stone, broken }
    }
}

/// At most [`FewBroken::MOST`] broken blocks.
#[derive(Clone, Copy)]
struct FewBroken {
    stone: Square,
    count: u8,
    /// The first `count` are in use.
    broken: [Square; FewBroken::MOST],
}

impl PartialEq for FewBroken {
    fn eq(&self, other: &Self) -> bool {
        self.stone == other.stone && self.broken() == other.broken()
    }
}

impl Eq for FewBroken {}

impl FewBroken {
    /// What the judge's ten throws can break before the last one.
    const MOST: usize = 9;

    /// The bits of a key for one square; there is room for "none" as well.
    fn bits(squares: u32) -> u32 {
        u32::BITS - squares.leading_zeros()
    }

    /// Whether every position of a board can be kept like this.
    fn fit(board: &Board) -> bool {
        let blocks = board
            .blocks
            .squares()
            .iter()
            .filter(|&&block| block)
            .count();
        // The last throw allowed breaks nothing that matters.
        let throws = board
            .throws
            .map_or(usize::MAX, |throws| throws as usize - 1);
        let most = blocks.min(throws);
        most <= Self::MOST && (most as u32 + 1) * Self::bits(board.blocks.len()) <= u128::BITS
    }
}

impl Position for FewBroken {
    type Key = u128;

    fn new(stone: Square) -> Self {
        FewBroken {
            stone,
            count: 0,
            broken: [0; Self::MOST],
        }
    }

    fn stone(&self) -> Square {
        self.stone
    }

    fn broken(&self) -> &[Square] {
        &self.broken[..usize::from(self.count)]
    }

    fn moved(&self, stone: Square) -> Self {
        FewBroken { stone, ..*self }
    }

    fn stopped(&self, stone: Square, block: Square) -> Self {
        let mut next = self.moved(stone);
        let mut place = usize::from(self.count);
        while place > 0 && next.broken[place - 1] > block {
            next.broken[place] = next.broken[place - 1];
            place -= 1;
        }
        next.broken[place] = block;
        next.count += 1;
        next
    }

    /// The stone's square in the lowest bits, and then the broken blocks, each counted from 1:
    /// what stands above the last of them is 0.
    fn pack(&self, squares: u32) -> u128 {
        let bits = Self::bits(squares);
        let blocks = self.broken().iter().rev();
        let blocks = blocks.fold(0, |key, &block| key << bits | u128::from(block + 1));
        blocks << bits | u128::from(self.stone)
    }

    fn unpack(key: &u128, squares: u32) -> Self {
        let bits = Self::bits(squares);
        let lowest = |key: u128| key as u32 & ((1u64 << bits) - 1) as u32;
        let mut position = Self::new(lowest(*key));
        let mut blocks = key >> bits;
        while blocks != 0 {
            position.broken[usize::from(position.count)] = lowest(blocks) - 1;
            position.count += 1;
            blocks >>= bits;
        }
        position
    }
}

impl Solve for Board {
    fn with_puzzle<T: Task<Direction>>(&self, task: T) -> T::Output {
        if FewBroken::fit(self) {
            task.run(&Rink::<FewBroken> {
                board: self,
                positions: PhantomData,
            })
        } else {
            task.run(&Rink::<Ice> {
                board: self,
                positions: PhantomData,
            })
        }
    }

    fn plan(&self, limits: &Limits) -> Plan {
        if kernel::fits(self) {
            kernel::plan(self, limits)
        } else {
            self.with_puzzle(Planning { limits })
        }
    }

    fn solve(&self, limits: &Limits, watch: &mut dyn Watch) -> Report<Direction> {
        if kernel::fits(self) {
            kernel::solve(self, limits, watch)
        } else {
            self.with_puzzle(Searching { limits, watch })
        }
    }
}
