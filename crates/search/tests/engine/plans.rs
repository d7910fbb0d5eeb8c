//! What a plan announces: bits where they fit a quarter of the memory, keys otherwise, bounds kept.

use std::ops::ControlFlow;

use fewest_search::{Key, Limits, Puzzle, SearchContext, SearchOptions, Space, plan, solve};
use fewest_search_testing::Named;
use fewest_search_testing::worlds::{Line, Tree};

fn with_memory(memory: u64) -> SearchOptions<'static> {
    SearchOptions::new().memory(memory)
}

#[test]
fn bits_get_a_quarter_of_the_memory() {
    let tree = Tree { nodes: 1000 };
    let bytes = |space: u64| space.div_ceil(64) * 8;
    for space in [1, 63, 64, 65, 1000, 1 << 20, (1 << 30) + 1] {
        let puzzle = Named::<_, u64>::within(&tree, space);
        let enough = plan(&puzzle, &with_memory(4 * bytes(space)));
        assert_eq!(enough.kernel, "bits", "{space}");
        let short = plan(&puzzle, &with_memory(4 * bytes(space) - 1));
        assert_eq!(short.kernel, "keys", "{space}");
        for plan in [enough, short] {
            assert_eq!(plan.states, Some(space));
            let why = plan.why;
            assert!(why.template.contains("below {space}"), "{why:?}");
            assert!(why.numbers.contains(&("space", space)), "{why:?}");
            assert!(!why.template.ends_with('.'), "{why:?}");
        }
    }
}

#[test]
fn without_a_memory_limit_small_spaces_get_bits() {
    let tree = Tree { nodes: 1000 };
    let kernel = |space| {
        plan(
            &Named::<_, u64>::within(&tree, space),
            &SearchOptions::new(),
        )
        .kernel
    };
    assert_eq!(kernel(1000), "bits");
    assert_eq!(kernel(1 << 30), "bits");
    assert_eq!(kernel(1 << 40), "keys");
    assert_eq!(kernel(u64::MAX), "keys");
}

#[test]
fn a_sparse_space_keeps_keys_and_promises_only_what_limits_promise() {
    let tree = Tree { nodes: 1000 };
    let puzzle = Named::<_, u128>::sparse(&tree);
    let free = plan(&puzzle, &SearchOptions::new());
    assert_eq!((free.kernel, free.states, free.bytes), ("keys", None, None));
    let held = plan(&puzzle, &with_memory(12_345));
    assert_eq!((held.states, held.bytes), (None, Some(12_345)));
    let limits = SearchOptions::new().states(10);
    let few = plan(&puzzle, &limits);
    assert_eq!(few.states, Some(10));
    assert!(few.bytes.is_some());
    // How long a run of words becomes is not known beforehand.
    assert_eq!(
        plan(&Named::<_, Box<[u32]>>::sparse(&tree), &limits).bytes,
        None
    );
}

/// The bounds hold (each run checks them) and are not idle: within a factor of what is taken.
#[test]
fn the_bytes_announced_are_near_the_bytes_taken() {
    for nodes in [
        1, 64, 767, 768, 769, 1536, 1537, 16_384, 16_385, 200_000, 786_433,
    ] {
        let tree = Tree { nodes };
        let states = Limits {
            states: Some(u64::from(nodes)),
            ..Limits::default()
        };
        for (report, limits) in [
            (
                fewest_search_testing::run(&Named::<_, u32>::dense(&tree)),
                "none",
            ),
            (
                fewest_search_testing::run(&Named::<_, u64>::dense(&tree)),
                "none",
            ),
            (
                fewest_search_testing::run_within(&Named::<_, u32>::sparse(&tree), &states),
                "states",
            ),
            (
                fewest_search_testing::run_within(&Named::<_, u64>::sparse(&tree), &states),
                "states",
            ),
            (
                fewest_search_testing::run_within(&Named::<_, u128>::sparse(&tree), &states),
                "states",
            ),
        ] {
            assert_eq!(report.stats.states, u64::from(nodes));
            let announced = report.plan.bytes.expect("a bound");
            let (taken, kernel) = (report.stats.bytes, report.plan.kernel);
            assert!(
                announced <= 6 * taken,
                "{announced} for {taken}: {nodes} nodes, limits {limits}, {kernel}"
            );
        }
    }
}

/// A key that owns nothing at the start and more with every move.
#[derive(Clone, PartialEq, Eq)]
struct Tally(Vec<u8>);

impl Key for Tally {
    const OWNS_MEMORY: bool = true;

    fn hash(&self) -> u64 {
        self.0.len() as u64
    }
    fn index(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }
    fn heap_bytes(&self) -> u64 {
        self.0.len() as u64
    }
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.0);
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        Some(Tally(bytes.to_vec()))
    }
}

struct Tallies(Space);

impl Puzzle for Tallies {
    type State = usize;
    type Move = ();
    type Key = Tally;

    fn start(&self) -> usize {
        0
    }
    fn is_won(&self, _: &usize) -> bool {
        false
    }
    fn expand(
        &self,
        state: &usize,
        mut visit: impl FnMut((), usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if *state < 3000 {
            visit((), state + 1)?;
        }
        ControlFlow::Continue(())
    }
    fn pack(&self, state: &usize) -> Tally {
        Tally(vec![0; *state])
    }
    fn unpack(&self, key: &Tally) -> usize {
        key.0.len()
    }
    fn space(&self) -> Space {
        self.0
    }
}

/// 0 + 1 + … + 3000 bytes are owned by the keys: more than all the rest.
const OWNED: u64 = 3000 * 3001 / 2;

#[test]
fn keys_that_grow_from_nothing_keep_the_plan() {
    let limits = SearchOptions::new().states(5000);
    let report = solve(&Tallies(Space::Sparse), &mut SearchContext::new(&limits));
    assert_eq!(report.stats.states, 3001);
    assert!(report.stats.bytes >= OWNED);
    let (taken, announced) = (report.stats.bytes, report.plan.bytes);
    assert!(
        announced.is_none_or(|most| taken <= most),
        "{taken} > {announced:?}"
    );
}

#[test]
fn bits_count_what_keys_own() {
    let report = solve(&Tallies(Space::Dense(3001)), &mut SearchContext::default());
    assert_eq!(report.plan.kernel, "bits");
    assert_eq!(report.stats.states, 3001);
    let taken = report.stats.bytes;
    assert!(
        taken >= OWNED,
        "{taken} bytes in the books, {OWNED} owned by the keys alone"
    );
}

#[test]
fn a_plan_is_made_without_searching() {
    // A line that no search would end on today.
    let line = Line {
        nodes: u32::MAX,
        won: None,
    };
    let plan = plan(&Named::<_, u32>::dense(&line), &SearchOptions::new());
    assert_eq!(plan.kernel, "bits");
    assert_eq!(plan.states, Some(u64::from(u32::MAX)));
}
