//! Where the jumps of a track are and where they lead: a bit a square, and a number a jump.

/// The jumps of a track. Only those there are take room: a jump's number among them says where
/// its end is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jumps {
    words: Vec<Word>,
    ends: Vec<u32>,
}

/// 64 squares in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Word {
    /// Those that hold a jump, a bit each.
    starts: u64,
    /// How many jumps there are before them.
    before: u32,
}

impl Jumps {
    /// The jumps of a track of so many squares: where each starts and ends, in any order. No two
    /// start on one square.
    pub fn new(squares: u32, jumps: &[(u32, u32)]) -> Self {
        // One word to spare, so that there always is a next one.
        let mut words = vec![Word::default(); (squares / u64::BITS) as usize + 2];
        for &(start, _) in jumps {
            words[(start / u64::BITS) as usize].starts |= 1 << (start % u64::BITS);
        }
        let mut before = 0;
        for word in &mut words {
            word.before = before;
            before += word.starts.count_ones();
        }
        let ends = vec![0; jumps.len()];
        let mut track = Jumps { words, ends };
        for &(start, end) in jumps {
            let number = track.number(start).expect("it was marked");
            track.ends[number] = end;
        }
        track
    }

    /// The number of the jump on a square, if it holds one.
    #[inline]
    fn number(&self, square: u32) -> Option<usize> {
        let word = self.words[(square / u64::BITS) as usize];
        let bit = 1 << (square % u64::BITS);
        let before = || word.before + (word.starts & (bit - 1)).count_ones();
        (word.starts & bit != 0).then(|| before() as usize)
    }

    /// Where the jump on a square ends, if it holds one.
    #[inline]
    pub fn end(&self, square: u32) -> Option<u32> {
        self.number(square).map(|number| self.ends[number])
    }

    /// Word by word, those of 64 squares in a row that hold a jump, a bit each, and how many jumps
    /// there are before them.
    pub fn words(&self) -> impl Iterator<Item = (u64, u32)> {
        self.words.iter().map(|word| (word.starts, word.before))
    }

    /// Where all jumps end, in the order of their starts.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Every jump's start and end, in the order of their starts.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        let starts = (0..).zip(&self.words).flat_map(|(number, word)| {
            let mut left = word.starts;
            std::iter::from_fn(move || {
                let at = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(number * u64::BITS + at)
            })
        });
        starts.zip(self.ends.iter().copied())
    }

    /// Lets the jump on a square end elsewhere, or takes it away; where there is none, sets one.
    pub fn change(&mut self, start: u32, end: Option<u32>) {
        let word = (start / u64::BITS) as usize;
        let bit = 1 << (start % u64::BITS);
        let Word { starts, before } = self.words[word];
        let number = (before + (starts & (bit - 1)).count_ones()) as usize;
        match (starts & bit != 0, end) {
            (true, Some(end)) => self.ends[number] = end,
            (false, None) => {}
            (true, None) => {
                self.ends.remove(number);
                self.words[word].starts &= !bit;
                for after in &mut self.words[word + 1..] {
                    after.before -= 1;
                }
            }
            (false, Some(end)) => {
                self.ends.insert(number, end);
                self.words[word].starts |= bit;
                for after in &mut self.words[word + 1..] {
                    after.before += 1;
                }
            }
        }
    }
}
