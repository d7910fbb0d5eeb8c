//! The constraint graph of a position: which cells single numbers decide, and what the numbers say
//! about the others.
//!
//! A number says how many mines are among the covered cells around it. What a single number decides
//! (no mine is left around it, or only mines are) is applied first, until nothing changes. Covered
//! cells that the same remaining numbers see are interchangeable: they form a *group*, and only the
//! number of mines in a group matters. Groups that share a number, directly or through others, form
//! a *component*. Covered cells that no remaining number sees are *unconstrained*.

use crate::grid::Square;
use crate::position::{Cell, Neighbours};

/// Interchangeable covered cells.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The index of its first cell in [`ConstraintGraph::cells`].
    pub first: u32,
    /// The number of its cells.
    pub size: u32,
    /// The component that it belongs to.
    pub component: u32,
}

/// What single numbers decide about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    /// It is not covered.
    Open,
    /// It is undecided, and no number sees it.
    Unconstrained,
    /// It is undecided, and belongs to this group.
    Grouped(u32),
    /// It holds no mine.
    Safe,
    /// It holds a mine.
    Mine,
}

/// The constraint graph of a position. It can be reused for the next position without allocating.
#[derive(Default)]
pub struct ConstraintGraph {
    /// The state of each square.
    pub states: Vec<CellState>,
    /// The groups, component by component.
    pub groups: Vec<Group>,
    /// The cells of the groups.
    pub cells: Vec<Square>,
    /// The first group of each component, and at the end the number of groups.
    pub components: Vec<u32>,
    /// The squares of the remaining numbers.
    pub numbers: Vec<Square>,
    /// The number of undecided mines around each of them.
    pub missing: Vec<u8>,
    /// The numbers that see each group, as indices, filled up with [`NONE`].
    pub seen_by: Vec<[u32; 8]>,
    /// The cells that single numbers show to be safe.
    pub safe: Vec<Square>,
    /// The cells that single numbers show to be mines.
    pub mines: Vec<Square>,
    /// The number of unconstrained cells.
    pub unconstrained: u32,

    /// For each number's square, the undecided mines and the undecided cells around it.
    left: Vec<i16>,
    covered: Vec<i16>,
    /// The numbers that may decide something.
    queue: Vec<Square>,
    /// For each square the index of its number; later, for each number its first group.
    index: Vec<u32>,
    /// The grouped cells, with the numbers that see them.
    signatures: Vec<([u32; 8], Square)>,
    /// A union-find forest over the groups.
    parents: Vec<u32>,
    sorted: Vec<u32>,
    unsorted: Vec<(Group, [u32; 8])>,
}

/// No number, no group.
pub const NONE: u32 = u32::MAX;

/// A number cannot be right: no layout of mines fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradictory;

impl ConstraintGraph {
    /// Reads a position.
    ///
    /// # Errors
    /// Fails if single numbers contradict each other.
    pub fn read(&mut self, cells: &[Cell], near: &Neighbours) -> Result<(), Contradictory> {
        self.apply_single_numbers(cells, near)?;
        self.form_groups(near);
        self.form_components();
        Ok(())
    }

