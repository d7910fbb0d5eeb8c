//! The fewest clicks by counting: one for each opening, one for each digit that touches none.
//!
//! No click reveals a cell of an opening but one into that opening, and no click reveals a
//! digit but one on it or into an opening beside it; so that many are needed, and they are
//! enough. The clicks go by the first cell of each opening and in reading order, which is
//! also the solution that comes first in the generic search's order.

use fewest_search::{Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Verdict, Watch};

use super::mines_around;
use crate::grid::{Grid, Place, Square};

/// Bytes for each cell while counting: its mark, and a place on the stack of an opening.
const BYTES_A_CELL: u64 = (size_of::<Mark>() + size_of::<Square>()) as u64;
const BYTES_A_CLICK: u64 = size_of::<Place>() as u64;

pub fn plan(cells: &Grid<u8>, limits: &Limits) -> Plan {
    let most = u64::from(cells.len()) * (BYTES_A_CELL + BYTES_A_CLICK);
    Plan {
        kernel: "openings",
        states: Some(0),
        bytes: Some(limits.memory.map_or(most, |memory| memory.min(most))),
        why: "the openings and the digits that touch none are counted, nothing is searched"
            .to_string(),
    }
}

pub fn solve(cells: &Grid<u8>, limits: &Limits, watch: &mut dyn Watch) -> Report<Place> {
    let mut count = Count {
        cells,
        limits,
        books: Books::new(limits),
        patrol: Patrol::new(limits, watch),
        clicks: 0,
    };
    let verdict = if cells.squares().contains(&b'X') {
        Verdict::Impossible
    } else {
        // Every click counted so far is needed, so their number is a bound at any moment.
        count.run().unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: count.clicks,
        })
    };
    Report {
        verdict,
        stats: Stats {
            bytes: count.books.most(),
            elapsed: count.patrol.elapsed(),
            ..Stats::default()
        },
        plan: plan(cells, limits),
    }
}

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Nothing yet.
    Unknown,
    /// An opening reveals it.
    Opened,
    /// It is clicked on.
    Clicked,
}

struct Count<'a> {
    cells: &'a Grid<u8>,
    limits: &'a Limits,
    books: Books,
    patrol: Patrol<'a>,
    clicks: u64,
}

impl Count<'_> {
    fn run(&mut self) -> Result<Verdict<Place>, Limit> {
        let marks = self.marks()?;
        let clicked =
            (0..self.cells.len()).filter(|&square| marks[square as usize] == Mark::Clicked);
        let mut moves: Vec<Place> = self.books.list(self.clicks as usize)?;
        moves.extend(clicked.map(|square| self.cells.place(square)));
        Ok(Verdict::Fewest {
            cost: self.clicks,
            moves,
        })
    }

    /// Marks all openings, and then the digits that none of them reveals: a digit may stand
    /// before the first cell of the opening that reveals it.
    fn marks(&mut self) -> Result<Vec<Mark>, Limit> {
        let squares = self.cells.len() as usize;
        let mut marks: Vec<Mark> = self.books.list(squares)?;
        marks.resize(squares, Mark::Unknown);
        let mut opening = self.books.list(squares)?;
        for square in 0..self.cells.len() {
            self.look(1)?;
            if self.is_left(square, &marks) && mines_around(self.cells, square) == 0 {
                self.click(square, &mut marks)?;
                self.open(square, &mut marks, &mut opening)?;
            }
        }
        for square in 0..self.cells.len() {
            if self.is_left(square, &marks) {
                self.click(square, &mut marks)?;
            }
        }
        Ok(marks)
    }

    fn is_left(&self, square: Square, marks: &[Mark]) -> bool {
        self.cells[square] == b'E' && marks[square as usize] == Mark::Unknown
    }

    fn click(&mut self, square: Square, marks: &mut [Mark]) -> Result<(), Limit> {
        marks[square as usize] = Mark::Clicked;
        self.clicks += 1;
        match self.limits.cost {
            Some(most) if self.clicks > most => Err(Limit::Cost),
            _ => Ok(()),
        }
    }

    /// Marks everything that a click on the first cell of an opening reveals.
    fn open(
        &mut self,
        first: Square,
        marks: &mut [Mark],
        opening: &mut Vec<Square>,
    ) -> Result<(), Limit> {
        opening.push(first);
        while let Some(square) = opening.pop() {
            self.look(8)?;
            for near in self.cells.around(square) {
                if self.is_left(near, marks) {
                    marks[near as usize] = Mark::Opened;
                    if mines_around(self.cells, near) == 0 {
                        opening.push(near);
                    }
                }
            }
        }
        Ok(())
    }

    fn look(&mut self, steps: u32) -> Result<(), Limit> {
        let depth = self.clicks;
        self.patrol.step(steps, || Progress { depth, states: 0 })
    }
}
