//! Sets of squares where heads are, one bit a square, and all of them moved at once: over all squares
//! ([`BitGrid`]), or over those of one colour of a chequerboard ([`ParityGrid`]).

use super::Board;
use super::shapes::back;
use crate::grid::{Direction, Square};

/// A set of squares, in `W` words.
pub type Heads<const W: usize> = [u64; W];

/// No square.
pub const NONE: u16 = u16::MAX;
/// The most squares a board may have here.
pub const MOST_SQUARES: u32 = 64 * 256;

/// Where heads may go.
pub struct BitGrid<const W: usize> {
    columns: usize,
    squares: usize,
    /// Where a head may be after a step in each direction that stays on the board.
    inside: [Heads<W>; 4],
    /// Where a head may be after a step in each direction that leaves one edge and enters the
    /// other; nowhere on a board that does not wrap.
    around: [Heads<W>; 4],
    wrap: bool,
    floor: Heads<W>,
    /// For each square the one ahead in each direction; [`NONE`] for a wall or the edge.
    ahead: Vec<[u16; 4]>,
}

impl<const W: usize> BitGrid<W> {
    pub fn new(board: &Board) -> Self {
        let walls = &board.walls;
        let mut inside = [[0; W]; 4];
        let mut around = [[0; W]; 4];
        let mut floor = [0; W];
        let mut ahead = vec![[NONE; 4]; walls.len() as usize];
        for square in 0..walls.len() {
            if !walls[square] {
                insert(&mut floor, square);
            }
            for direction in Direction::ALL {
                let number = direction as usize;
                let on_board = walls.step(square, direction);
                let Some(next) = board.step(square, direction) else {
                    continue;
                };
                if walls[next] {
                    continue;
                }
                ahead[square as usize][number] = next as u16;
                let reached = if on_board.is_some() {
                    &mut inside[number]
                } else {
                    &mut around[number]
                };
                insert(reached, next);
            }
        }
        BitGrid {
            columns: walls.columns() as usize,
            squares: walls.len() as usize,
            inside,
            around,
            wrap: board.wrap,
            floor,
            ahead,
        }
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
        let (along, round) = match Direction::ALL[direction] {
            Direction::Up | Direction::Down => (self.columns, self.squares - self.columns),
            Direction::Left | Direction::Right => (1, self.columns - 1),
        };
        let ahead = shifted(heads, along, direction);
        let mut moved: Heads<W> = std::array::from_fn(|i| ahead[i] & self.inside[direction][i]);
        if self.wrap {
            let across = shifted(heads, round, back(direction));
            for (word, reached) in moved.iter_mut().enumerate() {
                *reached |= across[word] & self.around[direction][word];
            }
        }
        moved
    }
}

/// All bits moved by so many places: up for `D` and `R`, down for `U` and `L`.
#[inline(always)]
fn shifted<const W: usize>(heads: &Heads<W>, by: usize, direction: usize) -> Heads<W> {
    let up = direction % 2 == 1;
    let (words, bits) = (by / 64, by % 64);
    if words == 0 && bits > 0 {
        return std::array::from_fn(|i| match up {
            true => {
                heads[i] << bits
                    | if i > 0 {
                        heads[i - 1] >> (64 - bits)
                    } else {
                        0
                    }
            }
            false => {
                heads[i] >> bits
                    | if i + 1 < W {
                        heads[i + 1] << (64 - bits)
                    } else {
                        0
                    }
            }
        });
    }
    let word = |place: Option<usize>| place.and_then(|at| heads.get(at)).copied().unwrap_or(0);
    std::array::from_fn(|i| match (up, bits) {
        (true, 0) => word(i.checked_sub(words)),
        (false, 0) => word(Some(i + words)),
        (true, _) => {
            let (high, low) = (i.checked_sub(words), i.checked_sub(words + 1));
            word(high) << bits | word(low) >> (64 - bits)
        }
        (false, _) => {
            let (low, high) = (Some(i + words), Some(i + words + 1));
            word(low) >> bits | word(high) << (64 - bits)
        }
    })
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
        let empty = || Way {
            open: [0; W],
            before_apple: [0; W],
            hops: Vec::new(),
        };
        let mut grid = ParityGrid {
            colours: Vec::new(),
            columns: board.walls.columns(),
        };
        for _ in 0..parity_colours(board) {
            grid.colours.push([(); 4].map(|()| empty()));
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
