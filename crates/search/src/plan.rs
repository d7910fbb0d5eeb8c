//! How a search will be done, decided before it begins: which store, how many states and bytes.

use crate::limits::Limits;
use crate::puzzle::{Key, Puzzle, Space};
use crate::seen::{Bits, KeyTable};
use crate::trail::Trail;

/// How a search will be done, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The kernel's name: `bits`, `keys`, or a game's own.
    pub kernel: &'static str,
    /// The most states there can be, where that is known.
    pub states: Option<u64>,
    /// The most bytes the search will take, where that is known.
    pub bytes: Option<u64>,
    /// Why this kernel was chosen, as a sentence without its full stop.
    pub why: String,
}

/// Where the visited states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Store {
    Bits(u64),
    Keys,
}

/// What one bit a state may take where no memory limit says otherwise.
const BITS_UNASKED: u64 = 1 << 30;

/// Picks the store for a puzzle within the limits.
///
/// The bits are taken whole at the beginning, so they get at most a quarter of the memory:
/// the trail needs the rest. Past that a key table, which grows with the states reached,
/// goes further.
pub fn plan<P: Puzzle>(puzzle: &P, limits: &Limits) -> Plan {
    choose(puzzle, limits).1
}

pub(crate) fn choose<P: Puzzle>(puzzle: &P, limits: &Limits) -> (Store, Plan) {
    let trail = Trail::<P::Key>::bytes_a_state();
    let chunk = Trail::<P::Key>::bytes_a_chunk();
    let for_bits = limits.memory.map_or(BITS_UNASKED, |memory| memory / 4);
    match puzzle.space() {
        Space::Dense(space) if Bits::bytes(space) <= for_bits => {
            let states = fewer(Some(space), limits.states);
            let bits = Bits::bytes(space);
            let plan = Plan {
                kernel: "bits",
                states,
                bytes: bound(states, trail, bits + chunk, limits),
                why: format!(
                    "the positions are numbered below {space}, and one bit for each takes {bits} bytes"
                ),
            };
            (Store::Bits(space), plan)
        }
        space => {
            let (space, why) = match space {
                Space::Dense(space) => (
                    Some(space),
                    format!(
                        "the positions are numbered below {space}, but one bit for each would take \
                         {} bytes, over the {for_bits} set aside for bits, so whole keys are kept",
                        Bits::bytes(space)
                    ),
                ),
                Space::Sparse => (
                    None,
                    "the positions have no dense numbering, so whole keys are kept".to_string(),
                ),
            };
            let states = fewer(space, limits.states);
            let owned = puzzle.pack(&puzzle.start()).heap_bytes();
            let each = trail + KeyTable::bytes_a_state();
            // Keys that own memory may grow during play: no bound but the memory allowed.
            let countable = if owned == 0 { states } else { None };
            let plan = Plan {
                kernel: "keys",
                states,
                bytes: bound(countable, each, KeyTable::FIRST_BYTES + chunk, limits),
                why,
            };
            (Store::Keys, plan)
        }
    }
}

fn fewer(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

/// The bytes for so many states beside what is taken at once (the first table, a chunk of the
/// trail even for a single state); never more than allowed, since the books hold that.
fn bound(states: Option<u64>, each: u64, fixed: u64, limits: &Limits) -> Option<u64> {
    let needed = states.map(|states| states.saturating_mul(each).saturating_add(fixed));
    fewer(needed, limits.memory)
}
