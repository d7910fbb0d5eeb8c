//! Boards that a perfect player wins without a guess.
//!
//! Such a player opens a cell if it is safe in every layout of mines that agrees with the visible numbers
//! and with the number of mines. What is certain stays certain, so the order of the clicks does not
//! matter: a board needs no guess if and only if opening all that is certain, again and again, opens
//! every safe cell.
//!
//! The generator draws random boards and drops those that need a guess, so each of the others is equally
//! likely. It knows the mines, which makes simple reasoning cheap: a number shows that the unknown cells
//! around it are safe exactly if none of them is a mine. Only where neither one number nor two lead on,
//! the constraint graph and the diagrams of all layouts decide.

use crate::constraints::{CellState, ConstraintGraph};
use crate::decision_diagram::{Diagrams, Possible};
use crate::grid::{Grid, Square};
use crate::position::{Cell, Neighbours};
use crate::simulation::{RandomBits, fast_below};

/// The reasoning that a board takes: how often each kind led on when no kind before it did. Each kind
/// but the first is applied once to everything that it shows at that moment, and then the first again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reasoning {
    /// Single numbers, as long as they show something.
    pub single: u32,
    /// Two numbers together.
    pub pair: u32,
    /// All numbers together.
    pub set: u32,
    /// All numbers together with the number of mines.
    pub count: u32,
}

impl Reasoning {
    /// The hardest kind, from 1 to 4; 0 if the first click opens everything.
    pub fn hardest(&self) -> u8 {
        let kinds = [self.single, self.pair, self.set, self.count];
        let last = kinds.iter().rposition(|&times| times > 0);
        last.map_or(0, |kind| kind as u8 + 1)
    }
}

/// Why a board is not known to be winnable without a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReasoning {
    /// At some moment nothing is certain, or the first click hits a mine.
    Guess,
    /// There are too many layouts to decide it.
    Unknown,
}

/// Finds the reasoning that a board takes after a first click.
///
/// # Errors
/// Fails if the board needs a guess, or if that is not known.
///
/// # Panics
/// If the first click is not on the board.
pub fn reasoning(mines: &Grid<bool>, first: Square) -> Result<Reasoning, NoReasoning> {
    assert!(first < mines.len(), "the first click is on the board");
    let mut solver = Solver::new(mines.rows(), mines.columns());
    let mines = (0..mines.len()).filter(|&square| mines[square]);
    solver.mines.clear();
    for square in mines {
        let at = solver.index(square);
        solver.mines.push(at as u32);
    }
    solver.solve(first)
}

/// Draws random boards of one size with the same number of mines.
pub struct NoGuessGenerator {
    /// The cells that may be mines, as indices of the solver.
    places: Vec<u32>,
    mines: u32,
    first: Square,
    is_drawn: Vec<bool>,
    solver: Solver,
}

/// The outcome of drawing boards.
#[derive(Debug)]
pub struct Drawn {
    /// The number of boards drawn.
    pub boards: u64,
    /// The number of boards for which it is unknown whether they need a guess.
    pub unknown: u64,
    /// The last board, if it needs no guess: its mines, and the reasoning that it takes.
    pub found: Option<(Grid<bool>, Reasoning)>,
}

impl NoGuessGenerator {
    /// The most rows of a board that has as many columns or more, and vice versa.
    pub const MOST: u32 = 2048;

    /// Prepares to draw boards with mines at some of `places`, on which play begins with `first`. `None`
    /// if there is no room for the mines, or if the board has more than [`MOST`](Self::MOST) rows and
    /// columns.
    ///
    /// # Panics
    /// If a place or the first click is not on the board.
    pub fn new(
        (rows, columns): (u32, u32),
        mines: u32,
        first: Square,
        places: &[Square],
    ) -> Option<Self> {
        let mut squares = places.iter().chain([&first]);
        let is_on_board = squares.all(|&square| square < rows * columns);
        assert!(is_on_board, "the places are on the board");
        if rows.min(columns) > Self::MOST || mines as usize > places.len() {
            return None;
        }
        let solver = Solver::new(rows, columns);
        let places = places.iter().map(|&square| solver.index(square) as u32);
        Some(NoGuessGenerator {
            places: places.collect(),
            mines,
            first,
            is_drawn: vec![false; solver.is_mine.len()],
            solver,
        })
    }

    /// Draws boards until one needs no guess, at most `most`.
    pub fn find(&mut self, bits: RandomBits, most: u64) -> Drawn {
        let mut drawn = Drawn {
            boards: 0,
            unknown: 0,
            found: None,
        };
        while drawn.boards < most && drawn.found.is_none() {
            drawn.boards += 1;
            self.draw_mines(bits);
            match self.solver.solve(self.first) {
                Ok(reasoning) => drawn.found = Some((self.solver.board(), reasoning)),
                Err(NoReasoning::Guess) => {}
                Err(NoReasoning::Unknown) => drawn.unknown += 1,
            }
        }
        drawn
    }

