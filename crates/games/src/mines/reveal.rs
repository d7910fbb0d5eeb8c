//! What one click reveals, the whole board at once; [`super::rules`] says it one cell at a time.
//!
//! Cells are rows of bits, 64 to a word, the first column the lowest bit of the first word. Whole rows
//! are filled at once, down the board and up again, which finds all of an opening but what lies behind a
//! corner. The rest goes word by word from a stack: every word that is taken opens a cell at least, so a
//! maze costs no more than its cells.

use super::mines_around;
use crate::grid::{Grid, Square};

/// Clicks on a cell of a board in the judge's letters: a hidden mine explodes, a hidden empty
/// cell is revealed with all that follows from it, and a revealed cell stays as it is. Bytes
/// that are none of the letters are no cells: what becomes of them is not said.
///
/// ```
/// use fewest_games::{grid::Grid, mines};
///
/// let mut cells = Grid::new(4, b"EEEEEEEMEEEE".to_vec());
/// mines::reveal(&mut cells, 0);
/// assert_eq!(cells.squares(), b"BB1EBB1MBB1E");
/// ```
///
/// # Panics
/// If the square is not on the board.
pub fn reveal(cells: &mut Grid<u8>, click: Square) {
    match cells[click] {
        b'M' => cells[click] = b'X',
        b'E' => match mines_around(cells, click) {
            0 => Opening::around(click, cells).reveal(cells),
            mines => cells[click] = b'0' + mines,
        },
        _ => {}
    }
}

/// Bits of all cells. Row `r` of the board is line `r + 1`: there is an empty line above the
/// first and below the last, and an empty word between the lines.
struct Opening {
    rows: usize,
    /// The words of a line.
    words: usize,
    /// Hidden cells without a mine.
    empty: Vec<u64>,
    /// All mines.
    mines: Vec<u64>,
    /// Hidden cells without a mine in them or around them.
    blank: Vec<u64>,
    /// The blank cells that the click opens.
    open: Vec<u64>,
    /// Blank cells of each word that touch open ones, and the words that have some.
    seeds: Vec<u64>,
    stack: Vec<u32>,
}

impl Opening {
    /// The opening around a blank cell.
    fn around(click: Square, cells: &Grid<u8>) -> Self {
        let (rows, columns) = (cells.rows() as usize, cells.columns() as usize);
        let words = columns.div_ceil(64);
        let size = (rows + 2) * (words + 1) + 1;
        let mut opening = Opening {
            rows,
            words,
            empty: vec![0; size],
            mines: vec![0; size],
            blank: vec![0; size],
            open: vec![0; size],
            seeds: Vec::new(),
            stack: Vec::new(),
        };
        for line in 1..=rows {
            let words = opening.first(line)..opening.first(line) + words;
            let cells = &cells.squares()[(line - 1) * columns..];
            let empty = &mut opening.empty[words.clone()];
            read_row(cells, columns, empty, &mut opening.mines[words]);
        }
        for line in 1..=rows {
            for at in opening.first(line)..opening.first(line) + words {
                opening.blank[at] = opening.empty[at] & !opening.near(&opening.mines, at);
            }
        }
        let place = cells.place(click);
        let line = place.row as usize + 1;
        let word = opening.first(line) + place.column as usize / 64;
        opening.open[word] = 1 << (place.column % 64);
        opening.spread(line, line);
        (line..rows).for_each(|line| opening.spread(line, line + 1));
        (1..rows)
            .rev()
            .for_each(|line| opening.spread(line + 1, line));
        opening.finish();
        opening
    }

    /// The index of a line's first word.
    fn first(&self, line: usize) -> usize {
        line * (self.words + 1) + 1
    }

    /// The cells of a word that are set, or around one that is.
    #[inline]
    fn near(&self, bits: &[u64], at: usize) -> u64 {
        let stride = self.words + 1;
        let column = |at: usize| bits[at - stride] | bits[at] | bits[at + stride];
        beside([column(at - 1), column(at), column(at + 1)])
    }

    /// Opens a line's runs of blank cells that touch open cells of another line.
    fn spread(&mut self, from: usize, line: usize) {
        let (from, first) = (self.first(from), self.first(line));
        let (mut left, mut carry) = (0, false);
        for word in 0..self.words {
            let at = first + word;
            let blank = self.blank[at];
            let seeds = beside(three(&self.open, from + word)) & blank | self.open[at];
            (self.open[at], carry) = fill_up(seeds, blank, carry);
            left |= self.open[at] ^ blank;
        }
        if left != 0 {
            for at in (first..first + self.words).rev() {
                let left = self.open[at] ^ self.blank[at];
                let seeds = (self.open[at] >> 1 | self.open[at + 1] << 63) & left;
                if seeds != 0 {
                    self.open[at] |= fill_down(seeds, left);
                }
            }
        }
    }

    /// Opens what the sweeps left: word by word, from what touches the open cells.
    fn finish(&mut self) {
        let stride = self.words + 1;
        for at in self.first(1)..self.first(self.rows + 1) {
            if self.open[at] != self.blank[at] {
                self.touch(at, self.near(&self.open, at));
            }
        }
        while let Some(at) = self.stack.pop() {
            let at = at as usize;
            let seeds = std::mem::take(&mut self.seeds[at]);
            let opened = fill(seeds, self.blank[at] & !self.open[at]);
            self.open[at] |= opened;
            for at in [at - stride, at, at + stride] {
                self.touch(at - 1, opened << 63);
                self.touch(at, opened << 1 | opened | opened >> 1);
                self.touch(at + 1, opened >> 63);
            }
        }
    }

