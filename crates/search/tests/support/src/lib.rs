//! For tests of searches: worlds of numbered nodes, played under every kind of key, with each run held to
//! its promises, and a disk that fails as it is told.

pub mod graph;
pub mod ram;
pub mod weighed;
pub mod worlds;

use std::marker::PhantomData;
use std::ops::ControlFlow;

use fewest_search::{
    Key, Limit, Limits, Puzzle, Report, SearchContext, SearchOptions, Space, Unwatched, Verdict,
    Watch, plan, solve,
};

/// Nodes `0..nodes()` and the moves between them: a puzzle that has not chosen its keys yet.
pub trait World: Sync {
    fn nodes(&self) -> u32;
    fn start(&self) -> u32 {
        0
    }
    fn is_won(&self, node: u32) -> bool;
    /// Visits the moves of a node in their order: the move's name, and where it leads.
    fn moves(&self, node: u32, visit: impl FnMut(u32, u32));
}

/// A kind of key: how it names a node in a dense and in a sparse space.
pub trait Name: Key {
    fn dense(node: u32) -> Self;
    fn sparse(node: u32) -> Self;
    fn node(&self, space: Space) -> u32;
}

impl Name for u32 {
    fn dense(node: u32) -> u32 {
        node
    }
    fn sparse(node: u32) -> u32 {
        node.rotate_left(13) ^ 0xF0F0_A5A5
    }
    fn node(&self, space: Space) -> u32 {
        match space {
            Space::Dense(_) => *self,
            Space::Sparse => (*self ^ 0xF0F0_A5A5).rotate_right(13),
        }
    }
}

impl Name for u64 {
    fn dense(node: u32) -> u64 {
        u64::from(node)
    }
    // The low half never changes: a table that looks at nothing else would crawl.
    fn sparse(node: u32) -> u64 {
        u64::from(node) << 32
    }
    fn node(&self, space: Space) -> u32 {
        match space {
            Space::Dense(_) => *self as u32,
            Space::Sparse => (*self >> 32) as u32,
        }
    }
}

impl Name for u128 {
    fn dense(node: u32) -> u128 {
        u128::from(node)
    }
    // Different only above the 64 bits that an index has.
    fn sparse(node: u32) -> u128 {
        u128::from(node) << 96 | 7
    }
    fn node(&self, space: Space) -> u32 {
        match space {
            Space::Dense(_) => *self as u32,
            Space::Sparse => (*self >> 96) as u32,
        }
    }
}

impl Name for Box<[u32]> {
    fn dense(_: u32) -> Self {
        unreachable!("a run of words has no index")
    }
    // From no word to three, so that keys of different lengths meet.
    fn sparse(node: u32) -> Self {
        match node {
            0 => Box::new([]),
            _ => vec![node; 1 + node as usize % 3].into(),
        }
    }
    fn node(&self, _: Space) -> u32 {
        self.first().copied().unwrap_or(0)
    }
}

/// A world under one kind of key.
pub struct Named<'w, W, K> {
    pub world: &'w W,
    pub space: Space,
    key: PhantomData<fn() -> K>,
}

impl<'w, W: World, K: Name> Named<'w, W, K> {
    pub fn dense(world: &'w W) -> Self {
        Self::within(world, u64::from(world.nodes()))
    }
    /// Dense in a space that may be larger than the world.
    pub fn within(world: &'w W, space: u64) -> Self {
        Self::new(world, Space::Dense(space))
    }
    pub fn sparse(world: &'w W) -> Self {
        Self::new(world, Space::Sparse)
    }
    fn new(world: &'w W, space: Space) -> Self {
        Named {
            world,
            space,
            key: PhantomData,
        }
    }
}

impl<W: World, K: Name> Puzzle for Named<'_, W, K> {
    type State = u32;
    type Move = u32;
    type Key = K;

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
    fn pack(&self, node: &u32) -> K {
        match self.space {
            Space::Dense(_) => K::dense(*node),
            Space::Sparse => K::sparse(*node),
        }
    }
    fn unpack(&self, key: &K) -> u32 {
        key.node(self.space)
    }
    fn space(&self) -> Space {
        self.space
    }
}

