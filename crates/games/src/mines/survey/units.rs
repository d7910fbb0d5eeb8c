//! The units of a board, and the digits around its openings.

use fewest_search::{Limit, Limits, Watch};

use super::abacus::Abacus;
use crate::grid::{Grid, Place, Square};
use crate::mines::is_mine;

/// The openings and the lone digits of a board that is not lost, and who shares which rim digits.
pub struct Units {
    /// The blank cells, opening by opening in the order of their first cells, in reading order.
    blank: Vec<Square>,
    /// Where the cells of each opening begin; one more entry at the end.
    begin: Vec<u32>,
    /// For each opening the digits that touch no other.
    pub own: Vec<u32>,
    /// The digits that touch several.
    pub shared: Vec<Shared>,
    /// The digits that touch none, in reading order.
    pub lone: Vec<Square>,
}

/// The openings that a digit touches, in their order; behind the last [`NONE`].
///
/// They are three at most: openings do not touch each other, so a fourth would mean blank cells
/// at all four corners of the digit, and then no mine could be around it.
pub type Touched = [u32; 3];

/// No opening.
pub const NONE: u32 = u32::MAX;

/// Digits that touch the same two or three openings.
#[derive(Clone, Copy)]
pub struct Shared {
    pub openings: Touched,
    pub digits: u32,
}

impl Shared {
    /// The openings, without what fills the list.
    pub fn openings(&self) -> impl Iterator<Item = u32> + Clone {
        let openings = self.openings.into_iter();
        openings.filter(|&opening| opening != NONE)
    }
}

/// Marks of cells that are not blank, and of blank ones whose opening is not known yet; that of
/// the others is the opening's number.
const NOT_BLANK: u32 = NONE;
const BLANK: u32 = NONE - 1;

impl Units {
    pub fn find(cells: &Grid<u8>, abacus: &mut Abacus) -> Result<Self, Limit> {
        let mut marks = mark_blank(cells, abacus)?;
        let sizes = mark_openings(cells, &mut marks, abacus)?;
        let mut units = Units {
            blank: Vec::new(),
            begin: abacus.books.list(sizes.len() + 1)?,
            own: abacus.books.filled(sizes.len(), 0)?,
            shared: Vec::new(),
            lone: Vec::new(),
        };
        let mut blank = 0;
        for size in &sizes {
            units.begin.push(blank);
            blank += size;
        }
        units.begin.push(blank);
        abacus.books.forget(sizes);
        units.collect_blank(&marks, abacus)?;
        units.collect_digits(cells, &marks, abacus)?;
        abacus.books.forget(marks);
        Ok(units)
    }

    fn collect_blank(&mut self, marks: &[u32], abacus: &mut Abacus) -> Result<(), Limit> {
        let mut next = abacus.books.list(self.begin.len())?;
        next.extend_from_slice(&self.begin);
        self.blank = abacus.books.filled(next[self.openings()] as usize, 0)?;
        for (square, &mark) in marks.iter().enumerate() {
            abacus.look(1)?;
            if mark != NOT_BLANK {
                let at = &mut next[mark as usize];
                self.blank[*at as usize] = square as Square;
                *at += 1;
            }
        }
        abacus.books.forget(next);
        Ok(())
    }

    fn collect_digits(
        &mut self,
        cells: &Grid<u8>,
        marks: &[u32],
        abacus: &mut Abacus,
    ) -> Result<(), Limit> {
        let mut shared: Vec<Touched> = Vec::new();
        for square in 0..cells.len() {
            abacus.look(1)?;
            if cells[square] != b'E' || marks[square as usize] != NOT_BLANK {
                continue;
            }
            match touched(cells, square, marks) {
                [NONE, ..] => abacus.books.push(&mut self.lone, square)?,
                [opening, NONE, _] => self.own[opening as usize] += 1,
                several => abacus.books.push(&mut shared, several)?,
            }
        }
        shared.sort_unstable();
        for alike in shared.chunk_by(|one, other| one == other) {
            abacus.look(1)?;
            let (openings, digits) = (alike[0], alike.len() as u32);
            abacus
                .books
                .push(&mut self.shared, Shared { openings, digits })?;
        }
        abacus.books.forget(shared);
        Ok(())
    }

