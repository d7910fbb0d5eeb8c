//! The positions that were reached before: one bit each where their keys are dense, otherwise a
//! set of whole keys. No key is kept in any order, because no way back is ever asked for.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use fewest_search::{Books, Key, Limit, Limits, Space};

/// What the bits may take where no memory limit says otherwise.
const BITS_UNASKED: u64 = 1 << 30;

/// Every position reached so far, by its exact key.
pub struct Seen<K> {
    keys: Keys<K>,
    len: u64,
    most: u64,
}

enum Keys<K> {
    Bits(Vec<u64>),
    Set {
        set: HashSet<Name<K>, BuildHasherDefault<Spread>>,
        /// What the set's table takes.
        bytes: u64,
    },
}

impl<K: Key> Seen<K> {
    pub fn new(space: Space, limits: &Limits, books: &mut Books) -> Result<Self, Limit> {
        // The bits are taken whole, and the layers need the rest.
        let for_bits = limits.memory.map_or(BITS_UNASKED, |memory| memory / 4);
        let keys = match space {
            Space::Dense(space) if space / 8 < for_bits => {
                Keys::Bits(books.filled(space.div_ceil(64) as usize, 0)?)
            }
            _ => Keys::Set {
                set: HashSet::default(),
                bytes: 0,
            },
        };
        Ok(Seen {
            keys,
            len: 0,
            most: limits.states.unwrap_or(u64::MAX),
        })
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Adds a position; says whether it is new.
    pub fn admit(&mut self, key: &K, books: &mut Books) -> Result<bool, Limit> {
        let is_full = self.len >= self.most;
        match &mut self.keys {
            Keys::Bits(words) => {
                let index = key.index().expect("a dense space has integer keys") as usize;
                let (word, bit) = (&mut words[index / 64], 1 << (index % 64));
                if *word & bit != 0 {
                    return Ok(false);
                }
                if is_full {
                    return Err(Limit::States);
                }
                *word |= bit;
            }
            Keys::Set { set, bytes } => {
                let name = Name(key.clone());
                if set.contains(&name) {
                    return Ok(false);
                }
                if is_full {
                    return Err(Limit::States);
                }
                if set.len() == set.capacity() {
                    let room = (set.len() * 2).max(Books::LEAST_ROOM);
                    // For a moment the old table and the new one are held.
                    let larger = table_bytes::<K>(room);
                    books.take(larger)?;
                    set.try_reserve(room - set.len())
                        .map_err(|_| Limit::Memory)?;
                    books.give_back(std::mem::replace(bytes, larger));
                }
                books.take(key.heap_bytes())?;
                set.insert(name);
            }
        }
        self.len += 1;
        Ok(true)
    }
}

/// The bytes of a table with room for so many keys: it is at most seven eighths full, has a power
/// of two of places, and a byte of its own for each of them and for a group past the end.
fn table_bytes<K>(room: usize) -> u64 {
    const GROUP: u64 = 64;
    let places = (room as u64 * 8).div_ceil(7).next_power_of_two();
    places * (size_of::<K>() as u64 + 1) + GROUP
}

/// A key that is hashed by its own hash.
#[derive(PartialEq, Eq)]
struct Name<K>(K);

impl<K: Key> Hash for Name<K> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.hash());
    }
}

/// Takes a key's hash as it is: it is well spread already.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key's hash is one number");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
