//! Sets of squares where heads are, one bit a square, and all of them moved at once: over all squares
//! ([`BitGrid`]), or over those of one colour of a chequerboard ([`ParityGrid`]).

use super::Board;
use crate::grid::{Direction, Square};

/// A set of squares, in `W` words.
pub type Heads<const W: usize> = [u64; W];

/// No square.
pub const NONE: u16 = u16::MAX;
/// The most squares a board may have here.
pub const MOST_SQUARES: u32 = 64 * 256;

/// Where heads may go.
pub struct BitGrid<const W: usize> {
    /// How heads move in each direction.
    ways: [Way<W>; 4],
    floor: Heads<W>,
    /// For each square the one ahead in each direction; [`NONE`] for a wall or the edge.
    ahead: Vec<[u16; 4]>,
}

impl<const W: usize> BitGrid<W> {
    pub fn new(board: &Board) -> Self {
        let walls = &board.walls;
        let mut grid = BitGrid {
            ways: [(); 4].map(|()| Way::new()),
            floor: [0; W],
            ahead: vec![[NONE; 4]; walls.len() as usize],
        };
        for square in 0..walls.len() {
            if !walls[square] {
                insert(&mut grid.floor, square);
            }
            for direction in Direction::ALL {
                if let Some(next) = board.step(square, direction)
                    && !walls[next]
                {
                    grid.ahead[square as usize][direction as usize] = next as u16;
                    grid.ways[direction as usize].add(square, next, false);
                }
            }
        }
        grid
    }

    /// Every square that is no wall.
    pub fn floor(&self) -> &Heads<W> {
        &self.floor
    }

    /// The square ahead, or [`NONE`].
    #[inline(always)]
    pub fn ahead(&self, square: Square, direction: usize) -> Option<Square> {
        let ahead = self.ahead[square as usize][direction];
        (ahead != NONE).then_some(Square::from(ahead))
    }

    /// All heads one step on; those before a wall or an edge are gone.
    #[inline(always)]
    pub fn moved(&self, heads: &Heads<W>, direction: usize) -> Heads<W> {
        self.ways[direction].moved(heads)
    }
}

#[inline(always)]
pub fn has<const W: usize>(heads: &Heads<W>, square: Square) -> bool {
    heads[square as usize / 64] >> (square % 64) & 1 == 1
}

#[inline(always)]
pub fn insert<const W: usize>(heads: &mut Heads<W>, square: Square) {
    heads[square as usize / 64] |= 1 << (square % 64);
}

/// How many squares a set has. Plain x86-64 has no instruction for it, and word by word
/// `count_ones` would be half of a sweep: here the words are added up before their bytes are.
#[inline(always)]
pub fn count<const W: usize>(heads: &Heads<W>) -> u64 {
    const PAIRS: u64 = u64::MAX / 0x3;
    const NIBBLES: u64 = u64::MAX / 0x5;
    const BYTES: u64 = u64::MAX / 0x11;
    const WORDS: u64 = u64::MAX / 0x101;
    // A byte holds the sum of up to 31 of them.
    let mut total = 0;
    for words in heads.chunks(16) {
        let mut sums = 0;
        for &word in words {
            let pairs = word - (word >> 1 & PAIRS);
            let nibbles = (pairs & NIBBLES) + (pairs >> 2 & NIBBLES);
            sums += (nibbles + (nibbles >> 4)) & BYTES;
        }
        let sums = (sums & WORDS) + (sums >> 8 & WORDS);
        total += sums.wrapping_mul(u64::MAX / 0xFFFF) >> 48;
    }
    total
}

#[inline(always)]
pub fn is_empty<const W: usize>(heads: &Heads<W>) -> bool {
    heads.iter().fold(0, |all, word| all | word) == 0
}

/// The squares of a set, ascending.
pub fn squares<const W: usize>(heads: &Heads<W>) -> impl Iterator<Item = Square> {
    heads.iter().enumerate().flat_map(|(place, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(place as Square * 64 + bit)
        })
    })
}

/// The squares of a board by their colours.
pub struct ParityGrid<const W: usize> {
    colours: Vec<[Way<W>; 4]>,
    columns: u32,
}

/// A square: its colour, and its number among those of the colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    pub colour: usize,
    pub number: Square,
}

/// How the heads on squares of one colour move in one direction.
pub struct Way<const W: usize> {
    /// The squares that are not before a wall or an edge.
    open: Heads<W>,
    /// The square before the apple.
    before_apple: Heads<W>,
    hops: Vec<Hop<W>>,
}

/// Heads whose numbers change alike.
struct Hop<const W: usize> {
    by: usize,
    is_up: bool,
    /// Where they arrive. The apple is not among them: there nothing goes on.
    arrivals: Heads<W>,
}

