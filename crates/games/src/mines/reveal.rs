//! What one click reveals, the whole board at once; [`super::rules`] says it one cell at a time.
//!
//! Cells are rows of bits, 64 to a word, the first column the lowest bit of the first word. Whole rows
//! are filled at once, down the board and up again, which finds all of an opening but what lies behind a
//! corner. The rest goes word by word from a stack: every word that is taken opens a cell at least, so a
//! maze costs no more than its cells. Only the rows that the opening reaches are read, and one more on
//! either side.

use std::ops::Range;

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
            0 if is_tower(cells) => {
                let mut turned = turn(cells);
                let place = cells.place(click);
                let click = place.column * cells.rows() + place.row;
                Opening::around(click, &mut turned).reveal();
                *cells = turn(&turned);
            }
            0 => Opening::around(click, cells).reveal(),
            mines => cells[click] = b'0' + mines,
        },
        _ => {}
    }
}

/// Whether a board is so narrow and high that its rows of bits would be mostly air.
fn is_tower(cells: &Grid<u8>) -> bool {
    cells.columns() < 32 && cells.rows() > 4096
}

/// The board lying on its side: rows are columns and columns rows.
fn turn(cells: &Grid<u8>) -> Grid<u8> {
    let columns = cells.columns() as usize;
    let column = |column| cells.squares()[column..].iter().step_by(columns);
    Grid::new(
        cells.rows() as usize,
        (0..columns).flat_map(column).copied().collect(),
    )
}

/// Bits of all cells. Row `r` of the board is line `r + 1`: there is an empty line above the
/// first and below the last, and an empty word between the lines.
struct Opening<'a> {
    cells: &'a mut Grid<u8>,
    words: usize,
    /// Hidden cells without a mine.
    empty: Vec<u64>,
    /// All mines.
    mines: Vec<u64>,
    /// Hidden cells without a mine in them or around them.
    blank: Vec<u64>,
    /// The blank cells that the click opens.
    open: Vec<u64>,
    /// The lines in which mines and empty cells are known.
    looked: Range<usize>,
    /// The lines in which blank cells are known.
    known: Range<usize>,
    /// The lines with open cells.
    reached: Range<usize>,
}

impl<'a> Opening<'a> {
    /// The opening around a blank cell.
    fn around(click: Square, cells: &'a mut Grid<u8>) -> Self {
        let words = words(cells.columns());
        let size = (cells.rows() as usize + 2) * (words + 1) + 1;
        let place = cells.place(click);
        let line = place.row as usize + 1;
        let mut opening = Opening {
            cells,
            words,
            empty: vec![0; size],
            mines: vec![0; size],
            blank: vec![0; size],
            open: vec![0; size],
            looked: line..line,
            known: line..line,
            reached: line..line + 1,
        };
        let word = opening.first(line) + place.column as usize / 64;
        opening.open[word] = 1 << (place.column % 64);
        opening.know(line);
        opening.spread(line, line);
        opening.sweep_down();
        opening.sweep_up();
        opening.finish();
        opening
    }

    /// Where a line's first word is.
    fn first(&self, line: usize) -> usize {
        line * (self.words + 1) + 1
    }

    /// Looks at a line of cells, next to those looked at before.
    fn look(&mut self, line: usize) {
        if self.is_on_board(line) && !self.looked.contains(&line) {
            grow(&mut self.looked, line);
            let columns = self.cells.columns() as usize;
            let cells = &self.cells.squares()[(line - 1) * columns..];
            let words = self.first(line)..self.first(line) + self.words;
            let (empty, mines) = (&mut self.empty[words.clone()], &mut self.mines[words]);
            look(cells, columns, empty, mines);
        }
    }

    /// Finds the blank cells of a line, next to those known before.
    fn know(&mut self, line: usize) {
        if !self.is_on_board(line) || self.known.contains(&line) {
            return;
        }
        grow(&mut self.known, line);
        (line - 1..=line + 1).for_each(|line| self.look(line));
        let first = self.first(line);
        let mines = three_lines(&self.mines, line, self.words);
        for word in 0..self.words {
            let mined = near(nine(mines, word));
            self.blank[first + word] = self.empty[first + word] & !mined;
        }
    }

