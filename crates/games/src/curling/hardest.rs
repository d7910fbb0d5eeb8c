//! All Curling boards of a size at once.
//!
//! With the goal on one square, a position is a set of blocks and the square of the stone. A throw
//! that does not win leads to a set with one block fewer, so that going through the sets in the
//! order of their numbers, every position that a throw leads to is known before it is asked for.
//! And every position is a board.

use std::ops::{ControlFlow, RangeInclusive};

use super::Board;
use crate::grid::{Direction, Square};
use crate::making::frame::Frame;
use crate::making::hardest::Sweep;
use crate::making::top::Top;
use crate::making::turns::Turn;

/// The way through all boards, one part for each square that the goal may be on: of those that a
/// turn leads to each other, one.
pub struct Throws<'a> {
    frame: &'a Frame<Board>,
    boards: u128,
    goals: Vec<Square>,
    blocks: RangeInclusive<u32>,
    throws: u8,
}

/// The fewest throws where there is no win.
const NEVER: u8 = u8::MAX;

impl<'a> Throws<'a> {
    /// The most squares: more take more memory than there is.
    const MOST: u32 = 30;

    /// Nothing where the boards are too large.
    pub fn new(frame: &'a Frame<Board>, boards: u128) -> Option<Self> {
        let grid = &frame.pattern.blocks;
        let size = (grid.rows(), grid.columns());
        let is_first = |goal: &Square| {
            let stay = |turn: &Turn| turn.size(size) == size;
            let mut images = Turn::all()
                .filter(stay)
                .map(|turn| turn.square(size, *goal));
            images.all(|image| *goal <= image)
        };
        (grid.len() <= Self::MOST).then(|| Throws {
            frame,
            boards,
            goals: (0..grid.len()).filter(is_first).collect(),
            blocks: frame.amount("blocks"),
            throws: frame.pattern.throws.map_or(NEVER - 1, |throws| {
                u8::try_from(throws).unwrap_or(NEVER - 1).min(NEVER - 1)
            }),
        })
    }

    fn squares(&self) -> u32 {
        self.frame.pattern.blocks.len()
    }

    /// The board of a position.
    fn board(&self, goal: Square, blocks: u32, stone: Square) -> Board {
        let mut board = self.frame.pattern.clone();
        (board.stone, board.goal) = (stone, goal);
        for square in 0..self.squares() {
            board.blocks[square] = blocks >> square & 1 == 1;
        }
        board
    }
}

impl Sweep<Board> for Throws<'_> {
    fn boards(&self) -> u128 {
        self.boards
    }

    fn parts(&self) -> u64 {
        self.goals.len() as u64
    }

    /// A byte for each set of blocks, with none on the goal, and square.
    fn bytes(&self) -> (u64, u64) {
        (0, u64::from(self.squares()) << (self.squares() - 1))
    }

    fn part(
        &self,
        part: u64,
        top: &mut Top<Board>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let goal = self.goals[part as usize];
        let squares = self.squares() as usize;
        let sets = 1usize << (squares - 1);
        let mut table = vec![NEVER; sets * squares];
        let rays = Rays::new(&self.frame.pattern, goal);
        // The squares without the goal's, close together.
        let low = (1u32 << goal) - 1;
        let apart = |set: u32| set & low | (set & !low) << 1;
        let together = |blocks: u32| blocks & low | blocks >> 1 & !low;
        for set in 0..sets as u32 {
            if set.is_multiple_of(1 << 14) {
                go_on()?;
            }
            let blocks = apart(set);
            let (before, here) = table.split_at_mut(set as usize * squares);
            let mut most = 0;
            for stone in (0..squares as u32).filter(|&square| square != goal) {
                if blocks >> stone & 1 == 1 {
                    continue;
                }
                let fewest = rays.throws(blocks, stone, |blocks, stone| {
                    before[together(blocks) as usize * squares + stone as usize]
                });
                here[stone as usize] = fewest;
                if fewest <= self.throws {
                    most = most.max(fewest);
                }
            }
            let bar = top.bar().max(1);
            if u64::from(most) >= bar && self.blocks.contains(&blocks.count_ones()) {
                for stone in 0..squares as u32 {
                    if here[stone as usize] == most {
                        top.offer(most.into(), || self.board(goal, blocks, stone));
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The squares that a throw from each square comes by, as bits, up to the edge.
struct Rays {
    goal: u32,
    /// Upwards and to the left: towards lower squares.
    down: Vec<[u32; 2]>,
    /// Downwards and to the right: towards higher ones.
    up: Vec<[u32; 2]>,
    /// How far the next square is in each of the two ways.
    strides: [u32; 2],
}

impl Rays {
    fn new(pattern: &Board, goal: Square) -> Self {
        let bits = |square, direction| {
            let ray = pattern.blocks.ray(square, direction);
            ray.fold(0u32, |bits, square| bits | 1 << square)
        };
        let both = |ways: [Direction; 2]| {
            let squares = 0..pattern.blocks.len();
            squares.map(move |square| ways.map(|way| bits(square, way)))
        };
        Rays {
            goal: 1 << goal,
            down: both([Direction::Up, Direction::Left]).collect(),
            up: both([Direction::Down, Direction::Right]).collect(),
            strides: [pattern.blocks.columns(), 1],
        }
    }

    /// The fewest throws from a position, where `known` tells those of positions with fewer blocks.
    #[inline]
    fn throws(&self, blocks: u32, stone: Square, known: impl Fn(u32, Square) -> u8) -> u8 {
        let stops = blocks | self.goal;
        let mut fewest = NEVER - 1;
        for way in 0..2 {
            let stride = self.strides[way];
            let met = self.down[stone as usize][way] & stops;
            if met != 0 {
                let at = 31 - met.leading_zeros();
                if 1 << at == self.goal {
                    return 1;
                }
                if at + stride != stone {
                    fewest = fewest.min(known(blocks & !(1 << at), at + stride));
                }
            }
            let met = self.up[stone as usize][way] & stops;
            if met != 0 {
                let at = met.trailing_zeros();
                if 1 << at == self.goal {
                    return 1;
                }
                if at - stride != stone {
                    fewest = fewest.min(known(blocks & !(1 << at), at - stride));
                }
            }
        }
        fewest + 1
    }
}