    /// Draws one board, whatever it needs.
    pub fn draw(&mut self, bits: RandomBits) -> (Grid<bool>, Result<Reasoning, NoReasoning>) {
        self.draw_mines(bits);
        let reasoning = self.solver.solve(self.first);
        (self.solver.board(), reasoning)
    }

    fn draw_mines(&mut self, bits: RandomBits) {
        let places = self.places.len() as u32;
        // If most places are mines, the others are drawn.
        let are_mines = self.mines <= places / 2;
        let wanted = if are_mines {
            self.mines
        } else {
            places - self.mines
        };
        let mines = &mut self.solver.mines;
        mines.clear();
        while mines.len() < wanted as usize {
            let place = self.places[fast_below(bits, places) as usize];
            if !std::mem::replace(&mut self.is_drawn[place as usize], true) {
                mines.push(place);
            }
        }
        if !are_mines {
            let is_left = |place: &u32| !self.is_drawn[*place as usize];
            mines.clear();
            mines.extend(self.places.iter().copied().filter(is_left));
        }
        self.is_drawn.fill(false);
    }
}

/// The rows and columns of the cells around one. Bit `k` of a mask of neighbours is the cell
/// `AROUND[k]`, and bit `7 - k` the cell opposite.
const AROUND: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// A cell near another: where it is, and which neighbours of either are not around the other.
#[derive(Clone, Copy)]
struct Near {
    offset: isize,
    own: u8,
    others: u8,
}

/// Bounds the bytes that the diagrams of a position take.
fn check_bytes(bytes: u64) -> Result<(), ()> {
    const MOST_BYTES: u64 = 1 << 28;
    if bytes > MOST_BYTES { Err(()) } else { Ok(()) }
}

/// Plays boards of one size as a perfect player who always takes the simplest reasoning.
///
/// Cells are indexed with three rows and one column of padding on each side, so that the index of a cell
/// near another is a sum. Padding counts as known mines that no number sees.
struct Solver {
    rows: u32,
    columns: u32,
    /// The mines of the board.
    mines: Vec<u32>,
    is_mine: Vec<bool>,
    /// Whether a cell is open, or known to be a mine.
    is_known: Vec<bool>,
    /// The number of mines around each cell.
    numbers: Vec<u8>,
    /// The unknown neighbours of each cell without a mine.
    safe_near: Vec<u8>,
    /// The unknown mines around each cell.
    mines_near: Vec<u8>,
    /// `safe_near` of a board without mines.
    all_near: Vec<u8>,
    /// The number of unknown cells without a mine.
    safe_left: u32,
    /// The open zeros whose neighbours may be unknown.
    zeros: Vec<usize>,
    /// The open numbers that may show something.
    queue: Vec<usize>,
    offsets: [isize; 8],
    /// The cells at most two rows and columns away.
    near: Vec<Near>,

    neighbours: Neighbours,
    cells: Vec<Cell>,
    graph: ConstraintGraph,
    diagrams: Diagrams,
    possible: Possible,
}

impl Solver {
    fn new(rows: u32, columns: u32) -> Self {
        let grid = Grid::new(columns as usize, vec![(); (rows * columns) as usize]);
        let width = columns as isize + 2;
        let size = (rows as usize + 6) * width as usize;
        let offset = |(row, column): (i32, i32)| row as isize * width + column as isize;
        let mut solver = Solver {
            rows,
            columns,
            mines: Vec::new(),
            is_mine: vec![false; size],
            is_known: vec![false; size],
            numbers: vec![0; size],
            safe_near: vec![0; size],
            mines_near: vec![0; size],
            all_near: vec![0; size],
            safe_left: 0,
            zeros: Vec::new(),
            queue: Vec::new(),
            offsets: AROUND.map(offset),
            near: Vec::new(),
            neighbours: Neighbours::new(&grid),
            cells: vec![Cell::Covered; grid.len() as usize],
            graph: ConstraintGraph::default(),
            diagrams: Diagrams::default(),
            possible: Possible::default(),
        };
        for square in 0..grid.len() {
            let at = solver.index(square);
            for (bit, offset) in solver.offsets.into_iter().enumerate() {
                solver.all_near[at.wrapping_add_signed(offset)] |= 1 << (7 - bit);
            }
        }
        let apart = |(row, column): (i32, i32)| {
            let is_apart = |&(_, (down, along)): &(usize, (i32, i32))| {
                (down - row).abs() > 1 || (along - column).abs() > 1
            };
            let bits = AROUND.into_iter().enumerate().filter(is_apart);
            bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
        };
        let all = (-2..=2).flat_map(|row| (-2..=2).map(move |column| (row, column)));
        solver.near = all
            .filter(|&way| way != (0, 0))
            .map(|(row, column)| Near {
                offset: offset((row, column)),
                own: apart((row, column)),
                others: apart((-row, -column)),
            })
            .collect();
        solver
    }

