//! What a puzzle tells the search: its positions, its moves, and how to name a position exactly.

use std::ops::ControlFlow;

/// A puzzle whose moves all cost one.
///
/// What stays the same during play (walls, tables) lives in the puzzle; a
/// [`State`](Puzzle::State) holds only what changes. The promises below are what the
/// proofs rest on, and the games' contract tests hold every puzzle to them.
pub trait Puzzle: Sync {
    /// Only what changes during play.
    type State: Clone + Eq;
    /// One move, as the player would name it.
    type Move: Copy + Eq + Send;
    /// The exact name of a state; never a fingerprint.
    type Key: Key;

    /// The position that play begins from.
    fn start(&self) -> Self::State;

    /// Whether play is over and won. A won state is never expanded.
    fn is_won(&self, state: &Self::State) -> bool;

    /// Visits every legal move that does not lose at once, in a fixed order, each with
    /// the state it leads to, its forced effects applied. Stops as soon as `visit` breaks, and
    /// returns what it returned last: a search breaks where a limit is reached, however many
    /// moves a state has.
    fn expand(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Names a state: equal states have equal keys, different states different ones.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// The inverse of [`pack`](Puzzle::pack) for every state that can be reached.
    fn unpack(&self, key: &Self::Key) -> Self::State;

    /// How the keys are spread.
    fn space(&self) -> Space;

    /// Whether every way from the start to a state has the same length. Then no state of one layer
    /// is met again in a later one, and a search on the disk need not compare them.
    fn is_graded(&self) -> bool {
        false
    }
}

/// Continues an expansion while `holds`, and breaks otherwise.
#[inline]
pub(crate) fn go_on_if(holds: bool) -> ControlFlow<()> {
    match holds {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

/// How a puzzle's keys are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Every key's [`index`](Key::index) is below this number, so one bit a state is enough.
    Dense(u64),
    /// Nothing is known: whole keys must be stored.
    Sparse,
}

/// An exact name for a state: `u32`, `u64`, `u128`, or a boxed run of words where no
/// integer is wide enough.
pub trait Key: Clone + Eq + Send {
    /// Whether keys own memory beyond their own size.
    const OWNS_MEMORY: bool = false;

    /// Spreads keys over a table. Two keys may collide here; they are then compared whole.
    fn hash(&self) -> u64;

    /// The key's own number, where it is one that fits 64 bits.
    fn index(&self) -> Option<u64>;

    /// The bytes the key owns beyond its own size; none where keys own no memory.
    fn heap_bytes(&self) -> u64 {
        0
    }

    /// Appends the key as bytes, for a disk. Different keys have different bytes; of two integers
    /// the smaller one has the smaller bytes.
    fn write(&self, bytes: &mut Vec<u8>);

    /// The inverse of [`write`](Key::write); nothing where no key has these bytes.
    fn read(bytes: &[u8]) -> Option<Self>;
}

/// Folds the 128-bit product back on itself: every bit of `word` reaches every bit of the result.
fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * 0xD1B5_4A32_D192_ED03;
    (product ^ (product >> 64)) as u64
}

/// An integer is its own number, and its bytes are in its order.
macro_rules! integer_key {
    ($integer:ty, $number:ident => $hash:expr) => {
        impl Key for $integer {
            fn hash(&self) -> u64 {
                let $number = *self;
                $hash
            }
            fn index(&self) -> Option<u64> {
                (*self).try_into().ok()
            }
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_be_bytes());
            }
            fn read(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(Self::from_be_bytes)
            }
        }
    };
}

integer_key!(u32, number => mix(u64::from(number)));
integer_key!(u64, number => mix(number));
integer_key!(u128, number => mix(mix(number as u64) ^ (number >> 64) as u64));

impl Key for Box<[u32]> {
    const OWNS_MEMORY: bool = true;

    fn hash(&self) -> u64 {
        self.iter()
            .fold(self.len() as u64, |hash, word| mix(hash ^ u64::from(*word)))
    }
    fn index(&self) -> Option<u64> {
        None
    }
    fn heap_bytes(&self) -> u64 {
        // An allocator rounds up to 16 and keeps a header beside the block.
        (size_of_val::<[u32]>(self) as u64).next_multiple_of(16) + 16
    }
    fn write(&self, bytes: &mut Vec<u8>) {
        for word in self {
            bytes.extend_from_slice(&word.to_be_bytes());
        }
    }
    fn read(bytes: &[u8]) -> Option<Self> {
        let words = bytes.chunks(4).map(u32::read);
        words.collect()
    }
}

