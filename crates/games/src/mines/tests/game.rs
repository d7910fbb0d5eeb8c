//! The oracle of flags and chords: sets of cells, a move a word, and games to try it on.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::oracle::reached;

type Cell = (usize, usize);

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
