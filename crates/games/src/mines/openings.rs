//! All openings of a board, found row by row: runs of blank cells, joined where they touch.
//!
//! Only the openings that may still grow are remembered, so they are never more than a row has
//! runs.

use fewest_search::{Books, Limit};

use crate::grid::Square;

/// The openings that reach the row read last.
pub struct Openings {
    /// The opening of each run of the row above, by its number.
    above: Vec<u32>,
    /// The same for the row that is being read.
    here: Vec<u32>,
    /// For each opening, one that it was found to be a part of, or itself.
    parts: Vec<u32>,
    /// The first cell of each opening.
    firsts: Vec<Square>,
    /// The number that each opening gets for the next row.
    renamed: Vec<u32>,
    /// The first cells by these numbers.
    kept: Vec<Square>,
}

const GONE: u32 = u32::MAX;

impl Openings {
    pub fn new(columns: u32, books: &mut Books) -> Result<Self, Limit> {
        let most = Self::most(columns);
        Ok(Openings {
            above: books.list(most)?,
            here: books.list(most)?,
            parts: books.list(most)?,
            firsts: books.list(most)?,
            renamed: books.list(most)?,
            kept: books.list(most)?,
        })
    }

    /// The most runs of a row; and as runs that touch nothing above them have a gap to every run
    /// above, the most openings that can be known at a time.
    fn most(columns: u32) -> usize {
        columns.div_ceil(2) as usize
    }

    pub fn bytes(columns: u32) -> u64 {
        6 * Self::most(columns) as u64 * size_of::<u32>() as u64
    }

    /// Reads the blank cells of the next row, which begins with the square `first`. Looks
    /// around with every run.
    pub fn read(
        &mut self,
        above: &[u64],
        here: &[u64],
        first: Square,
        mut look: impl FnMut() -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let mut touching = Runs::of(above).zip(&self.above).peekable();
        for run in Runs::of(here) {
            look()?;
            while touching
                .next_if(|(above, _)| above.end + 1 < run.begin)
                .is_some()
            {}
            let mut opening = None;
            while let Some(&(above, &number)) = touching.peek() {
                if above.begin > run.end + 1 {
                    break;
                }
                let other = whole(number, &mut self.parts);
                opening = Some(match opening {
                    Some(one) => join(one, other, &mut self.parts, &self.firsts),
                    None => other,
                });
                // One that goes on behind this run may touch the next one too.
                if above.end > run.end {
                    break;
                }
                touching.next();
            }
            self.here.push(opening.unwrap_or_else(|| {
                self.parts.push(self.parts.len() as u32);
                self.firsts.push(first + run.begin);
                self.parts.len() as u32 - 1
            }));
        }
        Ok(())
    }

    /// Ends the row: hands on the first cell of each opening that has no run in it, and
    /// numbers the others anew.
    pub fn close(
        &mut self,
        mut closed: impl FnMut(Square) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        self.renamed.resize(self.parts.len(), GONE);
        for number in &mut self.here {
            let opening = whole(*number, &mut self.parts) as usize;
            if self.renamed[opening] == GONE {
                self.renamed[opening] = self.kept.len() as u32;
                self.kept.push(self.firsts[opening]);
            }
            *number = self.renamed[opening];
        }
        for (number, &first) in self.firsts.iter().enumerate() {
            if self.parts[number] == number as u32 && self.renamed[number] == GONE {
                closed(first)?;
            }
        }
        self.renamed.clear();
        self.parts.clear();
        self.parts.extend(0..self.kept.len() as u32);
        std::mem::swap(&mut self.firsts, &mut self.kept);
        self.kept.clear();
        std::mem::swap(&mut self.above, &mut self.here);
        self.here.clear();
        Ok(())
    }
}

/// The opening that one has become a part of. Halves the way to it for the next time.
#[inline]
fn whole(mut number: u32, parts: &mut [u32]) -> u32 {
    while parts[number as usize] != number {
        let next = parts[parts[number as usize] as usize];
        parts[number as usize] = next;
        number = next;
    }
    number
}

/// Makes two openings one, which goes by the earlier first cell.
fn join(one: u32, other: u32, parts: &mut [u32], firsts: &[Square]) -> u32 {
    let (earlier, later) = match firsts[one as usize] <= firsts[other as usize] {
        true => (one, other),
        false => (other, one),
    };
    parts[later as usize] = earlier;
    earlier
}

/// Cells of a row that are set without a gap, from the first to the last.
#[derive(Clone, Copy)]
struct Run {
    begin: u32,
    end: u32,
}

/// The runs of a row, from left to right.
struct Runs<'a> {
    row: &'a [u64],
    at: usize,
    begins: u64,
    ends: u64,
}

impl<'a> Runs<'a> {
    fn of(row: &'a [u64]) -> Self {
        Runs {
            row,
            at: 0,
            begins: 0,
            ends: 0,
        }
    }

    /// Goes to the next word; nothing behind the last.
    fn step(&mut self) -> Option<()> {
        self.at += 1;
        let &[before, here, after] = self.row[self.at - 1..].first_chunk()?;
        self.begins = here & !(here << 1 | before >> 63);
        self.ends = here & !(here >> 1 | after << 63);
        Some(())
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        while self.begins == 0 {
            self.step()?;
        }
        let begin = column(self.at, &mut self.begins);
        while self.ends == 0 {
            self.step()?;
        }
        let end = column(self.at, &mut self.ends);
        Some(Run { begin, end })
    }
}

/// The column of the lowest of a word's bits, which is taken away.
fn column(at: usize, bits: &mut u64) -> u32 {
    let column = (at as u32 - 1) * 64 + bits.trailing_zeros();
    *bits &= *bits - 1;
    column
}
