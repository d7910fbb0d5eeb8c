//! Worlds whose answers are known by arithmetic, large enough to strain a store.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::World;

/// One way, `0 → 1 → … → last`: as deep as it is large.
pub struct Line {
    pub nodes: u32,
    pub won: Option<u32>,
}

impl World for Line {
    fn nodes(&self) -> u32 {
        self.nodes
    }
    fn is_won(&self, node: u32) -> bool {
        Some(node) == self.won
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        if node + 1 < self.nodes {
            visit(1, node + 1);
        }
        visit(0, node.saturating_sub(1));
    }
}

/// A start that leads to every other node at once; each leads back, and the last one on to
/// the win, which is the node after it.
pub struct Fan {
    pub leaves: u32,
    pub won: bool,
}

impl World for Fan {
    fn nodes(&self) -> u32 {
        self.leaves + 2
    }
    fn is_won(&self, node: u32) -> bool {
        self.won && node == self.leaves + 1
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        match node {
            0 => (1..=self.leaves).for_each(|leaf| visit(leaf, leaf)),
            _ => visit(0, 0),
        }
        if node == self.leaves && self.won {
            visit(1, node + 1);
        }
    }
}

/// A fan with a handle: the last leaf leads on, step by step, to the win.
pub struct Broom {
    pub leaves: u32,
    pub handle: u32,
}

impl World for Broom {
    fn nodes(&self) -> u32 {
        self.leaves + self.handle + 1
    }
    fn is_won(&self, node: u32) -> bool {
        node == self.leaves + self.handle
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        match node {
            0 => (1..=self.leaves).for_each(|leaf| visit(leaf, leaf)),
            _ if node >= self.leaves => visit(0, node + 1),
            _ => {}
        }
    }
}

/// A heap's tree, `n → 2n+1, 2n+2`: as many states as asked for, in few layers.
pub struct Tree {
    pub nodes: u32,
}

impl World for Tree {
    fn nodes(&self) -> u32 {
        self.nodes
    }
    fn is_won(&self, _: u32) -> bool {
        false
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        for next in [2 * node + 1, 2 * node + 2] {
            if next < self.nodes {
                visit(next, next);
            }
        }
    }
}

/// Any bit may be flipped: layers are the binomials.
pub struct Cube {
    pub bits: u32,
    pub won: Option<u32>,
}

impl World for Cube {
    fn nodes(&self) -> u32 {
        1 << self.bits
    }
    fn is_won(&self, node: u32) -> bool {
        Some(node) == self.won
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        for bit in 0..self.bits {
            visit(bit, node ^ (1 << bit));
        }
    }
}

/// A binary counter that is doubled or counted up, from 1.
pub struct Counter {
    pub bits: u32,
    pub won: u32,
}

impl World for Counter {
    fn nodes(&self) -> u32 {
        1 << self.bits
    }
    fn start(&self) -> u32 {
        1
    }
    fn is_won(&self, node: u32) -> bool {
        node == self.won
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        if 2 * node < self.nodes() {
            visit(0, 2 * node);
        }
        if node + 1 < self.nodes() {
            visit(1, node + 1);
        }
    }
}

/// The sliding eight-puzzle; a node is the rank of a permutation, 0 the tiles in order with
/// the blank (tile 0) in the corner.
pub struct Eight {
    pub start: [u8; 9],
    pub won: Option<[u8; 9]>,
}

impl Eight {
    pub const GOAL: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

    fn rank(tiles: &[u8; 9]) -> u32 {
        (0..9).fold(0, |rank, at| {
            let smaller = tiles[at..].iter().filter(|tile| **tile < tiles[at]);
            rank * (9 - at as u32) + smaller.count() as u32
        })
    }

    fn unrank(mut rank: u32) -> [u8; 9] {
        let mut tiles = [0; 9];
        for at in (0..9).rev() {
            let base = 9 - at as u32;
            tiles[at] = (rank % base) as u8;
            rank /= base;
            for later in at + 1..9 {
                tiles[later] += u8::from(tiles[later] >= tiles[at]);
            }
        }
        tiles
    }

    /// The blank changes places with a neighbour: up, down, left, right.
    fn slide(tiles: &[u8; 9], step: u32) -> Option<[u8; 9]> {
        let blank = tiles.iter().position(|tile| *tile == 0)?;
        let to = match step {
            0 if blank >= 3 => blank - 3,
            1 if blank < 6 => blank + 3,
            2 if blank % 3 > 0 => blank - 1,
            3 if blank % 3 < 2 => blank + 1,
            _ => return None,
        };
        let mut slid = *tiles;
        slid.swap(blank, to);
        Some(slid)
    }

    /// Where a list of moves ends.
    pub fn play(&self, moves: &[u32]) -> [u8; 9] {
        moves.iter().fold(self.start, |tiles, step| {
            Self::slide(&tiles, *step).expect("a legal move")
        })
    }
}

impl World for Eight {
    fn nodes(&self) -> u32 {
        362_880
    }
    fn start(&self) -> u32 {
        Self::rank(&self.start)
    }
    fn is_won(&self, node: u32) -> bool {
        self.won.is_some_and(|won| Self::unrank(node) == won)
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        let tiles = Self::unrank(node);
        for step in 0..4 {
            if let Some(slid) = Self::slide(&tiles, step) {
                visit(step, Self::rank(&slid));
            }
        }
    }
}

/// Another world, counting how often a node's moves are asked for.
pub struct Counted<'w, W> {
    world: &'w W,
    expanded: AtomicU64,
}

impl<'w, W> Counted<'w, W> {
    pub fn new(world: &'w W) -> Self {
        Counted {
            world,
            expanded: AtomicU64::new(0),
        }
    }
    pub fn expanded(&self) -> u64 {
        self.expanded.load(Relaxed)
    }
}

impl<W: World> World for Counted<'_, W> {
    fn nodes(&self) -> u32 {
        self.world.nodes()
    }
    fn start(&self) -> u32 {
        self.world.start()
    }
    fn is_won(&self, node: u32) -> bool {
        self.world.is_won(node)
    }
    fn moves(&self, node: u32, visit: impl FnMut(u32, u32)) {
        self.expanded.fetch_add(1, Relaxed);
        self.world.moves(node, visit);
    }
}
