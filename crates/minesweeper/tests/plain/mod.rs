//! Boards without a guess by plain means: every layout is tried.

use std::collections::{BTreeMap, BTreeSet};

use fewest_minesweeper::{Grid, NoReasoning, Reasoning, Square};

/// What the player knows about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    Mine,
    Open,
}

/// Cells of which it is certain what they are, each with whether it is a mine.
type Certain = Vec<(Square, bool)>;

/// A board during play.
struct Plain<'a> {
    mines: &'a Grid<bool>,
    known: Grid<Known>,
    /// How many steps may be gone until there are too many layouts.
    steps: u32,
}

/// A part of the unknown: its cells, and by each number of mines that it can have, which of them
/// can be safe then, and which can be mines.
struct Part {
    cells: Vec<Square>,
    by_mines: BTreeMap<usize, Vec<[bool; 2]>>,
}

impl<'a> Plain<'a> {
    /// A cell was opened; nothing where it is a mine.
    fn new(mines: &'a Grid<bool>, first: Square) -> Option<Self> {
        let mut play = Plain {
            mines,
            known: mines.map(|_| Known::Nothing),
            steps: 1_000_000,
        };
        if mines[first] {
            return None;
        }
        play.open(first);
        Some(play)
    }

    fn is_won(&self) -> bool {
        let cells = self.known.squares().iter().zip(self.mines.squares());
        let mut cells = cells.map(|(&known, &is_mine)| is_mine || known == Known::Open);
        cells.all(|is_done| is_done)
    }

    /// Opens a cell and all that opens by itself.
    fn open(&mut self, square: Square) {
        assert!(!self.mines[square], "what is opened is safe");
        if self.known[square] == Known::Open {
            return;
        }
        self.known[square] = Known::Open;
        let mut around = self.mines.around(square);
        if !around.any(|near| self.mines[near]) {
            for near in self.mines.around(square) {
                self.open(near);
            }
        }
    }

    fn unknown(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = (0..self.known.len()).collect();
        squares.retain(|&square| self.known[square] == Known::Nothing);
        squares
    }

    fn unknown_around(&self, square: Square) -> Vec<Square> {
        let mut around: Vec<Square> = self.known.around(square).collect();
        around.retain(|&near| self.known[near] == Known::Nothing);
        around
    }

    /// How many of some cells are mines.
    fn count(&self, squares: &[Square]) -> usize {
        let mines = squares.iter().filter(|&&square| self.mines[square]);
        mines.count()
    }

    fn numbers(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = (0..self.known.len()).collect();
        squares.retain(|&square| {
            self.known[square] == Known::Open && !self.unknown_around(square).is_empty()
        });
        squares
    }

    /// What is the same in all layouts that a few numbers allow.
    fn certain(&self, numbers: &[Square]) -> Certain {
        let around = numbers.iter().map(|&number| self.unknown_around(number));
        let around: Vec<Vec<Square>> = around.collect();
        let mut cells = around.concat();
        cells.sort_unstable();
        cells.dedup();
        let rule = |around: &Vec<Square>| {
            let at = |near| cells.binary_search(near).expect("it is among them");
            let mask = around.iter().fold(0u32, |mask, near| mask | 1 << at(near));
            (mask, self.count(around) as u32)
        };
        let rules: Vec<(u32, u32)> = around.iter().map(rule).collect();
        let (mut always, mut ever) = (u32::MAX, 0);
        for layout in 0u32..1 << cells.len() {
            let fits = |&(mask, mines): &(u32, u32)| (layout & mask).count_ones() == mines;
            if rules.iter().all(fits) {
                always &= layout;
                ever |= layout;
            }
        }
        let certain = |(at, &square): (usize, &Square)| {
            let (always, ever) = (always >> at & 1 == 1, ever >> at & 1 == 1);
            (always == ever).then_some((square, always))
        };
        cells.iter().enumerate().filter_map(certain).collect()
    }

    /// All that single numbers tell at the moment.
    fn singles(&self) -> Certain {
        let numbers = self.numbers().into_iter();
        numbers.flat_map(|number| self.certain(&[number])).collect()
    }

    /// All that any two numbers tell at the moment. Two that share no cell tell no more than each.
    fn pairs(&self) -> Certain {
        let numbers = self.numbers();
        let mut certain = Vec::new();
        for &one in &numbers {
            let own = self.unknown_around(one);
            for &other in &numbers {
                let around = self.unknown_around(other);
                if one < other && around.iter().any(|square| own.contains(square)) {
                    certain.extend(self.certain(&[one, other]));
                }
            }
        }
        certain
    }

    /// Notes what is certain; whether there was anything.
    fn learn(&mut self, certain: Certain) -> bool {
        let is_new = |&(square, _): &(Square, bool)| self.known[square] == Known::Nothing;
        if !certain.iter().any(is_new) {
            return false;
        }
        for (square, is_mine) in certain {
            match is_mine {
                true => self.known[square] = Known::Mine,
                false => self.open(square),
            }
        }
        true
    }

