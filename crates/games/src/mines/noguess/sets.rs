//! The unknown cells of a position, taken together where the same numbers are around them: which of
//! such a group are mines makes no difference to any number, only how many.

use super::position::Position;
use super::row::Row;

/// A few numbers or groups, at most eight: as many as there are cells around one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Few {
    list: [u32; 8],
    count: usize,
}

impl Few {
    fn push(&mut self, item: usize) {
        self.list[self.count] = item as u32;
        self.count += 1;
    }

    /// What they are.
    #[inline]
    pub fn all(&self) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let (list, count) = (self.list, self.count);
        (0..count).map(move |at| list[at] as usize)
    }
}

/// Unknown cells around which the same numbers are.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// How many cells it has.
    pub size: i16,
    /// How many of them are mines.
    pub mines: i16,
    /// The numbers around them.
    pub numbers: Few,
    /// The next group that has the same first number.
    next: Option<u32>,
}

impl Group {
    /// Whether no cell of it is a mine. Where there are both, each of its cells may be either:
    /// exchanged with another of the group.
    pub fn is_safe(&self) -> bool {
        self.mines == 0
    }

    /// Whether all cells of it are mines.
    pub fn is_mined(&self) -> bool {
        self.mines == self.size
    }
}

/// An open cell that has unknown cells around it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Number {
    /// The groups of those cells.
    pub groups: Few,
    /// The last group that has this number as its first.
    chain: Option<u32>,
}

/// All that is unknown in a position.
#[derive(Default)]
pub struct Sets {
    /// The groups that have numbers around them.
    pub groups: Vec<Group>,
    /// Those numbers.
    pub numbers: Vec<Number>,
    /// The row, the column and the group of each cell that has numbers around it.
    cells: Vec<(u32, u32, u32)>,
    /// How many cells have no number around them.
    pub sea: i32,
    /// How many of those are mines.
    pub sea_mines: i32,
    /// The number that stands on a cell, where one does.
    named: Vec<u32>,
}

impl Sets {
    /// Reads a position.
    pub fn read<R: Row>(&mut self, position: &Position<R>) {
        let width = position.columns();
        self.named.resize(position.open.len() * width, 0);
        self.groups.clear();
        self.numbers.clear();
        self.cells.clear();
        (self.sea, self.sea_mines) = (0, 0);
        let unknown_near = |row: usize| {
            let unknown = [row - 1, row, row + 1].map(|row| position.unknown(row));
            (unknown[0] | unknown[1] | unknown[2]).beside()
        };
        for row in position.board() {
            (position.open[row] & unknown_near(row)).each(|column| {
                self.named[row * width + column as usize] = self.numbers.len() as u32;
                self.numbers.push(Number::default());
            });
        }
        for row in position.board() {
            let open = &position.open[row - 1..=row + 1];
            let near = (open[0] | open[1] | open[2]).beside();
            let (unknown, mines) = (position.unknown(row), position.mines[row]);
            self.sea += unknown.without(near).count() as i32;
            self.sea_mines += mines.without(near).count() as i32;
            (unknown & near).each(|column| {
                let mut numbers = Few::default();
                for (near, open) in (row - 1..).zip(open) {
                    let block = R::cell(column).beside();
                    (*open & block).each(|column| {
                        numbers.push(self.named[near * width + column as usize] as usize);
                    });
                }
                let group = self.group(numbers);
                self.groups[group].size += 1;
                self.groups[group].mines += i16::from(mines.has(column));
                self.cells.push((row as u32, column, group as u32));
            });
        }
    }

    /// The group that has these numbers.
    fn group(&mut self, numbers: Few) -> usize {
        let first = numbers.list[0] as usize;
        let mut next = self.numbers[first].chain;
        while let Some(group) = next {
            let known = &self.groups[group as usize];
            if (known.numbers.count, known.numbers.list) == (numbers.count, numbers.list) {
                return group as usize;
            }
            next = known.next;
        }
        let group = self.groups.len();
        self.groups.push(Group {
            size: 0,
            mines: 0,
            numbers,
            next: self.numbers[first].chain.replace(group as u32),
        });
        for number in numbers.all() {
            self.numbers[number].groups.push(group);
        }
        group
    }

    /// Notes in the position what is certain of groups. Says whether a cell was opened.
    pub fn learn<R: Row>(
        &self,
        position: &mut Position<R>,
        is_certain: impl Fn(usize) -> bool,
    ) -> bool {
        let mut has_opened = false;
        for &(row, column, group) in &self.cells {
            let group = group as usize;
            if is_certain(group) {
                let cell = R::cell(column);
                position.learn(row as usize, cell, cell);
                has_opened |= self.groups[group].is_safe();
            }
        }
        has_opened
    }

    /// Notes that all cells without a number around them are certain.
    pub fn learn_sea<R: Row>(&self, position: &mut Position<R>) {
        // As it was before the first of them was opened.
        let mut above = R::NONE;
        for row in position.board() {
            let (own, below) = (position.open[row], position.open[row + 1]);
            let near = (above | own | below).beside();
            let sea = position.unknown(row).without(near);
            position.learn(row, sea, sea);
            above = own;
        }
    }
}