/// How many colours the squares of a board have.
pub fn parity_colours(board: &Board) -> usize {
    let is_even = board.walls.rows().is_multiple_of(2) && board.walls.columns().is_multiple_of(2);
    if is_even || !board.wrap { 2 } else { 1 }
}

/// How many words a set of heads takes.
pub fn parity_words(board: &Board) -> usize {
    let squares = board.walls.len() as usize;
    squares.div_ceil(parity_colours(board)).div_ceil(64)
}

impl<const W: usize> ParityGrid<W> {
    pub fn new(board: &Board) -> Self {
        let mut grid = ParityGrid {
            colours: Vec::new(),
            columns: board.walls.columns(),
        };
        for _ in 0..parity_colours(board) {
            grid.colours.push([(); 4].map(|()| Way::new()));
        }
        for square in 0..board.walls.len() {
            for direction in Direction::ALL {
                if let Some(ahead) = board.step(square, direction)
                    && !board.walls[ahead]
                {
                    let (from, to) = (grid.spot(square), grid.spot(ahead));
                    let way = &mut grid.colours[from.colour][direction as usize];
                    way.add(from.number, to.number, ahead == board.apple);
                }
            }
        }
        grid
    }

    /// How many colours there are.
    pub fn colours(&self) -> usize {
        self.colours.len()
    }

    pub fn spot(&self, square: Square) -> Spot {
        match self.colours.len() {
            1 => Spot {
                colour: 0,
                number: square,
            },
            // Of two squares side by side one is of each colour.
            _ => Spot {
                colour: (square / self.columns + square % self.columns) as usize % 2,
                number: square / 2,
            },
        }
    }

    /// How heads on squares of a colour move in each direction.
    pub fn ways(&self, colour: usize) -> &[Way<W>; 4] {
        &self.colours[colour]
    }
}

impl<const W: usize> Way<W> {
    fn new() -> Self {
        Way {
            open: [0; W],
            before_apple: [0; W],
            hops: Vec::new(),
        }
    }

    fn add(&mut self, from: Square, to: Square, is_apple: bool) {
        insert(&mut self.open, from);
        if is_apple {
            return insert(&mut self.before_apple, from);
        }
        let (by, is_up) = (from.abs_diff(to) as usize, to > from);
        let alike = |hop: &Hop<W>| (hop.by, hop.is_up) == (by, is_up);
        let place = self.hops.iter().position(alike).unwrap_or_else(|| {
            let arrivals = [0; W];
            self.hops.push(Hop {
                by,
                is_up,
                arrivals,
            });
            self.hops.len() - 1
        });
        insert(&mut self.hops[place].arrivals, to);
    }

    /// Those of the heads that are not before a wall or an edge.
    #[inline(always)]
    pub fn free(&self, heads: &Heads<W>) -> Heads<W> {
        std::array::from_fn(|word| heads[word] & self.open[word])
    }

    /// Whether one of the heads is before the apple.
    #[inline(always)]
    pub fn wins(&self, heads: &Heads<W>) -> bool {
        let before = (0..W).fold(0, |all, word| all | heads[word] & self.before_apple[word]);
        before != 0
    }

    /// All heads one step on; those before a wall, an edge or the apple are gone.
    #[inline(always)]
    pub fn moved(&self, heads: &Heads<W>) -> Heads<W> {
        // With room on both sides no word needs a question whether there is one beside it.
        let padded = [[0; W], *heads, [0; W]];
        let padded = padded.as_flattened();
        let mut moved = [0; W];
        for hop in &self.hops {
            let (words, bits) = (hop.by / 64, hop.by % 64);
            if hop.is_up {
                let (high, low) = (&padded[W - words..][..W], &padded[W - words - 1..][..W]);
                for word in 0..W {
                    let ahead = high[word] << bits | low[word] >> 1 >> (63 - bits);
                    moved[word] |= ahead & hop.arrivals[word];
                }
            } else {
                let (low, high) = (&padded[W + words..][..W], &padded[W + words + 1..][..W]);
                for word in 0..W {
                    let ahead = low[word] >> bits | high[word] << 1 << (63 - bits);
                    moved[word] |= ahead & hop.arrivals[word];
                }
            }
        }
        moved
    }
}

impl Spot {
    /// The set of this square alone.
    pub fn alone<const W: usize>(self) -> Heads<W> {
        let mut heads = [0; W];
        insert(&mut heads, self.number);
        heads
    }

    pub fn is_in<const W: usize>(self, heads: &Heads<W>) -> bool {
        has(heads, self.number)
    }
}
