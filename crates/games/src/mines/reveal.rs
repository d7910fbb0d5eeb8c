//! What one click reveals, the whole board at once; [`super::rules`] says it one cell at a time.
//!
//! Cells are rows of bits, 64 to a word, the first column the lowest bit of the first word. Whole rows
//! are filled at once, down the board and up again, which finds all of an opening but what lies behind a
//! corner. The rest goes word by word from a stack: every word that is taken opens a cell at least, so a
//! maze costs no more than its cells. Only the rows that the opening reaches are read, and one more on
//! either side.

use std::ops::Range;

use super::letters::{self, Revealed};
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
            letters::look(cells, columns, empty, mines);
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
            letters::write(columns, revealed, cells);
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
