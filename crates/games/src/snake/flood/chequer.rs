//! The board as a chequerboard: every move changes the colour of the head's square, so the heads
//! of one layer need bits for the squares of one colour only.
//!
//! Where a torus is odd round one way there is no such colouring; then all squares are of one
//! colour.

use crate::grid::{Direction, Square};
use crate::snake::Board;
use crate::snake::heads::{Heads, has, insert};

/// The squares of a board by their colours.
pub struct Chequer<const W: usize> {
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
pub fn colours(board: &Board) -> usize {
    let is_even = board.walls.rows().is_multiple_of(2) && board.walls.columns().is_multiple_of(2);
    if is_even || !board.wrap { 2 } else { 1 }
}

/// How many words a set of heads takes.
pub fn words(board: &Board) -> usize {
    let squares = board.walls.len() as usize;
    squares.div_ceil(colours(board)).div_ceil(64)
}

impl<const W: usize> Chequer<W> {
    pub fn new(board: &Board) -> Self {
        let empty = || Way {
            open: [0; W],
            before_apple: [0; W],
            hops: Vec::new(),
        };
        let mut chequer = Chequer {
            colours: Vec::new(),
            columns: board.walls.columns(),
        };
        for _ in 0..colours(board) {
            chequer.colours.push([(); 4].map(|()| empty()));
        }
        for square in 0..board.walls.len() {
            for direction in Direction::ALL {
                if let Some(ahead) = board.step(square, direction)
                    && !board.walls[ahead]
                {
                    let (from, to) = (chequer.spot(square), chequer.spot(ahead));
                    let way = &mut chequer.colours[from.colour][direction as usize];
                    way.add(from.number, to.number, ahead == board.apple);
                }
            }
        }
        chequer
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
