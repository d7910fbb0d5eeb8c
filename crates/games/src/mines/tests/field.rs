//! The oracles: of plain clicks in the judge's letters, row by row, and of flags and chords in sets of cells;
//! and boards to try them on.

use std::collections::BTreeSet;

use fastrand::Rng;
use fewest_search::{Report, SearchContext};

use crate::game::Game as _;
use crate::grid::Grid;
use crate::mines::{Board, Touch};
use crate::oracle;
use crate::oracle::{Judged, OrShow as _, Truth, reached, read};

pub const SEED: u64 = 529;

/// The board as the oracle knows it: the judge's letters, row by row.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Field {
    pub rows: Vec<Vec<char>>,
}

pub type Cell = (usize, usize);

impl Field {
    pub fn new(columns: usize, letters: &[char]) -> Self {
        let rows = letters.chunks(columns).map(<[char]>::to_vec).collect();
        Field { rows }
    }

    pub fn cells(&self) -> Vec<Cell> {
        let columns = self.rows[0].len();
        let row = |row| (0..columns).map(move |column| (row, column));
        (0..self.rows.len()).flat_map(row).collect()
    }

    pub fn hidden(&self, letters: &[char]) -> Vec<Cell> {
        let is_hidden = |&(row, column): &Cell| letters.contains(&self.rows[row][column]);
        self.cells().into_iter().filter(is_hidden).collect()
    }

    pub fn has(&self, letter: char) -> bool {
        self.rows.iter().any(|row| row.contains(&letter))
    }

    /// The cells around one, by trying all nine offsets.
    fn around(&self, (row, column): Cell) -> Vec<Cell> {
        let near = |(down, right): (usize, usize)| {
            let (row, column) = (
                (row + down).checked_sub(1)?,
                (column + right).checked_sub(1)?,
            );
            self.rows.get(row)?.get(column)?;
            (down != 1 || right != 1).then_some((row, column))
        };
        let offsets = (0..3).flat_map(|down| (0..3).map(move |right| (down, right)));
        offsets.filter_map(near).collect()
    }

    pub fn mines(&self, cell: Cell) -> usize {
        let is_mine = |&(row, column): &Cell| matches!(self.rows[row][column], 'M' | 'X');
        self.around(cell).into_iter().filter(is_mine).count()
    }

    /// One click, as the judge words it.
    pub fn click(&mut self, (row, column): Cell) {
        match self.rows[row][column] {
            'M' => self.rows[row][column] = 'X',
            'E' => match self.mines((row, column)) {
                0 => {
                    self.rows[row][column] = 'B';
                    for (row, column) in self.around((row, column)) {
                        // No mine is here, and what is revealed stays as it is.
                        if self.rows[row][column] == 'E' {
                            self.click((row, column));
                        }
                    }
                }
                mines => self.rows[row][column] = char::from_digit(mines as u32, 10).unwrap(),
            },
            _ => {}
        }
    }

    fn is_won(&self) -> bool {
        !self.has('E') && !self.has('X')
    }

    /// The clicks that do not lose, in reading order; none once a mine is hit.
    pub fn clicks(&self) -> Vec<(String, Field)> {
        if self.has('X') {
            return Vec::new();
        }
        let clicked = |cell: Cell| {
            let mut next = self.clone();
            next.click(cell);
            (format!("{},{}", cell.0, cell.1), next)
        };
        self.hidden(&['E']).into_iter().map(clicked).collect()
    }

    pub fn truth(&self) -> Truth {
        Truth::of(self, Field::is_won, Field::clicks)
    }

    /// The 3BV by playing: first into every opening, then on every digit that is left.
    pub fn three_bv(&self) -> Vec<Cell> {
        let mut field = self.clone();
        let mut clicks = Vec::new();
        for cell in self.hidden(&['E']) {
            if field.rows[cell.0][cell.1] == 'E' && field.mines(cell) == 0 {
                field.click(cell);
                clicks.push(cell);
            }
        }
        clicks.extend(field.hidden(&['E']));
        clicks.sort();
        clicks
    }

