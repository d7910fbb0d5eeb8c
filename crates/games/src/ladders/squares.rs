//! What the search knows of the squares of a track, a few bits each.

use fewest_search::{Books, Limit};

use super::jumps::Jumps;

/// Squares in a word.
pub const WORD: u32 = u64::BITS;

/// What is known of 64 squares. It is looked up in no order, so all of it is in one place.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Word {
    /// Those that were landed on.
    landed: u64,
    /// Those that were stood on. They differ from the others where a jump starts and where one
    /// ends.
    stood: u64,
    /// Those that hold a jump.
    jumps: u64,
    /// How many jumps there are before them.
    before: u32,
    /// Where all were landed on: up to which word they were.
    full: u32,
}

/// The squares of a track.
pub struct Squares {
    words: Vec<Word>,
}

impl Squares {
    /// Nothing is known of so many squares but their jumps.
    pub fn new(squares: u32, jumps: &Jumps, books: &mut Books) -> Result<Self, Limit> {
        let mut words = books.list(Self::words(squares))?;
        words.extend(jumps.words().map(|(jumps, before)| Word {
            jumps,
            before,
            ..Word::default()
        }));
        Ok(Squares { words })
    }

    /// One word to spare, so that there always is a next one.
    fn words(squares: u32) -> usize {
        (squares / WORD) as usize + 2
    }

    /// The bytes that so many squares take.
    pub fn bytes(squares: u32) -> u64 {
        (Self::words(squares) * size_of::<Word>()) as u64
    }

    /// Lands on the first `count` of the 64 squares from `start` on; says which were not landed
    /// on before.
    #[inline]
    pub fn land(&mut self, start: u32, count: u32) -> u64 {
        let new = !self.landed_on(start) & first(count);
        let (word, at) = place(start);
        self.words[word].landed |= new << at;
        self.words[word + 1].landed |= new >> 1 >> (WORD - 1 - at);
        new
    }

    /// Those of the 64 squares from `start` on that were landed on.
    #[inline]
    pub fn landed_on(&self, start: u32) -> u64 {
        self.window(start, |word| word.landed)
    }

    /// Stands on some of the 64 squares from `start` on.
    #[inline]
    pub fn stand(&mut self, start: u32, squares: u64) {
        let (word, at) = place(start);
        self.words[word].stood |= squares << at;
        self.words[word + 1].stood |= squares >> 1 >> (WORD - 1 - at);
    }

    /// Those of the 64 squares from `start` on that were stood on.
    #[inline]
    pub fn stood_on(&self, start: u32) -> u64 {
        self.window(start, |word| word.stood)
    }

    /// Whether somebody stood on a square.
    #[inline]
    pub fn was_stood_on(&self, square: u32) -> bool {
        let (word, at) = place(square);
        self.words[word].stood >> at & 1 != 0
    }

    /// Those of the 64 squares from `start` on that hold a jump.
    #[inline]
    pub fn jumps(&self, start: u32) -> u64 {
        self.window(start, |word| word.jumps)
    }

    /// How many jumps there are before a square.
    #[inline]
    pub fn jumps_before(&self, square: u32) -> usize {
        let (word, at) = place(square);
        let Word { jumps, before, .. } = self.words[word];
        (before + (jumps & ((1 << at) - 1)).count_ones()) as usize
    }

    #[inline]
    fn window(&self, start: u32, what: impl Fn(&Word) -> u64) -> u64 {
        let (word, at) = place(start);
        what(&self.words[word]) >> at | what(&self.words[word + 1]) << 1 << (WORD - 1 - at)
    }

    /// The first square from `start` on whose word has something left, or `end` where that
    /// comes first.
    pub fn next_left(&mut self, start: u32, end: u32) -> u32 {
        let (from, to) = (place(start).0, place(end).0);
        let mut word = from;
        while word <= to && self.words[word].landed == u64::MAX {
            word = (word + 1).max(self.words[word].full as usize);
        }
        // Whoever comes this way again goes straight there: so all ways together are short.
        let mut passed = from;
        while passed < word && passed <= to {
            let full = &mut self.words[passed].full;
            passed = (passed + 1).max(*full as usize);
            *full = word as u32;
        }
        let first = word as u64 * u64::from(WORD);
        first.clamp(start.into(), end.into()) as u32
    }
}

/// The first `count` of 64 squares, at least one.
#[inline]
pub fn first(count: u32) -> u64 {
    u64::MAX >> (WORD - count)
}

/// The word that a square is in, and where it is there.
#[inline]
fn place(square: u32) -> (usize, u32) {
    ((square / WORD) as usize, square % WORD)
}