    /// The index of a square.
    fn index(&self, square: Square) -> usize {
        let (row, column) = (square / self.columns, square % self.columns);
        (row as usize + 3) * (self.columns as usize + 2) + column as usize + 1
    }

    /// All squares, with their indices.
    fn squares(&self) -> impl Iterator<Item = (Square, usize)> + use<> {
        let (columns, width) = (self.columns, self.columns as usize + 2);
        (0..self.rows).flat_map(move |row| {
            let begin = (row as usize + 3) * width + 1;
            (row * columns..(row + 1) * columns).zip(begin..)
        })
    }

    /// The mines as a board.
    fn board(&self) -> Grid<bool> {
        let cells = self.squares().map(|(_, at)| self.is_mine[at]);
        Grid::new(self.columns as usize, cells.collect())
    }

    /// Plays the board with the mines `self.mines`.
    fn solve(&mut self, first: Square) -> Result<Reasoning, NoReasoning> {
        let first = self.index(first);
        self.lay_mines();
        if self.is_mine[first] || self.has_twins(first) {
            return Err(NoReasoning::Guess);
        }
        self.learn(first);
        let mut reasoning = Reasoning::default();
        loop {
            self.open_zeros();
            if self.safe_left == 0 {
                return Ok(reasoning);
            }
            reasoning.single += u32::from(self.apply_singles());
            if self.safe_left == 0 {
                return Ok(reasoning);
            }
            if self.apply_pairs() {
                reasoning.pair += 1;
                continue;
            }
            self.read_layouts()?;
            if self.apply_sets() {
                reasoning.set += 1;
            } else if self.apply_counts()? {
                reasoning.count += 1;
            } else {
                return Err(NoReasoning::Guess);
            }
        }
    }

    fn lay_mines(&mut self) {
        self.is_mine.fill(true);
        self.numbers.fill(0);
        self.mines_near.fill(0);
        self.safe_near.copy_from_slice(&self.all_near);
        self.is_known.fill(true);
        for row in 0..self.rows {
            let begin = self.index(row * self.columns);
            let row = begin..begin + self.columns as usize;
            self.is_known[row.clone()].fill(false);
            self.is_mine[row].fill(false);
        }
        for &mine in &self.mines {
            self.is_mine[mine as usize] = true;
            for (bit, offset) in self.offsets.into_iter().enumerate() {
                let near = (mine as usize).wrapping_add_signed(offset);
                self.numbers[near] += 1;
                self.safe_near[near] &= !(1 << (7 - bit));
                self.mines_near[near] |= 1 << (7 - bit);
            }
        }
        self.safe_left = self.rows * self.columns - self.mines.len() as u32;
        self.zeros.clear();
        self.queue.clear();
    }

    /// Whether a mine and a safe cell near each other can be exchanged unnoticed: if every other safe cell
    /// is around both or around neither, every number is the same on both boards as long as neither of
    /// the two is open. So the safe one is never certain, and the board needs a guess.
    fn has_twins(&self, first: usize) -> bool {
        self.mines.iter().any(|&mine| {
            let mine = mine as usize;
            let safe_near = self.safe_near[mine];
            self.near.iter().any(|near| {
                let twin = mine.wrapping_add_signed(near.offset);
                safe_near & near.own == 0
                    && self.safe_near[twin] & near.others == 0
                    && !self.is_mine[twin]
                    && !self.is_known[twin]
                    && twin != first
            })
        })
    }

    /// Opens a safe cell, or marks a mine as known.
    fn learn(&mut self, cell: usize) {
        if std::mem::replace(&mut self.is_known[cell], true) {
            return;
        }
        let is_mine = self.is_mine[cell];
        for (bit, offset) in self.offsets.into_iter().enumerate() {
            let near = cell.wrapping_add_signed(offset);
            let mask = match is_mine {
                true => &mut self.mines_near[near],
                false => &mut self.safe_near[near],
            };
            *mask &= !(1 << (7 - bit));
            if self.is_known[near] && !self.is_mine[near] {
                self.queue.push(near);
            }
        }
        if !is_mine {
            self.safe_left -= 1;
            match self.numbers[cell] {
                0 => self.zeros.push(cell),
                _ => self.queue.push(cell),
            }
        }
    }

    /// Learns the cells of a mask of neighbours.
    fn learn_near(&mut self, cell: usize, mut mask: u8) {
        while mask != 0 {
            let bit = mask.trailing_zeros();
            mask &= mask - 1;
            self.learn(cell.wrapping_add_signed(self.offsets[bit as usize]));
        }
    }

