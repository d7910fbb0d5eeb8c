//! What the numbers of a position say: which cells single numbers settle, and the web of those
//! that are left.
//!
//! A number says how many mines are among the covered cells around it. What one number settles by
//! itself (no mine is left, or only mines are) is settled first, over and over. Covered cells that
//! the same of the remaining numbers see are alike: they make up a *box*, and only how many mines
//! are in a box matters. Boxes that share a number, directly or through others, make up a
//! *component*. Covered cells that no number sees are the *sea*.

use crate::grid::Square;

use super::position::{COVERED, MINE, Neighbours, PROMISED};

/// Cells that the same numbers see.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    /// Where they stand among [`Web::cells`].
    pub first: u32,
    /// How many they are.
    pub count: u32,
    /// Which component they belong to.
    pub component: u32,
}

/// What a covered cell is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is not covered.
    Open,
    /// No number sees it.
    Sea,
    /// It is in a box.
    Boxed(u32),
    /// It holds no mine.
    Safe,
    /// It holds a mine.
    Mine,
}

/// The position as its numbers see it. Kept to be used again: nothing is allocated anew.
#[derive(Default)]
pub struct Web {
    /// What is known of each square.
    pub known: Vec<Known>,
    /// The boxes, those of a component one after another.
    pub boxes: Vec<Cells>,
    /// The cells of the boxes.
    pub cells: Vec<Square>,
    /// For each component, where its boxes begin; one more entry ends the last.
    pub components: Vec<u32>,
    /// The square of each number that is left.
    pub numbers: Vec<Square>,
    /// How many mines each of them still needs.
    pub needs: Vec<u8>,
    /// The numbers that see each box.
    pub seen_by: Vec<[u32; 8]>,
    /// The cells that single numbers show to be safe.
    pub safe: Vec<Square>,
    /// The cells that single numbers show to be mines.
    pub mines: Vec<Square>,
    /// How many cells no number sees.
    pub sea: u32,

    /// For each square with a number, the mines that it still needs, and the cells for them.
    left: Vec<i16>,
    covered: Vec<i16>,
    /// The numbers that may settle something.
    to_look_at: Vec<Square>,
    /// For each square its number's place among the numbers; later, for each number its first box.
    at: Vec<u32>,
    /// The cells in boxes, by the numbers that see them.
    signs: Vec<([u32; 8], Square)>,
    /// For each box, one that it hangs together with, or itself.
    parts: Vec<u32>,
    sorted: Vec<u32>,
    unsorted: Vec<(Cells, [u32; 8])>,
}

/// No number, no box.
pub const NONE: u32 = u32::MAX;

/// A number that cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong;

impl Web {
    /// Reads a position.
    pub fn read(&mut self, cells: &[u8], near: &Neighbours) -> Result<(), Wrong> {
        self.settle(cells, near)?;
        self.box_up(cells, near);
        self.part();
        Ok(())
    }