/// What must be the same in every store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub verdict: Verdict<u32>,
    pub states: u64,
    pub layers: Vec<u64>,
}

impl From<Report<u32>> for Outcome {
    fn from(report: Report<u32>) -> Self {
        Outcome {
            verdict: report.verdict,
            states: report.stats.states,
            layers: report.stats.layers,
        }
    }
}

/// Solves without limits.
pub fn run<P: Puzzle<Move = u32>>(puzzle: &P) -> Report<u32> {
    run_within(puzzle, &Limits::default())
}

/// Solves within limits.
pub fn run_within<P: Puzzle<Move = u32>>(puzzle: &P, limits: &Limits) -> Report<u32> {
    run_watched(puzzle, limits, &mut Unwatched)
}

/// Solves, and holds the report to whatever the docs promise for any puzzle and any limits.
pub fn run_watched<P: Puzzle<Move = u32>>(
    puzzle: &P,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Report<u32> {
    let options = SearchOptions::new().limits(*limits);
    let report = solve(puzzle, &mut SearchContext::new(&options).observed_by(watch));
    let Report {
        verdict,
        best,
        stats,
        plan: planned,
    } = &report;
    assert_eq!(*best, None, "what it finds first is the fewest");
    assert_eq!(
        *planned,
        plan(puzzle, &options),
        "the plan announced is kept"
    );
    assert_eq!(stats.layers.iter().sum::<u64>(), stats.states);
    // The win is counted among the states, but not stored.
    let stored = stats.states - u64::from(verdict.fewest().is_some());
    if let Some(most) = limits.states {
        assert!(stored <= most, "{stored} states for {limits:?}");
    }
    if let Some(most) = limits.memory {
        assert!(stats.bytes <= most, "{} bytes for {limits:?}", stats.bytes);
    }
    if let Some(most) = planned.states {
        assert!(stored <= most, "{stored} states for {planned:?}");
        if limits.states.is_none() {
            assert!(stats.states <= most, "{} for {planned:?}", stats.states);
        }
    }
    if let Some(most) = planned.bytes {
        assert!(stats.bytes <= most, "{} for {planned:?}", stats.bytes);
    }
    match verdict {
        Verdict::Fewest { cost, moves } => {
            assert_eq!(*cost, moves.len() as u64);
            assert_eq!(stats.layers.len(), moves.len() + 1);
            assert!(limits.cost.is_none_or(|most| *cost <= most));
        }
        Verdict::Impossible => assert!(stats.layers.iter().all(|layer| *layer > 0)),
        Verdict::GaveUp { limit, .. } => match limit {
            Limit::States => assert_eq!(limits.states, Some(stats.states)),
            Limit::Memory => assert!(limits.memory.is_some()),
            Limit::Time => assert!(limits.time.is_some()),
            Limit::Cost => assert!(limits.cost.is_some()),
            Limit::Disk(_) => panic!("nobody gave it a disk"),
            Limit::Unknown | Limit::Effort => panic!("no world has such a limit"),
            Limit::Stopped => {}
        },
    }
    report
}

/// Solves under every kind of key and space that leads to another store.
pub fn in_every_store(world: &impl World, limits: &Limits) -> Vec<(&'static str, Report<u32>)> {
    let roomy = u64::from(world.nodes()) + 100;
    vec![
        (
            "u32 dense",
            run_within(&Named::<_, u32>::dense(world), limits),
        ),
        (
            "u64 in a larger space",
            run_within(&Named::<_, u64>::within(world, roomy), limits),
        ),
        (
            "u128 dense",
            run_within(&Named::<_, u128>::dense(world), limits),
        ),
        (
            "u64 in a space past all bits",
            run_within(&Named::<_, u64>::within(world, 1 << 62), limits),
        ),
        (
            "u32 sparse",
            run_within(&Named::<_, u32>::sparse(world), limits),
        ),
        (
            "u64 sparse",
            run_within(&Named::<_, u64>::sparse(world), limits),
        ),
        (
            "u128 sparse",
            run_within(&Named::<_, u128>::sparse(world), limits),
        ),
        (
            "words",
            run_within(&Named::<_, Box<[u32]>>::sparse(world), limits),
        ),
    ]
}