    /// Notes the blank cells among some of a word's that are not open yet.
    #[inline]
    fn touch(&mut self, at: usize, cells: u64) {
        let seeds = cells & self.blank[at] & !self.open[at];
        if seeds != 0 {
            self.seeds.resize(self.open.len(), 0);
            if self.seeds[at] == 0 {
                self.stack.push(at as u32);
            }
            self.seeds[at] |= seeds;
        }
    }

    /// Reveals the open cells and those around them.
    fn reveal(self, cells: &mut Grid<u8>) {
        let columns = cells.columns() as usize;
        for (row, cells) in cells.squares_mut().chunks_mut(columns).enumerate() {
            for (word, cells) in cells.chunks_mut(64).enumerate() {
                let at = self.first(row + 1) + word;
                let blanks = self.open[at];
                let digits = self.near(&self.open, at) & self.empty[at] & !blanks;
                if blanks == u64::MAX {
                    cells.fill(b'B');
                    continue;
                }
                each_bit(blanks, |bit| cells[bit] = b'B');
                if digits != 0 {
                    let lines = [at - self.words - 1, at, at + self.words + 1];
                    let mines = lines.map(|at| {
                        let [before, here, after] = three(&self.mines, at).map(u128::from);
                        before >> 63 | here << 1 | after << 65
                    });
                    each_bit(digits, |bit| {
                        let around = mines.iter().map(|mines| (mines >> bit & 7).count_ones());
                        cells[bit] = b'0' + around.sum::<u32>() as u8;
                    });
                }
            }
        }
    }
}

fn each_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// A word of a line, after the one before it and before the one after it.
type Three = [u64; 3];

#[inline]
fn three(bits: &[u64], at: usize) -> Three {
    [bits[at - 1], bits[at], bits[at + 1]]
}

/// The cells that are set, or beside one that is.
#[inline]
fn beside([before, here, after]: Three) -> u64 {
    before >> 63 | here << 1 | here | here >> 1 | after << 63
}

/// Fills runs of `among` from each of `seeds`, which are some of it, to the run's upper end. A
/// run that continues from the word before is filled if `carry` says so; returns the same for
/// the word behind.
#[inline]
fn fill_up(seeds: u64, among: u64, carry: bool) -> (u64, bool) {
    // The sum's carry runs through just the cells that are to be filled, and leaves zeros there
    // but at further seeds.
    let (sum, over) = among.overflowing_add(seeds);
    let (sum, over_too) = sum.overflowing_add(u64::from(carry));
    (among & (!sum | seeds), over | over_too)
}

/// Fills runs of `among` from each of `seeds` to the run's lower end.
#[inline]
fn fill_down(seeds: u64, among: u64) -> u64 {
    let (filled, _) = fill_up(seeds.reverse_bits(), among.reverse_bits(), false);
    filled.reverse_bits()
}

/// Fills runs of `among` from each of `seeds` to both ends.
#[inline]
fn fill(seeds: u64, among: u64) -> u64 {
    if (seeds << 1 | seeds >> 1) & among & !seeds == 0 {
        return seeds;
    }
    let (up, _) = fill_up(seeds, among, false);
    up | fill_down(seeds, among)
}

/// Finds the hidden cells without a mine, and all mines, among the first `columns` cells; `cells` may
/// continue with the next rows. Bits beyond the columns are zero.
fn read_row(cells: &[u8], columns: usize, empty: &mut [u64], mines: &mut [u64]) {
    let words = empty.iter_mut().zip(mines.iter_mut());
    for (from, (empty, mines)) in (0..columns).step_by(64).zip(words) {
        let cells = &cells[from..];
        (*empty, *mines) = match cells.first_chunk() {
            // At the end of a row this reads into the next row, which is faster than to stop there.
            Some(chunk) => read_word(chunk),
            None => {
                let mut chunk = [0; 64];
                chunk[..cells.len()].copy_from_slice(cells);
                read_word(&chunk)
            }
        };
    }
    if !columns.is_multiple_of(64) {
        for last in [empty.last_mut(), mines.last_mut()].into_iter().flatten() {
            *last &= !(u64::MAX << (columns % 64));
        }
    }
}

/// Letters and digits are told apart by bit 6, mines among the letters by bit 3, and hidden
/// cells among the others by bit 0: so eight cells are read together.
#[inline]
fn read_word(cells: &[u8; 64]) -> (u64, u64) {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    // Brings the lowest bits of eight bytes together in the highest byte, in their order.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (mut empty, mut mines) = (0, 0);
    for (place, eight) in cells.as_chunks().0.iter().enumerate() {
        let cells = u64::from_le_bytes(*eight);
        let (letter, mine) = (cells >> 6, cells >> 3);
        let bits = |of: u64| ((of & LOWEST).wrapping_mul(GATHER) >> 56) << (8 * place);
        empty |= bits(cells & letter & !mine);
        mines |= bits(letter & mine);
    }
    (empty, mines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_bits() {
        let mut rng = fastrand::Rng::with_seed(529);
        for _ in 0..20_000 {
            let columns = rng.usize(1..200);
            let rest = rng.usize(..100);
            let letter = |_| *rng.choice(b"EEEEMXB12345678").unwrap();
            let cells: Vec<u8> = (0..columns + rest).map(letter).collect();
            let [mut empty, mut mines] = [(); 2].map(|()| vec![0; columns.div_ceil(64)]);
            read_row(&cells, columns, &mut empty, &mut mines);
            for column in 0..columns.next_multiple_of(64) {
                let cell = cells.get(column).filter(|_| column < columns);
                let has = |bits: &[u64]| bits[column / 64] >> (column % 64) & 1 == 1;
                assert_eq!(has(&empty), cell == Some(&b'E'));
                assert_eq!(has(&mines), cell.is_some_and(|cell| b"MX".contains(cell)));
            }
        }
    }
}