    pub fn board_text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().chain(&['\n']).collect::<String>();
        self.rows.iter().map(row).collect()
    }

    pub fn level_text(&self, click: Option<Cell>) -> String {
        let click = click.map(|(row, column)| format!("click: {row},{column}\n"));
        let click = click.unwrap_or_default();
        format!("game: mines\n{click}\n{}", self.board_text())
    }

    pub fn json(&self) -> String {
        let row = |row: &Vec<char>| {
            let cells: Vec<String> = row.iter().map(|cell| format!("\"{cell}\"")).collect();
            format!("[{}]", cells.join(","))
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        format!("[{}]", rows.join(","))
    }

    pub fn board(&self) -> Board {
        let letters = self.rows.concat().into_iter().map(|letter| letter as u8);
        Board::of(Grid::new(self.rows[0].len(), letters.collect()))
    }

    /// What the generic search says, the kernel left out.
    fn searched(&self) -> Report<Touch> {
        self.board().puzzle().solve(&mut SearchContext::default())
    }

    /// Holds the kernel and the generic search to the oracle.
    pub fn check(&self) {
        let text = self.level_text(None);
        let seen = oracle::seen(SEED, || &text);
        let solved = read(&text).solve(&mut SearchContext::default());
        let solved = solved.or_show(&seen);
        assert_eq!(solved.stats.states, 0, "{seen}");
        let searched = self.searched().map(|place| place.to_string().into());
        assert_eq!(solved.verdict, searched.verdict, "{seen}");
        oracle::search_agrees(&searched, &self.truth(), &seen);
    }

    /// Holds what is written, and what the judge is told about a click, to the oracle's.
    pub fn check_texts(&self, click: Option<Cell>) {
        let text = self.level_text(click);
        let judged = |cell: Cell| {
            let mut after = self.clone();
            after.click(cell);
            Judged {
                input: format!("{}\n[{},{}]\n", self.json(), cell.0, cell.1),
                answer: format!("{}\n", after.json()),
            }
        };
        let cell = click.or_else(|| self.hidden(&['E', 'M']).first().copied());
        oracle::texts_agree(&read(&text), &text, cell.map(judged), SEED);
    }
}

/// A random board: mines as dense as they come, and now and then cells that are revealed
/// already, rightly or wrongly.
pub fn random_field(most: usize, rng: &mut fastrand::Rng) -> Field {
    let (rows, columns) = (rng.usize(1..=most), rng.usize(1..=most));
    let mines = rng.f32() * 0.6;
    let revealed = if rng.bool() { 0.0 } else { rng.f32() * 0.6 };
    let letter = |rng: &mut fastrand::Rng| {
        if rng.f32() < revealed {
            *rng.choice(&['B', 'B', '1', '2', '3', '8']).unwrap()
        } else if rng.f32() < mines {
            'M'
        } else {
            'E'
        }
    };
    let mut letters: Vec<char> = (0..rows * columns).map(|_| letter(rng)).collect();
    if rng.u8(..10) == 0 {
        *rng.choice(&mut letters).unwrap() = 'X';
    }
    Field::new(columns, &letters)
}

/// Plays a few random clicks now and then, so that what is revealed is revealed rightly.
pub fn play(field: &mut Field, rng: &mut fastrand::Rng) {
    for _ in 0..rng.u8(..6).saturating_sub(3) {
        if let Some(&cell) = rng.choice(&field.hidden(&['E'])) {
            field.click(cell);
        }
    }
}

/// Every board of that size over some letters.
pub fn every_field(rows: usize, columns: usize, letters: &[char]) -> impl Iterator<Item = Field> {
    let (cells, base) = ((rows * columns) as u32, letters.len());
    let digit = move |number: usize, place| number / base.pow(place) % base;
    (0..base.pow(cells)).map(move |number| {
        let drawn = (0..cells).map(|place| letters[digit(number, place)]);
        Field::new(columns, &drawn.collect::<Vec<char>>())
    })
}

/// The game as the oracle knows it: where the mines are, what is open, and what has a flag.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Game {
    size: Cell,
    pub mines: BTreeSet<Cell>,
    open: BTreeSet<Cell>,
    pub flags: BTreeSet<Cell>,
}

impl Game {
    fn cells(&self) -> Vec<Cell> {
        let row = |row| (0..self.size.1).map(move |column| (row, column));
        (0..self.size.0).flat_map(row).collect()
    }

    fn around(&self, (row, column): Cell) -> Vec<Cell> {
        let near = |&(other, across): &Cell| {
            other.abs_diff(row) <= 1
                && across.abs_diff(column) <= 1
                && (other, across) != (row, column)
        };
        self.cells().into_iter().filter(near).collect()
    }

