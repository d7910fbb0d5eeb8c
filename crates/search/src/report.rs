//! How a search is planned, and what it reports.

use std::time::Duration;

use crate::context::{Limit, Limits, SearchOptions};
use crate::puzzle::{Key, Puzzle, Space};
use crate::seen::{Bits, KeyTable, Trail};

/// The outcome of a search. "Impossible" and "gave up" are never mixed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The fewest moves that win, proven. Of several fewest solutions this is the one that
    /// comes first when they are compared move by move in the puzzle's own order.
    Fewest {
        /// How many moves it takes.
        cost: u64,
        /// The moves.
        moves: Vec<M>,
    },
    /// No sequence of moves wins, proven.
    Impossible,
    /// A limit ended the search. Nothing shorter than `at_least` wins.
    GaveUp {
        /// Which limit it was.
        limit: Limit,
        /// The lower bound proven so far.
        at_least: u64,
    },
}

impl<M> Verdict<M> {
    /// The proven fewest, if there is one.
    pub fn fewest(&self) -> Option<u64> {
        match self {
            Verdict::Fewest { cost, .. } => Some(*cost),
            _ => None,
        }
    }

    /// The proven lower bound on any win; nothing where no win exists.
    pub fn at_least(&self) -> Option<u64> {
        match self {
            Verdict::Fewest { cost, .. } => Some(*cost),
            Verdict::Impossible => None,
            Verdict::GaveUp { at_least, .. } => Some(*at_least),
        }
    }

    /// The same verdict with every move put in other words.
    pub fn map<N>(self, reword: impl FnMut(M) -> N) -> Verdict<N> {
        match self {
            Verdict::Fewest { cost, moves } => Verdict::Fewest {
                cost,
                moves: moves.into_iter().map(reword).collect(),
            },
            Verdict::Impossible => Verdict::Impossible,
            Verdict::GaveUp { limit, at_least } => Verdict::GaveUp { limit, at_least },
        }
    }
}

/// A verdict, how it was planned, and what it took.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// What was found out.
    pub verdict: Verdict<M>,
    /// Moves that win, where a limit ended the search and the shortest that were found are not
    /// proven to be the fewest.
    pub best: Option<Vec<M>>,
    /// What it took.
    pub stats: Stats,
    /// How the search was planned.
    pub plan: Plan,
}

impl<M> Report<M> {
    /// The same report with every move put in other words.
    pub fn map<N>(self, mut reword: impl FnMut(M) -> N) -> Report<N> {
        let reword_all = |moves: Vec<M>| moves.into_iter().map(&mut reword).collect();
        Report {
            best: self.best.map(reword_all),
            verdict: self.verdict.map(reword),
            stats: self.stats,
            plan: self.plan,
        }
    }
}

/// What a search took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Different states reached, the start and the win included. A game's own kernel that keeps
    /// no states counts repeated visits, and knows no layers.
    pub states: u64,
    /// How many of them were first reached at each cost, from 0 on. Where the search ended
    /// inside a layer, the last entry counts what was reached of it; one of which nothing was
    /// reached is left out. A game's own kernel leaves all of them out where they are so many
    /// that listing them would take more memory than the search.
    pub layers: Vec<u64>,
    /// The most bytes that the search held at one time.
    pub bytes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// How a search will be done, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The kernel's name: `bits`, `keys`, `disk`, or a game's own.
    pub kernel: &'static str,
    /// The most states there can be, where that is known.
    pub states: Option<u64>,
    /// The most bytes the search will take, where that is known.
    pub bytes: Option<u64>,
    /// What it would take if there were memory enough, where that is known. Where this is more
    /// than is allowed, it continues on the disk, if it has one.
    pub needed: Option<u64>,
    /// What it is expected to take: an estimate, or what it takes at the most. `None` where nothing
    /// is known but that it grows with the states found, up to what is allowed.
    pub expected: Option<u64>,
    /// Why this kernel was chosen.
    pub why: Why,
}

/// A reason: a sentence without its full stop, in which `{names}` stand for numbers. The
/// printer fills them in, in its language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// The sentence.
    pub template: &'static str,
    /// What its names stand for.
    pub numbers: Vec<(&'static str, u64)>,
}

impl Why {
    /// A reason without numbers.
    pub fn new(template: &'static str) -> Self {
        Why {
            template,
            numbers: Vec::new(),
        }
    }

    /// The same reason, with one of its numbers.
    pub fn with(mut self, name: &'static str, number: u64) -> Self {
        self.numbers.push((name, number));
        self
    }
}

/// Where the visited states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Store {
    Bits(u64),
    Keys,
}

/// What one bit a state may take if there is no limit of memory.
const BITS_UNASKED: u64 = 1 << 30;

/// Decides how [`solve`](crate::solve) will search a puzzle, without searching it.
pub fn plan<P: Puzzle>(puzzle: &P, options: &SearchOptions) -> Plan {
    choose(puzzle, &options.limits).1
}

/// Picks the store.
///
/// The bits are taken whole at the beginning, so they get at most a quarter of the memory:
/// the trail needs the rest. Past that a key table, which grows with the states reached,
/// goes further.
pub(crate) fn choose<P: Puzzle>(puzzle: &P, limits: &Limits) -> (Store, Plan) {
    let for_bits = limits.memory.map_or(BITS_UNASKED, |memory| memory / 4);
    let space = puzzle.space();
    if let Space::Dense(space) = space {
        let bits = Bits::bytes(space);
        if bits <= for_bits && Bits::can_be_had(space) {
            let why = Why::new(
                "the positions are numbered below {space}, and one bit for each takes {bits} bytes",
            )
            .with("space", space)
            .with("bits", bits);
            let plan = Plan::new::<P>("bits", Some(space), |_| bits, limits, why);
            return (Store::Bits(space), plan);
        }
    }
    let (space, why) = match space {
        Space::Dense(space) => {
            let bits = Bits::bytes(space);
            let why = Why::new(
                "the positions are numbered below {space}, but the {bits} bytes for one bit each \
                 are more than may be set aside, so whole keys are kept",
            )
            .with("space", space)
            .with("bits", bits);
            (Some(space), why)
        }
        Space::Sparse => {
            let why = Why::new("the positions have no dense numbering, so whole keys are kept");
            (None, why)
        }
    };
    let plan = Plan::new::<P>("keys", space, KeyTable::bytes, limits, why);
    (Store::Keys, plan)
}

impl Plan {
    /// The same search, on the disk.
    pub(crate) fn on_disk(self, why: Why, limits: &Limits) -> Self {
        Plan {
            kernel: "disk",
            bytes: limits.memory,
            why,
            ..self
        }
    }

    /// A plan whose visited set takes `seen` bytes for a number of states.
    fn new<P: Puzzle>(
        kernel: &'static str,
        space: Option<u64>,
        seen: impl Fn(u64) -> u64,
        limits: &Limits,
        why: Why,
    ) -> Self {
        let states = fewer(space, limits.states);
        // Keys that own memory may grow during play: no bound but the memory allowed.
        let needed = states.filter(|_| !P::Key::OWNS_MEMORY).map(|states| {
            let moves = states.saturating_mul(size_of::<P::Move>() as u64);
            Trail::<P::Key>::bytes(states)
                .saturating_add(seen(states))
                .saturating_add(moves)
        });
        Plan {
            kernel,
            states,
            bytes: fewer(needed, limits.memory),
            needed,
            expected: needed,
            why,
        }
    }
}

fn fewer(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}