    fn is_on_board(&self, line: usize) -> bool {
        (1..=self.cells.rows() as usize).contains(&line)
    }

    fn sweep_down(&mut self) {
        for line in self.reached.start.. {
            if !self.reach(line, line + 1) {
                break;
            }
        }
    }

    fn sweep_up(&mut self) {
        for line in (1..self.reached.end).rev() {
            if !self.reach(line, line - 1) {
                break;
            }
        }
    }

    /// Opens what it can of a line from the one beside it; says whether anything is open there.
    fn reach(&mut self, from: usize, line: usize) -> bool {
        if self.is_full(line) {
            return true;
        }
        if !self.is_on_board(line) {
            return false;
        }
        self.know(line);
        let reached = self.spread(from, line);
        if reached {
            grow(&mut self.reached, line);
        }
        reached
    }

    /// Whether a line has open cells and no other blank ones.
    fn is_full(&self, line: usize) -> bool {
        let words = words_of(line, self.words);
        self.reached.contains(&line) && self.open[words.clone()] == self.blank[words]
    }

    /// Opens a line's runs of blank cells that touch open cells of another line.
    fn spread(&mut self, from: usize, line: usize) -> bool {
        let (from, first) = (self.first(from), self.first(line));
        let (mut some, mut left, mut carry) = (0, 0, false);
        for word in 0..self.words {
            let at = first + word;
            let blank = self.blank[at];
            let seeds = beside(three(&self.open, from + word - 1)) & blank | self.open[at];
            (self.open[at], carry) = fill_up(seeds, blank, carry);
            some |= self.open[at];
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
        some != 0
    }

    /// Opens what the sweeps left: word by word, from what touches the open cells.
    fn finish(&mut self) {
        let mut touched = Touched::default();
        let stride = self.words + 1;
        for line in self.reached.clone() {
            if self.is_full(line) {
                continue;
            }
            let first = self.first(line);
            for at in first..first + self.words {
                if self.open[at] != self.blank[at] {
                    let beside = |at| beside(three(&self.open, at - 1));
                    let near = beside(at - stride) | beside(at + stride);
                    self.touch(at, near, &mut touched);
                }
            }
        }
        while let Some(at) = touched.words.pop() {
            let line = (at as usize - 1) / stride;
            grow(&mut self.reached, line);
            (line - 1..=line + 1).for_each(|line| self.know(line));
            self.open_word(at as usize, &mut touched);
        }
    }

    /// Opens what is touched of a word, and touches what is around it.
    fn open_word(&mut self, at: usize, touched: &mut Touched) {
        let seeds = std::mem::take(&mut touched.seeds[at]);
        let left = self.blank[at] & !self.open[at];
        let opened = fill(seeds, left);
        self.open[at] |= opened;
        let near = opened << 1 | opened | opened >> 1;
        let stride = self.words + 1;
        for at in [at - stride, at, at + stride] {
            self.touch(at, near, touched);
            if opened << 63 != 0 {
                self.touch(at - 1, opened << 63, touched);
            }
            if opened >> 63 != 0 {
                self.touch(at + 1, opened >> 63, touched);
            }
        }
    }

    /// Notes the blank cells among some of a word's that are not open yet.
    fn touch(&self, at: usize, cells: u64, touched: &mut Touched) {
        let seeds = cells & self.blank[at] & !self.open[at];
        if seeds != 0 {
            if touched.seeds.is_empty() {
                touched.seeds = vec![0; self.open.len()];
            }
            if touched.seeds[at] == 0 {
                touched.words.push(at as u32);
            }
            touched.seeds[at] |= seeds;
        }
    }

    /// Reveals the open cells and those around them.
    fn reveal(self) {
        let columns = self.cells.columns() as usize;
        let rows = self.cells.rows() as usize;
        for line in self.reached.start.max(2) - 1..=self.reached.end.min(rows) {
            let cells = &mut self.cells.squares_mut()[(line - 1) * columns..];
            let empty = &self.empty[words_of(line, self.words)][1..];
            let open = three_lines(&self.open, line, self.words);
            let mines = three_lines(&self.mines, line, self.words);
            let revealed = |word: usize| {
                let open = nine(open, word);
                let [_, [_, blanks, _], _] = open;
                let digits = near(open) & empty[word] & !blanks;
                Revealed {
                    blanks,
                    digits,
                    mines: match digits {
                        0 => [0; 4],
                        _ => sums(nine(mines, word)),
                    },
                }
            };
            write(columns, revealed, cells);
        }
    }
}

/// The words with blank cells that touch open ones, and these cells.
#[derive(Default)]
struct Touched {
    words: Vec<u32>,
    seeds: Vec<u64>,
}

/// Takes a line into a range that ends beside it, or has it already.
fn grow(lines: &mut Range<usize>, line: usize) {
    lines.start = lines.start.min(line);
    lines.end = lines.end.max(line + 1);
}

/// Where a line is, the empty words at its ends included.
fn words_of(line: usize, words: usize) -> Range<usize> {
    let before = line * (words + 1);
    before..before + words + 2
}

fn three_lines(map: &[u64], line: usize, words: usize) -> [&[u64]; 3] {
    [line - 1, line, line + 1].map(|line| &map[words_of(line, words)])
}

/// How many words a row takes, without the zero words at its ends.
fn words(columns: u32) -> usize {
    columns.div_ceil(64) as usize
}

/// A word of a row, and those before and after it.
type Three = [u64; 3];

/// Three words of a row, the first of them at a place.
#[inline]
fn three(row: &[u64], at: usize) -> Three {
    let words = &row[at..at + 3];
    [words[0], words[1], words[2]]
}

/// The cells that are set, or beside one that is.
#[inline]
fn beside([before, here, after]: Three) -> u64 {
    before >> 63 | here << 1 | here | here >> 1 | after << 63
}

/// Three words of each of three rows.
#[inline]
fn nine(rows: [&[u64]; 3], at: usize) -> [Three; 3] {
    rows.map(|row| three(row, at))
}

/// The cells that are set, or beside, above or below one that is, or across a corner from it.
#[inline]
fn near(rows: [Three; 3]) -> u64 {
    beside([0, 1, 2].map(|at| rows[0][at] | rows[1][at] | rows[2][at]))
}

/// How many cells are set around each, itself counted: 64 numbers as four words of binary
/// digits, the ones first.
#[inline]
fn sums(rows: [Three; 3]) -> [u64; 4] {
    let [before, here, after] = [0, 1, 2].map(|at| add(rows[0][at], rows[1][at], rows[2][at]));
    let add_columns = |before: u64, here: u64, after: u64| {
        let (left, right) = (here << 1 | before >> 63, here >> 1 | after << 63);
        add(left, here, right)
    };
    let (ones, carry) = add_columns(before.0, here.0, after.0);
    let (twos, fours) = add_columns(before.1, here.1, after.1);
    let carried = twos & carry;
    [ones, twos ^ carry, fours ^ carried, fours & carried]
}

/// Adds three bits in 64 places: the ones and the twos of their sums.
#[inline]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// Fills runs of `among` from each of `seeds`, which are some of it, to the run's upper end. A
/// run that goes on from the word before is filled where `carry` says so; says the same for
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
fn look(cells: &[u8], columns: usize, empty: &mut [u64], mines: &mut [u64]) {
    let words = empty.iter_mut().zip(mines.iter_mut());
    for (from, (empty, mines)) in (0..columns).step_by(64).zip(words) {
        let cells = &cells[from..];
        (*empty, *mines) = match cells.first_chunk() {
            // At the end of a row this reads into the next row, which is faster than to stop there.
            Some(chunk) => look_at(chunk),
            None => {
                let mut chunk = [0; 64];
                chunk[..cells.len()].copy_from_slice(cells);
                look_at(&chunk)
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
/// cells among the others by bit 0: so eight cells are looked at together.
#[inline]
fn look_at(cells: &[u8; 64]) -> (u64, u64) {
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

/// What a click reveals of 64 cells.
struct Revealed {
    /// Cells with no mine around them.
    blanks: u64,
    /// Cells with mines around them.
    digits: u64,
    /// How many mines are around each cell, in four binary digits, the ones first.
    mines: [u64; 4],
}

/// Writes what is revealed of a row, word by word; `cells` may continue with the next rows. All that
/// is revealed was `E`.
fn write(columns: usize, revealed: impl Fn(usize) -> Revealed, cells: &mut [u8]) {
    for from in (0..columns).step_by(64) {
        let cells = &mut cells[from..];
        let revealed = revealed(from / 64);
        if revealed.blanks | revealed.digits == 0 {
            continue;
        }
        match cells.first_chunk_mut() {
            Some(chunk) if revealed.blanks == u64::MAX => chunk.fill(b'B'),
            Some(chunk) => change(&revealed, chunk),
            None => {
                let mut chunk = [0; 64];
                chunk[..cells.len()].copy_from_slice(cells);
                change(&revealed, &mut chunk);
                cells.copy_from_slice(&chunk[..cells.len()]);
            }
        }
    }
}

#[inline]
fn change(revealed: &Revealed, cells: &mut [u8; 64]) {
    for (place, eight) in cells.as_chunks_mut().0.iter_mut().enumerate() {
        let byte = |bits: u64| (bits >> (8 * place)) as u8;
        let (blanks, digits) = (byte(revealed.blanks), byte(revealed.digits));
        let flips = flips(blanks, digits, revealed.mines.map(byte));
        *eight = (u64::from_le_bytes(*eight) ^ flips).to_le_bytes();
    }
}

/// The bits in which eight letters differ from `E`, a byte each: `B` in the three lowest; a digit
/// where `0` does, 111 0101, and then in its number's own.
fn flips(blanks: u8, digits: u8, [ones, twos, fours, eights]: [u8; 4]) -> u64 {
    let spread = |bits: u8| SPREAD[usize::from(bits)];
    spread(blanks | digits & !ones)
        | (spread(blanks | digits & twos) << 1)
        | (spread(blanks | digits & !fours) << 2)
        | (spread(digits & eights) << 3)
        | (spread(digits) * 0b111_0000)
}

/// For eight bits, eight bytes of 0 or 1, the lowest first.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            spread[bits] |= (bits as u64 >> place & 1) << (8 * place);
            place += 1;
        }
        bits += 1;
    }
    spread
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_bits_and_bits_letters() {
        let mut rng = fastrand::Rng::with_seed(529);
        for _ in 0..20_000 {
            let columns = rng.usize(1..200);
            let rest = rng.usize(..100);
            let letter = |_| *rng.choice(b"EEEEMXB12345678").unwrap();
            let mut cells: Vec<u8> = (0..columns + rest).map(letter).collect();
            let words = columns.div_ceil(64);
            let [mut empty, mut mines] = [(); 2].map(|()| vec![0; words]);
            look(&cells, columns, &mut empty, &mut mines);
            for (column, cell) in cells[..columns].iter().enumerate() {
                let has = |bits: &[u64]| bits[column / 64] >> (column % 64) & 1 == 1;
                assert_eq!(
                    (has(&empty), has(&mines)),
                    (*cell == b'E', b"MX".contains(cell))
                );
            }
            let bits: Vec<[u64; 6]> = (0..words).map(|_| [(); 6].map(|()| rng.u64(..))).collect();
            let all = rng.u8(..4) == 0;
            let revealed = |word: usize| {
                let [blanks, digits, ones, twos, fours, eights] = bits[word];
                // A digit is from 1 to 8.
                let eights = eights & !(ones | twos | fours);
                let blanks = empty[word] & if all { u64::MAX } else { blanks };
                let digits = empty[word] & digits & !blanks & (ones | twos | fours | eights);
                let mines = [ones, twos, fours, eights];
                Revealed {
                    blanks,
                    digits,
                    mines,
                }
            };
            let mut expected = cells.clone();
            for (column, cell) in expected[..columns].iter_mut().enumerate() {
                let Revealed {
                    blanks,
                    digits,
                    mines,
                } = revealed(column / 64);
                let bit = |bits: u64| (bits >> (column % 64) & 1) as u8;
                if bit(blanks) == 1 {
                    *cell = b'B';
                } else if bit(digits) == 1 {
                    let [ones, twos, fours, eights] = mines.map(bit);
                    *cell = b'0' + ones + 2 * twos + 4 * fours + 8 * eights;
                }
            }
            write(columns, revealed, &mut cells);
            assert_eq!(cells, expected);
        }
    }
}