    /// Opens all cells around open zeros.
    fn open_zeros(&mut self) {
        while let Some(cell) = self.zeros.pop() {
            self.learn_near(cell, self.safe_near[cell]);
        }
    }

    /// Learns all that single numbers show; whether that is anything.
    fn apply_singles(&mut self) -> bool {
        let mut is_new = false;
        while let Some(cell) = self.queue.pop() {
            let (safe, mines) = (self.safe_near[cell], self.mines_near[cell]);
            if (safe == 0) != (mines == 0) {
                is_new = true;
                self.learn_near(cell, safe | mines);
                self.open_zeros();
            }
        }
        is_new
    }

    /// Learns all that two numbers show at this moment; whether that is anything.
    ///
    /// Some unknown cells are around the first number only, others around the second only. If the first
    /// has exactly as many more mines as cells of its own, these are mines, and those of the second are
    /// safe. Otherwise there are layouts with either for each cell, unless one number decides it alone.
    fn apply_pairs(&mut self) -> bool {
        let mut found = Vec::new();
        for (_, cell) in self.squares() {
            let (safe, mines) = (self.safe_near[cell], self.mines_near[cell]);
            if safe | mines == 0 || !self.is_known[cell] || self.is_mine[cell] {
                continue;
            }
            for near in &self.near {
                let other = cell.wrapping_add_signed(near.offset);
                let safe_beyond = self.safe_near[other] & near.others;
                let shows = safe & near.own == 0
                    && self.mines_near[other] & near.others == 0
                    && mines & near.own | safe_beyond != 0;
                if shows && self.is_known[other] && !self.is_mine[other] {
                    found.push((cell, mines & near.own));
                    found.push((other, safe_beyond));
                }
            }
        }
        for &(cell, mask) in &found {
            self.learn_near(cell, mask);
        }
        !found.is_empty()
    }

    /// Reads all layouts of the position.
    fn read_layouts(&mut self) -> Result<(), NoReasoning> {
        for (square, at) in self.squares() {
            self.cells[square as usize] = match (self.is_known[at], self.is_mine[at]) {
                (false, _) => Cell::Covered,
                (true, true) => Cell::Mine,
                (true, false) => Cell::Number(self.numbers[at]),
            };
        }
        let read = self.graph.read(&self.cells, &self.neighbours);
        read.expect("the board itself fits");
        let built = self.diagrams.build(&self.graph, check_bytes);
        built.map_err(|_| NoReasoning::Unknown)
    }

    /// Learns all that all numbers show together, if a safe cell is among it; whether one is.
    fn apply_sets(&mut self) -> bool {
        let Solver {
            graph,
            diagrams,
            possible,
            ..
        } = self;
        diagrams.find_possible(graph, |_, _| true, possible);
        possible.mine.contains(&false) && self.learn_certain()
    }

    /// Learns all that all numbers show together with the number of mines; whether a safe cell is among
    /// it.
    fn apply_counts(&mut self) -> Result<bool, NoReasoning> {
        let is_unknown = |&&mine: &&u32| !self.is_known[mine as usize];
        let mines = self.mines.iter().filter(is_unknown).count() as u32;
        let Solver {
            graph,
            diagrams,
            possible,
            ..
        } = self;
        let totals = diagrams.feasible_totals(mines, graph.unconstrained, &mut check_bytes);
        let totals = totals.map_err(|()| NoReasoning::Unknown)?;
        let totals = totals.expect("the board itself fits");
        let is_allowed = |component: usize, total| totals.of[component].contains(&total);
        diagrams.find_possible(graph, is_allowed, possible);
        let (may_be_mine, may_be_safe) = (
            totals.least < mines,
            mines - totals.most < graph.unconstrained,
        );
        let mut has_opened = false;
        if graph.unconstrained > 0 && may_be_mine != may_be_safe {
            has_opened = may_be_safe;
            for (square, at) in self.squares() {
                if self.graph.states[square as usize] == CellState::Unconstrained {
                    self.learn(at);
                }
            }
        }
        Ok(self.learn_certain() | has_opened)
    }

    /// Learns the groups that can hold only mines or only safe cells; whether there is one of the latter.
    fn learn_certain(&mut self) -> bool {
        let mut has_opened = false;
        for group in 0..self.graph.groups.len() {
            let (mine, safe) = (self.possible.mine[group], self.possible.safe[group]);
            if mine != safe {
                has_opened |= safe;
                for at in 0..self.graph.cells_of(group).len() {
                    let square = self.graph.cells_of(group)[at];
                    self.learn(self.index(square));
                }
            }
        }
        has_opened
    }
}
