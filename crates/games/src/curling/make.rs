//! How Curling levels are made and changed, and all boards of a size at once.

use std::ops::{ControlFlow, RangeInclusive};

use fewest_search::SearchContext;
use fewest_words::{key, say};

use super::Board;
use crate::edit::{Change, Edit, Editor};
use crate::grid::{Direction, Square};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Each, Farthest, NoStarts, Sweep, Top, each_start};
use crate::making::make::{Generator, Numbered, Subsets, Turn, shift};

/// Makes and changes boards.
pub struct Maker;

impl Generator<Board> for Maker {
    fn decisive(&self) -> &'static [&'static str] {
        &["throws"]
    }

    fn room(&self, frame: &Frame<Board>) -> Result<(), NoFrame> {
        frame.has_room("blocks", frame.pattern.blocks.len() - 2)
    }

    fn random(&self, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = frame.pattern.clone();
        let mut squares: Vec<Square> = (0..board.blocks.len()).collect();
        let ends = chance.take(&mut squares, 2);
        (board.stone, board.goal) = (ends[0], ends[1]);
        let amount = frame.amount_within("blocks", squares.len() as u32)?;
        let blocks = chance.within(&amount);
        for square in chance.take(&mut squares, blocks) {
            board.blocks[square] = true;
        }
        Some(board)
    }

    /// A block set, removed or moved; or the stone or the goal moved.
    fn changed(&self, board: &Board, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = board.clone();
        let all = 0..board.blocks.len();
        let open = all.filter(|&square| square != board.stone && square != board.goal);
        let open: Vec<Square> = open.collect();
        match chance.below(6) {
            0 | 1 => {
                let ice = open.into_iter().filter(|&square| !board.blocks[square]);
                let square = chance.choice(&ice.collect::<Vec<_>>())?;
                match chance.below(2) {
                    0 => board.stone = square,
                    _ => board.goal = square,
                }
                Some(board)
            }
            _ => {
                let amount = frame.amount_within("blocks", open.len() as u32)?;
                shift(&mut board.blocks, &open, &amount, chance).then_some(board)
            }
        }
    }

    fn images(&self, board: &Board) -> Vec<Board> {
        let size = (board.blocks.rows(), board.blocks.columns());
        let image = |turn: Turn| Board {
            blocks: turn.grid(&board.blocks),
            stone: turn.square(size, board.stone),
            goal: turn.square(size, board.goal),
            throws: board.throws,
        };
        Turn::all().map(image).collect()
    }

    /// Every throw but the last breaks a block.
    fn pars(&self, frame: &Frame<Board>) -> (u64, u64) {
        let open = frame.pattern.blocks.len() - 2;
        let blocks = u64::from(open.min(*frame.amount("blocks").end()));
        let throws = frame.pattern.throws.map_or(u64::MAX, u64::from);
        (1, throws.min(blocks + 1))
    }

    /// On a single row or column the stone slides into the goal where no block is between them.
    fn always_won(&self, frame: &Frame<Board>) -> Option<String> {
        let grid = &frame.pattern.blocks;
        let is_line = grid.rows().min(grid.columns()) == 1;
        let is_free = *frame.amount("blocks").end() == 0;
        (is_line && is_free)
            .then(|| say!("every board can be won: nothing lies between the stone and the goal"))
    }

    /// Every square for the stone and another for the goal, and every set of blocks elsewhere.
    fn numbered<'a>(&self, frame: &'a Frame<Board>, most: u128) -> Option<Numbered<'a, Board>> {
        let pattern = &frame.pattern;
        let squares = pattern.blocks.len();
        let blocks = Subsets::new(squares - 2, &frame.amount("blocks"))?;
        let others = u128::from(squares - 1);
        let count = (u128::from(squares) * others).checked_mul(blocks.count())?;
        let nth = move |number| {
            let mut board = pattern.clone();
            let (ends, set) = (number / blocks.count(), number % blocks.count());
            let (stone, goal) = ((ends / others) as Square, (ends % others) as Square);
            board.stone = stone;
            board.goal = goal + Square::from(goal >= stone);
            let ends = [board.stone, board.goal];
            let open: Vec<_> = (0..squares)
                .filter(|square| !ends.contains(square))
                .collect();
            for place in blocks.nth(set) {
                board.blocks[open[place as usize]] = true;
            }
            board
        };
        (count <= most).then(|| Numbered::new(count, nth))
    }

    fn sweep<'a>(&self, frame: &'a Frame<Board>, _: u64) -> Option<Box<dyn Sweep<Board> + 'a>> {
        let boards = self.numbered(frame, u128::MAX)?;
        if let Some(throws) = Throws::new(frame, boards.count()) {
            return Some(Box::new(throws));
        }
        (boards.count() <= Each::<Board>::MOST).then(|| Box::new(Each(boards)) as Box<_>)
    }

    /// The stone on every square of the ice.
    fn farthest(
        &self,
        board: &Board,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<Board>, NoStarts> {
        let all = 0..board.blocks.len();
        let ice = all.filter(|&square| square != board.goal && !board.blocks[square]);
        let boards = ice.map(|stone| Board {
            stone,
            ..board.clone()
        });
        each_start(boards, most, context)
    }
}

#[cfg(test)]
impl Board {
    /// Whether only the stone is elsewhere.
    pub(crate) fn has_the_same_ice(&self, other: &Self) -> bool {
        (&self.blocks, self.goal) == (&other.blocks, other.goal)
    }
}

/// The kinds of [`Edit`]: a block set, or removed where one is; the stone or the goal moved.
const BLOCK: u32 = 0;
const STONE: u32 = 1;
const GOAL: u32 = 2;

impl Editor<Board> for Maker {
    /// The blocks, the stone, and then the goal. The two go to any free ice, never on each other.
    fn edits<'a>(&'a self, board: &'a Board) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let all = 0..board.blocks.len();
        let open = all.filter(|&square| square != board.stone && square != board.goal);
        let ice = open.clone().filter(|&square| !board.blocks[square]);
        let edit = |kind| move |square| Edit::at(kind, square);
        let moved = ice.clone().map(edit(STONE)).chain(ice.map(edit(GOAL)));
        Box::new(open.map(edit(BLOCK)).chain(moved))
    }

    fn edited(&self, board: &Board, edit: Edit) -> Board {
        let mut board = board.clone();
        match edit.kind {
            BLOCK => board.blocks[edit.to] = !board.blocks[edit.to],
            STONE => board.stone = edit.to,
            _ => board.goal = edit.to,
        }
        board
    }

    fn describe(&self, board: &Board, edit: Edit) -> Change {
        let square = edit.to;
        let place = board.blocks.place(square);
        let told = match edit.kind {
            BLOCK if board.blocks[square] => {
                (key("block"), say!("remove the block at {place}", place))
            }
            BLOCK => (key("block"), say!("set a block at {place}", place)),
            STONE => (key("stone"), say!("move the stone to {place}", place)),
            _ => (key("goal"), say!("move the goal to {place}", place)),
        };
        Change::at(square, told)
    }
}

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