    /// The unknown cells that have a number around them, part by part.
    fn parts(&mut self) -> Option<Vec<Part>> {
        let mut parts: Vec<Vec<Square>> = Vec::new();
        for number in self.numbers() {
            let mut part = self.unknown_around(number);
            let joins = |other: &Vec<Square>| other.iter().any(|square| part.contains(square));
            let (joined, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(joins);
            parts = others;
            part.extend(joined.concat());
            part.sort_unstable();
            part.dedup();
            parts.push(part);
        }
        let read = |cells| {
            let by_mines = BTreeMap::new();
            let mut part = Part { cells, by_mines };
            self.set(&mut part, &mut Vec::new())?;
            Some(part)
        };
        parts.into_iter().map(read).collect()
    }

    /// Sets one cell of a part after another, as long as no number is wrong. Nothing once the steps
    /// are used up.
    fn set(&mut self, part: &mut Part, set: &mut Vec<bool>) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(&next) = part.cells.get(set.len()) else {
            let mines = set.iter().filter(|&&is_mine| is_mine).count();
            let none = || vec![[false; 2]; part.cells.len()];
            let known = part.by_mines.entry(mines).or_insert_with(none);
            for (known, &is_mine) in known.iter_mut().zip(&*set) {
                known[usize::from(is_mine)] = true;
            }
            return Some(());
        };
        for is_mine in [false, true] {
            set.push(is_mine);
            let is_right = |number: Square| {
                let around = self.unknown_around(number);
                let at = |near| part.cells.binary_search(near).expect("it is of the part");
                let known = around.iter().filter_map(|near| set.get(at(near)));
                let known: Vec<bool> = known.copied().collect();
                let mines = known.iter().filter(|&&is_mine| is_mine).count();
                let most = mines + around.len() - known.len();
                (mines..=most).contains(&self.count(&around))
            };
            let mut numbers = self.known.around(next);
            if numbers.all(|near| self.known[near] != Known::Open || is_right(near)) {
                self.set(part, set)?;
            }
            set.pop();
        }
        Some(())
    }

    /// All that all numbers tell together, and where `counts` the number of mines with them, as
    /// long as there is a safe cell among it. Nothing where there are too many layouts.
    fn together(&mut self, counts: bool) -> Option<Certain> {
        let parts = self.parts()?;
        let mut sea = self.unknown();
        sea.retain(|square| !parts.iter().any(|part| part.cells.contains(square)));
        let left = self.count(&self.unknown());
        let sums_without = |skipped: usize| {
            let others = parts.iter().enumerate().filter(|&(at, _)| at != skipped);
            others.fold(BTreeSet::from([0]), |sums: BTreeSet<usize>, (_, part)| {
                let add = |sum| part.by_mines.keys().map(move |mines| sum + mines);
                sums.into_iter().flat_map(add).collect()
            })
        };
        let mut certain = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let others = sums_without(at);
            let fits = |mines: usize| {
                let mut rests = others
                    .iter()
                    .filter_map(|sum| left.checked_sub(sum + mines));
                !counts || rests.any(|rest| rest <= sea.len())
            };
            for (cell, &square) in part.cells.iter().enumerate() {
                let possible = part.by_mines.iter().filter(|&(&mines, _)| fits(mines));
                let can = possible.fold([false; 2], |can, (_, cells)| {
                    [0, 1].map(|side| can[side] | cells[cell][side])
                });
                if can[0] != can[1] {
                    certain.push((square, can[1]));
                }
            }
        }
        if counts {
            let all = sums_without(parts.len());
            let rests = all.iter().filter_map(|sum| left.checked_sub(*sum));
            let rests: Vec<usize> = rests.filter(|&rest| rest <= sea.len()).collect();
            for (rest, is_mine) in [(0, false), (sea.len(), true)] {
                if rests == [rest] {
                    certain.extend(sea.iter().map(|&square| (square, is_mine)));
                }
            }
        }
        if certain.iter().all(|&(_, is_mine)| is_mine) {
            certain.clear();
        }
        Some(certain)
    }
}

/// The reasoning that a board takes; `None` if there are too many layouts.
pub fn reasoning(mines: &Grid<bool>, first: Square) -> Option<Result<Reasoning, NoReasoning>> {
    let mut needed = Reasoning::default();
    let Some(mut play) = Plain::new(mines, first) else {
        return Some(Err(NoReasoning::Guess));
    };
    while !play.is_won() {
        let mut has_told = false;
        while play.learn(play.singles()) {
            has_told = true;
        }
        needed.single += u32::from(has_told);
        if play.is_won() {
            break;
        }
        if play.learn(play.pairs()) {
            needed.pair += 1;
            continue;
        }
        let certain = play.together(false)?;
        if play.learn(certain) {
            needed.set += 1;
            continue;
        }
        let certain = play.together(true)?;
        if !play.learn(certain) {
            return Some(Err(NoReasoning::Guess));
        }
        needed.count += 1;
    }
    Some(Ok(needed))
}

/// All boards of at most 25 cells with so many mines, as bits.
pub fn layouts(cells: u32, mines: u32) -> Vec<u32> {
    let mut layouts: Vec<u32> = (0..1 << cells).collect();
    layouts.retain(|layout| layout.count_ones() == mines);
    layouts
}

/// Whether a perfect player wins a board without a guess, by all layouts with as many mines: those
/// that show the same are kept, until no cell is safe in all of them.
pub fn needs_no_guess(layouts: &[u32], around: &[u32], truth: u32, first: Square) -> bool {
    if truth >> first & 1 == 1 {
        return false;
    }
    let number = |layout: u32, square: u32| (layout & around[square as usize]).count_ones();
    let mut left: Vec<u32> = layouts.to_vec();
    let mut open = 0u32;
    let mut to_open = 1u32 << first;
    while to_open != 0 {
        open |= to_open;
        let mut opened: Vec<u32> = (0..around.len() as u32).collect();
        opened.retain(|square| to_open >> square & 1 == 1);
        left.retain(|&layout| {
            let shows = |&square: &u32| {
                layout >> square & 1 == 0 && number(layout, square) == number(truth, square)
            };
            opened.iter().all(shows)
        });
        let ever = left.iter().fold(0, |ever, layout| ever | layout);
        let all = (1u32 << around.len()) - 1;
        to_open = all & !ever & !open;
        assert_eq!(to_open & truth, 0, "what is certain is safe");
    }
    (open | truth).count_ones() as usize == around.len()
}
