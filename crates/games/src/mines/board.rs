//! The board: its cells, the flags on them, and what its notes say.

use super::is_hidden;
use super::options::{Clicks, Density, First};
use crate::grid::{Grid, Square};

/// A board of the judge's letters, or a position as a player sees it, with `?` for every covered
/// cell; and what is known besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) cells: Grid<u8>,
    /// The hidden cells that have a flag, in ascending order.
    pub(super) flags: Vec<Square>,
    pub(super) click: Option<Square>,
    pub(super) clicks: Clicks,
    /// How many mines there are, where a note says it.
    pub(super) total: Option<u32>,
    pub(super) density: Density,
    pub(super) first: First,
    /// How many cells are covered, and nobody knows what is beneath.
    pub(super) unknown: u32,
}

impl Board {
    /// A board without flags and notes: cells in the judge's letters, or with `?` for every hidden
    /// one of them.
    pub fn of(cells: Grid<u8>) -> Self {
        let unknown = cells.squares().iter().filter(|&&cell| cell == b'?').count();
        Board {
            unknown: unknown as u32,
            ..Board::judged(cells)
        }
    }

    /// The same of the judge's letters alone, which saves a look at each of them.
    pub(super) fn judged(cells: Grid<u8>) -> Self {
        Board {
            cells,
            flags: Vec::new(),
            click: None,
            clicks: Clicks::Plain,
            total: None,
            density: Density::USUAL,
            first: First::Any,
            unknown: 0,
        }
    }

    /// Other cells of the same kind, all known or all covered as these are, with the same notes but
    /// for the click.
    pub(super) fn with(&self, cells: Grid<u8>, flags: Vec<Square>) -> Self {
        Board {
            cells,
            flags,
            click: None,
            clicks: self.clicks,
            total: self.total,
            density: self.density,
            first: self.first,
            unknown: self.unknown,
        }
    }

    /// The cells in the judge's letters, whether they have flags or not; `?` is a covered one of
    /// which nothing is known.
    pub fn cells(&self) -> &Grid<u8> {
        &self.cells
    }

    /// The cells that have a flag, in ascending order; all of them are hidden.
    pub fn flags(&self) -> &[Square] {
        &self.flags
    }

    /// The click that the judge asks about; every case of the judge's has one.
    pub fn click(&self) -> Option<Square> {
        self.click
    }

    /// Which clicks are counted.
    pub fn clicks(&self) -> Clicks {
        self.clicks
    }

    /// How many mines there are: as the note says, or else as many as are on the board. Nothing
    /// where nobody knows.
    pub fn mines(&self) -> Option<u32> {
        let count = || {
            let cells = self.cells.squares().iter();
            cells.filter(|&&cell| super::is_mine(cell)).count() as u32
        };
        match self.total {
            None if self.is_known() => Some(count()),
            total => total,
        }
    }

    /// How likely each covered cell is a mine, where nobody knows how many there are.
    pub fn density(&self) -> Density {
        self.density
    }

    /// What the first click is promised.
    pub fn first(&self) -> First {
        self.first
    }

    /// Whether it is known what lies under every cell.
    pub fn is_known(&self) -> bool {
        self.unknown == 0
    }

    /// Whether no cell is revealed yet.
    pub fn is_untouched(&self) -> bool {
        let cells = self.cells.squares();
        cells.iter().all(|&cell| is_hidden(cell) || cell == b'?')
    }

    /// The cells that cannot be mines, for a click on this board begins the game and is promised
    /// something; none where no click is given.
    pub(super) fn promised(&self) -> Vec<Square> {
        let (Some(click), true) = (self.click, self.first != First::Any) else {
            return Vec::new();
        };
        if !self.is_untouched() {
            return Vec::new();
        }
        let mut promised = vec![click];
        if self.first == First::Open {
            promised.extend(self.cells.around(click));
            promised.sort_unstable();
        }
        promised
    }
}