/// The positions of a puzzle, each named by bytes: those of its [key](Key::write).
pub trait Positions: Sync {
    /// Calls `tell` with the position that play begins from.
    fn begin(&self, tell: &mut dyn FnMut(Reached));

    /// Calls `tell` with every position that one leads to, in the order of the moves, until
    /// `tell` breaks; of a won one there are none. Returns whether the bytes name a position at
    /// all. `buffer` holds the names; callers that expand many positions reuse it.
    fn expand(
        &self,
        position: &[u8],
        buffer: &mut Vec<u8>,
        tell: &mut dyn FnMut(Reached) -> ControlFlow<()>,
    ) -> bool;

    /// Whether every way to a position has the same length, as [`Puzzle::is_graded`] says.
    fn is_graded(&self) -> bool;
}

/// A position that was reached.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    /// Its name.
    pub key: &'a [u8],
    /// Spreads positions evenly; the same for the same key, on every machine.
    pub hash: u64,
    /// Whether play is over and won there.
    pub is_won: bool,
}

impl<P: Puzzle> Positions for P {
    fn begin(&self, tell: &mut dyn FnMut(Reached)) {
        let mut tell_start = |start: Reached| {
            tell(start);
            ControlFlow::Continue(())
        };
        let _ = tell_state(self, &self.start(), &mut Vec::new(), &mut tell_start);
    }

    fn expand(
        &self,
        position: &[u8],
        buffer: &mut Vec<u8>,
        tell: &mut dyn FnMut(Reached) -> ControlFlow<()>,
    ) -> bool {
        let Some(key) = P::Key::read(position) else {
            return false;
        };
        let state = self.unpack(&key);
        if !self.is_won(&state) {
            let _ = Puzzle::expand(self, &state, |_, next| {
                tell_state(self, &next, buffer, tell)
            });
        }
        true
    }

    fn is_graded(&self) -> bool {
        Puzzle::is_graded(self)
    }
}

fn tell_state<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    buffer: &mut Vec<u8>,
    tell: &mut dyn FnMut(Reached) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let key = puzzle.pack(state);
    buffer.clear();
    key.write(buffer);
    tell(Reached {
        key: buffer,
        hash: key.hash(),
        is_won: puzzle.is_won(state),
    })
}

/// The moves that were chosen, each by its number in the order of the moves; nothing where there
/// is no such move.
pub fn chosen<P: Puzzle>(puzzle: &P, choices: &[u32]) -> Option<Vec<P::Move>> {
    let mut state = puzzle.start();
    let mut moves = Vec::new();
    for &choice in choices {
        let (mut number, mut found) = (0, None);
        let _ = Puzzle::expand(puzzle, &state, |step, next| {
            found = (number == choice).then_some((step, next));
            number += 1;
            go_on_if(found.is_none())
        });
        let (step, next) = found?;
        moves.push(step);
        state = next;
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(key: &impl Key) -> Vec<u8> {
        let mut bytes = Vec::new();
        key.write(&mut bytes);
        bytes
    }

    #[test]
    fn keys_are_read_as_they_were_written() {
        let mut numbers: Vec<u128> = (0..128)
            .flat_map(|bit| [1 << bit, (1 << bit) - 1])
            .collect();
        numbers.sort_unstable();
        for &number in &numbers {
            let (small, middle) = (number as u32, number as u64);
            assert_eq!(u32::read(&bytes(&small)), Some(small));
            assert_eq!(u64::read(&bytes(&middle)), Some(middle));
            assert_eq!(u128::read(&bytes(&number)), Some(number));
            let words: Box<[u32]> = vec![small; number.count_ones() as usize % 5].into();
            assert_eq!(Box::read(&bytes(&words)), Some(words));
        }
        assert!(numbers.is_sorted_by_key(bytes), "smaller numbers first");
        assert_eq!(u64::read(&[0; 7]), None);
        assert_eq!(Box::<[u32]>::read(&[0; 7]), None);
    }
}
