//! Worlds under keys that weigh as much in the books as one likes, so that the memory is used up at
//! any moment, and that are as long as one likes, so that little fits a block.

use std::ops::ControlFlow;

use fewest_search::disk::Scratch;
use fewest_search::{Key, Limits, Puzzle, Report, SearchContext, SearchOptions, Space, solve};

use crate::World;

/// A node, what it is said to weigh, and how many bytes come before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heavy {
    node: u32,
    weight: u32,
    filling: u16,
}

impl Key for Heavy {
    const OWNS_MEMORY: bool = true;

    fn hash(&self) -> u64 {
        u64::from(self.node).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
    }
    fn index(&self) -> Option<u64> {
        Some(u64::from(self.node))
    }
    fn heap_bytes(&self) -> u64 {
        u64::from(self.weight)
    }
    fn write(&self, bytes: &mut Vec<u8>) {
        // The filling is different for each node, and in no order.
        let mut rng = fastrand::Rng::with_seed(u64::from(self.node));
        let begin = bytes.len();
        bytes.resize(begin + usize::from(self.filling), 0);
        rng.fill(&mut bytes[begin..]);
        bytes.extend_from_slice(&self.weight.to_be_bytes());
        bytes.extend_from_slice(&self.node.to_be_bytes());
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let (filling, rest) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
        Some(Heavy {
            node: u32::read(&rest[4..])?,
            weight: u32::read(&rest[..4])?,
            filling: filling.len() as u16,
        })
    }
}

/// A world under such keys.
#[derive(Clone, Copy)]
pub struct Weighed<'w, W> {
    pub world: &'w W,
    pub weight: u32,
    pub filling: u16,
    pub dense: bool,
    pub graded: bool,
}

impl<W: World> Puzzle for Weighed<'_, W> {
    type State = u32;
    type Move = u32;
    type Key = Heavy;

    fn start(&self) -> u32 {
        self.world.start()
    }
    fn is_won(&self, node: &u32) -> bool {
        self.world.is_won(*node)
    }
    fn expand(
        &self,
        node: &u32,
        mut visit: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        assert!(!self.is_won(node), "a won state is never expanded");
        let mut ended = ControlFlow::Continue(());
        self.world.moves(*node, |step, next| {
            if ended.is_continue() {
                ended = visit(step, next);
            }
        });
        ended
    }
    fn pack(&self, node: &u32) -> Heavy {
        Heavy {
            node: *node,
            weight: self.weight,
            filling: self.filling,
        }
    }
    fn unpack(&self, key: &Heavy) -> u32 {
        key.node
    }
    fn space(&self) -> Space {
        match self.dense {
            true => Space::Dense(u64::from(self.world.nodes())),
            false => Space::Sparse,
        }
    }
    fn is_graded(&self) -> bool {
        self.graded
    }
}

/// The least memory that a search goes to the disk with.
pub const LEAST: u64 = 2 << 20;

pub fn limits(memory: u64) -> Limits {
    Limits {
        memory: Some(memory),
        ..Limits::default()
    }
}

/// Solves with a folder.
pub fn run_on<P: Puzzle<Move = u32>>(
    puzzle: &P,
    limits: &Limits,
    scratch: &Scratch,
) -> Report<u32> {
    let options = SearchOptions::new().limits(*limits).scratch(scratch);
    let report = solve(puzzle, &mut SearchContext::new(&options));
    let stats = &report.stats;
    assert_eq!(stats.layers.iter().sum::<u64>(), stats.states);
    if let Some(memory) = limits.memory {
        assert!(stats.bytes <= memory, "{} bytes of {memory}", stats.bytes);
    }
    report
}