    /// What single numbers settle.
    fn settle(&mut self, cells: &[u8], near: &Neighbours) -> Result<(), Wrong> {
        let count = cells.len();
        self.known.clear();
        self.known.resize(count, Known::Open);
        self.left.clear();
        self.left.resize(count, 0);
        self.covered.clear();
        self.covered.resize(count, 0);
        self.to_look_at.clear();
        self.safe.clear();
        self.mines.clear();
        for (square, &cell) in cells.iter().enumerate() {
            if cell == COVERED {
                self.known[square] = Known::Sea;
            } else if cell == PROMISED {
                self.known[square] = Known::Safe;
                self.safe.push(square as Square);
            } else if cell < COVERED {
                let mut left = i16::from(cell);
                let mut covered = 0;
                for &other in near.of(square as Square) {
                    match cells[other as usize] {
                        COVERED => covered += 1,
                        MINE => left -= 1,
                        _ => {}
                    }
                }
                self.left[square] = left;
                self.covered[square] = covered;
                if left < 0 || left > covered {
                    return Err(Wrong);
                }
                if covered > 0 && (left == 0 || left == covered) {
                    self.to_look_at.push(square as Square);
                }
            }
        }
        while let Some(number) = self.to_look_at.pop() {
            let (left, covered) = (self.left[number as usize], self.covered[number as usize]);
            if covered == 0 {
                continue;
            }
            let is_mine = left != 0;
            for &cell in near.of(number) {
                if self.known[cell as usize] != Known::Sea {
                    continue;
                }
                if is_mine {
                    self.known[cell as usize] = Known::Mine;
                    self.mines.push(cell);
                } else {
                    self.known[cell as usize] = Known::Safe;
                    self.safe.push(cell);
                }
                for &other in near.of(cell) {
                    let at = other as usize;
                    if cells[at] >= COVERED {
                        continue;
                    }
                    self.covered[at] -= 1;
                    self.left[at] -= i16::from(is_mine);
                    let (left, covered) = (self.left[at], self.covered[at]);
                    if left < 0 || left > covered {
                        return Err(Wrong);
                    }
                    if covered > 0 && (left == 0 || left == covered) {
                        self.to_look_at.push(other);
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts the cells that are left into boxes.
    fn box_up(&mut self, cells: &[u8], near: &Neighbours) {
        self.numbers.clear();
        self.needs.clear();
        self.at.clear();
        self.at.resize(cells.len(), NONE);
        for (square, &covered) in self.covered.iter().enumerate() {
            if covered > 0 {
                self.at[square] = self.numbers.len() as u32;
                self.numbers.push(square as Square);
                self.needs.push(self.left[square] as u8);
            }
        }
        self.signs.clear();
        self.sea = 0;
        for square in 0..cells.len() {
            if self.known[square] != Known::Sea {
                continue;
            }
            let mut sign = [NONE; 8];
            let mut count = 0;
            for &other in near.of(square as Square) {
                let number = self.at[other as usize];
                if number != NONE {
                    sign[count] = number;
                    count += 1;
                }
            }
            match count {
                0 => self.sea += 1,
                _ => self.signs.push((sign, square as Square)),
            }
        }
        self.signs.sort_unstable();
        self.boxes.clear();
        self.cells.clear();
        self.seen_by.clear();
        for &(sign, square) in &self.signs {
            if self.seen_by.last() != Some(&sign) {
                self.seen_by.push(sign);
                self.boxes.push(Cells {
                    first: self.cells.len() as u32,
                    count: 0,
                    component: 0,
                });
            }
            self.boxes.last_mut().expect("there is one").count += 1;
            self.cells.push(square);
        }
    }

    /// Parts the boxes into components.
    fn part(&mut self) {
        let count = self.boxes.len();
        // The first box that each number sees stands for it.
        self.at.clear();
        self.at.resize(self.numbers.len(), NONE);
        self.parts.clear();
        self.parts.extend(0..count as u32);
        for here in 0..count {
            for number in numbers(&self.seen_by[here]) {
                let first = &mut self.at[number as usize];
                if *first == NONE {
                    *first = here as u32;
                }
                let (one, other) = (
                    whole(&mut self.parts, *first),
                    whole(&mut self.parts, here as u32),
                );
                self.parts[one.max(other) as usize] = one.min(other);
            }
        }
        for here in 0..count as u32 {
            self.boxes[here as usize].component = whole(&mut self.parts, here);
        }
        self.sorted.clear();
        self.sorted.extend(0..count as u32);
        self.sorted
            .sort_unstable_by_key(|&here| (self.boxes[here as usize].component, here));
        self.unsorted.clear();
        self.unsorted
            .extend(self.boxes.iter().copied().zip(self.seen_by.iter().copied()));
        for (here, &from) in self.sorted.iter().enumerate() {
            (self.boxes[here], self.seen_by[here]) = self.unsorted[from as usize];
        }
        self.components.clear();
        let mut last = NONE;
        let mut component = NONE;
        for (here, cells) in self.boxes.iter_mut().enumerate() {
            if cells.component != last {
                last = cells.component;
                component = self.components.len() as u32;
                self.components.push(here as u32);
            }
            cells.component = component;
        }
        self.components.push(count as u32);
        for (here, cells) in self.boxes.iter().enumerate() {
            for &square in &self.cells[cells.first as usize..(cells.first + cells.count) as usize] {
                self.known[square as usize] = Known::Boxed(here as u32);
            }
        }
    }

    /// How many components there are.
    pub fn count(&self) -> usize {
        self.components.len() - 1
    }

    /// The boxes of a component.
    pub fn component(&self, number: usize) -> std::ops::Range<usize> {
        self.components[number] as usize..self.components[number + 1] as usize
    }

    /// The cells of a box.
    pub fn cells_of(&self, number: usize) -> &[Square] {
        let cells = self.boxes[number];
        &self.cells[cells.first as usize..(cells.first + cells.count) as usize]
    }
}

/// The numbers of a list that is filled up with nothing.
pub fn numbers(list: &[u32; 8]) -> impl Iterator<Item = u32> + '_ {
    list.iter().copied().take_while(|&number| number != NONE)
}

fn whole(parts: &mut [u32], mut part: u32) -> u32 {
    while parts[part as usize] != part {
        parts[part as usize] = parts[parts[part as usize] as usize];
        part = parts[part as usize];
    }
    part
}