    fn count(&self, cell: Cell) -> usize {
        let around = self.around(cell).into_iter();
        around.filter(|near| self.mines.contains(near)).count()
    }

    fn open(&mut self, cell: Cell) {
        if self.flags.contains(&cell) || !self.open.insert(cell) || self.mines.contains(&cell) {
            return;
        }
        if self.count(cell) == 0 {
            for near in self.around(cell) {
                self.open(near);
            }
        }
    }

    pub fn is_lost(&self) -> bool {
        !self.mines.is_disjoint(&self.open)
    }

    pub fn is_won(&self) -> bool {
        self.open.len() + self.mines.len() == self.size.0 * self.size.1 && !self.is_lost()
    }

    /// What follows a move; nothing where it is not allowed.
    pub fn after(&self, step: &str) -> Option<Game> {
        let (kind, place) = match step.strip_prefix(['F', 'C']) {
            Some(place) => (&step[..1], place),
            None => ("", step),
        };
        let (row, column) = place.split_once(',')?;
        let cell = (row.parse().ok()?, column.parse().ok()?);
        let mut next = self.clone();
        let is_open = self.open.contains(&cell);
        match kind {
            "F" if !is_open => {
                if !next.flags.remove(&cell) {
                    next.flags.insert(cell);
                }
            }
            "C" if is_open && self.count(cell) > 0 => {
                let around = self.around(cell).into_iter();
                let (flags, others): (Vec<Cell>, Vec<Cell>) =
                    around.partition(|near| self.flags.contains(near));
                if flags.len() != self.count(cell) {
                    return None;
                }
                for near in others {
                    next.open(near);
                }
                if next == *self {
                    return None;
                }
            }
            "" if !is_open && !self.flags.contains(&cell) => next.open(cell),
            _ => return None,
        }
        Some(next)
    }

    /// Every word that could be a move.
    pub fn words(&self) -> Vec<String> {
        let kinds = ["", "F", "C"].into_iter();
        let cells = self.cells();
        let of_kind = |kind| {
            let word = move |(row, column): &Cell| format!("{kind}{row},{column}");
            cells.iter().map(word)
        };
        kinds.flat_map(of_kind).collect()
    }

    /// The moves that are allowed and do not lose, and what follows each.
    pub fn moves(&self) -> Vec<(String, Game)> {
        let words = self.words().into_iter();
        let next = |word: String| self.after(&word).map(|next| (word, next));
        words
            .filter_map(next)
            .filter(|(_, next)| !next.is_lost())
            .collect()
    }

    /// The fewest moves that win, by looking at everything.
    pub fn fewest(&self) -> Option<u64> {
        if self.is_lost() {
            return None;
        }
        let layers = reached(self, Game::is_won, Game::moves);
        let last = layers.len() - 1;
        layers[last].iter().any(Game::is_won).then_some(last as u64)
    }

    pub fn board_text(&self) -> String {
        let glyph = |cell: Cell| {
            let is_mine = self.mines.contains(&cell);
            match (self.open.contains(&cell), self.flags.contains(&cell)) {
                (true, _) if is_mine => 'X',
                (true, _) => match self.count(cell) {
                    0 => 'B',
                    count => char::from_digit(count as u32, 10).unwrap(),
                },
                (false, true) => {
                    if is_mine {
                        'F'
                    } else {
                        'f'
                    }
                }
                (false, false) => {
                    if is_mine {
                        'M'
                    } else {
                        'E'
                    }
                }
            }
        };
        let row = |row| (0..self.size.1).map(move |column| glyph((row, column)));
        let row = |number| row(number).chain(['\n']).collect::<String>();
        (0..self.size.0).map(row).collect()
    }

    pub fn text(&self) -> String {
        format!("game: mines\nclicks: all\n\n{}", self.board_text())
    }
}

/// A random game that some moves may have been made in.
pub fn random(most: usize, rng: &mut Rng) -> Game {
    let size = (rng.usize(1..=most), rng.usize(1..=most));
    let mut game = Game {
        size,
        mines: BTreeSet::new(),
        open: BTreeSet::new(),
        flags: BTreeSet::new(),
    };
    let often = rng.f32() * 0.7;
    game.mines = game
        .cells()
        .into_iter()
        .filter(|_| rng.f32() < often)
        .collect();
    for _ in 0..rng.u8(..5) {
        let Some((_, next)) = rng.choice(game.moves()) else {
            break;
        };
        game = next;
    }
    game
}
