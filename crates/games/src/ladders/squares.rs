//! What the search knows of the squares of a track, a few bits each.

use fewest_search::{Books, Limit};

/// Squares in a word.
pub const WORD: u32 = u64::BITS;

/// Two bits a square, and which words have nothing left.
pub struct Squares {
    /// The squares that were landed on, and those that were stood on: they differ where a jump
    /// starts and where one ends.
    words: Vec<[u64; 2]>,
    /// For a word that was landed on everywhere: up to which word all were.
    full: Vec<u32>,
    /// Up to this word all were landed on everywhere.
    passed: usize,
}

const LANDED: usize = 0;
const STOOD: usize = 1;

impl Squares {
    /// Nothing is known of so many squares.
    pub fn new(squares: u32, books: &mut Books) -> Result<Self, Limit> {
        Ok(Squares {
            words: books.filled(Self::words(squares), [0; 2])?,
            full: books.filled(Self::words(squares), 0)?,
            passed: 0,
        })
    }

    /// One word to spare, so that there always is a next one.
    fn words(squares: u32) -> usize {
        (squares / WORD) as usize + 2
    }

    /// The bytes that so many squares take.
    pub fn bytes(squares: u32) -> u64 {
        Self::words(squares) as u64 * (size_of::<[u64; 2]>() + size_of::<u32>()) as u64
    }

    /// Lands on the first `count` of the 64 squares from `start` on; says which were not landed
    /// on before.
    #[inline]
    pub fn land(&mut self, start: u32, count: u32) -> u64 {
        let (word, at) = place(start);
        let new = !self.window(LANDED, start) & first(count);
        self.words[word][LANDED] |= new << at;
        self.words[word + 1][LANDED] |= new >> 1 >> (WORD - 1 - at);
        new
    }

    /// Those of the 64 squares from `start` on that were landed on.
    #[inline]
    pub fn landed_on(&self, start: u32) -> u64 {
        self.window(LANDED, start)
    }

    /// Those of the 64 squares from `start` on that were stood on.
    #[inline]
    pub fn stood_on(&self, start: u32) -> u64 {
        self.window(STOOD, start)
    }

    /// Stands on some of the 64 squares from `start` on.
    #[inline]
    pub fn stand(&mut self, start: u32, squares: u64) {
        let (word, at) = place(start);
        self.words[word][STOOD] |= squares << at;
        self.words[word + 1][STOOD] |= squares >> 1 >> (WORD - 1 - at);
    }

    #[inline]
    fn window(&self, what: usize, start: u32) -> u64 {
        let (word, at) = place(start);
        let next = self.words[word + 1][what] << 1 << (WORD - 1 - at);
        self.words[word][what] >> at | next
    }

    /// Whether somebody stood on a square.
    #[inline]
    pub fn was_stood_on(&self, square: u32) -> bool {
        let (word, at) = place(square);
        self.words[word][STOOD] >> at & 1 != 0
    }

    /// The first square that nobody has landed on.
    #[inline]
    pub fn first_left(&mut self) -> u32 {
        while self.words[self.passed][LANDED] == u64::MAX {
            self.passed += 1;
        }
        self.passed as u32 * WORD + self.words[self.passed][LANDED].trailing_ones()
    }

    /// The first square from `start` on whose word has something left, or `end` where that
    /// comes first.
    pub fn next_left(&mut self, start: u32, end: u32) -> u32 {
        let (from, to) = (place(start).0, place(end).0);
        let mut word = from;
        while word <= to && self.words[word][LANDED] == u64::MAX {
            word = (word + 1).max(self.full[word] as usize);
        }
        // Whoever comes this way again goes straight there: so all ways together are short.
        let mut passed = from;
        while passed < word && passed <= to {
            let full = &mut self.full[passed];
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
