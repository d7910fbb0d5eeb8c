//! Sets of squares where heads are, one bit a square, and all of them moved at once.

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
pub struct Yard<const W: usize> {
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

impl<const W: usize> Yard<W> {
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
        Yard {
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