    fn apply_single_numbers(
        &mut self,
        cells: &[Cell],
        near: &Neighbours,
    ) -> Result<(), Contradictory> {
        self.states.clear();
        self.states.resize(cells.len(), CellState::Open);
        for list in [&mut self.left, &mut self.covered] {
            list.clear();
            list.resize(cells.len(), 0);
        }
        for list in [&mut self.queue, &mut self.safe, &mut self.mines] {
            list.clear();
        }
        for (at, &cell) in cells.iter().enumerate() {
            let square = at as Square;
            match cell {
                Cell::Covered => self.states[at] = CellState::Unconstrained,
                Cell::Promised => {
                    self.states[at] = CellState::Safe;
                    self.safe.push(square);
                }
                Cell::Number(number) => {
                    let (mut left, mut covered) = (i16::from(number), 0);
                    for &other in near.of(square) {
                        match cells[other as usize] {
                            Cell::Covered => covered += 1,
                            Cell::Mine => left -= 1,
                            _ => {}
                        }
                    }
                    (self.left[at], self.covered[at]) = (left, covered);
                    self.check_number(square)?;
                }
                Cell::Unnumbered | Cell::Mine => {}
            }
        }
        while let Some(number) = self.queue.pop() {
            if self.covered[number as usize] == 0 {
                continue;
            }
            let is_mine = self.left[number as usize] != 0;
            for &cell in near.of(number) {
                let state = &mut self.states[cell as usize];
                if *state != CellState::Unconstrained {
                    continue;
                }
                let (decided, list) = match is_mine {
                    true => (CellState::Mine, &mut self.mines),
                    false => (CellState::Safe, &mut self.safe),
                };
                *state = decided;
                list.push(cell);
                for &other in near.of(cell) {
                    if cells[other as usize].is_number() {
                        self.covered[other as usize] -= 1;
                        self.left[other as usize] -= i16::from(is_mine);
                        self.check_number(other)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that a number can be right, and queues it if it decides something.
    fn check_number(&mut self, number: Square) -> Result<(), Contradictory> {
        let (left, covered) = (self.left[number as usize], self.covered[number as usize]);
        if left < 0 || left > covered {
            return Err(Contradictory);
        }
        if covered > 0 && (left == 0 || left == covered) {
            self.queue.push(number);
        }
        Ok(())
    }

    fn form_groups(&mut self, near: &Neighbours) {
        self.numbers.clear();
        self.missing.clear();
        self.index.clear();
        self.index.resize(self.states.len(), NONE);
        for (square, &covered) in self.covered.iter().enumerate() {
            if covered > 0 {
                self.index[square] = self.numbers.len() as u32;
                self.numbers.push(square as Square);
                self.missing.push(self.left[square] as u8);
            }
        }
        self.signatures.clear();
        self.unconstrained = 0;
        for (at, &state) in self.states.iter().enumerate() {
            if state != CellState::Unconstrained {
                continue;
            }
            let square = at as Square;
            let mut signature = [NONE; 8];
            let mut count = 0;
            for &other in near.of(square) {
                let number = self.index[other as usize];
                if number != NONE {
                    signature[count] = number;
                    count += 1;
                }
            }
            match count {
                0 => self.unconstrained += 1,
                _ => self.signatures.push((signature, square)),
            }
        }
        self.signatures.sort_unstable();
        self.groups.clear();
        self.cells.clear();
        self.seen_by.clear();
        for &(signature, square) in &self.signatures {
            if self.seen_by.last() != Some(&signature) {
                self.seen_by.push(signature);
                self.groups.push(Group {
                    first: self.cells.len() as u32,
                    size: 0,
                    component: 0,
                });
            }
            self.groups.last_mut().expect("it was pushed").size += 1;
            self.cells.push(square);
        }
    }

    fn form_components(&mut self) {
        let count = self.groups.len() as u32;
        // The first group that a number sees represents the number.
        self.index.clear();
        self.index.resize(self.numbers.len(), NONE);
        self.parents.clear();
        self.parents.extend(0..count);
        for here in 0..count {
            for number in numbers(&self.seen_by[here as usize]) {
                let first = &mut self.index[number as usize];
                if *first == NONE {
                    *first = here;
                }
                let (one, other) = (
                    root(&mut self.parents, *first),
                    root(&mut self.parents, here),
                );
                self.parents[one.max(other) as usize] = one.min(other);
            }
        }
        for here in 0..count {
            self.groups[here as usize].component = root(&mut self.parents, here);
        }
        self.sorted.clear();
        self.sorted.extend(0..count);
        self.sorted
            .sort_unstable_by_key(|&here| (self.groups[here as usize].component, here));
        self.unsorted.clear();
        self.unsorted.extend(
            self.groups
                .iter()
                .copied()
                .zip(self.seen_by.iter().copied()),
        );
        for (here, &from) in self.sorted.iter().enumerate() {
            (self.groups[here], self.seen_by[here]) = self.unsorted[from as usize];
        }
        self.components.clear();
        let mut last = NONE;
        for (here, group) in self.groups.iter_mut().enumerate() {
            if group.component != last {
                last = group.component;
                self.components.push(here as u32);
            }
            group.component = self.components.len() as u32 - 1;
        }
        self.components.push(count);
        for (here, group) in self.groups.iter().enumerate() {
            for &square in &self.cells[group.first as usize..(group.first + group.size) as usize] {
                self.states[square as usize] = CellState::Grouped(here as u32);
            }
        }
    }

    /// The number of components.
    pub fn component_count(&self) -> usize {
        self.components.len() - 1
    }

    /// The groups of a component.
    pub fn component(&self, number: usize) -> std::ops::Range<usize> {
        self.components[number] as usize..self.components[number + 1] as usize
    }

    /// The cells of a group.
    pub fn cells_of(&self, group: usize) -> &[Square] {
        let Group { first, size, .. } = self.groups[group];
        &self.cells[first as usize..(first + size) as usize]
    }
}

/// The entries of a list before [`NONE`].
pub fn numbers(list: &[u32; 8]) -> impl Iterator<Item = u32> + '_ {
    list.iter().copied().take_while(|&number| number != NONE)
}

/// The representative of a set in a union-find forest. Halves the path to it.
#[inline]
pub fn root(parents: &mut [u32], mut item: u32) -> u32 {
    while parents[item as usize] != item {
        let parent = parents[parents[item as usize] as usize];
        parents[item as usize] = parent;
        item = parent;
    }
    item
}