    /// How many openings there are.
    pub fn openings(&self) -> usize {
        self.begin.len() - 1
    }

    /// How many blank cells each opening has.
    pub fn sizes(&self) -> impl Iterator<Item = u32> {
        self.begin.windows(2).map(|ends| ends[1] - ends[0])
    }

    /// The cells of a unit any of which is a click for it, in reading order. First come the
    /// openings, then the lone digits.
    pub fn cells(&self, unit: u32) -> &[Square] {
        match (unit as usize).checked_sub(self.openings()) {
            Some(lone) => &self.lone[lone..=lone],
            None => {
                let ends = self.begin[unit as usize]..self.begin[unit as usize + 1];
                &self.blank[ends.start as usize..ends.end as usize]
            }
        }
    }
}

/// The openings that a digit touches.
fn touched(cells: &Grid<u8>, square: Square, marks: &[u32]) -> Touched {
    let mut touched = [NONE; 3];
    let mut count = 0;
    for near in cells.around(square) {
        let opening = marks[near as usize];
        if opening != NOT_BLANK && !touched.contains(&opening) {
            touched[count] = opening;
            count += 1;
        }
    }
    touched.sort_unstable();
    touched
}

/// Whether a mine has been hit.
pub fn is_lost(cells: &Grid<u8>, abacus: &mut Abacus) -> Result<bool, Limit> {
    for part in cells.squares().chunks(1 << 12) {
        abacus.look(part.len() / 16)?;
        if part.contains(&b'X') {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many mines are covered.
pub fn count_covered_mines(cells: &Grid<u8>, abacus: &mut Abacus) -> Result<u32, Limit> {
    let mut mines = 0;
    for slice in cells.squares().chunks(1 << 12) {
        abacus.look(slice.len() / 16)?;
        mines += slice.iter().filter(|&&cell| cell == b'M').count() as u32;
    }
    Ok(mines)
}

/// Marks the blank cells: hidden, without a mine in them or around them.
fn mark_blank(cells: &Grid<u8>, abacus: &mut Abacus) -> Result<Vec<u32>, Limit> {
    let mut marks = abacus.books.filled(cells.len() as usize, NOT_BLANK)?;
    for square in 0..cells.len() {
        abacus.look(1)?;
        if cells[square] == b'E' && !cells.around(square).any(|near| is_mine(cells[near])) {
            marks[square as usize] = BLANK;
        }
    }
    Ok(marks)
}

/// Marks the blank cells with the numbers of their openings; says how many cells each has.
fn mark_openings(
    cells: &Grid<u8>,
    marks: &mut [u32],
    abacus: &mut Abacus,
) -> Result<Vec<u32>, Limit> {
    let mut sizes = Vec::new();
    let mut reached: Vec<Square> = Vec::new();
    for first in 0..cells.len() {
        abacus.look(1)?;
        if marks[first as usize] != BLANK {
            continue;
        }
        let (number, mut size) = (sizes.len() as u32, 0);
        marks[first as usize] = number;
        abacus.books.push(&mut reached, first)?;
        while let Some(square) = reached.pop() {
            abacus.look(1)?;
            size += 1;
            for near in cells.around(square) {
                if marks[near as usize] == BLANK {
                    marks[near as usize] = number;
                    abacus.books.push(&mut reached, near)?;
                }
            }
        }
        abacus.books.push(&mut sizes, size)?;
    }
    abacus.books.forget(reached);
    Ok(sizes)
}

/// The clicks that an optimal solution can begin with, in reading order: the cells of all units.
pub fn first_clicks(
    cells: &Grid<u8>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Vec<Place>, Limit> {
    let mut abacus = Abacus::new(limits, watch);
    let mut clicks = Vec::new();
    if is_lost(cells, &mut abacus)? {
        return Ok(clicks);
    }
    let marks = mark_blank(cells, &mut abacus)?;
    let is_blank = |square: Square| marks[square as usize] == BLANK;
    for square in 0..cells.len() {
        abacus.look(1)?;
        let is_unit = || is_blank(square) || !cells.around(square).any(is_blank);
        if cells[square] == b'E' && is_unit() {
            abacus.books.push(&mut clicks, cells.place(square))?;
        }
    }
    Ok(clicks)
}
